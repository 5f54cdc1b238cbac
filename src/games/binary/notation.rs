//! How Binary is written: what chance brings, what seats choose, and what follows (docs/RULES.md, "Binary").
//!
//! Reading is strict: only what would be written is read back. People who type are met by [`Choice::read`], which
//! forgives more.

use std::fmt;
use std::str::FromStr;

use super::squares::Square;
use super::territory::Sizes;
use crate::rules::{Malformed, Seat};

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Who has black.
    Black(Seat),
}

/// Where a seat places: one piece, or two at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Chance::Black(seat) = self;
        write!(f, "black {seat}")
    }
}

impl FromStr for Chance {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Chance, Malformed> {
        seat(text.strip_prefix("black ").ok_or(Malformed)?).map(Chance::Black)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::One(square) => square.fmt(f),
            Choice::Two(first, second) => write!(f, "{first} {second}"),
        }
    }
}

impl FromStr for Choice {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Choice, Malformed> {
        let Some((first, second)) = text.split_once(' ') else {
            return text.parse().map(Choice::One);
        };
        let (first, second): (Square, Square) = (first.parse()?, second.parse()?);
        if first < second {
            Ok(Choice::Two(first, second))
        } else {
            Err(Malformed)
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Discard(seat) => write!(f, "discard {seat}"),
            Fact::Territories(seat, sizes) => {
                write!(f, "territories {seat} ")?;
                for (at, size) in sizes.as_slice().iter().enumerate() {
                    write!(f, "{}{size}", if at == 0 { "" } else { "," })?;
                }
                f.write_str(if sizes.as_slice().is_empty() { "-" } else { "" })
            }
        }
    }
}

impl FromStr for Fact {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Fact, Malformed> {
        let (word, rest) = text.split_once(' ').ok_or(Malformed)?;
        if word == "discard" {
            return seat(rest).map(Fact::Discard);
        }
        let (who, list) = rest.split_once(' ').ok_or(Malformed)?;
        let sizes = match list {
            "-" => Vec::new(),
            list => list.split(',').map(number).collect::<Result<_, _>>()?,
        };
        let sizes = Sizes::new(sizes).ok_or(Malformed)?;
        if word == "territories" {
            Ok(Fact::Territories(seat(who)?, sizes))
        } else {
            Err(Malformed)
        }
    }
}

/// A number as it is written: no sign, no leading zero.
fn number(text: &str) -> Result<u8, Malformed> {
    let number: u8 = text.parse().map_err(|_| Malformed)?;
    if number.to_string() == text {
        Ok(number)
    } else {
        Err(Malformed)
    }
}

fn seat(text: &str) -> Result<Seat, Malformed> {
    number(text).map(Seat)
}
