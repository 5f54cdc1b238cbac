//! Why an event is refused, and the refusals that all games share.

use super::{Note, Phrase, Seat};

/// What followed from an event, or why the event was refused.
pub type Followed<Fact> = Result<Vec<Note<Fact>>, Refusal>;

/// Why a choice or a draw was refused. The reason reveals nothing that the seat may not know, and the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, derive_more::From)]
#[error("refused: {}", .reason.key)]
pub struct Refusal {
    /// The reason, for people.
    pub reason: Phrase,
}

impl Refusal {
    /// A refusal whose reason has no arguments.
    pub const fn because(key: &'static str) -> Refusal {
        Refusal {
            reason: Phrase::new(key),
        }
    }

    /// The text is not in the game's notation.
    pub const fn notation() -> Refusal {
        Refusal::because("refused-notation")
    }

    /// The game waits for no such result of chance.
    pub const fn draw() -> Refusal {
        Refusal::because("refused-draw")
    }

    /// The table has no such seat.
    pub const fn seat() -> Refusal {
        Refusal::because("refused-seat")
    }

    /// The game waits for chance, and for no choice.
    pub const fn wait() -> Refusal {
        Refusal::because("refused-wait")
    }

    /// The game is over.
    pub const fn over() -> Refusal {
        Refusal::because("refused-over")
    }

    /// It is the turn of `seat`, which is not the seat that chose.
    pub fn turn(seat: Seat) -> Refusal {
        Phrase::new("refused-turn").with("seat", seat).into()
    }
}

impl From<&'static str> for Refusal {
    fn from(key: &'static str) -> Refusal {
        Refusal::because(key)
    }
}

/// Refuses for a reason: a refusal that all games share, a phrase, or the key of a phrase without arguments.
///
/// # Errors
/// Always.
pub fn refuse<T>(reason: impl Into<Refusal>) -> Result<T, Refusal> {
    Err(reason.into())
}
