//! What computer players search: other worlds, and the evaluation of a position, which multiplies the groups of the present
//! table.

use super::{Dominomega, Stage, rings};
use crate::games::double_seven::groups;
use crate::rules::{Search, Seat, Source, Strategy, Viewer};

/// More than any lead on the table.
const WIN: i64 = 1_000_000;

impl Search for Dominomega {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(12, 4000),
        Strategy::greedy(12, 260),
        Strategy::greedy(12, 140),
        Strategy::greedy(12, 80),
        Strategy::greedy(12, 0),
        Strategy::search(20_000),
    ];
    const LEAD: i64 = 6_400;

    /// The same table with other tiles in place of those that `viewer` does not see.
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Dominomega {
        let mut world = self.clone();
        if self.stage == Stage::Place {
            world.held.deal_anew(viewer, self.held.unseen(viewer), source);
        }
        world
    }

    /// The average lead over the others, as powers of two; at the end first place counts above all.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        let large = |other: Seat| -> i64 {
            let Some(ring) = rings(self.seats).get(other.index()) else {
                return 0;
            };
            let sizes = groups::sizes(&self.held.layout, |symbol| symbol.has(*ring));
            sizes.into_iter().map(groups::weight).sum()
        };
        let lead = self.held.lead(seat, large);
        if self.stage != Stage::Over {
            return Some(lead);
        }
        let own = self.scores().get(seat.index());
        let won = own == self.scores().iter().max();
        Some(if won { lead + WIN } else { lead - WIN })
    }
}
