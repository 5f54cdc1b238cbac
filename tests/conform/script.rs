//! A person who does whatever the bot asks for in its channel.

use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::kit::{People, text};

const NAME: &str = "whistle-conform";

/// Lets Ana do what she is asked for, until it is aborted.
pub(crate) fn play(people: People) -> JoinHandle<()> {
    tokio::spawn(async move {
        let own = people.id("Ana").await;
        let mut done = HashSet::new();
        loop {
            for message in asked(&people).await {
                if done.insert(text(&message["id"])) {
                    let (people, own) = (people.clone(), own.clone());
                    tokio::spawn(async move { act(&people, &own, &message).await });
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
}

/// The newest messages in the channel that ask for something.
async fn asked(people: &People) -> Vec<Value> {
    let channels = people.get("/Ana/channels").await;
    let mut channels = channels.as_array().into_iter().flatten();
    let Some(channel) = channels.find(|channel| channel["name"] == NAME) else {
        return Vec::new();
    };
    let path = format!("/Ana/channels/{}/messages?limit=3", text(&channel["id"]));
    let messages = people.get(&path).await;
    let asks = |message: &&Value| {
        message["content"]
            .as_str()
            .is_some_and(|words| words.starts_with("Please"))
    };
    messages
        .as_array()
        .into_iter()
        .flatten()
        .filter(asks)
        .cloned()
        .collect()
}

async fn act(people: &People, own: &str, message: &Value) {
    let (words, component) = (text(&message["content"]), &message["components"][0]["components"][0]);
    let mut body =
        json!({ "channel": message["channel_id"], "message": message["id"], "custom_id": component["custom_id"] });
    let what = match component["type"].as_u64() {
        Some(2) => "press",
        Some(3) => {
            body["values"] = json!([component["options"][0]["value"]]);
            "choose"
        }
        Some(_) => {
            body["values"] = json!([own]);
            "choose"
        }
        None => {
            body = json!({ "channel": message["channel_id"], "command": NAME, "options": { "word": "b" } });
            if words.contains("send it") {
                "run"
            } else {
                body["focused"] = json!("word");
                "complete"
            }
        }
    };
    let (_, came) = people.call(reqwest::Method::POST, &format!("/Ana/{what}"), body).await;
    if came["status"] == "modal" {
        let filled = json!({ "act": came["act"], "fields": { "word": "dice" } });
        people.call(reqwest::Method::POST, "/Ana/submit", filled).await;
    }
}
