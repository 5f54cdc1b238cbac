//! What a stage is like.

use std::time::Duration;

use whistle::playground::{
    ChannelSpec, Config, Deadlines, GatewayConfig, GuildSpec, Keep, PersonSpec, Quota, RateLimits,
};

use super::{BOTS, CROWD, NAMES, OLD_AFTER, ON_THE_FIRST_SHARD, ON_THE_SECOND_SHARD, OWNER, on_shard};

/// What a stage is like.
pub(crate) struct Setup {
    pub(super) people: usize,
    pub(super) channels: usize,
    pub(super) limits: RateLimits,
    pub(super) speed: u32,
    pub(super) first_response: Duration,
    pub(super) token: Duration,
    pub(super) heartbeat: Duration,
    pub(super) crowd: usize,
    pub(super) traffic: Keep,
    pub(super) threads: usize,
    pub(super) shards: u32,
    pub(super) on_the_second_shard: bool,
    pub(super) session_starts: u32,
    pub(super) abroad: &'static [&'static str],
    pub(super) log: Option<&'static str>,
    pub(super) known: Option<bool>,
    pub(super) by_http: bool,
    pub(super) server: Option<String>,
}

impl Setup {
    /// So many people, Discord's rate limits, time as it is.
    pub(crate) fn of(people: usize) -> Setup {
        Setup {
            people,
            channels: 2,
            limits: RateLimits::default(),
            speed: 1,
            first_response: Duration::from_secs(3),
            token: Deadlines::default().token,
            heartbeat: GatewayConfig::default().heartbeat,
            crowd: 0,
            traffic: Keep::All,
            threads: Config::default().open_threads,
            shards: 1,
            on_the_second_shard: false,
            session_starts: GatewayConfig::default().session_starts,
            abroad: &[],
            log: Some("trace"),
            known: None,
            by_http: std::env::var("WHISTLE_DELIVERY").is_ok_and(|way| way == "http"),
            server: None,
        }
    }

    /// With people who have played before, so that the bot knows their private chats.
    pub(crate) fn known(self) -> Setup {
        Setup {
            known: Some(true),
            ..self
        }
    }

    /// With interactions that come by HTTP, and not over the gateway.
    pub(crate) fn by_http(self) -> Setup {
        Setup { by_http: true, ..self }
    }

    /// With the bots of [`BOTS`] over this database of a server, which share eight shards. Each has a guild of everybody's, with
    /// two channels.
    pub(crate) fn machines(self, server: String) -> Setup {
        Setup {
            server: Some(server),
            shards: 8,
            ..self
        }
    }

    /// With people of whom the bot has never heard, however many they are.
    pub(crate) fn strangers(self) -> Setup {
        Setup {
            known: Some(false),
            ..self
        }
    }

    /// With room for so many threads.
    pub(crate) fn threads(self, threads: usize) -> Setup {
        Setup { threads, ..self }
    }

    /// With the bot's connection in so many shards, and the guild on the second one. Private chats are on the first, as always.
    pub(crate) fn shards(self, shards: u32) -> Setup {
        Setup {
            shards,
            on_the_second_shard: true,
            ..self
        }
    }

    /// With the guild on what is the second shard once there are several.
    pub(crate) fn growing(self) -> Setup {
        Setup {
            on_the_second_shard: true,
            ..self
        }
    }

    /// With a second guild on the first shard, in which are only these people. Its two channels come after those of the first
    /// one.
    pub(crate) fn abroad(self, people: &'static [&'static str]) -> Setup {
        Setup { abroad: people, ..self }
    }

    /// With so many connections that the bot may begin in a day.
    pub(crate) fn session_starts(self, session_starts: u32) -> Setup {
        Setup { session_starts, ..self }
    }

    /// With messages that are old after [`OLD_AFTER`], and then can be changed only once an hour in each channel. A new message
    /// with a notification is whole only after its first edit.
    pub(crate) fn worn(self) -> Setup {
        let limits = RateLimits {
            old_edits_hidden: Some(Quota::new(1, 60 * 60)),
            old_after: OLD_AFTER,
            ..RateLimits::default()
        };
        Setup { limits, ..self }
    }

    /// With so many more people, whom nobody listens for: a crowd that no test meets one by one.
    pub(crate) fn crowd(self, crowd: usize) -> Setup {
        Setup { crowd, ..self }
    }

    /// With nothing kept of what goes over the wire, which would soon be more than all else, and a log that says no more than
    /// where somebody runs the bot who looks for nothing in particular.
    pub(crate) fn unrecorded(self) -> Setup {
        Setup {
            traffic: Keep::Off,
            log: None,
            ..self
        }
    }

    /// With the newest so many entries kept of what goes over the wire.
    pub(crate) fn newest(self, entries: usize) -> Setup {
        Setup {
            traffic: Keep::Last(entries),
            ..self
        }
    }

    /// With a log that says no more than where somebody runs the bot who looks for nothing in particular.
    pub(crate) fn terse(self) -> Setup {
        Setup { log: None, ..self }
    }

    /// With so many channels instead of two.
    pub(crate) fn channels(self, channels: usize) -> Setup {
        Setup { channels, ..self }
    }

    /// With the bot's clocks running so many times faster.
    pub(crate) fn faster(self, speed: u32) -> Setup {
        Setup { speed, ..self }
    }

    /// With another deadline of interactions, for tests in which the bot is away a lot.
    pub(crate) fn deadline(self, first_response: Duration) -> Setup {
        Setup { first_response, ..self }
    }

    /// With another life of the tokens of interactions, for tests in which they run out.
    pub(crate) fn tokens(self, token: Duration) -> Setup {
        Setup { token, ..self }
    }

    /// With another rhythm of heartbeats, for tests in which a connection dies silently.
    pub(crate) fn heartbeat(self, heartbeat: Duration) -> Setup {
        Setup { heartbeat, ..self }
    }

    /// The playground of such a stage.
    pub(super) fn config(&self) -> Config {
        let names = [OWNER].into_iter().chain(NAMES.into_iter().take(self.people));
        let crowd = (1..=self.crowd).map(|number| PersonSpec::named(&format!("{CROWD}{number}")));
        let mut config = Config {
            people: names.map(PersonSpec::named).chain(crowd).collect(),
            rate_limits: self.limits,
            traffic: self.traffic,
            gateway: GatewayConfig {
                identify_window: Duration::ZERO,
                heartbeat: self.heartbeat,
                shards: self.shards,
                session_starts: self.session_starts,
                ..GatewayConfig::default()
            },
            open_threads: self.threads,
            guild_id: self.on_the_second_shard.then_some(ON_THE_SECOND_SHARD),
            ..Config::default()
        };
        if !self.abroad.is_empty() {
            let people = [OWNER].iter().chain(self.abroad);
            config.more_guilds.push(GuildSpec {
                name: "The Other One".into(),
                id: Some(ON_THE_FIRST_SHARD),
                people: people.map(|name| PersonSpec::named(name)).collect(),
                channels: config.channels.clone(),
            });
        }
        if self.server.is_some() {
            // So few at once that the bots have to take turns, as at Discord.
            config.gateway.max_concurrency = 2;
            config.gateway.identify_window = GatewayConfig::default().identify_window;
            let [first, others @ ..] = BOTS.map(|(_, shard)| on_shard(shard));
            config.guild_id = Some(first);
            for (number, id) in others.into_iter().enumerate() {
                config.more_guilds.push(GuildSpec {
                    name: format!("Guild {}", number + 2),
                    id: Some(id),
                    people: config.people.clone(),
                    channels: config.channels.clone(),
                });
            }
        }
        for number in config.channels.len()..self.channels {
            config
                .channels
                .push(ChannelSpec::named(&format!("table-{}", number + 1), ""));
        }
        config.deadlines.first_response = self.first_response;
        config.deadlines.token = self.token;
        config
    }
}
