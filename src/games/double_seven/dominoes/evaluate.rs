//! How promising a hand is, for computer players: nothing is said of it before it is over.
//!
//! Computer players then play on at random, in worlds that their seat thinks possible; what counts is how many points
//! change hands. Where a match is played on, a point is a point.

use super::{Dominoes, Phase};
use crate::rules::{Game, Seat};

impl Dominoes {
    pub(super) fn outlook(&self, seat: Seat) -> Option<i64> {
        let over = self.over.filter(|_| self.phase == Phase::Over)?;
        if over.winners.is_empty() {
            return Some(0);
        }
        let won = over.winners.iter().any(|winner| self.team(winner) == self.team(seat));
        let worth = WIN + i64::from(over.points);
        Some(if won { worth } else { -worth })
    }
}

/// What it is worth to win a hand, in points.
const WIN: i64 = 20;
