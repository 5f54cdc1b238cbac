//! Being told to end when nothing goes smoothly: it is over within five seconds, and whatever people were told still holds.

use futures_util::future::join_all;
use serde_json::json;
use sqlx::{Connection, SqliteConnection};

use super::person::Person;
use super::reading::Message;
use super::robots::Robots;
use super::stage::{Allowed, FAREWELL, Setup, Stage};
use super::table_steps::{begin, see_through};

/// Every channel has a table at which two people have written their first digits. Gives their panels.
async fn tables(stage: &Stage, channels: usize) -> Vec<Message> {
    let mut panels = Vec::new();
    for (channel, pair) in stage.people.chunks(2).take(channels).enumerate() {
        let channel = stage.channel(channel).await;
        begin(&channel, &pair[0], &pair[1..], json!({ "games": 1 })).await;
        for person in pair {
            let choosing = |panel: &Message| !panel.choices().is_empty();
            panels.push(person.panel_when(&channel, "something to choose", choosing).await);
        }
    }
    panels
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_waits_for_nobody_who_does_not_answer() {
    const TABLES: usize = 6;
    let mut stage = Stage::open(Setup::of(2 * TABLES).channels(TABLES)).await;
    let panels = tables(&stage, TABLES).await;
    // Nothing that goes to Discord is answered, and nobody lets the bot write down anything.
    stage.trouble(json!({ "slow": { "share": 1.0, "ms": 60_000 } })).await;
    let file = format!("sqlite://{}", stage.folder.path().join("whistle.db").display());
    let mut other = SqliteConnection::connect(&file).await.expect("the database");
    let locked = sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await;
    locked.expect("nobody else writes just now");
    let presses = stage.people.iter().zip(&panels).map(|(person, panel)| {
        let press = json!({
            "channel": panel.channel(), "message": panel.id(), "custom_id": panel.choices()[0].custom_id, "wait": "none",
        });
        person.attempt("press", press)
    });
    join_all(presses).await;
    let (status, took) = stage.end_bot().await;
    assert!(status.success(), "{status}");
    assert!(took < FAREWELL, "the bot ends within {FAREWELL:?}, not {took:?}");
    eprintln!("told to end with {TABLES} tables, a silent Discord and a locked database, the bot took {took:?}");

    other.close().await.expect("it is unlocked");
    stage.calm().await;
    stage.start_bot().await;
    let goes_on = async |number: usize, pair: &[Person]| {
        let channel = stage.channel(number).await;
        let robots = Robots::chatting(&channel, pair, 51);
        see_through(&channel, &pair[0]).await;
        robots.stop().await;
    };
    let pairs = stage.people.chunks(2).enumerate();
    join_all(pairs.map(|(number, pair)| goes_on(number, pair))).await;
    let allowed = Allowed {
        silence: true,
        errors: true,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
}
