//! Guilds: their members, the permissions of their roles, and their JSON.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::channel::Channel;
use super::permissions::{self, ALL, EVERYONE};
use super::{FOUNDED_MS, Id, World, person};
use crate::playground::json::add;
use crate::playground::snowflake::iso;

/// A role of a guild.
#[derive(Clone, Debug)]
pub(crate) struct Role {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) permissions: u64,
    pub(crate) position: u32,
    /// The bot whose own role this is.
    pub(crate) bot: Option<Id>,
}

/// A guild. Its channels know that they are in it.
#[derive(Debug)]
pub(crate) struct Guild {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) owner: Id,
    pub(crate) roles: Vec<Role>,
    /// The people in it.
    pub(crate) people: BTreeSet<Id>,
    /// Whether the bot is a member.
    pub(crate) bot_present: bool,
    /// Since when, in milliseconds of the epoch.
    pub(crate) bot_joined_ms: u64,
}

/// Why the bot is told of a guild.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// It has identified, and the guild that was said to be unavailable is there.
    Available,
    /// It has been invited.
    Joined,
}

impl Guild {
    /// A guild with the bot in it, and nobody else yet.
    pub(crate) fn new(id: Id, name: &str, bot: &Role) -> Self {
        let everyone = Role {
            id,
            name: "@everyone".into(),
            permissions: EVERYONE,
            position: 0,
            bot: None,
        };
        Guild {
            id,
            name: name.into(),
            owner: bot.bot.unwrap_or(id),
            roles: vec![everyone, bot.clone()],
            people: BTreeSet::new(),
            bot_present: true,
            bot_joined_ms: FOUNDED_MS,
        }
    }

    /// Whether somebody, or the bot, is in it.
    pub(crate) fn has(&self, member: Id) -> bool {
        self.people.contains(&member) || (self.bot_present && self.is_bot(member))
    }

    fn is_bot(&self, member: Id) -> bool {
        self.roles.iter().any(|role| role.bot == Some(member))
    }

    /// The ids of the roles that a member has beyond everyone's.
    pub(super) fn roles_of(&self, member: Id) -> Vec<Id> {
        let own = self.roles.iter().filter(|role| role.bot == Some(member));
        own.map(|role| role.id).collect()
    }

    /// What a member may do, before any channel.
    pub(super) fn permissions(&self, member: Id) -> u64 {
        if !self.has(member) {
            return 0;
        }
        if member == self.owner {
            return ALL;
        }
        self.roles
            .iter()
            .filter(|role| role.id == self.id || role.bot == Some(member))
            .fold(0, |sum, role| sum | role.permissions)
    }

    /// What the bot's roles permit, before any channel.
    pub(crate) fn bot_permissions(&self) -> u64 {
        self.roles.iter().fold(0, |sum, role| sum | role.permissions)
    }

    /// The roles' JSON.
    pub(crate) fn roles_json(&self) -> Vec<Value> {
        self.roles.iter().map(role_json).collect()
    }

    /// The guild as `GET /guilds/{id}` shows it.
    pub(crate) fn json(&self) -> Value {
        json!({
            "id": self.id, "name": self.name, "icon": null, "description": null, "home_header": null, "splash": null,
            "discovery_splash": null, "features": [], "banner": null, "owner_id": self.owner, "application_id": null,
            "region": "deprecated", "afk_channel_id": null, "afk_timeout": 300, "system_channel_id": null, "system_channel_flags": 0,
            "widget_enabled": false, "widget_channel_id": null, "verification_level": 0, "roles": self.roles_json(),
            "default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": null,
            "max_members": 500_000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": null,
            "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US", "rules_channel_id": null,
            "safety_alerts_channel_id": null, "public_updates_channel_id": null, "premium_progress_bar_enabled": false,
            "nsfw": false, "nsfw_level": 0, "emojis": [], "stickers": [], "incidents_data": null,
        })
    }
}

fn role_json(role: &Role) -> Value {
    let mut json = json!({
        "id": role.id, "name": role.name, "permissions": role.permissions.to_string(), "position": role.position, "color": 0,
        "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
        "hoist": false, "managed": role.bot.is_some(), "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0,
    });
    if let Some(bot) = role.bot {
        json["tags"] = json!({ "bot_id": bot });
    }
    json
}

impl World {
    /// The guild that there is always.
    pub(crate) fn home(&self) -> &Guild {
        &self.guilds[0]
    }

    /// A guild by its id.
    pub(crate) fn guild(&self, id: Id) -> Option<&Guild> {
        self.guilds.iter().find(|guild| guild.id == id)
    }

    /// A guild by its id, to change it.
    pub(crate) fn guild_mut(&mut self, id: Id) -> Option<&mut Guild> {
        self.guilds.iter_mut().find(|guild| guild.id == id)
    }

    /// A guild that the bot is in.
    pub(crate) fn joined(&self, id: Id) -> Option<&Guild> {
        self.guild(id).filter(|guild| guild.bot_present)
    }

    /// The guild that a channel belongs to; none for direct messages.
    pub(crate) fn guild_of(&self, channel: Id) -> Option<Id> {
        self.channel(channel)?.guild
    }

    /// Whether the bot and a person are in a guild together.
    pub(crate) fn meets(&self, person: Id) -> bool {
        self.guilds
            .iter()
            .any(|guild| guild.bot_present && guild.people.contains(&person))
    }

    /// Whether the bot is in the guild of a channel; always in direct messages.
    pub(crate) fn serves(&self, channel: &Channel) -> bool {
        channel.guild.is_none_or(|guild| self.joined(guild).is_some())
    }

    /// Anyone's member object, without the user.
    pub(crate) fn bare_member_json(&self, guild: &Guild, id: Id) -> Value {
        let joined = self.people.get(&id).map_or(guild.bot_joined_ms, |p| p.joined_ms);
        person::member_json(&guild.roles_of(id), joined)
    }

    /// Anyone's member object.
    pub(crate) fn member_json(&self, guild: &Guild, id: Id) -> Value {
        let mut member = self.bare_member_json(guild, id);
        member["user"] = self.user_json(id);
        member
    }

    /// Everyone in a guild, the bot included.
    pub(crate) fn members(&self, guild: &Guild) -> Vec<Id> {
        let mut all: Vec<Id> = guild.people.iter().copied().collect();
        if guild.bot_present {
            all.push(self.app);
        }
        all.sort();
        all
    }

    /// Those in a guild whose name begins so, in any case.
    pub(crate) fn members_called(&self, guild: &Guild, beginning: &str) -> Vec<Id> {
        let beginning = beginning.to_lowercase();
        let named = |id: &Id| {
            let user = self.user_json(*id);
            let mut names = ["username", "global_name"]
                .into_iter()
                .filter_map(|key| user[key].as_str());
            names.any(|name| name.to_lowercase().starts_with(&beginning))
        };
        self.members(guild).into_iter().filter(named).collect()
    }

    /// A guild as GUILD_CREATE brings it to the bot.
    pub(crate) fn guild_create_json(&self, guild: &Guild, occasion: Occasion) -> Value {
        let mut json = guild.json();
        let seen = |c: &&Channel| self.permissions(self.app, c) & permissions::VIEW_CHANNEL != 0;
        let texts = self.texts(guild.id);
        let channels: Vec<Value> = texts.map(|c| c.json(self)).collect();
        let threads = self.open_threads(Some(guild.id)).filter(seen);
        let threads: Vec<Value> = threads.map(|c| c.json(self)).collect();
        let members = self.members(guild).into_iter().map(|id| self.member_json(guild, id));
        let members: Vec<Value> = members.collect();
        let more = json!({
            "joined_at": iso(guild.bot_joined_ms), "large": false, "member_count": members.len(), "members": members,
            "channels": channels, "threads": threads, "voice_states": [], "presences": [], "stage_instances": [],
            "guild_scheduled_events": [], "soundboard_sounds": [],
        });
        add(&mut json, more);
        // By this key alone libraries tell a guild that is back from one that is new to the bot.
        if occasion == Occasion::Available {
            json["unavailable"] = json!(false);
        }
        json
    }
}
