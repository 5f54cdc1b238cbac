//! Rate limits and faults.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use whistle::playground::{Config, Quota, RateLimits};

use super::kit::{calm, ready, soon, started, text};

#[tokio::test]
async fn old_messages_can_be_edited_only_so_often() {
    let rate_limits = RateLimits {
        old_edits_hidden: Some(Quota::new(1, 600)),
        old_after: Duration::ZERO,
        ..RateLimits::default()
    };
    let (_playground, people, rest) = started(Config { rate_limits, ..calm() }).await;
    let rest = rest.hasty();
    let channel = people.channel(0).await;
    let path = format!("/channels/{channel}/messages");
    let (_, sent) = rest.post(&path, json!({ "content": "old" })).await;
    let message = format!("{path}/{}", text(&sent["id"]));
    assert_eq!(rest.patch(&message, json!({ "content": "once" })).await.0, 200);
    let (status, refused) = rest.patch(&message, json!({ "content": "twice" })).await;
    assert_eq!((status, &refused["code"]), (429, &json!(30046)));
    assert!(refused["retry_after"].as_f64().is_some_and(|seconds| seconds > 1.0));
    assert_eq!(rest.get(&message).await.1["content"], "once");
    assert_eq!(rest.call(Method::DELETE, &message, json!({})).await.0, 204);
}

#[tokio::test]
async fn rate_limits_are_told_and_kept() {
    // A long window: however slow the machine, the sixth message comes too soon.
    let rate_limits = RateLimits {
        messages: Quota {
            limit: 5,
            per: Duration::from_secs(600),
        },
        ..RateLimits::default()
    };
    let (_playground, people, rest) = started(Config { rate_limits, ..calm() }).await;
    let rest = rest.hasty();
    let channel = people.channel(0).await;
    let path = format!("/channels/{channel}/messages");
    let mut sent = Value::Null;
    for n in 0..5 {
        let method = if n % 2 == 0 { Method::POST } else { Method::PATCH };
        let path = if n % 2 == 0 {
            path.clone()
        } else {
            format!("{path}/{}", text(&sent["id"]))
        };
        let request = rest.request(method, &path).json(&json!({ "content": n.to_string() }));
        let response = soon(request.send()).await.expect("an answer");
        let header = |name: &str| response.headers()[name].to_str().expect("text").to_owned();
        assert_eq!(header("x-ratelimit-limit"), "5");
        assert_eq!(header("x-ratelimit-remaining"), (4 - n).to_string());
        assert!(header("x-ratelimit-reset-after").parse::<f64>().is_ok_and(|s| s > 1.0));
        assert_eq!(header("x-ratelimit-bucket").len(), 32);
        sent = response.json().await.expect("JSON");
    }
    let response = soon(
        rest.request(Method::POST, &path)
            .json(&json!({ "content": "x" }))
            .send(),
    )
    .await
    .expect("an answer");
    assert_eq!(response.status().as_u16(), 429);
    assert_eq!(response.headers()["x-ratelimit-scope"], "user");
    assert_eq!(response.headers()["via"], "1.1 google", "it is not one of Cloudflare's");
    assert!(response.headers().contains_key("retry-after"));
    let body: Value = response.json().await.expect("JSON");
    assert_eq!(body["global"], false);
    assert!(body["retry_after"].as_f64().is_some_and(|s| s > 1.0));
    let other = format!("/channels/{}/messages", people.channel(1).await);
    assert_eq!(
        rest.post(&other, json!({ "content": "x" })).await.0,
        200,
        "another channel has its own bucket"
    );
    people.put("/-/rates", json!({ "on": false })).await;
    assert_eq!(rest.post(&path, json!({ "content": "x" })).await.0, 200);
}

/// What a refusal says of its bucket, by which interactions.py alone knows how long to wait. Source: Discord's own page on rate
/// limits, its examples of answers of 429 ("Topics/Rate Limits", 2026-11-23).
#[tokio::test]
async fn a_refusal_that_was_asked_for_has_the_headers_of_its_scope() {
    let (_playground, people, rest) = started(calm()).await;
    let rest = rest.hasty();
    let path = format!("/channels/{}/messages", people.channel(0).await);
    for (scope, told) in [
        ("user", Some(("5", "0", "7.500"))),
        ("shared", Some(("5", "4", "7.500"))),
        ("global", None),
    ] {
        let limited = json!({ "rate_limited": { "next": 1, "retry_after": 7.5, "scope": scope } });
        people.patch("/-/faults", limited).await;
        let sent = rest
            .request(Method::POST, &path)
            .json(&json!({ "content": "x" }))
            .send();
        let response = soon(sent).await.expect("an answer");
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        assert_eq!(
            (response.status().as_u16(), header("x-ratelimit-scope")),
            (429, Some(scope))
        );
        assert_eq!(header("retry-after"), Some("8"), "{scope}");
        let seen = header("x-ratelimit-limit")
            .zip(header("x-ratelimit-remaining"))
            .zip(header("x-ratelimit-reset-after"))
            .map(|((limit, remaining), after)| (limit, remaining, after));
        assert_eq!(seen, told, "{scope}");
    }
}

/// The hidden limit counts names and topics, and nothing else of a channel. Source: discord-api-docs issue #1900 and
/// docs/DISCORD.md, "Rate limits".
#[tokio::test]
async fn a_thread_is_archived_as_often_as_one_likes_and_renamed_twice() {
    let (_playground, people, rest) = started(calm()).await;
    let rest = rest.hasty();
    let threads = format!("/channels/{}/threads", people.channel(0).await);
    let (_, thread) = rest.post(&threads, json!({ "name": "room", "type": 11 })).await;
    let path = format!("/channels/{}", text(&thread["id"]));
    for archived in [true, false, true, false] {
        let (status, answer) = rest.patch(&path, json!({ "archived": archived })).await;
        assert_eq!(status, 200, "{answer}");
    }
    for (name, status) in [("den", 200), ("nook", 200), ("attic", 429)] {
        assert_eq!(rest.patch(&path, json!({ "name": name })).await.0, status, "{name}");
    }
    let (status, _) = rest.patch(&path, json!({ "archived": true })).await;
    assert_eq!(status, 200, "nor does the limit of names hold it up");
}

#[tokio::test]
async fn limits_can_be_set_while_it_runs() {
    let (_playground, people, rest) = started(calm()).await;
    let rest = rest.hasty();
    let usual = people.get("/-/rates").await;
    assert_eq!(usual["messages"], json!({ "limit": 5, "per_ms": 5_000 }));
    let path = format!("/channels/{}/messages", people.channel(0).await);
    let remaining = async || {
        let sent = rest
            .request(Method::POST, &path)
            .json(&json!({ "content": "x" }))
            .send();
        let response = soon(sent).await.expect("an answer");
        let left = response.headers().get("x-ratelimit-remaining");
        (
            response.status().as_u16(),
            left.map(|left| left.to_str().expect("a number").to_owned()),
        )
    };
    let few = json!({ "messages": { "limit": 2, "per_ms": 60_000 } });
    people.put("/-/rates", few.clone()).await;
    assert_eq!(remaining().await, (200, Some("1".into())));
    assert_eq!(remaining().await, (200, Some("0".into())));
    assert_eq!(remaining().await, (429, Some("0".into())));
    let faults = people.get("/-/faults").await;
    assert_eq!(
        (&faults["rates"]["messages"], &faults["rates_on"]),
        (&few["messages"], &json!(true))
    );

    // None of a change is made when a part of it is wrong, and the whole server has limits of its own.
    let half = json!({ "messages": { "limit": 9, "per_ms": 60_000 }, "global": null });
    let (status, refused) = people.call(Method::PUT, "/-/rates", half).await;
    assert_eq!(status, 400);
    assert!(text(&refused["error"]).contains("`global` must be"), "{refused}");
    assert_eq!(people.get("/-/rates").await["messages"], few["messages"]);
    people
        .put("/-/rates", json!({ "global": { "limit": 1, "per_ms": 60_000 } }))
        .await;
    let (status, body) = rest.get("/users/@me").await;
    assert_eq!((status, &body["global"]), (429, &json!(true)));

    people.put("/-/rates", json!({ "on": false })).await;
    assert_eq!(remaining().await, (200, None));
    people.delete("/-/faults?all=true").await;
    assert_eq!(people.get("/-/rates").await, usual);
}

#[tokio::test]
async fn storms_and_failures_can_be_ordered() {
    let (_playground, people, rest) = started(calm()).await;
    let rest = rest.hasty();
    let path = format!("/channels/{}/messages", people.channel(0).await);
    people
        .patch(
            "/-/faults",
            json!({ "rate_limited": { "next": 2, "retry_after": 0.1, "scope": "shared", "route": "POST /channels" } }),
        )
        .await;
    for _ in 0..2 {
        let (status, body) = rest.post(&path, json!({ "content": "x" })).await;
        assert_eq!(
            (status, &body["retry_after"], &body["message"]),
            (429, &json!(0.1), &json!("The resource is being rate limited."))
        );
        assert_eq!(rest.get("/users/@me").await.0, 200);
    }
    assert_eq!(rest.post(&path, json!({ "content": "x" })).await.0, 200);
    people
        .patch("/-/faults", json!({ "failing": { "next": 1, "status": 502 } }))
        .await;
    assert_eq!(rest.post(&path, json!({ "content": "lost" })).await.0, 502);
    people
        .patch("/-/faults", json!({ "failing": { "next": 1, "after": true } }))
        .await;
    assert_eq!(rest.post(&path, json!({ "content": "kept" })).await.0, 503);
    let (_, list) = rest.get(&path).await;
    assert_eq!(
        (&list[0]["content"], list.as_array().map(Vec::len)),
        (&json!("kept"), Some(2))
    );
    people
        .patch("/-/faults", json!({ "slow": { "share": 1, "ms": 300 } }))
        .await;
    let begun = std::time::Instant::now();
    rest.get("/users/@me").await;
    assert!(begun.elapsed() >= Duration::from_millis(300));
    people.delete("/-/faults").await;
    assert_eq!(people.get("/-/faults").await["slow"]["share"], 0.0);
    assert_eq!(
        people.call(Method::PATCH, "/-/faults", json!({ "flood": {} })).await.0,
        400
    );
}

#[tokio::test]
async fn moderators_take_messages_away() {
    let (playground, people, rest) = started(calm()).await;
    let rest = rest.hasty();
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    let (_, sent) = rest
        .post(&format!("/channels/{channel}/messages"), json!({ "content": "table" }))
        .await;
    let id = text(&sent["id"]);
    assert_eq!(
        people
            .call(
                Method::DELETE,
                &format!("/Ben/channels/{channel}/messages/{id}"),
                json!({})
            )
            .await
            .0,
        403
    );
    people.delete(&format!("/-/channels/{channel}/messages/{id}")).await;
    assert_eq!(bot.dispatch("MESSAGE_DELETE").await["id"], sent["id"]);
    let (status, gone) = rest
        .patch(&format!("/channels/{channel}/messages/{id}"), json!({ "content": "x" }))
        .await;
    assert_eq!((status, &gone["code"]), (404, &json!(10008)));
}

#[tokio::test]
async fn the_recorder_hears_both_sides() {
    let (playground, people, rest) = started(calm()).await;
    let rest = rest.hasty();
    let channel = people.channel(0).await;
    ready(&playground).await;
    rest.post(
        &format!("/channels/{channel}/messages"),
        json!({ "content": "on record" }),
    )
    .await;
    let heard = people.get("/-/traffic?limit=10000").await;
    let entries = heard["entries"].as_array().cloned().unwrap_or_default();
    let sent = entries
        .iter()
        .find(|e| e["body"]["content"] == "on record")
        .expect("the request");
    assert_eq!(
        (&sent["route"], &sent["status"]),
        (&json!("/channels/{channel_id}/messages"), &json!(200))
    );
    assert_eq!(sent["answer"]["content"], "on record");
    assert!(entries.iter().any(|e| e["from"] == "bot" && e["frame"]["op"] == 2));
    assert!(
        entries
            .iter()
            .any(|e| e["from"] == "playground" && e["frame"]["t"] == "READY")
    );
    assert_eq!(playground.traffic(0, 10_000)["next"], heard["next"]);
}
