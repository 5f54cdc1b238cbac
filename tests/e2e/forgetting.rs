//! Somebody wants to be forgotten.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::person::Person;
use super::stage::{Setup, Stage};
use super::table_steps::{chosen, files_of, lobby, play, records, set};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_for_it_is_forgotten_and_nobody_else() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    play(&channel, &stage.people, json!({ "games": 1 }), 91).await;
    let set = set(ben, &channel, "Your turn: no ping").await;
    assert_eq!(chosen(&set)[0], "Your turn: no ping");
    let board = ana.run(&channel, "binome leaderboard", json!({})).await.private();
    assert!(board.has("Ben**") && board.has("Ana**"), "{}", board.text());

    let asked = ben.press(&set, "Forget me").await;
    assert_eq!(asked.status(), "updated", "{}", asked.0);
    let back = ben.press(&asked.shown(), "Back").await.shown();
    assert_eq!(
        (back.id(), chosen(&back)),
        (set.id(), chosen(&set)),
        "one may think better of it"
    );
    let asked = ben.press(&back, "Forget me").await.shown();
    assert!(asked.has("Shall I forget you?"), "{}", asked.text());
    let board = ana.run(&channel, "binome leaderboard", json!({})).await.private();
    assert!(board.has("Ben**"), "asking does nothing yet: {}", board.text());
    let done = ben.press(&asked, "Forget me").await;
    assert_eq!(done.status(), "updated", "{}", done.0);
    assert!(done.shown().has("You are forgotten"), "{}", done.shown().text());
    assert!(done.shown().buttons().is_empty());

    let board = ana.run(&channel, "binome leaderboard", json!({})).await.private();
    assert!(board.has("Ana**") && !board.has("Ben"), "{}", board.text());
    let set = ben.run(&channel, "settings", json!({})).await.private();
    assert_eq!(chosen(&set)[0], "Your turn: a private message");
    assert_eq!(records(ana, &channel).await.len(), 1, "the game can still be checked");
    stage.close().await;
}

/// What is kept of a person, as they get it.
async fn kept_of(person: &Person, channel: &str) -> Value {
    let answer = person.run(channel, "table mydata", json!({})).await.private();
    let files = files_of(person, &answer).await;
    let (_, file) = files.first().expect("a file");
    serde_json::from_str(file).expect("the file is JSON")
}

/// The language that is kept of a person.
async fn language(person: &Person, channel: &str) -> Option<String> {
    let kept = kept_of(person, channel).await;
    kept["settings"]["locale"].as_str().map(str::to_owned)
}

/// Waits until this language is kept of a person: a language is noted after the answer, so that nobody waits for it.
async fn language_noted(person: &Person, channel: &str, wanted: &str) {
    let noted = async { while language(person, channel).await.as_deref() != Some(wanted) {} };
    let noted = tokio::time::timeout(Duration::from_secs(30), noted).await;
    noted.unwrap_or_else(|_| panic!("{wanted} was not noted"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_whom_is_forgotten_no_language_is_noted_until_they_sit_again() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    let speaks = json!({ "locale": "de" });
    let path = format!("/{}", ben.id);
    stage.line.must(Method::PATCH, &path, speaks).await;
    play(&channel, &stage.people, json!({ "games": 1 }), 91).await;
    language_noted(ben, &channel, "de").await;
    let settings = ben.run(&channel, "settings", json!({})).await.private();
    let asked = ben.press(&settings, "Forget me").await.shown();
    let done = ben.press(&asked, "Forget me").await.shown();
    assert!(done.has("You are forgotten"), "{}", done.text());
    // Each command and each press tells the language.
    for _ in 0..2 {
        assert!(ben.run(&channel, "help", json!({})).await.came());
        assert_eq!(language(ben, &channel).await, None);
    }
    lobby(&channel, ana, std::slice::from_ref(ben), json!({ "games": 1 })).await;
    language_noted(ben, &channel, "de").await;
    stage.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_gets_what_is_kept_of_them() {
    let stage = Stage::open(Setup::of(2)).await;
    let channel = stage.channel(0).await;
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    play(&channel, &stage.people, json!({ "games": 1 }), 91).await;
    let answer = ben.run(&channel, "table mydata", json!({})).await.private();
    assert!(answer.has("everything that I keep of you"), "{}", answer.text());
    let files = files_of(ben, &answer).await;
    let [(name, file)] = files.as_slice() else {
        panic!("one file: {files:?}")
    };
    let kept: Value = serde_json::from_str(file).expect("the file is JSON");
    assert_eq!((name.as_str(), &kept["person"]), ("mydata.json", &json!(ben.id)));
    assert_eq!(kept["tables"].as_array().map(Vec::len), Some(1), "{file}");
    assert!(
        file.contains("Ben") && !file.contains("Ana") && !file.contains(&ana.id),
        "{file}"
    );
    stage.close().await;
}

/// Source: Discord's docs, Webhook Events, "Application Deauthorized" (2026-11-26).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_deauthorises_the_application_is_forgotten() {
    let stage = Stage::open(Setup::of(2).by_http()).await;
    let (channel, other) = (stage.channel(0).await, stage.channel(1).await);
    let [ana, ben] = stage.people.as_slice() else {
        panic!("two people")
    };
    play(&channel, &stage.people, json!({ "games": 1 }), 91).await;
    assert_eq!(
        ben.attempt("deauthorize", json!({})).await.expect("an answer").0["status"],
        Value::Null
    );
    stage.name_address_for_events().await;
    assert!(ben.run(&other, "binome start", json!({})).await.came());
    // What is not done in time is sent again.
    ben.until("the event to be taken", async || {
        let told = ben.attempt("deauthorize", json!({})).await?;
        (told.0["status"] == 204).then_some(())
    })
    .await;
    let board = ana.run(&channel, "binome leaderboard", json!({})).await.private();
    assert!(board.has("Ana**") && !board.has("Ben"), "{}", board.text());
    assert!(
        ana.run(&other, "binome start", json!({})).await.came(),
        "the table that was Ben's is closed"
    );
    stage.close().await;
}
