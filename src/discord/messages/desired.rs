//! What a slot ought to show: asked of a [`DesiredSource`], which knows tables and people and sends nothing.

use std::time::Duration;

use super::record::{Location, Record, Slot};
use crate::discord::payload::{Payload, Picture};

/// A channel, or a person whose private chat is meant.
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
    /// No message: one that stands there is deleted.
    Gone,
    /// Whatever it shows.
    Leave,
    /// Whatever it shows, and nothing is ever sent there again: the slot is forgotten.
    Forget,
}

/// A message as it ought to be.
#[derive(Clone, Debug)]
pub(in crate::discord) struct Show {
    /// Where.
    pub(in crate::discord) to: Address,
    /// The guild of the table, if any.
    pub(in crate::discord) guild: Option<u64>,
    /// What.
    pub(in crate::discord) payload: Payload,
    /// The last step of the table that the message shows, as its reader counts.
    pub(in crate::discord) version: u64,
    /// What the message is about: about something else there is another message, and not an edit.
    pub(in crate::discord) about: String,
    /// Whether the message will never change again.
    pub(in crate::discord) last: bool,
    /// Whether the message is sent where there is none, or only kept up where there is one.
    pub(in crate::discord) create: bool,
    /// How long the slot rests after it was written. Where something happens all the time, an even pace shows the newest state
    /// soon; without one the limit is used up in a moment, and then nothing can be shown for seconds.
    pub(in crate::discord) pace: Duration,
}

/// What is known of a slot when a wish is made.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) struct Known<'r> {
    /// The slot's record.
    pub(in crate::discord) record: &'r Record,
    /// Whether the holder of the seat takes no messages.
    pub(in crate::discord) closed: bool,
    /// Whether no picture can be shown there, so that boards must be in letters.
    pub(in crate::discord) plain: bool,
    /// Where the panel of the same seat stands in its holder's private chat.
    pub(in crate::discord) panel: Option<Location>,
}

/// A slot that a table has use for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Planned {
    /// Which.
    pub(in crate::discord) slot: Slot,
    /// The last step of the table, as the reader of the slot counts.
    pub(in crate::discord) version: u64,
    /// Whether the slot matters even when no message stands there.
    pub(in crate::discord) wanted: bool,
    /// How long until the slot must be looked at again, if it must.
    pub(in crate::discord) again: Option<Duration>,
}

/// What ought to be shown cannot be said now; it can be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Unknown;

/// A picture cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Undrawn;

/// Says what ought to be shown.
pub(in crate::discord) trait DesiredSource: Send + Sync + 'static {
    /// The slots of a table.
    fn slots(&self, table: u64) -> impl Future<Output = Result<Vec<Planned>, Unknown>> + Send;
    /// What a slot ought to show, by the newest state of its table.
    fn desired(
        &self,
        table: u64,
        slot: Slot,
        known: Known<'_>,
    ) -> impl Future<Output = Result<Desired, Unknown>> + Send;
    /// Draws a picture: a PNG.
    fn draw(&self, picture: &Picture) -> impl Future<Output = Result<Vec<u8>, Undrawn>> + Send;
}
