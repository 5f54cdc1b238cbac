//! The greedy player: quick, and without planning ahead.
//!
//! In each imagined game the player tries the candidate choices ([`Search::candidates`](crate::rules::Search::candidates)) and
//! asks the game for the score of the position afterwards ([`Search::evaluate`](crate::rules::Search::evaluate)). Where a
//! game gives no score, it is played on at random until it does or is over. The player makes the choice with the best
//! average.
//!
//! All choices are tried with the same luck, so none looks better only because its dice were better. Only the source
//! decides between equal choices: the same source gives the same choice.

use super::luck::Luck;
use super::noise::pick;
use super::value::worth;
use crate::games::{DynGame, Evaluation};
use crate::rules::{Seat, Source};

/// How many tries one decision takes over all imagined games, so that a seat with a thousand choices answers about as fast
/// as one with ten. Every choice is tried in at least one game.
const TRIES: usize = 1_500;
/// How many tries a decision may take for each imagined game, where that is more.
const TRIES_A_WORLD: usize = 125;

/// How often a choice is tried in one imagined game with other luck, where there are few choices.
const OFTEN: usize = 8;

/// A choice for `seat`, in notation. `imagine` deals a game that the seat cannot tell from the real one; at most `worlds` of
/// them are searched, and for 0 the choice is any legal one. With some `noise` it is often a good one, instead of the best.
/// `None` when the seat has nothing to choose.
pub(super) fn choose(
    seat: Seat,
    imagine: impl Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    worlds: u32,
    noise: u16,
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
    let tries = TRIES.max(TRIES_A_WORLD.saturating_mul(worlds as usize));
    let worlds = (tries / choices.len()).clamp(1, worlds as usize);
    let often = (tries / (choices.len() * worlds)).clamp(1, OFTEN);
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
    if noise == 0 {
        return best(&choices, &values, source).cloned();
    }
    let values: Vec<f32> = values.iter().map(|value| *value as f32).collect();
    choices.get(pick(&values, noise, source)).cloned()
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
