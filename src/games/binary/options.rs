//! What a table may decide about its game before it begins.

use serde::{Deserialize, Serialize};

use super::squares::{Frame, SIZES};
use crate::rules::{Arg, OptionKind, OptionSpec, Phrase, Seat, SetupError};

/// The options of a game as a record holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many squares a side of the board has: 6, 8, 10 or 12.
    pub size: u8,
    /// Who has black and so begins. Unsaid, it is drawn, and a record does not mention it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<First>,
}

/// Who has black, where that is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// Seat 0, where the host sits.
    Host,
    /// Seat 1.
    Other,
}

impl First {
    /// The seat that has black.
    pub const fn seat(self) -> Seat {
        match self {
            First::Host => Seat(0),
            First::Other => Seat(1),
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { size: 8, first: None }
    }
}

/// What a start command offers.
pub(super) const SPECS: &[OptionSpec] = &[
    OptionSpec::new("size", OptionKind::OneOf(&[6, 8, 10, 12])),
    OptionSpec::new("first", OptionKind::Word(&["host", "other"])),
];

impl Options {
    /// The board of a game with so many seats.
    pub(super) fn frame(&self, seats: u8) -> Result<&'static Frame, SetupError> {
        SetupError::check_seats(seats, 2..=2, "binary-setup-alone", "binary-setup-seats")?;
        Frame::of(self.size).ok_or_else(|| {
            let sizes: Arg = SIZES.map(u32::from).into_iter().collect();
            let reason = Phrase::new("binary-setup-size").with("sizes", sizes);
            SetupError::Value { reason }
        })
    }
}
