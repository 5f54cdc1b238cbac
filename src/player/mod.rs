//! Computer players: they see what the holder of their seat would see, and no more.
//!
//! A player is handed worlds that its seat cannot tell from the real one ([`Game::imagine`](crate::rules::Game::imagine)),
//! never the real one. In each it tries every choice and plays the rest at random; the choice that ends best on average
//! is made. One player for all games: it knows no rules.

mod truce;

pub use truce::agrees;

use crate::games::Play;
use crate::rules::{By, Outcome, Seat, Source};

/// A choice for `seat`, in notation. `imagine` deals a world that the seat cannot tell from the real one; `worlds` of them
/// are searched, and with none the choice is any legal one. `None` when the seat has nothing to choose.
pub fn choose<S: Source>(
    seat: Seat,
    imagine: impl Fn(&mut S) -> Box<dyn Play>,
    source: &mut S,
    worlds: u32,
) -> Option<String> {
    let first = imagine(source);
    let (choices, _) = first.choices(seat);
    if worlds == 0 || choices.len() < 2 {
        return first.random_choice(seat, source);
    }
    let mut values = vec![0_i64; choices.len()];
    for _ in 0..worlds {
        let world = imagine(source);
        for (value, choice) in values.iter_mut().zip(&choices) {
            let mut tried = world.copy();
            if tried.apply(By::Seat(seat), choice).is_ok() {
                *value += tried.play_out(source).1.map_or(0, |outcome| worth(&outcome, seat));
            }
        }
    }
    let best = values.iter().copied().max()?;
    let equals: Vec<&String> = choices
        .iter()
        .zip(&values)
        .filter(|(_, value)| **value == best)
        .map(|pair| pair.0)
        .collect();
    (source as &mut dyn Source)
        .pick(&equals)
        .map(|choice| (*choice).clone())
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
