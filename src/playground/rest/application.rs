//! The gateway's address, the application, users, and the guild with its members and roles.

use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::{Answer, Call, Reply};
use crate::playground::endpoint;
use crate::playground::json::add;
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::state::State;
use crate::playground::world::World;
use crate::playground::world::guild::Guild;
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
    let (key, url, events) = (state.endpoint.verify_key(), &state.endpoint.url, &state.endpoint.events);
    Reply::ok(json!({
        "id": world.app, "name": world.bot_name, "icon": null, "description": "", "type": null, "verify_key": key,
        "flags": world.app_flags, "flags_new": world.app_flags.to_string(), "redirect_uris": [], "interactions_endpoint_url": url,
        "event_webhooks_url": events, "event_webhooks_status": if events.is_some() { 2 } else { 1 }, "event_webhooks_types": [],
        "role_connections_verification_url": null, "owner": world.user_json(world.home().owner),
        "approximate_guild_count": world.guilds.iter().filter(|guild| guild.bot_present).count(), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null, "eligible_oauth2_scopes": [],
        "bot": world.user_json(world.app), "bot_public": true, "bot_require_code_grant": false, "summary": "",
    }))
}

/// Changes the application: of all its fields, the addresses for interactions and for events alone.
pub(super) fn edit(call: Call) -> BoxFuture<'static, Answer> {
    const FIELD: &str = "interactions_endpoint_url";
    const EVENTS: &str = "event_webhooks_url";
    Box::pin(async move {
        let refused = |field, code| Refused::field(field, code, "The address could not be verified.");
        if let Some(value) = call.body.get(EVENTS) {
            let url = value.as_str().map(str::to_owned);
            let fits = match &url {
                Some(url) => endpoint::takes_events(&call.app, url).await,
                None => value.is_null(),
            };
            if !fits {
                return Err(refused(EVENTS, "APPLICATION_EVENT_WEBHOOKS_URL_INVALID"));
            }
            call.app.state().endpoint.events = url;
        }
        if let Some(value) = call.body.get(FIELD) {
            let url = value.as_str().filter(|url| !url.is_empty()).map(str::to_owned);
            let fits = match &url {
                Some(url) => endpoint::is_sound(&call.app, url).await,
                None => value.is_null() || value == "",
            };
            if !fits {
                return Err(refused(FIELD, "APPLICATION_INTERACTIONS_ENDPOINT_INVALID"));
            }
            call.app.state().endpoint.url = url;
        }
        application(&call)
    })
}

pub(super) fn me(call: &Call) -> Answer {
    let state = call.app.state();
    let mut user = state.world.user_json(state.world.app);
    let own = json!({ "mfa_enabled": true, "locale": "en-US", "verified": true, "email": null });
    add(&mut user, own);
    Reply::ok(user)
}

pub(super) fn my_guilds(call: &Call) -> Answer {
    let limit = call.number("limit", 200, 200)?;
    let state = call.app.state();
    let world = &state.world;
    // Whoever turns pages until one is empty must come to an end.
    let (before, after) = (call.mark("before"), call.mark("after"));
    let on_this_page = |guild: &&Guild| {
        guild.bot_present && before.is_none_or(|before| guild.id < before) && after.is_none_or(|after| guild.id > after)
    };
    let mut joined: Vec<&Guild> = world.guilds.iter().filter(on_this_page).collect();
    joined.sort_by_key(|guild| guild.id);
    let beyond = joined.len().saturating_sub(limit);
    let page = if before.is_some() && after.is_none() {
        &joined[beyond..]
    } else {
        &joined[..joined.len() - beyond]
    };
    let short = |guild: &&Guild| {
        let mut json = json!({
            "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": false,
            "permissions": (guild.bot_permissions() & ALL).to_string(), "features": [],
        });
        if call.says("with_counts") {
            count(&mut json, world, guild);
        }
        json
    };
    Reply::list(page.iter().map(short))
}

pub(super) fn user(call: &Call) -> Answer {
    let id = call.id("user_id")?;
    let state = call.app.state();
    if id != state.world.app && !state.world.people.contains_key(&id) {
        return Err(Refused::known(10013));
    }
    Reply::ok(state.world.user_json(id))
}

/// Adds the number of a guild's members, for bots that ask for it.
fn count(json: &mut Value, world: &World, guild: &Guild) {
    for key in ["approximate_member_count", "approximate_presence_count"] {
        json[key] = json!(world.members(guild).len());
    }
}

/// The guild of the path, if the bot is in it.
pub(super) fn known_guild<'s>(call: &Call, state: &'s State) -> Result<&'s Guild, Refused> {
    state.world.joined(call.id("guild_id")?).ok_or(Refused::known(10004))
}

pub(super) fn guild(call: &Call) -> Answer {
    let state = call.app.state();
    let guild = known_guild(call, &state)?;
    let mut json = guild.json();
    if call.says("with_counts") {
        count(&mut json, &state.world, guild);
    }
    Reply::ok(json)
}

pub(super) fn roles(call: &Call) -> Answer {
    let state = call.app.state();
    Reply::ok(json!(known_guild(call, &state)?.roles_json()))
}

pub(super) fn members(call: &Call) -> Answer {
    let state = call.app.state();
    let guild = known_guild(call, &state)?;
    let limit = call.number("limit", 1, 1_000)?;
    let after = call.mark("after").unwrap_or(Id(0));
    let all = state.world.members(guild).into_iter();
    let page = all.filter(|id| *id > after).take(limit);
    Reply::list(page.map(|id| state.world.member_json(guild, id)))
}

/// The members whose name begins as asked.
pub(super) fn search_members(call: &Call) -> Answer {
    let state = call.app.state();
    let guild = known_guild(call, &state)?;
    let limit = call.number("limit", 1, 1_000)?;
    let wanted = call.query.get("query").map(|query| query.trim().to_lowercase());
    let required = || Refused::field("query", "BASE_TYPE_REQUIRED", "This field is required");
    let wanted = wanted.filter(|query| !query.is_empty()).ok_or_else(required)?;
    let found = state.world.members_called(guild, &wanted).into_iter().take(limit);
    Reply::list(found.map(|id| state.world.member_json(guild, id)))
}

pub(super) fn member(call: &Call) -> Answer {
    let state = call.app.state();
    let guild = known_guild(call, &state)?;
    let id = call.id("user_id")?;
    if !guild.has(id) {
        return Err(Refused::known(10007));
    }
    Reply::ok(state.world.member_json(guild, id))
}
