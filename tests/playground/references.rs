//! Replies and forwards.

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use whistle::playground::{Config, PrivilegedIntent};

use super::kit::{People, Rest, calm, ready, started, text};

/// A message of the bot in the first channel: the path of its channel's messages, and itself.
async fn sent(people: &People, rest: &Rest) -> (String, Value) {
    let path = format!("/channels/{}/messages", people.channel(0).await);
    let embed = json!({ "title": "a board" });
    let (status, sent) = rest
        .post(&path, json!({ "content": "as it was", "embeds": [embed] }))
        .await;
    assert_eq!(status, 200, "{sent}");
    (path, sent)
}

fn forward(message: &Value) -> Value {
    json!({ "type": 1, "message_id": message["id"], "channel_id": message["channel_id"] })
}

/// A forward is a plain message with a copy of the other one in it. Source: Discord's docs, Message Resource, "Forwards" and
/// "Message Snapshot Object" (2026-08-06).
#[tokio::test]
async fn a_forward_holds_the_message_as_it_was() {
    let (playground, people, rest) = started(calm()).await;
    let (path, original) = sent(&people, &rest).await;
    let (mut bot, _) = ready(&playground).await;
    let other = format!("/channels/{}/messages", people.channel(1).await);
    let (status, forwarded) = rest
        .post(&other, json!({ "message_reference": forward(&original) }))
        .await;
    assert_eq!(status, 200, "{forwarded}");
    assert_eq!((&forwarded["type"], &forwarded["content"]), (&json!(0), &json!("")));
    assert_eq!(forwarded["flags"].as_u64().map(|flags| flags & 1 << 14), Some(1 << 14));
    let guild = people.get("").await["guild"]["id"].clone();
    let reference = json!({
        "type": 1, "channel_id": original["channel_id"], "message_id": original["id"], "guild_id": guild,
    });
    assert_eq!(forwarded["message_reference"], reference);
    assert!(forwarded.get("referenced_message").is_none(), "{forwarded}");
    let snapshot = |message: &Value| message["message_snapshots"][0]["message"].clone();
    assert_eq!(snapshot(&forwarded)["content"], "as it was");
    assert_eq!(snapshot(&forwarded)["embeds"], original["embeds"]);
    assert!(snapshot(&forwarded).get("author").is_none(), "whose it was is not told");
    assert_eq!(snapshot(&bot.dispatch("MESSAGE_CREATE").await), snapshot(&forwarded));

    let edited = json!({ "content": "as it is" });
    rest.patch(&format!("{path}/{}", text(&original["id"])), edited).await;
    let (_, found) = rest.get(&format!("{other}/{}", text(&forwarded["id"]))).await;
    assert_eq!(
        snapshot(&found),
        snapshot(&forwarded),
        "it does not follow the original"
    );
    let (_, again) = rest
        .post(&path, json!({ "message_reference": forward(&forwarded) }))
        .await;
    assert_eq!(snapshot(&again), snapshot(&forwarded), "forwards do not nest");
}

/// Source: discord-api-docs issue #7574 (2025-05-23): content beside a forward is refused, which is intended.
#[tokio::test]
async fn a_forward_has_nothing_of_its_own() {
    let (_playground, people, rest) = started(calm()).await;
    let (path, original) = sent(&people, &rest).await;
    let reference = forward(&original);
    for (key, own) in [
        ("content", json!("look")),
        ("embeds", json!([{ "title": "look" }])),
        (
            "poll",
            json!({ "question": { "text": "look?" }, "answers": [{ "poll_media": { "text": "yes" } }] }),
        ),
    ] {
        let (status, refused) = rest
            .post(&path, json!({ key: own, "message_reference": reference }))
            .await;
        assert_eq!((status, &refused["code"]), (400, &json!(50035)), "{key}");
        assert!(refused["errors"][key].is_object(), "{refused}");
    }
    let empty = json!({ "content": "", "embeds": [], "message_reference": reference });
    assert_eq!(rest.post(&path, empty).await.0, 200, "what is empty is nothing");
    let payload = json!({ "message_reference": reference }).to_string();
    let with_a_file = || {
        let file = Part::bytes(b"a".to_vec()).file_name("a.txt");
        let form = Form::new().text("payload_json", payload.clone()).part("files[0]", file);
        rest.request(reqwest::Method::POST, &path).multipart(form)
    };
    assert_eq!(rest.answered(with_a_file).await.0, 400);

    let mut placeless = reference.clone();
    placeless["channel_id"] = Value::Null;
    let (status, refused) = rest.post(&path, json!({ "message_reference": placeless })).await;
    assert_eq!(status, 400);
    assert_eq!(
        refused["errors"]["message_reference"]["channel_id"]["_errors"][0]["code"],
        "BASE_TYPE_REQUIRED"
    );
    let gone = json!({ "type": 1, "message_id": "1", "channel_id": original["channel_id"] });
    let (_, refused) = rest.post(&path, json!({ "message_reference": gone })).await;
    assert_eq!(refused["code"], 10008);
}

/// Source: discord-api-docs PR #8295 (2026-04-14).
#[tokio::test]
async fn what_a_bot_cannot_read_it_cannot_forward() {
    for (granted, status) in [(0, 403), (PrivilegedIntent::MessageContent.bit(), 200)] {
        let config = Config {
            privileged_intents: granted,
            ..calm()
        };
        let (_playground, people, rest) = started(config).await;
        let channel = people.channel(0).await;
        let written = format!("/Ana/channels/{channel}/messages");
        let secret = people.post(&written, json!({ "content": "between us" })).await;
        let path = format!("/channels/{channel}/messages");
        let (found, answer) = rest.post(&path, json!({ "message_reference": forward(&secret) })).await;
        assert_eq!(found, status, "{answer}");
        if status == 403 {
            assert_eq!(answer["code"], 160014);
            let app = rest.app().await;
            let meant = people
                .post(&written, json!({ "content": format!("<@{app}> to you") }))
                .await;
            let (found, answer) = rest.post(&path, json!({ "message_reference": forward(&meant) })).await;
            assert_eq!(found, 200, "{answer}");
        }
    }
}

/// Source: Discord's docs, Message Resource, "Create Message" (2026-08-06).
#[tokio::test]
async fn a_note_of_the_place_is_not_replied_to() {
    let (_playground, people, rest) = started(calm()).await;
    let channel = people.channel(0).await;
    rest.post(
        &format!("/channels/{channel}/threads"),
        json!({ "name": "room", "type": 11 }),
    )
    .await;
    let path = format!("/channels/{channel}/messages");
    let (_, messages) = rest.get(&path).await;
    assert_eq!(messages[0]["type"], 18, "{messages}");
    let reply = json!({ "content": "x", "message_reference": { "message_id": messages[0]["id"] } });
    let (status, refused) = rest.post(&path, reply).await;
    assert_eq!((status, &refused["code"]), (400, &json!(50035)));
}
