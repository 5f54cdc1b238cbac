//! What a viewer sees of a game. Everything is public: a seat sees the same as the table, plus whose view it is.

use serde::Serialize;

use super::notation::{Chance, Choice};
use super::squares::{Square, Squares};
use super::territory::{Sizes, territories};
use super::{Binary, Options, Phase};
use crate::rules::{Ended, Event, Observe, Seat, Viewer, Visibility};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The stage of the game.
    pub stage: Stage,
    /// Every option with its effective value.
    pub options: Options,
    /// The seat that has black; `None` before black is drawn.
    pub black: Option<Seat>,
    /// The seat that places now; `None` when nobody places.
    pub turn: Option<Seat>,
    /// What each seat has, by seat.
    pub sides: [SideView; 2],
    /// The four squares in the middle.
    pub centre: Vec<Square>,
    /// The choice that was placed last.
    pub last: Option<Placed>,
    /// How the game ended, if it ended by word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// The seat whose view this is; `None` for the table.
    pub viewer: Option<Seat>,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Black is about to be drawn.
    Draw,
    /// The first piece is to be placed.
    Opening,
    /// The seats place in turn.
    Place,
    /// One seat's hand is empty, and the other plays on alone.
    Alone,
    /// Over.
    Over,
}

/// What a seat has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideView {
    /// The pieces not yet placed.
    pub hand: u8,
    /// The pieces given up for squares of the centre.
    pub discarded: u8,
    /// The squares of the seat's pieces.
    pub pieces: Squares,
    /// The seat's present territories, the largest first, then by their first squares. The first is the one that counts
    /// twice. Empty before black is drawn.
    pub territories: Vec<Squares>,
    /// What these territories would score.
    pub score: i64,
}

/// What a seat placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Placed {
    /// The seat that placed.
    pub seat: Seat,
    /// What the seat placed, and where.
    pub choice: Choice,
    /// Whether another piece was given up for this choice.
    pub discard: bool,
}

impl Observe for Binary {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let placing = self.phase == Phase::Place;
        View {
            stage: match self.phase {
                Phase::Draw => Stage::Draw,
                Phase::Over => Stage::Over,
                Phase::Place if self.is_opening() => Stage::Opening,
                Phase::Place if self.sides.iter().any(|side| side.hand == 0) => Stage::Alone,
                Phase::Place => Stage::Place,
            },
            options: self.options,
            black: (self.phase != Phase::Draw).then_some(self.black),
            turn: placing.then_some(self.turn),
            sides: [Seat(0), Seat(1)].map(|seat| self.side_view(seat)),
            centre: self.frame.centre.iter().collect(),
            last: self.last,
            ended: None,
            viewer: self.seat_of(viewer),
        }
    }

    fn visibility(&self, _: Viewer, _: &Event<Chance, Choice>) -> Visibility {
        Visibility::Whole
    }
}

impl Binary {
    fn side_view(&self, seat: Seat) -> SideView {
        let side = self.side(seat);
        let ground = match self.phase {
            Phase::Draw => Squares::EMPTY,
            _ => self.ground(seat),
        };
        SideView::of(side.hand, side.discarded, side.placed, ground)
    }
}

impl SideView {
    /// A side whose territories lie within `ground`.
    pub(super) fn of(hand: u8, discarded: u8, pieces: Squares, ground: Squares) -> SideView {
        let mut territories: Vec<Squares> = territories(ground).collect();
        territories.sort_by_key(|whole| std::cmp::Reverse(whole.len()));
        SideView {
            hand,
            discarded,
            pieces,
            territories,
            score: Sizes::of(ground).score(),
        }
    }

    /// The sizes of the seat's territories, the largest first.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.territories.iter().map(|whole| whole.len() as usize)
    }
}

impl View {
    /// What a seat has; `None` for a seat that Binary does not have.
    pub fn side(&self, seat: Seat) -> Option<&SideView> {
        self.sides.get(seat.index())
    }
}
