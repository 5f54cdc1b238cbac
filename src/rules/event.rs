//! What happens in a game, what follows from it, and who may know of it.

use super::{Phrase, Seat, SeatSet};

/// One thing that happened: chance decided, or a seat chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<Chance, Choice> {
    /// The result of a draw that [`Awaits::Chance`](super::Awaits::Chance) asked for.
    Chance(Chance),
    /// A seat's choice.
    Choice(Seat, Choice),
}

/// How much of an event a viewer may see when it happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// All of it.
    Whole,
    /// A part, in notation (a seat that claims in public: `claim`).
    Part(String),
    /// Only that something happened.
    Hidden,
}

/// Who may know a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Every viewer.
    Everyone,
    /// Only these seats.
    Seats(SeatSet),
}

/// A fact that followed from an event, and who may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<Fact> {
    /// Who may know it.
    pub to: Audience,
    /// The fact.
    pub fact: Fact,
}

impl<Fact> Note<Fact> {
    /// A fact for every viewer.
    pub const fn public(fact: Fact) -> Note<Fact> {
        Note {
            to: Audience::Everyone,
            fact,
        }
    }
}

/// Why a choice or a draw was refused. The reason reveals nothing that the seat may not know, and the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("refused: {}", .reason.key)]
pub struct Refusal {
    /// The reason, for people.
    pub reason: Phrase,
}

impl Refusal {
    /// A refusal whose reason has no arguments.
    pub fn because(key: &'static str) -> Refusal {
        Refusal {
            reason: Phrase::new(key),
        }
    }
}

impl From<Phrase> for Refusal {
    fn from(reason: Phrase) -> Refusal {
        Refusal { reason }
    }
}

/// Text that is not in a game's notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("this is not in the game's notation")]
pub struct Malformed;
