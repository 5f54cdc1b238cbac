//! Sessions, resumes, compression, and close codes.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use whistle::playground::{ChannelSpec, Config, GatewayConfig, Playground};

use super::kit::{Next, Socket, calm, greeted, identify, ready, started, text};

async fn resumed(playground: &Playground, session: &str, seq: u64) -> Socket {
    let mut socket = greeted(playground, "").await;
    let d = json!({ "token": playground.token(), "session_id": session, "seq": seq });
    socket.send(json!({ "op": 6, "d": d })).await;
    socket
}

#[tokio::test]
async fn a_bot_is_greeted_beats_and_is_answered() {
    let (playground, _, rest) = started(calm()).await;
    let (status, found) = rest.get("/gateway").await;
    assert_eq!((status, &found["url"]), (200, &json!(playground.gateway_url())));
    let (_, advice) = rest.get("/gateway/bot").await;
    assert_eq!(advice["session_start_limit"]["remaining"], 1_000);
    // A path with a slash at the end is the same gateway.
    let mut socket = Socket::open(&format!("{}/?v=10&encoding=json", playground.gateway_url())).await;
    assert!(
        socket.next().await["d"]["heartbeat_interval"]
            .as_u64()
            .is_some_and(|ms| ms > 1_000)
    );
    socket.send(json!({ "op": 1, "d": null })).await;
    assert_eq!(socket.next().await["op"], 11);
    socket.send(identify(json!({}))).await;
    let ready = socket.dispatch("READY").await;
    assert_eq!(ready["v"], 10);
    assert_eq!(ready["resume_gateway_url"], playground.gateway_url());
    assert_eq!(ready["guilds"][0]["unavailable"], true);
    let guild = socket.dispatch("GUILD_CREATE").await;
    assert_eq!(guild["id"], ready["guilds"][0]["id"]);
    assert_eq!(guild["members"].as_array().map(Vec::len), Some(4));
    assert_eq!(guild["roles"][0]["colors"]["primary_color"], 0);
    let (_, advice) = rest.get("/gateway/bot").await;
    assert_eq!(advice["session_start_limit"]["remaining"], 999);
    playground.stop().await;
    assert_eq!(socket.close_code().await, Some(1001));
}

#[tokio::test]
async fn a_gateway_that_is_shut_lets_nobody_in_until_it_opens() {
    let (playground, people, _) = started(calm()).await;
    let (mut socket, _) = ready(&playground).await;
    let told = people.post("/-/gateway", json!({ "do": "shut" })).await;
    assert_eq!(told["told"], 1);
    socket.close_code().await;
    let refused = tokio_tungstenite::connect_async(format!("{}?v=10", playground.gateway_url())).await;
    assert!(refused.is_err());
    people.post("/-/gateway", json!({ "do": "open" })).await;
    let (_socket, found) = ready(&playground).await;
    assert_eq!(found["v"], 10);
    playground.stop().await;
}

#[tokio::test]
async fn a_gateway_that_is_mute_keeps_connections_alive_and_begins_no_session() {
    let (playground, people, _) = started(calm()).await;
    let (mut socket, found) = ready(&playground).await;
    let told = people.post("/-/gateway", json!({ "do": "mute" })).await;
    assert_eq!(told["told"], 1);
    socket.close_code().await;
    let mut identifies = greeted(&playground, "").await;
    identifies.send(identify(json!({}))).await;
    let mut resumes = resumed(&playground, &text(&found["session_id"]), 1).await;
    for socket in [&mut identifies, &mut resumes] {
        socket.send(json!({ "op": 1, "d": null })).await;
        assert_eq!(
            socket.next().await["op"],
            11,
            "nothing comes before the answer to a heartbeat"
        );
    }
    let faults = people.get("/-/faults").await;
    assert_eq!((&faults["mute"], &faults["connected"]), (&json!(true), &json!(0)));
    people.post("/-/gateway", json!({ "do": "open" })).await;
    let (_socket, found) = ready(&playground).await;
    assert_eq!(found["v"], 10);
    playground.stop().await;
}

#[tokio::test]
async fn what_was_missed_is_replayed_in_order() {
    let (playground, people, _) = started(calm()).await;
    let channel = people.channel(0).await;
    let (mut socket, ready) = ready(&playground).await;
    let say = |content: &'static str| {
        let (people, path) = (people.clone(), format!("/Ana/channels/{channel}/messages"));
        async move { people.post(&path, json!({ "content": content })).await }
    };
    say("one").await;
    let frame = socket.next().await;
    let seen = frame["s"].as_u64().expect("a number");
    drop(socket);
    say("two").await;
    say("three").await;
    let mut again = resumed(&playground, &text(&ready["session_id"]), seen).await;
    for wanted in [seen + 1, seen + 2] {
        let frame = again.next().await;
        assert_eq!((&frame["t"], &frame["s"]), (&json!("MESSAGE_CREATE"), &json!(wanted)));
        assert_eq!(frame["d"]["content"], "", "others' words need an intent");
    }
    assert_eq!(again.next().await["t"], "RESUMED");
    say("four").await;
    assert_eq!(again.next().await["s"], seen + 4);
    // A later resume takes the session over; the earlier connection is cut.
    let mut third = resumed(&playground, &text(&ready["session_id"]), seen + 4).await;
    assert_eq!(third.next().await["t"], "RESUMED");
    assert_eq!(again.close_code().await, None);
}

#[tokio::test]
async fn sessions_end_for_good_when_the_bot_says_so() {
    let (playground, _, _) = started(calm()).await;
    let (mut socket, ready) = ready(&playground).await;
    socket.stream.close(None).await.expect("closed");
    socket.close_code().await;
    // Without a code the session lives.
    let session = text(&ready["session_id"]);
    let mut again = resumed(&playground, &session, 1).await;
    again.dispatch("RESUMED").await;
    let normal = tokio_tungstenite::tungstenite::protocol::CloseFrame {
        code: 1000.into(),
        reason: "".into(),
    };
    again.stream.close(Some(normal)).await.expect("closed");
    again.close_code().await;
    let mut late = resumed(&playground, &session, 1).await;
    assert_eq!(late.next().await, json!({ "t": null, "s": null, "op": 9, "d": false }));
    // The same connection may identify afresh.
    late.send(identify(json!({}))).await;
    late.dispatch("READY").await;
}

#[tokio::test]
async fn the_stream_or_each_payload_is_compressed() {
    // A guild that is worth compressing.
    let channels = (0..60).map(|n| ChannelSpec::named(&format!("room-{n}"), &"room for a table ".repeat(30)));
    let config = Config {
        channels: channels.collect(),
        ..calm()
    };
    let (playground, _, _) = started(config).await;
    let mut stream = Socket::open(&format!(
        "{}?v=10&encoding=json&compress=zlib-stream",
        playground.gateway_url()
    ))
    .await;
    let Next::Json { value, binary } = stream.receive().await else {
        panic!("hello")
    };
    assert!(binary && value["op"] == 10);
    stream.send(identify(json!({}))).await;
    stream.dispatch("READY").await;
    stream.dispatch("GUILD_CREATE").await;
    let mut payloads = greeted(&playground, "").await;
    payloads.send(identify(json!({ "compress": true }))).await;
    payloads.dispatch("READY").await;
    let Next::Json { value, binary } = payloads.receive().await else {
        panic!("a guild")
    };
    assert!(binary && value["t"] == "GUILD_CREATE");
}

#[tokio::test]
async fn mistakes_have_their_close_codes() {
    let (playground, _, _) = started(calm()).await;
    for (query, frames, code) in [
        ("", vec![identify(json!({ "token": "wrong" }))], 4004),
        ("", vec![identify(json!({ "intents": 1u64 << 40 }))], 4013),
        ("", vec![identify(json!({ "intents": 1 << 15 }))], 4014),
        ("", vec![identify(json!({ "shard": [2, 2] }))], 4010),
        ("", vec![identify(json!({})), identify(json!({}))], 4005),
        ("", vec![json!({ "op": 3, "d": {} })], 4003),
        ("", vec![json!({ "op": 77, "d": {} })], 4001),
        ("", vec![json!("nothing")], 4002),
        ("", vec![json!({ "op": 1, "d": "x".repeat(5_000) })], 4002),
    ] {
        let mut socket = greeted(&playground, query).await;
        for frame in frames {
            socket.send(frame).await;
        }
        assert_eq!(socket.close_code().await, Some(code));
    }
    for query in ["?v=7", "?v=10&encoding=etf", "?v=10&compress=lz4"] {
        let mut socket = Socket::open(&format!("{}{query}", playground.gateway_url())).await;
        let wanted = if query.contains("v=7") { 4012 } else { 4002 };
        assert_eq!(socket.close_code().await, Some(wanted), "{query}");
    }
    let (mut socket, ready) = ready(&playground).await;
    for _ in 0..119 {
        socket.send(json!({ "op": 1, "d": 1 })).await;
    }
    socket.send(json!({ "op": 1, "d": 1 })).await;
    assert_eq!(socket.close_code().await, Some(4008));
    let mut bad = resumed(&playground, &text(&ready["session_id"]), 999).await;
    assert_eq!(bad.close_code().await, Some(4007));
}

#[tokio::test]
async fn in_many_guilds_a_bot_must_shard() {
    let gateway = GatewayConfig {
        guilds: 2_500,
        ..calm().gateway
    };
    let (playground, _, rest) = started(Config { gateway, ..calm() }).await;
    assert_eq!(rest.get("/gateway/bot").await.1["shards"], 2);
    let mut whole = greeted(&playground, "").await;
    whole.send(identify(json!({}))).await;
    assert_eq!(whole.close_code().await, Some(4011));
    let mut part = greeted(&playground, "").await;
    part.send(identify(json!({ "shard": [1, 2] }))).await;
    assert_eq!(part.dispatch("READY").await["shard"], json!([1, 2]));
}

#[tokio::test]
async fn a_bot_can_grow_while_it_is_connected() {
    let (playground, people, rest) = started(calm()).await;
    let (mut whole, _) = ready(&playground).await;
    assert_eq!(
        people
            .post("/-/gateway", json!({ "do": "grow", "guilds": 5_001 }))
            .await["told"],
        1
    );
    assert_eq!(rest.get("/gateway/bot").await.1["shards"], 3);
    whole.send(json!({ "op": 1, "d": null })).await;
    assert_eq!(whole.next().await["op"], 11, "who is connected stays");
    let mut half = greeted(&playground, "").await;
    half.send(identify(json!({ "shard": [0, 2] }))).await;
    assert_eq!(half.close_code().await, Some(4011));
    people.delete("/-/faults?all=true").await;
    assert_eq!(rest.get("/gateway/bot").await.1["shards"], 1);
    for wrong in [json!(0), json!("many"), Value::Null] {
        let asked = json!({ "do": "grow", "guilds": wrong });
        let (status, _) = people.call(Method::POST, "/-/gateway", asked).await;
        assert_eq!(status, 400);
    }
}

#[tokio::test]
async fn a_silent_bot_is_given_up() {
    let gateway = GatewayConfig {
        heartbeat: Duration::from_millis(50),
        ..calm().gateway
    };
    let (playground, _, _) = started(Config { gateway, ..calm() }).await;
    let mut socket = greeted(&playground, "").await;
    assert_eq!(socket.close_code().await, Some(4009));
}

#[tokio::test]
async fn a_session_is_resumed_once_more_from_where_it_was_and_after_a_bad_number_never() {
    let (playground, people, _) = started(calm()).await;
    let (socket, hello) = ready(&playground).await;
    let session = text(&hello["session_id"]);
    drop(socket);
    let channel = people.channel(0).await;
    for content in ["one", "two"] {
        people
            .post(
                &format!("/Ana/channels/{channel}/messages"),
                json!({ "content": content }),
            )
            .await;
    }
    let mut numbers = Vec::new();
    for _ in 0..2 {
        let mut again = resumed(&playground, &session, 2).await;
        let first = again.dispatch("MESSAGE_CREATE").await;
        let second = again.dispatch("MESSAGE_CREATE").await;
        numbers.push((text(&first["id"]), text(&second["id"])));
        again.dispatch("RESUMED").await;
    }
    assert_eq!(numbers[0], numbers[1], "the same events come again");
    let mut beyond = resumed(&playground, &session, 999).await;
    assert_eq!(beyond.close_code().await, Some(4007));
    let mut late = resumed(&playground, &session, 2).await;
    assert_eq!(late.next().await["op"], 9);
}

#[tokio::test]
async fn too_many_identifies_are_put_off() {
    let (playground, _, _) = started(Config {
        gateway: GatewayConfig::default(),
        ..calm()
    })
    .await;
    ready(&playground).await;
    let mut second = greeted(&playground, "").await;
    second.send(identify(json!({}))).await;
    assert_eq!(second.next().await["op"], 9);
}

#[tokio::test]
async fn the_gateway_can_be_troubled() {
    let (playground, people, _) = started(calm()).await;
    let trouble = |what: Value| {
        let people = people.clone();
        async move { people.post("/-/gateway", what).await["told"].clone() }
    };
    let (mut socket, hello) = ready(&playground).await;
    assert_eq!(trouble(json!({ "do": "heartbeat" })).await, 1);
    assert_eq!(socket.next().await["op"], 1);
    assert_eq!(trouble(json!({ "do": "reconnect" })).await, 1);
    assert_eq!(socket.next().await["op"], 7);
    assert_eq!(trouble(json!({ "do": "close", "code": 4000 })).await, 1);
    assert_eq!(socket.close_code().await, Some(4000));
    let mut socket = resumed(&playground, &text(&hello["session_id"]), 2).await;
    socket.dispatch("RESUMED").await;
    assert_eq!(trouble(json!({ "do": "invalid_session", "resumable": true })).await, 1);
    assert_eq!(socket.next().await["d"], true);
    assert_eq!(socket.close_code().await, Some(4000));
    let mut socket = resumed(&playground, &text(&hello["session_id"]), 2).await;
    socket.dispatch("RESUMED").await;
    trouble(json!({ "do": "drop" })).await;
    assert_eq!(socket.close_code().await, None);
    let mut socket = resumed(&playground, &text(&hello["session_id"]), 2).await;
    socket.dispatch("RESUMED").await;
    // A zombie answers nothing, but what happens meanwhile is kept for the resume.
    trouble(json!({ "do": "freeze" })).await;
    socket.send(json!({ "op": 1, "d": null })).await;
    let channel = people.channel(0).await;
    people
        .post(&format!("/Ana/channels/{channel}/messages"), json!({ "content": "hi" }))
        .await;
    let mut live = resumed(&playground, &text(&hello["session_id"]), 2).await;
    live.dispatch("MESSAGE_CREATE").await;
    live.dispatch("RESUMED").await;
    assert_eq!(socket.close_code().await, None, "not a word came over the frozen line");
    trouble(json!({ "do": "invalid_session" })).await;
    assert_eq!(live.next().await["d"], false);
    let mut gone = resumed(&playground, &text(&hello["session_id"]), 2).await;
    assert_eq!(gone.next().await["op"], 9);
}

#[tokio::test]
async fn shards_share_the_work() {
    let (playground, people, _) = started(calm()).await;
    let guild = text(&people.get("").await["guild"]["id"])
        .parse::<u64>()
        .expect("an id");
    let home = (guild >> 22) % 2;
    let mut sockets = Vec::new();
    for shard in 0..2u64 {
        let mut socket = greeted(&playground, "").await;
        socket.send(identify(json!({ "shard": [shard, 2] }))).await;
        let ready = socket.dispatch("READY").await;
        assert_eq!(
            ready["guilds"].as_array().map(Vec::len),
            Some(usize::from(shard == home))
        );
        sockets.push(socket);
    }
    let direct = people.post("/Ben/dm", json!({})).await;
    people
        .post(
            &format!("/Ben/channels/{}/messages", text(&direct["id"])),
            json!({ "content": "psst" }),
        )
        .await;
    let message = sockets[0].dispatch("MESSAGE_CREATE").await;
    assert_eq!(message["content"], "psst", "direct messages are for the bot's eyes");
}
