//! Troubles that strike requests and can be switched on while the playground runs: storms of 429, failing servers, slow answers.
//! Troubles of people, channels and the gateway are not here: they act on the world and the hub themselves.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

/// Which requests a trouble strikes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Strike {
    /// So many of the next requests.
    pub(crate) next: u64,
    /// That share of requests, from 0 to 1.
    pub(crate) share: f64,
    /// Only routes whose `METHOD template` contains this, or ends with it where a `$` follows.
    pub(crate) route: Option<String>,
}

impl Strike {
    fn hits(&mut self, route: &str) -> bool {
        let is_meant = |part: &String| match part.strip_suffix('$') {
            Some(end) => route.ends_with(end),
            None => route.contains(part.as_str()),
        };
        if !self.route.as_ref().is_none_or(is_meant) {
            return false;
        }
        if self.next > 0 {
            self.next -= 1;
            return true;
        }
        self.share > 0.0 && rand::random::<f64>() < self.share
    }

    fn json(&self) -> Value {
        json!({ "next": self.next, "share": self.share, "route": self.route })
    }

    fn read(value: &Value) -> Self {
        Strike {
            next: value["next"].as_u64().unwrap_or(0),
            share: value["share"].as_f64().unwrap_or(0.0).clamp(0.0, 1.0),
            route: value["route"].as_str().map(str::to_owned),
        }
    }
}

#[derive(Clone, Debug)]
struct Switches {
    limited: Strike,
    retry_after: Duration,
    scope: &'static str,
    failing: Strike,
    status: u16,
    /// Whether a failing request has its effect all the same.
    after: bool,
    slow: Strike,
    delay: Duration,
}

/// What befalls one request.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fate {
    pub(crate) delay: Option<Duration>,
    /// Answered with 429: how long to wait, and the scope.
    pub(crate) limited: Option<(Duration, &'static str)>,
    /// Answered with a 5xx; whether it is carried out before.
    pub(crate) failing: Option<(u16, bool)>,
}

/// The switches.
#[derive(Debug)]
pub(crate) struct Faults(Mutex<Switches>);

impl Default for Faults {
    fn default() -> Self {
        Faults(Mutex::new(calm()))
    }
}

fn calm() -> Switches {
    Switches {
        limited: Strike::default(),
        retry_after: Duration::from_millis(500),
        scope: "user",
        failing: Strike::default(),
        status: 503,
        after: false,
        slow: Strike::default(),
        delay: Duration::ZERO,
    }
}

impl Faults {
    fn with<T>(&self, act: impl FnOnce(&mut Switches) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Decides about one request, `METHOD template`.
    pub(crate) fn fate(&self, route: &str) -> Fate {
        self.with(|s| {
            let delay = s.slow.hits(route).then_some(s.delay);
            if s.limited.hits(route) {
                return Fate {
                    delay,
                    limited: Some((s.retry_after, s.scope)),
                    failing: None,
                };
            }
            Fate {
                delay,
                limited: None,
                failing: s.failing.hits(route).then_some((s.status, s.after)),
            }
        })
    }

    /// Switches troubles; what is not named stays, `null` switches off. Says what was not understood.
    pub(crate) fn switch(&self, change: &Value) -> Result<(), String> {
        let Value::Object(change) = change else {
            return Err("an object of troubles is wanted".into());
        };
        let known = ["rate_limited", "failing", "slow"];
        if let Some(unknown) = change.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(format!(
                "there is no trouble called {unknown}; there are {}",
                known.join(", ")
            ));
        }
        self.with(|s| {
            if let Some(limited) = change.get("rate_limited") {
                s.limited = Strike::read(limited);
                let wait = limited["retry_after"]
                    .as_f64()
                    .filter(|w| (0.0..=3_600.0).contains(w))
                    .unwrap_or(0.5);
                s.retry_after = Duration::from_secs_f64(wait);
                s.scope = match limited["scope"].as_str() {
                    Some("global") => "global",
                    Some("shared") => "shared",
                    _ => "user",
                };
            }
            if let Some(failing) = change.get("failing") {
                s.failing = Strike::read(failing);
                s.status = failing["status"]
                    .as_u64()
                    .filter(|c| (500..600).contains(c))
                    .unwrap_or(503) as u16;
                s.after = failing["after"].as_bool().unwrap_or(false);
            }
            if let Some(slow) = change.get("slow") {
                s.slow = Strike::read(slow);
                s.delay = Duration::from_millis(slow["ms"].as_u64().unwrap_or(1_000).min(600_000));
            }
        });
        Ok(())
    }

    /// Ends all troubles.
    pub(crate) fn calm(&self) {
        self.with(|s| *s = calm());
    }

    /// The switches as they are.
    pub(crate) fn json(&self) -> Value {
        self.with(|s| {
            let (mut limited, mut failing, mut slow) = (s.limited.json(), s.failing.json(), s.slow.json());
            limited["retry_after"] = json!(s.retry_after.as_secs_f64());
            limited["scope"] = json!(s.scope);
            failing["status"] = json!(s.status);
            failing["after"] = json!(s.after);
            slow["ms"] = json!(s.delay.as_millis() as u64);
            json!({ "rate_limited": limited, "failing": failing, "slow": slow })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_end_and_spare_other_routes() {
        let faults = Faults::default();
        assert_eq!(faults.fate("GET /gateway"), Fate::default());
        let limit =
            json!({"rate_limited": {"next": 2, "route": "POST /channels", "retry_after": 0.25, "scope": "shared"}});
        assert_eq!(faults.switch(&limit), Ok(()));
        assert_eq!(faults.fate("GET /gateway"), Fate::default());
        for _ in 0..2 {
            let fate = faults.fate("POST /channels/{channel_id}/messages");
            assert_eq!(fate.limited, Some((Duration::from_millis(250), "shared")));
        }
        assert_eq!(faults.fate("POST /channels/{channel_id}/messages"), Fate::default());
    }

    #[test]
    fn a_route_may_be_meant_with_its_end() {
        let faults = Faults::default();
        let limit = json!({"rate_limited": {"share": 1.0, "route": "GET /gateway$"}});
        assert_eq!(faults.switch(&limit), Ok(()));
        assert_eq!(faults.fate("GET /gateway/bot"), Fate::default());
        assert!(faults.fate("GET /gateway").limited.is_some());
    }

    #[test]
    fn shares_strike_always_or_never_at_the_ends() {
        let faults = Faults::default();
        assert_eq!(
            faults.switch(&json!({"failing": {"share": 1.0, "status": 502, "after": true}})),
            Ok(())
        );
        assert!((0..50).all(|_| faults.fate("GET /x").failing == Some((502, true))));
        assert_eq!(
            faults.switch(&json!({"failing": null, "slow": {"share": 1, "ms": 5}})),
            Ok(())
        );
        let fate = faults.fate("GET /x");
        assert_eq!((fate.failing, fate.delay), (None, Some(Duration::from_millis(5))));
        assert!(faults.switch(&json!({"earthquake": {}})).is_err());
        faults.calm();
        assert_eq!(faults.fate("GET /x"), Fate::default());
    }
}
