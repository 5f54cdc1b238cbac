//! Interactions by HTTP: which address an application may name, what is sent there, and what may come back.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use whistle::discord::PublicKey;

use super::kit::{People, Rest, calm, ready, soon, started, text};

const FIELD: &str = "interactions_endpoint_url";

/// How an endpoint answers.
#[derive(Clone, Debug)]
enum Behaviour {
    /// Pings as Discord wants it, and interactions with this status and body.
    Proper(u16, Value),
    /// Everything with a pong, whoever has signed.
    Credulous,
    /// A ping with this status and body, if the signature is right.
    Wrong(u16, &'static str),
    /// Everything with 401.
    Suspicious,
}

#[derive(Clone)]
struct Shared {
    behaviour: Arc<Mutex<Behaviour>>,
    key: String,
    got: UnboundedSender<Value>,
}

/// A bot's endpoint.
struct Endpoint {
    url: String,
    behaviour: Arc<Mutex<Behaviour>>,
    got: UnboundedReceiver<Value>,
}

impl Endpoint {
    async fn of(rest: &Rest, behaviour: Behaviour) -> Endpoint {
        let key = text(&rest.get("/applications/@me").await.1["verify_key"]);
        let (sender, got) = unbounded_channel();
        let behaviour = Arc::new(Mutex::new(behaviour));
        let shared = Shared {
            behaviour: Arc::clone(&behaviour),
            key,
            got: sender,
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/here", listener.local_addr().expect("its address"));
        let router = Router::new().route("/here", post(taken)).with_state(shared);
        tokio::spawn(async { axum::serve(listener, router).await });
        Endpoint { url, behaviour, got }
    }

    fn answers(&self, behaviour: Behaviour) {
        *self.behaviour.lock().expect("a behaviour") = behaviour;
    }

    async fn next(&mut self) -> Value {
        soon(self.got.recv()).await.expect("an interaction")
    }
}

async fn taken(State(shared): State<Shared>, headers: HeaderMap, body: Bytes) -> Response {
    let header = |name: &str| headers[name].to_str().expect("a text").to_owned();
    let signed = is_signed(
        &shared.key,
        &header("x-signature-ed25519"),
        &header("x-signature-timestamp"),
        &body,
    );
    let asked: Value = serde_json::from_slice(&body).expect("JSON");
    let pong = || axum::Json(json!({ "type": 1 })).into_response();
    let status = |number: u16| StatusCode::from_u16(number).expect("a status");
    match shared.behaviour.lock().expect("a behaviour").clone() {
        Behaviour::Credulous => pong(),
        Behaviour::Wrong(number, body) if signed => (status(number), body).into_response(),
        Behaviour::Proper(..) if signed && asked["type"] == 1 => pong(),
        Behaviour::Proper(number, answer) if signed => {
            shared.got.send(asked).expect("a test");
            match answer {
                Value::Null => status(number).into_response(),
                answer => (status(number), axum::Json(answer)).into_response(),
            }
        }
        _ => StatusCode::UNAUTHORIZED.into_response(),
    }
}

fn is_signed(key: &str, signature: &str, timestamp: &str, body: &[u8]) -> bool {
    use ed25519_dalek::{Signature, VerifyingKey};
    assert!(PublicKey::read(key).is_some(), "the bot takes {key}");
    let key: [u8; 32] = hex::decode(key).expect("digits").try_into().expect("a key");
    let signature: [u8; 64] = hex::decode(signature).expect("digits").try_into().expect("a signature");
    let signed = [timestamp.as_bytes(), body].concat();
    let key = VerifyingKey::from_bytes(&key).expect("a key");
    key.verify_strict(&signed, &Signature::from_bytes(&signature)).is_ok()
}

/// Names an address for interactions.
async fn name(rest: &Rest, url: Value) -> (u16, Value) {
    rest.patch("/applications/@me", json!({ FIELD: url })).await
}

async fn run(people: &People, channel: &str, wait: &str) -> Value {
    let body = json!({ "channel": channel, "command": "table", "wait": wait });
    people.post("/Ana/run", body).await
}

async fn command(rest: &Rest) {
    rest.command(json!({ "name": "table", "description": "a table" })).await;
}

#[tokio::test]
async fn only_an_address_that_answers_pings_and_refuses_wrong_signatures_is_taken() {
    let (playground, _, rest) = started(calm()).await;
    let endpoint = Endpoint::of(&rest, Behaviour::Suspicious).await;
    for behaviour in [
        Behaviour::Suspicious,
        Behaviour::Credulous,
        Behaviour::Wrong(204, ""),
        Behaviour::Wrong(200, r#"{"type":1}"#),
    ] {
        endpoint.answers(behaviour.clone());
        let (status, answer) = name(&rest, json!(endpoint.url)).await;
        assert_eq!(
            (status, &answer["code"]),
            (400, &json!(50035)),
            "{behaviour:?}: {answer}"
        );
        assert!(answer["errors"][FIELD]["_errors"][0]["code"].is_string(), "{answer}");
    }
    endpoint.answers(Behaviour::Proper(202, Value::Null));
    for url in [
        json!("http://127.0.0.1:9/here"),
        json!("http://192.0.2.1/here"),
        json!("here"),
        json!(7),
    ] {
        assert_eq!(name(&rest, url.clone()).await.0, 400, "{url}");
    }
    assert_eq!(rest.get("/applications/@me").await.1[FIELD], Value::Null);
    let (status, answer) = name(&rest, json!(endpoint.url)).await;
    assert_eq!((status, &answer[FIELD]), (200, &json!(endpoint.url)), "{answer}");
    assert_eq!(rest.get("/applications/@me").await.1[FIELD], json!(endpoint.url));
    let stranger = rest.http.patch(format!("{}/applications/@me", rest.base));
    let stranger = stranger
        .header("User-Agent", "DiscordBot (test, 1)")
        .json(&json!({ FIELD: null }));
    assert_eq!(soon(stranger.send()).await.expect("an answer").status().as_u16(), 401);
    playground.stop().await;
}

#[tokio::test]
async fn interactions_go_by_http_alone_and_all_else_over_the_gateway() {
    let (playground, people, rest) = started(calm()).await;
    command(&rest).await;
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    let mut endpoint = Endpoint::of(&rest, Behaviour::Proper(202, Value::Null)).await;
    assert_eq!(name(&rest, json!(endpoint.url)).await.0, 200);
    let act = run(&people, &channel, "none").await["act"].clone();
    let asked = endpoint.next().await;
    assert_eq!((&asked["type"], &asked["data"]["name"]), (&json!(2), &json!("table")));
    // The same once more, as Discord may send it.
    people.post(&format!("/Ana/acts/{act}/redeliver"), json!({})).await;
    assert_eq!(endpoint.next().await, asked);
    let answered = rest
        .answer(&asked, json!({ "type": 4, "data": { "content": "here" } }))
        .await;
    assert_eq!(answered.0, 204);
    let came = people.get(&format!("/Ana/acts/{act}?wait=first")).await;
    assert_eq!(came["message"]["content"], "here");
    // The gateway tells of the message, and told of no interaction before it.
    loop {
        let frame = bot.next().await;
        assert_ne!(frame["t"], "INTERACTION_CREATE");
        if frame["t"] == "MESSAGE_CREATE" {
            break;
        }
    }
    let traffic = people.get("/-/traffic").await;
    let entries = traffic["entries"].as_array().expect("entries");
    let posted: Vec<&Value> = entries.iter().filter(|entry| entry["kind"] == "posted").collect();
    assert!(
        posted.len() == 2
            && posted
                .iter()
                .all(|entry| entry["frame"]["d"] == asked && entry["interaction"] == asked["id"])
    );
    // Without an address they come over the gateway again.
    assert_eq!(name(&rest, Value::Null).await.0, 200);
    run(&people, &channel, "none").await;
    assert_eq!(bot.dispatch("INTERACTION_CREATE").await["data"]["name"], "table");
    playground.stop().await;
}

#[tokio::test]
async fn an_answer_may_stand_in_the_response_and_a_bad_response_ends_the_waiting() {
    let (playground, people, rest) = started(calm()).await;
    command(&rest).await;
    let channel = people.channel(0).await;
    let here = json!({ "type": 4, "data": { "content": "here", "flags": 64 } });
    let mut endpoint = Endpoint::of(&rest, Behaviour::Proper(200, here)).await;
    assert_eq!(name(&rest, json!(endpoint.url)).await.0, 200);
    let came = run(&people, &channel, "first").await;
    assert_eq!(came["message"]["content"], "here", "{came}");
    let asked = endpoint.next().await;
    assert_eq!(rest.answer(&asked, json!({ "type": 5 })).await.1["code"], 40060);
    let hook = rest.hook(&asked).await;
    assert_eq!(rest.get(&format!("{hook}/messages/@original")).await.0, 200);
    for (status, body) in [
        (200, json!({ "type": 4, "data": {} })),
        (200, json!({ "type": 7, "data": { "content": "nothing to update" } })),
        (500, Value::Null),
        (401, Value::Null),
    ] {
        endpoint.answers(Behaviour::Proper(status, body.clone()));
        let came = run(&people, &channel, "first").await;
        assert_eq!(came["status"], "failed", "{status} {body}: {came}");
    }
    playground.stop().await;
}
