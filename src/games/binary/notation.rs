//! How Binary is written: what chance brings, what seats choose, and what follows (docs/RULES.md, "Binary").
//!
//! Reading is strict: only what would be written is read back. People who type are met by [`Choice::read`], which
//! forgives more.

use super::squares::Square;
use super::territory::Sizes;
use crate::rules::{Malformed, Seat, notation, serialized_as_written};

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Who has black.
    Black(Seat),
}

/// Where a seat places: one piece, or two at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// One piece.
    One(Square),
    /// Two pieces, on different squares in ascending order.
    Two(Square, Square),
}

/// What follows from a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// This seat gave up a piece of its hand for a square of the centre.
    Discard(Seat),
    /// The game is over, and these are the seat's territories.
    Territories(Seat, Sizes),
}

impl Choice {
    /// Two pieces, in whatever order; `None` when both squares are the same.
    pub fn two(one: Square, other: Square) -> Option<Choice> {
        (one != other).then(|| Choice::Two(one.min(other), one.max(other)))
    }

    /// The squares on which a piece is placed, ascending.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        let (first, second) = match self {
            Choice::One(square) => (square, None),
            Choice::Two(first, second) => (first, Some(second)),
        };
        std::iter::once(first).chain(second)
    }

    /// Reads what a person typed: capital letters, squares in any order, and commas, dashes, plus signs, `and` or nothing
    /// at all between them.
    ///
    /// # Errors
    /// When that is not one square or two different ones.
    pub fn read(text: &str) -> Result<Choice, Malformed> {
        let text = text.to_lowercase().replace("and", " ");
        let mut squares = Vec::new();
        let mut left = text.as_str();
        loop {
            left = left.trim_start_matches(|sign: char| sign.is_whitespace() || ",;+&-/".contains(sign));
            let Some(file) = left.chars().next().map(char::len_utf8) else {
                break;
            };
            let ranks = left[file..].bytes().take_while(u8::is_ascii_digit).count();
            let (square, rest) = left.split_at(file + ranks);
            squares.push(square.parse()?);
            left = rest;
        }
        match *squares {
            [square] => Ok(Choice::One(square)),
            [one, other] => Choice::two(one, other).ok_or(Malformed),
            _ => Err(Malformed),
        }
    }
}

notation! { Chance {
    Black(seat) => "black {seat}",
} }

notation! { Choice {
    One(square) => "{square}",
    Two(first, second) if first < second => "{first} {second}",
} }

serialized_as_written!(Choice);

notation! { Fact {
    Discard(seat) => "discard {seat}",
    Territories(seat, sizes) => "territories {seat} {sizes}",
} }
