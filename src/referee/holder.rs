//! A seat of a table: who holds it, who plays for them, and which decision they have.
//!
//! A holder changes only in the fold of its table's log.

use super::event::{Absence, Person};
use crate::player::Level;

/// Who holds a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holder {
    /// The person; `None` is a computer player.
    pub person: Option<Person>,
    /// The level at which the computer plays here: that of a computer player, or that of a stand-in.
    pub level: Level,
    /// The side of the seat; 0 in games without sides.
    pub side: u8,
    /// Why the computer plays for the person, if it does.
    pub stand_in: Option<Absence>,
    /// How many decisions in a row lapsed.
    pub lapses: u8,
    /// The entry with which the seat's current decision came up; `None` when it has none.
    pub asked: Option<u64>,
    /// When the current decision came up, in milliseconds since the epoch.
    pub asked_at: i64,
    /// When the time for the decision began to run, in milliseconds since the epoch. Leaving and coming back gains no time.
    pub runs_from: i64,
    /// The entry of the seat's choice while the seat may still revise it. `None` while the seat has a decision to make, or
    /// has nothing to revise.
    pub chose: Option<u64>,
    /// The entry since which the game has waited for the seat, whoever plays for it meanwhile.
    pub awaited: Option<u64>,
    /// Whether the seat was warned that its time runs out.
    pub warned: bool,
    /// Whether the game, without a clock, has waited for the seat so long that people may have the computer play for it.
    pub overdue: bool,
    /// Whether the seat has offered a draw in this game since it last chose or was last passed over.
    pub offered: bool,
    /// The entry of the seat's last lapse, until the seat decides again itself.
    pub lapsed: Option<u64>,
}

impl Holder {
    /// A person.
    pub(super) fn person(person: Person) -> Holder {
        Holder::new(Some(person), Level::STAND_IN)
    }

    /// A computer player.
    pub(super) fn computer(level: Level) -> Holder {
        Holder::new(None, level)
    }

    fn new(person: Option<Person>, level: Level) -> Holder {
        Holder {
            person,
            level,
            ..Holder::default()
        }
    }

    /// Whether the computer chooses for this seat.
    pub fn automatic(&self) -> bool {
        self.person.is_none() || self.stand_in.is_some()
    }
}
