//! The endpoint as the internet sees it.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::StatusCode;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::super::{
    EndpointConfig, Gate, HELD, Intake, LARGEST, PATIENCE, Refused, RunError, check, connections, router,
};
use super::{NOW, SIGNATURE, Sent, TIMESTAMP, key, public};
use crate::discord::gateway::dispatch::Dispatch;

/// An endpoint of a bot that is not connected yet.
async fn serve() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = listener.local_addr().expect("its address");
    tokio::spawn(async move { connections::serve(listener, router(intake()), &Gate::default()).await });
    at
}

fn intake() -> Intake {
    Intake {
        public_key: public(&key(1)),
        dispatch: Dispatch::default(),
        room: Arc::new(Semaphore::new(HELD)),
        now: || NOW,
    }
}

async fn sent(at: SocketAddr, sent: Sent) -> (u16, String) {
    sent_to(at, "interactions", sent).await
}

async fn sent_to(at: SocketAddr, path: &str, sent: Sent) -> (u16, String) {
    let request = reqwest::Client::new().post(format!("http://{at}/{path}"));
    let response = request
        .headers(sent.headers)
        .body(sent.body)
        .send()
        .await
        .expect("an answer");
    (response.status().as_u16(), response.text().await.expect("a text"))
}

/// Source: Discord's docs, Webhook Events, "Preparing for Events" (2026-11-26).
#[tokio::test]
async fn an_event_is_taken_from_discord_alone() {
    let (at, discord) = (serve().await, key(1));
    let gone = |user| json!({ "type": 1, "event": { "type": "APPLICATION_DEAUTHORIZED", "data": { "user": user } } });
    let other = json!({ "type": 1, "event": { "type": "ENTITLEMENT_CREATE", "data": {} } });
    let ping = json!({ "version": 1, "application_id": "7", "type": 0 });
    let zoe = gone(json!({ "id": "814159265358979323" }));
    // The bot of this endpoint is not connected yet, so Discord has to send again what needs the bot.
    for (body, status) in [
        (&ping, 204),
        (&other, 204),
        (&zoe, 503),
        (&gone(json!({})), 400),
        (&json!({}), 400),
    ] {
        let signed = Sent::signed(&discord, NOW, body.to_string().as_bytes());
        assert_eq!(sent_to(at, "events", signed).await, (status, String::new()), "{body}");
        let forged = Sent::signed(&key(2), NOW, body.to_string().as_bytes());
        assert_eq!(sent_to(at, "events", forged).await, (401, String::new()));
    }
}

#[tokio::test]
async fn a_ping_gets_a_pong_and_who_has_not_signed_gets_no_word() {
    let (at, discord) = (serve().await, key(1));
    let ping = br#"{"type":1}"#;
    assert_eq!(
        sent(at, Sent::signed(&discord, NOW, ping)).await,
        (200, r#"{"type":1}"#.to_owned())
    );
    let pressed = json!({ "type": 3, "id": "1", "token": "hush" }).to_string();
    let signed = |body: &[u8]| Sent::signed(&discord, NOW, body);
    let mut unsigned = signed(ping);
    unsigned.headers.remove(SIGNATURE);
    let mut other = signed(ping);
    other.body = pressed.clone().into_bytes();
    let mut late = signed(ping);
    late.set(TIMESTAMP, &(NOW + 1).to_string());
    let refused = [
        unsigned,
        other,
        late,
        Sent::signed(&key(2), NOW, ping),
        Sent::signed(&discord, NOW - 100, ping),
    ];
    for request in refused {
        assert_eq!(sent(at, request).await, (401, String::new()));
    }
    // What is signed and cannot be done now, or ever.
    for (body, status) in [("", 400), ("[]", 400), (&pressed, 400), (r#"{"type":250}"#, 400)] {
        assert_eq!(
            sent(at, signed(body.as_bytes())).await,
            (status, String::new()),
            "{body}"
        );
    }
    let command = json!({
        "id": "1", "application_id": "2", "type": 2, "token": "hush", "version": 1, "channel_id": "3", "locale": "en-US",
        "entitlements": [], "authorizing_integration_owners": {}, "app_permissions": "0", "context": 1,
        "attachment_size_limit": 10_485_760,
        "user": { "id": "4", "username": "ana", "discriminator": "0", "avatar": null },
        "data": { "id": "5", "name": "help", "type": 1 },
    });
    let command = sent(at, signed(command.to_string().as_bytes())).await;
    assert_eq!(command, (StatusCode::SERVICE_UNAVAILABLE.as_u16(), String::new()));
}

#[tokio::test]
async fn nothing_else_is_served_there() {
    let at = serve().await;
    for (path, status) in [
        ("/interactions", 405),
        ("/", 404),
        ("/metrics", 404),
        ("/health/ready", 404),
    ] {
        let response = reqwest::get(format!("http://{at}{path}")).await.expect("an answer");
        assert_eq!(
            (response.status().as_u16(), response.text().await.expect("a text")),
            (status, String::new())
        );
    }
}

/// The first line of the answer to a request that announces so many bytes and sends two.
async fn begun(at: SocketAddr, length: usize) -> String {
    let request = Sent::signed(&key(1), NOW, b"{}");
    let mut stream = TcpStream::connect(at).await.expect("a connection");
    let head = format!(
        "POST /interactions HTTP/1.1\r\nhost: here\r\ncontent-length: {length}\r\n{SIGNATURE}: {}\r\n{TIMESTAMP}: {NOW}\r\n\r\n{{}}",
        request.get(&SIGNATURE),
    );
    stream.write_all(head.as_bytes()).await.expect("it is sent");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_body_that_is_too_large_or_never_ends_is_refused() {
    let at = serve().await;
    let begin = std::time::Instant::now();
    assert_eq!(begun(at, LARGEST + 1).await, "HTTP/1.1 401");
    assert!(begin.elapsed() < PATIENCE, "it is not read");
    assert_eq!(begun(at, 9).await, "HTTP/1.1 401");
    // And it is the body that was missing.
    assert_eq!(begun(at, 2).await, "HTTP/1.1 400");
}

#[tokio::test]
async fn bodies_take_no_more_than_their_room_together_and_give_it_back() {
    let intake = Intake {
        room: Arc::new(Semaphore::new(10)),
        ..intake()
    };
    let held = intake.read(Body::from("12345678")).await.expect("there is room");
    assert_eq!(held.0, "12345678");
    assert_eq!(
        intake.read(Body::from("123")).await.map(|(body, _)| body),
        Err(Refused::Body)
    );
    assert!(intake.read(Body::from("12")).await.is_ok(), "what fits is taken");
    drop(held);
    assert!(intake.read(Body::from("1234567890")).await.is_ok());
    assert!(intake.read(Body::empty()).await.is_ok());
}

#[tokio::test]
async fn who_holds_many_connections_and_says_nothing_keeps_nobody_out_for_long() {
    let (at, ping) = (serve().await, Sent::signed(&key(1), NOW, br#"{"type":1}"#));
    let mut silent = Vec::new();
    for _ in 0..300 {
        silent.push(TcpStream::connect(at).await.expect("a connection"));
    }
    assert_eq!(sent(at, ping).await.0, 200);
    // The first of them was let go.
    assert_eq!(silent[0].read(&mut [0; 1]).await.unwrap_or(0), 0);
}

#[test]
fn a_key_of_another_application_ends_a_start() {
    let config = |number| EndpointConfig {
        public_key: public(&key(number)),
        address: SocketAddr::from(([127, 0, 0, 1], 8080)),
    };
    let application =
        json!({ "verify_key": format!("{:?}", public(&key(1))), "interactions_endpoint_url": "https://example.org" });
    assert!(check(&application, Some(&config(1))).is_ok() && check(&application, None).is_ok());
    let error = check(&application, Some(&config(2))).expect_err("another key");
    assert!(matches!(error, RunError::PublicKey), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("WHISTLE_PUBLIC_KEY is another application's"),
        "{error}"
    );
}
