//! How The Tree is written: what seats choose, and what follows (docs/RULES.md, "The Tree"). What chance brings is a
//! [`Deck`](super::super::Deck).
//!
//! Reading is strict: only what would be written is read back. People who type are met by [`Choice::read`], which
//! forgives more.

use super::super::{Cell, Half, Placement, Symbol, names};
use super::options::MAX_SEATS;
use crate::rules::{Malformed, Seat, notation};

/// What a seat chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// To place a tile so.
    Place(Placement),
    /// To draw a tile, because none in the hand can be placed.
    Draw,
    /// To pass, because none in the hand can be placed and there is none to draw.
    Pass,
}

/// What follows from a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// This seat plays an extra turn.
    Extra(Seat),
    /// This seat has placed its last tile.
    Out(Seat),
    /// Nobody can place a tile, and there is none to draw.
    Blocked,
}

impl Choice {
    /// The placement, if it is one.
    pub(super) const fn placement(self) -> Option<Placement> {
        match self {
            Choice::Place(placement) => Some(placement),
            Choice::Draw | Choice::Pass => None,
        }
    }

    /// Reads what a person typed: capital letters, the halves in either order, or a tile as it is to lie and the cell of its
    /// left half (`4-3 M76`, `4-3 0,1`).
    ///
    /// # Errors
    /// When that is neither `draw`, nor `pass`, nor a placement.
    pub(super) fn read(text: &str) -> Result<Choice, Malformed> {
        // What the house shows as notation is marked, and has a letter without width behind each `@`.
        let text = text
            .to_lowercase()
            .replace(['(', ')', ';', '`'], " ")
            .replace('\u{200b}', "");
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|word| !matches!(*word, "a" | "at" | "and" | "on" | "tile" | "place"))
            .collect();
        let placement = match words.as_slice() {
            ["draw"] => return Ok(Choice::Draw),
            ["pass"] => return Ok(Choice::Pass),
            [tile, cell] if !tile.contains('@') => lying(tile, names::read(cell).ok_or(Malformed)?),
            words => Placement::read(&words.join(" ")).ok(),
        };
        placement.map(Choice::Place).ok_or(Malformed)
    }
}

/// A tile with its symbols from left to right, and the cell of its left half.
fn lying(tile: &str, cell: Cell) -> Option<Placement> {
    let [left, b'-', right] = *tile.as_bytes() else {
        return None;
    };
    let symbol = |digit: u8| Symbol::new(digit.wrapping_sub(b'0'));
    Placement::new(Half::new(symbol(left)?, cell), Half::new(symbol(right)?, cell.right()))
}

notation! { Choice {
    Place(placement) => "{placement}",
    Draw => "draw",
    Pass => "pass",
} }

notation! { Fact {
    Extra(seat) if seat.0 < MAX_SEATS => "extra {seat}",
    Out(seat) if seat.0 < MAX_SEATS => "out {seat}",
    Blocked => "blocked",
} }
