//! What a viewer sees, built up from nothing: everything that lies open. A seat also sees the tile that it holds.

use serde::Serialize;

use super::{Dominomega, rings};
use crate::games::double_seven::held::{Seen, Stage};
use crate::games::double_seven::{Layout, Ring, groups};
use crate::rules::{Observe, Seat, Viewer};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The tiles on the table and the viewer's own.
    #[serde(flatten)]
    pub table: Seen,
    /// What is public about each seat.
    pub seats: Vec<SeatView>,
}

/// What is public about a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// Its ring.
    pub ring: Ring,
    /// The present sizes of the seat's groups, the largest first.
    pub groups: Vec<u8>,
    /// The product of the groups; 0 while there is no group.
    pub product: i64,
}

/// The groups of a ring: their sizes, the largest first, and their product, which is 0 without groups.
pub(super) fn standing(layout: &Layout, ring: Ring) -> (Vec<u8>, i64) {
    let sizes = groups::sizes(layout, |symbol| symbol.has(ring));
    let product = if sizes.is_empty() {
        0
    } else {
        groups::product(sizes.iter().copied())
    };
    (sizes, product)
}

impl Observe for Dominomega {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let seat = |ring: &Ring| {
            let (groups, product) = standing(&self.held.layout, *ring);
            SeatView {
                ring: *ring,
                groups,
                product,
            }
        };
        View {
            table: self.held.see(viewer, self.stage, Some(Seat(0))),
            seats: rings(self.seats).iter().map(seat).collect(),
        }
    }
}

impl View {
    /// The viewer's seat, and what is public about it; `None` for the table.
    pub(super) fn own(&self) -> Option<(Seat, &SeatView)> {
        let seat = self.table.own?.seat;
        Some((seat, self.seats.get(seat.index())?))
    }

    /// Whether this seat has won, when the game is over.
    pub(super) fn has_won(&self, seen: &SeatView) -> bool {
        let most = self.seats.iter().map(|seat| seat.product).max();
        self.table.stage == Stage::Over && most == Some(seen.product)
    }
}
