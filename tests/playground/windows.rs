//! What a page needs beside messages: who is there, what is unread, what went over the wire, which troubles are on.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use super::kit::{People, Rest, Socket, calm, ready, started, text};

/// Somebody's view of a channel.
async fn view(people: &People, who: &str, channel: &str) -> (Value, Value, Value) {
    let json = people.get(&format!("/{who}/channels/{channel}")).await;
    (
        json["unread"].clone(),
        json["mentions"].clone(),
        json["last_read_id"].clone(),
    )
}

#[tokio::test]
async fn windows_make_people_present() {
    let (playground, people, _rest) = started(calm()).await;
    let (ana, ben) = (people.id("Ana").await, people.id("Ben").await);
    let bot = text(&people.get("").await["bot"]["user"]["id"]);
    let online = async |name: &str| {
        let everyone = people.get("").await;
        let all = everyone["people"].as_array().cloned().unwrap_or_default();
        all.iter().find(|p| p["name"] == name).map(|p| p["online"].clone())
    };
    let mut window = people.events("Ana").await;
    let moved = |user: &str, online: bool| json!({ "event": "presence", "user": user, "online": online });
    assert_eq!(window.event("presence").await, moved(&ana, true));
    assert_eq!(
        (online("Ana").await, online("Ben").await),
        (Some(json!(true)), Some(json!(false)))
    );
    let (first, second) = (people.events("Ben").await, people.events("Ben").await);
    assert_eq!(window.event("presence").await, moved(&ben, true));
    drop(first);
    let (line, _) = ready(&playground).await;
    assert_eq!(
        window.event("presence").await,
        moved(&bot, true),
        "one of two windows closed is no farewell"
    );
    drop(second);
    assert_eq!(window.event("presence").await, moved(&ben, false));
    drop(line);
    assert_eq!(window.event("presence").await, moved(&bot, false));
    assert_eq!(online("Ben").await, Some(json!(false)));
    assert_eq!(people.get("").await["guild"]["member_count"], 4);
}

#[tokio::test]
async fn what_is_unread_is_counted_until_it_is_read() {
    let (_playground, people, rest) = started(calm()).await;
    let (channel, ben) = (people.channel(0).await, people.id("Ben").await);
    let post = async |text: String| {
        let path = format!("/channels/{channel}/messages");
        rest.post(&path, json!({ "content": text })).await.1["id"].clone()
    };
    let first = post("one".into()).await;
    let last = post(format!("two, <@{ben}>")).await;
    assert_eq!(view(&people, "Ben", &channel).await, (json!(2), json!(1), Value::Null));
    let mut windows: Vec<Socket> = Vec::new();
    for _ in 0..2 {
        windows.push(people.events("Ben").await);
    }
    let read = format!("/Ben/channels/{channel}/read");
    people.put(&read, json!({ "message": first })).await;
    for window in &mut windows {
        let event = window.event("read").await;
        assert_eq!(
            event,
            json!({ "event": "read", "channel": channel, "last_read_id": first, "unread": 1, "mentions": 1 })
        );
    }
    people.put(&read, json!({})).await;
    assert_eq!(view(&people, "Ben", &channel).await, (json!(0), json!(0), last.clone()));
    people.put(&read, json!({ "message": u64::MAX.to_string() })).await;
    people.put(&read, json!({ "message": first })).await;
    assert_eq!(view(&people, "Ben", &channel).await.2, last, "nothing is unread again");
    assert_eq!(
        view(&people, "Ana", &channel).await.0,
        2,
        "everyone reads for themselves"
    );
    people
        .post(
            &format!("/Ana/channels/{channel}/messages"),
            json!({ "content": "mine" }),
        )
        .await;
    assert_eq!(view(&people, "Ana", &channel).await.0, 0, "who writes has read");
    let direct = text(&people.post("/Ben/dm", json!({})).await["id"]);
    rest.post(&format!("/channels/{direct}/messages"), json!({ "content": "psst" }))
        .await;
    let (unread, mentions, _) = view(&people, "Ben", &direct).await;
    assert_eq!((unread, mentions), (json!(1), json!(1)));
    let (status, _) = people
        .call(Method::PUT, &format!("/Ana/channels/{direct}/read"), json!({}))
        .await;
    assert_eq!(status, 404, "that is between Ben and the bot");
}

/// Lets somebody run a command, answers it for nobody else's eyes, and gives the interaction's id.
async fn ask_in_private(people: &People, rest: &Rest, bot: &mut Socket, who: &str, channel: &str) -> String {
    let body = json!({ "channel": channel, "command": "secret", "wait": "none" });
    let asked = people.post(&format!("/{who}/run"), body).await;
    let interaction = bot.dispatch("INTERACTION_CREATE").await;
    assert_eq!(asked["interaction"], interaction["id"]);
    let answer = json!({ "type": 4, "data": { "content": format!("for {who} only"), "flags": 64 } });
    rest.answer(&interaction, answer).await;
    let hook = rest.hook(&interaction).await;
    rest.patch(
        &format!("{hook}/messages/@original"),
        json!({ "content": format!("for {who} alone") }),
    )
    .await;
    text(&interaction["id"])
}

#[tokio::test]
async fn the_traffic_groups_by_interaction_and_keeps_secrets() {
    let (playground, people, rest) = started(calm()).await;
    let channel = people.channel(0).await;
    rest.command(json!({ "name": "secret", "description": "secret" })).await;
    let (mut bot, _) = ready(&playground).await;
    let ana = ask_in_private(&people, &rest, &mut bot, "Ana", &channel).await;
    let ben = ask_in_private(&people, &rest, &mut bot, "Ben", &channel).await;
    let direct = text(&people.post("/Ben/dm", json!({})).await["id"]);
    rest.post(
        &format!("/channels/{direct}/messages"),
        json!({ "content": "for Ben's chat" }),
    )
    .await;
    rest.post(
        &format!("/channels/{channel}/messages"),
        json!({ "content": "for all" }),
    )
    .await;
    let all = people.get("/-/traffic").await;
    let group: Vec<&Value> = all["entries"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|e| e["interaction"] == ana.as_str())
        .collect();
    let kinds: Vec<&str> = group.iter().filter_map(|e| e["kind"].as_str()).collect();
    assert_eq!(kinds, ["frame", "rest", "rest"]);
    let (id, place) = (people.id("Ana").await, channel.as_str());
    assert!(
        group
            .iter()
            .all(|e| e["person"] == id.as_str() && e["channel"] == place)
    );
    let whole = all.to_string();
    for secret in ["for Ana", "for Ben only", "for Ben alone", "for Ben's chat", "for all"] {
        assert!(whole.contains(secret), "{secret}");
    }
    assert!(!whole.contains(playground.token()), "the bot's token is its own");
    let own = people.get("/Ana/traffic").await;
    assert_eq!(own["next"], all["next"]);
    let own = own.to_string();
    assert!(own.contains("for Ana alone") && own.contains("for all"));
    for secret in ["for Ben", ben.as_str()] {
        assert!(!own.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn traffic_can_be_waited_for() {
    let (_playground, people, rest) = started(calm()).await;
    let path = format!("/channels/{}/messages", people.channel(0).await);
    for n in 0..4 {
        rest.post(&path, json!({ "content": n.to_string() })).await;
    }
    let newest = people.get("/-/traffic?newest=2").await;
    let said: Vec<&Value> = newest["entries"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|e| &e["body"]["content"])
        .collect();
    assert_eq!(said, ["2", "3"]);
    let next = newest["next"].as_u64().expect("a number");
    let begun = Instant::now();
    let nothing = people.get(&format!("/Ben/traffic?after={next}&wait=200")).await;
    assert_eq!((&nothing["entries"], &nothing["next"]), (&json!([]), &json!(next)));
    assert!(begun.elapsed() >= Duration::from_millis(200));
    let waiting = tokio::spawn({
        let people = people.clone();
        async move { people.get(&format!("/Ben/traffic?after={next}&wait=60000")).await }
    });
    rest.post(&path, json!({ "content": "at last" })).await;
    let found = waiting.await.expect("an answer");
    assert_eq!(found["entries"][0]["body"]["content"], "at last");
}

#[tokio::test]
async fn the_troubles_are_told_as_a_whole_and_end_as_a_whole() {
    let (_playground, people, _rest) = started(calm()).await;
    let (channel, ben) = (people.channel(0).await, people.id("Ben").await);
    let calm = people.get("/-/faults").await;
    assert_eq!((&calm["closed_dms"], &calm["permissions"]), (&json!([]), &json!([])));
    let mut window = people.events("Ana").await;
    people.patch("/Ben", json!({ "dms_open": false })).await;
    let event = window.event("person_update").await;
    assert_eq!(
        (&event["person"]["dms_open"], &event["person"]["name"]),
        (&json!(false), &json!("Ben"))
    );
    assert_eq!(
        window.event("faults_changed").await["faults"]["closed_dms"],
        json!([ben])
    );
    let path = format!("/-/channels/{channel}/permissions");
    people.put(&path, json!({ "deny": ["SEND_MESSAGES"] })).await;
    people.put("/-/bot", json!({ "present": false })).await;
    people.put("/-/rates", json!({ "on": true })).await;
    people.patch("/-/deadlines", json!({ "first_response_ms": 10 })).await;
    people
        .patch("/-/faults", json!({ "slow": { "next": 3, "ms": 5 } }))
        .await;
    let bad = people.get("/-/faults").await;
    assert_eq!(
        bad["permissions"],
        json!([{ "channel": channel, "allow": [], "deny": ["SEND_MESSAGES"] }])
    );
    assert_eq!((&bad["bot_present"], &bad["rates_on"]), (&json!(false), &json!(true)));
    assert_eq!(
        (&bad["deadlines"]["first_response_ms"], &bad["slow"]["next"]),
        (&json!(10), &json!(3))
    );
    people.delete("/-/faults").await;
    let partly = people.get("/-/faults").await;
    assert_eq!(
        (&partly["slow"]["next"], &partly["closed_dms"]),
        (&json!(0), &json!([ben]))
    );
    people.delete("/-/faults?all=true").await;
    assert_eq!(people.get("/-/faults").await, {
        let mut usual = calm;
        usual["slow"]["ms"] = people.get("/-/faults").await["slow"]["ms"].clone();
        usual
    });
}

#[tokio::test]
async fn channels_have_names_as_on_discord_and_topics() {
    let (_playground, people, _rest) = started(calm()).await;
    let channels = people.get("").await["channels"].clone();
    let topics = channels.as_array().into_iter().flatten();
    assert!(topics.clone().count() == 2 && topics.clone().all(|c| c["topic"].is_string()));
    let made = people
        .post("/-/channels", json!({ "name": " The Third  Table ", "topic": "more" }))
        .await;
    assert_eq!(
        (&made["name"], &made["topic"]),
        (&json!("the-third-table"), &json!("more"))
    );
    let path = format!("/-/channels/{}", text(&made["id"]));
    let mut window = people.events("Ana").await;
    people.patch(&path, json!({ "topic": "" })).await;
    let event = window.event("channel_update").await;
    assert_eq!(
        (&event["channel"]["name"], &event["channel"]["topic"]),
        (&json!("the-third-table"), &Value::Null)
    );
    let refused = async |body: Value| people.call(Method::PATCH, &path, body).await.0;
    assert_eq!(refused(json!({ "name": "  " })).await, 400);
    assert_eq!(refused(json!({ "topic": "x".repeat(1_025) })).await, 400);
    assert_eq!(refused(json!({ "archived": true })).await, 400);
}
