//! Computer players: they see what the holder of their seat would see, and no more.
//!
//! A player is handed worlds that its seat cannot tell from the real one ([`Game::imagine`](crate::rules::Game::imagine)),
//! never the real one. In each it tries the choices that are worth it
//! ([`Game::candidates`](crate::rules::Game::candidates)) and asks the game how promising it looks afterwards
//! ([`Game::evaluate`](crate::rules::Game::evaluate)); a game that has no opinion is played on at random until it has one
//! or is over. The choice that looks best on average is made: greedy, with no plan beyond it, and quick. One player for
//! all games: it knows no rules.
//!
//! All choices are tried with the same luck, so that none looks better only because the dice fell better for it. Nothing
//! but the source decides between equal ones: the same source gives the same choice.

mod draw_offer;
mod luck;
#[cfg(test)]
mod tests;

use crate::games::{DynGame, Evaluation};
use crate::rules::{Outcome, Seat, Source};

use luck::Luck;

pub use draw_offer::agrees;

/// Choices that are tried for one decision, over all worlds: so a seat with a thousand choices answers about as quickly as
/// one with ten. Each is tried in one world at least.
const TRIES: usize = 1_500;

/// How often a choice is tried in one world with other luck, where there are few.
const OFTEN: usize = 8;

/// A choice for `seat`, in notation. `imagine` deals a world that the seat cannot tell from the real one; at most `worlds` of
/// them are searched, and with none the choice is any legal one. `None` when the seat has nothing to choose.
pub fn choose(
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
        // Where nothing is hidden and nothing is left to luck, every other world is this one again.
        if tried && !dealt {
            break;
        }
    }
    best(&choices, &values, source).cloned()
}

/// Tries every choice with the same luck and adds to their values. Whether any luck was needed.
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

/// What a choice is worth that turns out not to be legal: the last that is made.
const NOTHING: i64 = i64::MIN / 4;

/// One of those choices whose value is the highest.
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

/// What an outcome is worth to a seat: first place above all, then the lead in points over the best of the others.
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
