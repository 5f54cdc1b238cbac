//! What a viewer sees, built up from nothing: everything that lies open. A seat also sees the tile that it holds.

use serde::Serialize;

use super::super::{Layout, Placement, Tile, placing};
use super::Held;
use crate::rules::{Seat, Viewer};

/// What a viewer sees of tiles that are placed in turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// The stage of the game.
    pub stage: Stage,
    /// The seat that places first; `None` before it is settled.
    pub first: Option<Seat>,
    /// The seat that places now; `None` when nobody places.
    pub turn: Option<Seat>,
    /// Whether each seat holds a tile.
    pub holds: Vec<bool>,
    /// All tiles on the table in the order in which they were placed: the seats in turn, from the first on.
    pub placed: Vec<Placement>,
    /// How many tiles the supply holds.
    pub supply: u8,
    /// What only the viewer knows; `None` for the table.
    pub own: Option<Own>,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The tiles are to be dealt.
    Deal,
    /// The seats place in turn.
    Place,
    /// Over.
    Over,
}

/// What only the holder of a seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Own {
    /// The seat.
    pub seat: Seat,
    /// The tile that it holds.
    pub tile: Option<Tile>,
}

impl Held {
    /// What a viewer sees; `first` is who begins, once that is settled.
    pub fn see(&self, viewer: Viewer, stage: Stage, first: Option<Seat>) -> Seen {
        let seats = (0..self.seats).map(Seat);
        Seen {
            stage,
            first,
            turn: (stage == Stage::Place).then_some(self.turn),
            holds: seats.map(|seat| self.hand(seat).is_some()).collect(),
            placed: self.layout.laid().map(|laid| laid.placement).collect(),
            supply: self.supply().len() as u8,
            own: match viewer {
                Viewer::Seat(seat) if seat.0 < self.seats => Some(Own {
                    seat,
                    tile: self.hand(seat),
                }),
                _ => None,
            },
        }
    }
}

impl Seen {
    /// What lies on the table.
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::new();
        self.placed.iter().for_each(|placement| layout.lay(*placement));
        layout
    }

    /// The seats in the order in which they place, from the first on.
    pub fn order(&self) -> Vec<Seat> {
        let count = self.holds.len() as u8;
        let first = self.first.map_or(0, |first| first.0);
        (0..count).map(|turn| Seat((first + turn) % count)).collect()
    }

    /// The seat that placed the tile with this number, counted from 0.
    pub fn placer(&self, number: usize) -> Seat {
        let order = self.order();
        order.get(number % order.len().max(1)).copied().unwrap_or(Seat(0))
    }

    /// The last placements, at most so many, each with its seat; the oldest first.
    pub fn last(&self, many: usize) -> impl Iterator<Item = (Seat, Placement)> {
        let from = self.placed.len().saturating_sub(many);
        let placed = (from..).zip(&self.placed[from..]);
        placed.map(|(number, placement)| (self.placer(number), *placement))
    }

    /// The tile that the viewer is to place now.
    pub fn placing(&self) -> Option<Tile> {
        self.own.filter(|own| self.turn == Some(own.seat))?.tile
    }

    /// Every placement that the viewer may make now.
    pub fn placements(&self, layout: &Layout) -> Vec<Placement> {
        match self.placing() {
            Some(tile) => placing::all(layout, tile).collect(),
            None => Vec::new(),
        }
    }
}

/// The layout after a placement.
pub fn after(layout: &Layout, placement: Option<Placement>) -> Layout {
    let mut then = layout.clone();
    if let Some(placement) = placement {
        then.lay(placement);
    }
    then
}
