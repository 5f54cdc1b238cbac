//! The bot's arrival at the gateway, and the guild as a whole: who joins, and the bot removed and invited again.

use serde_json::{Value, json};

use super::State;
use crate::playground::config::PersonSpec;
use crate::playground::gateway::{Dispatch, intents};
use crate::playground::world::Id;

impl State {
    /// The gateway's address.
    pub(crate) fn gateway_url(&self) -> String {
        format!("{}/gateway", self.world.links.base().replacen("http", "ws", 1))
    }

    /// READY and the guild for a session that has just identified.
    pub(crate) fn welcome(&mut self, session: &str) {
        let Some((shard, wanted)) = self.hub.facts(session) else {
            return;
        };
        let world = &self.world;
        let here = world.bot_present && ((world.guild.0 >> 22) % u64::from(shard.1)) as u32 == shard.0;
        let guilds: Vec<Value> = here
            .then(|| json!({ "id": world.guild, "unavailable": true }))
            .into_iter()
            .collect();
        let mut user = world.user_json(world.app);
        for (key, value) in [
            ("mfa_enabled", json!(true)),
            ("verified", json!(true)),
            ("email", Value::Null),
        ] {
            user[key] = value;
        }
        let ready = json!({
            "v": 10, "user": user, "guilds": guilds, "session_id": session, "session_type": "normal",
            "resume_gateway_url": self.gateway_url(), "shard": [shard.0, shard.1], "application": { "id": world.app, "flags": 1 << 23 },
            "user_settings": {}, "relationships": [], "private_channels": [], "presences": [], "guild_join_requests": [],
            "geo_ordered_rtc_regions": [], "_trace": [],
        });
        self.hub.dispatch_to(session, "READY", &ready);
        if here && wanted & intents::GUILDS != 0 {
            let guild = self.world.guild_create_json();
            self.hub.dispatch_to(session, "GUILD_CREATE", &guild);
        }
    }

    /// Answers a request for members in one chunk.
    pub(crate) fn send_members(&mut self, session: &str, d: &Value) {
        let wanted: Option<Vec<Id>> = match d.get("user_ids") {
            Some(Value::Array(ids)) => Some(ids.iter().filter_map(Id::read).collect()),
            Some(id) => Id::read(id).map(|id| vec![id]),
            None => None,
        };
        let query = d["query"].as_str().unwrap_or_default().to_lowercase();
        let named = |id: &Id| {
            let user = self.world.user_json(*id);
            user["username"]
                .as_str()
                .is_some_and(|name| name.to_lowercase().starts_with(&query))
        };
        let members: Vec<Value> = self
            .world
            .members()
            .into_iter()
            .filter(|id| wanted.as_ref().map_or_else(|| named(id), |w| w.contains(id)))
            .map(|id| self.world.member_json(id))
            .collect();
        let unknown: Vec<Id> = wanted
            .unwrap_or_default()
            .into_iter()
            .filter(|id| !self.world.members().contains(id))
            .collect();
        let mut data = json!({
            "guild_id": self.world.guild, "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": unknown,
        });
        if let Some(nonce) = d.get("nonce") {
            data["nonce"] = nonce.clone();
        }
        self.hub.dispatch_to(session, "GUILD_MEMBERS_CHUNK", &data);
    }

    /// Someone new joins the guild. Nothing if the name is taken.
    pub(crate) fn join(&mut self, spec: &PersonSpec) -> Option<Id> {
        let id = self.world.add_person(spec)?;
        let mut member = self.world.member_json(id);
        member["guild_id"] = json!(self.world.guild);
        let guild = Some(self.world.guild);
        if self.world.bot_present {
            let event = Dispatch {
                name: "GUILD_MEMBER_ADD",
                guild,
                intent: intents::MEMBERS,
                data: &member,
                bare: None,
            };
            self.hub.dispatch(&event);
        }
        let user = self.world.user_json(id);
        self.tell_all(&json!({ "event": "person_join", "user": user }));
        Some(id)
    }

    /// The bot is thrown out of the guild, or invited again. False if it was so already.
    pub(crate) fn set_bot_present(&mut self, present: bool) -> bool {
        if self.world.bot_present == present {
            return false;
        }
        let guild = Some(self.world.guild);
        if present {
            self.world.bot_present = true;
            let data = self.world.guild_create_json();
            self.dispatch_guild("GUILD_CREATE", &data);
        } else {
            let data = json!({ "id": self.world.guild });
            let event = Dispatch {
                name: "GUILD_DELETE",
                guild,
                intent: intents::GUILDS,
                data: &data,
                bare: None,
            };
            self.hub.dispatch(&event);
            self.world.bot_present = false;
        }
        self.tell_all(&json!({ "event": if present { "bot_join" } else { "bot_leave" } }));
        true
    }
}
