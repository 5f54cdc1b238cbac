//! What nobody in particular does: moderation, the bot's membership, faults, deadlines, and the recorder.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use axum::extract::{Path, Query, State as Held};
use serde_json::{Value, json};

use super::{No, Said, Shared, Told, done, id_of, made, say, text_in};
use crate::playground::gateway::Out;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::permissions;

fn channel_json(state: &State, id: Id) -> Result<Value, No> {
    state
        .world
        .channel(id)
        .map(|c| c.json(&state.world))
        .ok_or_else(|| No::missing("there is no such channel"))
}

pub(super) async fn open_channel(Held(app): Shared, Told(body): Told) -> Said {
    let name = text_in(&body, "name")?.trim();
    if name.is_empty() || name.chars().count() > 100 {
        return Err(No::bad("a channel's name has 1 to 100 characters"));
    }
    let mut state = app.state();
    let id = state.open_channel(name);
    made(channel_json(&state, id)?)
}

pub(super) async fn change_thread(Held(app): Shared, Path(id): Path<String>, Told(body): Told) -> Said {
    let id = id_of(&id)?;
    let mut state = app.state();
    let channel = state
        .world
        .channel(id)
        .ok_or_else(|| No::missing("there is no such channel"))?;
    let thread = channel
        .thread
        .as_ref()
        .ok_or_else(|| No::bad("that channel is no thread"))?;
    let archived = body["archived"].as_bool().unwrap_or(thread.archived);
    state.set_archived(id, archived, body["locked"].as_bool());
    state.channel_changed(id);
    say(channel_json(&state, id)?)
}

pub(super) async fn remove_channel(Held(app): Shared, Path(id): Path<String>) -> Said {
    let id = id_of(&id)?;
    let mut state = app.state();
    channel_json(&state, id)?;
    state.remove_channel(id);
    done()
}

pub(super) async fn permissions(Held(app): Shared, Path(id): Path<String>, Told(body): Told) -> Said {
    let id = id_of(&id)?;
    let bits = |key: &str| -> Result<u64, No> {
        let names = body[key].as_array().map_or(&[][..], Vec::as_slice);
        names.iter().try_fold(0, |sum, name| {
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
    say(channel_json(&state, id)?)
}

pub(super) async fn remove_message(Held(app): Shared, Path((channel, id)): Path<(String, String)>) -> Said {
    let (channel, id) = (id_of(&channel)?, id_of(&id)?);
    match app.state().remove(channel, id) {
        true => done(),
        false => Err(No::missing("there is no such message")),
    }
}

pub(super) async fn bot(Held(app): Shared, Told(body): Told) -> Said {
    let present = body["present"]
        .as_bool()
        .ok_or_else(|| No::bad("`present` must be true or false"))?;
    app.state().set_bot_present(present);
    done()
}

pub(super) async fn gateway(Held(app): Shared) -> Said {
    say(json!({ "connected": app.state().hub.connected() }))
}

pub(super) async fn trouble_gateway(Held(app): Shared, Told(body): Told) -> Said {
    let mut state = app.state();
    let op = |op: u64| {
        Out::Text(Utf8Bytes::from(
            json!({ "t": null, "s": null, "op": op, "d": null }).to_string(),
        ))
    };
    let told = match text_in(&body, "do")? {
        "drop" => state.hub.shout(&Out::Drop),
        "shut" => {
            state.hub.shut = true;
            state.hub.shout(&Out::Drop)
        }
        "open" => {
            state.hub.shut = false;
            state.hub.connected()
        }
        "freeze" => state.hub.shout(&Out::Freeze),
        "reconnect" => state.hub.shout(&op(7)),
        "heartbeat" => state.hub.shout(&op(1)),
        "invalid_session" => state.hub.invalidate(body["resumable"].as_bool().unwrap_or(false)),
        "close" => {
            let code = body["code"]
                .as_u64()
                .and_then(|c| u16::try_from(c).ok())
                .filter(|c| (1000..5000).contains(c));
            let code = code.ok_or_else(|| No::bad("`code` must be a close code"))?;
            state.hub.shout(&Out::Close(code, "Closed on request."))
        }
        other => return Err(No::bad(format!("a gateway cannot {other}"))),
    };
    say(json!({ "told": told }))
}

pub(super) async fn faults(Held(app): Shared) -> Said {
    say(app.faults.json())
}

pub(super) async fn switch_faults(Held(app): Shared, Told(body): Told) -> Said {
    app.faults.switch(&body).map_err(No::bad)?;
    say(app.faults.json())
}

pub(super) async fn calm(Held(app): Shared) -> Said {
    app.faults.calm();
    say(app.faults.json())
}

pub(super) async fn rates(Held(app): Shared, Told(body): Told) -> Said {
    let on = body["on"]
        .as_bool()
        .ok_or_else(|| No::bad("`on` must be true or false"))?;
    app.rates.switch(on);
    done()
}

pub(super) async fn deadlines(Held(app): Shared, Told(body): Told) -> Said {
    let time = |key: &str| body[key].as_u64().map(Duration::from_millis);
    app.state().set_deadlines(time("first_response_ms"), time("token_ms"));
    done()
}

pub(super) async fn traffic(Held(app): Shared, Query(query): Query<HashMap<String, String>>) -> Said {
    let number = |key: &str, usual: u64| query.get(key).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let limit = usize::try_from(number("limit", 1_000)).unwrap_or(usize::MAX);
    say(app.traffic.since(number("after", 0), limit))
}

pub(super) async fn forget_traffic(Held(app): Shared) -> Said {
    app.traffic.clear();
    done()
}
