//! What the tests of the playground share: a raw bot (gateway and REST without any library) and people.

#![allow(dead_code, reason = "each test uses its part")]

use std::io::Read;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use whistle::playground::{Config, DEFAULT_TOKEN, Deadlines, GatewayConfig, Keep, Playground, RateLimits, start};

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A playground for tests: all traffic kept, identifies as often as wanted, and deadlines that a busy machine
/// can keep.
pub(crate) fn calm() -> Config {
    Config {
        traffic: Keep::All,
        deadlines: Deadlines {
            first_response: PATIENCE,
            ..Deadlines::default()
        },
        gateway: GatewayConfig {
            identify_window: Duration::ZERO,
            ..GatewayConfig::default()
        },
        ..Config::default()
    }
}

/// [`calm`] without rate limits: for tests that ask more of one channel than Discord takes of any bot, to try every rule there is.
pub(crate) fn unlimited() -> Config {
    Config {
        rate_limits: RateLimits::off(),
        ..calm()
    }
}

pub(crate) async fn started(config: Config) -> (Playground, People, Rest) {
    let playground = start(config).await.expect("a playground starts");
    let people = People {
        base: playground.people_url(),
        http: reqwest::Client::new(),
    };
    let rest = Rest {
        base: format!("{}/api/v10", playground.base_url()),
        http: reqwest::Client::new(),
        patient: true,
    };
    (playground, people, rest)
}

/// Waits for something, but not for ever.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, what).await.expect("it comes in time")
}

/// Clients that act as people.
#[derive(Clone)]
pub(crate) struct People {
    base: String,
    http: reqwest::Client,
}

impl People {
    /// Those of a playground.
    pub(crate) fn of(playground: &Playground) -> People {
        People {
            base: playground.people_url(),
            http: reqwest::Client::new(),
        }
    }

    /// Those at a playground's side door.
    pub(crate) async fn at_a_side_door(playground: &mut Playground) -> People {
        People {
            base: playground.open_side_door().await.expect("a port"),
            http: reqwest::Client::new(),
        }
    }

    /// The address of the routes for people.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    pub(crate) async fn call(&self, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        let request = self.http.request(method, format!("{}{path}", self.base)).json(&body);
        let response = soon(request.send()).await.expect("an answer");
        let status = response.status();
        (status, response.json().await.unwrap_or(Value::Null))
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.call(Method::GET, path, json!({})).await.1
    }

    /// Does something that must succeed.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let (status, value) = self.call(Method::POST, path, body).await;
        assert!(status.is_success(), "{path}: {status} {value}");
        value
    }

    pub(crate) async fn put(&self, path: &str, body: Value) {
        let (status, value) = self.call(Method::PUT, path, body).await;
        assert!(status.is_success(), "{path}: {status} {value}");
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) {
        let (status, value) = self.call(Method::PATCH, path, body).await;
        assert!(status.is_success(), "{path}: {status} {value}");
    }

    pub(crate) async fn delete(&self, path: &str) {
        let (status, value) = self.call(Method::DELETE, path, json!({})).await;
        assert!(status.is_success(), "{path}: {status} {value}");
    }

    /// The id of a text channel, by number.
    pub(crate) async fn channel(&self, n: usize) -> String {
        text(&self.get("").await["channels"][n]["id"])
    }

    /// The id of a person.
    pub(crate) async fn id(&self, name: &str) -> String {
        let everyone = self.get("").await;
        let people = everyone["people"].as_array().cloned().unwrap_or_default();
        text(&people.iter().find(|p| p["name"] == name).expect("they are here")["user"]["id"])
    }

    /// A person's event stream, after its first event.
    pub(crate) async fn events(&self, who: &str) -> Socket {
        let url = format!("{}/{who}/events", self.base.replacen("http", "ws", 1));
        let (stream, _) = soon(connect_async(url)).await.expect("a stream");
        let mut socket = Socket { stream, inflate: None };
        assert_eq!(socket.next().await["event"], "hello");
        socket
    }
}

/// The REST side of a raw bot.
#[derive(Clone)]
pub(crate) struct Rest {
    pub(crate) base: String,
    pub(crate) http: reqwest::Client,
    /// Whether it waits when it is told to, as every library does.
    patient: bool,
}

impl Rest {
    /// The same bot, which does not wait when it is told to: for tests of the limits themselves.
    pub(crate) fn hasty(self) -> Rest {
        Rest { patient: false, ..self }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        request
            .header("User-Agent", "DiscordBot (test, 1)")
            .header("Authorization", format!("Bot {DEFAULT_TOKEN}"))
    }

    pub(crate) async fn call(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        self.answered(|| self.request(method.clone(), path).json(&body)).await
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.answered(|| self.request(Method::GET, path)).await
    }

    /// What is answered in the end.
    pub(crate) async fn answered(&self, request: impl Fn() -> reqwest::RequestBuilder) -> (u16, Value) {
        loop {
            let response = soon(request().send()).await.expect("an answer");
            let status = response.status().as_u16();
            let answer: Value = response.json().await.unwrap_or(Value::Null);
            match answer["retry_after"].as_f64().filter(|_| status == 429 && self.patient) {
                Some(seconds) => soon(tokio::time::sleep(Duration::from_secs_f64(seconds))).await,
                None => return (status, answer),
            }
        }
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.call(Method::POST, path, body).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> (u16, Value) {
        self.call(Method::PATCH, path, body).await
    }

    /// The application's id.
    pub(crate) async fn app(&self) -> String {
        text(&self.get("/applications/@me").await.1["id"])
    }

    /// Registers one command for everywhere.
    pub(crate) async fn command(&self, command: Value) {
        let path = format!("/applications/{}/commands", self.app().await);
        let (status, answer) = self.post(&path, command).await;
        assert!(matches!(status, 200 | 201), "{answer}");
    }

    /// Answers an interaction.
    pub(crate) async fn answer(&self, interaction: &Value, body: Value) -> (u16, Value) {
        let (id, token) = (text(&interaction["id"]), text(&interaction["token"]));
        self.post(&format!("/interactions/{id}/{token}/callback"), body).await
    }

    /// The root of an interaction's webhook routes.
    pub(crate) async fn hook(&self, interaction: &Value) -> String {
        format!("/webhooks/{}/{}", self.app().await, text(&interaction["token"]))
    }
}

/// A WebSocket that speaks JSON, compressed or not.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) inflate: Option<flate2::Decompress>,
}

/// What comes next on a socket.
#[derive(Debug)]
pub(crate) enum Next {
    Json { value: Value, binary: bool },
    Closed(Option<u16>),
}

impl Socket {
    pub(crate) async fn open(url: &str) -> Self {
        let (stream, _) = soon(connect_async(url)).await.expect("a gateway");
        let inflate = url.contains("zlib-stream").then(|| flate2::Decompress::new(true));
        Socket { stream, inflate }
    }

    pub(crate) async fn receive(&mut self) -> Next {
        loop {
            match soon(self.stream.next()).await {
                None | Some(Err(_)) => return Next::Closed(None),
                Some(Ok(Message::Close(frame))) => return Next::Closed(frame.map(|f| f.code.into())),
                Some(Ok(Message::Text(text))) => {
                    let value = serde_json::from_str(&text).expect("JSON");
                    return Next::Json { value, binary: false };
                }
                Some(Ok(Message::Binary(bytes))) => {
                    let text = self.unpack(&bytes);
                    return Next::Json {
                        value: serde_json::from_slice(&text).expect("JSON"),
                        binary: true,
                    };
                }
                Some(Ok(_)) => {}
            }
        }
    }

    fn unpack(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        match &mut self.inflate {
            Some(stream) => {
                text.reserve(1 << 20);
                stream
                    .decompress_vec(bytes, &mut text, flate2::FlushDecompress::Sync)
                    .expect("a zlib stream");
            }
            None => drop(
                flate2::read::ZlibDecoder::new(bytes)
                    .read_to_end(&mut text)
                    .expect("zlib"),
            ),
        }
        text
    }

    /// The next frame, which must be there.
    pub(crate) async fn next(&mut self) -> Value {
        match self.receive().await {
            Next::Json { value, .. } => value,
            Next::Closed(code) => panic!("closed with {code:?}"),
        }
    }

    /// The code with which the socket is closed, whatever comes before.
    pub(crate) async fn close_code(&mut self) -> Option<u16> {
        loop {
            if let Next::Closed(code) = self.receive().await {
                return code;
            }
        }
    }

    pub(crate) async fn send(&mut self, frame: Value) {
        self.stream.send(Message::text(frame.to_string())).await.expect("sent");
    }

    /// The data of the next dispatch of this name.
    pub(crate) async fn dispatch(&mut self, name: &str) -> Value {
        loop {
            let mut frame = self.next().await;
            if frame["t"] == name {
                return frame["d"].take();
            }
        }
    }

    /// The next event of this name on a person's stream.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        loop {
            let event = self.next().await;
            if event["event"] == name {
                return event;
            }
        }
    }
}

/// What an IDENTIFY asks for.
pub(crate) fn identify(change: Value) -> Value {
    let mut d = json!({ "token": DEFAULT_TOKEN, "intents": INTENTS, "properties": { "os": "x", "browser": "x", "device": "x" } });
    if let (Value::Object(d), Value::Object(change)) = (&mut d, change) {
        d.extend(change);
    }
    json!({ "op": 2, "d": d })
}

/// Guilds, guild messages, direct messages.
pub(crate) const INTENTS: u64 = 1 | 1 << 9 | 1 << 12;

/// A gateway connection that has said hello.
pub(crate) async fn greeted(playground: &Playground, query: &str) -> Socket {
    let mut socket = Socket::open(&format!("{}?v=10&encoding=json{query}", playground.gateway_url())).await;
    assert_eq!(socket.next().await["op"], 10);
    socket
}

/// A gateway connection that is ready, and its READY.
pub(crate) async fn ready(playground: &Playground) -> (Socket, Value) {
    let mut socket = greeted(playground, "").await;
    socket.send(identify(json!({}))).await;
    let ready = socket.dispatch("READY").await;
    socket.dispatch("GUILD_CREATE").await;
    (socket, ready)
}

/// A JSON string's text.
pub(crate) fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("a text, not {value}"))
        .to_owned()
}
