//! The application's own emojis (docs/DISCORD.md, "Application emojis").

use serde_json::{Value, json};

use super::{Answer, Call, Reply};
use crate::playground::checks::{self, limits};
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::emojis::Emoji;

/// Refuses a body that names an emoji by an id which no emoji of the application has.
pub(super) fn check(state: &State, body: &Value) -> Result<(), Refused> {
    checks::known_emojis(body, &|id| state.world.emojis.contains_key(&Id(id)))
}

fn own(call: &Call, state: &State) -> Result<(), Refused> {
    match call.id("application_id")? == state.world.app {
        true => Ok(()),
        false => Err(Refused::known(20012)),
    }
}

pub(super) fn list(call: &Call) -> Answer {
    let state = call.app.state();
    own(call, &state)?;
    let items = state.world.emojis.values().map(|emoji| emoji.json(&state.world));
    Reply::ok(json!({ "items": items.collect::<Value>() }))
}

pub(super) fn create(call: &Call) -> Answer {
    let mut state = call.app.state();
    own(call, &state)?;
    let (content_type, image) = checks::application_emoji(&call.body)?;
    if state.world.emojis.len() >= limits::EMOJIS {
        return Err(Refused::known(30008));
    }
    let emoji = Emoji {
        id: state.world.mint.next(),
        name: call.body["name"].as_str().unwrap_or_default().to_owned(),
        content_type,
        image: image.into(),
    };
    let made = emoji.json(&state.world);
    state.world.emojis.insert(emoji.id, emoji);
    Reply::created(made)
}

pub(super) fn get(call: &Call) -> Answer {
    let state = call.app.state();
    own(call, &state)?;
    let emoji = state.world.emojis.get(&call.id("emoji_id")?);
    Reply::ok(emoji.ok_or(Refused::known(10014))?.json(&state.world))
}

pub(super) fn edit(call: &Call) -> Answer {
    let mut state = call.app.state();
    own(call, &state)?;
    let id = call.id("emoji_id")?;
    let emoji = state.world.emojis.get_mut(&id).ok_or(Refused::known(10014))?;
    checks::application_emoji_edit(&call.body)?;
    if let Some(name) = call.body["name"].as_str() {
        name.clone_into(&mut emoji.name);
    }
    drop(state);
    get(call)
}

pub(super) fn delete(call: &Call) -> Answer {
    let mut state = call.app.state();
    own(call, &state)?;
    let id = call.id("emoji_id")?;
    state.world.emojis.remove(&id).ok_or(Refused::known(10014))?;
    Reply::nothing()
}
