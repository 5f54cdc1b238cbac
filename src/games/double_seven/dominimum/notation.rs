//! How Dominimum is written: its placements and its deck are the family's, the rest is here (docs/RULES.md, "Dominimum").

use std::fmt;
use std::str::FromStr;

use crate::games::double_seven::notation::{groups, joined, seat};
use crate::games::double_seven::{Deck, Tile};
use crate::rules::{Malformed, Seat};

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

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Mission(seat, mission) => write!(f, "mission {seat} {mission}"),
            Chance::First(seat) => write!(f, "first {seat}"),
            Chance::Deck(deck) => deck.fmt(f),
        }
    }
}

impl FromStr for Chance {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Chance, Malformed> {
        let (word, rest) = text.split_once(' ').ok_or(Malformed)?;
        match word {
            "mission" => {
                let (who, mission) = rest.split_once(' ').ok_or(Malformed)?;
                Ok(Chance::Mission(seat(who)?, mission.parse()?))
            }
            "first" => seat(rest).map(Chance::First),
            _ => text.parse().map(Chance::Deck),
        }
    }
}

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
