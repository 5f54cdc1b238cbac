//! The evaluation of a position, for computer players: multiplies the missions' groups as the table stands. In an imagined
//! world the others have missions as well.

use super::{Dominimum, Phase, sizes};
use crate::games::double_seven::groups;
use crate::rules::Seat;

/// More than any lead on the table.
const WIN: i64 = 1_000_000;

impl Dominimum {
    /// How much larger the others' products are on average, as powers of two; at the end first place counts above all.
    /// `None` before the tiles are dealt.
    pub(super) fn outlook(&self, seat: Seat) -> Option<i64> {
        if !matches!(self.phase, Phase::Place | Phase::Over) {
            return None;
        }
        let small = |other: Seat| -> i64 {
            let sizes = sizes(&self.held.layout, self.missions[other.index()]);
            -sizes.map(groups::weight).iter().sum::<i64>()
        };
        let lead = self.held.lead(seat, small);
        if self.phase == Phase::Place {
            return Some(lead);
        }
        let won = self.places().get(seat.index()) == Some(&1);
        Some(if won { lead + WIN } else { lead - WIN })
    }
}
