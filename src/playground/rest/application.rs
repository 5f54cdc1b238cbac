//! The gateway's address, the application, users, and the guild with its members and roles.

use serde_json::{Value, json};

use super::error::ApiError;
use super::{Answer, Call, Reply};
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::World;
use crate::playground::world::permissions::ALL;

pub(super) fn gateway(call: &Call) -> Answer {
    Reply::ok(json!({ "url": call.app.state().gateway_url() }))
}

pub(super) fn gateway_bot(call: &Call) -> Answer {
    let config = call.app.config.gateway;
    let mut state = call.app.state();
    let remaining = state.hub.starts_left();
    Reply::ok(json!({
        "url": state.gateway_url(), "shards": config.shards.max(state.hub.needed_shards()),
        "session_start_limit": {
            "total": config.session_starts, "remaining": remaining, "reset_after": 86_400_000,
            "max_concurrency": config.max_concurrency,
        },
    }))
}

pub(super) fn application(call: &Call) -> Answer {
    let state = call.app.state();
    let world = &state.world;
    // A public key of the right shape: nothing here signs, so nothing verifies.
    let key = hex::encode([world.app.0.to_be_bytes(); 4].concat());
    Reply::ok(json!({
        "id": world.app, "name": world.bot_name, "icon": null, "description": "", "type": null, "verify_key": key,
        "flags": 1 << 23, "flags_new": (1u64 << 23).to_string(), "redirect_uris": [], "interactions_endpoint_url": null,
        "role_connections_verification_url": null, "owner": world.user_json(world.owner),
        "approximate_guild_count": u8::from(world.bot_present), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null, "eligible_oauth2_scopes": [],
        "bot": world.user_json(world.app), "bot_public": true, "bot_require_code_grant": false, "summary": "",
    }))
}

pub(super) fn me(call: &Call) -> Answer {
    let state = call.app.state();
    let mut user = state.world.user_json(state.world.app);
    for (key, value) in [
        ("mfa_enabled", json!(true)),
        ("locale", json!("en-US")),
        ("verified", json!(true)),
        ("email", Value::Null),
    ] {
        user[key] = value;
    }
    Reply::ok(user)
}

pub(super) fn my_guilds(call: &Call) -> Answer {
    call.number("limit", 200, 200)?;
    let state = call.app.state();
    let world = &state.world;
    let permissions = world.roles.iter().fold(0, |sum, r| sum | r.permissions) & ALL;
    let mut guild = json!({
        "id": world.guild, "name": world.guild_name, "icon": null, "banner": null, "owner": false,
        "permissions": permissions.to_string(), "features": [],
    });
    if call.says("with_counts") {
        count(&mut guild, world);
    }
    // Whoever turns pages until one is empty must come to an end.
    let on_this_page = call.mark("before").is_none_or(|before| world.guild < before)
        && call.mark("after").is_none_or(|after| world.guild > after);
    Reply::ok(Value::Array(if world.bot_present && on_this_page {
        vec![guild]
    } else {
        vec![]
    }))
}

pub(super) fn user(call: &Call) -> Answer {
    let id = call.id("user_id")?;
    let state = call.app.state();
    if id != state.world.app && !state.world.people.contains_key(&id) {
        return Err(ApiError::code(10013));
    }
    Reply::ok(state.world.user_json(id))
}

/// Adds how many members a guild has, which is told to those who ask.
fn count(guild: &mut Value, world: &World) {
    for key in ["approximate_member_count", "approximate_presence_count"] {
        guild[key] = json!(world.members().len());
    }
}

/// The guild of the path, if the bot is in it.
pub(super) fn known_guild(call: &Call, state: &State) -> Result<Id, ApiError> {
    let id = call.id("guild_id")?;
    if id == state.world.guild && state.world.bot_present {
        Ok(id)
    } else {
        Err(ApiError::code(10004))
    }
}

pub(super) fn guild(call: &Call) -> Answer {
    let state = call.app.state();
    known_guild(call, &state)?;
    let mut guild = state.world.guild_json();
    if call.says("with_counts") {
        count(&mut guild, &state.world);
    }
    Reply::ok(guild)
}

pub(super) fn roles(call: &Call) -> Answer {
    let state = call.app.state();
    known_guild(call, &state)?;
    Reply::ok(json!(state.world.roles_json()))
}

pub(super) fn members(call: &Call) -> Answer {
    let state = call.app.state();
    known_guild(call, &state)?;
    let limit = call.number("limit", 1, 1_000)?;
    let after = call.mark("after").unwrap_or(Id(0));
    let members = state.world.members().into_iter().filter(|id| *id > after).take(limit);
    Reply::ok(Value::Array(members.map(|id| state.world.member_json(id)).collect()))
}

pub(super) fn member(call: &Call) -> Answer {
    let state = call.app.state();
    known_guild(call, &state)?;
    let id = call.id("user_id")?;
    if !state.world.members().contains(&id) {
        return Err(ApiError::code(10007));
    }
    Reply::ok(state.world.member_json(id))
}
