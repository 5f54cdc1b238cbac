//! The six lanes, the two sides, and the seven decks (rulebook, "Game Setup").

use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::rules::{Malformed, serialized_as_written};

/// How many lanes there are.
pub const LANES: usize = 6;

/// One of the six lanes, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display, derive_more::Debug)]
pub struct Lane(u8);

impl Lane {
    /// Every lane.
    pub const ALL: [Lane; LANES] = [Lane(0), Lane(1), Lane(2), Lane(3), Lane(4), Lane(5)];

    /// The lane of that number, if there is one.
    pub const fn new(number: u8) -> Option<Lane> {
        if (number as usize) < LANES {
            Some(Lane(number))
        } else {
            None
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether the top card of its deck lies face up: lanes 3, 4 and 5.
    pub const fn is_open(self) -> bool {
        self.0 >= 3
    }

    /// The lane after it, the first after the last.
    pub(super) const fn next(self) -> Lane {
        Lane((self.0 + 1) % LANES as u8)
    }
}

impl FromStr for Lane {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Lane, Malformed> {
        match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Lane::new(digit - b'0').ok_or(Malformed),
            _ => Err(Malformed),
        }
    }
}

impl Serialize for Lane {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

/// One of the two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// They take even turns, the first one too, and win when all are played.
    Defenders,
    /// They take odd turns, and win when a lane has nothing left to draw.
    Attackers,
}

impl Side {
    /// Both: the number of a side as a team is its index.
    pub const BOTH: [Side; 2] = [Side::Defenders, Side::Attackers];

    /// Its number as a team: 0 for the defenders, 1 for the attackers.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    pub const fn other(self) -> Side {
        match self {
            Side::Defenders => Side::Attackers,
            Side::Attackers => Side::Defenders,
        }
    }
}

/// A deck that is drawn from, and by its name also the discard pile that belongs to it. Written as the number of the
/// lane, or `a`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display)]
pub enum Deck {
    /// The deck of a lane.
    Lane(Lane),
    /// The deck of the attackers.
    #[display("a")]
    Attackers,
}

impl Deck {
    /// Every deck: those of the lanes, then the attackers'.
    pub const ALL: [Deck; LANES + 1] = [
        Deck::Lane(Lane(0)),
        Deck::Lane(Lane(1)),
        Deck::Lane(Lane(2)),
        Deck::Lane(Lane(3)),
        Deck::Lane(Lane(4)),
        Deck::Lane(Lane(5)),
        Deck::Attackers,
    ];

    pub(super) const fn index(self) -> usize {
        match self {
            Deck::Lane(lane) => lane.index(),
            Deck::Attackers => LANES,
        }
    }

    /// Whether its top card lies face up.
    pub const fn is_open(self) -> bool {
        match self {
            Deck::Lane(lane) => lane.is_open(),
            Deck::Attackers => false,
        }
    }
}

impl FromStr for Deck {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Deck, Malformed> {
        match text {
            "a" => Ok(Deck::Attackers),
            lane => lane.parse().map(Deck::Lane),
        }
    }
}

serialized_as_written!(Deck);
