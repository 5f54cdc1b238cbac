//! The message that a new message replies to or forwards (docs/DISCORD.md, "Forwards and polls"). The body has passed the checks.

use serde_json::{Value, json};

use super::place;
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::message::{Message, kind};

/// Makes a new message what its reference says.
pub(super) fn refer(state: &State, message: &mut Message, given: &Value) -> Result<(), Refused> {
    match Id::read(&given["message_id"]) {
        None => Ok(()),
        Some(id) if given["type"] == 1 => forward(state, message, given, id),
        Some(id) => reply(state, message, given, id),
    }
}

fn unsaid(message: &&Message) -> bool {
    message.only.is_none()
}

fn reply(state: &State, message: &mut Message, given: &Value, id: Id) -> Result<(), Refused> {
    let place = state.world.channel(message.channel).ok_or(Refused::known(10003))?;
    let refused = |code, words| Err(Refused::field("message_reference", code, words));
    match place.messages.get(&id).filter(unsaid) {
        Some(found) if found.is_system() => refused(
            "REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE",
            "Cannot reply to a system message",
        ),
        Some(_) => {
            message.kind = kind::REPLY;
            message.reference = Some((place.reference(0, id), Some(id)));
            Ok(())
        }
        None if given["fail_if_not_exists"] == json!(false) => Ok(()),
        None => refused("REPLIES_UNKNOWN_MESSAGE", "Unknown message"),
    }
}

/// A forward keeps what the message was at this moment. The bot must be able to read it: its own, what is meant for it, or
/// anything by the intent for the content of messages.
fn forward(state: &State, message: &mut Message, given: &Value, id: Id) -> Result<(), Refused> {
    let world = &state.world;
    let from = Id::read(&given["channel_id"]).ok_or(Refused::known(10003))?;
    let from = place(state, from, 0)?;
    let found = from.messages.get(&id).filter(unsaid).ok_or(Refused::known(10008))?;
    if !world.reads(from, found) {
        return Err(Refused::known(160014));
    }
    if found.is_system() || found.poll.is_some() {
        let words = "This message cannot be forwarded";
        return Err(Refused::field(
            "message_reference",
            "MESSAGE_FORWARD_UNSUPPORTED",
            words,
        ));
    }
    message.reference = Some((from.reference(1, id), None));
    message.snapshots = found.snapshots(world);
    Ok(())
}
