//! Polls in messages: who voted for an answer, and how a poll ends. Nobody votes here.

use serde_json::json;

use super::messages::seen;
use super::{Answer, Call, Reply, place};
use crate::playground::refused::Refused;

pub(super) fn voters(call: &Call) -> Answer {
    call.number("limit", 25, 100)?;
    let state = call.app.state();
    let channel = place(&state, call.id("channel_id")?, 0)?;
    let message = seen(channel, call.id("message_id")?)?;
    let answer = call.text("answer_id").parse().ok();
    let known = message
        .poll
        .as_ref()
        .is_some_and(|poll| answer.is_some_and(|answer| poll.has(answer)));
    if known {
        Reply::ok(json!({ "users": [] }))
    } else {
        Err(Refused::known(10008))
    }
}

/// Ends a poll of the bot's own.
pub(super) fn expire(call: &Call) -> Answer {
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    let mut state = call.app.state();
    let message = seen(place(&state, channel, 0)?, id)?;
    if message.author != state.world.app {
        return Err(Refused::known(50005));
    }
    match &message.poll {
        None => return Err(Refused::known(520006)),
        Some(poll) if poll.is_over() => return Err(Refused::known(520001)),
        Some(_) => {}
    }
    state.end_poll(channel, id);
    Reply::ok(seen(place(&state, channel, 0)?, id)?.json(&state.world))
}
