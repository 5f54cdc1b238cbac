//! A gateway that keeps connections alive and begins no session over them. The bot runs within the test, for it has far less
//! patience here than it has otherwise.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use whistle::discord;
use whistle::playground::{Config, GatewayConfig, Playground, start};

use super::person::{Line, PATIENCE};

/// How often the bot said this to the gateway.
fn said(playground: &Playground, op: u64) -> usize {
    let traffic = playground.traffic(0, usize::MAX);
    let entries: &[Value] = traffic["entries"].as_array().map_or(&[], Vec::as_slice);
    let own = entries.iter().filter(|entry| entry["from"] == "bot");
    own.filter(|entry| entry["frame"]["op"] == op).count()
}

async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, waiting).await;
    waited.unwrap_or_else(|_| panic!("waited in vain for {what}"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gateway_that_answers_neither_resume_nor_identify_is_left_for_a_new_session() {
    const RESUME: u64 = 6;
    const IDENTIFY: u64 = 2;
    let playground = start(Config {
        gateway: GatewayConfig {
            identify_window: Duration::ZERO,
            heartbeat: Duration::from_millis(300),
            ..GatewayConfig::default()
        },
        ..Config::default()
    });
    let playground = playground.await.expect("a playground starts");
    let line = Line {
        base: playground.people_url(),
        http: reqwest::Client::new(),
    };
    let connected = async || line.get("/-/gateway").await["connected"] == 1;
    let gateway = async |what: &str| line.must(Method::POST, "/-/gateway", json!({ "do": what })).await;

    let folder = tempfile::tempdir().expect("a folder");
    let mut config = discord::Config::new(playground.token(), folder.path().join("whistle.db"));
    config.api_base = Some(playground.base_url());
    config.anew_after = Duration::from_secs(2);
    let (stop, stopped) = oneshot::channel::<()>();
    let bot = tokio::spawn(discord::run_until(config, async { drop(stopped.await) }));
    until("the bot", &connected).await;
    assert_eq!((said(&playground, IDENTIFY), said(&playground, RESUME)), (1, 0));

    gateway("mute").await;
    until("another session", async || said(&playground, IDENTIFY) > 1).await;
    assert!(said(&playground, RESUME) > 0, "the old one was to be taken up first");
    assert!(!connected().await, "nobody has answered");
    gateway("open").await;
    until("the bot, in a session of its own again", &connected).await;
    stop.send(()).expect("the bot runs");
    bot.await
        .expect("it does not panic")
        .expect("it stops when it is told to");
    playground.stop().await;
}
