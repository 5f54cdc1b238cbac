//! What a table may decide about its game before it begins.

use serde::{Deserialize, Serialize};

use crate::rules::OptionSpec;

/// The options of a game as a record holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether the others play on for their places when somebody is out of tiles. Without effect in misère, which ends
    /// there in any case.
    pub play_on: bool,
    /// Whether the first one out of tiles loses.
    pub misere: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            play_on: true,
            misere: false,
        }
    }
}

/// What a start command offers.
pub(super) const SPECS: &[OptionSpec] = &[
    OptionSpec::flag("play_on").idle_beside("misere"),
    OptionSpec::flag("misere"),
];

impl Options {
    /// Whether a game goes on when the first seat is out of tiles.
    pub const fn goes_on(self) -> bool {
        self.play_on && !self.misere
    }
}
