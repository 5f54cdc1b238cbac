//! What exists: guilds, their people, channels, threads and messages, the application with its commands, and the interactions under way.
//! This room holds plain data, answers questions about the data, and writes each thing as JSON. `state` tells others of changes.

pub(crate) mod channel;
pub(crate) mod command;
pub(crate) mod components;
pub(crate) mod emojis;
pub(crate) mod files;
pub(crate) mod guild;
pub(crate) mod interaction;
pub(crate) mod message;
pub(crate) mod permissions;
pub(crate) mod person;
pub(crate) mod polls;
pub(crate) mod reactions;

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::config::{ChannelSpec, Config, PersonSpec, PrivilegedIntent};
pub(crate) use super::snowflake::Id;
use super::snowflake::{EPOCH_MS, Mint};
use channel::{Channel, Kind};
use command::Commands;
use emojis::Emoji;
use files::{Attachment, Kept, Links};
use guild::{Guild, Role};
use interaction::Interaction;
use message::Message;
use permissions::{DIRECT, Overwrite};
use person::Person;

/// 2024-01-01, when everything of the first hour was made: the ids of a playground's first people and channels are the same at
/// each start, so that a bot which remembers them finds them again.
const FOUNDED_MS: u64 = 1_704_067_200_000;

/// The numbers that make the ids of the first channels and people.
const FIRST_CHANNEL: u64 = 100;
const FIRST_PERSON: u64 = 1_000;
/// Where the numbers of guilds but the first begin, each followed by that of the bot's role there.
const MORE_GUILDS: u64 = 10;
/// Where the numbers of channels go on when they come to those of people.
const MORE_CHANNELS: u64 = 1_000_000;

/// The number that makes the id of the channel that is so many-th from 0.
fn channel_number(n: u64) -> u64 {
    const ROOM: u64 = FIRST_PERSON - FIRST_CHANNEL;
    if n < ROOM { FIRST_CHANNEL + n } else { MORE_CHANNELS + n }
}

/// An id of the first hour.
fn founded(n: u64) -> Id {
    Id(((FOUNDED_MS - EPOCH_MS) << 22) + n)
}

/// The bot's own role in a guild.
fn bot_role(config: &Config, app: Id, number: u64) -> Role {
    Role {
        id: founded(number),
        name: config.bot_name.clone(),
        permissions: config.bot_permissions,
        position: 1,
        bot: Some(app),
    }
}

/// The flags of the application: it has commands, and what it has been granted.
fn app_flags(config: &Config) -> u64 {
    const COMMANDS: u64 = 1 << 23;
    let granted = PrivilegedIntent::ALL.into_iter();
    let granted = granted.filter(|intent| config.privileged_intents & intent.bit() != 0);
    granted.fold(COMMANDS, |flags, intent| flags | intent.flag())
}

/// All that exists.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) mint: Mint,
    /// The application; the bot's user has the same id.
    pub(crate) app: Id,
    /// The application's flags.
    pub(crate) app_flags: u64,
    /// The bits of the privileged intents that it has been granted.
    pub(crate) granted: u64,
    pub(crate) bot_name: String,
    /// The guilds, never none.
    pub(crate) guilds: Vec<Guild>,
    pub(crate) people: BTreeMap<Id, Person>,
    pub(crate) channels: BTreeMap<Id, Channel>,
    pub(crate) commands: Commands,
    /// The application's emojis.
    pub(crate) emojis: BTreeMap<Id, Emoji>,
    pub(crate) interactions: HashMap<Id, Interaction>,
    /// Interactions by their token.
    pub(crate) tokens: HashMap<String, Id>,
    /// Interactions by the number under which the people side knows them.
    pub(crate) acts: BTreeMap<u64, Id>,
    pub(crate) links: Links,
    pub(crate) taken_off: Kept,
    /// Files that people gave for a command or a form, by who gave them.
    pub(crate) given: Kept,
}

impl World {
    /// The world at its first hour. `base` is the server's own address, `http://host:port`.
    pub(crate) fn new(config: &Config, app: Id, base: String) -> Self {
        let home = Guild::new(
            config.guild_id.unwrap_or(founded(1)),
            &config.guild_name,
            &bot_role(config, app, 2),
        );
        let mut world = World {
            mint: Mint::default(),
            app,
            app_flags: app_flags(config),
            granted: config.privileged_intents,
            bot_name: config.bot_name.clone(),
            guilds: vec![home],
            people: BTreeMap::new(),
            channels: BTreeMap::new(),
            commands: Commands::default(),
            emojis: BTreeMap::new(),
            interactions: HashMap::new(),
            tokens: HashMap::new(),
            acts: BTreeMap::new(),
            links: Links::new(base),
            taken_off: Kept::default(),
            given: Kept::default(),
        };
        world.furnish(&config.people, &config.channels);
        for (n, spec) in config.more_guilds.iter().enumerate() {
            let number = MORE_GUILDS + 2 * n as u64;
            let id = spec.id.unwrap_or(Id(founded(number).0 + ((n as u64 + 1) << 22)));
            let guild = Guild::new(id, &spec.name, &bot_role(config, app, number + 1));
            world.guilds.push(guild);
            world.furnish(&spec.people, &spec.channels);
        }
        world
    }

    /// Brings the newest guild its first people and channels. Who is known already is the same person there.
    fn furnish(&mut self, people: &[PersonSpec], channels: &[ChannelSpec]) {
        let guild = self.guilds.len() - 1;
        for spec in channels {
            let id = founded(channel_number(self.channels.len() as u64));
            let mut channel = Channel::new(id, Kind::Text, Some(self.guilds[guild].id), &spec.name);
            channel.topic = Some(spec.topic.clone()).filter(|topic| !topic.is_empty());
            self.channels.insert(id, channel);
        }
        for (n, spec) in people.iter().enumerate() {
            let known = self.person(&spec.name).filter(|_| guild > 0).map(|person| person.id);
            let id = known.unwrap_or_else(|| {
                let id = founded(FIRST_PERSON + self.people.len() as u64);
                self.people.insert(id, Person::new(id, spec));
                id
            });
            let guild = &mut self.guilds[guild];
            guild.people.insert(id);
            if n == 0 {
                guild.owner = id;
            }
        }
    }

    /// Someone by their name, in any case, or by their id.
    pub(crate) fn person(&self, name: &str) -> Option<&Person> {
        let by_id = name.parse().ok().and_then(|id: Id| self.people.get(&id));
        by_id.or_else(|| self.people.values().find(|p| p.name.eq_ignore_ascii_case(name)))
    }

    /// Lets someone new into a guild. Nothing if the name is taken.
    pub(crate) fn add_person(&mut self, spec: &PersonSpec, guild: Id) -> Option<Id> {
        if self.person(&spec.name).is_some() || spec.name.eq_ignore_ascii_case(&self.bot_name) {
            return None;
        }
        let id = self.mint.next();
        self.guild_mut(guild)?.people.insert(id);
        self.people.insert(id, Person::new(id, spec));
        Some(id)
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
        let Some(guild) = place
            .guild
            .and_then(|id| self.guild(id))
            .filter(|guild| guild.has(member))
        else {
            return 0;
        };
        let held = permissions::in_channel(
            guild.permissions(member),
            guild.id,
            &guild.roles_of(member),
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
        self.channels
            .insert(id, Channel::new(id, Kind::Direct { person }, None, ""));
        self.people.get_mut(&person)?.direct = Some(id);
        Some(id)
    }

    /// A channel that is still there.
    pub(crate) fn channel(&self, id: Id) -> Option<&Channel> {
        self.channels.get(&id)
    }

    /// A message of a channel, whoever sees it.
    pub(crate) fn message(&self, channel: Id, id: Id) -> Option<&Message> {
        self.channel(channel)?.messages.get(&id)
    }

    /// The text channels of a guild.
    pub(crate) fn texts(&self, guild: Id) -> impl Iterator<Item = &Channel> {
        let is_text = move |c: &&Channel| c.kind == Kind::Text && c.guild == Some(guild);
        self.channels.values().filter(is_text)
    }

    /// The threads of a guild that are not archived.
    pub(crate) fn open_threads(&self, guild: Option<Id>) -> impl Iterator<Item = &Channel> {
        let is_open = move |c: &&Channel| c.guild == guild && c.thread.as_ref().is_some_and(|t| !t.archived);
        self.channels.values().filter(is_open)
    }

    /// A file of a message of a channel, or one that such a message had a short while ago; or one that somebody gave.
    pub(crate) fn file(&self, channel: Id, id: Id) -> Option<&Attachment> {
        // The newest first: people look at what has just been sent.
        let messages = self.channel(channel)?.messages.values().rev();
        let mut files = messages.flat_map(|message| &message.attachments);
        files
            .find(|file| file.id == id)
            .or_else(|| self.taken_off.find(channel, id))
            .or_else(|| self.given.find_any(id))
    }

    /// Whether the bot may read what a message of a channel says: its own, what is said in private or to it, and everything by the
    /// privileged intent for that.
    pub(crate) fn reads(&self, channel: &Channel, message: &Message) -> bool {
        let meant = message.author == self.app || channel.is_direct() || message.mentions.contains(&self.app);
        meant || self.granted & PrivilegedIntent::MessageContent.bit() != 0
    }

    /// Anyone's user object: a person's or the bot's.
    pub(crate) fn user_json(&self, id: Id) -> Value {
        match self.people.get(&id) {
            Some(person) => person.user_json(),
            None => person::bot_json(self.app, &self.bot_name),
        }
    }
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
        assert_eq!(a.person("ana").map(|p| p.id), Some(a.home().owner));
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
        let home = world.home().id;
        assert!(world.add_person(&PersonSpec::named("ANA"), home).is_none());
        assert!(world.add_person(&PersonSpec::named("Whistle"), home).is_none());
        assert!(world.add_person(&PersonSpec::named("Dora"), home).is_some());
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
