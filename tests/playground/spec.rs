//! What the playground sends, held against Discord's own description of its API, and against what serenity can read.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use serenity::model::event::{Event, GatewayEvent};
use whistle::playground::Playground;

use super::kit::{People, Rest, Socket, calm, greeted, identify, started, text};
use super::support::openapi;

/// Does something of everything, so that every kind of payload has been on the wire.
async fn tour(people: &People, rest: &Rest, bot: &mut Socket) {
    let (channel, app) = (people.channel(0).await, rest.app().await);
    let guild = text(&people.get("").await["guild"]["id"]);
    let commands = json!([{ "name": "t", "description": "d", "options": [{ "type": 6, "name": "who", "description": "d" }] }, { "name": "M", "type": 3 }]);
    rest.call(Method::PUT, &format!("/applications/{app}/commands"), commands)
        .await;
    let ana = people.id("Ana").await;
    look_around(rest, [&channel, &app, &guild, &ana]).await;
    let messages = format!("/channels/{channel}/messages");
    let rows = json!([{ "type": 1, "components": [{ "type": 2, "style": 1, "label": "l", "custom_id": "b", "emoji": { "name": "🎲" } }] },
        { "type": 1, "components": [{ "type": 5, "custom_id": "u" }] }]);
    let embed = json!({ "title": "t", "description": "d", "color": 5, "fields": [{ "name": "n", "value": "v" }], "footer": { "text": "f" } });
    let (_, sent) = rest
        .post(
            &messages,
            json!({ "content": format!("<@{ana}>"), "embeds": [embed], "components": rows }),
        )
        .await;
    react(rest, &messages, &sent).await;
    let pin = format!("{messages}/pins/{}", text(&sent["id"]));
    rest.call(Method::PUT, &pin, json!({})).await;
    rest.get(&format!("{messages}/pins")).await;
    rest.call(Method::DELETE, &pin, json!({})).await;
    let forward = json!({ "type": 1, "message_id": sent["id"], "channel_id": channel });
    rest.post(&messages, json!({ "message_reference": forward })).await;
    let answers = json!([{ "poll_media": { "text": "yes" } }]);
    rest.post(
        &messages,
        json!({ "poll": { "question": { "text": "?" }, "answers": answers } }),
    )
    .await;
    let v2 = json!([{ "type": 17, "components": [{ "type": 10, "content": "text" }, { "type": 14 }, { "type": 9, "components": [{ "type": 10, "content": "x" }], "accessory": { "type": 2, "style": 2, "label": "l", "custom_id": "c" } }] }]);
    let (status, _) = rest
        .post(&messages, json!({ "flags": 1 << 15, "components": v2 }))
        .await;
    assert_eq!(status, 200);
    rest.post(
        &messages,
        json!({ "content": "r", "message_reference": { "message_id": sent["id"] } }),
    )
    .await;
    rest.post(&messages, json!({})).await;
    rest.patch(
        &format!("{messages}/{}", text(&sent["id"])),
        json!({ "content": "edited" }),
    )
    .await;
    rest.get(&messages).await;
    rest.post(&format!("/channels/{channel}/typing"), json!({})).await;
    people
        .post(
            &format!("/Ana/channels/{channel}/messages"),
            json!({ "content": "chat" }),
        )
        .await;
    people.post(&format!("/Ana/channels/{channel}/typing"), json!({})).await;
    thread(rest, &guild, &messages, &sent).await;
    interact(people, rest, bot, &channel, &sent).await;
    people
        .delete(&format!("/-/channels/{channel}/messages/{}", text(&sent["id"])))
        .await;
    people.post("/-/channels", json!({ "name": "new" })).await;
    people.put("/-/bot", json!({ "present": false })).await;
    people.put("/-/bot", json!({ "present": true })).await;
    bot.dispatch("GUILD_DELETE").await;
    bot.dispatch("GUILD_CREATE").await;
}

/// Reacts to a message, and takes that back twice.
async fn react(rest: &Rest, messages: &str, sent: &Value) {
    let reactions = format!("{messages}/{}/reactions", text(&sent["id"]));
    let react = format!("{reactions}/%F0%9F%94%A5/@me");
    rest.call(Method::PUT, &react, json!({})).await;
    rest.get(messages).await;
    rest.get(&format!("{reactions}/%F0%9F%94%A5")).await;
    rest.call(Method::DELETE, &react, json!({})).await;
    rest.call(Method::DELETE, &react, json!({})).await;
}

/// Reads something of everything.
async fn look_around(rest: &Rest, [channel, app, guild, ana]: [&str; 4]) {
    for path in [
        "/gateway",
        "/gateway/bot",
        "/users/@me",
        "/users/@me/guilds",
        "/applications/@me",
        &format!("/users/{ana}"),
        &format!("/guilds/{guild}"),
        &format!("/guilds/{guild}/channels"),
        &format!("/guilds/{guild}/members?limit=9"),
        &format!("/guilds/{guild}/members/{ana}"),
        &format!("/guilds/{guild}/roles"),
        &format!("/channels/{channel}"),
        &format!("/applications/{app}/commands?with_localizations=true"),
        "/channels/1",
        "/users/1",
    ] {
        rest.get(path).await;
    }
}

/// Opens a thread at a message, and takes it away again.
async fn thread(rest: &Rest, guild: &str, messages: &str, sent: &Value) {
    let (_, thread) = rest
        .post(
            &format!("{messages}/{}/threads", text(&sent["id"])),
            json!({ "name": "th" }),
        )
        .await;
    let thread = text(&thread["id"]);
    rest.get(&format!("/channels/{thread}/thread-members?with_member=true"))
        .await;
    rest.get(&format!("/guilds/{guild}/threads/active")).await;
    rest.patch(&format!("/channels/{thread}"), json!({ "archived": true }))
        .await;
    rest.call(Method::DELETE, &format!("/channels/{thread}"), json!({}))
        .await;
}

async fn interact(people: &People, rest: &Rest, bot: &mut Socket, channel: &str, sent: &Value) {
    let modal = json!({ "type": 9, "data": { "custom_id": "m", "title": "t", "components": [
        { "type": 1, "components": [{ "type": 4, "style": 1, "label": "l", "custom_id": "i" }] }] } });
    people
        .post(
            "/Ana/run",
            json!({ "channel": channel, "command": "t", "options": { "who": "Ben" }, "wait": "none" }),
        )
        .await;
    let run = bot.dispatch("INTERACTION_CREATE").await;
    rest.answer(&run, json!({ "type": 5 })).await;
    let hook = rest.hook(&run).await;
    rest.patch(&format!("{hook}/messages/@original"), json!({ "content": "x" }))
        .await;
    rest.post(&hook, json!({ "content": "y", "flags": 64 })).await;
    people
        .post(
            "/Ana/run",
            json!({ "channel": channel, "command": "M", "target": sent["id"], "wait": "none" }),
        )
        .await;
    let menu = bot.dispatch("INTERACTION_CREATE").await;
    let path = format!(
        "/interactions/{}/{}/callback?with_response=true",
        text(&menu["id"]),
        text(&menu["token"])
    );
    let (status, _) = rest.post(&path, json!({ "type": 4, "data": { "content": "x" } })).await;
    assert_eq!(status, 200);
    let press = json!({ "channel": channel, "message": sent["id"], "custom_id": "b", "wait": "none" });
    let act = people.post("/Ana/press", press).await["act"].clone();
    let pressed = bot.dispatch("INTERACTION_CREATE").await;
    rest.answer(&pressed, modal).await;
    people
        .post(
            "/Ana/submit",
            json!({ "act": act, "fields": { "i": "v" }, "wait": "none" }),
        )
        .await;
    let submitted = bot.dispatch("INTERACTION_CREATE").await;
    rest.answer(&submitted, json!({ "type": 4, "data": { "content": "z" } }))
        .await;
    let choose =
        json!({ "channel": channel, "message": sent["id"], "custom_id": "u", "values": ["Ben"], "wait": "none" });
    people.post("/Ana/choose", choose).await;
    let chosen = bot.dispatch("INTERACTION_CREATE").await;
    rest.answer(&chosen, json!({ "type": 7, "data": { "content": "w" } }))
        .await;
}

async fn toured() -> (Playground, Vec<Value>) {
    let (playground, people, rest) = started(calm()).await;
    let mut bot = greeted(&playground, "").await;
    bot.send(identify(
        json!({ "intents": 1 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 14 }),
    ))
    .await;
    bot.dispatch("GUILD_CREATE").await;
    tour(&people, &rest, &mut bot).await;
    let entries = playground.traffic(0, usize::MAX)["entries"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    (playground, entries)
}

#[tokio::test]
async fn payloads_fit_discords_description() {
    let Some(spec) = openapi() else { return };
    let (_playground, entries) = toured().await;
    let mut complaints = Vec::new();
    for entry in &entries {
        let held = match entry["kind"].as_str() {
            Some("rest") if entry["route"] != "" => spec.exchange(entry),
            Some("frame") => spec.frame(&entry["frame"]),
            _ => Ok(()),
        };
        complaints.extend(held.err());
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let routes: BTreeSet<String> = entries
        .iter()
        .filter_map(|e| e["route"].as_str().map(str::to_owned))
        .collect();
    assert!(routes.len() > 20, "{routes:?}");
}

#[tokio::test]
async fn serenity_reads_every_frame() {
    let (_playground, entries) = toured().await;
    let mut names = BTreeSet::new();
    for entry in entries.iter().filter(|e| e["from"] == "playground") {
        let frame = &entry["frame"];
        let read: Result<GatewayEvent, _> = serde_json::from_value(frame.clone());
        let read = read.unwrap_or_else(|why| panic!("{why}: {frame}"));
        if let GatewayEvent::Dispatch(_, event) = read {
            assert!(!matches!(event, Event::Unknown(_)), "{frame}");
            names.extend(frame["t"].as_str().map(str::to_owned));
        }
    }
    for wanted in [
        "READY",
        "GUILD_CREATE",
        "GUILD_DELETE",
        "INTERACTION_CREATE",
        "MESSAGE_CREATE",
        "MESSAGE_UPDATE",
        "MESSAGE_DELETE",
        "CHANNEL_CREATE",
        "THREAD_CREATE",
        "THREAD_UPDATE",
        "THREAD_DELETE",
        "TYPING_START",
        "MESSAGE_REACTION_ADD",
        "MESSAGE_REACTION_REMOVE",
        "CHANNEL_PINS_UPDATE",
    ] {
        assert!(names.contains(wanted), "{wanted} was not on the wire: {names:?}");
    }
}
