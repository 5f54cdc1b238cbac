//! The application's commands. The same handlers serve global commands and a guild's: the path says which.

use serde_json::{Value, json};

use super::{Answer, Call, Reply};
use crate::playground::checks;
use crate::playground::json::list as items;
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::command::Command;

/// The scope of the path: a guild that the bot is in, or everywhere.
fn scope(call: &Call, state: &State) -> Result<Option<Id>, Refused> {
    if call.id("application_id")? != state.world.app {
        return Err(Refused::known(20012));
    }
    if call.text("guild_id").is_empty() {
        return Ok(None);
    }
    let guild = call.id("guild_id")?;
    if state.world.joined(guild).is_some() {
        Ok(Some(guild))
    } else {
        Err(Refused::known(50001))
    }
}

fn known(state: &State, scope: Option<Id>, id: Id) -> Result<&Command, Refused> {
    state.world.command(scope, id).ok_or(Refused::known(10063))
}

pub(super) fn list(call: &Call) -> Answer {
    let state = call.app.state();
    let scope = scope(call, &state)?;
    let localised = call.says("with_localizations");
    let commands = state.world.commands_in(scope).into_iter();
    Reply::list(commands.map(|c| c.json(localised)))
}

pub(super) fn replace(call: &Call) -> Answer {
    let mut state = call.app.state();
    let scope = scope(call, &state)?;
    checks::commands(&call.body)?;
    let bodies = items(&call.body);
    if !state.world.may_create(scope, bodies) {
        return Err(Refused::known(30034));
    }
    let put = state.world.replace_commands(scope, bodies);
    commands_changed(&mut state);
    Reply::ok(Value::Array(put))
}

pub(super) fn create(call: &Call) -> Answer {
    let mut state = call.app.state();
    let scope = scope(call, &state)?;
    checks::command(&call.body)?;
    let others = state.world.commands_in(scope).into_iter();
    let others = others.filter(|c| !c.is_named_as(&call.body));
    let all: Vec<Value> = others.map(|c| c.json(true)).chain([call.body.clone()]).collect();
    checks::commands(&Value::Array(all))?;
    if !state.world.may_create(scope, std::slice::from_ref(&call.body)) {
        return Err(Refused::known(30034));
    }
    let (command, new) = state.world.put_command(scope, &call.body);
    commands_changed(&mut state);
    if new {
        Reply::created(command.json(true))
    } else {
        Reply::ok(command.json(true))
    }
}

pub(super) fn get(call: &Call) -> Answer {
    let state = call.app.state();
    let scope = scope(call, &state)?;
    Reply::ok(known(&state, scope, call.id("command_id")?)?.json(true))
}

pub(super) fn edit(call: &Call) -> Answer {
    let mut state = call.app.state();
    let scope = scope(call, &state)?;
    let id = call.id("command_id")?;
    checks::command_edit(&call.body, &known(&state, scope, id)?.json(true))?;
    let command = state.world.patch_command(scope, id, &call.body);
    let command = command.ok_or(Refused::known(10063))?;
    commands_changed(&mut state);
    Reply::ok(command.json(true))
}

pub(super) fn delete(call: &Call) -> Answer {
    let mut state = call.app.state();
    let scope = scope(call, &state)?;
    if !state.world.delete_command(scope, call.id("command_id")?) {
        return Err(Refused::known(10063));
    }
    commands_changed(&mut state);
    Reply::nothing()
}

/// The commands that have permissions of their own: none, because people here cannot give any.
pub(super) fn all_permissions(call: &Call) -> Answer {
    let state = call.app.state();
    scope(call, &state)?;
    Reply::ok(json!([]))
}

/// The permissions of one command, of which there are none.
pub(super) fn permissions(call: &Call) -> Answer {
    let state = call.app.state();
    let scope = scope(call, &state)?;
    let id = call.id("command_id")?;
    let known = state.world.command(scope, id).or_else(|| state.world.command(None, id));
    Err(Refused::known(if known.is_some() { 10066 } else { 10063 }))
}

/// Only people may set them, by a token of theirs (docs/DISCORD.md, "Commands").
pub(super) fn set_permissions(call: &Call) -> Answer {
    scope(call, &call.app.state())?;
    Err(Refused::known(20001))
}

/// People's clients learn that what they can run has changed.
fn commands_changed(state: &mut State) {
    state.tell_all(&json!({ "event": "commands_changed" }));
}
