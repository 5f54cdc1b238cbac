//! What comes back, read and sorted.

pub(super) mod played;

use reqwest::StatusCode;
use serde_json::json;

use super::*;

fn sorted(status: u16, body: Value) -> Failure {
    classify(StatusCode::from_u16(status).expect("a status"), &body, None)
}

#[test]
fn of_a_reply_its_number_is_read_and_nothing_else() {
    let reply = |body: &str| Reply {
        bytes: body.as_bytes().to_vec(),
    };
    let whole = r#"{"content":"{\"id\":\"7\"}","author":{"id":"8"},"id":"9","embeds":[{"id":1}]}"#;
    assert_eq!(reply(whole).number(), Ok(9));
    assert_eq!(reply(whole).body()["author"]["id"], "8");
    for without in ["", "null", "[]", "{}", r#"{"id":9}"#, r#"{"id":"nine"}"#, "<html>"] {
        assert!(
            matches!(reply(without).number(), Err(Failure::Unreachable(_))),
            "{without}"
        );
    }
    assert_eq!(reply("<html>").body(), Value::Null);
}

#[test]
fn failures_are_sorted_by_what_to_do_about_them() {
    assert_eq!(sorted(404, json!({"code": 10008})), Failure::GoneMessage);
    assert_eq!(sorted(404, json!({"code": 10003})), Failure::GoneChannel);
    assert_eq!(sorted(403, json!({"code": 50001})), Failure::NoAccess { code: 50001 });
    assert_eq!(sorted(403, json!({"code": 50013})), Failure::NoAccess { code: 50013 });
    assert_eq!(sorted(403, json!({"code": 50007})), Failure::ClosedDm);
    assert_eq!(sorted(404, json!({"code": 10062})), Failure::GoneInteraction);
    assert_eq!(sorted(401, json!({"code": 50027})), Failure::GoneInteraction);
    assert_eq!(sorted(400, json!({"code": 40060})), Failure::Answered);
    assert_eq!(sorted(429, json!({"code": 30046, "retry_after": 9.5})), Failure::Worn);
    assert_eq!(sorted(400, json!({"code": 160_006})), Failure::TooManyThreads);
    assert_eq!(
        sorted(503, json!({"code": 130_000})),
        Failure::Unreachable("status 503".to_owned())
    );
    assert_eq!(sorted(502, Value::Null), Failure::Unreachable("status 502".to_owned()));
}

#[test]
fn a_limit_says_how_long_and_how_wide() {
    let shared = sorted(429, json!({"message": "slow", "retry_after": 1.5, "global": false}));
    assert_eq!(
        shared,
        Failure::Limited {
            after: Duration::from_millis(1500),
            global: false
        }
    );
    let global = sorted(429, json!({"message": "slow", "retry_after": 0.25, "global": true}));
    assert_eq!(
        global,
        Failure::Limited {
            after: Duration::from_millis(250),
            global: true
        }
    );
    let foreign = classify(
        StatusCode::TOO_MANY_REQUESTS,
        &Value::Null,
        Some(Duration::from_secs(7)),
    );
    assert_eq!(
        foreign,
        Failure::Limited {
            after: Duration::from_secs(7),
            global: false
        }
    );
}

#[test]
fn a_refusal_without_a_reason_passes() {
    for status in [400, 403, 404, 408] {
        let page = classify(StatusCode::from_u16(status).expect("a status"), &Value::Null, None);
        assert!(matches!(page, Failure::Unreachable(_)), "{status}: {page:?}");
    }
    for status in [401, 413] {
        let page = classify(StatusCode::from_u16(status).expect("a status"), &Value::Null, None);
        assert!(matches!(page, Failure::Refused { .. }), "{status}: {page:?}");
    }
    for (status, code) in [(403, 0), (408, 0), (403, 40333)] {
        let blocked = sorted(status, json!({"message": "no", "code": code}));
        assert!(matches!(blocked, Failure::Unreachable(_)), "{blocked:?}");
    }
    for (status, code) in [(400, 50035), (401, 0), (404, 0), (405, 0)] {
        let refused = sorted(status, json!({"message": "no", "code": code}));
        assert!(matches!(refused, Failure::Refused { .. }), "{refused:?}");
    }
}

#[test]
fn a_refused_form_names_paths_and_no_values() {
    let body = json!({"code": 50035, "message": "Invalid Form Body", "errors":
        {"components": {"0": {"_errors": [{"code": "BASE_TYPE_REQUIRED", "message": "secret"}]}}}});
    let Failure::Refused { what, .. } = sorted(400, body) else {
        panic!("not refused")
    };
    assert_eq!(what, "Invalid Form Body; /components/0: BASE_TYPE_REQUIRED");
}

/// A server that takes one request, answers it with these bytes, and gives what it was asked.
async fn heard_by(answer: &'static str) -> (Api, tokio::task::JoinHandle<String>) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let base = format!("http://{}", listener.local_addr().expect("its address"));
    let heard = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("somebody asks");
        let mut asked = Vec::new();
        while !asked.windows(4).any(|end| end == b"\r\n\r\n") {
            assert!(stream.read_buf(&mut asked).await.expect("it reads") > 0);
        }
        stream.write_all(answer.as_bytes()).await.expect("it answers");
        String::from_utf8(asked).expect("a head is text")
    });
    (Api::new("MTIz.a.b", &base).expect("a client"), heard)
}

/// Source: Discord's docs, API Reference, "User Agent" (2026-08-06).
#[tokio::test]
async fn every_request_names_the_bot_as_discord_wants_it() {
    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";
    // In the bot's own name, and by an interaction's token.
    for path in ["/gateway/bot", "/webhooks/1/token/messages/@original"] {
        let (api, heard) = heard_by(answer).await;
        api.call(Method::GET, path, None).await.expect("an answer");
        let heard = heard.await.expect("it was asked");
        let named = heard.lines().find_map(|line| line.strip_prefix("user-agent: "));
        let inner = named
            .and_then(|named| named.strip_prefix("DiscordBot (")?.strip_suffix(')'))
            .unwrap_or_else(|| panic!("{path}: {heard}"));
        let (url, version) = inner.split_once(", ").expect("an address and a version");
        let url = reqwest::Url::parse(url).expect("an address");
        assert!(url.scheme() == "https" && url.has_host(), "{url}");
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
    }
}

/// Source: discord-api-docs issue #5385 (2022-08-29), for what a banned address is answered.
#[tokio::test]
async fn a_ban_without_a_body_of_discords_is_known_by_its_header_and_told() {
    let (api, _) = heard_by(
        "HTTP/1.1 429 Too Many Requests\r\nretry-after: 3600\r\ncontent-length: 16\r\nconnection: close\r\n\r\nerror code: 1015",
    )
    .await;
    let bans = api.apart().expect("a client").bans();
    assert!(!bans.has_changed().expect("it is watched"));
    let failure = api.call(Method::GET, "/gateway/bot", None).await.err();
    let after = Duration::from_secs(3600);
    assert_eq!(failure, Some(Failure::Limited { after, global: false }));
    assert!(bans.has_changed().expect("it is watched"), "wherever it was met");
    let left = bans.borrow().saturating_duration_since(Instant::now());
    assert!(left > Duration::from_secs(3500) && left <= after, "{left:?}");

    let (api, _) = heard_by(
        "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 37\r\nconnection: close\r\n\r\n{\"retry_after\": 3600, \"global\": false}",
    )
    .await;
    let bans = api.bans();
    api.call(Method::GET, "/gateway/bot", None)
        .await
        .err()
        .expect("a limit");
    assert!(
        !bans.has_changed().expect("it is watched"),
        "a limit of one route shuts nobody out"
    );
}
