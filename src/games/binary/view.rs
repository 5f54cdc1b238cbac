//! What is seen of a game. All of it is public: a seat sees nothing more than the table, only whose it is.

use serde::Serialize;

use super::notation::Choice;
use super::squares::{Square, Squares};
use super::territory::{Sizes, territories};
use super::{Binary, Options, Phase};
use crate::rules::{Ended, Seat, Viewer};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// Where the game stands.
    pub stage: Stage,
    /// Every option with its effective value.
    pub options: Options,
    /// Who has black; `None` before it was drawn.
    pub black: Option<Seat>,
    /// Who places now; `None` when nobody does.
    pub turn: Option<Seat>,
    /// What each seat has, by seat.
    pub sides: [SideView; 2],
    /// The four squares in the middle.
    pub centre: Vec<Square>,
    /// What was placed last.
    pub last: Option<Placed>,
    /// How the game ended, where that was by word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// Whose view this is; `None` for the table.
    pub viewer: Option<Seat>,
}

/// Where a game stands.
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
    /// Pieces not yet placed.
    pub hand: u8,
    /// Pieces given up for squares of the centre.
    pub discarded: u8,
    /// Where its pieces are, ascending.
    pub pieces: Vec<Square>,
    /// Its territories as they are now, the largest first, then by their first squares; each ascending. Empty before black
    /// was drawn.
    pub territories: Vec<Vec<Square>>,
    /// What these would score.
    pub score: i64,
}

/// What a seat placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Placed {
    /// Who.
    pub seat: Seat,
    /// Where.
    #[serde(serialize_with = "in_notation")]
    pub choice: Choice,
    /// Whether another piece was given up for it.
    pub discard: bool,
}

fn in_notation<S: serde::Serializer>(choice: &Choice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(choice)
}

impl Binary {
    pub(super) fn see(&self, viewer: Viewer) -> View {
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
            sides: [Seat(0), Seat(1)].map(|seat| self.see_side(seat)),
            centre: self.frame.centre.iter().collect(),
            last: self.last,
            ended: None,
            viewer: match viewer {
                Viewer::Seat(seat) if seat.index() < self.sides.len() => Some(seat),
                _ => None,
            },
        }
    }

    fn see_side(&self, seat: Seat) -> SideView {
        let side = self.side(seat);
        let ground = match self.phase {
            Phase::Draw => Squares::EMPTY,
            _ => self.ground(seat),
        };
        let mut wholes: Vec<Vec<Square>> = territories(ground).map(|whole| whole.iter().collect()).collect();
        wholes.sort_by_key(|whole| std::cmp::Reverse(whole.len()));
        SideView {
            hand: side.hand,
            discarded: side.discarded,
            pieces: side.placed.iter().collect(),
            territories: wholes,
            score: Sizes::of(ground).score(),
        }
    }
}

impl SideView {
    /// The sizes of its territories, the largest first.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.territories.iter().map(Vec::len)
    }
}

impl View {
    /// What a seat has; nothing for a seat that Binary does not have.
    pub fn side(&self, seat: Seat) -> Option<&SideView> {
        self.sides.get(seat.index())
    }
}
