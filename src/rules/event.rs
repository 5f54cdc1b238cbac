//! What happens in a game, what follows from it, and who may know.

use super::{Phrase, Seat, SeatSet};

/// One thing that happened: the dice fell, or a seat chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<Chance, Choice> {
    /// A draw asked for by [`Awaits::Chance`](super::Awaits::Chance).
    Chance(Chance),
    /// A seat's choice.
    Choice(Seat, Choice),
}

/// How much of an event a viewer may see at the moment when it happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// All of it.
    Whole,
    /// A part, in notation (a seat that claims in public: `claim`).
    Part(String),
    /// Only that something happened.
    Hidden,
}

/// Who hears a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody who looks.
    Everyone,
    /// Only these seats.
    Seats(SeatSet),
}

/// A fact that followed from an event, and who hears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<Fact> {
    /// Who hears it.
    pub to: Audience,
    /// What follows.
    pub fact: Fact,
}

impl<Fact> Note<Fact> {
    /// A fact for all ears.
    pub const fn public(fact: Fact) -> Note<Fact> {
        Note {
            to: Audience::Everyone,
            fact,
        }
    }
}

/// Why a choice or a draw was not taken. It says nothing that the seat may not know; nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("refused: {}", .reason.key)]
pub struct Refusal {
    /// The reason, for people.
    pub reason: Phrase,
}

impl Refusal {
    /// A refusal with a plain reason.
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
