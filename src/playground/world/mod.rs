//! What exists: a guild, its people, channels, threads and messages, the application with its commands, and the interactions under way.
//! Plain data and questions about it, and how each thing looks as JSON; who is told of a change is not its business (see `state`).

pub(crate) mod channel;
pub(crate) mod command;
pub(crate) mod components;
pub(crate) mod files;
pub(crate) mod interaction;
pub(crate) mod message;
pub(crate) mod permissions;
pub(crate) mod person;

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use super::config::{Config, PersonSpec};
pub(crate) use super::snowflake::Id;
use super::snowflake::{EPOCH_MS, Mint, iso};
use channel::{Channel, Kind};
use command::Commands;
use files::{Attachment, Links, TakenOff};
use interaction::Interaction;
use permissions::{ALL, DIRECT, EVERYONE, Overwrite};
use person::Person;

/// 2024-01-01, when everything of the first hour was made: the ids of a playground's first people and channels are the same at
/// each start, so that a bot which remembers them finds them again.
const FOUNDED_MS: u64 = 1_704_067_200_000;

/// The numbers that make the ids of the first channels and people.
const FIRST_CHANNEL: u64 = 100;
const FIRST_PERSON: u64 = 1_000;
/// Where the numbers of channels go on when they come to those of people.
const MORE_CHANNELS: u64 = 1_000_000;

/// The number that makes the id of the channel that is so many-th from 0.
fn channel_number(n: u64) -> u64 {
    const ROOM: u64 = FIRST_PERSON - FIRST_CHANNEL;
    if n < ROOM { FIRST_CHANNEL + n } else { MORE_CHANNELS + n }
}

/// A role of the guild.
#[derive(Clone, Debug)]
pub(crate) struct Role {
    pub(crate) id: Id,
    pub(crate) name: String,
    pub(crate) permissions: u64,
    pub(crate) position: u32,
    /// The bot whose own role this is.
    pub(crate) bot: Option<Id>,
}

/// All that exists.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) mint: Mint,
    /// The application; the bot's user has the same id.
    pub(crate) app: Id,
    pub(crate) bot_name: String,
    pub(crate) guild: Id,
    pub(crate) guild_name: String,
    pub(crate) owner: Id,
    pub(crate) roles: Vec<Role>,
    /// Whether the bot is a member of the guild.
    pub(crate) bot_present: bool,
    pub(crate) people: BTreeMap<Id, Person>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) commands: Commands,
    pub(crate) interactions: HashMap<Id, Interaction>,
    /// Interactions by their token.
    pub(crate) tokens: HashMap<String, Id>,
    /// Interactions by the number under which the people side knows them.
    pub(crate) acts: BTreeMap<u64, Id>,
    pub(crate) links: Links,
    pub(crate) taken_off: TakenOff,
}

impl World {
    /// The world at its first hour. `base` is the server's own address, `http://host:port`.
    pub(crate) fn new(config: &Config, app: Id, base: String) -> Self {
        let founded = |n: u64| Id(((FOUNDED_MS - EPOCH_MS) << 22) + n);
        let guild = config.guild_id.unwrap_or(founded(1));
        let mut world = World {
            mint: Mint::default(),
            app,
            bot_name: config.bot_name.clone(),
            guild,
            guild_name: config.guild_name.clone(),
            owner: app,
            roles: vec![
                Role {
                    id: guild,
                    name: "@everyone".into(),
                    permissions: EVERYONE,
                    position: 0,
                    bot: None,
                },
                Role {
                    id: founded(2),
                    name: config.bot_name.clone(),
                    permissions: config.bot_permissions,
                    position: 1,
                    bot: Some(app),
                },
            ],
            bot_present: true,
            people: BTreeMap::new(),
            channels: BTreeMap::new(),
            commands: Commands::default(),
            interactions: HashMap::new(),
            tokens: HashMap::new(),
            acts: BTreeMap::new(),
            links: Links::new(base),
            taken_off: TakenOff::default(),
        };
        for (n, spec) in config.channels.iter().enumerate() {
            let id = founded(channel_number(n as u64));
            let mut channel = Channel::new(id, Kind::Text, &spec.name);
            channel.topic = Some(spec.topic.clone()).filter(|topic| !topic.is_empty());
            world.channels.insert(id, channel);
        }
        for (n, spec) in config.people.iter().enumerate() {
            let id = founded(FIRST_PERSON + n as u64);
            if n == 0 {
                world.owner = id;
            }
            world.people.insert(id, Person::new(id, spec));
        }
        world
    }

    /// Someone by their name, in any case, or by their id.
    pub(crate) fn person(&self, name: &str) -> Option<&Person> {
        let by_id = name.parse().ok().and_then(|id: Id| self.people.get(&id));
        by_id.or_else(|| self.people.values().find(|p| p.name.eq_ignore_ascii_case(name)))
    }

    /// Lets someone new into the guild. Nothing if the name is taken.
    pub(crate) fn add_person(&mut self, spec: &PersonSpec) -> Option<Id> {
        if self.person(&spec.name).is_some() || spec.name.eq_ignore_ascii_case(&self.bot_name) {
            return None;
        }
        let id = self.mint.next();
        self.people.insert(id, Person::new(id, spec));
        Some(id)
    }

    /// The guild's permissions of a member, before any channel.
    fn base_permissions(&self, member: Id) -> u64 {
        if member == self.owner {
            return ALL;
        }
        self.roles
            .iter()
            .filter(|r| r.id == self.guild || (member == self.app && r.bot == Some(member)))
            .fold(0, |sum, r| sum | r.permissions)
    }

    /// What a member (a person, or the bot) may do in a channel. In a thread its parent's rules hold.
    pub(crate) fn permissions(&self, member: Id, channel: &Channel) -> u64 {
        let place = match channel.thread.as_ref() {
            Some(thread) => self.channels.get(&thread.parent).unwrap_or(channel),
            None => channel,
        };
        if let Kind::Direct { person } = place.kind {
            return if member == person || member == self.app {
                DIRECT
            } else {
                0
            };
        }
        if member == self.app && !self.bot_present {
            return 0;
        }
        let roles: Vec<Id> = self
            .roles
            .iter()
            .filter(|r| r.bot == Some(member))
            .map(|r| r.id)
            .collect();
        let held = permissions::in_channel(
            self.base_permissions(member),
            self.guild,
            &roles,
            member,
            &place.overwrites,
        );
        match (&channel.thread, channel.kind) {
            (Some(thread), Kind::PrivateThread)
                if held & permissions::MANAGE_THREADS == 0 && !thread.members.contains_key(&member) =>
            {
                0
            }
            _ => held,
        }
    }

    /// Whether a person sees a channel at all.
    pub(crate) fn sees(&self, person: Id, channel: &Channel) -> bool {
        self.permissions(person, channel) & permissions::VIEW_CHANNEL != 0
    }

    /// The people who see a channel.
    pub(crate) fn audience(&self, channel: &Channel) -> Vec<Id> {
        self.people.keys().copied().filter(|p| self.sees(*p, channel)).collect()
    }

    /// Adds to what the bot may and may not do in a channel; with both empty, forgets it.
    pub(crate) fn override_bot(&mut self, channel: Id, allow: u64, deny: u64) {
        let bot = self.app;
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.overwrites.retain(|o| !(o.member && o.id == bot));
            if allow | deny != 0 {
                channel.overwrites.push(Overwrite {
                    id: bot,
                    member: true,
                    allow,
                    deny,
                });
            }
        }
    }

    /// The channel of direct messages between the bot and a person, opened if need be.
    pub(crate) fn direct_channel(&mut self, person: Id) -> Option<Id> {
        if let Some(id) = self.people.get(&person)?.direct {
            return Some(id);
        }
        let id = self.mint.next();
        self.channels.insert(id, Channel::new(id, Kind::Direct { person }, ""));
        self.people.get_mut(&person)?.direct = Some(id);
        Some(id)
    }

    /// A channel that is still there.
    pub(crate) fn channel(&self, id: Id) -> Option<&Channel> {
        self.channels.get(&id)
    }

    /// A file of a message of a channel, or one that such a message had a short while ago.
    pub(crate) fn file(&self, channel: Id, id: Id) -> Option<&Attachment> {
        // The newest first: people look at what has just been sent.
        let messages = self.channel(channel)?.messages.values().rev();
        let mut files = messages.flat_map(|message| &message.attachments);
        files
            .find(|file| file.id == id)
            .or_else(|| self.taken_off.find(channel, id))
    }

    /// The guild that a channel belongs to; none for direct messages.
    pub(crate) fn guild_of(&self, channel: Id) -> Option<Id> {
        self.channel(channel).filter(|c| !c.is_direct()).map(|_| self.guild)
    }

    /// Anyone's user object: a person's or the bot's.
    pub(crate) fn user_json(&self, id: Id) -> Value {
        match self.people.get(&id) {
            Some(person) => person.user_json(),
            None => person::bot_json(self.app, &self.bot_name),
        }
    }

    /// Anyone's member object, without the user.
    pub(crate) fn bare_member_json(&self, id: Id) -> Value {
        let roles: Vec<Id> = self.roles.iter().filter(|r| r.bot == Some(id)).map(|r| r.id).collect();
        let joined = self.people.get(&id).map_or(FOUNDED_MS, |p| p.joined_ms);
        person::member_json(&roles, joined)
    }

    /// Anyone's member object.
    pub(crate) fn member_json(&self, id: Id) -> Value {
        let mut member = self.bare_member_json(id);
        member["user"] = self.user_json(id);
        member
    }

    /// Everyone in the guild, the bot included.
    pub(crate) fn members(&self) -> Vec<Id> {
        let mut all: Vec<Id> = self.people.keys().copied().collect();
        if self.bot_present {
            all.push(self.app);
        }
        all.sort();
        all
    }

    /// The roles' JSON.
    pub(crate) fn roles_json(&self) -> Vec<Value> {
        self.roles.iter().map(role_json).collect()
    }

    /// The guild as `GET /guilds/{id}` shows it.
    pub(crate) fn guild_json(&self) -> Value {
        json!({
            "id": self.guild, "name": self.guild_name, "icon": null, "description": null, "home_header": null, "splash": null,
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

    /// The guild as GUILD_CREATE brings it to the bot.
    pub(crate) fn guild_create_json(&self) -> Value {
        let mut guild = self.guild_json();
        let open = |c: &&Channel| self.permissions(self.app, c) & permissions::VIEW_CHANNEL != 0;
        let channels: Vec<Value> = self
            .channels
            .values()
            .filter(|c| matches!(c.kind, Kind::Text))
            .map(|c| c.json(self))
            .collect();
        let threads: Vec<Value> = self
            .channels
            .values()
            .filter(|c| c.thread.as_ref().is_some_and(|t| !t.archived))
            .filter(open)
            .map(|c| c.json(self))
            .collect();
        let members: Vec<Value> = self.members().into_iter().map(|m| self.member_json(m)).collect();
        let more = json!({
            "joined_at": iso(FOUNDED_MS), "large": false, "unavailable": false, "member_count": members.len(), "members": members,
            "channels": channels, "threads": threads, "voice_states": [], "presences": [], "stage_instances": [],
            "guild_scheduled_events": [], "soundboard_sounds": [],
        });
        if let (Value::Object(guild), Value::Object(more)) = (&mut guild, more) {
            guild.extend(more);
        }
        guild
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_hour_is_the_same_at_each_start() {
        let make = || World::new(&Config::default(), Id(7), "http://x".into());
        let (a, b) = (make(), make());
        assert_eq!(a.people.keys().collect::<Vec<_>>(), b.people.keys().collect::<Vec<_>>());
        assert_eq!(
            a.channels.keys().collect::<Vec<_>>(),
            b.channels.keys().collect::<Vec<_>>()
        );
        assert_eq!(a.people.len(), 3);
        assert_eq!(a.person("ana").map(|p| p.id), Some(a.owner));
    }

    #[test]
    fn a_large_guild_has_no_id_twice() {
        let config = Config {
            people: (0..2_000).map(|n| PersonSpec::named(&format!("P{n}"))).collect(),
            channels: (0..1_500)
                .map(|n| crate::playground::ChannelSpec::named(&format!("c{n}"), ""))
                .collect(),
            ..Config::default()
        };
        let world = World::new(&config, Id(7), "http://x".into());
        let ids: std::collections::BTreeSet<Id> = world.people.keys().chain(world.channels.keys()).copied().collect();
        assert_eq!(ids.len(), 3_500);
        let last = world.person("P1999").map(|p| p.id);
        assert_eq!(last.and_then(|id| world.person(&id.to_string())).map(|p| p.id), last);
    }

    #[test]
    fn names_are_unique_in_any_case() {
        let mut world = World::new(&Config::default(), Id(7), "http://x".into());
        assert!(world.add_person(&PersonSpec::named("ANA")).is_none());
        assert!(world.add_person(&PersonSpec::named("Whistle")).is_none());
        assert!(world.add_person(&PersonSpec::named("Dora")).is_some());
    }

    #[test]
    fn the_bot_can_be_shut_out_of_one_channel() {
        let mut world = World::new(&Config::default(), Id(7), "http://x".into());
        let [first, second] = world.channels.keys().copied().collect::<Vec<_>>()[..] else {
            panic!("two channels")
        };
        world.override_bot(first, 0, permissions::VIEW_CHANNEL);
        let held = |w: &World, id| w.channels.get(&id).map(|c| w.permissions(Id(7), c));
        assert_eq!(held(&world, first), Some(0));
        assert!(held(&world, second).is_some_and(|p| p & permissions::SEND_MESSAGES != 0));
        world.override_bot(first, 0, 0);
        assert_eq!(held(&world, first), held(&world, second));
    }
}
