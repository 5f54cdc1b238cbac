//! Channels: the guild's, direct ones, and threads as channels.

use serde_json::{Value, json};

use super::application::known_guild;
use super::{Answer, Call, Reply, place};
use crate::playground::checks;
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::channel::{Channel, Kind};
use crate::playground::world::permissions::{MANAGE_CHANNELS, MANAGE_THREADS, SEND_MESSAGES};

pub(super) fn open_direct(call: &Call) -> Answer {
    checks::dm(&call.body)?;
    let id = Id::read(&call.body["recipient_id"]).ok_or(Refused::known(50033))?;
    let mut state = call.app.state();
    if id == state.world.app {
        return Err(Refused::known(50007));
    }
    // A closed door shows only when something is sent (docs/DISCORD.md, "Private chats").
    let channel = state.open_direct(id, &call.app.rates.limits())?;
    let json = state.world.channel(channel).map(|c| c.json(&state.world));
    Reply::ok(json.ok_or(Refused::known(10003))?)
}

pub(super) fn list(call: &Call) -> Answer {
    let state = call.app.state();
    let guild = known_guild(call, &state)?.id;
    Reply::list(state.world.texts(guild).map(|c| c.json(&state.world)))
}

pub(super) fn create(call: &Call) -> Answer {
    let mut state = call.app.state();
    let guild = known_guild(call, &state)?;
    let (guild, held) = (guild.id, guild.bot_permissions());
    checks::channel(&call.body)?;
    if held & MANAGE_CHANNELS == 0 {
        return Err(Refused::known(50013));
    }
    if call.body["type"].as_u64().unwrap_or(0) != 0 {
        return Err(Refused::known(50024));
    }
    let topic = call.body["topic"].as_str().map(str::to_owned);
    let id = state.open_channel(guild, call.body["name"].as_str().unwrap_or_default(), topic);
    let json = state.world.channel(id).map(|c| c.json(&state.world));
    Reply::created(json.unwrap_or_default())
}

pub(super) fn get(call: &Call) -> Answer {
    let state = call.app.state();
    let channel = place(&state, call.id("channel_id")?, 0)?;
    Reply::ok(channel.json(&state.world))
}

pub(super) fn edit(call: &Call) -> Answer {
    let id = call.id("channel_id")?;
    let mut state = call.app.state();
    let channel = place(&state, id, 0)?;
    match &channel.thread {
        Some(thread) => {
            checks::thread_edit(&call.body)?;
            let held = state.world.permissions(state.world.app, channel);
            let moderates = held & MANAGE_THREADS != 0;
            let opens = call.body["archived"] == json!(false);
            if thread.archived && !opens {
                return Err(Refused::known(50083));
            }
            // Whoever opened a thread may rename and archive it; locks, and what is locked, are for moderators.
            let own = thread.owner == state.world.app && call.body.get("locked").is_none() && !thread.locked;
            let anyone = opens && !thread.locked && call.body.as_object().is_some_and(|b| b.len() == 1);
            if !(moderates || own || anyone) {
                return Err(Refused::known(50013));
            }
            edit_thread(&mut state, id, &call.body);
        }
        None if channel.is_direct() => return Err(Refused::known(50024)),
        None => {
            place(&state, id, MANAGE_CHANNELS)?;
            checks::channel_edit(&call.body)?;
            if let Some(channel) = state.world.channels.get_mut(&id) {
                channel.name = call.body["name"].as_str().unwrap_or(&channel.name).to_owned();
                channel.slow_mode = call.body["rate_limit_per_user"].as_u64().unwrap_or(channel.slow_mode);
                if let Some(topic) = call.body.get("topic") {
                    channel.topic = topic.as_str().map(str::to_owned);
                }
            }
        }
    }
    state.channel_changed(id);
    Reply::ok(place(&state, id, 0)?.json(&state.world))
}

fn edit_thread(state: &mut State, id: Id, body: &Value) {
    let archived = state.world.channel(id).is_some_and(Channel::is_archived);
    let archived = body["archived"].as_bool().unwrap_or(archived);
    state.set_archived(id, archived, body["locked"].as_bool());
    let Some(channel) = state.world.channels.get_mut(&id) else {
        return;
    };
    channel.name = body["name"].as_str().unwrap_or(&channel.name).to_owned();
    channel.slow_mode = body["rate_limit_per_user"].as_u64().unwrap_or(channel.slow_mode);
    if let Some(thread) = &mut channel.thread {
        thread.auto_archive = body["auto_archive_duration"].as_u64().unwrap_or(thread.auto_archive);
        thread.invitable = body["invitable"].as_bool().unwrap_or(thread.invitable);
    }
}

pub(super) fn delete(call: &Call) -> Answer {
    let id = call.id("channel_id")?;
    let mut state = call.app.state();
    let channel = place(&state, id, 0)?;
    let json = channel.json(&state.world);
    let needed = match channel.kind {
        Kind::Direct { .. } => 0,
        Kind::Text => MANAGE_CHANNELS,
        Kind::PublicThread | Kind::PrivateThread => MANAGE_THREADS,
    };
    place(&state, id, needed)?;
    state.remove_channel(id);
    Reply::ok(json)
}

pub(super) fn typing(call: &Call) -> Answer {
    let id = call.id("channel_id")?;
    let mut state = call.app.state();
    let channel = place(&state, id, 0)?;
    if channel.thread.is_none() {
        place(&state, id, SEND_MESSAGES)?;
    }
    let bot = state.world.app;
    state.typing(id, bot);
    Reply::nothing()
}
