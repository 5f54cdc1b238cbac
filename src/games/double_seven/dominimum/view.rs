//! What a viewer sees, built up from nothing: what lies open, and for a seat its mission and the tile that it holds.

use serde::Serialize;

use super::{Dominimum, Phase, sizes};
use crate::games::double_seven::{Layout, Placement, Tile, groups, placing};
use crate::rules::{Seat, Viewer};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Where the game stands.
    pub stage: Stage,
    /// What is public of each seat.
    pub seats: Vec<SeatView>,
    /// Who placed first, or will; `None` before that was drawn.
    pub first: Option<Seat>,
    /// Who places now; `None` when nobody does.
    pub turn: Option<Seat>,
    /// All tiles on the table in the order in which they were placed: the seats in turn, from the first on.
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
    /// Missions, the first seat and the tiles are drawn.
    Deal,
    /// The seats place in turn.
    Place,
    /// Over.
    Over,
}

/// What is public of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// Whether it has its mission.
    pub ready: bool,
    /// Whether it holds a tile.
    pub holds: bool,
    /// Its mission, when the game is over.
    pub mission: Option<MissionView>,
    /// Its place, when the game is over.
    pub place: Option<u8>,
}

/// A mission, and how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MissionView {
    /// The tile.
    pub tile: Tile,
    /// The sizes of the largest groups of its symbols, in its order.
    pub groups: [u8; 2],
    /// Their product.
    pub score: i64,
}

/// What a seat's holder alone knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OwnView {
    /// Which seat.
    pub seat: Seat,
    /// Its mission, once it is drawn.
    pub mission: Option<MissionView>,
    /// The tile that it holds.
    pub tile: Option<Tile>,
}

impl MissionView {
    /// How a mission stands on a table.
    pub(super) fn on(layout: &Layout, tile: Tile) -> MissionView {
        let groups = sizes(layout, tile);
        MissionView {
            tile,
            groups,
            score: groups::product(groups),
        }
    }
}

impl Dominimum {
    pub(super) fn see(&self, viewer: Viewer) -> View {
        let over = self.phase == Phase::Over;
        let places = if over { self.places() } else { Vec::new() };
        let mission = |seat| Some(MissionView::on(&self.held.layout, self.mission(seat)?));
        let seat = |seat: Seat| SeatView {
            ready: self.mission(seat).is_some(),
            holds: self.held.hand(seat).is_some(),
            mission: if over { mission(seat) } else { None },
            place: places.get(seat.index()).copied(),
        };
        View {
            stage: match self.phase {
                Phase::Missions | Phase::First | Phase::Deal => Stage::Deal,
                Phase::Place => Stage::Place,
                Phase::Over => Stage::Over,
            },
            seats: (0..self.seats).map(Seat).map(seat).collect(),
            first: (!matches!(self.phase, Phase::Missions | Phase::First)).then_some(self.first),
            turn: (self.phase == Phase::Place).then_some(self.held.turn),
            placed: self.held.layout.laid().map(|laid| laid.placement).collect(),
            supply: self.held.supply().len() as u8,
            own: match viewer {
                Viewer::Seat(seat) if self.is_seat(seat) => Some(OwnView {
                    seat,
                    mission: mission(seat),
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

    /// The seats in the order in which they place, from the first on.
    pub(super) fn order(&self) -> Vec<Seat> {
        let count = self.seats.len() as u8;
        let first = self.first.map_or(0, |first| first.0);
        (0..count).map(|turn| Seat((first + turn) % count)).collect()
    }

    /// Who placed the tile with this number, counted from 0.
    pub(super) fn placer(&self, number: usize) -> Seat {
        let order = self.order();
        order.get(number % order.len().max(1)).copied().unwrap_or(Seat(0))
    }

    /// The tile that the viewer is to place now.
    pub(super) fn placing(&self) -> Option<Tile> {
        self.own.filter(|own| self.turn == Some(own.seat))?.tile
    }

    /// All that the viewer may place now.
    pub(super) fn placements(&self, layout: &Layout) -> Vec<Placement> {
        match self.placing() {
            Some(tile) => placing::all(layout, tile).collect(),
            None => Vec::new(),
        }
    }

    /// Seats whose scores are equal, with the score: those who are ahead first.
    pub(super) fn ties(&self) -> Vec<(i64, Vec<Seat>)> {
        let mut ranked: Vec<(i64, u8, Seat)> = (0..)
            .map(Seat)
            .zip(&self.seats)
            .filter_map(|(seat, seen)| Some((seen.mission?.score, seen.place?, seat)))
            .collect();
        ranked.sort_by_key(|(score, place, _)| (*score, *place));
        let ties = ranked.chunk_by(|one, other| one.0 == other.0);
        ties.filter(|tied| tied.len() > 1)
            .map(|tied| (tied[0].0, tied.iter().map(|(_, _, seat)| *seat).collect()))
            .collect()
    }
}
