//! How promising a position is, for computer players: there is an opinion only at the end, so that all is played out.
//!
//! A tree closes easily, and then nobody wins and people play again. So such an end is neither won nor lost: it is worth as
//! much as an end is on average, and a fifth more, for the computer thinks itself a little better than the others. Who is
//! ahead keeps the tree open, and who is behind closes it. Counting places and tiles on the way there was tried, with many
//! weights, and tells less than games that are played to their end at random.

use super::{Phase, Tree};
use crate::rules::Seat;

/// What first place is worth.
const FIRST: i64 = 1_000;

/// What each later place is worth more than the next one: little, for what counts is to be first.
const STEP: i64 = 100;

/// What each tile is worth that the others still have, on average, or that the seat has itself: so ends tell more than who won.
const AHEAD: i64 = 50;

impl Tree {
    /// What the end is worth to a seat. For who is out of tiles it has come, however the others go on.
    pub(super) fn outlook(&self, seat: Seat) -> Option<i64> {
        let place = *self.places.get(seat.index())?;
        if self.phase != Phase::Over && place == 0 {
            return None;
        }
        let places = self.outcome().places;
        let place = places.and_then(|places| places.get(seat.index()).copied());
        let seats = i64::from(self.seats);
        if seats == 1 {
            return Some(place.map_or(0, |place| self.worth(place)));
        }
        let all: i64 = (1..=self.seats).map(|place| self.worth(place)).sum();
        let worth = place.map_or(6 * all / (5 * seats), |place| self.worth(place));
        Some(worth + AHEAD * self.lead(seat) / (seats - 1))
    }

    fn worth(&self, place: u8) -> i64 {
        match place {
            1 => FIRST,
            _ => STEP * i64::from(self.seats.saturating_sub(place)),
        }
    }

    /// How many tiles fewer a seat has than the others, summed over them.
    fn lead(&self, seat: Seat) -> i64 {
        let tiles = |seat: Seat| self.hands[seat.index()].len() as i64;
        self.all().iter().map(|other| tiles(other) - tiles(seat)).sum()
    }
}
