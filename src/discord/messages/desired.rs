//! The desired message of each slot: a [`DesiredSource`] knows it. A source knows tables and people, and sends nothing.

use std::time::Duration;

use super::record::{Record, Slot, StandingMessage};
use crate::discord::payload::{Payload, Picture};

/// Where a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Address {
    /// A channel.
    Channel(u64),
    /// The private chat with a person.
    Person(u64),
}

/// What a slot ought to show.
#[derive(Clone, Debug)]
pub(in crate::discord) enum Desired {
    /// This message.
    Show(Box<Show>),
    /// No message: a message that stands there is deleted.
    Gone,
    /// Leave the message as it is.
    Leave,
    /// Leave the message as it is and forget the slot: nothing is ever sent there again.
    Forget,
}

/// A desired message.
#[derive(Clone, Debug)]
pub(in crate::discord) struct Show {
    /// Where the message stands.
    pub(in crate::discord) to: Address,
    /// The guild of the table, if any.
    pub(in crate::discord) guild: Option<u64>,
    /// The content.
    pub(in crate::discord) payload: Payload,
    /// The last step of the table that the message shows, as its reader counts.
    pub(in crate::discord) version: u64,
    /// What the message is about. If this changes, a new message is sent instead of an edit. A panel keeps what it was about
    /// when it was sent: the decision to which its notification called the reader.
    pub(in crate::discord) about: String,
    /// Whether the message will never change again.
    pub(in crate::discord) last: bool,
    /// Whether to send the message where none stands. Otherwise only a message that stands is kept up to date.
    pub(in crate::discord) create: bool,
    /// How long the slot rests after each write. Where something happens all the time, an even pace shows the newest state
    /// soon. Without a pace the rate limit is used up in a moment, and then nothing can be shown for seconds.
    pub(in crate::discord) pace: Duration,
}

/// What is known of a slot when its desired message is asked for.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) struct KnownSlot<'r> {
    /// The slot's record.
    pub(in crate::discord) record: &'r Record,
    /// Whether the holder of the seat takes no private messages.
    pub(in crate::discord) closed: bool,
    /// Whether no picture can be shown there, so that boards must be text.
    pub(in crate::discord) plain: bool,
    /// The message to which a link leads: from a reminder, the panel of the same seat in its holder's private chat; from a
    /// panel, the table's message.
    pub(in crate::discord) linked: Option<&'r StandingMessage>,
}

/// A slot that a table uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Planned {
    /// Which slot.
    pub(in crate::discord) slot: Slot,
    /// The last step of the table, as the reader of the slot counts.
    pub(in crate::discord) version: u64,
    /// Whether the slot matters even when no message stands there.
    pub(in crate::discord) wanted: bool,
    /// How long until the slot must be looked at again, if it must.
    pub(in crate::discord) again: Option<Duration>,
}

/// The desired message is unknown for now; the caller can ask again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Unknown;

/// A picture cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Undrawn;

/// Knows the desired messages.
pub(in crate::discord) trait DesiredSource: Send + Sync + 'static {
    /// The slots that a table uses.
    fn slots(&self, table: u64) -> impl Future<Output = Result<Vec<Planned>, Unknown>> + Send;
    /// What a slot ought to show, by the newest state of its table.
    fn desired(
        &self,
        table: u64,
        slot: Slot,
        known: KnownSlot<'_>,
    ) -> impl Future<Output = Result<Desired, Unknown>> + Send;
    /// Draws a picture as a PNG.
    fn draw(&self, picture: &Picture) -> impl Future<Output = Result<Vec<u8>, Undrawn>> + Send;
}
