//! What a viewer sees, built up from nothing: everything that lies open. A seat also sees its own hand.

use serde::Serialize;

use super::super::{Placement, Tiles};
use super::options::Options;
use super::{Phase, Tree};
use crate::rules::{Game, Observe, Seat, Viewer};

/// What a viewer sees of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The stage of the game.
    pub stage: Stage,
    /// Every option with its effective value.
    pub options: Options,
    /// The seat whose turn it is; `None` when it is nobody's turn.
    pub turn: Option<Seat>,
    /// Whether this turn is an extra one.
    pub extra: bool,
    /// What each seat has.
    pub seats: Vec<SeatView>,
    /// How many tiles can still be drawn.
    pub supply: u8,
    /// Every tile in the order of placement; the first lies on the ground.
    pub placed: Vec<Placement>,
    /// The last moves, the oldest first, at most six.
    pub recent: Vec<Move>,
    /// What only the viewer knows; `None` for the table, and before the deal.
    pub own: Option<OwnView>,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The tiles are to be dealt.
    Deal,
    /// The seats place in turn.
    Play,
    /// The game is over, and somebody is out of tiles.
    Over,
    /// The game is over, because nobody could place or draw.
    Blocked,
}

/// What is public about a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// How many tiles.
    pub tiles: u8,
    /// Its place, once it is out of tiles.
    pub place: Option<u8>,
    /// Its tiles, when the game is over.
    pub open: Option<Tiles>,
}

/// A move of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    /// The seat placed a tile.
    Placed {
        /// The seat that moved.
        seat: Seat,
        /// The tile and its place.
        placement: Placement,
        /// Whether the placement brought an extra turn.
        extra: bool,
    },
    /// The seat drew tiles in this many turns, while nobody did anything but draw.
    Drew {
        /// The seat that moved.
        seat: Seat,
        /// How many tiles the seat drew.
        count: u8,
    },
    /// The seat passed.
    Passed {
        /// The seat that moved.
        seat: Seat,
    },
}

/// What only the holder of a seat knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnView {
    /// Which seat.
    pub seat: Seat,
    /// Its tiles.
    pub hand: Tiles,
    /// The tiles of the hand that now fit somewhere in the tree.
    pub playable: Tiles,
    /// The tiles of the hand that the seat has drawn since it placed a tile.
    pub drew: Tiles,
}

impl Observe for Tree {
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        let own = self.seat_of(viewer).filter(|_| self.phase != Phase::Deal);
        View {
            stage: match self.phase {
                Phase::Deal => Stage::Deal,
                Phase::Play => Stage::Play,
                Phase::Over if self.is_blocked() => Stage::Blocked,
                Phase::Over => Stage::Over,
            },
            options: self.options,
            turn: (self.phase == Phase::Play).then_some(self.turn),
            extra: self.extra,
            seats: self.all().iter().map(|seat| self.seat_view(seat)).collect(),
            supply: self.supply.len() as u8,
            placed: self.growth.placed().to_vec(),
            recent: self.recent.clone(),
            own: own.map(|seat| self.own_view(seat)),
        }
    }
}

impl Tree {
    fn is_blocked(&self) -> bool {
        matches!(self.recent.last(), Some(Move::Passed { .. }))
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let (hand, place) = (self.hands[seat.index()], self.places[seat.index()]);
        SeatView {
            tiles: hand.len() as u8,
            place: (place > 0).then_some(place),
            open: (self.phase == Phase::Over).then_some(hand),
        }
    }

    fn own_view(&self, seat: Seat) -> OwnView {
        let hand = self.hands[seat.index()];
        OwnView {
            seat,
            hand,
            playable: self.growth.open().tiles().and(hand),
            drew: self.drew[seat.index()],
        }
    }
}

impl Move {
    /// The seat that moved.
    pub(super) const fn seat(self) -> Seat {
        match self {
            Move::Placed { seat, .. } | Move::Drew { seat, .. } | Move::Passed { seat } => seat,
        }
    }
}

impl View {
    /// The tile that was placed last; `None` while only the tile on the ground lies there.
    pub(super) fn last(&self) -> Option<Placement> {
        self.placed.get(1..)?.last().copied()
    }

    /// Who placed it, while that is among the last moves.
    pub(super) fn last_placer(&self) -> Option<Seat> {
        self.recent.iter().rev().find_map(|one| match one {
            Move::Placed { seat, .. } => Some(*seat),
            _ => None,
        })
    }

    /// Whether the viewer is asked to choose.
    pub(super) fn is_asked(&self) -> bool {
        self.own.as_ref().is_some_and(|own| self.turn == Some(own.seat))
    }
}
