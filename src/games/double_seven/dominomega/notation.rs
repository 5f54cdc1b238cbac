//! How Dominomega is written: its deck and its placements are the family's, its facts are here (docs/RULES.md, "Dominomega").

use std::fmt;
use std::str::FromStr;

use crate::games::double_seven::notation::groups;
use crate::rules::{Malformed, Seat, joined};

/// What follows from the last placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The sizes of a seat's groups, the largest first.
    Groups(Seat, Vec<u8>),
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
        let sound = sizes.is_sorted_by(|one, other| one >= other) && !sizes.contains(&0);
        sound.then_some(Fact::Groups(seat, sizes)).ok_or(Malformed)
    }
}
