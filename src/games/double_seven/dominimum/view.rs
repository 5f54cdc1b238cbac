//! What a viewer sees, built up from nothing: everything that lies open. A seat also sees its mission and the tile that it
//! holds.

use serde::Serialize;

use super::{Chance, Dominimum, Phase, sizes};
use crate::games::double_seven::held::{Seen, Stage};
use crate::games::double_seven::{Layout, Placement, Tile, groups};
use crate::rules::{Event, Observe, Seat, Viewer, Visibility};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The tiles on the table and the viewer's own.
    #[serde(flatten)]
    pub table: Seen,
    /// What is public about each seat.
    pub seats: Vec<SeatView>,
    /// The viewer's mission, once it is drawn; `None` for the table.
    pub mission: Option<MissionView>,
}

/// What is public about a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// Whether the seat has its mission.
    pub ready: bool,
    /// The seat's mission, when the game is over.
    pub mission: Option<MissionView>,
    /// The seat's place, when the game is over.
    pub place: Option<u8>,
}

/// A mission and its present groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MissionView {
    /// The tile.
    pub tile: Tile,
    /// The sizes of the largest groups of the tile's symbols, in the order of the symbols.
    pub groups: [u8; 2],
    /// The product of the groups.
    pub score: i64,
}

impl MissionView {
    /// The state of a mission on a table.
    pub(super) fn on(layout: &Layout, tile: Tile) -> MissionView {
        let groups = sizes(layout, tile);
        MissionView {
            tile,
            groups,
            score: groups::product(groups),
        }
    }
}

impl Observe for Dominimum {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let over = self.phase == Phase::Over;
        let places = if over { self.places() } else { Vec::new() };
        let mission = |seat| Some(MissionView::on(&self.held.layout, self.mission(seat)?));
        let seat = |seat: Seat| SeatView {
            ready: self.mission(seat).is_some(),
            mission: if over { mission(seat) } else { None },
            place: places.get(seat.index()).copied(),
        };
        let stage = match self.phase {
            Phase::Missions | Phase::First | Phase::Deal => Stage::Deal,
            Phase::Place => Stage::Place,
            Phase::Over => Stage::Over,
        };
        let first = !matches!(self.phase, Phase::Missions | Phase::First);
        View {
            table: self.held.see(viewer, stage, first.then_some(self.first)),
            seats: (0..self.seats).map(Seat).map(seat).collect(),
            mission: match viewer {
                Viewer::Seat(seat) => mission(seat),
                Viewer::Table => None,
            },
        }
    }

    fn visibility(&self, viewer: Viewer, event: &Event<Chance, Placement>) -> Visibility {
        match event {
            Event::Chance(Chance::Mission(seat, _)) if viewer != Viewer::Seat(*seat) => {
                Visibility::Part(format!("mission {seat}"))
            }
            Event::Chance(Chance::Deck(_)) => Visibility::Hidden,
            Event::Chance(_) | Event::Choice(..) => Visibility::Whole,
        }
    }
}

impl View {
    /// The seats that share a score, with that score: the best seats first.
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
