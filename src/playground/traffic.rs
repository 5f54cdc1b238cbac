//! The recorder keeps what went over the wire between bot and playground, for tests that examine every payload and for a look behind
//! the scenes. The playground itself never reads the record. The recorder never keeps a bot's token.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::config::Keep;
use super::snowflake::{Id, iso, now_ms};

/// What stands in the place of a token.
const HIDDEN: &str = "(hidden)";

/// What an entry is about, as far as that can be known: so that readers can put together what belongs together, and leave out what
/// is none of their business.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    /// The interaction that is delivered or answered.
    pub(crate) interaction: Option<Id>,
    /// Whose interaction it is.
    pub(crate) person: Option<Id>,
    /// Where it happens.
    pub(crate) channel: Option<Id>,
}

impl About {
    /// What a gateway frame is about.
    fn frame(frame: &Value) -> About {
        let (name, d) = (frame["t"].as_str().unwrap_or_default(), &frame["d"]);
        if name == "INTERACTION_CREATE" {
            let user = Id::read(&d["member"]["user"]["id"]).or_else(|| Id::read(&d["user"]["id"]));
            return About {
                interaction: Id::read(&d["id"]),
                person: user,
                channel: Id::read(&d["channel_id"]),
            };
        }
        let itself = name.starts_with("CHANNEL_") || name.starts_with("THREAD_");
        let channel = Id::read(&d["channel_id"]).or_else(|| Id::read(&d["id"]).filter(|_| itself));
        About {
            channel,
            ..About::default()
        }
    }
}

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
    pub(crate) about: About,
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
    /// An interaction that was sent by HTTP, in the shape of a gateway frame.
    Posted(Utf8Bytes),
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
    /// The number of the next entry, for those who wait for it.
    grown: watch::Sender<u64>,
}

impl Traffic {
    pub(crate) fn new(keep: Keep) -> Self {
        Traffic {
            keep,
            start: Instant::now(),
            reel: Mutex::default(),
            grown: watch::Sender::new(0),
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
        if !self.is_on() {
            return;
        }
        let text = if from_bot { without_token(text) } else { text.clone() };
        self.push(
            Instant::now(),
            What::Frame {
                from_bot,
                connection,
                text,
            },
        );
    }

    pub(crate) fn posted(&self, text: Utf8Bytes) {
        self.push(Instant::now(), What::Posted(text));
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
        drop(reel);
        self.grown.send_if_modified(|next| {
            let more = *next <= n;
            *next = (*next).max(n + 1);
            more
        });
    }

    /// Forgets what was kept; numbers go on.
    pub(crate) fn clear(&self) {
        self.reel().entries.clear();
    }

    /// Up to `limit` entries numbered `after` or higher, oldest first, and the number to ask for next.
    pub(crate) fn since(&self, after: u64, limit: usize) -> Value {
        self.page(after, limit, |_| true)
    }

    /// [`Traffic::since`], without the entries that are about something that the reader may not know.
    pub(crate) fn page(&self, after: u64, limit: usize, may_know: impl Fn(&About) -> bool) -> Value {
        let (entries, next): (Vec<Entry>, u64) = {
            let reel = self.reel();
            let start = reel.entries.partition_point(|e| e.n < after);
            (reel.entries.range(start..).take(limit).cloned().collect(), reel.next)
        };
        let next = entries.last().map_or(next, |last| last.n + 1);
        let told = entries.iter().map(Entry::json).filter(|(about, _)| may_know(about));
        json!({ "entries": told.map(|(_, json)| json).collect::<Vec<_>>(), "next": next })
    }

    /// The number to ask for to get the newest `count` entries.
    pub(crate) fn newest(&self, count: usize) -> u64 {
        let reel = self.reel();
        let at = reel.entries.len().saturating_sub(count);
        reel.entries.get(at).map_or(reel.next, |entry| entry.n)
    }

    /// Waits until there is an entry numbered `after` or higher.
    pub(crate) async fn wait_for(&self, after: u64) {
        let mut grown = self.grown.subscribe();
        // It can't end before the recorder does.
        drop(grown.wait_for(|next| *next > after).await);
    }
}

/// A frame of the bot's without the token that it may carry (IDENTIFY and RESUME do).
fn without_token(text: &Utf8Bytes) -> Utf8Bytes {
    if !text.contains("token") {
        return text.clone();
    }
    let Ok(mut frame) = serde_json::from_str::<Value>(text) else {
        return Utf8Bytes::from_static(HIDDEN);
    };
    if let Some(token) = frame["d"].get_mut("token") {
        *token = json!(HIDDEN);
    }
    Utf8Bytes::from(frame.to_string())
}

impl Entry {
    fn json(&self) -> (About, Value) {
        let mut about = About::default();
        let mut json = match &self.what {
            What::Rest(x) => {
                about = x.about;
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
                about = About::frame(&frame);
                json!({ "kind": "frame", "from": if *from_bot { "bot" } else { "playground" }, "connection": connection, "frame": frame })
            }
            What::Posted(text) => {
                let frame = serde_json::from_str(text).unwrap_or_else(|_| json!(text.as_str()));
                about = About::frame(&frame);
                json!({ "kind": "posted", "frame": frame })
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
        json["interaction"] = json!(about.interaction);
        json["person"] = json!(about.person);
        json["channel"] = json!(about.channel);
        (about, json)
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

    #[test]
    fn a_frame_says_what_it_is_about() {
        let traffic = Traffic::new(Keep::All);
        let asked = r#"{"op":0,"t":"INTERACTION_CREATE","d":{"id":"5","channel_id":"6","member":{"user":{"id":"7"}}}}"#;
        for text in [
            asked,
            r#"{"op":0,"t":"MESSAGE_CREATE","d":{"id":"5","channel_id":"6"}}"#,
            r#"{"op":0,"t":"THREAD_CREATE","d":{"id":"8"}}"#,
            r#"{"op":11,"d":null}"#,
        ] {
            traffic.frame(false, 1, &Utf8Bytes::from_static(text));
        }
        let all = traffic.since(0, 10);
        let known = |n: usize| ["interaction", "person", "channel"].map(|key| all["entries"][n][key].clone());
        assert_eq!(known(0), ["5", "7", "6"]);
        assert_eq!(known(1), [Value::Null, Value::Null, json!("6")]);
        assert_eq!(known(2), [Value::Null, Value::Null, json!("8")]);
        assert_eq!(known(3), [Value::Null, Value::Null, Value::Null]);
        let others = traffic.page(0, 10, |about| about.interaction.is_none());
        assert_eq!(
            (others["entries"].as_array().map(Vec::len), &others["next"]),
            (Some(3), &json!(4))
        );
        assert_eq!((traffic.newest(2), traffic.newest(0), traffic.newest(99)), (2, 4, 0));
    }

    #[test]
    fn tokens_are_not_kept() {
        let traffic = Traffic::new(Keep::All);
        for text in [
            r#"{"op":2,"d":{"token":"secret","intents":1}}"#,
            r#"{"op":6,"d":{"token":"secret","session_id":"x"}}"#,
            r#"{"op":2,"d":{"token":"secret""#,
        ] {
            traffic.frame(true, 1, &Utf8Bytes::from_static(text));
        }
        let all = traffic.since(0, 10);
        assert!(!all.to_string().contains("secret"), "{all}");
        assert_eq!(all["entries"][0]["frame"]["d"]["intents"], 1);
    }

    #[tokio::test]
    async fn whoever_waits_is_woken_by_the_entry() {
        let traffic = std::sync::Arc::new(Traffic::new(Keep::Last(2)));
        let waiting = tokio::spawn({
            let traffic = std::sync::Arc::clone(&traffic);
            async move { traffic.wait_for(1).await }
        });
        traffic.line(1, "open", "");
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished(), "entry 0 is not what it waits for");
        traffic.line(1, "closed", "");
        assert!(waiting.await.is_ok());
        traffic.wait_for(0).await;
    }
}
