//! People who have played before: the bot knows the numbers of their private chats. It opens only ten new ones in a minute.

use std::path::Path;

use serde_json::{Value, json};
use whistle::store::Store;

/// Lets the bot that will serve a database know everybody of a playground.
pub(crate) async fn acquaint(base: &str, http: &reqwest::Client, database: &Path) {
    let asked = http.get(base).send().await.expect("the playground answers");
    let everyone: Value = asked.json().await.expect("JSON");
    let store = Store::open(database).await.expect("a database");
    for person in everyone["people"].as_array().into_iter().flatten() {
        let [name, id] = [&person["name"], &person["user"]["id"]].map(|text| text.as_str().expect("a text"));
        let path = format!("{base}/{}/dm", name.replace(' ', "%20"));
        let opened = http.post(path).json(&json!({})).send().await;
        let chat: Value = opened.expect("the playground answers").json().await.expect("JSON");
        let (person, chat) = (id.parse().expect("a number"), chat["id"].as_str().expect("a number"));
        store.set_preference(person, "chat", chat).await.expect("it is kept");
    }
    store.close().await;
}
