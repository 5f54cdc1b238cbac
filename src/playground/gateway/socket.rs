//! One gateway connection, from HELLO to its end: heartbeats, IDENTIFY, RESUME, the limits on what a bot sends, and close codes.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout_at;

use super::codec::Codec;
use super::identify::{Refusal, identify, resume};
use super::{Line, NoResume, Out};
use crate::playground::App;

/// The largest payload a bot may send, in bytes (docs/DISCORD.md, "Gateway").
const LARGEST_SEND: usize = 4_096;
/// The version of the gateway for those who name none.
const NEWEST: u64 = 10;
const UNREADABLE: Refusal = (4002, "Error while decoding payload.");

/// Answers the WebSocket handshake at `/gateway`; with 503 while the gateway is shut.
pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    Query(query): Query<HashMap<String, String>>,
    ws: WebSocketUpgrade,
) -> Response {
    if app.state().hub.shut {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    ws.max_message_size(1 << 20).on_upgrade(move |socket| async move {
        let number = app.state().hub.next_connection();
        let (out, orders) = unbounded_channel();
        let mut connection = Connection {
            number,
            socket,
            version: NEWEST,
            codec: Codec::Plain,
            out,
            session: None,
            sends: Vec::new(),
            last_beat: Instant::now(),
            frozen: false,
            app,
        };
        connection.app.traffic.line(number, "open", format!("{query:?}"));
        let end = connection.run(&query, orders).await;
        connection.close(end).await;
    })
}

/// How a connection ended.
#[derive(Debug)]
enum End {
    /// The playground closes with a code.
    Close(u16, &'static str),
    /// The bot closed, with its code if it sent one.
    ByBot(Option<u16>),
    /// The line broke, or was made to.
    Broken,
}

impl From<Refusal> for End {
    fn from((code, words): Refusal) -> Self {
        End::Close(code, words)
    }
}

struct Connection {
    number: u64,
    socket: WebSocket,
    /// The version of the gateway that is spoken.
    version: u64,
    codec: Codec,
    out: UnboundedSender<Out>,
    session: Option<String>,
    /// When the bot sent something, within the last minute.
    sends: Vec<Instant>,
    last_beat: Instant,
    /// Falls silent: nothing is sent, heartbeats go unanswered.
    frozen: bool,
    app: Arc<App>,
}

impl Connection {
    async fn run(&mut self, query: &HashMap<String, String>, mut orders: UnboundedReceiver<Out>) -> End {
        match query.get("v").map(String::as_str) {
            None | Some("10") => {}
            Some("9") => self.version = 9,
            Some(_) => return End::Close(4012, "Invalid API version."),
        }
        if query.get("encoding").is_some_and(|e| e != "json") {
            return End::Close(4002, "Only the json encoding is spoken here.");
        }
        match query.get("compress").map(String::as_str) {
            None | Some("") => {}
            Some("zlib-stream") => self.codec = Codec::stream(),
            Some("zstd-stream") => self.codec = Codec::Zstd { begun: false },
            Some(_) => return End::Close(4002, "Transport compression is zlib-stream or zstd-stream."),
        }
        let beat = self.app.config.gateway.heartbeat;
        self.say(json!({ "t": null, "s": null, "op": 10, "d": { "heartbeat_interval": beat.as_millis() as u64, "_trace": [] } }));
        // Discord gives up on a bot whose heartbeat is late by about half the interval.
        let patience = beat + beat / 2 + Duration::from_millis(500);
        let stop = self.app.stopped();
        tokio::pin!(stop);
        loop {
            let due = tokio::time::Instant::from_std(self.last_beat + patience);
            tokio::select! {
                order = orders.recv() => {
                    let Some(order) = order else { return End::Broken };
                    if let Err(end) = self.obey(order, &mut orders).await {
                        return end;
                    }
                }
                got = timeout_at(due, self.socket.recv()) => {
                    let message = match got {
                        Err(_) if self.frozen => { self.last_beat = Instant::now(); continue }
                        Err(_) => return End::Close(4009, "Session timed out."),
                        Ok(None | Some(Err(_))) => return End::Broken,
                        Ok(Some(Ok(message))) => message,
                    };
                    if let Err(end) = self.hear(message) {
                        return end;
                    }
                }
                () = &mut stop => return End::Close(1001, "The playground closes."),
            }
        }
    }

    /// Carries out an order and those that wait behind it. Each frame goes out by itself: a bot must not wait for those
    /// behind it to be written.
    async fn obey(&mut self, order: Out, orders: &mut UnboundedReceiver<Out>) -> Result<(), End> {
        let mut next = Some(order);
        while let Some(order) = next {
            match order {
                Out::Text(_) if self.frozen => {}
                Out::Text(text) => {
                    let frame = self.codec.encode(text.clone());
                    self.app.traffic.frame(false, self.number, &text);
                    self.socket.send(frame).await.map_err(|_| End::Broken)?;
                }
                Out::Close(code, words) => {
                    return Err(End::Close(code, words));
                }
                Out::Drop => return Err(End::Broken),
                Out::Freeze => self.frozen = true,
            }
            next = orders.try_recv().ok();
        }
        Ok(())
    }

    fn say(&self, frame: Value) {
        let _ = self.out.send(Out::Text(Utf8Bytes::from(frame.to_string())));
    }

    fn hear(&mut self, message: Message) -> Result<(), End> {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(bytes) => Utf8Bytes::try_from(bytes).map_err(|_| UNREADABLE)?,
            Message::Close(frame) => return Err(End::ByBot(frame.map(|f| f.code))),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
        };
        self.app.traffic.frame(true, self.number, &text);
        if text.len() > LARGEST_SEND {
            return Err(UNREADABLE.into());
        }
        self.sends.retain(|at| at.elapsed() < Duration::from_secs(60));
        self.sends.push(Instant::now());
        if self.sends.len() > self.app.config.gateway.sends_per_minute as usize {
            return Err(End::Close(4008, "Rate limited."));
        }
        let frame: Value = serde_json::from_str(&text).map_err(|_| UNREADABLE)?;
        let op = frame["op"].as_u64().ok_or(UNREADABLE)?;
        if self.frozen {
            return Ok(());
        }
        self.act(op, &frame["d"])
    }

    fn act(&mut self, op: u64, d: &Value) -> Result<(), End> {
        match op {
            1 => {
                self.last_beat = Instant::now();
                self.say(json!({ "t": null, "s": null, "op": 11, "d": null }));
                Ok(())
            }
            2 | 6 if self.session.is_some() => Err(End::Close(4005, "Already authenticated.")),
            2 | 6 if self.app.state().hub.mute => Ok(()),
            2 => self.identify(d),
            6 => self.resume(d),
            3 | 4 | 8 | 31 | 43 if self.session.is_none() => Err(End::Close(4003, "Not authenticated.")),
            8 => {
                self.send_members(d);
                Ok(())
            }
            // Presence, voice and sounds have no one here to see or hear them.
            3 | 4 | 31 | 43 => Ok(()),
            _ => Err(End::Close(4001, "Unknown opcode.")),
        }
    }

    fn line(&self) -> Line {
        Line {
            number: self.number,
            out: self.out.clone(),
        }
    }

    fn invalid_session(&self) {
        self.say(json!({ "t": null, "s": null, "op": 9, "d": false }));
    }

    fn identify(&mut self, d: &Value) -> Result<(), End> {
        let app = Arc::clone(&self.app);
        let mut state = app.state();
        let wanted = identify(&app.config, state.hub.needed_shards(), d)?;
        match state.hub.may_identify(wanted.shard.0) {
            Ok(true) => {}
            Ok(false) => {
                self.invalid_session();
                return Ok(());
            }
            Err(()) => {
                return Err(End::Close(
                    4004,
                    "Authentication failed: no session starts are left today.",
                ));
            }
        }
        if wanted.compress && matches!(self.codec, Codec::Plain) {
            self.codec = Codec::payload();
        }
        let session = hex::encode(rand::random::<[u8; 16]>());
        state
            .hub
            .open(session.clone(), wanted.shard, wanted.intents, self.line());
        state.welcome(&session, self.version);
        state.bot_moved();
        self.session = Some(session);
        Ok(())
    }

    fn resume(&mut self, d: &Value) -> Result<(), End> {
        let wanted = resume(&self.app.config, d)?;
        let app = Arc::clone(&self.app);
        let mut state = app.state();
        match state.hub.resume(&wanted.session, wanted.seq, self.line()) {
            Ok(()) => {
                state
                    .hub
                    .dispatch_to(&wanted.session, "RESUMED", &json!({ "_trace": [] }));
                state.bot_moved();
                self.session = Some(wanted.session);
                Ok(())
            }
            Err(NoResume::BadSequence) => Err(End::Close(4007, "Invalid seq.")),
            Err(NoResume::Gone) => {
                self.invalid_session();
                Ok(())
            }
        }
    }

    fn send_members(&self, d: &Value) {
        let (Some(session), app) = (&self.session, &self.app) else {
            return;
        };
        app.state().send_members(session, d);
    }

    async fn close(mut self, end: End) {
        let detail = format!("{end:?}");
        let mut for_good = false;
        match end {
            End::Close(code, words) => {
                // Those that tell a bot to stop, and a bad sequence, leave nothing to resume.
                for_good = matches!(code, 4004 | 4007 | 4010..=4014);
                let frame = CloseFrame {
                    code,
                    reason: Utf8Bytes::from_static(words),
                };
                let _ = self.socket.send(Message::Close(Some(frame))).await;
                let farewell = async { while let Some(Ok(_)) = self.socket.recv().await {} };
                let _ = tokio::time::timeout(Duration::from_secs(2), farewell).await;
            }
            End::ByBot(code) => for_good = matches!(code, Some(1000 | 1001)),
            End::Broken => {}
        }
        self.app.traffic.line(self.number, "closed", detail);
        if let Some(session) = &self.session {
            let mut state = self.app.state();
            state.hub.left(session, self.number, for_good);
            state.bot_moved();
        }
    }
}
