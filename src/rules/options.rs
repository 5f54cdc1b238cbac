//! The options of a game: what a start command offers and a record holds.

use std::ops::RangeInclusive;

use super::Phrase;

/// One option of a game's start command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name in commands, records and on the command line. People read its title, `<slug>-option-<option>-title`.
    pub name: &'static str,
    /// What it holds.
    pub kind: OptionKind,
    /// Whether it is a house rule instead of a rule of the rulebook; it is then labelled so wherever somebody sees it.
    pub house: bool,
    /// The option that is yes or no beside which this one decides nothing. While that one is on, this one is not offered.
    pub idle_beside: Option<&'static str>,
}

impl OptionSpec {
    /// An option of the rulebook.
    pub const fn new(name: &'static str, kind: OptionKind) -> OptionSpec {
        OptionSpec {
            name,
            kind,
            house: false,
            idle_beside: None,
        }
    }

    /// An option of the rulebook that is yes or no.
    pub const fn flag(name: &'static str) -> OptionSpec {
        OptionSpec::new(name, OptionKind::Flag)
    }

    /// The same option as a house rule.
    #[must_use]
    pub const fn house(mut self) -> OptionSpec {
        self.house = true;
        self
    }

    /// The same option, which decides nothing while `other` is on.
    #[must_use]
    pub const fn idle_beside(mut self, other: &'static str) -> OptionSpec {
        self.idle_beside = Some(other);
        self
    }
}

/// What an option holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Flag,
    /// A whole number from a short range, both ends included.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of a few whole numbers.
    OneOf(&'static [i64]),
    /// One of a few words, each explained as `<slug>-option-<option>-<word>`.
    Word(&'static [&'static str]),
}

/// How a game is called and told of where its options give it another goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The game's name.
    pub name: Phrase,
    /// What it is about, in a sentence or two, for who thinks of joining.
    pub blurb: Phrase,
}

/// How long a match lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchLength {
    /// This many games; points are added up.
    Games(u8),
    /// Games until a total reaches this many points.
    Points(i64),
}

/// Why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The number of seats does not fit the game or the options.
    #[error("this game cannot be played with {seats} seats")]
    Seats {
        /// How many there were.
        seats: u8,
        /// The reason, for people.
        reason: Phrase,
    },
    /// Two options, or an option and the seats, exclude each other.
    #[error("these options do not go together: {}", .reason.key)]
    Conflict {
        /// The reason, for people.
        reason: Phrase,
    },
    /// A value that an option never takes, whoever plays.
    #[error("an option cannot be so: {}", .reason.key)]
    Value {
        /// The reason, for people.
        reason: Phrase,
    },
    /// An option that the game does not have, or a value of another type; the text is for logs and for people at a terminal.
    #[error("{0}")]
    Unknown(String),
}

impl SetupError {
    /// The reason why a game has another number of seats.
    pub const fn seats(seats: u8, key: &'static str) -> SetupError {
        SetupError::Seats {
            seats,
            reason: Phrase::new(key),
        }
    }

    /// Whether a game for `fits` seats can have `seats`.
    ///
    /// # Errors
    /// The message `alone` when these are too few, `many` when these are too many.
    pub fn check_seats(
        seats: u8,
        fits: RangeInclusive<u8>,
        alone: &'static str,
        many: &'static str,
    ) -> Result<(), SetupError> {
        match seats {
            _ if fits.contains(&seats) => Ok(()),
            _ if seats < *fits.start() => Err(SetupError::seats(seats, alone)),
            _ => Err(SetupError::seats(seats, many)),
        }
    }
}
