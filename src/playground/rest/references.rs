//! The message that a new message replies to or forwards (docs/DISCORD.md, "Forwards and polls"). The body has passed the checks.

use serde_json::{Value, json};

use super::place;
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::state::{Draft, State};
use crate::playground::world::message::{Message, kind};

/// What a reference makes of a message.
#[derive(Default)]
pub(super) struct Referring {
    kind: u8,
    reference: Option<(Value, Option<Id>)>,
    snapshots: Vec<Value>,
}

impl Referring {
    /// A message as it was drafted, but for what it refers to.
    pub(super) fn put(self, draft: Draft<'_>) -> Draft<'_> {
        Draft {
            kind: self.kind,
            reference: self.reference,
            snapshots: self.snapshots,
            ..draft
        }
    }
}

/// Reads the reference of a message in a channel.
pub(super) fn read(state: &State, channel: Id, given: &Value) -> Result<Referring, Refused> {
    match Id::read(&given["message_id"]) {
        None => Ok(Referring::default()),
        Some(id) if given["type"] == 1 => forward(state, given, id),
        Some(id) => reply(state, channel, given, id),
    }
}

fn unsaid(message: &&Message) -> bool {
    message.only.is_none()
}

fn reply(state: &State, channel: Id, given: &Value, id: Id) -> Result<Referring, Refused> {
    let place = state.world.channel(channel).ok_or(Refused::known(10003))?;
    let refused = |code, words| Err(Refused::field("message_reference", code, words));
    match place.messages.get(&id).filter(unsaid) {
        Some(message) if message.is_system() => refused(
            "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE",
            "Cannot reply to a system message",
        ),
        Some(_) => Ok(Referring {
            kind: kind::REPLY,
            reference: Some((place.reference(0, id), Some(id))),
            snapshots: Vec::new(),
        }),
        None if given["fail_if_not_exists"] == json!(false) => Ok(Referring::default()),
        None => refused("REPLIES_UNKNOWN_MESSAGE", "Unknown message"),
    }
}

/// A forward keeps what the message was at this moment. The bot must be able to read it: its own, what is meant for it, or
/// anything by the intent for the content of messages.
fn forward(state: &State, given: &Value, id: Id) -> Result<Referring, Refused> {
    let world = &state.world;
    let from = Id::read(&given["channel_id"]).ok_or(Refused::known(10003))?;
    let from = place(state, from, 0)?;
    let message = from.messages.get(&id).filter(unsaid).ok_or(Refused::known(10008))?;
    if !world.reads(from, message) {
        return Err(Refused::known(160014));
    }
    if message.is_system() || message.poll.is_some() {
        let words = "This message cannot be forwarded";
        return Err(Refused::field(
            "message_reference",
            "MESSAGE_FORWARD_UNSUPPORTED",
            words,
        ));
    }
    Ok(Referring {
        kind: kind::PLAIN,
        reference: Some((from.reference(1, id), None)),
        snapshots: message.snapshots(world),
    })
}
