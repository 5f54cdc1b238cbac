//! Reactions to messages (docs/DISCORD.md, "Reactions and pins"; Discord's docs, Message Resource).

use super::messages::seen;
use super::{Answer, Call, Reply, awake, place};
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::message::Message;
use crate::playground::world::permissions::{ADD_REACTIONS, MANAGE_MESSAGES, READ_MESSAGE_HISTORY};
use crate::playground::world::reactions::emoji_in;

fn emoji(call: &Call) -> Result<String, Refused> {
    emoji_in(call.text("emoji_name")).ok_or(Refused::known(10014))
}

/// The message of the path, for somebody with these permissions.
fn target<'s>(call: &Call, state: &'s State, needed: u64) -> Result<&'s Message, Refused> {
    let channel = place(state, call.id("channel_id")?, needed)?;
    let message = seen(channel, call.id("message_id")?)?;
    awake(channel)?;
    Ok(message)
}

pub(super) fn add(call: &Call) -> Answer {
    let mut state = call.app.state();
    let message = target(call, &state, READ_MESSAGE_HISTORY)?;
    let emoji = emoji(call)?;
    let (channel, id, bot) = (message.channel, message.id, state.world.app);
    // To join others is permitted to whoever can see them; to be the first is not.
    if message.reactions.users(&emoji).is_empty() {
        place(&state, channel, ADD_REACTIONS)?;
        if message.reactions.is_full() {
            return Err(Refused::known(30010));
        }
    }
    state.react(channel, id, &emoji, bot);
    Reply::nothing()
}

/// Takes away the bot's own reaction, or by permission somebody else's.
pub(super) fn remove(call: &Call) -> Answer {
    let mut state = call.app.state();
    let bot = state.world.app;
    let user = match call.text("user_id") {
        "" => bot,
        _ => call.id("user_id")?,
    };
    let needed = if user == bot {
        READ_MESSAGE_HISTORY
    } else {
        MANAGE_MESSAGES
    };
    let message = target(call, &state, needed)?;
    let emoji = emoji(call)?;
    let (channel, id) = (message.channel, message.id);
    match state.unreact(channel, id, &emoji, user) {
        true => Reply::nothing(),
        false => Err(Refused::known(10014)),
    }
}

/// Takes everybody's away: all, or those of one emoji.
pub(super) fn clear(call: &Call) -> Answer {
    let mut state = call.app.state();
    let message = target(call, &state, MANAGE_MESSAGES)?;
    let emoji = match call.text("emoji_name") {
        "" => None,
        _ => Some(emoji(call)?),
    };
    let (channel, id) = (message.channel, message.id);
    state.clear_reactions(channel, id, emoji.as_deref());
    Reply::nothing()
}

pub(super) fn list(call: &Call) -> Answer {
    let limit = call.number("limit", 25, 100)?;
    let state = call.app.state();
    let channel = place(&state, call.id("channel_id")?, READ_MESSAGE_HISTORY)?;
    let message = seen(channel, call.id("message_id")?)?;
    let emoji = emoji(call)?;
    let after = call.mark("after").unwrap_or(Id(0));
    let mut users = message.reactions.users(&emoji).to_vec();
    if users.is_empty() {
        return Err(Refused::known(10014));
    }
    users.sort();
    // Nobody here gives the kind that glows (1).
    if call.query.get("type").is_some_and(|kind| kind == "1") {
        users.clear();
    }
    let page = users.into_iter().filter(|id| *id > after).take(limit);
    Reply::list(page.map(|id| state.world.user_json(id)))
}
