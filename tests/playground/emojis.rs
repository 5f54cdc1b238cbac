//! The application's own emojis: made, listed, renamed, shown and taken away.

use reqwest::Method;
use serde_json::{Value, json};

use super::kit::{calm, ready, started, text};
use super::support::openapi;

/// The signature and nothing else: an image is not read.
const IMAGE: &str = "data:image/png;base64,iVBORw0KGgo=";

/// Source: Discord's docs, Emoji Resource, "List Application Emojis" and what follows (2026-08-06); EmojiResponse and
/// ListApplicationEmojisResponse of openapi.json (2026-07-18).
#[tokio::test]
async fn an_emoji_is_made_and_named_and_goes_again() {
    let (_playground, people, rest) = started(calm()).await;
    let path = format!("/applications/{}/emojis", rest.app().await);
    assert_eq!(rest.get(&path).await, (200, json!({ "items": [] })));
    let (status, made) = rest.post(&path, json!({ "name": "tile_3_6", "image": IMAGE })).await;
    assert_eq!(status, 201, "{made}");
    let (_, listed) = rest.get(&path).await;
    assert_eq!(listed["items"], json!([made]));
    if let Some(spec) = openapi() {
        spec.schema("EmojiResponse", &made).expect("an emoji of Discord's");
        spec.schema("ListApplicationEmojisResponse", &listed)
            .expect("a list of Discord's");
    }
    let one = format!("{path}/{}", text(&made["id"]));
    let (status, renamed) = rest.patch(&one, json!({ "name": "tile_6_3" })).await;
    assert_eq!(
        (status, &renamed["name"], &renamed["id"]),
        (200, &json!("tile_6_3"), &made["id"])
    );
    assert_eq!(rest.get(&one).await, (200, renamed));
    let base = people.base().trim_end_matches("/people");
    let address = format!("{base}/emojis/{}.png", text(&made["id"]));
    let shown = reqwest::get(&address).await.expect("an image");
    assert_eq!(shown.headers()["content-type"], "image/png");
    assert_eq!(shown.bytes().await.expect("its bytes").as_ref(), b"\x89PNG\r\n\x1a\n");

    let (status, refused) = rest.post(&path, json!({ "name": "t-3", "image": "x" })).await;
    assert_eq!((status, &refused["code"]), (400, &json!(50035)));
    assert_eq!(rest.call(Method::DELETE, &one, Value::Null).await.0, 204);
    for method in [Method::GET, Method::DELETE] {
        assert_eq!(rest.call(method, &one, Value::Null).await.1["code"], 10014);
    }
    assert_eq!(
        rest.get("/applications/5/emojis").await.1["code"],
        20012,
        "somebody else's"
    );
    assert_eq!(reqwest::get(&address).await.expect("an answer").status(), 404);
}

#[tokio::test]
async fn a_button_takes_an_emoji_only_as_long_as_it_is_there() {
    let (playground, people, rest) = started(calm()).await;
    let (mut bot, _) = ready(&playground).await;
    let emojis = format!("/applications/{}/emojis", rest.app().await);
    let (_, made) = rest.post(&emojis, json!({ "name": "die_4", "image": IMAGE })).await;
    let emoji = json!({ "id": made["id"], "name": "die_4" });
    let button = json!({ "type": 2, "style": 2, "label": "4", "custom_id": "four", "emoji": emoji });
    let body = json!({ "content": "Roll", "components": [{ "type": 1, "components": [button] }] });
    let path = format!("/channels/{}/messages", people.channel(0).await);
    let (status, sent) = rest.post(&path, body.clone()).await;
    assert_eq!(
        (status, &sent["components"][0]["components"][0]["emoji"]),
        (200, &emoji),
        "{sent}"
    );
    assert_eq!(bot.dispatch("MESSAGE_CREATE").await["components"], sent["components"]);

    rest.call(Method::DELETE, &format!("{emojis}/{}", text(&made["id"])), Value::Null)
        .await;
    let message = format!("{path}/{}", text(&sent["id"]));
    for (status, refused) in [rest.post(&path, body.clone()).await, rest.patch(&message, body).await] {
        assert_eq!((status, &refused["code"]), (400, &json!(50035)), "{refused}");
        let leaf = &refused["errors"]["components"]["0"]["components"]["0"]["emoji"]["id"]["_errors"][0];
        assert_eq!(leaf["code"], "BUTTON_COMPONENT_INVALID_EMOJI", "{refused}");
    }
    let (_, edited) = rest.patch(&message, json!({ "content": "Rolled" })).await;
    assert_eq!(edited["components"], sent["components"], "what stands there stays");
}
