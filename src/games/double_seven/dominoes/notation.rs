//! How the line game is written: what seats choose, and what follows (docs/RULES.md, "Dominoes"). What chance brings is a deck.
//!
//! Reading is strict: only what would be written is read back. People who type are met by
//! [`Game::read`](crate::rules::Game::read), which forgives more.

use serde::Serialize;

use super::super::Tile;
use crate::rules::{Malformed, Seat, notation};

/// The most seats.
pub const MAX_SEATS: u8 = 4;

/// An end of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// The left one: `L`.
    Left,
    /// The right one: `R`.
    Right,
}

impl End {
    /// Both, the left one first.
    pub const ALL: [End; 2] = [End::Left, End::Right];
}

notation! { End {
    Left => "L",
    Right => "R",
} }

/// What a seat chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// To open with this tile.
    Open(Tile),
    /// To play this tile to an end.
    Play(Tile, End),
    /// To draw a tile.
    Draw,
    /// To pass.
    Pass,
}

/// What follows when a hand is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Nobody can play any more.
    Blocked,
    /// The seat scores so many points.
    Points(Seat, u32),
}

/// A tile that somebody typed, with the end if that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// A tile, perhaps with an end.
    Tile(Tile, Option<End>),
    /// Something without a tile.
    Other(Choice),
}

notation! { Choice {
    Open(tile) => "{tile}",
    Play(tile, end) => "{tile} {end}",
    Draw => "draw",
    Pass => "pass",
} }

notation! { Fact {
    Blocked => "blocked",
    Points(seat, points) if seat.0 < MAX_SEATS => "points {seat} {points}",
} }

impl Choice {
    /// Reads what a person typed: `3-4 L`, `left 43`, `the 3/4 to the right`, `draw`.
    pub(super) fn read(text: &str) -> Result<Typed, Malformed> {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let lower = text.to_lowercase();
        let words = lower.split(|letter: char| !letter.is_alphabetic());
        let idle = ["", "play", "the", "to", "on", "at", "end", "side", "tile"];
        let mut words = words.filter(|word| !idle.contains(word));
        let word = words.next();
        if words.next().is_some() || text.contains(|letter: char| letter.is_numeric() && !letter.is_ascii_digit()) {
            return Err(Malformed);
        }
        let end = match (word, digits.is_empty()) {
            (Some("draw"), true) => return Ok(Typed::Other(Choice::Draw)),
            (Some("pass" | "knock"), true) => return Ok(Typed::Other(Choice::Pass)),
            (None, _) => None,
            (Some("l" | "left"), _) => Some(End::Left),
            (Some("r" | "right"), _) => Some(End::Right),
            _ => return Err(Malformed),
        };
        Tile::read(&digits).map(|tile| Typed::Tile(tile, end)).ok_or(Malformed)
    }
}
