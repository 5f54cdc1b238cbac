//! What computer players search: other worlds, and the evaluation of a position, which multiplies the groups that seats can
//! expect at the end ([`Prospects`]).

use super::prospects::{Prospects, WEIGHTS};
use super::{Dominomega, Stage, rings};
use crate::games::double_seven::SET;
use crate::rules::{Search, Seat, Source, Strategy, Viewer};

/// More than any lead on the table.
const WIN: i64 = 1_000_000;

impl Search for Dominomega {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(1, 860),
        Strategy::greedy(1, 225),
        Strategy::greedy(1, 114),
        Strategy::greedy(1, 60),
        Strategy::greedy(1, 20),
        Strategy::search(20_000),
    ];
    const LEAD: i64 = 2_700;

    /// The same table with other tiles in place of those that `viewer` does not see.
    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Dominomega {
        let mut world = self.clone();
        if self.stage == Stage::Place {
            world.held.deal_anew(viewer, self.held.unseen(viewer), source);
        }
        world
    }

    /// The lead over the others, as powers of two; at the end first place counts above all.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        let left = SET - self.held.layout.len();
        let large = |other: Seat| -> i64 {
            let ring = rings(self.seats).get(other.index());
            ring.map_or(0, |ring| Prospects::of(&self.held.layout, *ring).value(left, &WEIGHTS))
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
