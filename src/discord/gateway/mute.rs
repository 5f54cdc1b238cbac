//! A mute gateway: it keeps the connection alive, and answers neither RESUME nor IDENTIFY.
//!
//! serenity then waits for ever, because every heartbeat is acknowledged. So a shard that has a connection without a session
//! for long is told to start another session. The relay keeps the seconds between two session starts, and the
//! gateway client keeps some of the day's session starts in reserve.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

/// How long a shard may have a connection without a session before another session is started. After a quarter of this time
/// the log says so.
pub(in crate::discord) const ANEW_AFTER: Duration = Duration::from_secs(120);

/// What serenity says about a shard.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) struct ShardReport {
    pub(in crate::discord) shard: u32,
    pub(in crate::discord) connected: bool,
    /// Whether the shard has a connection, and no session over it yet.
    pub(in crate::discord) waits: bool,
    /// How long the last answered heartbeat took.
    pub(in crate::discord) beat: Option<Duration>,
}

/// What to do about a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Remedy {
    /// Log that the gateway does not answer.
    Say(u32),
    /// Drop the old session and start another one.
    Anew(u32),
}

/// The shards that have a connection without a session.
pub(in crate::discord) struct Mute {
    anew_after: Duration,
    /// Since when each shard waits, and whether that was logged.
    waiting: BTreeMap<u32, (Instant, bool)>,
}

impl Mute {
    /// Knows nothing about any shard yet.
    pub(in crate::discord) fn new(anew_after: Duration) -> Mute {
        Mute {
            anew_after,
            waiting: BTreeMap::new(),
        }
    }

    /// What to do now, by what serenity says about its shards.
    pub(in crate::discord) fn snapshot(&mut self, said: &[ShardReport], now: Instant) -> Vec<Remedy> {
        self.waiting
            .retain(|shard, _| said.iter().any(|said| said.shard == *shard && said.waits));
        let mut steps = Vec::new();
        for said in said.iter().filter(|said| said.waits) {
            let (since, told) = self.waiting.entry(said.shard).or_insert((now, false));
            let waited = now.duration_since(*since);
            if waited >= self.anew_after {
                (*since, *told) = (now, false);
                steps.push(Remedy::Anew(said.shard));
            } else if waited >= self.anew_after / 4 && !*told {
                *told = true;
                steps.push(Remedy::Say(said.shard));
            }
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(shard: u32, connected: bool, waits: bool) -> ShardReport {
        ShardReport {
            shard,
            connected,
            waits,
            beat: None,
        }
    }

    /// Looks every second of a range, and returns each step with its second.
    fn look_for(
        mute: &mut Mute,
        said: &[ShardReport],
        start: Instant,
        seconds: std::ops::Range<u64>,
    ) -> Vec<(u64, Remedy)> {
        let snapshot = |second| {
            let steps = mute.snapshot(said, start + Duration::from_secs(second));
            steps.into_iter().map(move |step| (second, step))
        };
        seconds.flat_map(snapshot).collect()
    }

    #[test]
    fn a_mute_gateway_is_named_after_half_a_minute_and_left_for_a_new_session_after_two() {
        let (mut mute, start) = (Mute::new(ANEW_AFTER), Instant::now());
        let one = [said(0, true, false), said(1, false, true)];
        assert_eq!(
            look_for(&mut mute, &one, start, 0..250),
            [
                (30, Remedy::Say(1)),
                (120, Remedy::Anew(1)),
                (150, Remedy::Say(1)),
                (240, Remedy::Anew(1))
            ]
        );
    }

    #[test]
    fn a_shard_that_has_a_session_or_no_connection_is_left_alone() {
        let (mut mute, start) = (Mute::new(ANEW_AFTER), Instant::now());
        let calm = [said(0, true, false), said(1, false, false)];
        assert_eq!(look_for(&mut mute, &calm, start, 0..500), []);
        let waits = [said(0, false, true)];
        assert_eq!(look_for(&mut mute, &waits, start, 500..529), []);
        assert_eq!(look_for(&mut mute, &calm, start, 529..530), []);
        assert_eq!(look_for(&mut mute, &waits, start, 530..559), [], "it counts anew");
    }
}
