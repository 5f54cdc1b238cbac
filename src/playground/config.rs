//! The settings that a playground starts with. Faults can be switched while it runs (see `faults`).

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use super::snowflake::Id;

/// All settings of a playground. `Config::default()` is a faithful Discord on a port of the system's choice.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen. Loopback only, unless `allow_remote`; port 0 lets the system choose.
    pub bind: SocketAddr,
    /// Permits an address beyond loopback (a container's network). Whoever reaches that address can act as anybody. Requests may name
    /// the addresses that the playground listens on, but never another host's name.
    pub allow_remote: bool,
    /// The only token that the playground accepts; `None` accepts any well-shaped token.
    pub token: Option<String>,
    /// The application's and the bot's name.
    pub bot_name: String,
    /// The guild's name.
    pub guild_name: String,
    /// The guild's id, which decides its shard; the same id at each start if `None`.
    pub guild_id: Option<Id>,
    /// Other guilds that the bot is in.
    pub more_guilds: Vec<GuildSpec>,
    /// The people at the start. The first of them owns the guild.
    pub people: Vec<PersonSpec>,
    /// The text channels at the start.
    pub channels: Vec<ChannelSpec>,
    /// The permission bits of the bot's own role.
    pub bot_permissions: u64,
    /// The privileged intents that Discord has granted the application, as bits (docs/DISCORD.md, "Gateway"). A bot that names
    /// another one is closed with 4014.
    pub privileged_intents: u64,
    /// Rate limits.
    pub rate_limits: RateLimits,
    /// Deadlines of interactions.
    pub deadlines: Deadlines,
    /// The gateway's rhythm and limits.
    pub gateway: GatewayConfig,
    /// How many threads of a guild may be open at once. Discord does not publish the number; people have seen 1000
    /// (docs/DISCORD.md, "Threads").
    pub open_threads: usize,
    /// How much traffic the recorder keeps.
    pub traffic: Keep,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            allow_remote: false,
            token: None,
            bot_name: "Whistle".into(),
            guild_name: "The Playground".into(),
            guild_id: None,
            more_guilds: Vec::new(),
            people: ["Ana", "Ben", "Cleo"].into_iter().map(PersonSpec::named).collect(),
            channels: vec![
                ChannelSpec::named("table-one", "Type / to see what the bot can do, and start a table."),
                ChannelSpec::named("table-two", "Room for another table."),
            ],
            bot_permissions: super::world::permissions::BOT_DEFAULT,
            privileged_intents: 0,
            rate_limits: RateLimits::default(),
            deadlines: Deadlines::default(),
            gateway: GatewayConfig::default(),
            open_threads: 1_000,
            traffic: Keep::Last(2_000),
        }
    }
}

impl Config {
    /// The default, with so many guilds of the same people.
    pub fn with_guilds(count: u8) -> Self {
        let one = Config::default();
        let more = (2..=count).map(|number| GuildSpec {
            name: format!("{} {number}", one.guild_name),
            id: None,
            people: one.people.clone(),
            channels: one.channels.clone(),
        });
        Config {
            more_guilds: more.collect(),
            ..one
        }
    }
}

/// A guild beside the first one.
#[derive(Clone, Debug)]
pub struct GuildSpec {
    /// Its name.
    pub name: String,
    /// Its id, which decides its shard; the same id at each start if `None`.
    pub id: Option<Id>,
    /// Its people. The first of them owns it. A name that another guild has, too, is the same person, with that guild's settings.
    pub people: Vec<PersonSpec>,
    /// Its text channels.
    pub channels: Vec<ChannelSpec>,
}

/// An intent that a bot may name only when Discord has granted it to the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PrivilegedIntent {
    /// GUILD_MEMBERS.
    #[value(help = "Who comes and goes")]
    Members,
    /// GUILD_PRESENCES.
    #[value(help = "Who is online")]
    Presences,
    /// MESSAGE_CONTENT.
    #[value(name = "content", help = "What people write")]
    MessageContent,
}

impl PrivilegedIntent {
    /// All of them.
    pub const ALL: [PrivilegedIntent; 3] = [Self::Members, Self::Presences, Self::MessageContent];

    /// Its bit, as in IDENTIFY and [`Config::privileged_intents`].
    pub const fn bit(self) -> u64 {
        match self {
            Self::Members => 1 << 1,
            Self::Presences => 1 << 8,
            Self::MessageContent => 1 << 15,
        }
    }

    /// The flag of an application in fewer than a hundred guilds that has been granted it.
    pub(super) const fn flag(self) -> u64 {
        match self {
            Self::Members => 1 << 15,
            Self::Presences => 1 << 13,
            Self::MessageContent => 1 << 19,
        }
    }
}

/// One person of a guild.
#[derive(Clone, Debug)]
pub struct PersonSpec {
    /// Their name, by which the people routes address them, too: 1-32 characters, unique in any case.
    pub name: String,
    /// Their client's language, a Discord locale such as `en-US`.
    pub locale: String,
    /// Whether the bot may write to them.
    pub dms_open: bool,
}

impl PersonSpec {
    /// A person with an American English client and open DMs.
    pub fn named(name: &str) -> Self {
        PersonSpec {
            name: name.into(),
            locale: "en-US".into(),
            dms_open: true,
        }
    }
}

/// One text channel of the guild.
#[derive(Clone, Debug)]
pub struct ChannelSpec {
    /// Its name, without the `#`: 1-100 characters, small letters, no spaces.
    pub name: String,
    /// Its purpose, in a sentence; none if empty.
    pub topic: String,
}

impl ChannelSpec {
    /// A channel of this name and topic.
    pub fn named(name: &str, topic: &str) -> Self {
        ChannelSpec {
            name: name.into(),
            topic: topic.into(),
        }
    }
}

/// How long the bot may take to answer an interaction (docs/DISCORD.md, "Interactions").
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// For the first response; 3 s.
    pub first_response: Duration,
    /// For edits and follow-ups; 15 min.
    pub token: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Deadlines {
            first_response: Duration::from_secs(3),
            token: Duration::from_secs(15 * 60),
        }
    }
}

/// The gateway's rhythm and limits (docs/DISCORD.md, "Gateway").
#[derive(Clone, Copy, Debug)]
pub struct GatewayConfig {
    /// The interval of heartbeats that HELLO asks for.
    pub heartbeat: Duration,
    /// How long after a drop a session can be resumed.
    pub resume_window: Duration,
    /// How many dispatches a session remembers for a replay.
    pub replay: usize,
    /// The number of shards that `/gateway/bot` advises at least.
    pub shards: u32,
    /// In how many guilds the bot counts as being at the start, for the rules of sharding only.
    pub guilds: u32,
    /// How many shards may identify within `identify_window`.
    pub max_concurrency: u32,
    /// The window of `max_concurrency`; 5 s.
    pub identify_window: Duration,
    /// Identifies allowed in a day.
    pub session_starts: u32,
    /// Events a connection may send in a minute.
    pub sends_per_minute: u32,
}

impl Default for GatewayConfig {
    fn default() -> Self {
        GatewayConfig {
            heartbeat: Duration::from_millis(41_250),
            resume_window: Duration::from_secs(300),
            replay: 4_096,
            shards: 1,
            guilds: 1,
            max_concurrency: 1,
            identify_window: Duration::from_secs(5),
            session_starts: 1_000,
            sends_per_minute: 120,
        }
    }
}

impl GatewayConfig {
    /// How many shards so many guilds take at least: from 2500 guilds on there must be several, each with 2500 at most.
    pub(super) fn needed_shards(&self) -> u32 {
        const MOST: u32 = 2_500;
        match self.guilds {
            0..MOST => 1,
            guilds => guilds.div_ceil(MOST).max(2),
        }
    }
}

/// So many requests in so long a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Requests per window.
    pub limit: u32,
    /// The window's length; it opens with its first request.
    pub per: Duration,
}

impl Quota {
    /// `limit` requests in `seconds`.
    pub const fn new(limit: u32, seconds: u64) -> Self {
        Quota {
            limit,
            per: Duration::from_secs(seconds),
        }
    }
}

/// Rate limits. Discord publishes none of the numbers; the defaults are those of docs/DISCORD.md, "Rate limits".
#[derive(Clone, Copy, Debug)]
pub struct RateLimits {
    /// Off: no headers, no 429 (except injected ones).
    pub on: bool,
    /// The bot as a whole; interaction callbacks and webhook routes are exempt.
    pub global: Quota,
    /// Sending and editing messages together, per channel.
    pub messages: Quota,
    /// Deleting messages, per channel.
    pub deletes: Quota,
    /// Adding reactions and taking them away together, per channel.
    pub reactions: Quota,
    /// Follow-ups and edits of responses together, per interaction token.
    pub follow_ups: Quota,
    /// Follow-ups per channel, which no header shows; `None` lifts it.
    pub follow_ups_hidden: Option<Quota>,
    /// Changing a channel's name or topic, per channel, which no header shows; `None` lifts it.
    pub channel_edits_hidden: Option<Quota>,
    /// Edits of old messages, per channel, which no header shows. Discord says that this limit exists, but nobody knows
    /// its numbers; so the default is `None`, which lifts it.
    pub old_edits_hidden: Option<Quota>,
    /// From which age on a message is old: an hour.
    pub old_after: Duration,
    /// Any other route, per route and major parameter.
    pub others: Quota,
    /// Answers of 401, 403 and 429 to one address. More of them ban the address; a 429 of the scope `shared` does not count.
    pub invalid_requests: Quota,
    /// How long a ban lasts.
    pub ban: Duration,
    /// Private chats that the bot opens with people who have done nothing lately to ask for one. Discord publishes no number for this
    /// limit; the default is a careful reading of what people have seen (docs/DISCORD.md, "Private chats").
    pub chats_unasked: Quota,
    /// New private chats altogether, asked for or not, opened or refused. More of them are a burst, which quarantines the bot.
    pub chats_burst: Quota,
}

impl Default for RateLimits {
    fn default() -> Self {
        RateLimits {
            on: true,
            global: Quota::new(50, 1),
            messages: Quota::new(5, 5),
            deletes: Quota::new(5, 1),
            reactions: Quota {
                limit: 1,
                per: Duration::from_millis(250),
            },
            follow_ups: Quota::new(5, 2),
            follow_ups_hidden: Some(Quota::new(30, 60)),
            channel_edits_hidden: Some(Quota::new(2, 600)),
            old_edits_hidden: None,
            old_after: Duration::from_secs(60 * 60),
            others: Quota::new(10, 2),
            invalid_requests: Quota::new(10_000, 600),
            ban: Duration::from_secs(60 * 60),
            chats_unasked: Quota::new(10, 60),
            chats_burst: Quota::new(28, 60),
        }
    }
}

impl RateLimits {
    /// No limits at all, for tests of other rules: such tests send more requests than Discord takes from anybody.
    pub fn off() -> Self {
        RateLimits {
            on: false,
            ..RateLimits::default()
        }
    }
}

/// How much of the traffic is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing.
    Off,
    /// The newest so many entries.
    Last(usize),
    /// Every entry without the bodies of requests and answers, for benches, which need only the times.
    Times,
    /// Everything, for tests that examine every payload.
    All,
}
