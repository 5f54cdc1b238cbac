//! More people of whom the bot has never heard than it may open private chats with in a minute.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;

use super::person::Person;
use super::reading::{Message, text};
use super::robots::{Robots, Seat};
use super::stage::{Setup, Stage};
use super::table_steps::begin;

/// How many sit at each of two tables.
const SEATS: usize = 7;

/// How many private chats the bot opens in a minute.
const CHATS: usize = 10;

/// Whether the bot has written to somebody in private.
async fn has_chat(person: &Person) -> bool {
    let messages = person.messages(person.dm(), 5).await;
    messages.iter().any(Message::is_by_bot)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fourteen_strangers_sit_down_at_once_and_those_without_a_chat_play_by_answers() {
    let stage = Stage::open(Setup::of(2 * SEATS).strangers()).await;
    let channels = [stage.channel(0).await, stage.channel(1).await];
    let tables = || channels.iter().zip(stage.people.chunks(SEATS));
    for (channel, people) in tables() {
        begin(channel, &people[0], &people[1..], json!({ "games": 1 })).await;
    }
    // Every chat that is opened at the join has its panel by now.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let mut robots = Vec::new();
    let mut chats = 0;
    for (channel, people) in tables() {
        let mut seats = Vec::new();
        for person in people {
            let seat = if has_chat(person).await { Seat::Chat } else { Seat::Here };
            chats += usize::from(seat == Seat::Chat);
            seats.push((person, seat));
        }
        robots.push(Robots::seat(channel, seats, 7));
    }
    assert!(
        (1..2 * SEATS).contains(&chats),
        "some have a private chat, and some have none: {chats}"
    );
    for table in robots {
        let everybody = async || {
            let told = table.told();
            told.iter().all(|(_, told)| !told.choices.is_empty()).then_some(())
        };
        stage.people[0].until("everybody has chosen", everybody).await;
        table.stop().await;
    }
    // Nobody was refused anything for it, and the bot is not marked.
    let opened = |answered: u64| {
        let mut minutes: BTreeMap<String, usize> = BTreeMap::new();
        for entry in stage.traffic() {
            if entry["path"] == "/users/@me/channels" && entry["status"].as_u64() == Some(answered) {
                *minutes.entry(text(&entry["at"])[..16].to_owned()).or_default() += 1;
            }
        }
        minutes
    };
    assert!(opened(200).values().all(|many| *many <= CHATS), "{:?}", opened(200));
    assert_eq!((opened(400), opened(403)), (BTreeMap::new(), BTreeMap::new()));
    stage.close().await;
}
