//! Somebody who presses faster than anybody can be answered: it is their own trouble, and nobody else's.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::person::Person;
use super::reading::Message;
use super::robots::Robots;
use super::stage::{Allowed, Setup, Stage};
use super::table_steps::{begin, see_through};

/// What is said to them.
const TOO_MUCH: &str = "more at once than I can follow";

/// Presses a button over and over, each press delivered twice, in many windows at once. Waits for no answer.
async fn flood(eve: &Person, table: &Message, custom_id: &str) {
    const WINDOWS: usize = 60;
    const PRESSES: usize = 5;
    let body = json!({
        "channel": table.channel(), "message": table.id(), "custom_id": custom_id, "deliveries": 2, "wait": "none",
        "forge": true,
    });
    join_all((0..WINDOWS).map(|_| async {
        for _ in 0..PRESSES {
            assert!(eve.attempt("press", body.clone()).await.is_some(), "the press is sent");
        }
    }))
    .await;
}

/// How often one person was told that it is too much.
fn told(traffic: &[Value]) -> usize {
    let answers = traffic.iter().filter(|entry| entry["kind"] == "rest");
    let said = answers.filter(|entry| entry["body"].to_string().contains(TOO_MUCH));
    said.count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_presses_is_told_so_and_holds_nobody_else_up() {
    flood_of_presses(Setup::of(3)).await;
}

pub(crate) async fn flood_of_presses(setup: Setup) {
    let stage = Stage::open(setup).await;
    let channel = stage.channel(0).await;
    let (eve, players) = stage.people.split_last().expect("people");
    let table = begin(&channel, &players[0], &players[1..], json!({ "games": 1 })).await;
    let button = table.button("Rules").or_else(|| table.button("My sheet"));
    let custom_id = button.expect("a button").custom_id;
    let robots = Robots::chatting(&channel, players, 31);
    let others = see_through(&channel, &players[0]);
    // That the players were answered in time is examined when the stage is closed, and the robots wait for their answers.
    tokio::join!(flood(eve, &table, &custom_id), others);
    robots.stop().await;
    let traffic = stage.traffic();
    let sent = traffic
        .iter()
        .filter(|entry| {
            entry["frame"]["t"] == "INTERACTION_CREATE" && entry["frame"]["d"]["member"]["user"]["id"] == eve.id
        })
        .count();
    assert_eq!(sent, 600);
    let told = told(&traffic);
    assert!((1..30).contains(&told), "told {told} times");
    // When it is over, they are served as anybody is.
    eve.refused(&channel, eve.forge(&table, &custom_id)).await;
    let silence = true;
    stage
        .close_but(Allowed {
            silence,
            ..Allowed::default()
        })
        .await;
}
