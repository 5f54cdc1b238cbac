//! What a table may decide about its game before it begins.

use serde::{Deserialize, Serialize};

use super::notation::MAX_SEATS;
use crate::rules::{Arg, OptionKind, OptionSpec, Phrase, SetupError};

/// The fewest seats.
pub const MIN_SEATS: u8 = 2;

/// What a match may be played to; 0 is one hand.
pub const LENGTHS: [u16; 4] = [0, 50, 100, 150];

/// The options of a game as a record holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Nobody draws: who cannot play passes.
    pub block: bool,
    /// Four seats: 0 and 2 play together against 1 and 3.
    pub partners: bool,
    /// The points that end the match: 50, 100 or 150; 0 is one hand.
    pub to: u16,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            block: false,
            partners: false,
            to: 100,
        }
    }
}

/// What a start command offers.
pub(super) const SPECS: &[OptionSpec] = &[
    OptionSpec::flag("block").house(),
    OptionSpec::flag("partners").house(),
    OptionSpec::new("to", OptionKind::OneOf(&[0, 50, 100, 150])).house(),
];

impl Options {
    /// Whether the game can be played so with so many seats.
    pub(super) fn check(&self, seats: u8) -> Result<(), SetupError> {
        SetupError::check_seats(
            seats,
            MIN_SEATS..=MAX_SEATS,
            "dominoes-setup-alone",
            "dominoes-setup-seats",
        )?;
        if self.partners && seats != MAX_SEATS {
            let reason = Phrase::new("dominoes-setup-partners");
            return Err(SetupError::Conflict { reason });
        }
        if !LENGTHS.contains(&self.to) {
            let lengths: Arg = LENGTHS.map(u32::from).into_iter().collect();
            let reason = Phrase::new("dominoes-setup-to").with("lengths", lengths);
            return Err(SetupError::Value { reason });
        }
        Ok(())
    }
}
