//! The evaluation of a position, for computer players: multiplies the groups of the present table.

use super::{Dominomega, Phase, rings};
use crate::games::double_seven::groups;
use crate::rules::Seat;

/// More than any lead on the table.
const WIN: i64 = 1_000_000;

impl Dominomega {
    /// The average lead over the others, as powers of two; at the end first place counts above all.
    pub(super) fn outlook(&self, seat: Seat) -> i64 {
        let large = |other: Seat| -> i64 {
            let Some(ring) = rings(self.seats).get(other.index()) else {
                return 0;
            };
            let sizes = groups::sizes(&self.held.layout, |symbol| symbol.has(*ring));
            sizes.into_iter().map(groups::weight).sum()
        };
        let lead = self.held.lead(seat, large);
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
