//! The evaluation of a hand, for computer players: a hand has no score before it is over.
//!
//! Until then computer players play on at random, in worlds that their seat considers possible. The number of points that
//! change hands counts. In a match, every point is worth the same.

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

/// The value of winning a hand, in points.
const WIN: i64 = 20;
