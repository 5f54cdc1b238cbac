//! A position as it is seen, and as it would be after a placement. Everything comes from a view, for sketches and for
//! weighing choices.

use std::cmp::Ordering;

use super::notation::Choice;
use super::squares::{Frame, Squares};
use super::territory::Sizes;
use super::view::{SideView, View};
use super::way::Way;
use super::{Moves, SEATS};
use crate::rules::{Preview, Seat};

/// The position of both sides.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) frame: &'static Frame,
    pub(super) black: Seat,
    sides: [SideView; SEATS as usize],
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
        Some(Position {
            frame,
            black,
            sides: view.sides.clone(),
        })
    }

    pub(super) fn side(&self, seat: Seat) -> &SideView {
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

    fn ground(&self, seat: Seat) -> Squares {
        self.own(seat).without(self.placed()).or(self.side(seat).pieces)
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
        let counted = [Seat(0), Seat(1)].map(|seat| {
            let side = after.side(seat);
            SideView::of(side.hand, side.discarded, side.pieces, after.ground(seat))
        });
        Position {
            sides: counted,
            ..after
        }
    }

    /// The seat that is ahead by territories; `None` when no seat is.
    pub(super) fn ahead(&self) -> Option<Seat> {
        let [one, other] = [Seat(0), Seat(1)].map(|seat| Sizes::of(self.ground(seat)));
        match one.compare(&other) {
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
