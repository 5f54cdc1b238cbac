//! Computer players: they see what the holder of their seat would see, and no more.
//!
//! A player gets imagined games that its seat cannot tell from the real one
//! ([`Search::imagine`](crate::rules::Search::imagine)), never the real one. In each it tries the candidate choices
//! ([`Search::candidates`](crate::rules::Search::candidates)) and asks the game for the score of the position afterwards
//! ([`Search::evaluate`](crate::rules::Search::evaluate)). Where a game gives no score, it is played on at random until it
//! does or is over. The player makes the choice with the best average: greedy, without planning ahead, and quick. One
//! player serves all games: it knows no rules.
//!
//! All choices are tried with the same luck, so none looks better only because its dice were better. Only the source
//! decides between equal choices: the same source gives the same choice.
//!
//! People choose how well a computer player plays ([`Level`]).

mod draw_offer;
mod level;
mod luck;
#[cfg(test)]
mod tests;

use crate::games::{DynGame, Evaluation};
use crate::rules::{Outcome, Seat, Source};

use luck::Luck;

pub use draw_offer::agrees;
pub use level::{Level, NoLevel};

/// How many tries one decision takes over all imagined games, so that a seat with a thousand choices answers about as fast
/// as one with ten. Every choice is tried in at least one game.
const TRIES: usize = 1_500;

/// How often a choice is tried in one imagined game with other luck, where there are few choices.
const OFTEN: usize = 8;

/// The choice of a computer player of this level at `seat`, in notation. `imagine` deals a game that the seat cannot tell
/// from the real one. `None` when the seat has nothing to choose.
pub fn choose(
    seat: Seat,
    imagine: impl Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    level: Level,
) -> Option<String> {
    let effort = level.effort();
    let worlds = match source.below(100) < effort.thoughtless {
        true => 0,
        false => effort.worlds,
    };
    search(seat, imagine, source, worlds)
}

/// The best choice in at most `worlds` imagined games; for 0 any legal choice.
fn search(
    seat: Seat,
    imagine: impl Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    worlds: u32,
) -> Option<String> {
    let mut luck = Luck::draw(source);
    let mut world = imagine(&mut luck);
    let mut choices = match worlds {
        0 => Vec::new(),
        _ => world.candidates(seat),
    };
    if choices.len() < 2 {
        return choices.pop().or_else(|| world.random_choice(seat, source));
    }
    let worlds = (TRIES / choices.len()).clamp(1, worlds as usize);
    let often = (TRIES / (choices.len() * worlds)).clamp(1, OFTEN);
    let mut values = vec![0_i64; choices.len()];
    for nth in 0..worlds {
        if nth > 0 {
            luck = Luck::draw(source);
            world = imagine(&mut luck);
        }
        let dealt = luck.was_asked();
        let tried = (0..often).any(|_| !try_all(&*world, seat, &choices, source, &mut values));
        // Without hidden things and without luck, every other imagined game equals this one.
        if tried && !dealt {
            break;
        }
    }
    best(&choices, &values, source).cloned()
}

/// Tries every choice with the same luck and adds up their values. Returns whether any luck was needed.
fn try_all(world: &dyn DynGame, seat: Seat, choices: &[String], source: &mut dyn Source, values: &mut [i64]) -> bool {
    let luck = Luck::draw(source);
    let mut asked = false;
    for (value, choice) in values.iter_mut().zip(choices) {
        let mut own = luck;
        let worth = match world.try_out(seat, choice, &mut own) {
            Some(Evaluation::Score(score)) => score,
            Some(Evaluation::Over(outcome)) => worth(&outcome, seat),
            None => NOTHING,
        };
        *value = value.saturating_add(worth);
        asked |= own.was_asked();
    }
    asked
}

/// The value of a choice that turns out to be illegal: it is made last of all.
const NOTHING: i64 = i64::MIN / 4;

/// One of the choices with the highest value.
fn best<'c>(choices: &'c [String], values: &[i64], source: &mut dyn Source) -> Option<&'c String> {
    let most = values.iter().max()?;
    let equals: Vec<&String> = choices
        .iter()
        .zip(values)
        .filter(|(_, value)| *value == most)
        .map(|(choice, _)| choice)
        .collect();
    source.pick(&equals).copied()
}

/// The value of an outcome for a seat: first place above all, then the lead in points over the best other seat.
fn worth(outcome: &Outcome, seat: Seat) -> i64 {
    const WIN: i64 = 20;
    let place = outcome
        .places
        .as_ref()
        .and_then(|places| places.get(seat.index()).copied());
    let lead = outcome.scores.as_ref().map_or(0, |scores| {
        let own = scores.get(seat.index()).copied().unwrap_or(0);
        let best = scores
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != seat.index())
            .map(|(_, score)| *score)
            .max();
        own - best.unwrap_or(0)
    });
    if place == Some(1) {
        WIN + lead
    } else {
        lead - i64::from(place.unwrap_or(0))
    }
}
