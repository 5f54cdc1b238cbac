//! Messages in channels. These routes do not know ephemeral messages: only their interaction's token opens them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Answer, Call, Reply, awake, emojis, place, references};
use crate::playground::checks::{self, MessageKind};
use crate::playground::json::list as items;
use crate::playground::refused::Refused;
use crate::playground::snowflake::{Id, now_ms};
use crate::playground::state::State;
use crate::playground::world::channel::{Channel, Kind};
use crate::playground::world::message::{Message, kind};
use crate::playground::world::permissions::{
    ATTACH_FILES, EMBED_LINKS, MANAGE_MESSAGES, MANAGE_THREADS, READ_MESSAGE_HISTORY, SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
};

/// How long a nonce is remembered, in milliseconds.
const NONCE_LIFE_MS: u64 = 5 * 60 * 1000;

/// A message of a channel that exists for the bot.
pub(super) fn seen(channel: &Channel, id: Id) -> Result<&Message, Refused> {
    let message = channel.messages.get(&id).filter(|m| m.only.is_none());
    message.ok_or(Refused::known(10008))
}

pub(super) fn list(call: &Call) -> Answer {
    let state = call.app.state();
    let channel = place(&state, call.id("channel_id")?, 0)?;
    let limit = call.number("limit", 50, 100)?;
    if state.world.permissions(state.world.app, channel) & READ_MESSAGE_HISTORY == 0 {
        return Reply::ok(json!([]));
    }
    let (before, after, around) = (call.mark("before"), call.mark("after"), call.mark("around"));
    let page = page(channel, limit, before, after, around, |m| m.only.is_none());
    Reply::list(page.into_iter().map(|m| m.json(&state.world)))
}

/// Messages of a channel, newest first: the newest, those before, after or around one.
pub(crate) fn page(
    channel: &Channel,
    limit: usize,
    before: Option<Id>,
    after: Option<Id>,
    around: Option<Id>,
    visible: impl Fn(&Message) -> bool,
) -> Vec<&Message> {
    let all = || channel.messages.values().filter(|m| visible(m));
    let mut page: Vec<&Message> = if let Some(middle) = around {
        let older = all().rev().filter(|m| m.id <= middle).take(limit / 2 + 1);
        let newer = all()
            .filter(|m| m.id > middle)
            .take(limit.saturating_sub(limit / 2 + 1));
        older.chain(newer).collect()
    } else if let Some(before) = before {
        all().rev().filter(|m| m.id < before).take(limit).collect()
    } else if let Some(after) = after {
        all().filter(|m| m.id > after).take(limit).collect()
    } else {
        all().rev().take(limit).collect()
    };
    page.sort_by_key(|m| std::cmp::Reverse(m.id));
    page
}

pub(super) fn get(call: &Call) -> Answer {
    let state = call.app.state();
    let channel = place(&state, call.id("channel_id")?, READ_MESSAGE_HISTORY)?;
    Reply::ok(seen(channel, call.id("message_id")?)?.json(&state.world))
}

/// Whether the bot may write into a channel, and how.
fn may_send(state: &State, id: Id, body: &Value, files: bool) -> Result<(), Refused> {
    let channel = place(state, id, 0)?;
    let held = state.world.permissions(state.world.app, channel);
    if let Kind::Direct { person } = channel.kind {
        if !state.world.meets(person) {
            return Err(Refused::known(50278));
        }
        return match state.world.people.get(&person) {
            Some(person) if person.dms_open => Ok(()),
            _ => Err(Refused::known(50007)),
        };
    }
    let mut needed = if channel.thread.is_some() {
        SEND_MESSAGES_IN_THREADS
    } else {
        SEND_MESSAGES
    };
    if !items(&body["embeds"]).is_empty() {
        needed |= EMBED_LINKS;
    }
    if files {
        needed |= ATTACH_FILES;
    }
    place(state, id, needed)?;
    match &channel.thread {
        Some(thread) if thread.locked && held & MANAGE_THREADS == 0 => Err(Refused::known(160005)),
        _ => Ok(()),
    }
}

pub(super) fn create(call: &Call) -> Answer {
    let id = call.id("channel_id")?;
    let mut state = call.app.state();
    place(&state, id, 0)?;
    checks::message(&call.body, MessageKind::Create, &call.file_infos())?;
    emojis::check(&state, &call.body)?;
    may_send(&state, id, &call.body, !call.files.is_empty())?;
    if let Some(twin) = same_nonce(&state, id, &call.body) {
        return Reply::ok(twin);
    }
    let mut message = Message::new(id, state.world.app);
    references::refer(&state, &mut message, &call.body["message_reference"])?;
    state.wake_thread(id);
    let message = state.post(message, &call.body, &call.files);
    let sent = state.world.message(id, message).map(|m| m.json(&state.world));
    Reply::ok(sent.unwrap_or_default())
}

/// The message that the same nonce has already made, if the sender insists on making only one.
fn same_nonce(state: &State, channel: Id, body: &Value) -> Option<Value> {
    if body["enforce_nonce"] != json!(true) {
        return None;
    }
    let nonce = body.get("nonce").filter(|n| !n.is_null())?;
    let young = |m: &&Message| now_ms().saturating_sub(m.id.made_at()) < NONCE_LIFE_MS;
    let messages = state.world.channel(channel)?.messages.values().rev().take_while(young);
    let same = |m: &&Message| m.author == state.world.app && m.nonce.as_ref() == Some(nonce);
    messages.into_iter().find(same).map(|twin| twin.json(&state.world))
}

pub(super) fn edit(call: &Call) -> Answer {
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    let mut state = call.app.state();
    let held = place(&state, channel, 0)?;
    let message = seen(held, id)?;
    if message.author != state.world.app {
        // Others' messages: a moderator may hide their embeds, nothing else.
        let flags_only = call.body.as_object().is_some_and(|b| b.keys().all(|k| k == "flags"));
        if !flags_only {
            return Err(Refused::known(50005));
        }
        place(&state, channel, MANAGE_MESSAGES)?;
    }
    if message.is_system() {
        return Err(Refused::known(50021));
    }
    if message.poll.is_some() {
        return Err(Refused::known(520003));
    }
    awake(held)?;
    let stored = message.whole_json(&state.world);
    checks::edit(&call.body, MessageKind::Edit, &call.file_infos(), &stored)?;
    emojis::check(&state, &call.body)?;
    if !call.files.is_empty() {
        place(&state, channel, ATTACH_FILES)?;
    }
    let age = Duration::from_millis(now_ms().saturating_sub(id.made_at()));
    let too_many = |wait| Refused::for_now(30046, wait);
    let taken = call.app.rates.take_edit(&channel.to_string(), age, Instant::now());
    taken.map_err(too_many)?;
    state.edit(channel, id, &call.body, &call.files);
    Reply::ok(seen(place(&state, channel, 0)?, id)?.json(&state.world))
}

pub(super) fn delete(call: &Call) -> Answer {
    let (channel, id) = (call.id("channel_id")?, call.id("message_id")?);
    let mut state = call.app.state();
    let held = place(&state, channel, 0)?;
    let message = seen(held, id)?;
    if message.author != state.world.app {
        place(&state, channel, MANAGE_MESSAGES)?;
    }
    awake(held)?;
    if message.kind == kind::THREAD_STARTER {
        return Err(Refused::known(50021));
    }
    state.remove(channel, id);
    Reply::nothing()
}

pub(super) fn bulk_delete(call: &Call) -> Answer {
    let channel = call.id("channel_id")?;
    let mut state = call.app.state();
    let held = place(&state, channel, MANAGE_MESSAGES)?;
    if held.is_direct() {
        return Err(Refused::known(50024));
    }
    checks::bulk_delete(&call.body, now_ms())?;
    let ids = items(&call.body["messages"]).iter().filter_map(Id::read);
    let public: Vec<Id> = ids.filter(|id| seen(held, *id).is_ok()).collect();
    state.remove_many(channel, &public);
    Reply::nothing()
}
