//! The end of a game in which nothing is hidden and nothing is left to chance, followed to all ends.
//!
//! A choice is worth what its game comes to when both seats choose as well as possible: a win, a draw or a loss. The points by
//! which a game is won do not count.

use std::cmp::Reverse;

use crate::games::{DynGame, Evaluation};
use crate::player::luck::Luck;
use crate::player::value::won;
use crate::player::{ChoiceCost, Judgement};
use crate::rules::{Awaits, By, Listing, Seat};

/// What a game comes to, in halves of a win.
const LOST: u8 = 0;
const WON: u8 = 2;

/// A choice in notation, and the game after it.
type After = (String, Box<dyn DynGame>);

struct Solver {
    seat: Seat,
    left: u32,
}

/// Why a game was not followed to its end.
enum Unsolved {
    /// There are more positions than the effort allows.
    Spent,
    /// Chance decides, or several seats choose at once.
    Unfit,
}

/// Holds all choices of `seat` against the best one, looking at so many positions. `None` where something is left to chance, and
/// `Some(None)` where there are more positions than that, or several best choices.
pub(super) fn solve(game: &dyn DynGame, seat: Seat, nodes: u32) -> Option<Option<Judgement>> {
    let mut solver = Solver { seat, left: nodes };
    let mut worth = Vec::new();
    for (what, after) in solver.next(game, seat).ok()? {
        match solver.comes_to(&*after, LOST, WON) {
            Ok(value) => worth.push((what, value)),
            Err(Unsolved::Spent) => return Some(None),
            Err(Unsolved::Unfit) => return None,
        }
    }
    let most = worth.iter().map(|(_, value)| *value).max()?;
    let (mut best, others): (Vec<_>, Vec<_>) = worth.into_iter().partition(|(_, value)| *value == most);
    let (Some((best, _)), true) = (best.pop(), best.is_empty()) else {
        return Some(None);
    };
    let cost = |(other, value): (String, u8)| {
        let cost = ChoiceCost {
            better: best.clone(),
            loss: f64::from(most - value) / f64::from(WON),
            error: 0.0,
        };
        (other, cost)
    };
    let others = others.into_iter().map(cost).collect();
    Some(Some(Judgement {
        best: best.clone(),
        others,
        is_certain: true,
    }))
}

impl Solver {
    /// What the game comes to for the seat, if that lies between two bounds.
    fn comes_to(&mut self, game: &dyn DynGame, floor: u8, ceiling: u8) -> Result<u8, Unsolved> {
        let asked = match game.awaits() {
            Awaits::Nobody(outcome) => {
                return Ok((won(&outcome, self.seat, game.seats()) * f64::from(WON)).round() as u8);
            }
            Awaits::Chance => return Err(Unsolved::Unfit),
            Awaits::Seats(seats) if seats.len() > 1 => return Err(Unsolved::Unfit),
            Awaits::Seats(seats) => seats.iter().next().ok_or(Unsolved::Unfit)?,
        };
        let own = asked == self.seat;
        let (mut floor, mut ceiling) = (floor, ceiling);
        for (_, after) in self.next(game, asked)? {
            let value = self.comes_to(&*after, floor, ceiling)?;
            if own {
                floor = floor.max(value);
            } else {
                ceiling = ceiling.min(value);
            }
            if floor >= ceiling {
                break;
            }
        }
        Ok(if own { floor } else { ceiling })
    }

    /// All choices of `asked`, with the positions after them. Those come first that look best to it: once a choice is as good as
    /// can be, the others are not followed.
    fn next(&mut self, game: &dyn DynGame, asked: Seat) -> Result<Vec<After>, Unsolved> {
        let (choices, listing) = game.choices(asked);
        if listing == Listing::Partial {
            return Err(Unsolved::Unfit);
        }
        self.left = self.left.checked_sub(choices.len() as u32).ok_or(Unsolved::Spent)?;
        let after = |what: String| {
            let looks = match game.try_out(asked, &what, &mut Luck::seeded(0)) {
                Some(Evaluation::Score(score)) => score,
                _ => 0,
            };
            let mut after = game.copy();
            after.apply(By::Seat(asked), &what).map_err(|_| Unsolved::Unfit)?;
            Ok((looks, what, after))
        };
        let mut next = choices.into_iter().map(after).collect::<Result<Vec<_>, _>>()?;
        next.sort_by_key(|(looks, ..)| Reverse(*looks));
        Ok(next.into_iter().map(|(_, what, after)| (what, after)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, find};

    /// What a game comes to, by looking at everything; `None` where that are more choices than are `left`.
    fn plainly(game: &dyn DynGame, seat: Seat, left: &mut u32) -> Option<u8> {
        let asked = match game.awaits() {
            Awaits::Nobody(outcome) => return Some((won(&outcome, seat, 2) * 2.0) as u8),
            Awaits::Chance => panic!("nothing is left to chance here"),
            Awaits::Seats(seats) => seats.iter().next()?,
        };
        let all = worth_of_all(game, asked, seat, left)?
            .into_iter()
            .map(|(_, worth)| worth);
        if asked == seat { all.max() } else { all.min() }
    }

    /// What the game comes to for `seat` after each choice of `asked`.
    fn worth_of_all(game: &dyn DynGame, asked: Seat, seat: Seat, left: &mut u32) -> Option<Vec<(String, u8)>> {
        let (choices, _) = game.choices(asked);
        *left = left.checked_sub(choices.len() as u32)?;
        let worth = |what: String| {
            let mut after = game.copy();
            after.apply(By::Seat(asked), &what).unwrap();
            plainly(&*after, seat, left).map(|worth| (what, worth))
        };
        choices.into_iter().map(worth).collect()
    }

    /// Holds what is solved against a look at everything. Says whether there is one best choice; `None` where everything is too
    /// much.
    fn compared(game: &dyn DynGame, seat: Seat) -> Option<bool> {
        const ALL: u32 = 1_500;
        let all = worth_of_all(game, seat, seat, &mut { ALL })?;
        let most = all.iter().map(|(_, worth)| *worth).max()?;
        let best: Vec<&String> = all
            .iter()
            .filter(|(_, worth)| *worth == most)
            .map(|(what, _)| what)
            .collect();
        let solved = solve(game, seat, ALL).expect("chance decides nothing");
        assert_eq!(
            solved.as_ref().map(|judged| &judged.best),
            (best.len() == 1).then(|| best[0])
        );
        for (what, worth) in &all {
            let cost = solved.as_ref().and_then(|judged| judged.cost(what));
            assert!(
                cost.is_none_or(|cost| cost.loss == f64::from(most - worth) / 2.0),
                "{what}"
            );
        }
        Some(solved.is_some())
    }

    #[test]
    fn a_solved_end_is_what_a_look_at_everything_finds() {
        let options = Options::from_iter([("size".to_owned(), 6.into())]);
        let (mut one, mut several) = (0, 0);
        for number in 0..400 {
            let mut luck = Luck::seeded(number);
            let mut play = find("binary").unwrap().start(&options, 2).unwrap();
            loop {
                let (by, what) = match play.awaits() {
                    Awaits::Nobody(_) => break,
                    Awaits::Chance => (By::Chance, play.draw(&mut luck)),
                    Awaits::Seats(seats) => {
                        let seat = seats.iter().next().unwrap();
                        match compared(&*play, seat) {
                            Some(true) => one += 1,
                            Some(false) => several += 1,
                            None => {}
                        }
                        (By::Seat(seat), play.random_choice(seat, &mut luck).unwrap())
                    }
                };
                play.apply(by, &what).unwrap();
            }
            if one > 2 && several > 2 {
                return;
            }
        }
        panic!("{one} ends with one best choice, {several} with several");
    }

    #[test]
    fn a_game_that_chance_decides_is_not_solved() {
        let mut play = find("bingolino").unwrap().start(&Options::new(), 2).unwrap();
        let mut luck = Luck::seeded(1);
        while !matches!(play.awaits(), Awaits::Seats(seats) if seats.len() == 1) {
            let (by, what) = match play.awaits() {
                Awaits::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    (By::Seat(seat), play.random_choice(seat, &mut luck).unwrap())
                }
                _ => (By::Chance, play.draw(&mut luck)),
            };
            play.apply(by, &what).unwrap();
        }
        let seat = (0..2).map(Seat).find(|seat| play.may_choose(*seat)).unwrap();
        assert_eq!(solve(&*play, seat, 10_000), None);
    }
}
