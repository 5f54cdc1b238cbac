//! What the parts of the governor tell each other of a request: how urgent it is, who waits for it, and what came of it.

use std::time::Duration;

use tokio::time::Instant;

use super::route::Key;

/// What comes first among the bot's own requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Priority {
    /// Somebody waits for an answer that needs this.
    Answer,
    /// The panel of who has just pressed something.
    Pressed,
    /// What tells everybody whose turn it is.
    Turn,
    /// Everything else: the panels of the others, and reminders of what was told already.
    Rest,
}

impl Priority {
    pub(in crate::discord) const ALL: [Priority; 4] =
        [Priority::Answer, Priority::Pressed, Priority::Turn, Priority::Rest];

    pub(super) fn class(self) -> usize {
        BY_TOKEN + 1 + self as usize
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Priority::Answer => "answers",
            Priority::Pressed => "panels of who pressed",
            Priority::Turn => "turns",
            Priority::Rest => "the rest",
        }
    }
}

/// How long Discord asks to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Wait {
    pub(in crate::discord) after: Duration,
    /// Whether that holds for every route.
    pub(in crate::discord) global: bool,
    /// Whether others used it up: then it is not counted against this address.
    pub(in crate::discord) shared: bool,
}

/// What an answer says of its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Standing {
    /// How many requests a window takes.
    pub(in crate::discord) limit: u32,
    /// How many of them are left.
    pub(in crate::discord) left: u32,
    /// How long until the window is over.
    pub(in crate::discord) over_in: Duration,
    /// Discord's name for the limit, as a number: routes with the same one share it.
    pub(in crate::discord) name: u64,
}

#[cfg(test)]
impl Standing {
    /// The same with nothing left for so long.
    pub(in crate::discord) fn used_up(self, over_in: Duration) -> Standing {
        Standing {
            left: 0,
            over_in,
            ..self
        }
    }
}

/// Somebody who waits.
pub(super) type Ticket = u64;

/// Requests by token, which nothing of the bot's holds up, and then the bot's by priority.
pub(super) const CLASSES: usize = 1 + Priority::ALL.len();
/// The class of requests by token.
pub(super) const BY_TOKEN: usize = 0;

/// Leave to send one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leave {
    pub(super) key: Key,
    pub(super) class: usize,
    /// Since when it was wanted.
    pub(super) since: Instant,
}

/// What came of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Came {
    pub(super) status: u16,
    pub(super) standing: Option<Standing>,
    pub(super) wait: Option<Wait>,
}
