//! What stands between the checks and the playground, and plants a difference while a check is tried.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use axum::routing::{any, get};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message as Frame;
use whistle::playground::Playground;

use super::mutants;

/// The check in which a difference is planted now.
pub(crate) type Tried = Arc<Mutex<Option<&'static str>>>;

/// One request and its answer, which can be changed.
pub(crate) struct Exchange {
    pub(crate) method: Method,
    /// Below the version.
    pub(crate) path: String,
    pub(crate) version: String,
    /// The body that was sent, if it was JSON.
    pub(crate) asked: Value,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

#[derive(Clone)]
struct Held {
    upstream: String,
    own: SocketAddr,
    tried: Tried,
    http: reqwest::Client,
}

impl Held {
    fn gateway(&self) -> String {
        format!("ws://{}/gateway", self.own)
    }

    fn mutated(&self) -> Option<&'static str> {
        *self.tried.lock().expect("a name")
    }
}

pub(crate) struct Proxy(Held);

impl Proxy {
    pub(crate) async fn before(playground: &Playground) -> Proxy {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let held = Held {
            upstream: playground.base_url(),
            own: listener.local_addr().expect("an address"),
            tried: Tried::default(),
            http: reqwest::Client::new(),
        };
        let router = Router::new()
            .route("/api/{*path}", any(rest))
            .route("/gateway", get(gateway))
            .route("/gateway/", get(gateway))
            .with_state(held.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Proxy(held)
    }

    pub(crate) fn base(&self) -> String {
        format!("http://{}", self.0.own)
    }

    pub(crate) fn tried(&self) -> Tried {
        Arc::clone(&self.0.tried)
    }
}

async fn rest(State(held): State<Held>, method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let asked = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let mut request = held
        .http
        .request(method.clone(), format!("{}{uri}", held.upstream))
        .body(body);
    for name in ["authorization", "content-type", "user-agent"] {
        if let Some(value) = headers.get(name) {
            request = request.header(name, value);
        }
    }
    let answer = request.send().await.expect("the playground answers");
    let (version, path) = uri
        .path()
        .trim_start_matches("/api/")
        .split_once('/')
        .unwrap_or_default();
    let mut exchange = Exchange {
        method,
        path: format!("/{path}"),
        version: version.to_owned(),
        asked,
        status: answer.status().as_u16(),
        headers: answer.headers().clone(),
        body: answer.json().await.unwrap_or(Value::Null),
    };
    exchange.headers.remove("content-length");
    exchange.headers.remove("transfer-encoding");
    if exchange.body["url"].as_str().is_some_and(|url| url.starts_with("ws")) {
        exchange.body["url"] = json!(held.gateway());
    }
    if let Some(name) = held.mutated() {
        mutants::answer(name, &mut exchange);
    }
    let body = if exchange.body.is_null() {
        Body::empty()
    } else {
        Body::from(exchange.body.to_string())
    };
    let mut response = Response::new(body);
    *response.status_mut() = exchange.status.try_into().expect("a status");
    *response.headers_mut() = exchange.headers;
    response
}

async fn gateway(State(held): State<Held>, uri: Uri, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        let upstream = held.upstream.replacen("http", "ws", 1);
        let url = format!("{upstream}/gateway?{}", uri.query().unwrap_or_default());
        let (line, _) = connect_async(url).await.expect("the playground's gateway");
        pass(held, socket, line).await;
    })
}

async fn pass<S>(held: Held, mut bot: WebSocket, mut line: S)
where
    S: futures_util::Stream<Item = Result<Frame, tokio_tungstenite::tungstenite::Error>>
        + futures_util::Sink<Frame, Error = tokio_tungstenite::tungstenite::Error>
        + Unpin,
{
    loop {
        let passed = tokio::select! {
            said = bot.recv() => match said {
                Some(Ok(Message::Text(text))) => line.send(Frame::text(text.as_str())).await.is_ok(),
                Some(Ok(Message::Close(frame))) => {
                    let frame = frame.map(|frame| tokio_tungstenite::tungstenite::protocol::CloseFrame {
                        code: frame.code.into(),
                        reason: "".into(),
                    });
                    drop(line.send(Frame::Close(frame)).await);
                    false
                }
                Some(Ok(_)) => true,
                Some(Err(_)) | None => false,
            },
            came = line.next() => match came {
                Some(Ok(Frame::Text(text))) => {
                    let mut frame: Value = serde_json::from_str(&text).expect("JSON");
                    if frame["t"] == "READY" {
                        frame["d"]["resume_gateway_url"] = json!(held.gateway());
                    }
                    let sent = match held.mutated() {
                        Some(name) => mutants::frame(name, &mut frame),
                        None => true,
                    };
                    !sent || bot.send(Message::text(frame.to_string())).await.is_ok()
                }
                Some(Ok(Frame::Close(frame))) => {
                    let code = frame.map_or(1000, |frame| frame.code.into());
                    let code = held.mutated().map_or(code, |name| mutants::close(name, code));
                    drop(bot.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))).await);
                    false
                }
                Some(Ok(_)) => true,
                Some(Err(_)) | None => false,
            },
        };
        if !passed {
            return;
        }
    }
}
