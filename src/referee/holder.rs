//! A seat of a table: who holds it, who plays for them, and what they are asked.
//!
//! A holder changes only as part of the fold of its table's log.

use super::event::{Absence, Person};

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The person; `None` is a computer player.
    pub person: Option<Person>,
    /// The side on which it sits; 0 where there are no sides.
    pub side: u8,
    /// Why the computer plays for the person, if it does.
    pub stand_in: Option<Absence>,
    /// How many decisions in a row ran out of time.
    pub lapses: u8,
    /// The entry of the log with which the seat's present decision came up; `None` when it has none.
    pub asked: Option<u64>,
    /// When that was, in milliseconds since the epoch.
    pub asked_at: i64,
    /// Since when the time runs that is allowed for the decision, in milliseconds since the epoch: who leaves and comes back
    /// gains none by it.
    pub runs_from: i64,
    /// The entry with which it chose, while it may still change that; `None` while it is asked, or has nothing to change.
    pub chose: Option<u64>,
    /// The entry since which the game waits for the seat, whoever plays for it meanwhile.
    pub awaited: Option<u64>,
    /// Whether it was warned that its time runs out.
    pub warned: bool,
    /// Whether it has been waited for so long, without a clock, that the computer may be asked to play for it.
    pub overdue: bool,
    /// Whether it has offered a draw in this game since it last chose, or was last passed over.
    pub offered: bool,
    /// The entry with which the referee chose for it because its time ran out, until it decides again itself.
    pub lapsed: Option<u64>,
}

impl Holder {
    pub(super) fn new(person: Option<Person>) -> Holder {
        Holder {
            person,
            side: 0,
            stand_in: None,
            lapses: 0,
            asked: None,
            asked_at: 0,
            runs_from: 0,
            chose: None,
            awaited: None,
            warned: false,
            overdue: false,
            offered: false,
            lapsed: None,
        }
    }

    /// Whether the computer chooses for this seat.
    pub fn automatic(&self) -> bool {
        self.person.is_none() || self.stand_in.is_some()
    }
}
