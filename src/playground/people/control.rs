//! Acts that belong to no person: moderation, the bot's membership, faults, deadlines, and the recorder.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use axum::extract::{Path, Query, State as Held};
use serde_json::{Value, json};

use super::{No, Reply, Said, Shared, Told, guild_in, id_of, seen, text_in, whom};
use crate::playground::App;
use crate::playground::checks::limits;
use crate::playground::endpoint;
use crate::playground::gateway::Out;
use crate::playground::json::list;
use crate::playground::quotas;
use crate::playground::snowflake::Id;
use crate::playground::state::{Chats, State};
use crate::playground::world::channel::{Channel, Kind};
use crate::playground::world::permissions;

/// Most channels at once, threads not counted.
const MOST_CHANNELS: usize = 500;
/// Longest wait for traffic, in milliseconds.
const LONGEST_WAIT: u64 = 60_000;

fn channel_json(state: &State, id: Id) -> Result<Value, No> {
    let channel = state.world.channel(id);
    let channel = channel.ok_or_else(|| No::missing("there is no such channel"))?;
    Ok(channel.json(&state.world))
}

/// A channel's name as Discord writes it: in small letters, with dashes in the place of spaces.
fn channel_name(typed: &str) -> Result<String, No> {
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let name = words.join("-");
    if name.is_empty() || name.chars().count() > limits::CHANNEL_NAME || name.contains(char::is_control) {
        return Err(No::bad("a channel's name has 1 to 100 characters"));
    }
    Ok(name)
}

/// A topic in a body, if it has one: an empty one is none.
fn topic_in(body: &Value) -> Result<Option<Option<String>>, No> {
    match &body["topic"] {
        Value::Null => Ok(None),
        Value::String(topic) if topic.chars().count() <= limits::TOPIC => {
            Ok(Some(Some(topic.trim().to_owned()).filter(|topic| !topic.is_empty())))
        }
        _ => Err(No::bad("`topic` must be a text of at most 1024 characters")),
    }
}

pub(super) async fn open_channel(Held(app): Shared, Told(body): Told) -> Said {
    let name = channel_name(text_in(&body, "name")?)?;
    let topic = topic_in(&body)?.flatten();
    let mut state = app.state();
    if state.world.channels.values().filter(|c| c.kind == Kind::Text).count() >= MOST_CHANNELS {
        return Err(No::conflict("there are too many channels already"));
    }
    let guild = guild_in(&state, &body)?;
    let id = state.open_channel(guild, &name, topic);
    Reply::created(channel_json(&state, id)?)
}

pub(super) async fn change_channel(Held(app): Shared, Path(id): Path<String>, Told(body): Told) -> Said {
    let id = id_of(&id)?;
    let mut state = app.state();
    let channel = state
        .world
        .channels
        .get_mut(&id)
        .filter(|c| !c.is_direct())
        .ok_or_else(|| No::missing("there is no such channel"))?;
    match &channel.thread {
        Some(thread) => {
            let archived = body["archived"].as_bool().unwrap_or(thread.archived);
            state.set_archived(id, archived, body["locked"].as_bool());
        }
        None if body.get("archived").is_some() || body.get("locked").is_some() => {
            return Err(No::bad("that channel is no thread"));
        }
        None => {
            let (name, topic) = (body["name"].as_str().map(channel_name).transpose()?, topic_in(&body)?);
            channel.name = name.unwrap_or_else(|| channel.name.clone());
            channel.topic = topic.unwrap_or_else(|| channel.topic.clone());
        }
    }
    state.channel_changed(id);
    Reply::ok(channel_json(&state, id)?)
}

pub(super) async fn remove_channel(Held(app): Shared, Path(id): Path<String>) -> Said {
    let id = id_of(&id)?;
    let mut state = app.state();
    channel_json(&state, id)?;
    state.remove_channel(id);
    Reply::nothing()
}

pub(super) async fn permissions(Held(app): Shared, Path(id): Path<String>, Told(body): Told) -> Said {
    let id = id_of(&id)?;
    let bits = |key: &str| -> Result<u64, No> {
        list(&body[key]).iter().try_fold(0, |sum, name| {
            let bit = name.as_str().and_then(permissions::bit);
            bit.map(|bit| sum | bit)
                .ok_or_else(|| No::bad(format!("{name} is no permission")))
        })
    };
    let (allow, deny) = (bits("allow")?, bits("deny")?);
    let mut state = app.state();
    if state
        .world
        .channel(id)
        .is_none_or(|c| c.is_direct() || c.thread.is_some())
    {
        return Err(No::missing("there is no such channel with permissions of its own"));
    }
    state.world.override_bot(id, allow, deny);
    state.channel_changed(id);
    let json = channel_json(&state, id)?;
    drop(state);
    tell_faults(&app);
    Reply::ok(json)
}

pub(super) async fn remove_message(Held(app): Shared, Path((channel, id)): Path<(String, String)>) -> Said {
    let (channel, id) = (id_of(&channel)?, id_of(&id)?);
    match app.state().remove(channel, id) {
        true => Reply::nothing(),
        false => Err(No::missing("there is no such message")),
    }
}

/// Somebody takes the application out of the list of what they have authorised.
pub(super) async fn deauthorize(Held(app): Shared, Path(who): Path<String>) -> Said {
    let person = whom(&app.state(), &who)?;
    Reply::ok(json!({ "status": endpoint::deauthorize(&app, person).await }))
}

pub(super) async fn bot(Held(app): Shared, Told(body): Told) -> Said {
    let present = body["present"]
        .as_bool()
        .ok_or_else(|| No::bad("`present` must be true or false"))?;
    let mut state = app.state();
    let guild = guild_in(&state, &body)?;
    state.set_bot_present(guild, present);
    drop(state);
    tell_faults(&app);
    Reply::nothing()
}

pub(super) async fn gateway(Held(app): Shared) -> Said {
    Reply::ok(json!({ "connected": app.state().hub.connected() }))
}

pub(super) async fn trouble_gateway(Held(app): Shared, Told(body): Told) -> Said {
    let mut state = app.state();
    let op = |op: u64| {
        Out::Text(Utf8Bytes::from(
            json!({ "t": null, "s": null, "op": op, "d": null }).to_string(),
        ))
    };
    let shard = body["shard"].as_u64();
    let told = match text_in(&body, "do")? {
        "drop" => state.hub.shout_to(shard, &Out::Drop),
        "shut" => {
            state.hub.shut = true;
            state.hub.shout(&Out::Drop)
        }
        "mute" => {
            state.hub.mute = true;
            state.hub.shout(&Out::Drop)
        }
        "open" => {
            (state.hub.shut, state.hub.mute) = (false, false);
            state.hub.connected()
        }
        "grow" => {
            let guilds = body["guilds"].as_u64().and_then(|count| u32::try_from(count).ok());
            let guilds = guilds.filter(|count| *count > 0);
            state
                .hub
                .grow(guilds.ok_or_else(|| No::bad("`guilds` must be a number from 1 on"))?);
            state.hub.connected()
        }
        "freeze" => state.hub.shout_to(shard, &Out::Freeze),
        "reconnect" => state.hub.shout_to(shard, &op(7)),
        "heartbeat" => state.hub.shout_to(shard, &op(1)),
        "invalid_session" => state.hub.invalidate(body["resumable"].as_bool().unwrap_or(false)),
        "close" => {
            let code = body["code"]
                .as_u64()
                .and_then(|c| u16::try_from(c).ok())
                .filter(|c| (1000..5000).contains(c));
            let code = code.ok_or_else(|| No::bad("`code` must be a close code"))?;
            state.hub.shout_to(shard, &Out::Close(code, "Closed on request."))
        }
        other => return Err(No::bad(format!("a gateway cannot {other}"))),
    };
    drop(state);
    tell_faults(&app);
    Reply::ok(json!({ "told": told }))
}

/// Everything that is not as usual, or could be made so.
fn whole(app: &App) -> Value {
    let mut json = app.faults.json();
    let standing = app.standing();
    let state = app.state();
    let closed: Vec<Id> = state
        .world
        .people
        .values()
        .filter(|p| !p.dms_open)
        .map(|p| p.id)
        .collect();
    let bot = state.world.app;
    let overridden = |c: &Channel| {
        let own = c.overwrites.iter().find(|o| o.member && o.id == bot)?;
        Some(json!({
            "channel": c.id, "allow": permissions::names(own.allow), "deny": permissions::names(own.deny),
        }))
    };
    json["closed_dms"] = json!(closed);
    json["permissions"] = state.world.channels.values().filter_map(overridden).collect();
    let absent = state.world.guilds.iter().filter(|guild| !guild.bot_present);
    json["bot_present"] = json!(state.world.home().bot_present);
    json["absent_from"] = absent.map(|guild| json!(guild.id)).collect();
    json["connected"] = json!(state.hub.connected());
    json["shut"] = json!(state.hub.shut);
    json["mute"] = json!(state.hub.mute);
    let limits = app.rates.limits();
    json["rates_on"] = json!(limits.on);
    json["rates"] = quotas::json(limits);
    json["standing"] = standing;
    json["deadlines"] = json!({
        "first_response_ms": state.deadlines.first_response.as_millis() as u64,
        "token_ms": state.deadlines.token.as_millis() as u64,
    });
    json
}

/// Tells every window how things stand with the troubles.
pub(super) fn tell_faults(app: &App) {
    let json = whole(app);
    app.state()
        .tell_all(&json!({ "event": "faults_changed", "faults": json }));
}

pub(super) async fn faults(Held(app): Shared) -> Said {
    Reply::ok(whole(&app))
}

pub(super) async fn switch_faults(Held(app): Shared, Told(body): Told) -> Said {
    app.faults.switch(&body).map_err(No::bad)?;
    tell_faults(&app);
    Reply::ok(whole(&app))
}

pub(super) async fn calm(Held(app): Shared, Query(query): Query<HashMap<String, String>>) -> Said {
    app.faults.calm();
    if query.get("all").is_some_and(|all| all == "true") {
        as_at_the_start(&app);
    }
    tell_faults(&app);
    Reply::ok(whole(&app))
}

/// Opens every door again: direct messages, channels, the guild; limits and deadlines are those of the configuration.
fn as_at_the_start(app: &App) {
    app.rates.set(app.config.rate_limits);
    app.bans.lift();
    let usual = app.config.deadlines;
    let mut state = app.state();
    state.set_deadlines(Some(usual.first_response), Some(usual.token));
    let guilds: Vec<Id> = state.world.guilds.iter().map(|guild| guild.id).collect();
    for guild in guilds {
        state.set_bot_present(guild, true);
    }
    (state.hub.shut, state.hub.mute) = (false, false);
    state.hub.grow(app.config.gateway.guilds);
    state.chats = Chats::default();
    let mut reopened = Vec::new();
    for (id, person) in &mut state.world.people {
        if !person.dms_open {
            person.dms_open = true;
            reopened.push(*id);
        }
    }
    for id in reopened {
        let json = state.person_json(id);
        state.tell_all(&json!({ "event": "person_update", "person": json }));
    }
    let texts = state.world.channels.values().filter(|c| !c.overwrites.is_empty());
    let overridden: Vec<Id> = texts.map(|c| c.id).collect();
    for id in overridden {
        state.world.override_bot(id, 0, 0);
        state.channel_changed(id);
    }
}

pub(super) async fn rates(Held(app): Shared) -> Said {
    Reply::ok(quotas::json(app.rates.limits()))
}

pub(super) async fn set_rates(Held(app): Shared, Told(body): Told) -> Said {
    app.rates.change(&body).map_err(No::bad)?;
    tell_faults(&app);
    Reply::nothing()
}

pub(super) async fn deadlines(Held(app): Shared, Told(body): Told) -> Said {
    let time = |key: &str| body[key].as_u64().map(Duration::from_millis);
    app.state().set_deadlines(time("first_response_ms"), time("token_ms"));
    tell_faults(&app);
    Reply::nothing()
}

/// Which part of the traffic is wanted, and how long it may be waited for.
struct Wanted {
    after: u64,
    limit: usize,
    patience: Duration,
}

impl Wanted {
    fn read(app: &App, query: &HashMap<String, String>) -> Wanted {
        let number = |key: &str| query.get(key).and_then(|text| text.parse::<u64>().ok());
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let newest = || number("newest").map(|count| app.traffic.newest(size(count)));
        Wanted {
            after: number("after").or_else(newest).unwrap_or(0),
            limit: size(number("limit").unwrap_or(1_000)),
            patience: Duration::from_millis(number("wait").unwrap_or(0).min(LONGEST_WAIT)),
        }
    }

    /// The entries, as soon as there are any, or none when patience ends.
    async fn found(mut self, app: &App, page: impl Fn(u64, usize) -> Value) -> Value {
        let until = Instant::now() + self.patience;
        loop {
            let found = page(self.after, self.limit);
            let empty = list(&found["entries"]).is_empty();
            if !empty || self.limit == 0 {
                return found;
            }
            self.after = found["next"].as_u64().unwrap_or(self.after);
            tokio::select! {
                () = app.traffic.wait_for(self.after) => {}
                () = tokio::time::sleep_until(until.into()) => return found,
                () = app.stopped() => return found,
            }
        }
    }
}

pub(super) async fn traffic(Held(app): Shared, Query(query): Query<HashMap<String, String>>) -> Said {
    let wanted = Wanted::read(&app, &query);
    let found = wanted.found(&app, |after, limit| app.traffic.since(after, limit));
    Reply::ok(with_standing(&app, found.await))
}

/// What of the traffic a person may see: their own interactions, and what happens where they are.
pub(super) async fn own_traffic(
    Held(app): Shared,
    Path(who): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Said {
    let person = whom(&app.state(), &who)?;
    let wanted = Wanted::read(&app, &query);
    let page = |after, limit| {
        app.traffic
            .page(after, limit, |about| match (about.interaction, about.channel) {
                (Some(_), _) => about.person == Some(person),
                (None, Some(channel)) => seen(&app.state(), person, channel).is_ok(),
                (None, None) => true,
            })
    };
    let found = wanted.found(&app, page);
    Reply::ok(with_standing(&app, found.await))
}

/// Traffic, and how the bot stands with Discord.
fn with_standing(app: &App, mut traffic: Value) -> Value {
    traffic["standing"] = app.standing();
    traffic
}

pub(super) async fn forget_traffic(Held(app): Shared) -> Said {
    app.traffic.clear();
    Reply::nothing()
}
