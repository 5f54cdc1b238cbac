//! What stands between the bot and the playground, and may change an answer, as Discord or somebody in between would.

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use axum::routing::any;
use serde_json::Value;
use whistle::playground::Playground;

/// An answer on its way.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Value,
    /// What comes instead of the body.
    pub(super) text: Option<&'static str>,
    pub(super) delay: Duration,
}

/// Changes the answer to the request for a path below `/api/v10`.
pub(super) type Change = fn(&str, &mut Reply);

#[derive(Clone)]
struct Held {
    upstream: String,
    change: Change,
    http: reqwest::Client,
}

/// Begins to listen, and says where.
pub(super) async fn before(playground: &Playground, change: Change) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let held = Held {
        upstream: playground.base_url(),
        change,
        http: reqwest::Client::new(),
    };
    let router = Router::new().route("/api/{*path}", any(pass)).with_state(held);
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

async fn pass(State(held): State<Held>, uri: Uri, headers: HeaderMap) -> Response {
    let mut request = held.http.get(format!("{}{uri}", held.upstream));
    for name in ["authorization", "user-agent"] {
        if let Some(value) = headers.get(name) {
            request = request.header(name, value);
        }
    }
    let answer = request.send().await.expect("the playground answers");
    let mut reply = Reply {
        status: answer.status().as_u16(),
        headers: answer.headers().clone(),
        body: answer.json().await.unwrap_or(Value::Null),
        text: None,
        delay: Duration::ZERO,
    };
    reply.headers.remove("content-length");
    reply.headers.remove("transfer-encoding");
    (held.change)(uri.path().trim_start_matches("/api/v10"), &mut reply);
    tokio::time::sleep(reply.delay).await;
    let text = reply.text.map_or_else(|| reply.body.to_string(), str::to_owned);
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = reply.status.try_into().expect("a status");
    *response.headers_mut() = reply.headers;
    response
}
