//! A small bot for what Whistle itself has no use for: menus, modals, suggestions, and answers that never come.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use whistle::playground::{Config, Deadlines, Playground};

use super::kit::{People, Rest, Socket, calm, ready, started, text};

/// How often it says that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// What can be ordered, as it is shown and as the bot knows it.
const DISHES: [(&str, &str); 4] = [
    ("Apple pie", "dish-1"),
    ("Apricot tart", "dish-2"),
    ("Bean soup", "dish-3"),
    ("Buckwheat", "dish-4"),
];

/// A playground in which the small bot is, with Discord's own deadlines.
pub(crate) async fn playground() -> (Playground, People) {
    let config = Config {
        deadlines: Deadlines::default(),
        ..calm()
    };
    let (playground, people, rest) = started(config).await;
    let commands = [
        json!({ "name": "order", "description": "order something", "options": [
            { "type": 3, "name": "dish", "description": "what you like", "required": true, "autocomplete": true },
            { "type": 4, "name": "plates", "description": "how many", "min_value": 1, "max_value": 9 }] }),
        json!({ "name": "letter", "description": "write a letter" }),
        json!({ "name": "menus", "description": "pick things" }),
        json!({ "name": "mute", "description": "a button that nobody answers" }),
        json!({ "name": "deaf", "description": "a command that nobody answers" }),
    ];
    for command in commands {
        rest.command(command).await;
    }
    let (socket, _) = ready(&playground).await;
    tokio::spawn(serve(socket, rest));
    (playground, people)
}

/// Answers until the playground is gone.
async fn serve(mut socket: Socket, rest: Rest) {
    let mut beat = tokio::time::interval(HEARTBEAT);
    loop {
        let frame = tokio::select! {
            frame = socket.stream.next() => frame,
            _ = beat.tick() => {
                let alive = Message::text(json!({ "op": 1, "d": null }).to_string());
                if socket.stream.send(alive).await.is_err() {
                    return;
                }
                continue;
            }
        };
        let Some(Ok(frame)) = frame else { return };
        let frame: Value = frame
            .to_text()
            .ok()
            .and_then(|text| serde_json::from_str(text).ok())
            .unwrap_or_default();
        if frame["t"] == "INTERACTION_CREATE"
            && let Some(answer) = answer(&frame["d"])
        {
            let (status, said) = rest.answer(&frame["d"], answer).await;
            assert!(status < 300, "the small bot's answer is taken: {said}");
        }
    }
}

/// What it answers, if anything.
fn answer(asked: &Value) -> Option<Value> {
    let data = &asked["data"];
    match (
        asked["type"].as_u64()?,
        data["name"].as_str().or(data["custom_id"].as_str())?,
    ) {
        (2, "order") => Some(say(&format!("You ordered {}.", option(data, "dish")))),
        (4, "order") => Some(suggestions(&option(data, "dish"))),
        (2, "letter") => Some(json!({ "type": 9, "data": letter() })),
        (5, "letter") => Some(say(&format!("Dear {}! {}", field(data, "to"), field(data, "words")))),
        (2, "menus") => Some(json!({ "type": 4, "data": menus("Pick something.") })),
        (3, "one" | "some" | "who") => {
            let picked: Vec<String> = data["values"].as_array().into_iter().flatten().map(text).collect();
            Some(json!({ "type": 7, "data": menus(&format!("You picked {}.", picked.join(" and "))) }))
        }
        (2, "mute") => Some(
            json!({ "type": 4, "data": { "content": "Press it.", "components": [{ "type": 1, "components": [
            { "type": 2, "style": 1, "label": "Anybody there?", "custom_id": "silence" }] }] } }),
        ),
        _ => None,
    }
}

fn say(words: &str) -> Value {
    json!({ "type": 4, "data": { "content": words } })
}

/// The value of a command's option.
fn option(data: &Value, name: &str) -> String {
    let mut options = data["options"].as_array().into_iter().flatten();
    let found = options.find(|option| option["name"] == name);
    found.map_or_else(String::new, |option| text(&option["value"]))
}

fn suggestions(typed: &str) -> Value {
    let fits = DISHES
        .iter()
        .filter(|(name, _)| name.to_lowercase().starts_with(&typed.to_lowercase()));
    let choices: Vec<Value> = fits
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect();
    json!({ "type": 8, "data": { "choices": choices } })
}

fn letter() -> Value {
    let row = |field: Value| json!({ "type": 1, "components": [field] });
    json!({ "custom_id": "letter", "title": "A letter", "components": [
        row(json!({ "type": 4, "custom_id": "to", "label": "To whom", "style": 1, "max_length": 20 })),
        row(json!({ "type": 4, "custom_id": "words", "label": "What you want to say", "style": 2, "required": false,
            "placeholder": "Anything" }))] })
}

/// The text of a field of a modal.
fn field(data: &Value, id: &str) -> String {
    let rows = data["components"].as_array().into_iter().flatten();
    let mut fields = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let found = fields.find(|field| field["custom_id"] == id);
    found.map_or_else(String::new, |field| text(&field["value"]))
}

fn menus(words: &str) -> Value {
    let fruits = json!([
        { "label": "Apple", "value": "apple", "description": "from the garden" },
        { "label": "Pear", "value": "pear" },
        { "label": "Plum", "value": "plum" }]);
    json!({ "content": words, "components": [
        { "type": 1, "components": [{ "type": 3, "custom_id": "one", "placeholder": "One fruit", "options": fruits }] },
        { "type": 1, "components": [{ "type": 3, "custom_id": "some", "placeholder": "Some fruits", "options": fruits,
            "min_values": 1, "max_values": 2 }] },
        { "type": 1, "components": [{ "type": 5, "custom_id": "who", "placeholder": "Somebody" }] }] })
}
