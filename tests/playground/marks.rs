//! Reactions and pins.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use whistle::playground::Config;

use super::kit::{People, Rest, Socket, calm, greeted, identify, started, text, unlimited};
use super::support::openapi;

const FIRE: &str = "%F0%9F%94%A5";
const DIE: &str = "%F0%9F%8E%B2";

/// A bot that hears of messages and of what is done to them, a message, and the path to it.
async fn stage(config: Config) -> (whistle::playground::Playground, People, Rest, Socket, String) {
    let (playground, people, rest) = started(config).await;
    let mut bot = greeted(&playground, "").await;
    let intents = 1 | 1 << 9 | 1 << 10 | 1 << 12 | 1 << 13;
    bot.send(identify(json!({ "intents": intents }))).await;
    bot.dispatch("GUILD_CREATE").await;
    let path = format!("/channels/{}/messages", people.channel(0).await);
    let (_, sent) = rest.post(&path, json!({ "content": "a board" })).await;
    let path = format!("{path}/{}", text(&sent["id"]));
    (playground, people, rest, bot, path)
}

/// Source: Discord's docs, Message Resource, "Create Reaction" and what follows, and Gateway Events, "Message Reaction Add"
/// (2026-08-06); MessageReactionResponse of openapi.json (2026-07-18).
#[tokio::test]
async fn reactions_are_given_told_listed_and_taken_away() {
    let (_playground, people, rest, mut bot, path) = stage(calm()).await;
    let reactions = format!("{path}/reactions");
    let mine = format!("{reactions}/{FIRE}/@me");
    let put = async |path: &str| rest.call(Method::PUT, path, Value::Null).await.0;
    let delete = async |path: &str| rest.call(Method::DELETE, path, Value::Null).await;
    assert_eq!(
        (put(&mine).await, put(&mine).await),
        (204, 204),
        "a second time is no other"
    );
    let told = bot.dispatch("MESSAGE_REACTION_ADD").await;
    let app = rest.app().await;
    assert_eq!(
        (&told["user_id"], &told["emoji"]),
        (&json!(app), &json!({ "id": null, "name": "🔥" }))
    );
    assert!(
        path.ends_with(&text(&told["message_id"])) && told["member"]["user"]["id"] == app.as_str(),
        "{told}"
    );
    assert_eq!(
        (&told["burst"], &told["type"], &told["message_author_id"]),
        (&json!(false), &json!(0), &json!(app))
    );

    let (message, ben) = (path.rsplit('/').next().expect("an id"), people.id("Ben").await);
    let theirs = format!(
        "/Ben/channels/{}/messages/{message}/reactions/{FIRE}",
        people.channel(0).await
    );
    people.put(&theirs, json!({})).await;
    assert_eq!(bot.dispatch("MESSAGE_REACTION_ADD").await["user_id"], ben.as_str());
    let (_, shown) = rest.get(&path).await;
    let reaction = &shown["reactions"][0];
    if let Some(spec) = openapi() {
        spec.schema("MessageReactionResponse", reaction)
            .expect("a reaction of Discord's");
    }
    assert_eq!((&reaction["count"], &reaction["me"]), (&json!(2), &json!(true)));
    assert!(reaction.get("users").is_none(), "bots ask for who it was");
    let (_, users) = rest.get(&format!("{reactions}/{FIRE}?limit=1")).await;
    assert_eq!(
        (users.as_array().map(Vec::len), &users[0]["id"]),
        (Some(1), &json!(app.clone().min(ben.clone())))
    );

    assert_eq!(delete(&format!("{reactions}/{FIRE}/{ben}")).await.0, 204);
    assert_eq!(bot.dispatch("MESSAGE_REACTION_REMOVE").await["user_id"], ben.as_str());
    assert_eq!(delete(&mine).await.0, 204);
    assert_eq!(delete(&mine).await.1["code"], 10014, "it is gone");
    assert!(rest.get(&path).await.1.get("reactions").is_none());

    put(&mine).await;
    put(&format!("{reactions}/{DIE}/@me")).await;
    assert_eq!(delete(&format!("{reactions}/{FIRE}")).await.0, 204);
    assert_eq!(
        bot.dispatch("MESSAGE_REACTION_REMOVE_EMOJI").await["emoji"]["name"],
        "🔥"
    );
    assert_eq!(delete(&reactions).await.0, 204);
    let told = bot.dispatch("MESSAGE_REACTION_REMOVE_ALL").await;
    assert_eq!(told["message_id"], message);
}

/// Source: Discord's docs, Opcodes and Status Codes (2026-08-06): 10014, 30010, 50013; docs/DISCORD.md, "Rate limits" (a reaction
/// every quarter of a second).
#[tokio::test]
async fn reactions_have_their_limits() {
    let (_playground, people, rest, _bot, path) = stage(calm()).await;
    let reactions = format!("{path}/reactions");
    let put = async |emoji: &str| {
        rest.call(Method::PUT, &format!("{reactions}/{emoji}/@me"), Value::Null)
            .await
    };
    for unknown in ["fire", "name:123456", "%F0%9F"] {
        assert_eq!(put(unknown).await.1["code"], 10014, "{unknown}");
    }
    for n in 0..21u8 {
        let (status, refused) = put(&format!("%F0%9F%90%{:02X}", 0x80 + n)).await;
        assert_eq!(status, if n < 20 { 204 } else { 400 }, "{n}: {refused}");
        if n == 20 {
            assert_eq!(refused["code"], 30010);
        }
    }
    let channel = people.channel(0).await;
    let deny = json!({ "deny": ["ADD_REACTIONS"] });
    people.put(&format!("/-/channels/{channel}/permissions"), deny).await;
    let (_, second) = rest
        .post(&format!("/channels/{channel}/messages"), json!({ "content": "x" }))
        .await;
    let message = text(&second["id"]);
    let on = format!("/channels/{channel}/messages/{message}/reactions/{FIRE}/@me");
    assert_eq!(
        rest.call(Method::PUT, &on, Value::Null).await.1["code"],
        50013,
        "the first is not permitted"
    );
    people
        .put(
            &format!("/Ana/channels/{channel}/messages/{message}/reactions/{FIRE}"),
            json!({}),
        )
        .await;
    assert_eq!(rest.call(Method::PUT, &on, Value::Null).await.0, 204, "to join is");

    let (_playground, _people, rest, _bot, path) = stage(calm()).await;
    let rest = rest.hasty();
    let on = |emoji: &str| format!("{path}/reactions/{emoji}/@me");
    assert_eq!(rest.call(Method::PUT, &on(FIRE), Value::Null).await.0, 204);
    let (status, late) = rest.call(Method::DELETE, &on(FIRE), Value::Null).await;
    assert_eq!(status, 429);
    assert!(late["retry_after"].as_f64().is_some_and(|wait| wait <= 0.25), "{late}");
    tokio::time::sleep(Duration::from_millis(250)).await;
    assert_eq!(rest.call(Method::DELETE, &on(FIRE), Value::Null).await.0, 204);
}

/// Source: Discord's docs, Message Resource, "Get Channel Pins" and what follows, Gateway Events, "Channel Pins Update"
/// (2026-08-06); PinnedMessagesResponse of openapi.json (2026-07-18).
#[tokio::test]
async fn pins_are_put_up_told_listed_and_taken_off() {
    let (_playground, people, rest, mut bot, path) = stage(calm()).await;
    let (messages, first) = path.rsplit_once('/').expect("an id");
    let channel = people.channel(0).await;
    let put = async |path: &str| rest.call(Method::PUT, path, Value::Null).await;
    assert_eq!(put(&format!("{messages}/pins/{first}")).await.0, 204);
    assert_eq!(bot.dispatch("MESSAGE_UPDATE").await["pinned"], true);
    let told = bot.dispatch("CHANNEL_PINS_UPDATE").await;
    assert!(
        told["channel_id"] == channel.as_str() && told["last_pin_timestamp"].is_string(),
        "{told}"
    );
    let note = bot.dispatch("MESSAGE_CREATE").await;
    assert_eq!(
        (&note["type"], &note["message_reference"]["message_id"]),
        (&json!(6), &json!(first))
    );
    assert_eq!(
        put(&format!("{messages}/pins/{}", text(&note["id"]))).await.1["code"],
        50021
    );

    let (_, sent) = rest.post(messages, json!({ "content": "another" })).await;
    let second = text(&sent["id"]);
    people
        .put(&format!("/Ana/channels/{channel}/pins/{second}"), json!({}))
        .await;
    let (status, pins) = rest.get(&format!("{messages}/pins?limit=1")).await;
    assert_eq!((status, &pins["has_more"]), (200, &json!(true)), "{pins}");
    if let Some(spec) = openapi() {
        spec.schema("PinnedMessagesResponse", &pins).expect("pins of Discord's");
    }
    assert_eq!(pins["items"][0]["message"]["id"], second.as_str(), "the newest first");
    let before = text(&pins["items"][0]["pinned_at"]).replace('+', "%2B");
    let (_, rest_of_them) = rest.get(&format!("{messages}/pins?before={before}")).await;
    assert_eq!(
        (&rest_of_them["items"][0]["message"]["id"], &rest_of_them["has_more"]),
        (&json!(first), &json!(false))
    );
    let old = format!("/channels/{channel}/pins");
    assert_eq!(
        rest.get(&old).await.1.as_array().map(Vec::len),
        Some(2),
        "the old routes know them, too"
    );
    for path in [format!("{messages}/pins/{first}"), format!("{old}/{second}")] {
        assert_eq!(rest.call(Method::DELETE, &path, Value::Null).await.0, 204);
    }
    assert_eq!(rest.get(&format!("{messages}/pins")).await.1["items"], json!([]));

    let deny = json!({ "deny": ["PIN_MESSAGES"] });
    people.put(&format!("/-/channels/{channel}/permissions"), deny).await;
    assert_eq!(put(&format!("{messages}/pins/{first}")).await.1["code"], 50013);
    let (status, _) = people
        .call(Method::PUT, &format!("/Ben/channels/{channel}/pins/{first}"), json!({}))
        .await;
    assert_eq!(status, 403, "nor may everybody");
}

/// Source: Discord's docs, Opcodes and Status Codes (2026-08-06): 30003.
#[tokio::test]
async fn a_channel_has_at_most_two_hundred_and_fifty_pins() {
    let (_playground, people, rest, _bot, _) = stage(unlimited()).await;
    let messages = format!("/channels/{}/messages", people.channel(1).await);
    for n in 0..251 {
        let (_, sent) = rest.post(&messages, json!({ "content": n.to_string() })).await;
        let pin = format!("{messages}/pins/{}", text(&sent["id"]));
        let (status, refused) = rest.call(Method::PUT, &pin, Value::Null).await;
        assert_eq!(status, if n < 250 { 204 } else { 400 }, "{n}: {refused}");
        if n == 250 {
            assert_eq!(refused["code"], 30003);
        }
    }
}
