//! What a viewer sees, built up from nothing: what lies open, and for a seat the tile that it holds.

use serde::Serialize;

use super::{Dominomega, Phase, rings};
use crate::games::double_seven::{Layout, Placement, Ring, Tile, groups, placing};
use crate::rules::{Seat, Viewer};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Where the game stands.
    pub stage: Stage,
    /// What is public of each seat.
    pub seats: Vec<SeatView>,
    /// Who places now; `None` when nobody does.
    pub turn: Option<Seat>,
    /// All tiles on the table in the order in which they were placed: the seats in turn, from seat 0 on.
    pub placed: Vec<Placement>,
    /// How many tiles the supply holds.
    pub supply: u8,
    /// What the viewer alone knows; `None` for the table.
    pub own: Option<OwnView>,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The tiles are about to be dealt.
    Deal,
    /// The seats place in turn.
    Place,
    /// Over.
    Over,
}

/// What is public of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// Its ring.
    pub ring: Ring,
    /// The sizes of its groups as they are now, the largest first.
    pub groups: Vec<u8>,
    /// Their product; 0 while it has no group.
    pub product: i64,
    /// Whether it holds a tile.
    pub holds: bool,
}

/// What a seat's holder alone knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OwnView {
    /// Which seat.
    pub seat: Seat,
    /// The tile that it holds.
    pub tile: Option<Tile>,
}

/// The groups of a ring: their sizes, the largest first, and the product, 0 without any.
pub(super) fn standing(layout: &Layout, ring: Ring) -> (Vec<u8>, i64) {
    let sizes = groups::sizes(layout, |symbol| symbol.has(ring));
    let product = if sizes.is_empty() {
        0
    } else {
        groups::product(sizes.iter().copied())
    };
    (sizes, product)
}

impl Dominomega {
    pub(super) fn see(&self, viewer: Viewer) -> View {
        let seat = |(index, ring): (usize, &Ring)| {
            let (groups, product) = standing(&self.held.layout, *ring);
            SeatView {
                ring: *ring,
                groups,
                product,
                holds: self.held.hands[index].is_some(),
            }
        };
        View {
            stage: match self.phase {
                Phase::Deal => Stage::Deal,
                Phase::Place => Stage::Place,
                Phase::Over => Stage::Over,
            },
            seats: rings(self.seats).iter().enumerate().map(seat).collect(),
            turn: (self.phase == Phase::Place).then_some(self.held.turn),
            placed: self.held.layout.laid().map(|laid| laid.placement).collect(),
            supply: self.held.supply().len() as u8,
            own: match viewer {
                Viewer::Seat(seat) if self.is_seat(seat) => Some(OwnView {
                    seat,
                    tile: self.held.hand(seat),
                }),
                _ => None,
            },
        }
    }
}

impl View {
    /// What lies on the table.
    pub(super) fn layout(&self) -> Layout {
        let mut layout = Layout::new();
        self.placed.iter().for_each(|placement| layout.lay(*placement));
        layout
    }

    /// Who placed the tile with this number, counted from 0.
    pub(super) fn placer(&self, number: usize) -> Seat {
        Seat((number % self.seats.len().max(1)) as u8)
    }

    /// The tile that the viewer is to place now, and its seat.
    pub(super) fn placing(&self) -> Option<(Seat, Tile)> {
        let own = self.own.filter(|own| self.turn == Some(own.seat))?;
        Some((own.seat, own.tile?))
    }

    /// All that the viewer may place now.
    pub(super) fn placements(&self, layout: &Layout) -> Vec<Placement> {
        match self.placing() {
            Some((_, tile)) => placing::all(layout, tile).collect(),
            None => Vec::new(),
        }
    }

    /// Who has won, when the game is over.
    pub(super) fn has_won(&self, seen: &SeatView) -> bool {
        let most = self.seats.iter().map(|seat| seat.product).max();
        self.stage == Stage::Over && most == Some(seen.product)
    }
}
