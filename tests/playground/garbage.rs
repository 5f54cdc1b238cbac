//! Rubbish at every door: broken JSON, wrong types, wrong codes, far too much of everything. Whoever sends it is told so, and
//! nobody else notices.

use std::sync::Arc;
use std::time::Duration;

use futures_util::SinkExt;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{TestCaseError, TestRunner};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tokio_tungstenite::tungstenite::{Bytes, Message};
use whistle::playground::{Config, Deadlines, Playground};

use super::kit::{Next, People, Rest, greeted, identify, ready, soon, started, text, unlimited};
use super::mangled::{TEXTS, Twist, cases, changed, changes, piece, twisted, twists};

/// Where failures are kept.
const KEPT: &str = "tests/corpus/playground.txt";

fn runtime() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

/// A door for requests, and a body that it takes.
#[derive(Clone, Debug)]
struct Door {
    method: Method,
    path: String,
    body: Value,
}

fn door(method: Method, path: impl Into<String>, body: Value) -> Door {
    Door {
        method,
        path: path.into(),
        body,
    }
}

/// A message with something of everything.
fn message() -> Value {
    json!({
        "content": "Hello <@1>", "tts": false, "flags": 0, "nonce": "7", "enforce_nonce": false,
        "allowed_mentions": { "parse": [], "users": ["1"] },
        "embeds": [{ "title": "A", "description": "B", "color": 255, "footer": { "text": "C" },
            "image": { "url": "https://example.org/a.png" }, "fields": [{ "name": "D", "value": "E", "inline": false }] }],
        "components": [
            { "type": 1, "components": [
                { "type": 2, "style": 1, "label": "Go", "custom_id": "go" },
                { "type": 2, "style": 5, "label": "There", "url": "https://example.org/" }] },
            { "type": 1, "components": [{ "type": 3, "custom_id": "pick", "min_values": 1, "max_values": 1,
                "options": [{ "label": "A", "value": "a", "description": "first" }, { "label": "B", "value": "b" }] }] }],
        "attachments": [],
    })
}

fn command() -> Value {
    json!({ "name": "table", "description": "a table", "contexts": [0, 1], "integration_types": [0], "options": [
        { "type": 1, "name": "start", "description": "starts", "options": [
            { "type": 3, "name": "game", "description": "which", "required": true, "autocomplete": true },
            { "type": 4, "name": "seats", "description": "how many", "min_value": 1, "max_value": 7 },
            { "type": 3, "name": "way", "description": "how", "choices": [{ "name": "Slow", "value": "slow" }] },
            { "type": 6, "name": "player", "description": "who" }, { "type": 5, "name": "loud", "description": "or not" }] }] })
}

/// The doors for bots.
fn bots_doors(channel: &str, own: &str, app: &str) -> Vec<Door> {
    let messages = format!("/channels/{channel}/messages");
    vec![
        door(Method::POST, messages.clone(), message()),
        door(Method::PATCH, format!("{messages}/{own}"), message()),
        door(Method::GET, format!("{messages}?limit=5"), json!({})),
        door(
            Method::POST,
            messages.clone(),
            json!({ "message_reference": { "type": 1, "message_id": own, "channel_id": channel, "fail_if_not_exists": true } }),
        ),
        door(
            Method::POST,
            messages.clone(),
            json!({ "poll": { "question": { "text": "Which?" }, "duration": 1, "allow_multiselect": true, "layout_type": 1,
                "answers": [{ "poll_media": { "text": "This", "emoji": { "name": "🎲" } } }] } }),
        ),
        door(
            Method::PUT,
            format!("{messages}/{own}/reactions/%F0%9F%94%A5/@me"),
            json!({}),
        ),
        door(
            Method::GET,
            format!("{messages}/{own}/reactions/%F0%9F%94%A5?limit=3"),
            json!({}),
        ),
        door(Method::PUT, format!("{messages}/pins/{own}"), json!({})),
        door(
            Method::GET,
            format!("{messages}/pins?limit=3&before=2026-01-01T00:00:00Z"),
            json!({}),
        ),
        door(
            Method::POST,
            format!("/channels/{channel}/polls/{own}/expire"),
            json!({}),
        ),
        door(Method::PUT, format!("/applications/{app}/commands"), json!([command()])),
        door(Method::POST, format!("/applications/{app}/commands"), command()),
        door(Method::POST, "/users/@me/channels", json!({ "recipient_id": "1" })),
        door(
            Method::POST,
            format!("/channels/{channel}/threads"),
            json!({ "name": "A thread", "type": 11, "auto_archive_duration": 1440 }),
        ),
        door(
            Method::PATCH,
            format!("/channels/{channel}"),
            json!({ "name": "games", "topic": "all of them" }),
        ),
    ]
}

/// The doors for people.
fn peoples_doors(channel: &str, message: &str) -> Vec<Door> {
    let at = |what: &str| format!("/Ana/channels/{channel}/{what}");
    vec![
        door(
            Method::POST,
            "",
            json!({ "name": "Eve", "locale": "de", "dms_open": true }),
        ),
        door(Method::PATCH, "/Ben", json!({ "dms_open": true, "locale": "fr" })),
        door(
            Method::POST,
            at("messages"),
            json!({ "content": "Hello", "reply_to": message }),
        ),
        door(
            Method::POST,
            at("threads"),
            json!({ "name": "A thread", "private": false }),
        ),
        door(Method::PUT, at("read"), json!({ "message": message })),
        door(
            Method::PUT,
            at(&format!("messages/{message}/reactions/%F0%9F%94%A5")),
            json!({}),
        ),
        door(Method::PUT, at(&format!("pins/{message}")), json!({})),
        door(
            Method::POST,
            "/Ana/run",
            json!({ "channel": channel, "command": "table start", "options": { "game": "binary", "seats": 3, "player": "Ben" },
                "wait": "none", "deliveries": 2 }),
        ),
        door(
            Method::POST,
            "/Ana/complete",
            json!({ "channel": channel, "command": "table start", "options": { "game": "b" }, "focused": "game", "wait": "none" }),
        ),
        door(
            Method::POST,
            "/Ana/press",
            json!({ "channel": channel, "message": message, "custom_id": "go", "wait": "none" }),
        ),
        door(
            Method::POST,
            "/Ana/choose",
            json!({ "channel": channel, "message": message, "custom_id": "pick", "values": ["a"], "wait": "none" }),
        ),
        door(
            Method::POST,
            "/Ana/submit",
            json!({ "channel": channel, "message": message, "custom_id": "form", "fields": { "what": "e4" }, "forge": true,
                "wait": "none" }),
        ),
        door(
            Method::PATCH,
            "/-/faults",
            json!({ "slow": { "ms": 1, "next": 1, "route": "messages" }, "failing": { "status": 503, "share": 0.5, "after": true } }),
        ),
        door(
            Method::POST,
            "/-/channels",
            json!({ "name": "games", "topic": "all of them" }),
        ),
        door(
            Method::PUT,
            format!("/-/channels/{channel}/permissions"),
            json!({ "deny": [], "allow": ["SEND_MESSAGES"] }),
        ),
    ]
}

/// What is done to the body of a request.
#[derive(Clone, Debug)]
enum Meddled {
    Twisted(Vec<Twist>),
    Rubbish(Vec<super::mangled::Change>),
    Whole(String),
}

fn meddled() -> impl Strategy<Value = Meddled> {
    prop_oneof![
        6 => twists().prop_map(Meddled::Twisted),
        2 => changes().prop_map(Meddled::Rubbish),
        1 => piece().prop_map(Meddled::Whole),
    ]
}

impl Meddled {
    fn body(&self, sound: &Value) -> String {
        match self {
            Meddled::Twisted(twists) => twisted(sound, twists).to_string(),
            Meddled::Rubbish(changes) => changed(&sound.to_string(), changes, &[sound.to_string()]),
            Meddled::Whole(body) => body.clone(),
        }
    }
}

/// A playground with a bot that has said something in it.
struct Scene {
    playground: Playground,
    people: People,
    rest: Rest,
    channel: String,
    message: String,
}

async fn scene(first_response: Duration) -> Scene {
    let deadlines = Deadlines {
        first_response,
        ..Deadlines::default()
    };
    let (playground, people, rest) = started(Config {
        deadlines,
        ..unlimited()
    })
    .await;
    let channel = people.channel(0).await;
    rest.command(command()).await;
    let (status, said) = rest.post(&format!("/channels/{channel}/messages"), message()).await;
    assert_eq!(status, 200, "{said}");
    let message = text(&said["id"]);
    Scene {
        playground,
        people,
        rest,
        channel,
        message,
    }
}

/// Sends a body, and checks that whoever sent it is answered in a way that a client can read.
async fn sent(request: reqwest::RequestBuilder, body: String) -> Result<u16, TestCaseError> {
    let shown: String = body.chars().take(600).collect();
    let request = request.header("content-type", "application/json").body(body);
    let answer = soon(request.send())
        .await
        .map_err(|error| TestCaseError::fail(format!("no answer to {shown}: {error}")))?;
    let status = answer.status().as_u16();
    let said: Value = soon(answer.json()).await.unwrap_or_default();
    prop_assert!(status < 500, "{} to {}: {}", status, shown, said);
    let why = said["message"].as_str().or(said["error"].as_str());
    prop_assert!(
        status < 400 || why.is_some_and(|why| !why.is_empty()),
        "{} to {}: {}",
        status,
        shown,
        said
    );
    Ok(status)
}

#[test]
fn rubbish_from_bots_is_refused_in_words() {
    let runtime = runtime();
    let scene = runtime.block_on(scene(Duration::from_secs(20)));
    let app = runtime.block_on(scene.rest.app());
    let doors = bots_doors(&scene.channel, &scene.message, &app);
    let mut runner = TestRunner::new(cases(160, KEPT));
    let ways = (select(doors.clone()), meddled(), any::<Option<(Index, String)>>());
    let tried = runner.run(&ways, |(door, meddled, way)| {
        // Some also lose their way.
        let path = match way {
            Some((at, put)) if door.path.len() > 1 && at.index(8) == 0 => {
                let put: String = put.bytes().take(20).map(|byte| format!("%{byte:02X}")).collect();
                let cut = door.path.floor_char_boundary(at.index(door.path.len()).max(1));
                format!("{}{put}", &door.path[..cut])
            }
            _ => door.path.clone(),
        };
        let request = scene.rest.request(door.method.clone(), &path);
        runtime.block_on(sent(request, meddled.body(&door.body))).map(drop)
    });
    tried.unwrap_or_else(|failed| panic!("{failed}"));
    // What is sound is still taken.
    for door in doors {
        let request = scene.rest.request(door.method.clone(), &door.path);
        let status = runtime.block_on(sent(request, door.body.to_string()));
        assert!(status.is_ok_and(|status| status < 500), "{door:?}");
    }
    runtime.block_on(async {
        let said = scene
            .rest
            .post(&format!("/channels/{}/messages", scene.channel), message())
            .await;
        assert_eq!(said.0, 200, "{}", said.1);
        scene.playground.stop().await;
    });
}

#[test]
fn rubbish_in_answers_to_interactions_is_refused_in_words() {
    let answers = [
        json!({ "type": 4, "data": message() }),
        json!({ "type": 5, "data": { "flags": 64 } }),
        json!({ "type": 7, "data": message() }),
        json!({ "type": 8, "data": { "choices": [{ "name": "Binary", "value": "binary" }] } }),
        json!({ "type": 9, "data": { "custom_id": "form", "title": "A form", "components": [{ "type": 1, "components": [
            { "type": 4, "custom_id": "what", "label": "What", "style": 1, "max_length": 100, "required": true, "value": "e4" }] }] } }),
    ];
    let runtime = runtime();
    let scene = runtime.block_on(scene(Duration::from_secs(20)));
    let (bot, _) = runtime.block_on(ready(&scene.playground));
    let bot = Arc::new(tokio::sync::Mutex::new(bot));
    // Forged, for an answer may take the button away.
    let press = json!({
        "channel": scene.channel, "message": scene.message, "custom_id": "go", "wait": "none", "forge": true,
    });
    let mut runner = TestRunner::new(cases(96, KEPT));
    let tried = runner.run(&(select(answers.to_vec()), meddled()), |(answer, meddled)| {
        runtime.block_on(async {
            scene.people.post("/Ana/press", press.clone()).await;
            let asked = bot.lock().await.dispatch("INTERACTION_CREATE").await;
            let path = format!(
                "/interactions/{}/{}/callback",
                text(&asked["id"]),
                text(&asked["token"])
            );
            let request = scene.rest.request(Method::POST, &path);
            let status = sent(request, meddled.body(&answer)).await?;
            if status >= 400 {
                // A refused answer leaves the interaction open (docs/DISCORD.md, "Answers").
                let (status, said) = scene.rest.post(&path, json!({ "type": 6 })).await;
                prop_assert!(status < 300, "{} {}", status, said);
            }
            Ok(())
        })
    });
    tried.unwrap_or_else(|failed| panic!("{failed}"));
    runtime.block_on(scene.playground.stop());
}

#[test]
fn rubbish_from_people_is_refused_in_words() {
    let runtime = runtime();
    // Nobody answers here.
    let scene = runtime.block_on(scene(Duration::from_millis(5)));
    let doors = peoples_doors(&scene.channel, &scene.message);
    let client = Client::new();
    let mut runner = TestRunner::new(cases(160, KEPT));
    let tried = runner.run(&(select(doors.clone()), meddled()), |(door, meddled)| {
        runtime.block_on(async {
            let request = client.request(door.method.clone(), format!("{}{}", scene.people.base(), door.path));
            sent(request, meddled.body(&door.body)).await?;
            if door.path.starts_with("/-/faults") {
                scene.people.delete("/-/faults?all=true").await;
            }
            Ok(())
        })
    });
    tried.unwrap_or_else(|failed| panic!("{failed}"));
    runtime.block_on(async {
        scene.people.delete("/-/faults?all=true").await;
        for door in doors {
            let request = client.request(door.method.clone(), format!("{}{}", scene.people.base(), door.path));
            let status = sent(request, door.body.to_string()).await;
            assert!(status.is_ok(), "{door:?}");
        }
        assert_eq!(scene.people.get("").await["people"][0]["name"], "Ana");
        scene.playground.stop().await;
    });
}

/// Sends a frame over a connection of its own. It is either understood, or the line is closed with a code; `None` is a frame
/// that is too long for any line.
async fn framed(scene: &Scene, identified: bool, frame: Message) -> Result<(), TestCaseError> {
    let mut socket = greeted(&scene.playground, "").await;
    if identified {
        socket.send(identify(json!({}))).await;
        socket.dispatch("READY").await;
    }
    let shown: String = format!("{frame:?}").chars().take(300).collect();
    // A line that is closed while something long is still sent may break.
    let _ = soon(socket.stream.send(frame)).await;
    let _ = soon(socket.stream.send(Message::text(r#"{"op":1,"d":null}"#))).await;
    loop {
        match socket.receive().await {
            Next::Closed(Some(code)) => {
                prop_assert!((1000..=4014).contains(&code), "{} for {}", code, shown);
                return Ok(());
            }
            Next::Closed(None) => return Ok(()),
            Next::Json { value, .. } if value["op"] == 11 => return Ok(()),
            Next::Json { .. } => {}
        }
    }
}

fn frames() -> Vec<Value> {
    vec![
        json!({ "op": 1, "d": 7 }),
        identify(json!({ "shard": [0, 1], "compress": false })),
        json!({ "op": 6, "d": { "token": "x", "session_id": "y", "seq": 7 } }),
        json!({ "op": 8, "d": { "guild_id": "1", "query": "", "limit": 0, "nonce": "n", "user_ids": ["1"] } }),
        json!({ "op": 3, "d": { "since": 0, "activities": [], "status": "online", "afk": false } }),
    ]
}

#[test]
fn rubbish_through_the_gateway_ends_that_line_alone() {
    let runtime = runtime();
    let scene = runtime.block_on(scene(Duration::from_secs(20)));
    // Whoever was there before stays.
    let (mut stays, _) = runtime.block_on(ready(&scene.playground));
    let zlib: &[u8] = &[0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01, 0xff, 0xff];
    let mut kept: Vec<Message> = TEXTS.iter().map(|text| Message::text(*text)).collect();
    kept.extend([
        Message::binary(Bytes::from_static(&[0xff, 0xfe, 0x00])),
        Message::binary(Bytes::copy_from_slice(zlib)),
        Message::binary(Bytes::new()),
        Message::Ping(Bytes::from_static(b"x")),
        Message::text("[".repeat(4000)),
        Message::text("{\"op\":".repeat(600)),
        Message::text("x".repeat(2 << 20)),
        Message::text(r#"{"op":1,"op":2,"d":null}"#),
        Message::text(r#"{"op":18446744073709551616,"d":null}"#),
        Message::text(r#"{"op":-1}"#),
        Message::text(r#"{"op":"1"}"#),
        Message::text(r#"{"d":{}}"#),
    ]);
    for (at, frame) in kept.into_iter().enumerate() {
        let held = runtime.block_on(framed(&scene, at % 8 == 0, frame));
        held.unwrap_or_else(|failed| panic!("{failed}"));
    }
    let mut runner = TestRunner::new(cases(64, KEPT));
    let ways = (any::<bool>(), select(frames()), meddled());
    let tried = runner.run(&ways, |(identified, frame, meddled)| {
        runtime.block_on(framed(&scene, identified, Message::text(meddled.body(&frame))))
    });
    tried.unwrap_or_else(|failed| panic!("{failed}"));
    runtime.block_on(async {
        stays.send(json!({ "op": 1, "d": null })).await;
        loop {
            if stays.next().await["op"] == 11 {
                break;
            }
        }
        scene.playground.stop().await;
    });
}
