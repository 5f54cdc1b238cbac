//! What is kept of somebody is told to them, and nothing of anybody else.

use serde_json::{Value, json};

use super::*;
use crate::store::{Append, DailyAnswer, Shown};

const ZOE: u64 = 814_159_265_358_979_323;
const MAX: u64 = 827_182_818_284_590_452;

fn word(word: &str) -> Action {
    Action::AddLuck { word: word.to_owned() }
}

/// What everybody chose at a table, as its log has it, by seat.
async fn chosen(fixture: &Fixture, table: u64) -> Vec<(Value, Value)> {
    let stored = fixture.referee.store().load(table).await.unwrap().unwrap();
    let events = stored
        .entries
        .iter()
        .map(|entry| serde_json::from_str(&entry.event).unwrap());
    let played = events.filter(|event: &Value| event["type"] == "played");
    played
        .map(|event| (event["by"].clone(), event["what"].clone()))
        .collect()
}

fn told(kept: &Value, table: u64) -> Option<&Value> {
    let id = table.to_string();
    let mut tables = kept["tables"].as_array().unwrap().iter();
    tables.find(|told| told["table"] == id)
}

fn events(kept: &Value, table: u64) -> Vec<&Value> {
    let told = told(kept, table);
    let entries = told.map(|told| told["entries"].as_array().unwrap());
    entries.into_iter().flatten().map(|entry| &entry["event"]).collect()
}

async fn keeps_messages(fixture: &Fixture, table: u64) {
    let store = fixture.referee.store();
    store.set_preference(ZOE, "chat", "999000111").await.unwrap();
    store.set_preference(MAX, "chat", "999000222").await.unwrap();
    let token = |to: u64| json!({ "text": "secret-token", "to": to }).to_string();
    for (slot, channel, note, message) in [
        ("table", CHANNEL, String::new(), 71),
        ("seat:1", 999_000_111, String::new(), 72),
        ("here:1", CHANNEL, token(ZOE), 73),
        ("seat:0", 999_000_222, String::new(), 74),
        ("here:0", CHANNEL, token(MAX), 75),
    ] {
        let row = Shown {
            table,
            slot: slot.to_owned(),
            channel,
            message,
            version: Shown::SETTLED,
            digest: String::new(),
            note,
        };
        store.set_shown(&row).await.unwrap();
    }
}

/// Zoe and Max answer to a position of the day.
async fn answer_to_a_position(fixture: &Fixture) {
    for (person, choice) in [(ZOE, "d2"), (MAX, "cherry")] {
        let answer = DailyAnswer {
            game: "binary".to_owned(),
            day: 20_784,
            choice: choice.to_owned(),
            right: true,
            shared: false,
            at: 5,
        };
        assert!(fixture.referee.store().answer_daily(person, answer).await.unwrap());
    }
}

#[tokio::test]
async fn everything_of_oneself_is_told_and_nothing_of_others() {
    let fixture = Fixture::new().await;
    let lobby = fixture.open_in(CHANNEL + 1).await.table.id;
    for (who, said) in [(ZOE, "plum"), (MAX, "cherry")] {
        fixture.act(lobby, who, Action::Sit).await.unwrap();
        fixture.act(lobby, who, word(said)).await.unwrap();
    }
    fixture.leave(lobby, ZOE).await.unwrap();
    let table = fixture.begun(&[ANA, ZOE, MAX], &[("games", 1.into())], None).await;
    fixture.play_round(table, &mut SeededSource::new(7)).await;
    keeps_messages(&fixture, table).await;

    answer_to_a_position(&fixture).await;
    let kept = fixture.referee.kept_of(ZOE).await.unwrap();
    let text = kept.to_string();
    for other in [
        MAX.to_string(),
        person(MAX).name,
        person(ANA).name,
        "cherry".to_owned(),
        "secret-token".to_owned(),
    ] {
        assert!(!text.contains(&other), "{other} in {text}");
    }
    let secret = fixture.referee.store().load(table).await.unwrap().unwrap().secret;
    assert!(
        !text.contains(&hex::encode(secret)) && !text.contains("fingerprint"),
        "{text}"
    );
    assert_eq!(kept["person"], ZOE.to_string());
    assert_eq!(kept["settings"], json!({ "chat": "999000111" }));
    assert_eq!(kept["seats"], json!([]), "she sits nowhere now");
    let kinds: Vec<&Value> = events(&kept, lobby).into_iter().map(|event| &event["type"]).collect();
    assert_eq!(kinds, ["sat", "luck_added", "rose"]);
    assert_eq!(events(&kept, lobby)[1]["word"], "plum");
    let results = kept["results"].as_array().unwrap();
    let rounds: Vec<&Value> = results.iter().map(|result| &result["game_of_match"]).collect();
    assert_eq!(rounds.len(), 2, "of the game and of the match: {rounds:?}");
    assert!(results.iter().all(|result| result["name"] == person(ZOE).name));
    assert_eq!(kept["leaderboards"].as_array().unwrap().len(), 1);
    assert_eq!(kept["ratings"][0]["matches"], 1);
    let daily = json!({
        "game": "binary", "day": "2026-11-27", "choice": "d2", "right": true, "shared": false, "at": 5,
    });
    assert_eq!(kept["daily"], json!([daily]));
    let messages: Vec<&Value> = told(&kept, table).unwrap()["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["message"])
        .collect();
    assert_eq!(messages, ["73", "72"]);
    let seat = fixture.snapshot(table).await.table.seat_of(ZOE).unwrap();
    let choices = chosen(&fixture, table).await;
    let own: Vec<&Value> = choices
        .iter()
        .filter(|(by, _)| *by == json!(seat))
        .map(|(_, what)| what)
        .collect();
    let told = events(&kept, table)
        .into_iter()
        .filter(|event| event["type"] == "played");
    assert_eq!(told.map(|event| &event["what"]).collect::<Vec<_>>(), own);
    assert!(!own.is_empty() && own.len() < choices.len());
}

#[tokio::test]
async fn choices_at_a_table_in_play_are_not_told() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, ZOE], &[("games", 1.into())], None).await;
    let seat = fixture.snapshot(table).await.table.seat_of(ZOE).unwrap();
    while chosen(&fixture, table).await.iter().all(|(by, _)| *by != json!(seat)) {
        let awaited = fixture.snapshot(table).await.table.awaited().iter().next().unwrap();
        let holder = fixture.snapshot(table).await.table.seats[awaited.index()]
            .person
            .clone()
            .unwrap();
        let (step, what) = fixture.first_choice(table, awaited).await;
        fixture
            .act(table, holder.id, Action::Choose { step, what })
            .await
            .unwrap();
    }
    let kept = fixture.referee.kept_of(ZOE).await.unwrap();
    let kinds: Vec<&Value> = events(&kept, table).into_iter().map(|event| &event["type"]).collect();
    assert_eq!(kinds, ["sat"]);
    assert_eq!(kept["seats"], json!([table.to_string()]));
}

/// A bot that was rolled back cannot tell what these entries say, and who is named there.
#[tokio::test]
async fn entries_that_only_a_newer_version_can_read_are_counted() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ZOE, MAX], &[], None).await;
    let kept = async || fixture.referee.kept_of(ZOE).await.unwrap();
    let before = told(&kept().await, table).cloned().unwrap();
    assert_eq!(before["entries_of_a_newer_version"], 0);
    let store = fixture.referee.store();
    let last = store.load(table).await.unwrap().unwrap().entries.last().unwrap().seq;
    let newer = r#"{"type":"blessed","person":814159265358979323}"#.to_owned();
    let append = Append {
        entries: vec![newer],
        ..Append::new(table, last, 9)
    };
    store.append(append).await.unwrap();
    let after = told(&kept().await, table).cloned().unwrap();
    assert_eq!(after["entries_of_a_newer_version"], 1);
    assert_eq!(after["entries"], before["entries"]);
    assert!(!after.to_string().contains("blessed"), "it may name somebody else");
}

#[tokio::test]
async fn of_whoever_was_forgotten_nothing_is_kept() {
    let fixture = Fixture::new().await;
    let table = fixture.begun(&[ANA, ZOE], &[("games", 1.into())], None).await;
    fixture.play_round(table, &mut SeededSource::new(7)).await;
    keeps_messages(&fixture, table).await;
    fixture.referee.forget(ZOE).await.unwrap();
    let kept = fixture.referee.kept_of(ZOE).await.unwrap();
    for part in ["seats", "leaderboards", "ratings", "results", "daily", "tables"] {
        assert_eq!(kept[part], json!([]), "{part}");
    }
    assert_eq!(kept["settings"], json!({}));
}

#[tokio::test]
async fn who_is_only_named_beside_others_is_told_alone() {
    let fixture = Fixture::new().await;
    let opening = Opening {
        arrangement: Arrangement {
            former: vec![(MAX, 1), (ZOE, 0)],
            invited: Some(MAX),
            ..Arrangement::default()
        },
        ..fixture.opening("binome")
    };
    let table = fixture.referee.open(opening).await.unwrap().table.id;
    let kept = fixture.referee.kept_of(ZOE).await.unwrap();
    let [event] = events(&kept, table)[..] else {
        panic!("{kept}")
    };
    assert_eq!(event["former"], json!([[ZOE, 0]]));
    assert!(!kept.to_string().contains(&MAX.to_string()), "{kept}");
}
