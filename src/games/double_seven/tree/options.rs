//! What a table may decide about its game before it begins.

use serde::{Deserialize, Serialize};

use crate::rules::OptionSpec;

/// The most seats; one may play alone.
pub const MAX_SEATS: u8 = 4;

/// The options of a game as a record holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// When somebody is out of tiles, the others play on for the places after that.
    pub play_on: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { play_on: true }
    }
}

/// What a start command offers.
pub(super) const SPECS: &[OptionSpec] = &[OptionSpec::flag("play_on")];
