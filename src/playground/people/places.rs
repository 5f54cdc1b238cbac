//! Reading and talking as a person: people, channels, messages, threads.

use std::collections::HashMap;

use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, Query, State as Held};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::acts::visible;
use super::control::tell_faults;
use super::{No, Reply, Said, Shared, Told, guild_in, id_in, id_of, seen, text_in, whom};
use crate::playground::checks::limits;
use crate::playground::config::PersonSpec;
use crate::playground::rest::page;
use crate::playground::snowflake::Id;
use crate::playground::state::NewThread;
use crate::playground::world::World;
use crate::playground::world::channel::{Channel, Kind};
use crate::playground::world::files::{Attachment, Upload};
use crate::playground::world::guild::Guild;
use crate::playground::world::message::{Message, kind};
use crate::playground::world::permissions::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_MESSAGES, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS,
};

/// Longest name of a language.
const LONGEST_LOCALE: usize = 10;
/// Most people at once.
const MOST_PEOPLE: usize = 500;
/// Longest name of a person.
const LONGEST_NAME: usize = 32;
const LONGEST_FILE_NAME: usize = 260;

/// Whether a channel is in a guild of theirs.
fn owns(world: &World, person: Id, channel: &Channel) -> bool {
    let guild = channel.guild.and_then(|id| world.guild(id));
    guild.is_some_and(|guild| guild.owner == person)
}

fn guild_json(world: &World, guild: &Guild) -> Value {
    json!({
        "id": guild.id, "name": guild.name, "owner_id": guild.owner, "member_count": world.members(guild).len(),
        "bot_present": guild.bot_present, "people": guild.people,
    })
}

pub(super) async fn everyone(Held(app): Shared) -> Said {
    let state = app.state();
    let world = &state.world;
    let people: Vec<Value> = world.people.keys().map(|id| state.person_json(*id)).collect();
    let channels = world.channels.values().filter(|c| !c.is_direct());
    let channels: Vec<Value> = channels.map(|c| c.json(world)).collect();
    let guilds: Vec<Value> = world.guilds.iter().map(|guild| guild_json(world, guild)).collect();
    let home = world.home();
    Reply::ok(json!({
        "guild": guild_json(world, home), "guilds": guilds,
        "bot": { "user": world.user_json(world.app), "present": home.bot_present, "connected": state.hub.connected() > 0 },
        "people": people, "channels": channels,
    }))
}

/// A language in a body, if it has one.
fn locale_in(body: &Value) -> Result<Option<&str>, No> {
    let Some(locale) = body["locale"].as_str() else {
        return Ok(None);
    };
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '-';
    match (2..=LONGEST_LOCALE).contains(&locale.len()) && locale.chars().all(fine) {
        true => Ok(Some(locale)),
        false => Err(No::bad("`locale` must be a language such as en-US")),
    }
}

pub(super) async fn join(Held(app): Shared, Told(body): Told) -> Said {
    let name = text_in(&body, "name")?.trim();
    let fine = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.');
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name == "-" || !name.chars().all(fine) || name.parse::<u64>().is_ok() {
        return Err(No::bad(
            "a name has 1 to 32 letters, digits, spaces, dots, dashes or underscores, and is no number",
        ));
    }
    let usual = PersonSpec::named(name);
    let spec = PersonSpec {
        locale: locale_in(&body)?.unwrap_or(&usual.locale).to_owned(),
        dms_open: body["dms_open"].as_bool().unwrap_or(usual.dms_open),
        ..usual
    };
    let mut state = app.state();
    if state.world.people.len() >= MOST_PEOPLE {
        return Err(No::conflict(format!(
            "{MOST_PEOPLE} people are here already, which is all there is room for"
        )));
    }
    let guild = guild_in(&state, &body)?;
    let id = state
        .join(&spec, guild)
        .ok_or_else(|| No::conflict(format!("there is a {name} already")))?;
    Reply::created(state.person_json(id))
}

pub(super) async fn change(Held(app): Shared, Path(who): Path<String>, Told(body): Told) -> Said {
    let locale = locale_in(&body)?;
    let mut state = app.state();
    let id = whom(&state, &who)?;
    if let Some(person) = state.world.people.get_mut(&id) {
        person.dms_open = body["dms_open"].as_bool().unwrap_or(person.dms_open);
        person.locale = locale.unwrap_or(&person.locale).to_owned();
    }
    let json = state.person_json(id);
    state.tell_all(&json!({ "event": "person_update", "person": json }));
    drop(state);
    tell_faults(&app);
    Reply::ok(json)
}

pub(super) async fn channels(Held(app): Shared, Path(who): Path<String>) -> Said {
    let state = app.state();
    let person = whom(&state, &who)?;
    let world = &state.world;
    let seen = world.channels.values().filter(|c| world.sees(person, c));
    Reply::ok(Value::Array(seen.map(|c| c.json_for(world, person)).collect()))
}

pub(super) async fn channel(Held(app): Shared, Path((who, channel)): Path<(String, String)>) -> Said {
    let state = app.state();
    let person = whom(&state, &who)?;
    let channel = seen(&state, person, id_of(&channel)?)?;
    Reply::ok(channel.json_for(&state.world, person))
}

pub(super) async fn read(Held(app): Shared, Path((who, channel)): Path<(String, String)>, Told(body): Told) -> Said {
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let id = seen(&state, person, id_of(&channel)?)?.id;
    let upto = match body.get("message").filter(|m| !m.is_null()) {
        None => None,
        Some(_) => Some(id_in(&body, "message")?),
    };
    state.read(person, id, upto);
    Reply::ok(seen(&state, person, id)?.json_for(&state.world, person))
}

pub(super) async fn direct(Held(app): Shared, Path(who): Path<String>) -> Said {
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let id = state
        .world
        .direct_channel(person)
        .ok_or_else(|| No::missing("there is nobody of that name"))?;
    Reply::ok(seen(&state, person, id)?.json_for(&state.world, person))
}

type Asked = Query<HashMap<String, String>>;

pub(super) async fn messages(
    Held(app): Shared,
    Path((who, channel)): Path<(String, String)>,
    Query(query): Asked,
) -> Said {
    let state = app.state();
    let person = whom(&state, &who)?;
    let channel = seen(&state, person, id_of(&channel)?)?;
    let mark = |name: &str| query.get(name).map(|text| id_of(text)).transpose();
    let limit = query.get("limit").and_then(|text| text.parse().ok());
    let limit = limit.unwrap_or(50usize).clamp(1, 1_000);
    let visible = |m: &Message| m.is_for(person);
    let found = page(channel, limit, mark("before")?, mark("after")?, None, visible);
    Reply::ok(found.into_iter().map(|m| m.json_for_people(&state.world)).collect())
}

pub(super) async fn message(Held(app): Shared, Path((who, channel, id)): Path<(String, String, String)>) -> Said {
    let state = app.state();
    let person = whom(&state, &who)?;
    let channel = seen(&state, person, id_of(&channel)?)?;
    let message = visible(&state, person, channel.id, id_of(&id)?)?;
    Reply::ok(message.json_for_people(&state.world))
}

pub(super) async fn chat(Held(app): Shared, Path((who, channel)): Path<(String, String)>, Told(body): Told) -> Said {
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let id = id_of(&channel)?;
    let channel = seen(&state, person, id)?;
    let content = text_in(&body, "content")?.trim();
    if content.is_empty() || content.chars().count() > limits::CONTENT {
        return Err(No::bad("a message has 1 to 2000 characters"));
    }
    let needed = if channel.thread.is_some() {
        SEND_MESSAGES_IN_THREADS
    } else {
        SEND_MESSAGES
    };
    if state.world.permissions(person, channel) & needed == 0 {
        return Err(No::forbidden("they may not write there"));
    }
    if channel.thread.as_ref().is_some_and(|t| t.locked) && !owns(&state.world, person, channel) {
        return Err(No::forbidden("the thread is locked"));
    }
    let to = Id::read(&body["reply_to"]).filter(|to| channel.messages.get(to).is_some_and(|m| m.only.is_none()));
    let reference = to.map(|to| (json!({ "type": 0, "channel_id": id, "message_id": to }), Some(to)));
    let kind = if reference.is_some() { kind::REPLY } else { kind::PLAIN };
    state.wake_thread(id);
    let message = Message {
        kind,
        reference,
        ..Message::new(id, person)
    };
    let made_id = state.post(message, &json!({ "content": content }), &[]);
    state.read(person, id, Some(made_id));
    if state.world.channel(id).is_some_and(Channel::is_direct) {
        state.meet(person);
    }
    let message = state.world.message(id, made_id);
    let message = message.map(|m| m.json_for_people(&state.world));
    Reply::created(message.unwrap_or_default())
}

pub(super) async fn unsay(Held(app): Shared, Path((who, channel, id)): Path<(String, String, String)>) -> Said {
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let (channel, id) = (id_of(&channel)?, id_of(&id)?);
    let place = seen(&state, person, channel)?;
    let message = visible(&state, person, channel, id)?;
    let moderates = !place.is_direct() && state.world.permissions(person, place) & MANAGE_MESSAGES != 0;
    if message.author != person && message.only.is_none() && !moderates {
        return Err(No::forbidden("that message is someone else's"));
    }
    state.remove(channel, id);
    Reply::nothing()
}

pub(super) async fn typing(Held(app): Shared, Path((who, channel)): Path<(String, String)>) -> Said {
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let id = seen(&state, person, id_of(&channel)?)?.id;
    state.typing(id, person);
    Reply::nothing()
}

/// Somebody gives a file, to be named in an option or a form.
pub(super) async fn give(
    Held(app): Shared,
    Path((who, channel)): Path<(String, String)>,
    Query(query): Asked,
    headers: HeaderMap,
    bytes: Result<Bytes, BytesRejection>,
) -> Said {
    let bytes = bytes.map_err(|why| No(why.status(), why.body_text()))?;
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let channel = seen(&state, person, id_of(&channel)?)?.id;
    let name = query
        .get("name")
        .filter(|name| (1..=LONGEST_FILE_NAME).contains(&name.chars().count()));
    let upload = Upload {
        n: 0,
        name: name.ok_or_else(|| No::bad("a file has a name"))?.clone(),
        content_type: headers
            .get(header::CONTENT_TYPE)
            .and_then(|kind| Some(kind.to_str().ok()?.to_owned())),
        bytes,
    };
    let file = Attachment::new(state.world.mint.next(), &upload, None);
    let json = file.json(&state.world.links, channel, true);
    state.world.given.keep(person, [file]);
    Reply::created(json)
}

pub(super) async fn thread(Held(app): Shared, Path((who, channel)): Path<(String, String)>, Told(body): Told) -> Said {
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let parent = seen(&state, person, id_of(&channel)?)?;
    let name = text_in(&body, "name")?.trim();
    if name.is_empty() || name.chars().count() > limits::CHANNEL_NAME {
        return Err(No::bad("a thread's name has 1 to 100 characters"));
    }
    let private = body["private"].as_bool().unwrap_or(false);
    let needed = if private {
        CREATE_PRIVATE_THREADS
    } else {
        CREATE_PUBLIC_THREADS
    };
    if parent.kind != Kind::Text || state.world.permissions(person, parent) & needed == 0 {
        return Err(No::forbidden("they may not open a thread there"));
    }
    let message = match body.get("message").filter(|m| !m.is_null()) {
        None => None,
        Some(_) => {
            let id = id_in(&body, "message")?;
            if parent.messages.get(&id).is_none_or(|m| m.only.is_some()) {
                return Err(No::missing("they see no such message"));
            }
            if state.world.channel(id).is_some() {
                return Err(No::conflict("that message has a thread already"));
            }
            Some(id)
        }
    };
    if state.world.open_threads(parent.guild).count() >= app.config.open_threads {
        return Err(No::conflict("there are too many threads already"));
    }
    let new = NewThread {
        parent: parent.id,
        owner: person,
        name,
        message,
        private,
        auto_archive: 4_320,
        invitable: true,
        slow_mode: 0,
    };
    let id = state.open_thread(&new);
    Reply::created(seen(&state, person, id)?.json(&state.world))
}

pub(super) async fn commands(Held(app): Shared, Path(who): Path<String>, Query(query): Asked) -> Said {
    let state = app.state();
    let person = whom(&state, &who)?;
    let channel = query.get("channel").ok_or_else(|| No::bad("`channel` is missing"))?;
    let channel = seen(&state, person, id_of(channel)?)?.id;
    let commands = state.world.commands_for(person, channel).into_iter();
    Reply::ok(commands.map(|c| c.json(true)).collect())
}

/// A file of a message, under its signed link; for a while also one that the message has no longer.
pub(crate) async fn attachment(
    Held(app): Shared,
    Path((channel, id, name)): Path<(String, String, String)>,
    Query(query): Asked,
) -> Response {
    let part = |key: &str| query.get(key).map(String::as_str).unwrap_or_default();
    let path = format!("/attachments/{channel}/{id}/{name}");
    let state = app.state();
    if !state.world.links.holds(&path, part("ex"), part("is"), part("hm")) {
        return (StatusCode::NOT_FOUND, "This content is no longer available.").into_response();
    }
    let (Ok(channel), Ok(id)) = (channel.parse::<Id>(), id.parse::<Id>()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match state.world.file(channel, id) {
        Some(file) => {
            // A file is whatever its sender says; opened by itself it must not become a page of this server.
            let content_type = file.content_type.as_deref().unwrap_or("application/octet-stream");
            let headers = [
                (header::CONTENT_TYPE, content_type.to_owned()),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
                (
                    header::CONTENT_SECURITY_POLICY,
                    "default-src 'none'; sandbox".to_owned(),
                ),
            ];
            (headers, Body::from(file.bytes.clone())).into_response()
        }
        None => (StatusCode::NOT_FOUND, "This content is no longer available.").into_response(),
    }
}

/// The image of an emoji, as Discord's CDN serves it: by the emoji's id, with an ending.
pub(crate) async fn emoji(Held(app): Shared, Path(name): Path<String>) -> Response {
    let id = name.split_once('.').and_then(|(id, _)| id.parse::<Id>().ok());
    let state = app.state();
    match id.and_then(|id| state.world.emojis.get(&id)) {
        Some(emoji) => {
            let headers = [
                (header::CONTENT_TYPE, emoji.content_type.clone()),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
            ];
            (headers, Body::from(emoji.image.clone())).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
