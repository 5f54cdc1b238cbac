//! Renewals that do not go as they should, and those of several shards.

use std::time::Duration;

use serde_json::{Value, json};

use super::stage::{Allowed, Setup, Stage};

/// The frames that bots have sent to begin a session, and to resume one.
fn begun_and_resumed(stage: &Stage) -> (usize, usize) {
    let traffic = stage.traffic();
    let sent = |op: u64| {
        let frames = traffic.iter().filter(|entry| entry["from"] != "playground");
        frames.filter(|entry| entry["frame"]["op"] == op).count()
    };
    (sent(2), sent(6))
}

/// Somebody asks the bot for something, and is answered.
async fn is_answered(stage: &Stage) {
    let channel = stage.channel(0).await;
    let answer = stage.people[0].run(&channel, "help", json!({})).await;
    answer.private();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_next_bot_that_cannot_start_changes_nothing() {
    let mut stage = Stage::open(Setup::of(1)).await;
    let (status, said) = stage.fail_to_renew(&[("DISCORD_TOKEN", "MTIz.wrong.token")]).await;
    assert!(!status.success(), "{said}");
    is_answered(&stage).await;
    assert_eq!(begun_and_resumed(&stage), (1, 0), "nothing was handed over");
    let status = stage.renew_bot().await;
    assert!(status.success());
    stage.until_sessions(1).await;
    is_answered(&stage).await;
    assert_eq!(begun_and_resumed(&stage), (1, 1));
    let strangers = Allowed {
        strangers: true,
        ..Allowed::default()
    };
    stage.close_but(strangers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_goes_on_if_the_next_one_ends_in_the_middle() {
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _};
    let stage = Stage::open(Setup::of(1)).await;
    for _ in 0..2 {
        let socket = stage.folder.path().join("whistle.db-renew");
        let connected = tokio::net::UnixStream::connect(&socket).await.expect("the bot listens");
        let mut next = tokio::io::BufReader::new(connected);
        let mut greeting = String::new();
        next.read_line(&mut greeting).await.expect("a greeting");
        assert_eq!(greeting, "whistle renewal 1\n");
        next.write_all(b"ready\n").await.expect("it is heard");
        next.read_line(&mut greeting).await.expect("the sessions beside");
        let mut sessions = String::new();
        next.read_line(&mut sessions).await.expect("the sessions");
        let sessions: Value = serde_json::from_str(&sessions).expect("JSON");
        assert_eq!(sessions.as_array().map(Vec::len), Some(1));
        drop(next);
        is_answered(&stage).await;
        stage.until_sessions(1).await;
        // It listens again as soon as it serves again.
        let again = async || socket.exists().then_some(());
        stage.owner.until("the bot listens", again).await;
    }
    assert_eq!(begun_and_resumed(&stage), (1, 2), "it went on with its own session");
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_third_bot_starts_as_ever_when_both_have_died() {
    let mut stage = Stage::open(Setup::of(1)).await;
    stage.kill_bot().await;
    // The socket of the dead bot is still there.
    assert!(stage.folder.path().join("whistle.db-renew").exists());
    stage.start_bot().await;
    is_answered(&stage).await;
    let status = stage.renew_bot().await;
    assert!(status.success());
    stage.until_sessions(1).await;
    stage.kill_bot().await;
    stage.start_bot().await;
    is_answered(&stage).await;
    stage
        .close_but(Allowed {
            silence: true,
            ..Allowed::default()
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_shards_are_handed_over_at_once() {
    let mut stage = Stage::open(Setup::of(1).shards(2)).await;
    // serenity leaves five seconds between two shards.
    stage.until_sessions(2).await;
    for _ in 0..2 {
        let status = stage.renew_bot().await;
        assert!(status.success());
        stage.until_sessions(2).await;
        // On the second shard.
        let asked = tokio::time::timeout(Duration::from_secs(3), is_answered(&stage));
        asked.await.expect("nobody waits for a shard");
    }
    assert_eq!(begun_and_resumed(&stage), (2, 4));
    stage.close().await;
}
