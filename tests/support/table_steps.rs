//! What tests do at tables again and again: open one, seat people, see a match through.

#![allow(dead_code, reason = "each test uses its part")]

use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};
use tokio::process::Command;

use super::person::Person;
use super::reading::{Message, components, text};
use super::robots::Robots;
use super::stage::Stage;

/// The entry of a lobby's menu that adds a computer player of the usual level.
pub(crate) const ADD_COMPUTER: &str = "Add computer: level 3 (medium)";

/// Opens somebody's settings, and chooses what has this label there. Gives the same message, brought up to date.
pub(crate) async fn set(person: &Person, channel: &str, label: &str) -> Message {
    let settings = person.run(channel, "settings", json!({})).await.private();
    let answer = person.press(&settings, label).await;
    assert_eq!(answer.status(), "updated", "{} sets {label}: {}", person.name, answer.0);
    let now = answer.private();
    assert_eq!(now.id(), settings.id(), "it is one message: {}", now.text());
    now
}

/// The labels of what is chosen in the menus of a message, in order.
pub(crate) fn chosen(message: &Message) -> Vec<String> {
    let selects = components(&message.0);
    let options = selects
        .iter()
        .flat_map(|select| select["options"].as_array().into_iter().flatten());
    let chosen = options.filter(|option| option["default"] == true);
    chosen.map(|option| text(&option["label"])).collect()
}

/// Opens a lobby: the host runs the command, the others join. Gives the lobby's message.
pub(crate) async fn lobby(channel: &str, host: &Person, others: &[Person], options: Value) -> Message {
    let computers = options["computers"].as_u64().unwrap_or_default() as usize;
    let lobby = host.run(channel, "binome start", options).await.public();
    for person in others {
        let answer = person.press(&lobby, "Join").await;
        assert!(answer.came(), "{} joins: {}", person.name, answer.0);
    }
    let all = 1 + others.len() + computers;
    host.table_when(channel, "everybody sits there", |table| {
        table.has(&host.name) && others.iter().all(|person| table.has(&person.name)) && table.has(&format!("({all}/"))
    })
    .await
}

/// Opens a table and begins the match. Gives the table's message.
pub(crate) async fn begin(channel: &str, host: &Person, others: &[Person], options: Value) -> Message {
    let lobby = lobby(channel, host, others, options).await;
    let answer = host.press(&lobby, "Start").await;
    assert!(answer.came(), "the host starts: {}", answer.0);
    host.table_when(channel, "the match begins", |table| table.button("My sheet").is_some())
        .await
}

/// Closes the table of a channel in the middle of its match, which the command asks once more. Gives what is said then.
pub(crate) async fn close(person: &Person, channel: &str) -> Message {
    let asked = person.run(channel, "table cancel", json!({})).await.private();
    assert!(
        asked.has("ends the match"),
        "nothing is closed unasked: {}",
        asked.text()
    );
    let closed = person.press(&asked, "Yes, close it").await.private();
    assert!(closed.has("closed"), "{}", closed.text());
    closed
}

/// Whether the table's message is that of the end.
pub(crate) fn is_finished(table: &Message) -> bool {
    table.has("the match is over") || table.has("the game is over")
}

/// Sees the match through while others play, pressing for the next game whenever one is over. Gives the last message.
pub(crate) async fn see_through(channel: &str, person: &Person) -> Message {
    loop {
        let table = person
            .table_when(channel, "a game's end", |table| {
                is_finished(table) || table.button("Next game").is_some()
            })
            .await;
        if is_finished(&table) {
            return table;
        }
        let answer = person.press(&table, "Next game").await;
        assert!(answer.came(), "the next game begins: {}", answer.0);
        let heading = table.heading();
        person
            .table_when(channel, "the next game", |now| now.heading() != heading)
            .await;
    }
}

/// Plays a whole match of these people by their private chats. Gives the last message.
pub(crate) async fn play(channel: &str, people: &[Person], options: Value, seed: u64) -> Message {
    let (host, others) = people.split_first().expect("a host");
    begin(channel, host, others, options).await;
    let robots = Robots::chatting(channel, people, seed);
    let last = see_through(channel, host).await;
    robots.stop().await;
    last
}

/// The records of the channel's last table, as its command gives them.
pub(crate) async fn records(person: &Person, channel: &str) -> Vec<Value> {
    let file = record_file(person, channel).await;
    let lines = file
        .lines()
        .map(|line| serde_json::from_str(line).expect("a record is JSON"));
    lines.collect()
}

/// The file of records of the channel's last table.
pub(crate) async fn record_file(person: &Person, channel: &str) -> String {
    let files = record_files(person, channel).await;
    let first = files.into_iter().next();
    first.expect("a file comes with the answer").1
}

/// All files that come with the records of the channel's last table: what each is called, and what is in it.
pub(crate) async fn record_files(person: &Person, channel: &str) -> Vec<(String, String)> {
    let message = person.run(channel, "table record", json!({})).await.private();
    files_of(person, &message).await
}

/// All files of a message: what each is called, and what is in it.
pub(crate) async fn files_of(person: &Person, message: &Message) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let shown = message.0["components"].as_array().into_iter().flatten();
    for shown in shown.filter(|component| component["file"].is_object()) {
        let response = person.line.http.get(text(&shown["file"]["url"])).send().await;
        let inside = response.expect("the file is there").text().await;
        files.push((text(&shown["name"]), inside.expect("the file is text")));
    }
    files
}

/// The choices of a seat in a record, in order.
pub(crate) fn choices(record: &Value, seat: usize) -> Vec<String> {
    let events = record["events"].as_array().into_iter().flatten();
    let own = events.filter(|event| event["by"] == json!(seat));
    own.map(|event| text(&event["what"])).collect()
}

/// Runs another command of the binary, and gives whether it succeeded and all that it said.
pub(crate) async fn whistle(stage: &Stage, arguments: &[&str]) -> (bool, String) {
    whistle_with(stage, arguments, &[]).await
}

/// [`whistle`], with this in its environment.
pub(crate) async fn whistle_with(stage: &Stage, arguments: &[&str], environment: &[(&str, &str)]) -> (bool, String) {
    let run = Command::new(env!("CARGO_BIN_EXE_whistle"))
        .args(arguments)
        .env_clear()
        .envs(environment.iter().copied())
        .current_dir(stage.folder.path())
        .stdin(Stdio::null())
        .output()
        .await
        .expect("the binary runs");
    let said = [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (run.status.success(), said.concat())
}

/// Writes a file into the stage's folder.
pub(crate) fn keep(stage: &Stage, name: &str, text: &str) -> PathBuf {
    let path = stage.folder.path().join(name);
    std::fs::write(&path, text).expect("a file can be written");
    path
}
