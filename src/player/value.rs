//! What positions and outcomes are worth to a seat.

use crate::games::World;
use crate::rules::{Awaits, Outcome, Seat};

/// The value of an outcome for a seat: first place above all, then the lead in points over the best other seat.
pub(super) fn worth(outcome: &Outcome, seat: Seat) -> i64 {
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

/// Turns a game's scores into numbers between 0 and 1, so that averages of them mean something. A score far from the usual
/// ones, such as that of a game that is won, comes near to 0 or 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    centre: f64,
    spread: f64,
}

impl Scale {
    /// The scale on which these scores lie about the middle.
    pub(super) fn of(scores: &mut [i64]) -> Scale {
        let centre = median(scores);
        let mut distances: Vec<i64> = scores
            .iter()
            .map(|score| (score.saturating_sub(centre)).saturating_abs())
            .collect();
        let usual = median(&mut distances);
        let usual = match usual {
            0 => distances.iter().find(|distance| **distance > 0).copied().unwrap_or(1),
            usual => usual,
        };
        Scale {
            centre: centre as f64,
            spread: 4.0 * usual as f64,
        }
    }

    /// Where a score lies on the scale.
    pub(super) fn place(&self, score: i64) -> f32 {
        let from = (score as f64 - self.centre) / self.spread;
        (0.5 + 0.5 * from / (1.0 + from.abs())) as f32
    }
}

/// The middle of these numbers, which it sorts; 0 where there are none.
fn median(numbers: &mut [i64]) -> i64 {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

/// The chance of `seat` to win among equal players, as far as this position tells: at the end its outcome, and before that the
/// scores of all seats. `None` while a seat has no score.
pub(super) fn chance(world: &dyn World, seat: Seat, seats: u8) -> Option<f64> {
    if let Awaits::Nobody(outcome) = world.awaits() {
        return Some(won(&outcome, seat, seats));
    }
    let scores: Option<Vec<i64>> = (0..seats).map(|seat| world.evaluate(Seat(seat))).collect();
    let scores = scores?;
    let highest = scores.iter().max().copied().unwrap_or_default();
    let odds = |score: &i64| 3_f64.powf(score.saturating_sub(highest) as f64 / world.lead() as f64);
    let team = world.team(seat);
    let own = (0..)
        .map(Seat)
        .zip(&scores)
        .filter(|(other, _)| world.team(*other) == team);
    let own: f64 = own.map(|(_, score)| odds(score)).sum();
    Some(own / scores.iter().map(odds).sum::<f64>())
}

/// As [`chance`], where two seats play and what one of them is ahead the other one is behind.
pub(super) fn chance_of_two(score: i64, lead: i64) -> f64 {
    1.0 / (1.0 + 9_f64.powf(-(score as f64) / lead as f64))
}

/// How much of a win an outcome is for a seat: where nobody has won, or all alike, each has its share.
pub(super) fn won(outcome: &Outcome, seat: Seat, seats: u8) -> f64 {
    let first = |place: &u8| *place == 1;
    let places = outcome.places.as_deref().unwrap_or_default();
    let firsts = places.iter().filter(|place| first(place)).count();
    match places.get(seat.index()) {
        Some(place) if firsts > 0 && firsts < places.len() => f64::from(u8::from(first(place))),
        _ => 1.0 / f64::from(seats.max(1)),
    }
}

/// The score of a position for `seat`, if it has one.
pub(super) fn score(world: &dyn World, seat: Seat) -> Option<i64> {
    world.evaluate(seat).or_else(|| match world.awaits() {
        Awaits::Nobody(outcome) => Some(worth(&outcome, seat)),
        _ => None,
    })
}
