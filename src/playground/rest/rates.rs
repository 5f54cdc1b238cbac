//! Rate limits (docs/DISCORD.md, "Rate limits"): a bucket for each route and major parameter, the global limit, the hidden limits, and
//! the headers that announce them. The first request opens a window, and the window ends `per` later.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::playground::config::{Quota, RateLimits};
use crate::playground::quotas;
use crate::playground::snowflake::now_ms;

/// Which limit a route falls under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bucket {
    /// Sending and editing messages.
    Messages,
    /// Deleting messages.
    Deletes,
    /// Edits of an interaction's answers.
    Answers,
    /// Follow-ups: in one bucket with edits of answers, but under a hidden limit of the channel, too.
    FollowUps,
    /// Adding reactions and taking them away.
    Reactions,
    /// A channel's settings, under a hidden limit.
    ChannelEdits,
    /// By its own template.
    Own,
    /// None at all: interaction callbacks.
    Exempt,
}

/// A request that came too soon.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TooSoon {
    pub(crate) retry_after: Duration,
    pub(crate) scope: &'static str,
}

impl TooSoon {
    fn new(scope: &'static str, retry_after: Duration) -> Self {
        TooSoon { retry_after, scope }
    }

    pub(crate) fn body(&self) -> Value {
        let shared = self.scope == "shared";
        let message = if shared {
            "The resource is being rate limited."
        } else {
            "You are being rate limited."
        };
        json!({ "message": message, "retry_after": seconds(self.retry_after), "global": self.scope == "global" })
    }

    /// The headers beyond those of the bucket.
    pub(crate) fn headers(&self) -> Vec<(&'static str, String)> {
        let mut headers = vec![
            ("retry-after", self.retry_after.as_secs_f64().ceil().to_string()),
            ("x-ratelimit-scope", self.scope.to_owned()),
        ];
        if self.scope == "global" {
            headers.push(("x-ratelimit-global", "true".into()));
        }
        headers
    }
}

/// What a bucket's headers say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing {
    limit: u32,
    remaining: u32,
    reset_after: Duration,
    /// The window's end as a time since the Unix epoch. One window always says the same end, because libraries tell windows apart by it.
    reset: Duration,
    hash: String,
}

impl Standing {
    pub(crate) fn headers(&self) -> [(&'static str, String); 5] {
        let reset = self.reset.as_secs_f64();
        [
            ("x-ratelimit-limit", self.limit.to_string()),
            ("x-ratelimit-remaining", self.remaining.to_string()),
            ("x-ratelimit-reset", format!("{reset:.3}")),
            (
                "x-ratelimit-reset-after",
                format!("{:.3}", self.reset_after.as_secs_f64()),
            ),
            ("x-ratelimit-bucket", self.hash.clone()),
        ]
    }
}

/// Seconds with milliseconds, never rounded down to nothing.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).ceil() / 1000.0
}

#[derive(Clone, Copy, Debug)]
struct Window {
    opened: Instant,
    used: u32,
}

impl Window {
    /// Takes one request. Says how many are left, or nothing if it came too soon, and when the window ends.
    fn take(&mut self, quota: Quota, now: Instant) -> (Option<u32>, Duration) {
        if now.duration_since(self.opened) >= quota.per {
            *self = Window { opened: now, used: 0 };
        }
        let reset = quota.per.saturating_sub(now.duration_since(self.opened));
        if self.used >= quota.limit {
            return (None, reset);
        }
        self.used += 1;
        (Some(quota.limit - self.used), reset)
    }
}

/// All windows.
#[derive(Debug)]
pub(crate) struct Rates {
    limits: Mutex<RateLimits>,
    windows: Mutex<HashMap<String, Window>>,
    /// A moment, and what it was since the Unix epoch.
    epoch: (Instant, Duration),
}

/// A bucket's name, the same for all routes that share it, and its quota.
fn named<'r>(bucket: Bucket, route: &'r str, limits: &RateLimits) -> (&'r str, Quota) {
    match bucket {
        Bucket::Messages => ("messages", limits.messages),
        Bucket::Deletes => ("deletes", limits.deletes),
        Bucket::Reactions => ("reactions", limits.reactions),
        Bucket::Answers | Bucket::FollowUps => ("answers", limits.follow_ups),
        _ => (route, limits.others),
    }
}

fn hash(name: &str) -> String {
    hex::encode(&Sha256::digest(name.as_bytes())[..16])
}

/// From so many windows on, old ones are removed.
const TIDY_AT: usize = 10_000;

impl Rates {
    pub(crate) fn new(limits: RateLimits) -> Self {
        Rates {
            limits: Mutex::new(limits),
            windows: Mutex::default(),
            epoch: (Instant::now(), Duration::from_millis(now_ms())),
        }
    }

    /// How a bucket stands whose window ends in so long.
    fn standing(
        &self,
        (name, quota): (&str, Quota),
        remaining: u32,
        (now, reset_after): (Instant, Duration),
    ) -> Standing {
        let (moment, since) = self.epoch;
        Standing {
            limit: quota.limit,
            remaining,
            reset_after,
            reset: since + (now + reset_after).saturating_duration_since(moment),
            hash: hash(name),
        }
    }

    /// The limits as they are.
    pub(crate) fn limits(&self) -> RateLimits {
        *self.limits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the limits, on or off. Windows that are open go on, with the new numbers.
    pub(crate) fn set(&self, limits: RateLimits) {
        *self.limits.lock().unwrap_or_else(PoisonError::into_inner) = limits;
    }

    /// Sets what a change names, and leaves all else. Says what was not understood, and then nothing has changed.
    pub(crate) fn change(&self, change: &Value) -> Result<(), String> {
        let mut limits = self.limits.lock().unwrap_or_else(PoisonError::into_inner);
        *limits = quotas::changed(*limits, change)?;
        Ok(())
    }

    /// Takes an edit of a message that is so old; or says when the next one may be made.
    pub(crate) fn take_edit(&self, channel: &str, age: Duration, now: Instant) -> Result<(), Duration> {
        let limits = self.limits();
        let quota = limits.old_edits_hidden.filter(|_| limits.on && age >= limits.old_after);
        let Some(quota) = quota else { return Ok(()) };
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let window = windows.entry(format!("hidden old edits {channel}"));
        let (left, reset) = window.or_insert(Window { opened: now, used: 0 }).take(quota, now);
        left.map(drop).ok_or(reset)
    }

    /// The state of the bucket that an injected refusal announces. A refusal by the global limit announces none, and a refusal by a
    /// shared limit leaves requests in the bucket. No window ends earlier than an answer has said before.
    pub(crate) fn as_refused(&self, bucket: Bucket, route: &str, major: &str, late: &TooSoon) -> Option<Standing> {
        let (name, quota) = named(bucket, route, &self.limits());
        let remaining = match late.scope {
            "user" => 0,
            "shared" => quota.limit.saturating_sub(1),
            _ => return None,
        };
        let now = Instant::now();
        let windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let open = windows.get(&format!("{name} {major}"));
        let told = open.map_or(Duration::ZERO, |window| {
            quota.per.saturating_sub(now.duration_since(window.opened))
        });
        let reset_after = late.retry_after.max(told);
        (bucket != Bucket::Exempt).then(|| self.standing((name, quota), remaining, (now, reset_after)))
    }

    /// Takes a request. `route` is method and template, `major` the major parameter, `hidden` the key of a hidden limit.
    pub(crate) fn take(
        &self,
        bucket: Bucket,
        route: &str,
        major: &str,
        hidden: Option<String>,
        now: Instant,
    ) -> (Option<Standing>, Result<(), TooSoon>) {
        let limits = self.limits();
        if !limits.on || bucket == Bucket::Exempt {
            return (None, Ok(()));
        }
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.len() > TIDY_AT {
            windows.retain(|_, w| now.duration_since(w.opened) < Duration::from_secs(600));
        }
        let mut take = |key: String, quota: Quota| {
            let window = windows.entry(key).or_insert(Window { opened: now, used: 0 });
            window.take(quota, now)
        };
        let by_token = matches!(bucket, Bucket::Answers | Bucket::FollowUps);
        if !by_token {
            let (left, reset) = take("global".into(), limits.global);
            if left.is_none() {
                return (None, Err(TooSoon::new("global", reset)));
            }
        }
        let (name, quota) = named(bucket, route, &limits);
        let (left, reset_after) = take(format!("{name} {major}"), quota);
        let standing = self.standing((name, quota), left.unwrap_or(0), (now, reset_after));
        if left.is_none() {
            return (Some(standing), Err(TooSoon::new("user", reset_after)));
        }
        let secret = match bucket {
            Bucket::FollowUps => limits.follow_ups_hidden,
            Bucket::ChannelEdits => limits.channel_edits_hidden,
            _ => None,
        };
        if let (Some(quota), Some(key)) = (secret, hidden) {
            let (left, reset) = take(format!("hidden {bucket:?} {key}"), quota);
            if left.is_none() {
                return (Some(standing), Err(TooSoon::new("shared", reset)));
            }
        }
        (Some(standing), Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(taken: &(Option<Standing>, Result<(), TooSoon>)) -> &'static str {
        taken.1.as_ref().map_or_else(|e| e.scope, |()| "taken")
    }

    #[test]
    fn sending_and_editing_share_five_in_five_seconds() {
        let rates = Rates::new(RateLimits::default());
        let start = Instant::now();
        let at = |ms: u64, route: &str, major: &str| {
            rates.take(Bucket::Messages, route, major, None, start + Duration::from_millis(ms))
        };
        for n in 0..5 {
            let taken = at(n, if n % 2 == 0 { "POST m" } else { "PATCH m" }, "1");
            assert_eq!(taken.0.as_ref().map(|s| s.remaining), Some(4 - n as u32));
        }
        let late = at(1_000, "POST m", "1");
        assert_eq!(late.1, Err(TooSoon::new("user", Duration::from_millis(4_000))));
        assert_eq!(
            scope(&at(1_001, "POST m", "2")),
            "taken",
            "another channel has its own window"
        );
        assert_eq!(scope(&at(5_000, "POST m", "1")), "taken");
    }

    #[test]
    fn the_global_limit_spares_tokens_and_callbacks() {
        let rates = Rates::new(RateLimits::default());
        let now = Instant::now();
        for n in 0..50 {
            assert_eq!(
                scope(&rates.take(Bucket::Own, "GET x", &n.to_string(), None, now)),
                "taken"
            );
        }
        assert_eq!(scope(&rates.take(Bucket::Own, "GET x", "z", None, now)), "global");
        assert_eq!(scope(&rates.take(Bucket::Answers, "PATCH x", "t", None, now)), "taken");
        assert_eq!(scope(&rates.take(Bucket::Exempt, "POST x", "t", None, now)), "taken");
    }

    #[test]
    fn edits_of_old_messages_are_limited_where_that_is_wanted() {
        let start = Instant::now();
        let (hour, young) = (Duration::from_secs(3_600), Duration::from_secs(3_599));
        let rates = Rates::new(RateLimits {
            old_edits_hidden: Some(Quota::new(2, 60)),
            ..RateLimits::default()
        });
        let at = |seconds, channel, age| rates.take_edit(channel, age, start + Duration::from_secs(seconds));
        assert!((0..10).all(|_| at(0, "1", young).is_ok()));
        assert!((0..2).all(|_| at(0, "1", hour).is_ok()));
        assert_eq!(at(10, "1", hour), Err(Duration::from_secs(50)));
        assert_eq!((at(10, "1", young), at(10, "2", hour)), (Ok(()), Ok(())));
        assert_eq!(at(60, "1", hour), Ok(()));
        let usual = Rates::new(RateLimits::default());
        assert!(
            (0..1_000).all(|_| usual.take_edit("1", hour, start).is_ok()),
            "nobody knows the numbers"
        );
    }

    #[test]
    fn hidden_limits_are_shared_and_everything_can_be_off() {
        let rates = Rates::new(RateLimits::default());
        let now = Instant::now();
        let take = |n: u32| rates.take(Bucket::FollowUps, "POST w", &n.to_string(), Some("7".into()), now);
        assert!((0..30).all(|n| take(n).1.is_ok()));
        assert_eq!(scope(&take(31)), "shared");
        rates.set(RateLimits::off());
        assert_eq!(take(32), (None, Ok(())));
    }

    #[test]
    fn numbers_can_be_set_while_windows_are_open() {
        let rates = Rates::new(RateLimits::default());
        let start = Instant::now();
        let at = |ms| rates.take(Bucket::Messages, "POST m", "1", None, start + Duration::from_millis(ms));
        assert!((0..5).all(|_| at(0).1.is_ok()) && at(0).1.is_err());
        let set = |limit: u32, per: u64| rates.change(&json!({ "messages": { "limit": limit, "per_ms": per } }));
        assert_eq!(set(7, 5_000), Ok(()));
        let standing = at(10).0.expect("a bucket");
        assert_eq!((standing.limit, standing.remaining), (7, 1));
        assert_eq!(set(3, 100), Ok(()));
        assert_eq!(
            at(20).1.map_err(|soon| soon.retry_after),
            Err(Duration::from_millis(80))
        );
        assert_eq!(at(100).0.map(|standing| standing.remaining), Some(2));
        assert!(set(0, 100).is_err());
        assert_eq!(
            at(100).0.map(|standing| standing.limit),
            Some(3),
            "what is refused changes nothing"
        );
    }
}
