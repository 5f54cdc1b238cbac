//! The application's own emojis: how Discord takes them, lists them, and takes them on buttons.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::shown::PIXEL;
use super::{button, list, row};
use crate::conform::trial::{Trial, text};
use crate::conform::verdict::{Tried, expect};

/// The path of the application's emojis.
fn all(t: &Trial) -> String {
    format!("/applications/{}/emojis", t.application)
}

/// Makes an emoji of this name.
async fn made(t: &mut Trial, name: &str) -> Tried<Value> {
    let (scope, image) = (all(t), format!("data:image/png;base64,{}", STANDARD.encode(PIXEL)));
    let answer = t.post(scope.clone(), json!({ "name": name, "image": image })).await?;
    t.made_in(&scope, &answer.body);
    answer.is(201)?;
    Ok(answer.body)
}

pub(in crate::conform) async fn made_and_listed(t: &mut Trial) -> Tried {
    let name = "whistle_conform_0badcafe";
    let emoji = made(t, name).await?;
    let listed = t.get(all(t)).await?.ok()?;
    let found = list(&listed.body["items"])
        .iter()
        .any(|item| item["id"] == emoji["id"] && item["name"] == name);
    expect(found, "an emoji is not in the list by its id and its name")
}

pub(in crate::conform) async fn name(t: &mut Trial) -> Tried {
    let answer = t
        .post(all(t), json!({ "name": "whistle-conform", "image": "x" }))
        .await?;
    answer.refused_at("name", "")
}

pub(in crate::conform) async fn on_a_button_until_deleted(t: &mut Trial) -> Tried {
    let emoji = made(t, "whistle_conform_button").await?;
    let mut die = button("die");
    die["emoji"] = json!({ "id": emoji["id"], "name": emoji["name"] });
    let body = json!({ "content": "x", "components": [row(vec![die])] });
    let message = t.say(body.clone()).await?;
    let shown = &message["components"][0]["components"][0]["emoji"];
    expect(shown["id"] == emoji["id"], "a button has lost its emoji")?;
    t.delete(format!("{}/{}", all(t), text(&emoji["id"]))).await?.is(204)?;
    t.try_message(body)
        .await?
        .refused_at("components.0.components.0.emoji", "")
}
