//! How Dominup is written: the deal, what seats choose, and what follows (docs/RULES.md, "Dominup").
//!
//! Reading is strict: only what would be written is read back. People who type are met by [`Choice::read`], which
//! forgives more.

use std::str::FromStr;

use super::super::{Deck, Placement, SET, Tile};
use crate::rules::{Malformed, Seat, notation, serialized_as_written};

/// What chance brings: all 36 tiles, dealt as blocks in seat order.
#[derive(Clone, Debug, PartialEq, Eq, derive_more::Display)]
pub struct Chance(pub Deck);

/// What a seat does with a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Lays it on two tiles of the same level, on symbols equal to its own.
    Climb(Placement),
    /// Lays it on the table beside a tile.
    Expand(Placement),
}

/// What follows from a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// This seat has no tiles left.
    Out(Seat),
}

impl Choice {
    /// Where the tile goes.
    pub const fn placement(self) -> Placement {
        match self {
            Choice::Climb(placement) | Choice::Expand(placement) => placement,
        }
    }

    /// The tile.
    pub const fn tile(self) -> Tile {
        self.placement().tile()
    }

    /// What is done with the tile, in a word.
    pub const fn verb(self) -> &'static str {
        match self {
            Choice::Climb(_) => "climb",
            Choice::Expand(_) => "expand",
        }
    }

    /// As people type it: `climb 3@M75 4@N75`.
    pub fn typed(self) -> String {
        format!("{} {}", self.verb(), self.placement().typed())
    }

    /// Reads what a person typed: capital letters, the halves in either order or the tile and its cells, and no verb at
    /// all; `climbs` says whether the cells of a placement without a verb are those of tiles on the table.
    ///
    /// # Errors
    /// When that is no placement.
    pub fn read(text: &str, climbs: impl Fn(Placement) -> bool) -> Result<Choice, Malformed> {
        let text = text.trim().to_lowercase();
        let rest = text.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let verb = &text[..text.len() - rest.len()];
        let placement = Placement::read(rest)?;
        match verb {
            "climb" => Ok(Choice::Climb(placement)),
            "expand" => Ok(Choice::Expand(placement)),
            "" if climbs(placement) => Ok(Choice::Climb(placement)),
            "" => Ok(Choice::Expand(placement)),
            _ => Err(Malformed),
        }
    }
}

impl FromStr for Chance {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Chance, Malformed> {
        let deck: Deck = text.parse()?;
        match deck.order().len() {
            SET => Ok(Chance(deck)),
            _ => Err(Malformed),
        }
    }
}

notation! { Choice {
    Climb(placement) => "climb {placement}",
    Expand(placement) => "expand {placement}",
} }

serialized_as_written!(Choice);

notation! { Fact {
    Out(seat) => "out {seat}",
} }
