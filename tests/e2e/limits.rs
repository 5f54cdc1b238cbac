//! Discord's own limits, with many tables in play: it takes fifty requests a second of a bot, and bans an address to which it
//! had to say too often that it was too fast.

use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::emojis;
use super::many::{self, Heard, rests};
use super::stage::{Setup, Stage};

/// Tables of two.
const TABLES: usize = 120;
/// How many bad answers there may be in all that happens here.
const MOST: usize = 10;
/// When nothing was sent for so long, nothing more is to be sent: nobody thinks longer about what comes next.
const CALM: Duration = Duration::from_secs(2);
/// Whoever is awaited is reminded after so long.
const REMINDED: Duration = Duration::from_secs(16);
/// So many moves a second, for so many seconds.
const MOVES: u32 = 20;
const SECONDS: u32 = 15;

/// With a clock at every table the time that the bot was away is given back, and every message with a deadline has moved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn neither_a_restart_nor_a_reconnection_nor_a_rush_is_too_much_for_discord() {
    let setup = Setup::of(0).channels(TABLES).crowd(TABLES * many::SEATS);
    let mut stage = Stage::open(setup).await;
    let mut tables = many::open(&stage, TABLES).await;
    tokio::time::sleep(REMINDED).await;
    // The next process does not know how many emojis Discord still takes.
    emojis::are_uploaded(&stage).await;
    let (_, begun) = rests(&stage, 0, CALM).await;

    let (status, _) = stage.end_bot().await;
    assert!(status.success(), "{}", stage.log());
    stage.start_bot().await;
    let (restarted, next) = rests(&stage, begun, CALM).await;
    stage.gateway(json!({ "do": "reconnect" })).await;
    let (reconnected, next) = rests(&stage, next, CALM).await;
    rush(&mut tables).await;
    let (rushed, _) = rests(&stage, next, CALM).await;
    println!("after a restart {restarted:?}, a reconnection {reconnected:?}, a rush {rushed:?}");
    assert_eq!(
        restarted,
        Heard::default(),
        "after a restart every message reads the same"
    );
    assert_eq!(reconnected, Heard::default(), "after a reconnection, too");
    assert!(rushed.written > (MOVES * SECONDS) as usize, "what was played is shown");
    assert!(rushed.bad <= MOST, "{rushed:?}");
    shown(&stage, &tables).await;
    stage.close().await;
}

/// So many moves a second, each at another table.
async fn rush(tables: &mut Vec<many::Table>) {
    let begun = Instant::now();
    let mut moving = JoinSet::new();
    let mut made = 0;
    for nth in 0..MOVES * SECONDS {
        tokio::time::sleep_until(begun + Duration::from_secs(1) / MOVES * nth).await;
        while let Some(table) = moving.try_join_next() {
            tables.push(table.expect("no move panics"));
        }
        // The one that has moved longest ago.
        let mut table = tables.remove(0);
        moving.spawn(async move {
            table.moves().await;
            table
        });
        made += 1;
    }
    while let Some(table) = moving.join_next().await {
        tables.push(table.expect("no move panics"));
    }
    assert_eq!(made, MOVES * SECONDS);
}

/// In the end every table's message says whose turn it is.
async fn shown(stage: &Stage, tables: &[many::Table]) {
    for table in tables {
        let messages = stage.owner.messages(&table.channel, 5).await;
        let awaited = &table.people[table.moves % many::SEATS];
        let told = messages
            .iter()
            .any(|message| message.has(&format!("Waiting for {awaited}")));
        assert!(
            told,
            "{} after {} moves: {:?}",
            table.channel,
            table.moves,
            messages.first().map(|one| one.text())
        );
    }
}
