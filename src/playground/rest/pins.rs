//! Pinned messages: today's routes, and those that Discord calls deprecated (Discord's docs, Message Resource).

use serde_json::{Value, json};

use super::messages::seen;
use super::{Answer, Call, Reply, awake, place};
use crate::playground::refused::Refused;
use crate::playground::snowflake::iso;
use crate::playground::state::State;
use crate::playground::world::message::Message;
use crate::playground::world::permissions::{PIN_MESSAGES, READ_MESSAGE_HISTORY};

/// Most pins of a channel.
const MOST: usize = 250;
/// Most pins in one answer.
const PAGE: usize = 50;

/// The pins of the path's channel; none if the bot may not read what was written there.
fn readable<'s>(call: &Call, state: &'s State) -> Result<Vec<(u64, &'s Message)>, Refused> {
    let channel = place(state, call.id("channel_id")?, 0)?;
    let readable = state.world.permissions(state.world.app, channel) & READ_MESSAGE_HISTORY != 0;
    Ok(if readable { channel.pins() } else { Vec::new() })
}

pub(super) fn list(call: &Call) -> Answer {
    let limit = call.number("limit", PAGE, PAGE)?;
    let state = call.app.state();
    let pins = readable(call, &state)?;
    let before = call.query.get("before");
    // The times are of one form, so that they lie in the order of their letters.
    let wanted = pins.into_iter().map(|(at, message)| (iso(at), message));
    let wanted: Vec<_> = wanted
        .filter(|(at, _)| before.is_none_or(|before| is_before(at, before)))
        .collect();
    let items: Vec<Value> = wanted
        .iter()
        .take(limit)
        .map(|(at, message)| json!({ "pinned_at": at, "message": message.json(&state.world) }))
        .collect();
    Reply::ok(json!({ "items": items, "has_more": wanted.len() > limit }))
}

/// Whether a time lies before another, which may be written with `Z` for the offset, or with fewer digits.
fn is_before(at: &str, mark: &str) -> bool {
    fn bare(time: &str) -> &str {
        let time = time.trim_end_matches('Z');
        time.split_once('+').map_or(time, |(time, _)| time)
    }
    bare(at) < bare(mark)
}

/// The first fifty, as messages.
pub(super) fn old_list(call: &Call) -> Answer {
    let state = call.app.state();
    let pins = readable(call, &state)?;
    let page = pins.into_iter().take(PAGE);
    Reply::list(page.map(|(_, message)| message.json(&state.world)))
}

pub(super) fn pin(call: &Call) -> Answer {
    set(call, true)
}

pub(super) fn unpin(call: &Call) -> Answer {
    set(call, false)
}

fn set(call: &Call, pinned: bool) -> Answer {
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    let mut state = call.app.state();
    let held = place(&state, channel, PIN_MESSAGES)?;
    let message = seen(held, id)?;
    if message.is_system() {
        return Err(Refused::known(50021));
    }
    awake(held)?;
    if pinned && message.pinned_ms.is_none() && held.pins().len() >= MOST {
        return Err(Refused::known(30003));
    }
    let bot = state.world.app;
    state.set_pinned(channel, id, pinned, bot);
    Reply::nothing()
}
