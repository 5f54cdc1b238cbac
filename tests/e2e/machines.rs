//! Several bots over one database of a server, each with some of Discord's shards.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::barrier::Barrier;
use super::crashes::{nothing_is_forgotten, play_on};
use super::matches::told_is_recorded;
use super::person::Person;
use super::postgres::postgres;
use super::reading::hashes;
use super::robots::Robots;
use super::stage::{Allowed, BOTS, Setup, Stage};
use super::table_steps::{begin, is_finished, records, see_through};
use super::typing::typed_moves;

/// How soon a table goes on after the start of its bot: in seconds, also on a machine that has other things to do.
const SOON: Duration = Duration::from_secs(15);

/// A stage with three bots, if there is a server for their database.
async fn machines(people: usize) -> Option<Stage> {
    let server = postgres()?;
    let database = server.database("").await;
    Some(over(server.address(&database), Setup::of(people)).await)
}

/// A stage with three bots over this database.
async fn over(address: String, setup: Setup) -> Stage {
    let setup = setup.deadline(Duration::from_secs(3));
    let stage = Stage::open(setup.machines(address)).await;
    stage.until_sessions(stage.sessions()).await;
    stage
}

/// At each table somebody plays by chance.
fn play_everywhere(tables: &[(String, Vec<Person>)], first: u64) -> Vec<Robots> {
    let seeds = first..;
    let tables = seeds.zip(tables);
    tables
        .map(|(seed, (channel, people))| Robots::chatting(channel, people, seed))
        .collect()
}

/// A table of two people in the guild of each bot: its channel, and the people.
async fn tables(stage: &Stage, games: u64) -> Vec<(String, Vec<Person>)> {
    let mut tables = Vec::new();
    for (number, pair) in stage.people.chunks(2).take(BOTS.len()).enumerate() {
        let channel = stage.channel(2 * number).await;
        begin(&channel, &pair[0], &pair[1..], json!({ "games": games })).await;
        tables.push((channel, pair.to_vec()));
    }
    tables
}

/// All shards have identified once, and none of them was sent away for being too early.
fn nobody_identified_out_of_turn(stage: &Stage) {
    let frames: Vec<Value> = stage
        .traffic()
        .into_iter()
        .filter(|entry| entry["kind"] == "frame")
        .collect();
    let said = |op: u64| frames.iter().filter(move |entry| entry["frame"]["op"] == op);
    let mut shards: Vec<u64> = said(2)
        .filter_map(|entry| entry["frame"]["d"]["shard"][0].as_u64())
        .collect();
    shards.sort_unstable();
    assert_eq!(shards, (0..8).collect::<Vec<u64>>());
    assert_eq!(said(9).count(), 0, "no session is invalid");
}

/// Whoever presses in a private chat while the bot of the table is away is told so in time.
async fn is_told_to_try_again(channel: &str, person: &Person) {
    let panel = person.panel_when(channel, "their panel", |_| true).await;
    let pressed = Instant::now();
    let buttons = panel.buttons();
    let button = buttons
        .iter()
        .find(|button| !button.disabled)
        .expect("something to press");
    let answer = person.press_id(&panel, &button.custom_id).await.private();
    assert!(answer.has("Please try again in a moment"), "{}", answer.text());
    assert!(
        pressed.elapsed() < Duration::from_secs(3),
        "it took {:?}",
        pressed.elapsed()
    );
}

/// All matches end, and what people were told is on record. A bot that cannot reach the database has `errors` in its log.
async fn come_to_their_end(stage: Stage, tables: &[(String, Vec<Person>)], robots: Vec<Robots>, errors: bool) {
    for ((channel, people), robots) in tables.iter().zip(robots) {
        assert!(is_finished(&see_through(channel, &people[0]).await));
        told_is_recorded(&robots.stop().await, &records(&people[0], channel).await);
    }
    let allowed = Allowed {
        silence: true,
        errors,
        ..Allowed::default()
    };
    stage.close_but(allowed).await;
}

/// Commands, completions and forms in private chats, about a table of another bot than the one that hears of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_typed_in_the_private_chat_at_a_table_of_another_bot() {
    let Some(server) = postgres() else { return };
    let database = server.database("").await;
    typed_moves(Setup::of(3).machines(server.address(&database))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_bots_share_eight_shards_and_one_that_is_killed_goes_on_where_it_was() {
    let Some(mut stage) = machines(6).await else { return };
    nobody_identified_out_of_turn(&stage);
    let tables = tables(&stage, 2).await;
    let robots = play_everywhere(&tables, 81);
    for ((channel, people), robots) in tables.iter().zip(&robots) {
        assert!(play_on(channel, &people[0], robots, 4).await, "the match goes on");
    }
    // In the private chat, of which another bot hears.
    let host = &tables[0].1[0];
    let verdict = host.run(host.dm(), "table verify", json!({})).await.private();
    assert!(!hashes(&verdict.text()).is_empty(), "{}", verdict.text());
    stage.kill_beside(2).await;
    for alive in [0, 1] {
        let (channel, people) = &tables[alive];
        play_on(channel, &people[0], &robots[alive], 4).await;
    }
    let (channel, people) = &tables[2];
    is_told_to_try_again(channel, &people[0]).await;
    stage.start_beside(2).await;
    let ready = Instant::now();
    play_on(channel, &people[0], &robots[2], 1).await;
    assert!(ready.elapsed() < SOON, "it took {:?}", ready.elapsed());
    nothing_is_forgotten(channel, &robots[2].told()).await;
    come_to_their_end(stage, &tables, robots, false).await;
}

/// The sessions of a bot that is told to end are the next one's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_started_again_goes_on_with_its_sessions() {
    let Some(mut stage) = machines(2).await else { return };
    for _ in 0..2 {
        stage.stop_beside(1).await;
        stage.start_beside(1).await;
    }
    nobody_identified_out_of_turn(&stage);
    let resumed = stage.traffic().into_iter();
    let resumed = resumed.filter(|entry| entry["kind"] == "frame" && entry["frame"]["t"] == "RESUMED");
    assert!(resumed.count() >= 6, "three shards, twice");
    stage.close().await;
}

/// Whichever bot is killed, the one that stands by has its shards without anybody's doing. One of the two killed has the private
/// chats.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_stands_by_goes_on_where_a_killed_one_was() {
    let Some(mut stage) = machines(6).await else { return };
    let tables = tables(&stage, 2).await;
    let robots = play_everywhere(&tables, 91);
    for killed in [1, 2] {
        stage.stand_by().await;
        let (channel, people) = &tables[killed];
        assert!(
            play_on(channel, &people[0], &robots[killed], 2).await,
            "the match goes on"
        );
        stage.kill_beside(killed).await;
        let gone = Instant::now();
        play_on(channel, &people[0], &robots[killed], 1).await;
        assert!(gone.elapsed() < SOON, "it took {:?}", gone.elapsed());
        stage.until_sessions(stage.sessions()).await;
        nothing_is_forgotten(channel, &robots[killed].told()).await;
    }
    // Whoever stood by went on with the sessions of the dead.
    nobody_identified_out_of_turn(&stage);
    come_to_their_end(stage, &tables, robots, false).await;
}

/// The bot that is cut off still hears people, and would take the session of its shards from the next bot over and over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_cut_off_from_the_database_alone_leaves_its_tables_to_the_next() {
    let Some(server) = postgres() else { return };
    let database = server.database("").await;
    let barrier = Barrier::before(&server.address(&database));
    let mut stage = over(barrier.address(), Setup::of(6)).await;
    let tables = tables(&stage, 2).await;
    let robots = play_everywhere(&tables, 71);
    stage.stand_by().await;
    let (channel, people) = &tables[1];
    assert!(play_on(channel, &people[0], &robots[1], 2).await, "the match goes on");
    barrier.cut_off(BOTS[1].0);
    let gone = Instant::now();
    play_on(channel, &people[0], &robots[1], 3).await;
    assert!(gone.elapsed() < 2 * SOON, "it took {:?}", gone.elapsed());
    println!("{:?} until people play on", gone.elapsed());
    nothing_is_forgotten(channel, &robots[1].told()).await;
    come_to_their_end(stage, &tables, robots, true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_comes_to_one_bot_by_http_reaches_the_bots_of_its_tables() {
    let Some(server) = postgres() else { return };
    let database = server.database("").await;
    let stage = over(server.address(&database), Setup::of(6).by_http()).await;
    let tables = tables(&stage, 1).await;
    let robots = play_everywhere(&tables, 61);
    for ((channel, people), robots) in tables.iter().zip(&robots) {
        play_on(channel, &people[0], robots, 2).await;
        nothing_is_forgotten(channel, &robots.told()).await;
    }
    come_to_their_end(stage, &tables, robots, false).await;
}
