//! How Dominimum is written: its placements and its deck are the family's, the rest is here (docs/RULES.md, "Dominimum").

use std::fmt;
use std::str::FromStr;

use crate::games::double_seven::notation::groups;
use crate::games::double_seven::{Deck, Tile};
use crate::rules::{Malformed, Seat, joined, notation};

/// What chance brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// A seat's mission.
    Mission(Seat, Tile),
    /// Who begins.
    First(Seat),
    /// The tiles that are left, in the order in which they are dealt and drawn.
    Deck(Deck),
}

/// What follows from the last placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The sizes of the largest groups of a seat's two symbols, in the order of its mission.
    Groups(Seat, [u8; 2]),
}

notation! { Chance {
    Mission(seat, mission) => "mission {seat} {mission}",
    First(seat) => "first {seat}",
    Deck(deck) => "{deck}",
} }

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fact::Groups(seat, sizes) = self;
        write!(f, "groups {seat} {}", joined(sizes, ","))
    }
}

impl FromStr for Fact {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Fact, Malformed> {
        let (seat, sizes) = groups(text)?;
        let sizes = sizes.try_into().map_err(|_| Malformed)?;
        Ok(Fact::Groups(seat, sizes))
    }
}
