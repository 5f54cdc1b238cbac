//! How promising a position is, for computer players: what lies open is multiplied as it is.

use super::{Dominomega, Phase, rings};
use crate::games::double_seven::{Ring, groups};
use crate::rules::Seat;

/// More than any lead on the table.
const WIN: i64 = 1_000_000;

impl Dominomega {
    fn weight(&self, ring: Ring) -> i64 {
        let sizes = groups::sizes(&self.held.layout, |symbol| symbol.has(ring));
        sizes.into_iter().map(groups::weight).sum()
    }

    /// The lead over the others on average, as powers of two; at the end first place above all.
    pub(super) fn outlook(&self, seat: Seat) -> i64 {
        let mut lead = 0;
        for (other, ring) in (0..).map(Seat).zip(rings(self.seats)) {
            let weight = self.weight(*ring);
            lead += if other == seat {
                weight * i64::from(self.seats - 1)
            } else {
                -weight
            };
        }
        if self.phase != Phase::Over {
            return lead;
        }
        let own = self.scores().get(seat.index());
        if own == self.scores().iter().max() {
            lead + WIN
        } else {
            lead - WIN
        }
    }
}
