//! How The Tree is written: what seats choose, and what follows (docs/RULES.md, "The Tree"). What chance brings is a
//! [`Deck`](super::super::Deck).
//!
//! Reading is strict: only what would be written is read back. People who type are met by [`Choice::read`], which
//! forgives more.

use std::fmt;
use std::str::FromStr;

use super::super::{Cell, Half, Placement, Symbol, names};
use super::options::MAX_SEATS;
use crate::rules::{Malformed, Seat};

/// What a seat chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Place(placement) => placement.fmt(f),
            Choice::Draw => f.write_str("draw"),
            Choice::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Choice {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Choice, Malformed> {
        match text {
            "draw" => Ok(Choice::Draw),
            "pass" => Ok(Choice::Pass),
            _ => text.parse().map(Choice::Place),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Extra(seat) => write!(f, "extra {seat}"),
            Fact::Out(seat) => write!(f, "out {seat}"),
            Fact::Blocked => f.write_str("blocked"),
        }
    }
}

impl FromStr for Fact {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Fact, Malformed> {
        match text.split_once(' ') {
            None if text == "blocked" => Ok(Fact::Blocked),
            Some(("extra", who)) => seat(who).map(Fact::Extra),
            Some(("out", who)) => seat(who).map(Fact::Out),
            _ => Err(Malformed),
        }
    }
}

fn seat(text: &str) -> Result<Seat, Malformed> {
    match text.as_bytes() {
        [seat @ b'0'..=b'9'] if seat - b'0' < MAX_SEATS => Ok(Seat(seat - b'0')),
        _ => Err(Malformed),
    }
}
