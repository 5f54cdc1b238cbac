//! What people do that the bot must answer: run, complete, press, choose, submit.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State as Held};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::options::{Typed, data};
use super::{No, Reply, Said, Shared, Told, forms, id_in, seen, text_in, whom};
use crate::playground::App;
use crate::playground::snowflake::Id;
use crate::playground::state::{Ask, State};
use crate::playground::world::interaction::{InteractionKind as Kind, Outcome};
use crate::playground::world::message::{Message, kind};

/// How long a caller waits for an outcome.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    None,
    First,
    Final,
}

fn wait_of(text: Option<&str>) -> Result<Wait, No> {
    match text {
        None | Some("first") => Ok(Wait::First),
        Some("none") => Ok(Wait::None),
        Some("final") => Ok(Wait::Final),
        Some(other) => Err(No::bad(format!("`wait` is none, first or final, not {other}"))),
    }
}

/// Waits as long as was asked, and says how things stand then. Every act comes out in the end: the deadlines see to it.
async fn outcome(app: &App, act: u64, channel: Id, mut watched: watch::Receiver<Outcome>, wait: Wait) -> Said {
    let ready = |o: &Outcome| match wait {
        Wait::None => true,
        Wait::First => o.is_first(),
        Wait::Final => o.is_final(),
    };
    let found = tokio::select! {
        found = watched.wait_for(ready) => found.map(|o| o.clone()).unwrap_or(Outcome::Failed("the interaction is forgotten")),
        () = app.stopped() => Outcome::Failed("the playground closes"),
    };
    Reply::ok(app.state().world.outcome_json(act, channel, &found))
}

/// Sends an ask, as often as was wanted, and waits.
async fn send(app: &Arc<App>, ask: Ask, body: &Value) -> Said {
    let wait = wait_of(body["wait"].as_str())?;
    let deliveries = body["deliveries"].as_u64().unwrap_or(1);
    if !(1..=10).contains(&deliveries) {
        return Err(No::bad("`deliveries` is 1 to 10"));
    }
    let asked = app.ask(ask);
    for _ in 1..deliveries {
        let mut state = app.state();
        if let Some(id) = state.world.by_act(asked.act).map(|i| i.facts.id) {
            state.deliver(id);
        }
    }
    outcome(app, asked.act, asked.channel, asked.outcome, wait).await
}

/// The channel of a body, in which someone is about to use the bot.
fn usable(state: &State, person: Id, body: &Value) -> Result<Id, No> {
    let channel = seen(state, person, id_in(body, "channel")?)?;
    if !state.world.serves(channel) {
        return Err(No::conflict("the bot is not in the guild"));
    }
    if channel.is_archived() {
        return Err(No::conflict("the thread is archived"));
    }
    Ok(channel.id)
}

fn forged(body: &Value) -> bool {
    body["forge"] == json!(true)
}

fn command(app: &App, who: &str, body: &Value, focused: Option<&str>) -> Result<Ask, No> {
    let state = app.state();
    let person = whom(&state, who)?;
    let channel = usable(&state, person, body)?;
    let typed = Typed {
        person,
        channel,
        command: text_in(body, "command")?,
        options: &body["options"],
        target: body.get("target").filter(|t| !t.is_null()),
        focused,
        forge: forged(body),
    };
    let (data, full, kind) = data(&state, &typed)?;
    Ok(Ask {
        person,
        channel,
        kind: if focused.is_some() {
            Kind::Autocomplete
        } else {
            Kind::Command
        },
        data,
        source: None,
        command: Some(full),
        opened_by: None,
        answer_kind: if kind == 1 { 20 } else { 23 },
    })
}

pub(super) async fn run(Held(app): Shared, Path(who): Path<String>, Told(body): Told) -> Said {
    let ask = command(&app, &who, &body, None)?;
    send(&app, ask, &body).await
}

pub(super) async fn complete(Held(app): Shared, Path(who): Path<String>, Told(body): Told) -> Said {
    let ask = command(&app, &who, &body, Some(text_in(&body, "focused")?))?;
    send(&app, ask, &body).await
}

/// A message that a person sees.
pub(super) fn visible(state: &State, person: Id, channel: Id, id: Id) -> Result<&Message, No> {
    let found = state.world.message(channel, id);
    let found = found.filter(|m| m.is_for(person));
    found.ok_or_else(|| No::missing("they see no such message"))
}

fn component(app: &App, who: &str, body: &Value, values: Option<&[Value]>) -> Result<Ask, No> {
    let state = app.state();
    let person = whom(&state, who)?;
    let channel = usable(&state, person, body)?;
    let message = visible(&state, person, channel, id_in(body, "message")?)?;
    let custom_id = text_in(body, "custom_id")?;
    let data = if forged(body) {
        let usual = if values.is_some() { 3 } else { 2 };
        let kind = body["component_type"].as_u64().unwrap_or(usual);
        let mut data = json!({ "custom_id": custom_id, "component_type": kind, "id": 1 });
        if let Some(values) = values {
            data["values"] = json!(values);
        }
        data
    } else {
        if message.author != state.world.app {
            return Err(No::bad("that message is not the bot's"));
        }
        forms::component_data(&state, person, channel, &message.components, custom_id, values)?
    };
    let source = Some(message.id);
    Ok(Ask {
        person,
        channel,
        kind: Kind::Component,
        data,
        source,
        command: None,
        opened_by: None,
        answer_kind: kind::REPLY,
    })
}

pub(super) async fn press(Held(app): Shared, Path(who): Path<String>, Told(body): Told) -> Said {
    let ask = component(&app, &who, &body, None)?;
    send(&app, ask, &body).await
}

pub(super) async fn choose(Held(app): Shared, Path(who): Path<String>, Told(body): Told) -> Said {
    let values = body["values"].as_array();
    let values = values.ok_or_else(|| No::bad("`values` must be a list"))?;
    let ask = component(&app, &who, &body, Some(values))?;
    send(&app, ask, &body).await
}

fn submission(app: &App, who: &str, body: &Value) -> Result<Ask, No> {
    let state = app.state();
    let person = whom(&state, who)?;
    if body.get("act").is_none() && forged(body) {
        return forged_submission(&state, person, body);
    }
    let act = body["act"].as_u64().ok_or_else(|| No::bad("`act` must be a number"))?;
    let opener = state.world.by_act(act).filter(|i| i.person == person);
    let opener = opener.ok_or_else(|| No::missing("they did no such thing"))?;
    let shown = opener.outcome.borrow().clone();
    let Outcome::Modal(modal) = shown else {
        return Err(No::conflict("that brought no modal"));
    };
    let channel = opener.facts.channel;
    let data = forms::modal_data(&state, person, channel, &modal, &body["fields"], forged(body))?;
    Ok(Ask {
        person,
        channel,
        kind: Kind::Modal,
        data,
        source: opener.facts.source,
        command: None,
        opened_by: Some(opener.metadata.clone()),
        answer_kind: opener.answer_kind,
    })
}

/// A modal that was never shown.
fn forged_submission(state: &State, person: Id, body: &Value) -> Result<Ask, No> {
    let channel = usable(state, person, body)?;
    let source = Id::read(&body["message"]);
    let fields = body["fields"].as_object().cloned().unwrap_or_default();
    let field = |(n, (key, value)): (usize, (String, Value))| {
        let input = json!({ "type": 4, "id": 2 * n + 2, "custom_id": key, "value": value });
        json!({ "type": 1, "id": 2 * n + 1, "components": [input] })
    };
    let components: Vec<Value> = fields.into_iter().enumerate().map(field).collect();
    let data = json!({ "custom_id": text_in(body, "custom_id")?, "components": components });
    let answer_kind = if source.is_some() { kind::REPLY } else { 20 };
    Ok(Ask {
        person,
        channel,
        kind: Kind::Modal,
        data,
        source,
        command: None,
        opened_by: None,
        answer_kind,
    })
}

pub(super) async fn submit(Held(app): Shared, Path(who): Path<String>, Told(body): Told) -> Said {
    let ask = submission(&app, &who, &body)?;
    send(&app, ask, &body).await
}

fn number_of(act: &str) -> Result<u64, No> {
    act.parse()
        .map_err(|_| No::bad(format!("{act} is not the number of an act")))
}

pub(super) async fn look(
    Held(app): Shared,
    Path((who, act)): Path<(String, String)>,
    Query(query): Query<HashMap<String, String>>,
) -> Said {
    let wait = wait_of(query.get("wait").map(String::as_str).or(Some("none")))?;
    let act = number_of(&act)?;
    let (channel, watched) = {
        let state = app.state();
        let person = whom(&state, &who)?;
        let found = state.world.by_act(act).filter(|i| i.person == person);
        let found = found.ok_or_else(|| No::missing("they did no such thing"))?;
        (found.facts.channel, found.outcome.subscribe())
    };
    outcome(&app, act, channel, watched, wait).await
}

pub(super) async fn redeliver(Held(app): Shared, Path((who, act)): Path<(String, String)>) -> Said {
    let act = number_of(&act)?;
    let mut state = app.state();
    let person = whom(&state, &who)?;
    let id = state
        .world
        .by_act(act)
        .filter(|i| i.person == person)
        .map(|i| i.facts.id);
    let id = id.ok_or_else(|| No::missing("they did no such thing"))?;
    state.deliver(id);
    Reply::nothing()
}
