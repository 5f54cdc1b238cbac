//! Why a choice is not taken. Every reason depends only on what lies open and on the hand of the seat that chose.

use super::super::Tile;
use super::notation::End;
use super::{Dominoes, Followed, Must, Phase, refuse};
use crate::rules::{Phrase, Refusal, Seat};

impl Dominoes {
    /// Whether it is the turn of `seat`. Whose turn it is, is public.
    pub(super) fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.is_seat(seat) {
            return refuse("dominoes-refused-seat");
        }
        match self.phase {
            Phase::Deck => refuse("dominoes-refused-wait"),
            Phase::Over => refuse("dominoes-refused-over"),
            Phase::Open | Phase::Play if seat != self.turn => {
                Err(Phrase::new("dominoes-refused-turn").with("seat", self.turn).into())
            }
            Phase::Open | Phase::Play => Ok(()),
        }
    }

    /// Why a tile without an end is refused.
    pub(super) fn refuse_end(&self, seat: Seat, tile: Tile) -> Followed {
        if let Err(refusal) = self.check_play(seat, tile, End::Left)
            && self.check_play(seat, tile, End::Right).is_err()
        {
            return Err(refusal);
        }
        Err(Phrase::new("dominoes-refused-which")
            .with("tile", tile.to_string())
            .into())
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
