//! Threads and their members (docs/DISCORD.md, "Threads").

use serde_json::{Value, json};

use super::application::known_guild;
use super::messages::seen;
use super::{Answer, Call, Reply, awake, place};
use crate::playground::checks::{self, ThreadKind};
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::state::{NewThread, State};
use crate::playground::world::channel::{Channel, Kind};
use crate::playground::world::permissions::{CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS};

/// Most people in one thread.
const MOST_MEMBERS: usize = 1_000;

/// A text channel in which the bot may open such a thread.
fn parent(state: &State, id: Id, needed: u64) -> Result<(), Refused> {
    let channel = place(state, id, 0)?;
    if channel.kind != Kind::Text {
        return Err(Refused::known(50024));
    }
    place(state, id, needed).map(|_| ())
}

fn open(state: &mut State, call: &Call, parent: Id, message: Option<Id>, private: bool) -> Answer {
    if state.world.open_threads(state.world.guild_of(parent)).count() >= call.app.config.open_threads {
        return Err(Refused::known(160006));
    }
    let body = &call.body;
    let id = state.open_thread(&NewThread {
        parent,
        owner: state.world.app,
        name: body["name"].as_str().unwrap_or_default(),
        message,
        private,
        auto_archive: body["auto_archive_duration"].as_u64().unwrap_or(4_320),
        invitable: body["invitable"].as_bool().unwrap_or(true),
        slow_mode: body["rate_limit_per_user"].as_u64().unwrap_or(0),
    });
    let bot = state.world.app;
    let channel = state.world.channel(id).ok_or(Refused::known(10003))?;
    let mut json = channel.json(&state.world);
    json["member"] = channel.thread_member_json(bot).unwrap_or_default();
    Reply::created(json)
}

pub(super) fn from_message(call: &Call) -> Answer {
    let (channel, message) = (call.id("channel_id")?, call.id("message_id")?);
    let mut state = call.app.state();
    parent(&state, channel, CREATE_PUBLIC_THREADS)?;
    seen(place(&state, channel, 0)?, message)?;
    checks::thread(&call.body, ThreadKind::FromMessage)?;
    if state.world.channel(message).is_some() {
        return Err(Refused::known(160004));
    }
    open(&mut state, call, channel, Some(message), false)
}

pub(super) fn standalone(call: &Call) -> Answer {
    let channel = call.id("channel_id")?;
    let mut state = call.app.state();
    // Without a type it is a private thread, as in Discord's API.
    let private = call.body["type"].as_u64().unwrap_or(12) == 12;
    let needed = if private {
        CREATE_PRIVATE_THREADS
    } else {
        CREATE_PUBLIC_THREADS
    };
    parent(&state, channel, needed)?;
    checks::thread(&call.body, ThreadKind::Standalone)?;
    open(&mut state, call, channel, None, private)
}

pub(super) fn active(call: &Call) -> Answer {
    let state = call.app.state();
    let guild = known_guild(call, &state)?.id;
    let bot = state.world.app;
    let open = state.world.open_threads(Some(guild));
    let open: Vec<&Channel> = open.filter(|c| state.world.permissions(bot, c) != 0).collect();
    let members: Vec<Value> = open.iter().filter_map(|c| c.thread_member_json(bot)).collect();
    let threads: Vec<Value> = open.iter().map(|c| c.json(&state.world)).collect();
    Reply::ok(json!({ "threads": threads, "members": members, "has_more": false }))
}

/// The thread of the path.
fn thread<'s>(call: &Call, state: &'s State) -> Result<&'s Channel, Refused> {
    let channel = place(state, call.id("channel_id")?, 0)?;
    if channel.thread.is_some() {
        Ok(channel)
    } else {
        Err(Refused::known(50024))
    }
}

/// The person of the path; the bot where it says `@me`.
fn whom(call: &Call, state: &State) -> Result<Id, Refused> {
    if call.text("user_id").is_empty() {
        return Ok(state.world.app);
    }
    let id = call.id("user_id")?;
    let guild = thread(call, state)?.guild.and_then(|id| state.world.joined(id));
    let member = guild.is_some_and(|guild| guild.has(id)).then_some(id);
    member.ok_or(Refused::known(10013))
}

/// One who is in the thread, with the guild's member if that was asked for.
fn member_json(call: &Call, state: &State, channel: &Channel, id: Id) -> Option<Value> {
    let mut json = channel.thread_member_json(id)?;
    if call.says("with_member") {
        let guild = channel.guild.and_then(|guild| state.world.guild(guild))?;
        json["member"] = state.world.member_json(guild, id);
    }
    Some(json)
}

pub(super) fn members(call: &Call) -> Answer {
    let limit = call.number("limit", 100, 100)?;
    let state = call.app.state();
    let channel = thread(call, &state)?;
    // They come in pages only along with the guild's members, and otherwise all at once.
    let paged = call.says("with_member");
    let after = call.mark("after").filter(|_| paged).unwrap_or(Id(0));
    let ids = channel.thread.iter().flat_map(|t| t.members.keys().copied());
    let most = if paged { limit } else { usize::MAX };
    let ids = ids.filter(|id| *id > after).take(most);
    Reply::list(ids.filter_map(|id| member_json(call, &state, channel, id)))
}

pub(super) fn member(call: &Call) -> Answer {
    let state = call.app.state();
    let id = whom(call, &state)?;
    let json = member_json(call, &state, thread(call, &state)?, id);
    Reply::ok(json.ok_or(Refused::known(10007))?)
}

pub(super) fn join(call: &Call) -> Answer {
    let mut state = call.app.state();
    let who = whom(call, &state)?;
    let channel = thread(call, &state)?;
    let id = channel.id;
    let thread = channel.thread.as_ref().ok_or(Refused::known(50024))?;
    awake(channel)?;
    if thread.members.len() >= MOST_MEMBERS && !thread.members.contains_key(&who) {
        return Err(Refused::known(30033));
    }
    state.set_thread_member(id, who, true);
    Reply::nothing()
}

pub(super) fn leave(call: &Call) -> Answer {
    let mut state = call.app.state();
    let who = whom(call, &state)?;
    let channel = thread(call, &state)?;
    let id = channel.id;
    awake(channel)?;
    if who != state.world.app {
        place(&state, id, MANAGE_THREADS)?;
    }
    state.set_thread_member(id, who, false);
    Reply::nothing()
}
