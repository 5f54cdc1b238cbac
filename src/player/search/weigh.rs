//! What a choice cost: how much better the choice is that the search would make.
//!
//! Half of the effort goes into the search for the better choice, and half into playing both choices on, in the same imagined
//! games with the same luck. So what the comparison says of a choice does not come from the search that picked it.
//!
//! Where two seats play, nothing is hidden and nothing is left to chance, there is one game to imagine. Then both sides' choices are
//! followed in turn after both choices, and the error is how much the answer still changes from one depth to the next.

use super::halving::Halving;
use super::solve::solve;
use super::tree::Tree;
use super::turns::{self, Compared};
use super::{all_equal, choose};
use crate::games::{DynGame, Sights, World};
use crate::player::luck::Luck;
use crate::player::value::chance_of_two;
use crate::player::{ChoiceCost, Judgement};
use crate::rules::{Effort, Seat, Source};

/// Into how many parts the imagined games are put for the error. The later parts are played by a tree that knows more, so the
/// error covers that the search was still learning.
const PARTS: usize = 8;

/// By how many standard errors of so many parts the mean may be wrong in one of twenty cases.
const BOUND: f64 = 2.365;

/// How many imagined games are compared before it is told that nothing is hidden.
const CERTAIN: usize = 64;

/// To how many depths before the deepest one its answer is compared.
const DEPTHS: usize = 2;

/// Weighs what `seat` chose, in notation, against what a search of so many positions finds. `imagine` deals a game that the seat
/// cannot tell from the real one. `None` when the seat had nothing to choose, or not this.
pub fn weigh(
    seat: Seat,
    chosen: &str,
    imagine: &dyn Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    nodes: u32,
) -> Option<ChoiceCost> {
    let mut luck = Luck::draw(source);
    let first = imagine(&mut luck);
    let certain = is_certain(&*first, luck, imagine, source);
    if certain && let Some(cost) = followed(&*first, seat, chosen, nodes) {
        return Some(cost);
    }
    let effort = Effort {
        nodes: nodes / 2,
        noise: 0,
    };
    let better = choose(seat, imagine, source, effort)?;
    if better == chosen {
        let (loss, error) = (0.0, 0.0);
        return Some(ChoiceCost { better, loss, error });
    }
    costs(first, seat, &better, &[chosen.to_owned()], imagine, source, effort)?.pop()
}

/// Weighs all choices of `seat` against the one that a search of so many positions finds best. `imagine` deals a game that the
/// seat cannot tell from the real one. `None` when the seat has no two choices, or when a game in which nothing is hidden and
/// nothing left to chance cannot be followed to its end with so many positions.
pub fn judge(
    seat: Seat,
    imagine: &dyn Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    nodes: u32,
) -> Option<Judgement> {
    let mut luck = Luck::draw(source);
    let first = imagine(&mut luck);
    let certain = is_certain(&*first, luck, imagine, source);
    let choices = first.candidates(seat);
    if choices.len() < 2 {
        return None;
    }
    if certain && let Some(solved) = solve(&*first, seat, nodes) {
        return solved;
    }
    let effort = Effort {
        nodes: nodes / 2,
        noise: 0,
    };
    let best = choose(seat, imagine, source, effort)?;
    let others: Vec<String> = choices.into_iter().filter(|other| *other != best).collect();
    let costs = costs(first, seat, &best, &others, imagine, source, effort)?;
    Some(Judgement {
        best,
        others: others.into_iter().zip(costs).collect(),
        is_certain: false,
    })
}

/// Whether two seats play, and this imagined game, for which this luck was drawn, is the only one.
fn is_certain(
    first: &dyn DynGame,
    luck: Luck,
    imagine: &dyn Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
) -> bool {
    first.seats() == 2 && (!luck.was_asked() || all_equal(first, imagine, source, CERTAIN))
}

/// What a choice costs by the scores that both sides can reach in turn. `None` where this cannot be told.
fn followed(first: &dyn DynGame, seat: Seat, chosen: &str, nodes: u32) -> Option<ChoiceCost> {
    let mut world = first.copy().world();
    let mut keys = Vec::new();
    world.list(seat, &mut keys);
    let chosen = (0..keys.len()).find(|number| world.notation(*number).as_deref() == Some(chosen))?;
    let compared = turns::compare(&mut *world, seat, chosen, nodes)?;
    let loss = |at: &Compared| {
        let [most, own] = at.scores.map(|score| chance_of_two(score, world.lead()));
        most - own
    };
    let (last, before) = compared.split_last()?;
    let changed = before.iter().rev().take(DEPTHS).map(|at| (loss(at) - loss(last)).abs());
    Some(ChoiceCost {
        better: world.notation(last.best)?,
        loss: loss(last),
        error: changed.reduce(f64::max)?,
    })
}

/// What each of the `others` costs against the `better` choice, all played on in the same imagined games. `first` is one of
/// these games.
fn costs(
    first: Box<dyn DynGame>,
    seat: Seat,
    better: &str,
    others: &[String],
    imagine: &dyn Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    effort: Effort,
) -> Option<Vec<ChoiceCost>> {
    let seats = first.seats();
    let mut keys = Vec::new();
    first.world().list(seat, &mut keys);
    let halving = Halving {
        seat,
        seats,
        keys: &keys,
        imagine: &|luck| imagine(luck).world(),
        effort,
    };
    let mut tree = halving.planted(source);
    let mut apart = vec![Vec::new(); others.len()];
    while tree.spent < effort.nodes || apart.first().is_some_and(|apart| apart.len() < 2 * PARTS) {
        let world = imagine(&mut Luck::draw(source));
        let luck = Luck::draw(source);
        let mut after = |what: &str| played_on(&mut tree, world.copy().world(), (seat, seats), what, luck);
        let most = after(better)?;
        for (apart, other) in apart.iter_mut().zip(others) {
            apart.push(most - after(other)?);
        }
    }
    let cost = |apart: &Vec<f64>| {
        let (loss, error) = mean_and_error(apart);
        let better = better.to_owned();
        ChoiceCost { better, loss, error }
    };
    Some(apart.iter().map(cost).collect())
}

/// The chance to win at the end of one imagined game after a choice.
fn played_on(
    tree: &mut Tree,
    mut world: Box<dyn World>,
    (seat, seats): (Seat, u8),
    what: &str,
    luck: Luck,
) -> Option<f64> {
    let mut sights = Sights::new(seats);
    let made = world.make(seat, what, &mut sights);
    made.then(|| tree.play_for_chance(world, luck, sights))
}

/// The mean of these numbers, and how far it may be wrong.
fn mean_and_error(numbers: &[f64]) -> (f64, f64) {
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let each = numbers.len() / PARTS;
    let means: Vec<f64> = numbers.chunks_exact(each.max(1)).take(PARTS).map(mean).collect();
    let middle = mean(&means);
    let squares: f64 = means.iter().map(|mean| (mean - middle).powi(2)).sum();
    let parts = means.len() as f64;
    let error = (squares / (parts - 1.0).max(1.0) / parts).sqrt();
    (mean(numbers), BOUND * error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, find};
    use crate::player::tests::{any, at_moments, cases, differences};
    use crate::rules::{Awaits, By, Viewer};

    fn cost_of(play: &dyn DynGame, seat: Seat, chosen: &str, source: &mut dyn Source, nodes: u32) -> ChoiceCost {
        let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
        weigh(seat, chosen, &imagine, source, nodes).expect("it was a choice")
    }

    #[test]
    fn every_choice_of_every_game_has_a_cost_and_the_same_source_the_same_one() {
        for case in cases() {
            at_moments(&case, 24, |play, seat, moment| {
                let chosen = any(play, seat, &mut Luck::seeded(moment));
                let [one, same] = [(); 2].map(|()| cost_of(play, seat, &chosen, &mut Luck::seeded(moment), 200));
                assert_eq!(one, same, "{case}");
                assert!((-1.0..=1.0).contains(&one.loss) && one.error >= 0.0, "{case}: {one:?}");
                assert!(one.better != chosen || (one.loss, one.error) == (0.0, 0.0), "{case}");
                let taken = play.copy().apply(By::Seat(seat), &one.better);
                assert_eq!(taken.map(|happened| happened.what), Ok(one.better), "{case}");
            });
        }
    }

    #[test]
    fn what_is_hidden_from_a_seat_weighs_nothing() {
        let of_first = |world: &dyn DynGame, seat: Seat, source: &mut dyn Source| {
            let first = world.candidates(seat).swap_remove(0);
            format!("{:?}", cost_of(world, seat, &first, source, 150))
        };
        let (compared, differ) = differences(of_first, 16);
        assert!(compared > 20, "{compared} pairs of worlds");
        assert_eq!(differ, 0);
    }

    #[test]
    fn whoever_chooses_at_random_makes_mistakes() {
        let mut luck = Luck::seeded(3);
        let options = Options::from_iter([("size".to_owned(), 6.into())]);
        let mut play = find("binary").unwrap().start(&options, 2).unwrap();
        let (mut mistakes, mut choices) = (0, 0);
        loop {
            let (by, what) = match play.awaits() {
                Awaits::Nobody(_) => break,
                Awaits::Chance => (By::Chance, play.draw(&mut luck)),
                Awaits::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let what = any(&*play, seat, &mut luck);
                    mistakes += u32::from(cost_of(&*play, seat, &what, &mut luck, 2_000).is_mistake());
                    choices += 1;
                    (By::Seat(seat), what)
                }
            };
            play.apply(by, &what).unwrap();
        }
        assert!(mistakes > 0, "{mistakes} of {choices}");
    }

    #[test]
    fn the_error_is_that_of_the_parts() {
        let even: Vec<f64> = (0..80).map(|number| f64::from(number % 2)).collect();
        assert_eq!(mean_and_error(&even), (0.5, 0.0));
        let rising: Vec<f64> = (0..80).map(|number| f64::from(number / 40)).collect();
        let (mean, error) = mean_and_error(&rising);
        assert!(
            mean == 0.5 && (error - BOUND * (2.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-9,
            "{error}"
        );
    }
}
