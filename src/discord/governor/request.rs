//! What the governor's parts tell each other about a request: its urgency, its waiter, and its outcome.

use std::time::Duration;

use tokio::time::Instant;

use super::route::Key;

/// The order among requests with the bot token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Priority {
    /// Somebody waits for an answer that needs this request.
    Answer,
    /// The panel of somebody who has just pressed something.
    Pressed,
    /// A message that tells everybody whose turn it is.
    Turn,
    /// Everything else: other people's panels, and reminders of what a message has told already.
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

/// A pause that Discord asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Wait {
    pub(in crate::discord) after: Duration,
    /// Whether the pause holds for every route.
    pub(in crate::discord) global: bool,
    /// Whether the limit is shared with others: then Discord does not count the response towards a ban.
    pub(in crate::discord) shared: bool,
}

/// What a response says about its bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct BucketReport {
    /// How many requests a window takes.
    pub(in crate::discord) limit: u32,
    /// How many of them are left.
    pub(in crate::discord) left: u32,
    /// How long until the window ends.
    pub(in crate::discord) over_in: Duration,
    /// Discord's name for the limit, as a number: routes with the same name share the limit.
    pub(in crate::discord) name: u64,
}

#[cfg(test)]
impl BucketReport {
    /// The same limit, with no request left for the time `over_in`.
    pub(in crate::discord) fn used_up(self, over_in: Duration) -> BucketReport {
        BucketReport {
            left: 0,
            over_in,
            ..self
        }
    }
}

/// Identifies somebody who waits.
pub(super) type Ticket = u64;

/// The classes: requests by token, which never wait for the bot's own, and then the bot's own by priority.
pub(super) const CLASSES: usize = 1 + Priority::ALL.len();
/// The class of requests by token.
pub(super) const BY_TOKEN: usize = 0;

/// The names of the classes, as labels of metrics.
pub(super) const CLASS_NAMES: [&str; CLASSES] = ["token", "answer", "pressed", "turn", "rest"];

/// Leave to send one request, as the core counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leave {
    pub(super) key: Key,
    pub(super) class: usize,
    /// Since when the request was wanted.
    pub(super) since: Instant,
}

/// The outcome of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Came {
    pub(super) status: u16,
    pub(super) standing: Option<BucketReport>,
    pub(super) wait: Option<Wait>,
}
