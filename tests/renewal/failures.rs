//! Renewals that do not go as they should, those of several shards, and what a renewal does to clocks.

use std::time::Duration;

use serde_json::{Value, json};
use whistle::store::Store;

use super::stage::{Allowed, Setup, Stage};
use super::wire::moment;

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
    let (status, said) = stage.fail_to_renew(&[("DISCORD_TOKEN", "wrong")]).await;
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

/// serenity asks for the gateway beside the bot, gives up at once, and takes Discord's own address.
#[tokio::test(flavor = "multi_thread")]
async fn a_next_bot_whose_library_is_told_of_no_gateway_connects_where_the_bot_was_told() {
    let mut stage = Stage::open(Setup::of(1)).await;
    let limited = json!({ "share": 1.0, "route": "GET /gateway$", "retry_after": 0.2, "scope": "global" });
    stage.trouble(json!({ "rate_limited": limited })).await;
    let status = stage.renew_bot().await;
    assert!(status.success(), "{}", stage.log());
    stage.until_sessions(1).await;
    is_answered(&stage).await;
    stage.calm().await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_next_bot_that_cannot_have_its_addresses_changes_nothing() {
    let stranger = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = stranger.local_addr().expect("its address").to_string();
    let mut stage = Stage::open(Setup::of(1)).await;
    let key = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";
    let settings = [
        vec![("WHISTLE_HTTP", taken.as_str())],
        vec![("WHISTLE_INTERACTIONS", taken.as_str()), ("WHISTLE_PUBLIC_KEY", key)],
    ];
    for environment in settings {
        let (status, said) = stage.fail_to_renew(&environment).await;
        let sentence = format!("{}: nothing can listen on {taken}", environment[0].0);
        assert!(!status.success() && said.contains(&sentence), "{said}");
        is_answered(&stage).await;
    }
    assert_eq!(begun_and_resumed(&stage), (1, 0), "nothing was handed over");
    stage.close_but(failing()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_next_bot_that_would_change_the_schema_changes_nothing() {
    use sqlx::Connection as _;
    let mut stage = Stage::open(Setup::of(1)).await;
    let url = format!("sqlite://{}", stage.folder.path().join("whistle.db").display());
    let mut file = sqlx::SqliteConnection::connect(&url).await.expect("the file opens");
    let earlier = "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)";
    let earlier = sqlx::query(earlier)
        .execute(&mut file)
        .await
        .expect("an earlier schema");
    assert_eq!(earlier.rows_affected(), 1);
    file.close().await.expect("it closes");
    let (status, said) = stage.fail_to_renew(&[]).await;
    assert_eq!(status.code(), Some(78), "another start would not mend it\n{said}");
    assert!(said.contains("changes the schema") && said.contains("stop"), "{said}");
    is_answered(&stage).await;
    assert_eq!(begun_and_resumed(&stage), (1, 0), "nothing was handed over");
    stage.close_but(failing()).await;
}

/// A bot that could not start says why, and so leaves an error behind.
fn failing() -> Allowed {
    Allowed {
        errors: true,
        ..Allowed::default()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_presses_by_http_or_asks_for_health_never_finds_a_closed_address() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = free.local_addr().expect("its address").to_string();
    drop(free);
    let mut stage = Stage::open(Setup::of(1).by_http()).await;
    assert!(stage.end_bot().await.0.success());
    let environment = [("WHISTLE_HTTP", address.as_str())];
    stage.start_bot_with(&environment).await;
    let channel = stage.channel(0).await;
    let (person, done) = (stage.people[0].clone(), tokio_util::sync::CancellationToken::new());
    let pressing = tokio::spawn({
        let done = done.clone();
        async move {
            let mut asked = 0;
            while !done.is_cancelled() {
                person.run(&channel, "help", json!({})).await.private();
                asked += 1;
            }
            asked
        }
    });
    let health = format!("http://{address}/health/live");
    let asking = tokio::spawn({
        let done = done.clone();
        async move {
            while !done.is_cancelled() {
                let answer = reqwest::get(&health).await.expect("somebody listens");
                assert_eq!(answer.text().await.expect("a text"), "ok\n");
            }
        }
    });
    for _ in 0..3 {
        assert!(stage.renew_bot_with(&environment).await.success());
        stage.until_sessions(1).await;
    }
    done.cancel();
    asking.await.expect("every question is answered");
    assert!(pressing.await.expect("every press is answered") > 3);
    assert_eq!(begun_and_resumed(&stage), (2, 3));
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_goes_on_if_the_next_one_ends_in_the_middle() {
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _};
    let stage = Stage::open(Setup::of(1)).await;
    // Whom the bot answers it has heard on a session that it knows: only such a one can be handed over.
    is_answered(&stage).await;
    for _ in 0..2 {
        let socket = stage.folder.path().join("whistle.db-renew");
        let connected = tokio::net::UnixStream::connect(&socket).await.expect("the bot listens");
        let mut next = tokio::io::BufReader::new(connected);
        let mut greeting = String::new();
        next.read_line(&mut greeting).await.expect("a greeting");
        assert_eq!(greeting, "whistle renewal 2\n");
        next.write_all(b"ready\n").await.expect("it is heard");
        next.read_line(&mut greeting).await.expect("the sessions beside");
        let mut sessions = String::new();
        next.read_line(&mut sessions).await.expect("the sessions");
        let sessions: Value = serde_json::from_str(&sessions).expect("JSON");
        assert_eq!(sessions.as_array().map(Vec::len), Some(1));
        drop(next);
        stage.until_sessions(1).await;
        is_answered(&stage).await;
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
    // The second shard waits for its turn to begin a session.
    stage.until_sessions(2).await;
    // The second shard answers, so its session is known too.
    is_answered(&stage).await;
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

/// When the clock of the table in a channel runs out, in milliseconds since the epoch.
async fn deadline(stage: &Stage, channel: &str) -> i64 {
    let database = stage.folder.path().join("whistle.db");
    let store = Store::open(&database).await.expect("the store opens");
    let channel = channel.parse().expect("a number");
    let table = store
        .last_table_at(channel)
        .await
        .expect("it answers")
        .expect("a table");
    let stored = store.load(table).await.expect("it answers").expect("it is stored");
    store.close().await;
    let clocks = stored.timers.iter().filter(|timer| timer.gives_back);
    clocks.map(|timer| timer.at).max().expect("a clock")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_gets_the_gap_back_and_no_more() {
    /// How long the bot takes at most to find out that it hears people, in milliseconds, on a busy machine.
    const FINDS_OUT: i64 = 1500;
    let mut stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let options = json!({ "first": "host", "clock": 86_400, "size": 12 });
    let lobby = stage.people[0].run(&channel, "binary start", options).await.public();
    assert!(stage.people[1].press(&lobby, "Join").await.came());
    assert!(stage.people[0].press(&lobby, "Start").await.came());
    let before = deadline(&stage, &channel).await;
    assert!(stage.renew_bot().await.success());
    stage.until_sessions(1).await;
    let mut after = before;
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let last = std::mem::replace(&mut after, deadline(&stage, &channel).await);
        if last == after && last > before {
            break;
        }
    }
    let traffic = stage.traffic();
    let left = traffic
        .iter()
        .find(|entry| entry["kind"] == "line" && entry["event"] == "closed");
    let back = traffic.iter().find(|entry| entry["frame"]["t"] == "RESUMED");
    let gap = moment(back.expect("a session goes on")) - moment(left.expect("a bot has left"));
    let given = after - before;
    assert!(given <= gap + FINDS_OUT, "{given} ms were given for {gap}");
    stage.close().await;
}
