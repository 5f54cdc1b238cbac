//! Bans addresses that are refused too often (docs/DISCORD.md, "Bans"). Cloudflare stands before Discord and counts the answers of
//! 401, 403 and 429 that an address gets. A 429 of the scope `shared` does not count, because it is nobody's own fault. Beyond a
//! number of refusals Cloudflare alone answers every request from the address, callbacks to interactions, too.
//!
//! discord-api-docs issue #5385 (2022-08-29) shows such an answer: a 429 of plain text, an hour to wait, and none of Discord's headers.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use crate::playground::config::RateLimits;

/// The whole text of Cloudflare's answer.
pub(super) const WORDS: &str = "error code: 1015";

/// What is known of one address.
#[derive(Debug, Default)]
struct Address {
    /// When it was refused, the oldest first.
    refused: VecDeque<Instant>,
    /// Until when it is banned.
    until: Option<Instant>,
}

impl Address {
    fn forget_old(&mut self, limits: &RateLimits, now: Instant) {
        let old = |at: &Instant| now.duration_since(*at) >= limits.invalid_requests.per;
        while self.refused.front().is_some_and(old) {
            self.refused.pop_front();
        }
    }

    fn left(&self, now: Instant) -> Option<Duration> {
        let left = self.until?.saturating_duration_since(now);
        (!left.is_zero()).then_some(left)
    }
}

/// Every address that was refused lately.
#[derive(Debug, Default)]
pub(crate) struct Bans(Mutex<HashMap<IpAddr, Address>>);

impl Bans {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<IpAddr, Address>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// For how long an address is still banned.
    pub(super) fn left(&self, from: IpAddr, limits: &RateLimits, now: Instant) -> Option<Duration> {
        self.with(|all| all.get(&from)?.left(now)).filter(|_| limits.on)
    }

    /// Counts an answer; `shared` says that the limit was nobody's own.
    pub(super) fn count(&self, from: IpAddr, status: u16, shared: bool, limits: &RateLimits, now: Instant) {
        let counts = matches!(status, 401 | 403) || status == 429 && !shared;
        if !limits.on || !counts {
            return;
        }
        self.with(|all| {
            let address = all.entry(from).or_default();
            address.forget_old(limits, now);
            address.refused.push_back(now);
            if address.refused.len() >= limits.invalid_requests.limit as usize {
                address.refused.clear();
                address.until = Some(now + limits.ban);
            }
        });
    }

    /// Forgets everything.
    pub(crate) fn lift(&self) {
        self.with(HashMap::clear);
    }

    /// How near the address that was refused most is to a ban.
    pub(crate) fn json(&self, limits: &RateLimits) -> Value {
        let now = Instant::now();
        let (count, left) = self.with(|all| {
            all.values_mut().for_each(|address| address.forget_old(limits, now));
            all.retain(|_, address| !address.refused.is_empty() || address.left(now).is_some());
            let count = all.values().map(|address| address.refused.len()).max();
            (
                count.unwrap_or(0),
                all.values().filter_map(|address| address.left(now)).max(),
            )
        });
        let quota = limits.invalid_requests;
        json!({
            "count": count, "limit": quota.limit, "per_ms": quota.per.as_millis() as u64,
            "banned_ms": left.filter(|_| limits.on).map(|left| left.as_millis() as u64),
        })
    }
}

/// The answer to a banned address.
pub(super) fn response(left: Duration) -> Response {
    let mut response = Response::new(Body::from(WORDS));
    *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=UTF-8"),
    );
    headers.insert(header::SERVER, HeaderValue::from_static("cloudflare"));
    headers.insert(header::RETRY_AFTER, HeaderValue::from(left.as_secs_f64().ceil() as u64));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playground::config::Quota;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V6(std::net::Ipv6Addr::LOCALHOST);

    /// Source: Discord's docs, Rate Limits, "Invalid Request Limit" (2026-08-06).
    #[test]
    fn ten_thousand_refusals_in_ten_minutes_ban_an_address() {
        let (bans, limits, start) = (Bans::default(), RateLimits::default(), Instant::now());
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        for n in 0..9_999u64 {
            bans.count(HERE, [401, 403, 429][n as usize % 3], false, &limits, at(n / 20));
        }
        for (status, shared) in [(429, true), (200, false), (400, false), (404, false), (500, false)] {
            bans.count(HERE, status, shared, &limits, at(500));
        }
        bans.count(THERE, 403, false, &limits, at(500));
        assert_eq!(bans.left(HERE, &limits, at(500)), None);
        bans.count(HERE, 403, false, &limits, at(500));
        assert_eq!(bans.left(HERE, &limits, at(500)), Some(limits.ban));
        assert_eq!(
            bans.left(THERE, &limits, at(500)),
            None,
            "another address is no party to it"
        );
        assert_eq!(bans.left(HERE, &limits, at(500) + limits.ban), None, "for a while");
    }

    #[test]
    fn refusals_are_forgotten_after_their_time_and_without_limits_nothing_counts() {
        let limits = RateLimits {
            invalid_requests: Quota::new(3, 600),
            ..RateLimits::default()
        };
        let (bans, start) = (Bans::default(), Instant::now());
        let refuse = |seconds: u64, limits: &RateLimits| {
            let now = start + Duration::from_secs(seconds);
            bans.count(HERE, 403, false, limits, now);
            bans.left(HERE, limits, now).is_some()
        };
        assert!(!refuse(0, &limits) && !refuse(1, &limits) && !refuse(600, &limits));
        let off = RateLimits { on: false, ..limits };
        assert!((0..9).all(|_| !refuse(600, &off)));
        assert!(refuse(600, &limits));
        bans.lift();
        assert!(!refuse(600, &limits));
    }
}
