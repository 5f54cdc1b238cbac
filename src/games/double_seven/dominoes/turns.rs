//! What happened last, for all to see.

use super::SEATS;
use super::view::Turn;
use crate::rules::Seat;

/// The last turns: one for every seat, and the present one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turns(pub(super) [Option<Turn>; SEATS + 1]);

impl Turns {
    /// The turn of a seat begins.
    pub(super) fn begin(&mut self, seat: Seat) {
        self.0.rotate_left(1);
        let drew = 0;
        self.0[SEATS] = Some(Turn { seat, drew, did: None });
    }

    /// The present turn.
    pub(super) fn now(&mut self) -> Option<&mut Turn> {
        self.0[SEATS].as_mut()
    }
}
