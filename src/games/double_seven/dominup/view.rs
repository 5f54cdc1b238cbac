//! What a viewer sees, built up from nothing: everything public. A seat also sees its own hand.

use serde::Serialize;

use super::super::Tiles;
use super::notation::Choice;
use super::{Dominup, Options, Phase};
use crate::rules::{Game, Observe, Seat, Viewer};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The stage of the game.
    pub stage: Stage,
    /// Every option with its effective value.
    pub options: Options,
    /// The seat that lays now; `None` when nobody lays.
    pub turn: Option<Seat>,
    /// What is public about each seat.
    pub seats: Vec<SeatView>,
    /// The tiles that were laid, in the order of laying.
    pub placed: Vec<Placed>,
    /// What only the viewer knows; `None` for the table.
    pub own: Option<Own>,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The tiles are about to be dealt.
    Deal,
    /// The double seven is to be laid.
    Opening,
    /// The seats take turns.
    Play,
    /// Over.
    Over,
}

/// What is public about one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// How many tiles it holds.
    pub tiles: u8,
    /// The seat's place, once it is certain.
    pub place: Option<u8>,
    /// The seat's tiles, once they lie open: when the game is over.
    pub hand: Option<Tiles>,
}

/// A tile that was laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Placed {
    /// The seat that laid it.
    pub seat: Seat,
    /// The tile and where it lies.
    pub choice: Choice,
    /// How many tiles lie beneath this tile.
    pub level: u8,
}

/// What only the holder of a seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Own {
    /// Which seat.
    pub seat: Seat,
    /// Its tiles.
    pub hand: Tiles,
}

impl Observe for Dominup {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let own = self.seat_of(viewer).map(|seat| Own {
            seat,
            hand: self.hand(seat),
        });
        let laid = self.storeys.layout().laid().zip(self.layers);
        View {
            stage: match self.phase {
                Phase::Deal => Stage::Deal,
                Phase::Over => Stage::Over,
                Phase::Play if self.is_opening() => Stage::Opening,
                Phase::Play => Stage::Play,
            },
            options: self.options,
            turn: (self.phase == Phase::Play).then_some(self.turn),
            seats: self.all().iter().map(|seat| self.seat_view(seat)).collect(),
            placed: laid
                .map(|(laid, seat)| Placed {
                    seat,
                    choice: match laid.level {
                        0 => Choice::Expand(laid.placement),
                        _ => Choice::Climb(laid.placement),
                    },
                    level: laid.level,
                })
                .collect(),
            own,
        }
    }
}

impl Dominup {
    fn seat_view(&self, seat: Seat) -> SeatView {
        let is_over = self.phase == Phase::Over;
        let places = is_over.then(|| self.outcome().places).flatten();
        SeatView {
            tiles: self.hand(seat).len() as u8,
            place: places
                .and_then(|places| places.get(seat.index()).copied())
                .or(self.place_of(seat)),
            hand: is_over.then(|| self.hand(seat)),
        }
    }
}
