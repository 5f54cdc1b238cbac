//! Why a choice is not taken. Every reason depends only on what lies open and on the hand of the seat that chose.

use super::super::Tile;
use super::notation::End;
use super::{Dominoes, Fact, Must};
use crate::rules::{Followed, Phrase, Refusal, Seat, refuse};

impl Dominoes {
    /// Why a tile without an end is refused.
    pub(super) fn refuse_end(&self, seat: Seat, tile: Tile) -> Followed<Fact> {
        if let Err(refusal) = self.check_play(seat, tile, End::Left)
            && self.check_play(seat, tile, End::Right).is_err()
        {
            return Err(refusal);
        }
        refuse(Phrase::new("dominoes-refused-which").with("tile", tile.to_string()))
    }

    pub(super) fn check_play(&self, seat: Seat, tile: Tile, end: End) -> Result<(), Refusal> {
        let said = |key: &'static str| Phrase::new(key).with("tile", tile.to_string());
        if !self.hand(seat).contains(tile) {
            return Err(said("dominoes-refused-tile").into());
        }
        if self.line.takes(end).contains(tile) {
            return Ok(());
        }
        let shows = [End::Left, End::Right].map(|end| self.line.shows(end).number());
        if !self.line.takes_anywhere().contains(tile) {
            return Err(said("dominoes-refused-fit")
                .with("left", shows[0])
                .with("right", shows[1])
                .into());
        }
        Err(match end {
            End::Left => said("dominoes-refused-left").with("shows", shows[0]),
            End::Right => said("dominoes-refused-right").with("shows", shows[1]),
        }
        .into())
    }

    pub(super) fn check_draw(&self) -> Result<(), Refusal> {
        refuse(match self.must() {
            Must::Draw => return Ok(()),
            Must::Play => "dominoes-refused-draw-can",
            Must::Pass if self.options.block => "dominoes-refused-draw-block",
            Must::Pass => "dominoes-refused-draw-empty",
        })
    }

    pub(super) fn check_pass(&self) -> Result<(), Refusal> {
        refuse(match self.must() {
            Must::Pass => return Ok(()),
            Must::Play => "dominoes-refused-pass-can",
            Must::Draw => "dominoes-refused-pass-draw",
        })
    }
}
