//! How a bot stands with Discord: refusals that ban its address, and private chats that it opens too fast.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use whistle::playground::{Config, PersonSpec, Quota, RateLimits};

use super::kit::{People, Rest, calm, greeted, identify, ready, soon, started, text};

/// A playground with its limits on, few refusals to a ban, and many people.
fn strict(refusals: u32) -> Config {
    Config {
        people: (0..40).map(|n| PersonSpec::named(&format!("P{n}"))).collect(),
        rate_limits: RateLimits {
            global: Quota::new(10_000, 1),
            others: Quota::new(10_000, 1),
            invalid_requests: Quota::new(refusals, 600),
            ban: Duration::from_secs(90),
            ..RateLimits::default()
        },
        ..calm()
    }
}

async fn refused(rest: &Rest) -> u16 {
    let request = rest
        .http
        .get(format!("{}/users/@me", rest.base))
        .header("User-Agent", "x");
    soon(request.send()).await.expect("an answer").status().as_u16()
}

async fn standing(people: &People) -> Value {
    people.get("/-/traffic?limit=0").await["standing"].clone()
}

/// Source: Discord's docs, Rate Limits, "Invalid Request Limit" (2026-08-06); what Cloudflare answers: discord-api-docs issue #5385
/// (2022-08-29).
#[tokio::test]
async fn an_address_that_is_refused_too_often_is_heard_no_more() {
    let (playground, people, rest) = started(strict(5)).await;
    let rest = rest.hasty();
    let (mut bot, _) = ready(&playground).await;
    let channel = people.channel(0).await;
    rest.command(json!({ "name": "about", "description": "x" })).await;
    people
        .post(
            "/P0/run",
            json!({ "channel": channel, "command": "about", "wait": "none" }),
        )
        .await;
    let asked = bot.dispatch("INTERACTION_CREATE").await;
    for n in 0..4 {
        assert_eq!(refused(&rest).await, 401);
        assert_eq!(standing(&people).await["invalid_requests"]["count"], n + 1);
    }
    let shared = json!({ "rate_limited": { "next": 3, "retry_after": 0.001, "scope": "shared" } });
    people.patch("/-/faults", shared).await;
    for _ in 0..3 {
        assert_eq!(rest.get("/users/@me").await.0, 429);
    }
    assert_eq!(rest.get("/channels/1").await.0, 404);
    assert_eq!(
        standing(&people).await["invalid_requests"]["count"],
        4,
        "nobody's own fault does not count"
    );
    let own = json!({ "rate_limited": { "next": 1, "retry_after": 0.001 } });
    people.patch("/-/faults", own).await;
    assert_eq!(rest.get("/users/@me").await.0, 429);

    let (id, token) = (text(&asked["id"]), text(&asked["token"]));
    for (method, path) in [
        (Method::GET, "/users/@me".to_owned()),
        (Method::GET, "/gateway".to_owned()),
        (Method::POST, format!("/channels/{channel}/messages")),
        (Method::POST, format!("/interactions/{id}/{token}/callback")),
    ] {
        let request = rest
            .request(method, &path)
            .json(&json!({ "type": 4, "data": { "content": "x" } }));
        let answer = soon(request.send()).await.expect("an answer");
        assert_eq!(answer.status().as_u16(), 429, "{path}");
        let names: Vec<&str> = answer.headers().keys().map(|name| name.as_str()).collect();
        let discords = |name: &&str| *name == "via" || name.starts_with("x-ratelimit");
        assert!(!names.iter().any(discords), "{path}: {names:?}");
        let wait = answer.headers()["retry-after"].to_str().expect("a text").parse::<u64>();
        assert!(wait.is_ok_and(|wait| (1..=90).contains(&wait)), "{path}");
        assert_eq!(answer.headers()["content-type"], "text/plain; charset=UTF-8", "{path}");
        assert_eq!(answer.text().await.expect("a text"), "error code: 1015", "{path}");
    }
    let stands = standing(&people).await;
    assert!(
        stands["invalid_requests"]["banned_ms"]
            .as_u64()
            .is_some_and(|left| left > 0),
        "{stands}"
    );
    assert_eq!(playground.standing()["invalid_requests"]["limit"], 5);
    people
        .post(
            "/P0/run",
            json!({ "channel": channel, "command": "about", "wait": "none" }),
        )
        .await;
    bot.dispatch("INTERACTION_CREATE").await;
    people.delete("/-/faults?all=true").await;
    assert_eq!(
        rest.get("/users/@me").await.0,
        200,
        "a playground forgives who asks it to"
    );
}

/// Opens the bot's chat with somebody: the status and the code.
async fn open(people: &People, rest: &Rest, who: &str) -> (u16, Value) {
    let direct = json!({ "recipient_id": people.id(who).await });
    let (status, answer) = rest.post("/users/@me/channels", direct).await;
    (status, answer["code"].clone())
}

/// Sources: see `playground::state::chats`; docs/DISCORD.md, "Private chats".
#[tokio::test]
async fn chats_that_nobody_asked_for_are_opened_slowly_and_a_burst_quarantines() {
    let (playground, people, rest) = started(strict(10_000)).await;
    let rest = rest.hasty();
    let (_bot, _) = ready(&playground).await;
    rest.command(json!({ "name": "about", "description": "x" })).await;
    let channel = people.channel(0).await;
    let asks = async |who: &str| {
        let body = json!({ "channel": channel, "command": "about", "wait": "none" });
        people.post(&format!("/{who}/run"), body).await;
    };
    for n in 0..10 {
        assert_eq!(open(&people, &rest, &format!("P{n}")).await.0, 200, "P{n}");
    }
    assert_eq!(open(&people, &rest, "P10").await, (403, json!(40003)));
    assert_eq!(open(&people, &rest, "P0").await.0, 200, "that one is there");
    asks("P10").await;
    assert_eq!(open(&people, &rest, "P10").await.0, 200, "P10 asked for it");
    let direct = text(&people.post("/P11/dm", json!({})).await["id"]);
    people
        .post(
            &format!("/P11/channels/{direct}/messages"),
            json!({ "content": "hello" }),
        )
        .await;
    assert_eq!(open(&people, &rest, "P11").await.0, 200, "P11 wrote first");
    assert_eq!(standing(&people).await["private_chats"]["quarantined"], false);
    for n in 12..28 {
        asks(&format!("P{n}")).await;
        assert_eq!(open(&people, &rest, &format!("P{n}")).await.0, 200, "P{n}");
    }
    asks("P28").await;
    assert_eq!(
        open(&people, &rest, "P28").await,
        (403, json!(20026)),
        "the twenty-ninth new one of a minute"
    );
    let stands = standing(&people).await["private_chats"].clone();
    assert_eq!(
        (&stands["tried"], &stands["quarantined"]),
        (&json!(29), &json!(true)),
        "{stands}"
    );
    assert_eq!(open(&people, &rest, "P0").await.0, 200, "who has a chat keeps it");
    people.put("/-/rates", json!({ "on": false })).await;
    assert_eq!(
        open(&people, &rest, "P28").await.0,
        200,
        "without limits nothing of that holds"
    );
    people.put("/-/rates", json!({ "on": true })).await;
    people.delete("/-/faults?all=true").await;
    asks("P29").await;
    assert_eq!(open(&people, &rest, "P29").await.0, 200);
}

/// Shards are let in by buckets, `shard_id % max_concurrency`, one of each bucket at a time. Source: Discord's docs, Gateway,
/// "Sharding: Max Concurrency" (2026-08-06).
#[tokio::test]
async fn so_many_shards_identify_at_once_as_the_gateway_says() {
    let mut config = calm();
    config.gateway.identify_window = Duration::from_secs(600);
    config.gateway.max_concurrency = 2;
    let (playground, _people, rest) = started(config).await;
    let rest = rest.hasty();
    let (_, advice) = rest.get("/gateway/bot").await;
    assert_eq!(advice["session_start_limit"]["max_concurrency"], 2);
    let mut lines = Vec::new();
    for (shard, welcome) in [(0, true), (1, true), (2, false), (3, false)] {
        let mut line = greeted(&playground, "").await;
        line.send(identify(json!({ "shard": [shard, 4] }))).await;
        let answer = line.next().await;
        let refused = json!({ "t": null, "s": null, "op": 9, "d": false });
        assert_eq!(answer["t"] == "READY", welcome, "shard {shard}: {answer}");
        assert!(welcome || answer == refused, "shard {shard}: {answer}");
        lines.push(line);
    }
    let (_, advice) = rest.get("/gateway/bot").await;
    assert_eq!(
        advice["session_start_limit"]["remaining"], 998,
        "who is not let in has not started"
    );
}
