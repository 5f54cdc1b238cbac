//! The bot arrives at the gateway; people join a guild; the bot is removed from a guild and invited again.

use serde_json::{Value, json};

use super::State;
use crate::playground::config::PersonSpec;
use crate::playground::gateway::{Dispatch, intents};
use crate::playground::json::add;
use crate::playground::snowflake::now_ms;
use crate::playground::world::Id;
use crate::playground::world::guild::{Guild, Occasion};

impl State {
    /// The gateway's address.
    pub(crate) fn gateway_url(&self) -> String {
        format!("{}/gateway", self.world.links.base().replacen("http", "ws", 1))
    }

    /// READY and the guild for a session that has just identified over this version of the gateway.
    pub(crate) fn welcome(&mut self, session: &str, version: u64) {
        let Some((shard, wanted)) = self.hub.facts(session) else {
            return;
        };
        let world = &self.world;
        let here = |guild: &&Guild| guild.bot_present && guild.id.shard(shard.1) == shard.0;
        let here: Vec<&Guild> = world.guilds.iter().filter(here).collect();
        let guilds: Vec<Value> = here
            .iter()
            .map(|guild| json!({ "id": guild.id, "unavailable": true }))
            .collect();
        let tell = |guild: &&Guild| world.guild_create_json(guild, Occasion::Available);
        let full: Vec<Value> = here.iter().map(tell).collect();
        let mut user = world.user_json(world.app);
        add(
            &mut user,
            json!({ "mfa_enabled": true, "verified": true, "email": null }),
        );
        let ready = json!({
            "v": version, "user": user, "guilds": guilds, "session_id": session, "session_type": "normal",
            "resume_gateway_url": self.gateway_url(), "shard": [shard.0, shard.1], "application": { "id": world.app, "flags": world.app_flags },
            "user_settings": {}, "relationships": [], "private_channels": [], "presences": [], "guild_join_requests": [],
            "geo_ordered_rtc_regions": [], "_trace": [],
        });
        self.hub.dispatch_to(session, "READY", &ready);
        if wanted & intents::GUILDS != 0 {
            for guild in full {
                self.hub.dispatch_to(session, "GUILD_CREATE", &guild);
            }
        }
    }

    /// Answers a request for members in one chunk.
    pub(crate) fn send_members(&mut self, session: &str, d: &Value) {
        let Some(guild) = Id::read(&d["guild_id"]).and_then(|id| self.world.joined(id)) else {
            return;
        };
        let wanted: Option<Vec<Id>> = match d.get("user_ids") {
            Some(Value::Array(ids)) => Some(ids.iter().filter_map(Id::read).collect()),
            Some(id) => Id::read(id).map(|id| vec![id]),
            None => None,
        };
        let found = match &wanted {
            Some(wanted) => self
                .world
                .members(guild)
                .into_iter()
                .filter(|id| wanted.contains(id))
                .collect(),
            None => self
                .world
                .members_called(guild, d["query"].as_str().unwrap_or_default()),
        };
        let members: Vec<Value> = found.into_iter().map(|id| self.world.member_json(guild, id)).collect();
        let unknown: Vec<Id> = wanted
            .unwrap_or_default()
            .into_iter()
            .filter(|id| !guild.has(*id))
            .collect();
        let mut data = json!({
            "guild_id": guild.id, "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": unknown,
        });
        if let Some(nonce) = d.get("nonce") {
            data["nonce"] = nonce.clone();
        }
        self.hub.dispatch_to(session, "GUILD_MEMBERS_CHUNK", &data);
    }

    /// Someone new joins a guild. Nothing if the name is taken.
    pub(crate) fn join(&mut self, spec: &PersonSpec, guild: Id) -> Option<Id> {
        let id = self.world.add_person(spec, guild)?;
        if let Some(mut member) = self.world.joined(guild).map(|g| self.world.member_json(g, id)) {
            member["guild_id"] = json!(guild);
            let (name, intent) = ("GUILD_MEMBER_ADD", intents::MEMBERS);
            self.hub.dispatch(&Dispatch::new(name, Some(guild), intent, &member));
        }
        let user = self.world.user_json(id);
        self.tell_all(&json!({ "event": "person_join", "user": user, "guild": guild }));
        Some(id)
    }

    /// The bot is thrown out of a guild, or invited again. False if it was so already.
    pub(crate) fn set_bot_present(&mut self, guild: Id, present: bool) -> bool {
        let found = self.world.guild_mut(guild).filter(|g| g.bot_present != present);
        let Some(found) = found else {
            return false;
        };
        found.bot_present = present;
        if present {
            found.bot_joined_ms = now_ms();
        }
        let (name, data) = match self.world.joined(guild) {
            Some(joined) => ("GUILD_CREATE", self.world.guild_create_json(joined, Occasion::Joined)),
            None => ("GUILD_DELETE", json!({ "id": guild })),
        };
        self.hub
            .dispatch(&Dispatch::new(name, Some(guild), intents::GUILDS, &data));
        self.tell_all(&json!({ "event": if present { "bot_join" } else { "bot_leave" }, "guild": guild }));
        true
    }
}
