//! A position as it is seen, and as it would be after a placement. Everything comes from a view, for sketches and for
//! weighing choices.

use std::cmp::Ordering;

use super::notation::Choice;
use super::squares::{Frame, Squares};
use super::territory::{Sizes, territories};
use super::view::{SideView, View};
use super::way::Way;
use super::{Moves, SEATS};
use crate::rules::{Preview, Seat};

/// The position of both sides.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) frame: &'static Frame,
    pub(super) black: Seat,
    sides: [Side; SEATS as usize],
}

/// The position of one side.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) hand: u8,
    pub(super) discarded: u8,
    pub(super) pieces: Squares,
    /// Its territories, the largest first, then by their first squares. The first is the one that counts twice.
    pub(super) territories: Vec<Squares>,
    sizes: Sizes,
}

/// What the viewer tries out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tried {
    /// The squares that can be chosen now.
    pub(super) open: Squares,
    /// Whether these are only a part of the squares on which the seat may place.
    pub(super) part: bool,
    /// The choice that would be placed.
    pub(super) choice: Option<Choice>,
    /// Whether a square beside it is still to be picked.
    pub(super) more: bool,
}

impl Position {
    /// The position of both sides; `None` before black is drawn.
    pub(super) fn of(view: &View) -> Option<Position> {
        let (frame, black) = (Frame::of(view.options.size)?, view.black?);
        let side = |side: &SideView| Side {
            hand: side.hand,
            discarded: side.discarded,
            pieces: side.pieces.iter().copied().collect(),
            territories: Vec::new(),
            sizes: Sizes::default(),
        };
        let mut position = Position {
            frame,
            black,
            sides: view.sides.each_ref().map(side),
        };
        position.count();
        Some(position)
    }

    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.sides[usize::from(seat.0 % SEATS)]
    }

    /// The squares on which pieces lie.
    pub(super) fn placed(&self) -> Squares {
        self.sides[0].pieces.or(self.sides[1].pieces)
    }

    /// The squares of a seat's colour.
    pub(super) fn own(&self, seat: Seat) -> Squares {
        if seat == self.black {
            self.frame.dark
        } else {
            self.frame.light
        }
    }

    fn count(&mut self) {
        let placed = self.placed();
        for seat in (0..SEATS).map(Seat) {
            let ground = self.own(seat).without(placed).or(self.side(seat).pieces);
            let mut wholes: Vec<Squares> = territories(ground).collect();
            wholes.sort_by_key(|whole| std::cmp::Reverse(whole.len()));
            let side = &mut self.sides[seat.index()];
            (side.territories, side.sizes) = (wholes, Sizes::of(ground));
        }
    }

    /// The legal moves of `seat`, when it is its turn.
    pub(super) fn moves(&self, seat: Seat) -> Moves {
        Moves::on(self.frame, self.own(seat), self.placed(), self.side(seat).hand)
    }

    /// Whether `choice` of `seat` costs another piece.
    pub(super) fn costs(&self, seat: Seat, choice: Choice) -> bool {
        let costly = self.frame.centre.without(self.own(seat));
        choice.squares().any(|square| costly.contains(square))
    }

    /// The position of both sides after `seat` has made this placement.
    pub(super) fn after(&self, seat: Seat, choice: Choice) -> Position {
        let cost = u8::from(self.costs(seat, choice));
        let mut after = self.clone();
        let side = &mut after.sides[usize::from(seat.0 % SEATS)];
        for square in choice.squares() {
            side.pieces.insert(square);
            side.hand = side.hand.saturating_sub(1);
        }
        side.hand = side.hand.saturating_sub(cost);
        side.discarded += cost;
        after.count();
        after
    }

    /// The seat that is ahead by territories; `None` when no seat is.
    pub(super) fn ahead(&self) -> Option<Seat> {
        match self.sides[0].sizes.compare(&self.sides[1].sizes) {
            Ordering::Greater => Some(Seat(0)),
            Ordering::Equal => None,
            Ordering::Less => Some(Seat(1)),
        }
    }

    /// Where `path` leads `seat` in its menus; `None` for a path that leads nowhere.
    pub(super) fn way(&self, seat: Seat, path: &[&str]) -> Option<Way> {
        Way::along(self.moves(seat), self.own(seat), self.placed(), path)
    }

    /// What the viewer tries out. Empty where it is not its turn; a path that leads to no menu counts as none.
    pub(super) fn tried(&self, view: &View, preview: Preview<'_, Choice>) -> Tried {
        let Some(seat) = view.turn.filter(|seat| view.viewer == Some(*seat)) else {
            return Tried::default();
        };
        let path = match preview {
            Preview::Choice(choice) => {
                return Tried {
                    choice: Some(*choice),
                    ..Tried::default()
                };
            }
            Preview::Path(path) => path,
            Preview::Nothing => &[],
        };
        let way = self.way(seat, path).or_else(|| self.way(seat, &[]));
        way.map_or_else(Tried::default, |way| Tried {
            open: way.open(),
            part: way.part,
            choice: way.first.map(Choice::One),
            more: way.first.is_some(),
        })
    }
}

impl Side {
    /// What its territories score.
    pub(super) fn score(&self) -> i64 {
        self.sizes.score()
    }
}
