//! The gateway v10 (docs/DISCORD.md, "Gateway"). The [`Hub`] holds the sessions with their numbered dispatches and replay buffers.
//! `socket` runs one connection, and `codec` compresses. Of an event's meaning the hub knows only the intent and the guild, which
//! decide who receives the event.

mod codec;
pub(crate) mod identify;
mod socket;

use std::collections::{HashMap, VecDeque};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

use super::config::GatewayConfig;
use super::snowflake::Id;

pub(crate) use socket::upgrade;

/// Intents and the bits that are valid at all.
pub(crate) mod intents {
    pub(crate) const NONE: u64 = 0;
    pub(crate) const GUILDS: u64 = 1 << 0;
    pub(crate) const MEMBERS: u64 = 1 << 1;
    pub(crate) const MESSAGES: u64 = 1 << 9;
    pub(crate) const REACTIONS: u64 = 1 << 10;
    pub(crate) const TYPING: u64 = 1 << 11;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const DIRECT_REACTIONS: u64 = 1 << 13;
    pub(crate) const DIRECT_TYPING: u64 = 1 << 14;
    pub(crate) const CONTENT: u64 = 1 << 15;
    pub(crate) const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | CONTENT;
    /// Undocumented, but taken: bots hear by it of what people do together in voice channels. interactions.py 5.16 sends it unasked.
    pub(crate) const ACTIVITIES: u64 = 1 << 17;
    pub(crate) const VALID: u64 = ((1 << 17) - 1) | ACTIVITIES | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25;
}

/// What a connection is told to do.
#[derive(Clone, Debug)]
pub(crate) enum Out {
    /// Send this frame.
    Text(Utf8Bytes),
    /// Send a close frame and end.
    Close(u16, &'static str),
    /// Break off without a word.
    Drop,
    /// Fall silent, but keep the line.
    Freeze,
}

/// A connection that a session speaks over.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) number: u64,
    pub(crate) out: UnboundedSender<Out>,
}

/// A bot's session: it outlives connections.
#[derive(Debug, Default)]
struct Session {
    shard: (u32, u32),
    intents: u64,
    seq: u64,
    buffer: VecDeque<(u64, Utf8Bytes)>,
    line: Option<Line>,
    left: Option<Instant>,
}

/// An event on its way to the bot.
pub(crate) struct Dispatch<'a> {
    pub(crate) name: &'static str,
    /// The guild it happened in; events outside go to shard 0.
    pub(crate) guild: Option<Id>,
    /// The intent it needs, or `intents::NONE`.
    pub(crate) intent: u64,
    pub(crate) data: &'a Value,
    /// What sessions without the message content intent get in place of `data`.
    pub(crate) bare: Option<&'a Value>,
}

impl<'a> Dispatch<'a> {
    /// An event that is the same for all who hear of it.
    pub(crate) fn new(name: &'static str, guild: Option<Id>, intent: u64, data: &'a Value) -> Self {
        Dispatch {
            name,
            guild,
            intent,
            data,
            bare: None,
        }
    }
}

/// All sessions.
#[derive(Debug, Default)]
pub(crate) struct Hub {
    config: GatewayConfig,
    sessions: HashMap<String, Session>,
    /// When shards identified, by concurrency bucket, within the window.
    identifies: HashMap<u32, Vec<Instant>>,
    /// When any identified, within a day.
    starts: VecDeque<Instant>,
    connections: u64,
    /// Whether nobody is let in.
    pub(crate) shut: bool,
    /// Whether nobody who identifies or resumes is answered, on connections that live all the same.
    pub(crate) mute: bool,
}

/// Why a session cannot be taken up again.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoResume {
    /// Unknown or too old: identify afresh.
    Gone,
    /// The sequence number was never reached.
    BadSequence,
}

impl Hub {
    pub(crate) fn new(config: GatewayConfig) -> Self {
        Hub {
            config,
            ..Hub::default()
        }
    }

    /// The next connection's number.
    pub(crate) fn next_connection(&mut self) -> u64 {
        self.connections += 1;
        self.connections
    }

    /// From now on the bot counts as being in so many guilds. Sessions that stand stay.
    pub(crate) fn grow(&mut self, guilds: u32) {
        self.config.guilds = guilds;
    }

    /// How few shards a bot may identify with.
    pub(crate) fn needed_shards(&self) -> u32 {
        self.config.needed_shards()
    }

    /// Identifies left today.
    pub(crate) fn starts_left(&mut self) -> u32 {
        let day = std::time::Duration::from_secs(24 * 60 * 60);
        while self.starts.front().is_some_and(|at| at.elapsed() > day) {
            self.starts.pop_front();
        }
        self.config.session_starts.saturating_sub(self.starts.len() as u32)
    }

    /// Counts an identify of a shard. `Ok(false)`: too many shards at once; `Err`: none left today.
    pub(crate) fn may_identify(&mut self, shard: u32) -> Result<bool, ()> {
        if self.starts_left() == 0 {
            return Err(());
        }
        let window = self.config.identify_window;
        let bucket = self
            .identifies
            .entry(shard % self.config.max_concurrency.max(1))
            .or_default();
        bucket.retain(|at| at.elapsed() < window);
        if !bucket.is_empty() {
            return Ok(false);
        }
        bucket.push(Instant::now());
        self.starts.push_back(Instant::now());
        Ok(true)
    }

    /// Opens a session over a connection.
    pub(crate) fn open(&mut self, id: String, shard: (u32, u32), intents: u64, line: Line) {
        self.forget_old();
        let session = Session {
            shard,
            intents,
            line: Some(line),
            ..Session::default()
        };
        self.sessions.insert(id, session);
    }

    /// Takes a session up again over a new connection and replays what came after `seq`.
    pub(crate) fn resume(&mut self, id: &str, seq: u64, line: Line) -> Result<(), NoResume> {
        self.forget_old();
        let session = self.sessions.get_mut(id).ok_or(NoResume::Gone)?;
        if seq > session.seq {
            self.sessions.remove(id);
            return Err(NoResume::BadSequence);
        }
        let oldest = session.buffer.front().map_or(session.seq + 1, |(n, _)| *n);
        if seq + 1 < oldest {
            self.sessions.remove(id);
            return Err(NoResume::Gone);
        }
        if let Some(old) = session.line.take() {
            // A session has one line: whoever resumes takes it over.
            let _ = old.out.send(Out::Drop);
        }
        for (_, text) in session.buffer.iter().filter(|(n, _)| *n > seq) {
            let _ = line.out.send(Out::Text(text.clone()));
        }
        session.line = Some(line);
        session.left = None;
        Ok(())
    }

    /// A connection ended. The session stays for a resume, unless the bot said good-bye.
    pub(crate) fn left(&mut self, id: &str, connection: u64, for_good: bool) {
        let Some(session) = self.sessions.get_mut(id) else {
            return;
        };
        if session.line.as_ref().is_none_or(|line| line.number != connection) {
            return;
        }
        session.line = None;
        session.left = Some(Instant::now());
        if for_good {
            self.sessions.remove(id);
        }
    }

    fn forget_old(&mut self) {
        let window = self.config.resume_window;
        self.sessions
            .retain(|_, s| s.left.is_none_or(|at| at.elapsed() <= window));
    }

    /// Sends an event to every session that should have it, and remembers it for those that are away.
    pub(crate) fn dispatch(&mut self, event: &Dispatch<'_>) {
        let (mut full, mut bare) = (None, None);
        let most = self.config.replay;
        for session in self.sessions.values_mut() {
            let (shard, shards) = session.shard;
            let home = event.guild.map_or(0, |guild| guild.shard(shards));
            let wanted = event.intent == intents::NONE || session.intents & event.intent != 0;
            if home != shard || !wanted {
                continue;
            }
            let text = match event.bare {
                Some(value) if session.intents & intents::CONTENT == 0 => bare.get_or_insert_with(|| value.to_string()),
                _ => full.get_or_insert_with(|| event.data.to_string()),
            };
            session.push(event.name, text, most);
        }
    }

    /// Whether any session, here or away, is sent events of an intent.
    pub(crate) fn is_wanted(&self, intent: u64) -> bool {
        self.sessions.values().any(|session| session.intents & intent != 0)
    }

    /// Sends an event to one session.
    pub(crate) fn dispatch_to(&mut self, id: &str, name: &str, data: &Value) {
        let most = self.config.replay;
        if let Some(session) = self.sessions.get_mut(id) {
            session.push(name, &data.to_string(), most);
        }
    }

    /// The shard and the intents of a session.
    pub(crate) fn facts(&self, id: &str) -> Option<((u32, u32), u64)> {
        self.sessions.get(id).map(|s| (s.shard, s.intents))
    }

    /// Whether any session has a line.
    pub(crate) fn connected(&self) -> usize {
        self.sessions.values().filter(|s| s.line.is_some()).count()
    }

    /// Tells every connected session's connection to do something. Returns how many there were.
    pub(crate) fn shout(&mut self, out: &Out) -> usize {
        self.shout_to(None, out)
    }

    /// The same to those of one shard, or to all.
    pub(crate) fn shout_to(&mut self, shard: Option<u64>, out: &Out) -> usize {
        self.sessions
            .values()
            .filter(|session| shard.is_none_or(|shard| u64::from(session.shard.0) == shard))
            .filter_map(|s| s.line.as_ref())
            .filter(|line| line.out.send(out.clone()).is_ok())
            .count()
    }

    /// Forgets every session while its connections live on, as when Discord loses one.
    pub(crate) fn invalidate(&mut self, resumable: bool) -> usize {
        let text = Utf8Bytes::from(format!(r#"{{"t":null,"s":null,"op":9,"d":{resumable}}}"#));
        let told = self.shout(&Out::Text(text));
        self.shout(&Out::Close(4000, "Invalid session."));
        if !resumable {
            self.sessions.clear();
        }
        told
    }
}

impl Session {
    fn push(&mut self, name: &str, data: &str, most: usize) {
        self.seq += 1;
        let text = Utf8Bytes::from(format!(r#"{{"t":"{name}","s":{},"op":0,"d":{data}}}"#, self.seq));
        self.buffer.push_back((self.seq, text.clone()));
        while self.buffer.len() > most {
            self.buffer.pop_front();
        }
        if let Some(line) = &self.line {
            let _ = line.out.send(Out::Text(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    fn line(number: u64) -> (Line, UnboundedReceiver<Out>) {
        let (out, received) = unbounded_channel();
        (Line { number, out }, received)
    }

    fn texts(received: &mut UnboundedReceiver<Out>) -> Vec<Value> {
        let mut all = Vec::new();
        while let Ok(out) = received.try_recv() {
            if let Out::Text(text) = out {
                all.push(serde_json::from_str(&text).expect("a frame is JSON"));
            }
        }
        all
    }

    fn event(data: &Value, guild: Option<Id>, intent: u64) -> Dispatch<'_> {
        Dispatch::new("X", guild, intent, data)
    }

    #[test]
    fn shards_and_intents_decide_who_hears() {
        let mut hub = Hub::new(GatewayConfig::default());
        let ((zero, mut at_zero), (one, mut at_one)) = (line(1), line(2));
        hub.open("a".into(), (0, 2), intents::GUILDS, zero);
        hub.open("b".into(), (1, 2), 0, one);
        let (here, data) = (Id(1 << 22), json!({}));
        hub.dispatch(&event(&data, Some(here), intents::NONE));
        hub.dispatch(&event(&data, None, intents::NONE));
        hub.dispatch(&event(&data, Some(here), intents::GUILDS));
        hub.dispatch(&event(&data, Some(Id(2 << 22)), intents::GUILDS));
        assert_eq!((texts(&mut at_zero).len(), texts(&mut at_one).len()), (2, 1));
        assert_eq!(hub.shout_to(Some(1), &Out::Drop), 1);
        assert!(matches!(at_one.try_recv(), Ok(Out::Drop)) && at_zero.try_recv().is_err());
        assert_eq!((hub.shout_to(Some(2), &Out::Drop), hub.shout(&Out::Drop)), (0, 2));
    }

    #[test]
    fn content_is_kept_from_those_without_the_intent() {
        let mut hub = Hub::new(GatewayConfig::default());
        let ((with, mut has), (without, mut lacks)) = (line(1), line(2));
        hub.open("a".into(), (0, 1), intents::CONTENT, with);
        hub.open("b".into(), (0, 1), 0, without);
        let (full, bare) = (json!("secret"), json!(""));
        hub.dispatch(&Dispatch {
            name: "X",
            guild: None,
            intent: 0,
            data: &full,
            bare: Some(&bare),
        });
        assert_eq!((&texts(&mut has)[0]["d"], &texts(&mut lacks)[0]["d"]), (&full, &bare));
    }

    #[test]
    fn a_resume_replays_what_was_missed() {
        let mut hub = Hub::new(GatewayConfig {
            replay: 3,
            ..GatewayConfig::default()
        });
        let data = json!({});
        hub.open("a".into(), (0, 1), 0, line(1).0);
        hub.dispatch(&event(&data, None, 0));
        hub.left("a", 1, false);
        for _ in 0..3 {
            hub.dispatch(&event(&data, None, 0));
        }
        let (again, mut received) = line(2);
        assert_eq!(hub.resume("a", 2, again), Ok(()));
        let numbers: Vec<_> = texts(&mut received).into_iter().map(|f| f["s"].clone()).collect();
        assert_eq!(numbers, [3, 4]);
        assert_eq!(
            hub.resume("a", 0, line(3).0),
            Err(NoResume::Gone),
            "the first is no longer remembered"
        );
        assert_eq!(
            hub.resume("a", 4, line(4).0),
            Err(NoResume::Gone),
            "and so the session has ended"
        );
        hub.open("b".into(), (0, 1), 0, line(5).0);
        assert_eq!(hub.resume("b", 9, line(5).0), Err(NoResume::BadSequence));
        assert_eq!(hub.resume("z", 0, line(6).0), Err(NoResume::Gone));
    }

    #[test]
    fn a_session_left_for_good_is_gone_and_an_old_line_cannot_close_it() {
        let mut hub = Hub::new(GatewayConfig::default());
        hub.open("a".into(), (0, 1), 0, line(1).0);
        assert_eq!(hub.resume("a", 0, line(2).0), Ok(()));
        hub.left("a", 1, true);
        assert_eq!(hub.connected(), 1);
        hub.left("a", 2, true);
        assert_eq!(hub.resume("a", 0, line(3).0), Err(NoResume::Gone));
    }

    #[test]
    fn identifies_are_counted() {
        let config = GatewayConfig {
            session_starts: 2,
            max_concurrency: 2,
            ..GatewayConfig::default()
        };
        let mut hub = Hub::new(config);
        assert_eq!(hub.may_identify(0), Ok(true));
        assert_eq!(hub.may_identify(2), Ok(false));
        assert_eq!(hub.may_identify(1), Ok(true));
        assert_eq!(hub.may_identify(1), Err(()));
    }
}
