//! Whether the bot receives its people's interactions: signs of life of the gateway, shard by shard.
//!
//! serenity tells when a connection stands again, but not when one is lost: it may be resuming a session, waiting for an
//! address, or trusting a connection that died silently. So this module counts what was received. Every event is a sign of
//! life, and so is every acknowledged heartbeat; heartbeats come in a rhythm (docs/DISCORD.md, "Gateway"). A shard is silent
//! if its stage is not "connected", or if the next heartbeat is overdue. It counts as silent since its last sign. This gives
//! people at most one heartbeat too much time back, and never too little.
//!
//! A connection that died silently is noticed only when a heartbeat is missing. serenity waits for one heartbeat more than
//! necessary, which takes over eighty seconds in Discord's rhythm. So the bot itself restarts the shard
//! ([`ShardHealth::silent`]), within the minute. While any shard is silent, the clocks of all tables stop: nothing here knows
//! which table belongs to which shard.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Mutex;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::FullEvent;
use tokio::time::Instant;

use super::mute::{Mute, Remedy, ShardReport};
use super::relay::Relay;
use super::shards::GatewayShards;
use crate::discord::lock::lock;
use crate::referee::{Now, Referee};

/// How often signs are collected.
const LISTEN: Duration = Duration::from_millis(200);
/// The assumed rhythm of heartbeats until it is known: a little longer than Discord's (docs/DISCORD.md, "Gateway").
const USUAL_RHYTHM: Duration = Duration::from_secs(45);
/// How late a sign may be at most, whatever the rhythm.
const LATE: Duration = Duration::from_secs(5);
/// How much time a connection that was given up gets to start again.
const PATIENCE: Duration = Duration::from_secs(60);

/// The signs of life of all shards.
pub(in crate::discord) struct ShardHealth {
    now: Now,
    /// After how long a gateway that starts no session is given up.
    anew_after: Duration,
    heard: Mutex<Heard>,
}

struct Heard {
    /// Since when signs are collected, in milliseconds since the epoch.
    since: i64,
    shards: BTreeMap<u32, Life>,
    /// How many shards there should be, and over how many people were heard at the last look.
    standing: (usize, usize),
    /// When people were heard again, in milliseconds since the epoch.
    back_at: Option<i64>,
}

/// The signs of life of one shard.
struct Life {
    /// The last sign, in milliseconds since the epoch (`at`) and by the monotonic clock (`sign`).
    at: i64,
    sign: Instant,
    /// How long the last heartbeat took, which tells heartbeats apart; and when it was acknowledged, in this session.
    beat: Option<Duration>,
    beat_at: Option<Instant>,
    /// The time between the last two heartbeats of this session.
    between: Option<Duration>,
    /// The longest time between two heartbeats of this session that another such time confirms. Discord may ask for a
    /// heartbeat out of turn, and the first one comes at any time.
    rhythm: Option<Duration>,
    /// The last sign before the connection was established again.
    lost: Option<i64>,
    /// When the shard's connection was last given up.
    given_up: Option<Instant>,
}

/// Whether two times between heartbeats may be the same rhythm, as precisely as signs are collected.
fn are_alike(one: Duration, other: Duration) -> bool {
    one.abs_diff(other) <= one.max(other) / 4 + LISTEN
}

impl Life {
    fn new(at: i64, now: Instant) -> Life {
        Life {
            at,
            sign: now,
            beat: None,
            beat_at: None,
            between: None,
            rhythm: None,
            lost: None,
            given_up: None,
        }
    }

    fn sign(&mut self, at: i64, now: Instant) {
        self.at = at;
        self.sign = now;
    }

    fn beat(&mut self, beat: Option<Duration>, at: i64, now: Instant) {
        if beat.is_none() || beat == self.beat {
            return;
        }
        let since = self.beat_at.map(|before| now.duration_since(before));
        let confirmed = since
            .zip(self.between)
            .filter(|(since, before)| are_alike(*since, *before));
        self.rhythm = self.rhythm.max(confirmed.map(|(since, before)| since.max(before)));
        (self.beat, self.beat_at, self.between) = (beat, Some(now), since);
        self.sign(at, now);
    }

    fn is_overdue(&self, now: Instant) -> bool {
        let rhythm = self.rhythm.unwrap_or(USUAL_RHYTHM);
        now.duration_since(self.sign) > rhythm + (rhythm / 2).clamp(Duration::from_secs(1), LATE)
    }

    /// Whether the connection is beyond hope. A restart loses what was on its way, so this is true later than
    /// [`Life::is_overdue`]. But it is early enough that the new connection stands within the minute.
    fn is_silent(&self, now: Instant) -> bool {
        let rhythm = self.rhythm.unwrap_or(USUAL_RHYTHM);
        now.duration_since(self.sign) > rhythm + (rhythm / 4).max(Duration::from_secs(1))
    }
}

impl ShardHealth {
    /// Collects signs from now on. Until the first sign, nobody counts as heard.
    pub(in crate::discord) fn new(now: Now, anew_after: Duration) -> ShardHealth {
        let since = now();
        let heard = Heard {
            since,
            shards: BTreeMap::new(),
            standing: (1, 0),
            back_at: None,
        };
        ShardHealth {
            now,
            anew_after,
            heard: Mutex::new(heard),
        }
    }

    /// Whether people have been heard again for less than a minute.
    pub(in crate::discord) fn has_just_come_back(&self) -> bool {
        const JUST_MS: i64 = 60_000;
        let back_at = lock(&self.heard).back_at;
        back_at.is_some_and(|at| (self.now)().saturating_sub(at) < JUST_MS)
    }

    /// How many shards there should be, and over how many people are heard.
    pub(in crate::discord) fn standing(&self) -> (usize, usize) {
        lock(&self.heard).standing
    }

    /// Tells the referee that nobody is heard yet.
    pub(in crate::discord) async fn begin(&self, referee: &Referee) {
        let since = lock(&self.heard).since;
        referee.suspend_clocks(since).await;
    }

    /// Notes an event as a sign of life.
    pub(in crate::discord) fn hear(&self, shard: u32, event: &FullEvent) {
        let anew = matches!(event, FullEvent::Ready { .. } | FullEvent::Resume { .. });
        self.sign(shard, anew, Instant::now());
    }

    /// Notes a sign of life; `anew` if the sign says that a connection stands again.
    fn sign(&self, shard: u32, anew: bool, now: Instant) {
        let at = (self.now)();
        let mut heard = lock(&self.heard);
        let life = heard.shards.entry(shard).or_insert_with(|| Life::new(at, now));
        if anew {
            life.lost = Some(life.lost.unwrap_or(life.at));
            // The heartbeats of another connection have another rhythm.
            (life.beat_at, life.between, life.rhythm) = (None, None, None);
        }
        life.sign(at, now);
    }

    /// Weighs what serenity says about its shards. Returns since when nobody is heard, in milliseconds since the epoch, and
    /// whether that is over; `None` if all was well.
    fn weigh(&self, said: &[ShardReport], now: Instant) -> Option<(i64, bool)> {
        let at = (self.now)();
        let mut heard = lock(&self.heard);
        let since = heard.since;
        let mut silent_since: Option<i64> = heard.shards.is_empty().then_some(since);
        for ShardReport {
            shard, beat, connected, ..
        } in said
        {
            match heard.shards.get_mut(shard) {
                Some(life) if *connected => life.beat(*beat, at, now),
                Some(_) => {}
                None => silent_since = Some(silent_since.unwrap_or(since).min(since)),
            }
        }
        let mut lost: Option<i64> = None;
        let mut standing = 0;
        for (shard, life) in &mut heard.shards {
            let connected = said.iter().any(|said| said.shard == *shard && said.connected);
            if !connected || life.is_overdue(now) {
                silent_since = Some(silent_since.map_or(life.at, |known| known.min(life.at)));
            } else {
                standing += 1;
                if let Some(at) = life.lost.take() {
                    lost = Some(lost.map_or(at, |known| known.min(at)));
                }
            }
        }
        heard.standing = (said.len(), standing);
        if silent_since.is_none() && lost.is_some() {
            heard.back_at = Some(at);
        }
        match (silent_since, lost) {
            (Some(silent_since), lost) => Some((lost.map_or(silent_since, |lost| lost.min(silent_since)), false)),
            (None, lost) => lost.map(|lost| (lost, true)),
        }
    }

    /// The shards that are said to be connected but send nothing any more. Each is returned once, and again only after it has
    /// had time to restart.
    pub(in crate::discord) fn silent(&self, said: &[ShardReport], now: Instant) -> Vec<u32> {
        let mut heard = lock(&self.heard);
        let mut silent = Vec::new();
        for said in said.iter().filter(|said| said.connected) {
            let Some(life) = heard.shards.get_mut(&said.shard) else {
                continue;
            };
            let tried = |given_up: Instant| now.duration_since(given_up) < PATIENCE;
            if life.is_silent(now) && !life.given_up.is_some_and(tried) {
                life.given_up = Some(now);
                silent.push(said.shard);
            }
        }
        silent
    }

    /// Notes that all connections are given up for new ones. Until those stand, people count as unheard since the earliest
    /// last sign of the old connections.
    pub(in crate::discord) fn begin_anew(&self) {
        let mut heard = lock(&self.heard);
        let first = heard.shards.values().map(|life| life.lost.unwrap_or(life.at)).min();
        heard.since = first.unwrap_or(heard.since);
        heard.shards.clear();
        heard.standing.1 = 0;
    }

    /// For ever tells the referee whether people are heard over the bot's `own` shards, and gives up dead connections.
    pub(in crate::discord) async fn listen(
        &self,
        referee: &Referee,
        (shards, relay): (&GatewayShards, &Relay),
        own: Range<u32>,
    ) -> Infallible {
        let mut mute = Mute::new(self.anew_after);
        loop {
            let mut said = Vec::with_capacity(own.len());
            for shard in own.clone() {
                let state = shards.state(shard).await;
                let connected = state.map(|state| state.is_connected);
                said.push(ShardReport {
                    shard,
                    connected: connected == Some(true),
                    waits: connected == Some(false) && !relay.is_queued(shard),
                    beat: state.and_then(|state| state.latency),
                });
            }
            self.listen_once(referee, &said).await;
            for shard in self.silent(&said, Instant::now()) {
                tracing::warn!(shard, "a connection has fallen silent; it is begun anew");
                shards.begin_anew(shard);
            }
            for step in mute.snapshot(&said, Instant::now()) {
                match step {
                    Remedy::Say(shard) => tracing::warn!(
                        shard,
                        "Discord keeps a connection and begins no session over it, so that nobody is heard; the bot waits a \
                         little longer"
                    ),
                    Remedy::Anew(shard) => {
                        tracing::warn!(
                            shard,
                            "Discord begins no session; the bot drops the old one and begins another"
                        );
                        relay.forget(shard);
                        shards.begin_anew(shard);
                    }
                }
            }
            tokio::time::sleep(LISTEN).await;
        }
    }

    /// Tells the referee whether people are heard, by what serenity says about its shards now.
    pub(in crate::discord) async fn listen_once(&self, referee: &Referee, said: &[ShardReport]) {
        let consequences = self.weigh(said, Instant::now());
        if let Some((since, _)) = consequences {
            referee.suspend_clocks(since).await;
        }
        if consequences.is_none_or(|(_, over)| over)
            && let Err(error) = referee.resume_clocks().await
        {
            tracing::warn!(%error, "could not give back the time in which nobody was heard");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::super::mute::ANEW_AFTER;
    use super::*;

    /// A shard health whose two clocks the test controls.
    struct Trial {
        shard_health: ShardHealth,
        wall: Arc<AtomicI64>,
        now: Instant,
        beats: u32,
    }

    impl Trial {
        fn new() -> Trial {
            let wall = Arc::new(AtomicI64::new(1000));
            let time = Arc::clone(&wall);
            let shard_health = ShardHealth::new(Arc::new(move || time.load(Ordering::SeqCst)), ANEW_AFTER);
            Trial {
                shard_health,
                wall,
                now: Instant::now(),
                beats: 0,
            }
        }

        fn later(&mut self, ms: u64) {
            self.now += Duration::from_millis(ms);
            self.wall.fetch_add(ms as i64, Ordering::SeqCst);
        }

        fn sign(&self, shard: u32, anew: bool) {
            self.shard_health.sign(shard, anew, self.now);
        }

        fn said(&self, shards: &[(u32, bool)]) -> Vec<ShardReport> {
            let beat = (self.beats > 0).then(|| Duration::from_micros(self.beats.into()));
            let said = |&(shard, connected)| ShardReport {
                shard,
                connected,
                waits: false,
                beat,
            };
            shards.iter().map(said).collect()
        }

        fn weigh(&self, shards: &[(u32, bool)]) -> Option<(i64, bool)> {
            self.shard_health.weigh(&self.said(shards), self.now)
        }

        fn silent(&self, shards: &[(u32, bool)]) -> Vec<u32> {
            self.shard_health.silent(&self.said(shards), self.now)
        }

        /// A connected shard with a known rhythm of ten seconds.
        fn in_rhythm() -> Trial {
            let mut trial = Trial::new();
            trial.sign(0, true);
            assert_eq!(trial.weigh(&[(0, true)]), Some((1000, true)));
            for _ in 0..3 {
                trial.later(10_000);
                trial.beats += 1;
                assert_eq!(trial.weigh(&[(0, true)]), None);
            }
            trial
        }
    }

    #[test]
    fn it_is_deaf_from_the_start_until_all_shards_stand() {
        let mut trial = Trial::new();
        assert_eq!(trial.weigh(&[]), Some((1000, false)));
        trial.later(500);
        assert_eq!(trial.weigh(&[(0, false)]), Some((1000, false)));
        trial.sign(0, true);
        assert_eq!(trial.weigh(&[(0, true), (1, false)]), Some((1000, false)));
        trial.later(500);
        trial.sign(1, true);
        assert_eq!(trial.weigh(&[(0, true), (1, true)]).map(|(_, over)| over), Some(true));
        assert_eq!(trial.weigh(&[(0, true), (1, true)]), None);
    }

    #[test]
    fn connections_begun_anew_are_deaf_since_an_old_one_was_last_heard() {
        let mut trial = Trial::in_rhythm();
        trial.later(3000);
        trial.sign(1, true);
        let both = [(0, true), (1, true)];
        let _ = trial.weigh(&both);
        trial.later(7000);
        trial.shard_health.begin_anew();
        assert_eq!(
            trial.weigh(&[(0, false), (1, false), (2, false)]),
            Some((31_000, false))
        );
        trial.later(5000);
        trial.sign(0, true);
        trial.sign(1, true);
        assert_eq!(
            trial.weigh(&[(0, true), (1, true), (2, false)]),
            Some((31_000, false)),
            "the third has not begun yet"
        );
        trial.sign(2, true);
        let all = [(0, true), (1, true), (2, true)];
        assert_eq!(trial.weigh(&all).map(|(_, over)| over), Some(true));
        assert_eq!(trial.weigh(&all), None);
    }

    #[test]
    fn how_many_are_heard_and_who_has_just_come_back_is_known_at_every_moment() {
        let mut trial = Trial::new();
        assert_eq!(trial.shard_health.standing(), (1, 0), "nobody is heard at the start");
        trial.sign(0, true);
        let _ = trial.weigh(&[(0, true), (1, false)]);
        assert_eq!(trial.shard_health.standing(), (2, 1));
        assert!(!trial.shard_health.has_just_come_back(), "not on every shard");
        trial.sign(1, true);
        let both = [(0, true), (1, true)];
        let _ = trial.weigh(&both);
        assert_eq!(trial.shard_health.standing(), (2, 2));
        assert!(trial.shard_health.has_just_come_back());
        trial.later(59_000);
        assert!(trial.shard_health.has_just_come_back());
        trial.later(1000);
        assert!(!trial.shard_health.has_just_come_back(), "a minute is over");
        let _ = trial.weigh(&both);
        assert_eq!(trial.shard_health.standing(), (2, 0), "the next beats are overdue");
        trial.shard_health.begin_anew();
        assert_eq!(trial.shard_health.standing(), (2, 0));
    }

    #[test]
    fn a_lost_connection_is_deaf_since_its_last_sign() {
        let mut trial = Trial::in_rhythm();
        trial.later(3000);
        trial.sign(0, false);
        trial.later(2000);
        assert_eq!(trial.weigh(&[(0, false)]), Some((34_000, false)));
        trial.later(60_000);
        assert_eq!(trial.weigh(&[]), Some((34_000, false)), "no runner is no connection");
        trial.sign(0, true);
        assert_eq!(trial.weigh(&[(0, true)]), Some((34_000, true)));
        assert_eq!(trial.weigh(&[(0, true)]), None);
    }

    #[test]
    fn a_line_that_died_silently_is_known_by_the_beat_that_is_missing() {
        let mut trial = Trial::in_rhythm();
        trial.later(14_900);
        assert_eq!(trial.weigh(&[(0, true)]), None);
        trial.later(200);
        assert_eq!(trial.weigh(&[(0, true)]), Some((31_000, false)));
        trial.beats += 1;
        assert_eq!(trial.weigh(&[(0, true)]), None, "it was only slow");
    }

    #[test]
    fn beats_out_of_turn_make_no_rhythm() {
        let mut trial = Trial::new();
        trial.sign(0, true);
        let all = [(0, true)];
        assert!(trial.weigh(&all).is_some());
        // The first is asked for right after the start, another one later; the others come in Discord's rhythm.
        for ms in [3000, 38_250, 9000, 32_250, 41_250, 41_250, 2000, 39_250] {
            for _ in 0..ms / 250 {
                assert_eq!((trial.weigh(&all), trial.silent(&all)), (None, vec![]));
                trial.later(250);
            }
            trial.beats += 1;
        }
        assert_eq!((trial.weigh(&all), trial.silent(&all)), (None, vec![]));
    }

    #[test]
    fn a_quiet_line_whose_rhythm_is_unknown_has_longer() {
        let mut trial = Trial::new();
        trial.sign(0, true);
        assert!(trial.weigh(&[(0, true)]).is_some());
        trial.later(49_000);
        assert_eq!(trial.weigh(&[(0, true)]), None);
        trial.later(2000);
        assert_eq!(trial.weigh(&[(0, true)]), Some((1000, false)));
    }

    #[test]
    fn a_line_that_died_silently_is_given_up_once_and_within_the_minute() {
        let mut trial = Trial::new();
        trial.sign(0, true);
        trial.sign(1, true);
        let both = [(0, true), (1, true)];
        let _ = trial.weigh(&both);
        for _ in 0..3 {
            // Discord's rhythm.
            trial.later(41_250);
            trial.beats += 1;
            let _ = trial.weigh(&both);
            assert_eq!(trial.silent(&both), [0; 0]);
        }
        let mut waited = 0;
        while trial.silent(&[(0, true)]).is_empty() {
            trial.later(200);
            trial.sign(1, false);
            waited += 200;
            assert!(waited < 55_000, "still waiting after {waited} ms");
        }
        assert!(waited > 41_250, "given up after {waited} ms, before a beat was missing");
        trial.later(200);
        assert_eq!(trial.silent(&both), [0; 0], "it is being begun anew");
        assert_eq!(trial.silent(&[(0, false), (1, true)]), [0; 0]);
        trial.later(60_000);
        assert_eq!(trial.silent(&[(0, true)]), [0], "that came to nothing");
    }

    #[test]
    fn a_connection_that_was_taken_up_at_once_gives_back_what_lies_between_two_signs() {
        let mut trial = Trial::in_rhythm();
        trial.later(4000);
        trial.sign(0, true);
        assert_eq!(trial.weigh(&[(0, true)]), Some((31_000, true)));
        assert_eq!(trial.weigh(&[(0, true)]), None);
    }
}
