//! The recorder: what went over the wire between bot and playground, for tests that examine every payload and for a look behind the
//! scenes. It only listens; nothing else reads from it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};

use super::config::Keep;
use super::snowflake::{iso, now_ms};

/// One request and its answer.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub(crate) method: String,
    /// The path with its ids, below `/api/v10`.
    pub(crate) path: String,
    /// The path with names in the ids' places, as openapi.json has it; empty if no route fits.
    pub(crate) route: &'static str,
    pub(crate) query: Option<String>,
    pub(crate) body: Option<Value>,
    pub(crate) files: Vec<(String, usize)>,
    pub(crate) status: u16,
    pub(crate) answer: Option<Value>,
    /// When the request arrived.
    pub(crate) arrived: Instant,
    /// How long the answer took, in microseconds.
    pub(crate) micros: u64,
}

#[derive(Clone, Debug)]
enum What {
    Rest(Box<Exchange>),
    /// A gateway frame: whether the bot sent it, the connection, the text.
    Frame {
        from_bot: bool,
        connection: u64,
        text: Utf8Bytes,
    },
    /// A gateway connection opened or closed; why.
    Line {
        connection: u64,
        event: &'static str,
        detail: String,
    },
}

#[derive(Clone, Debug)]
struct Entry {
    n: u64,
    at_ms: u64,
    /// On a clock that only runs forward, from the recorder's start: when a request arrived or a frame was handed over.
    micros: u64,
    what: What,
}

#[derive(Debug, Default)]
struct Reel {
    entries: VecDeque<Entry>,
    next: u64,
}

/// The recorder.
#[derive(Debug)]
pub(crate) struct Traffic {
    keep: Keep,
    start: Instant,
    reel: Mutex<Reel>,
}

impl Traffic {
    pub(crate) fn new(keep: Keep) -> Self {
        Traffic {
            keep,
            start: Instant::now(),
            reel: Mutex::default(),
        }
    }

    /// Whether anything is kept at all, so that callers can save themselves the copying.
    pub(crate) fn is_on(&self) -> bool {
        self.keep != Keep::Off
    }

    /// Whether what requests and answers say is kept.
    pub(crate) fn keeps_bodies(&self) -> bool {
        self.is_on() && self.keep != Keep::Times
    }

    pub(crate) fn rest(&self, exchange: Exchange) {
        self.push(exchange.arrived, What::Rest(Box::new(exchange)));
    }

    pub(crate) fn frame(&self, from_bot: bool, connection: u64, text: &Utf8Bytes) {
        self.push(
            Instant::now(),
            What::Frame {
                from_bot,
                connection,
                text: text.clone(),
            },
        );
    }

    pub(crate) fn line(&self, connection: u64, event: &'static str, detail: impl Into<String>) {
        self.push(
            Instant::now(),
            What::Line {
                connection,
                event,
                detail: detail.into(),
            },
        );
    }

    fn reel(&self) -> MutexGuard<'_, Reel> {
        self.reel.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, when: Instant, what: What) {
        let most = match self.keep {
            Keep::Off => return,
            Keep::Last(most) => most,
            Keep::Times | Keep::All => usize::MAX,
        };
        let mut reel = self.reel();
        let n = reel.next;
        reel.next += 1;
        reel.entries.push_back(Entry {
            n,
            at_ms: now_ms(),
            micros: when.saturating_duration_since(self.start).as_micros() as u64,
            what,
        });
        while reel.entries.len() > most {
            reel.entries.pop_front();
        }
    }

    /// Forgets what was kept; numbers go on.
    pub(crate) fn clear(&self) {
        self.reel().entries.clear();
    }

    /// Up to `limit` entries numbered `after` or higher, oldest first, and the number to ask for next.
    pub(crate) fn since(&self, after: u64, limit: usize) -> Value {
        let (entries, next): (Vec<Entry>, u64) = {
            let reel = self.reel();
            let start = reel.entries.partition_point(|e| e.n < after);
            (reel.entries.range(start..).take(limit).cloned().collect(), reel.next)
        };
        let next = entries.last().map_or(next, |last| last.n + 1);
        json!({ "entries": entries.iter().map(Entry::json).collect::<Vec<_>>(), "next": next })
    }
}

impl Entry {
    fn json(&self) -> Value {
        let mut json = match &self.what {
            What::Rest(x) => {
                let files: Vec<Value> = x
                    .files
                    .iter()
                    .map(|(name, size)| json!({ "name": name, "size": size }))
                    .collect();
                json!({
                    "kind": "rest", "method": x.method, "path": x.path, "route": x.route, "query": x.query, "body": x.body, "files": files,
                    "status": x.status, "answer": x.answer, "micros": x.micros,
                })
            }
            What::Frame {
                from_bot,
                connection,
                text,
            } => {
                let frame = serde_json::from_str(text).unwrap_or_else(|_| json!(text.as_str()));
                json!({ "kind": "frame", "from": if *from_bot { "bot" } else { "playground" }, "connection": connection, "frame": frame })
            }
            What::Line {
                connection,
                event,
                detail,
            } => {
                json!({ "kind": "line", "connection": connection, "event": event, "detail": detail })
            }
        };
        json["n"] = json!(self.n);
        json["at"] = json!(iso(self.at_ms));
        json["since_start"] = json!(self.micros);
        json
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_newest_and_numbers_all() {
        let traffic = Traffic::new(Keep::Last(3));
        for i in 0..5 {
            traffic.frame(true, i, &Utf8Bytes::from_static("{\"op\":1}"));
        }
        let all = traffic.since(0, 10);
        let numbers: Vec<_> = all["entries"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|e| e["n"].clone())
            .collect();
        assert_eq!(numbers, [2, 3, 4]);
        assert_eq!(all["entries"][0]["frame"]["op"], 1);
        assert_eq!(traffic.since(3, 1)["next"], 4);
        assert_eq!(traffic.since(5, 10), json!({"entries": [], "next": 5}));
        traffic.clear();
        assert_eq!(traffic.since(0, 10)["next"], 5);
        let times = Traffic::new(Keep::Times);
        for i in 0..5 {
            times.frame(false, i, &Utf8Bytes::from_static("{}"));
        }
        let all = times.since(0, 10);
        let since = |n: usize| all["entries"][n]["since_start"].as_u64();
        assert!(!times.keeps_bodies() && (1..5).all(|n| since(n).is_some() && since(n) >= since(n - 1)));
        let off = Traffic::new(Keep::Off);
        off.frame(true, 1, &Utf8Bytes::from_static("{}"));
        assert_eq!(off.since(0, 10)["next"], 0);
    }
}
