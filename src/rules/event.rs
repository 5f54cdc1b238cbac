//! What happens in a game, what follows from it, and who may know of it.

use super::{Seat, SeatSet};

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
