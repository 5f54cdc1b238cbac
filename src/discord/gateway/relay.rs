//! The relay: serenity's shards reach Discord's gateway through this server on loopback.
//!
//! serenity cannot be given a session, so it would begin a new one in each process. The relay passes all frames on as they
//! are, but for forms with [labels](super::labels), and remembers the session of each shard with the last event. Another
//! process that is given these sessions answers serenity's IDENTIFY itself: it sends RESUME to Discord, and then READY to
//! serenity as that session had it. What came meanwhile follows. If Discord no longer knows the session, serenity's IDENTIFY is sent after all.
//!
//! Heartbeats, close codes and broken connections pass through, so whoever watches serenity's shards sees what is true of
//! Discord's. Only `compress` is taken out of IDENTIFY: the relay has to read what comes.
//!
//! An IDENTIFY waits for its turn, where several bots have shards among those of all bots.
//!
//! Until a relay is released it holds IDENTIFY back. So shards are connected while another bot still serves; and all of them have their sessions in the moment in which that one has stopped.
//!
//! The address has a secret path, so that no other user of this computer can use the relay.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::{SinkExt as _, StreamExt as _};
use poise::serenity_prelude::InteractionId;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_async_with_config, connect_async_with_config};
use tokio_util::sync::CancellationToken;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};

use super::labels;
use super::passed::Passed;
use super::secret_path;
use super::session::{self, Head, Session};
use super::turns::Turns;
use crate::discord::lock::lock;
use crate::referee::epoch_ms;

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(15);
/// How long each address may take: there are two of them, and time for the handshake of the shard is left.
const ADDRESS: Duration = Duration::from_secs(5);
/// How long the other side of a connection has to say farewell.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long to wait before another session is begun where the old one is unknown (docs/DISCORD.md, "Gateway").
const AGAIN: Duration = Duration::from_secs(1);
/// After so many seconds nobody waits for an answer any more (docs/DISCORD.md, "Interactions").
const LATE: i64 = 3;
/// How often a session that was handed over is tried, before another one is begun: Discord may never answer.
const TRIES: u32 = 3;
/// How long the connections have to stop.
pub(in crate::discord) const STOP: Duration = Duration::from_millis(200);
/// The close codes after which a session is unknown (docs/DISCORD.md, "Gateway").
const ENDS_THE_SESSION: [u16; 2] = [4007, 4009];
/// A close code that leaves the session to be resumed: neither 1000 nor 1001 (docs/DISCORD.md, "Gateway").
const LEAVES_THE_SESSION: u16 = 4900;

/// The server. Dropping it breaks all connections off.
pub(in crate::discord) struct Relay {
    shared: Arc<RelayState>,
    url: String,
    _server: AbortOnDropHandle<()>,
}

struct RelayState {
    /// The beginning of a request with the secret path.
    request: String,
    passed: Passed,
    /// Shards may have their sessions.
    released: CancellationToken,
    /// The shards that wait for that.
    held: watch::Sender<BTreeSet<u32>>,
    /// Nothing more is passed on.
    stopped: CancellationToken,
    /// The connections that pass frames on.
    passing: TaskTracker,
    turns: Turns,
    known: Mutex<Sessions>,
}

#[derive(Default)]
struct Sessions {
    /// Discord's gateway.
    gateway: String,
    /// The sessions of the shards.
    sessions: BTreeMap<u32, Session>,
    /// The sessions that were handed over, and that no shard has resumed. Until Discord says so, a connection that breaks off
    /// costs nothing.
    waiting: BTreeMap<u32, Session>,
    /// How often each of those was tried.
    tries: BTreeMap<u32, u32>,
}

impl Relay {
    /// Opens a relay that notes the interactions that it passes on.
    ///
    /// # Errors
    /// When there is no port.
    pub(in crate::discord) async fn open(passed: Passed) -> io::Result<Relay> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let secret = hex::encode(rand::random::<[u8; 32]>());
        let url = format!("ws://{}/{secret}", listener.local_addr()?);
        let shared = Arc::new(RelayState {
            request: format!("GET /{secret}"),
            passed,
            released: CancellationToken::new(),
            held: watch::Sender::default(),
            stopped: CancellationToken::new(),
            passing: TaskTracker::new(),
            turns: Turns::default(),
            known: Mutex::default(),
        });
        let server = tokio::spawn(accept(Arc::clone(&shared), listener));
        Ok(Relay {
            shared,
            url,
            _server: AbortOnDropHandle::new(server),
        })
    }

    /// The address for serenity. From now on, `gateway` is where its connections lead.
    pub(in crate::discord) fn to(&self, gateway: &str) -> String {
        gateway.clone_into(&mut lock(&self.shared.known).gateway);
        self.url.clone()
    }

    /// Whether a shard waits for its turn, or to be sure that it is still this bot's.
    pub(super) fn is_queued(&self, shard: u32) -> bool {
        self.shared.turns.is_queued(shard)
    }

    /// Goes on with no session that was handed over for a shard.
    pub(super) fn forget(&self, shard: u32) {
        lock(&self.shared.known).waiting.remove(&shard);
    }

    /// Where shards take turns to identify.
    pub(super) fn turns(&self) -> Turns {
        self.shared.turns.clone()
    }

    /// Takes sessions over: shards go on with them.
    pub(in crate::discord) fn inherit(&self, sessions: Vec<Session>) {
        let waiting = sessions.into_iter().map(|session| (session.shard, session));
        let mut known = lock(&self.shared.known);
        known.waiting = waiting.collect();
        known.tries.clear();
    }

    /// How many shards there are if all of them have a session to go on with.
    pub(in crate::discord) fn inherited(&self) -> Option<u32> {
        let known = lock(&self.shared.known);
        let shards = known.waiting.values().next()?.shards;
        let all = (0..shards).all(|shard| {
            known
                .waiting
                .get(&shard)
                .is_some_and(|session| session.shards == shards)
        });
        all.then_some(shards)
    }

    /// The shards, of so many, that have a session to go on with.
    pub(in crate::discord) fn waiting(&self, shards: u32) -> Vec<u32> {
        let known = lock(&self.shared.known);
        let waiting = known.waiting.values().filter(|session| session.shards == shards);
        waiting.map(|session| session.shard).collect()
    }

    /// Lets shards have their sessions.
    pub(in crate::discord) fn release(&self) {
        self.shared.released.cancel();
    }

    /// Waits until so many shards are connected and wait for their sessions.
    pub(in crate::discord) async fn all_held(&self, shards: u32) {
        let mut held = self.shared.held.subscribe();
        let _ = held.wait_for(|held| held.len() >= shards as usize).await;
    }

    /// The sessions as they are now.
    pub(in crate::discord) fn sessions(&self) -> Vec<Session> {
        let known = lock(&self.shared.known);
        let mut all = known.waiting.clone();
        all.extend(known.sessions.iter().map(|(shard, session)| (*shard, session.clone())));
        all.into_values().collect()
    }

    /// Passes nothing more on from either side, and leaves Discord. Returns the sessions, each with the last event that was
    /// passed on.
    pub(in crate::discord) async fn stop(&self) -> Vec<Session> {
        self.shared.stopped.cancel();
        self.shared.passing.close();
        let _ = timeout(STOP, self.shared.passing.wait()).await;
        self.sessions()
    }
}

/// Serves whoever connects.
async fn accept(shared: Arc<RelayState>, listener: TcpListener) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => drop(connections.spawn(serve(Arc::clone(&shared), stream))),
                Err(_) => sleep(FAREWELL).await,
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

/// Serves one connection to its end.
async fn serve(shared: Arc<RelayState>, stream: TcpStream) {
    let token = shared.passing.token();
    let made = timeout(CONNECT, async {
        secret_path::is_known(&shared.request, &stream).await.then_some(())?;
        // First, so that whoever cannot reach Discord does not reach the relay either.
        let discord = connect(&shared).await?;
        let _ = stream.set_nodelay(true);
        let client = accept_async_with_config(stream, Some(boundless())).await.ok()?;
        Some((discord, client))
    });
    let Ok(Some((discord, client))) = made.await else {
        return;
    };
    let connection = Connection {
        shared,
        discord,
        client,
        shard: None,
        held: None,
        identify: None,
        is_behind: false,
        turn: None,
    };
    let stopped = connection.shared.stopped.clone();
    let mut client = connection.run().await;
    drop(token);
    // Of the stop of the relay, the client learns nothing.
    while stopped.is_cancelled() && client.next().await.is_some_and(|frame| frame.is_ok()) {}
}

/// Connects to Discord: where the next session is resumed, or else where any begins.
async fn connect(shared: &RelayState) -> Option<Discord> {
    let addresses = {
        let known = lock(&shared.known);
        let first = known.waiting.values().next();
        let own = first.and_then(|session| session.url(&known.gateway)).map(str::to_owned);
        [own, Some(known.gateway.clone())]
    };
    for address in addresses.into_iter().flatten() {
        let mut url = reqwest::Url::parse(&address).ok()?;
        url.set_query(Some("v=10&encoding=json"));
        let connected = connect_async_with_config(url.as_str(), Some(boundless()), true);
        if let Ok(Ok((socket, _))) = timeout(ADDRESS, connected).await {
            return Some(socket);
        }
    }
    None
}

/// Discord's frames may be of any size, and are only passed on.
fn boundless() -> WebSocketConfig {
    WebSocketConfig::default().max_message_size(None).max_frame_size(None)
}

type Discord = WebSocketStream<MaybeTlsStream<TcpStream>>;
type Client = WebSocketStream<TcpStream>;

/// A connection of one shard.
struct Connection {
    shared: Arc<RelayState>,
    discord: Discord,
    client: Client,
    /// The shard and the number of shards, once the client has said so.
    shard: Option<(u32, u32)>,
    /// The client's IDENTIFY, while the relay is not released.
    held: Option<Value>,
    /// The client's IDENTIFY, while Discord has not answered the RESUME that was sent in its place.
    identify: Option<Message>,
    /// Discord still tells what has come since the last event of a session that was handed over.
    is_behind: bool,
    /// The IDENTIFY that waits for its turn, or the RESUME that waits until it is sure whose the shard is.
    turn: Option<(BoxFuture<'static, ()>, Message)>,
}

/// Waits for a turn, and returns what is to be sent then.
async fn taken(turn: &mut Option<(BoxFuture<'static, ()>, Message)>) -> Option<Message> {
    if let Some((turn, _)) = turn {
        turn.await;
    }
    turn.take().map(|(_, identify)| identify)
}

/// A connection has ended.
struct Ended;

impl<E: std::error::Error> From<E> for Ended {
    fn from(_: E) -> Ended {
        Ended
    }
}

/// Whether an interaction is so old that its person has read by now that nobody answers.
fn is_late(id: &str) -> bool {
    let id = id.parse().ok().filter(|id| *id > 0);
    let asked = id.map(|id| InteractionId::new(id).created_at().unix_timestamp());
    asked.is_some_and(|asked| epoch_ms() / 1000 - asked > LATE)
}

impl Connection {
    /// Passes frames on until either side ends, or the relay is stopped. What is left of a connection that ends breaks off.
    async fn run(mut self) -> Client {
        let (stopped, released) = (self.shared.stopped.clone(), self.shared.released.clone());
        loop {
            let passed = tokio::select! {
                biased;
                () = stopped.cancelled() => {
                    let close = CloseFrame { code: LEAVES_THE_SESSION.into(), reason: "".into() };
                    let _ = timeout(STOP / 2, self.discord.send(Message::Close(Some(close)))).await;
                    return self.client;
                }
                () = released.cancelled(), if self.held.is_some() => match self.held.take() {
                    Some(held) => self.identify(held).await,
                    None => Ok(()),
                },
                identify = taken(&mut self.turn), if self.turn.is_some() => match identify {
                    Some(identify) => self.discord.send(identify).await.map_err(Ended::from),
                    None => Ok(()),
                },
                frame = self.discord.next() => match frame {
                    Some(Ok(frame)) => self.discord_says(frame).await,
                    _ => Err(Ended),
                },
                frame = self.client.next() => match frame {
                    Some(Ok(frame)) => self.client_says(frame).await,
                    _ => Err(Ended),
                },
            };
            if passed.is_err() {
                return self.client;
            }
        }
    }

    async fn discord_says(&mut self, frame: Message) -> Result<(), Ended> {
        match frame {
            Message::Text(text) => self.event(text).await,
            Message::Binary(_) => Ok(self.client.send(frame).await?),
            Message::Close(ref close) => {
                let code = close.as_ref().map(|close| u16::from(close.code));
                if let (Some((shard, _)), true) =
                    (self.shard, code.is_some_and(|code| ENDS_THE_SESSION.contains(&code)))
                {
                    lock(&self.shared.known).waiting.remove(&shard);
                }
                self.client.send(frame).await?;
                let farewell = async { while let Some(Ok(_)) = self.client.next().await {} };
                let _ = timeout(FAREWELL, farewell).await;
                Err(Ended)
            }
            // Each side answers pings by itself.
            _ => Ok(()),
        }
    }

    async fn event(&mut self, text: Utf8Bytes) -> Result<(), Ended> {
        let head = serde_json::from_str(&text).ok();
        if let Some(head @ Head { op: 0 | 9, .. }) = &head
            && let Some(identify) = self.identify.take()
        {
            if head.op == 9 {
                tracing::info!("Discord does not resume a session that was handed over; another one is begun");
                sleep(AGAIN).await;
                self.begin(identify);
                return Ok(());
            }
            if let Some(ready) = self.session(|session| session.ready()) {
                self.client.send(Message::text(ready)).await?;
            }
        }
        let mut text = text;
        if let Some(head @ Head { op: 0, .. }) = &head {
            self.is_behind &= head.t.as_deref() != Some("RESUMED");
            let is_interaction = head.t.as_deref() == Some("INTERACTION_CREATE");
            if is_interaction && self.is_behind && session::id(&text).is_some_and(|id| is_late(&id)) {
                self.session(|session| session.note(head, &text));
                return Ok(());
            }
            self.note(head, &text);
            let in_rows = is_interaction.then(|| labels::of_event(&text)).flatten();
            text = in_rows.map_or(text, Utf8Bytes::from);
        }
        Ok(self.client.send(Message::Text(text)).await?)
    }

    /// Notes an event that is about to be passed on.
    fn note(&self, head: &Head, event: &str) {
        match (head.t.as_deref(), self.shard) {
            (Some("READY"), Some(shard)) => {
                let begun = Session::begun(shard, event);
                let mut known = lock(&self.shared.known);
                known.sessions.extend(begun.map(|session| (shard.0, session)));
                return;
            }
            (Some("RESUMED"), Some((shard, _))) => drop(lock(&self.shared.known).waiting.remove(&shard)),
            (Some("INTERACTION_CREATE"), _) => {
                if let Some(id) = session::id(event).and_then(|id| id.parse().ok()) {
                    let frame = self.shared.turns.are_shared().then_some(event);
                    let may_repeat = self.is_behind && self.session(|session| session.may_repeat) == Some(true);
                    self.shared.passed.on(id, frame, may_repeat);
                }
            }
            _ => {}
        }
        self.session(|session| session.note(head, event));
    }

    /// Does something with the session of this shard, if there is one.
    fn session<T>(&self, what: impl FnOnce(&mut Session) -> T) -> Option<T> {
        let (shard, _) = self.shard?;
        lock(&self.shared.known).sessions.get_mut(&shard).map(what)
    }

    async fn client_says(&mut self, frame: Message) -> Result<(), Ended> {
        match frame {
            Message::Text(text) => {
                let read: Value = serde_json::from_str(&text).unwrap_or_default();
                match read["op"].as_u64() {
                    Some(2) => self.identify(read).await,
                    Some(6) => {
                        self.resumes(&read["d"]);
                        self.resume(Message::Text(text)).await
                    }
                    _ => Ok(self.discord.send(Message::Text(text)).await?),
                }
            }
            Message::Binary(_) => Ok(self.discord.send(frame).await?),
            Message::Close(_) => {
                self.discord.send(frame).await?;
                // The answer to it.
                self.client.flush().await?;
                let farewell = async { while let Some(Ok(_)) = self.discord.next().await {} };
                let _ = timeout(FAREWELL, farewell).await;
                Err(Ended)
            }
            _ => Ok(()),
        }
    }

    /// The client wants to begin a session: it gets the one that waits for its shard, or else a new one.
    async fn identify(&mut self, mut read: Value) -> Result<(), Ended> {
        let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
        let shard = &read["d"]["shard"];
        let own = (number(&shard[0]).unwrap_or(0), number(&shard[1]).unwrap_or(1));
        self.shard = Some(own);
        if !self.shared.released.is_cancelled() {
            self.held = Some(read);
            self.shared.held.send_modify(|held| {
                held.insert(own.0);
            });
            return Ok(());
        }
        let token = read["d"]["token"].as_str().unwrap_or_default().to_owned();
        read["d"]["compress"] = Value::Bool(false);
        let identify = Message::text(read.to_string());
        let resume = {
            let mut known = lock(&self.shared.known);
            let tries = known.tries.entry(own.0).or_default();
            *tries += 1;
            if *tries > TRIES {
                known.waiting.remove(&own.0);
            }
            let waiting = known
                .waiting
                .get(&own.0)
                .filter(|session| session.shards == own.1)
                .cloned();
            let resume = waiting.as_ref().map(|session| session.resume(&token));
            known.sessions.extend(waiting.map(|session| (own.0, session)));
            resume
        };
        match resume {
            Some(resume) => {
                self.identify = Some(identify);
                self.is_behind = true;
                self.resume(Message::text(resume)).await
            }
            None => {
                self.begin(identify);
                Ok(())
            }
        }
    }

    /// Resumes a session, as soon as it is sure that no other bot has the shard by now: each would take the session from the other, over
    /// and over.
    async fn resume(&mut self, resume: Message) -> Result<(), Ended> {
        match self.shared.turns.are_doubted() {
            true => self.turn = Some((self.shared.turns.sure(), resume)),
            false => self.discord.send(resume).await?,
        }
        Ok(())
    }

    /// Begins a session at Discord, once it is this shard's turn.
    fn begin(&mut self, identify: Message) {
        let shard = self.shard.map_or(0, |(shard, _)| shard);
        self.is_behind = false;
        {
            let mut known = lock(&self.shared.known);
            known.sessions.remove(&shard);
            known.waiting.remove(&shard);
        }
        self.turn = Some((self.shared.turns.wait(shard), identify));
    }

    /// The client resumes a session by itself.
    fn resumes(&mut self, resume: &Value) {
        let id = resume["session_id"].as_str().unwrap_or_default();
        let mut known = lock(&self.shared.known);
        let Sessions { sessions, waiting, .. } = &mut *known;
        if let Some(session) = sessions.values_mut().find(|session| session.is(id)) {
            self.shard = Some((session.shard, session.shards));
            self.is_behind = waiting.contains_key(&session.shard);
            session.resumed_after(resume["seq"].as_u64().unwrap_or_default());
        }
    }
}

#[cfg(test)]
mod tests;
