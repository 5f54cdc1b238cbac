//! Whether the bot hears its people: the signs of life of the gateway, shard by shard.
//!
//! serenity tells when a connection stands again, but not when one is lost: it may be taking up a session, waiting for
//! an address, or believe in a line that died silently. So here counts what was heard. Every event is a sign of life, and
//! so is every answer to a heartbeat, which come in a rhythm (docs/DISCORD.md, "Gateway"); a shard whose stage is another than
//! connected, or from which the rhythm's next sign is overdue, is deaf, and has been since its last sign. That gives
//! people rather too much time back than too little, by no more than one beat.
//!
//! A line that dies silently is known to be dead only when a beat is missing, not before. serenity waits for one beat more
//! than it takes to know, which with Discord's rhythm is over eighty seconds; so the shard is begun anew from here
//! ([`ShardHealth::silent`]), within the minute. While any shard is deaf, all
//! tables stand still: nothing here knows which table belongs to which shard.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ConnectionStage, FullEvent, ShardId, ShardManager};
use tokio::time::Instant;

use super::mute::{Mute, Said, Step};
use crate::referee::{Now, Referee};

/// How often is listened for signs.
const LISTEN: Duration = Duration::from_millis(200);
/// The rhythm of heartbeats until it is known: a little longer than Discord's (docs/DISCORD.md, "Gateway").
const USUAL_RHYTHM: Duration = Duration::from_secs(45);
/// How late a sign may be at most, whatever the rhythm.
const LATE: Duration = Duration::from_secs(5);
/// How long a connection that was given up may take to begin anew.
const PATIENCE: Duration = Duration::from_secs(60);

/// What was heard of each shard.
pub(in crate::discord) struct ShardHealth {
    now: Now,
    /// When a gateway that begins no session is given up.
    anew_after: Duration,
    heard: Mutex<Heard>,
}

struct Heard {
    /// Since when it listens, in milliseconds since the epoch.
    since: i64,
    shards: BTreeMap<u32, Life>,
}

/// The signs of one shard.
struct Life {
    /// The last sign, in milliseconds since the epoch, and by the clock that knows no jumps.
    at: i64,
    sign: Instant,
    /// How long the last answered heartbeat took, which tells one from the next; and when that was, in this session.
    beat: Option<Duration>,
    beat_at: Option<Instant>,
    /// The time between the last two beats of this session.
    between: Option<Duration>,
    /// The longest time between two beats of this session that another one confirms. Discord may ask for a beat out of turn,
    /// and the first one comes when it likes.
    rhythm: Option<Duration>,
    /// The last sign before a connection that stands anew.
    lost: Option<i64>,
    /// When its connection was last given up.
    given_up: Option<Instant>,
}

/// Whether two times between beats may be the same rhythm, as exactly as is listened.
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

    /// Whether nothing is to be expected of its connection any more. To begin one anew costs what was on its way, so that
    /// this comes later than that it counts as deaf; but so early that the new one stands within the minute.
    fn is_silent(&self, now: Instant) -> bool {
        let rhythm = self.rhythm.unwrap_or(USUAL_RHYTHM);
        now.duration_since(self.sign) > rhythm + (rhythm / 4).max(Duration::from_secs(1))
    }
}

impl ShardHealth {
    /// Listens from now on; it is deaf until something is heard.
    pub(in crate::discord) fn new(now: Now, anew_after: Duration) -> ShardHealth {
        let since = now();
        let shards = BTreeMap::new();
        ShardHealth {
            now,
            anew_after,
            heard: Mutex::new(Heard { since, shards }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Heard> {
        // Nothing panics while it is held.
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that nobody is heard yet.
    pub(in crate::discord) async fn begin(&self, referee: &Referee) {
        let since = self.lock().since;
        referee.suspend_clocks(since).await;
    }

    /// Hears an event.
    pub(in crate::discord) fn hear(&self, shard: u32, event: &FullEvent) {
        let anew = matches!(event, FullEvent::Ready { .. } | FullEvent::Resume { .. });
        self.sign(shard, anew, Instant::now());
    }

    /// A sign of life; `anew` when it is that a connection stands.
    fn sign(&self, shard: u32, anew: bool, now: Instant) {
        let at = (self.now)();
        let mut heard = self.lock();
        let life = heard.shards.entry(shard).or_insert_with(|| Life::new(at, now));
        if anew {
            life.lost = Some(life.lost.unwrap_or(life.at));
            // The beats of another connection come in a rhythm of their own.
            (life.beat_at, life.between, life.rhythm) = (None, None, None);
        }
        life.sign(at, now);
    }

    /// Takes what serenity says of its shards. Gives since when nobody is heard, in milliseconds since the epoch, and whether
    /// that is over; nothing when all was well.
    fn weigh(&self, said: &[Said], now: Instant) -> Option<(i64, bool)> {
        let at = (self.now)();
        let mut heard = self.lock();
        let since = heard.since;
        let mut silent_since: Option<i64> = heard.shards.is_empty().then_some(since);
        for Said {
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
        for (shard, life) in &mut heard.shards {
            let connected = said.iter().any(|said| said.shard == *shard && said.connected);
            if !connected || life.is_overdue(now) {
                silent_since = Some(silent_since.map_or(life.at, |known| known.min(life.at)));
            } else if let Some(at) = life.lost.take() {
                lost = Some(lost.map_or(at, |known| known.min(at)));
            }
        }
        match (silent_since, lost) {
            (Some(silent_since), lost) => Some((lost.map_or(silent_since, |lost| lost.min(silent_since)), false)),
            (None, lost) => lost.map(|lost| (lost, true)),
        }
    }

    /// The shards that are said to be connected, and from which nothing comes any more. Each is named once, and again only
    /// when it has had time to begin anew.
    pub(in crate::discord) fn silent(&self, said: &[Said], now: Instant) -> Vec<u32> {
        let mut heard = self.lock();
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

    /// Says that all connections are given up for others: it is deaf until those stand, since one of the old ones was last
    /// heard.
    pub(in crate::discord) fn begin_anew(&self) {
        let mut heard = self.lock();
        let first = heard.shards.values().map(|life| life.lost.unwrap_or(life.at)).min();
        heard.since = first.unwrap_or(heard.since);
        heard.shards.clear();
    }

    /// Tells the referee what is heard over so many shards, and gives up connections that carry nothing any more, for ever.
    pub(in crate::discord) async fn listen(
        &self,
        referee: &Referee,
        shards: &Arc<ShardManager>,
        count: u32,
    ) -> Infallible {
        let mut mute = Mute::new(self.anew_after);
        loop {
            let said: Vec<Said> = {
                let runners = shards.runners.lock().await;
                let all = (0..count).map(|shard| {
                    // One that is not there has not begun yet, or is about to begin anew.
                    let runner = runners.get(&ShardId(shard));
                    let connected = runner.map(|runner| runner.stage == ConnectionStage::Connected);
                    Said {
                        shard,
                        connected: connected == Some(true),
                        waits: connected == Some(false),
                        beat: runner.and_then(|runner| runner.latency),
                    }
                });
                all.collect()
            };
            self.listen_once(referee, &said).await;
            for shard in self.silent(&said, Instant::now()) {
                tracing::warn!(shard, "a connection has fallen silent; it is begun anew");
                begin_anew(shards, shard);
            }
            for step in mute.snapshot(&said, Instant::now()) {
                match step {
                    Step::Say(shard) => tracing::warn!(
                        shard,
                        "Discord keeps a connection and begins no session over it, so that nobody is heard; the bot waits a \
                         little longer"
                    ),
                    Step::Anew(shard) => {
                        tracing::warn!(
                            shard,
                            "Discord begins no session; the bot drops the old one and begins another"
                        );
                        begin_anew(shards, shard);
                    }
                }
            }
            tokio::time::sleep(LISTEN).await;
        }
    }

    /// Tells the referee what is heard by what serenity says of its shards now.
    pub(in crate::discord) async fn listen_once(&self, referee: &Referee, said: &[Said]) {
        let weighed = self.weigh(said, Instant::now());
        if let Some((since, _)) = weighed {
            referee.suspend_clocks(since).await;
        }
        if weighed.is_none_or(|(_, over)| over)
            && let Err(error) = referee.resume_clocks().await
        {
            tracing::warn!(%error, "could not give back the time in which nobody was heard");
        }
    }
}

/// Gives a shard's connection up, and its session with it, and begins others.
fn begin_anew(shards: &Arc<ShardManager>, shard: u32) {
    let shards = Arc::clone(shards);
    // It says goodbye on the old line first, and waits some seconds for an answer.
    tokio::spawn(async move { shards.restart(ShardId(shard)).await });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::super::mute::ANEW_AFTER;
    use super::*;

    /// An ear with both clocks in the test's hand.
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

        fn said(&self, shards: &[(u32, bool)]) -> Vec<Said> {
            let beat = (self.beats > 0).then(|| Duration::from_micros(self.beats.into()));
            let said = |&(shard, connected)| Said {
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

        /// Connected, with a rhythm of ten seconds that is known.
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
        // Asked for right after the beginning, and once more later; the others come in Discord's rhythm.
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
            // The rhythm of Discord.
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
