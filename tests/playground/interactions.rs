//! Interactions from the person's act to the bot's answer: deadlines, callbacks of every type, ephemeral messages, follow-ups.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use whistle::playground::{Config, Deadlines};

use super::kit::{People, Rest, Socket, calm, ready, soon, started, text};

fn table() -> Value {
    json!({ "name": "table", "description": "a table", "options": [
        { "type": 3, "name": "game", "description": "which", "autocomplete": true },
        { "type": 4, "name": "seats", "description": "how many", "min_value": 1, "max_value": 7 }] })
}

/// Runs /table and hands the interaction over; the person's outcome comes later.
async fn run(people: &People, bot: &mut Socket, who: &str, channel: &str) -> (u64, Value) {
    let body = json!({ "channel": channel, "command": "table", "wait": "none" });
    let act = people.post(&format!("/{who}/run"), body).await["act"]
        .as_u64()
        .expect("an act");
    (act, bot.dispatch("INTERACTION_CREATE").await)
}

async fn outcome(people: &People, who: &str, act: u64, wait: &str) -> Value {
    people.get(&format!("/{who}/acts/{act}?wait={wait}")).await
}

fn buttons() -> Value {
    json!([{ "type": 1, "components": [
        { "type": 2, "style": 1, "label": "Go", "custom_id": "go" },
        { "type": 2, "style": 2, "label": "Off", "custom_id": "off", "disabled": true }] },
        { "type": 1, "components": [{ "type": 3, "custom_id": "pick", "options": [{ "label": "A", "value": "a" }, { "label": "B", "value": "b" }] }] }])
}

#[tokio::test]
async fn people_at_a_side_door_are_in_the_same_place() {
    let (mut playground, people, rest) = started(calm()).await;
    let crowd = People::at_a_side_door(&mut playground).await;
    assert_ne!(crowd.base(), people.base());
    rest.command(table()).await;
    let channel = people.channel(0).await;
    assert_eq!(crowd.channel(0).await, channel);
    let (mut bot, _) = ready(&playground).await;
    let mut ben = crowd.events("Ben").await;
    let (act, interaction) = run(&crowd, &mut bot, "Ana", &channel).await;
    rest.answer(&interaction, json!({ "type": 4, "data": { "content": "here" } }))
        .await;
    assert_eq!(outcome(&crowd, "Ana", act, "first").await["message"]["content"], "here");
    assert_eq!(ben.event("message_create").await["message"]["content"], "here");
    let evil = rest.http.get(crowd.base()).header("Origin", "https://evil.example");
    assert_eq!(soon(evil.send()).await.expect("an answer").status().as_u16(), 403);
    playground.stop().await;
    let closed = soon(rest.http.get(crowd.base()).send()).await;
    assert!(closed.is_err(), "it closes with the first door");
}

#[tokio::test]
async fn a_command_is_answered() {
    let (playground, people, rest) = started(calm()).await;
    rest.command(table()).await;
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    let mut ben = people.events("Ben").await;
    let asked = {
        let people = people.clone();
        let body = json!({ "channel": channel, "command": "table", "options": { "seats": 3 } });
        tokio::spawn(async move { people.post("/Ana/run", body).await })
    };
    let interaction = bot.dispatch("INTERACTION_CREATE").await;
    assert_eq!((&interaction["type"], &interaction["context"]), (&json!(2), &json!(0)));
    assert_eq!(
        interaction["data"]["options"][0],
        json!({ "name": "seats", "type": 4, "value": 3 })
    );
    assert_eq!(interaction["member"]["user"]["global_name"], "Ana");
    assert!(interaction["member"]["permissions"].is_string() && interaction["app_permissions"].is_string());
    let path = format!(
        "/interactions/{}/{}/callback?with_response=true",
        text(&interaction["id"]),
        text(&interaction["token"])
    );
    let (status, body) = rest
        .post(
            &path,
            json!({ "type": 4, "data": { "content": "Sit down", "components": buttons() } }),
        )
        .await;
    assert_eq!(status, 200);
    assert_eq!(body["resource"]["message"]["content"], "Sit down");
    assert_eq!(body["interaction"]["response_message_ephemeral"], false);
    let came = soon(asked).await.expect("an outcome");
    assert_eq!(
        (&came["status"], &came["message"]["type"]),
        (&json!("message"), &json!(20))
    );
    assert_eq!(came["message"]["interaction_metadata"]["user"]["global_name"], "Ana");
    let seen = ben.event("message_create").await;
    assert_eq!(seen["message"]["id"], came["message"]["id"]);
    assert_eq!(
        bot.dispatch("MESSAGE_CREATE").await["content"],
        "Sit down",
        "its own words a bot gets without an intent"
    );
    let again = rest
        .answer(&interaction, json!({ "type": 4, "data": { "content": "twice" } }))
        .await;
    assert_eq!((again.0, &again.1["code"]), (400, &json!(40060)));
}

#[tokio::test]
async fn silence_fails_and_late_answers_are_unknown() {
    let deadlines = Deadlines {
        first_response: Duration::from_millis(200),
        ..Deadlines::default()
    };
    let (playground, people, rest) = started(Config { deadlines, ..calm() }).await;
    rest.command(table()).await;
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    let mut ana = people.events("Ana").await;
    let (act, interaction) = run(&people, &mut bot, "Ana", &channel).await;
    let came = outcome(&people, "Ana", act, "first").await;
    assert_eq!(
        (&came["status"], &came["reason"]),
        (&json!("failed"), &json!("the application did not respond"))
    );
    assert_eq!(ana.event("interaction_failed").await["act"], act);
    let late = rest.answer(&interaction, json!({ "type": 5 })).await;
    assert_eq!((late.0, &late.1["code"]), (404, &json!(10062)));
    let hook = rest.hook(&interaction).await;
    assert_eq!(rest.get(&format!("{hook}/messages/@original")).await.1["code"], 10015);
    assert_eq!(
        outcome(&people, "Ben", act, "none").await["error"],
        "they did no such thing"
    );
}

#[tokio::test]
async fn a_token_dies_of_age() {
    let (playground, people, rest) = started(calm()).await;
    rest.command(table()).await;
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    people.patch("/-/deadlines", json!({ "token_ms": 700 })).await;
    let (act, interaction) = run(&people, &mut bot, "Ana", &channel).await;
    assert_eq!(rest.answer(&interaction, json!({ "type": 5 })).await.0, 204);
    assert_eq!(outcome(&people, "Ana", act, "final").await["status"], "failed");
    let hook = rest.hook(&interaction).await;
    let (status, body) = rest
        .patch(&format!("{hook}/messages/@original"), json!({ "content": "late" }))
        .await;
    assert_eq!((status, &body["code"]), (401, &json!(50027)));
}

#[tokio::test]
async fn ephemeral_messages_are_between_two() {
    let (playground, people, rest) = started(calm()).await;
    rest.command(table()).await;
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    let (mut ana, mut ben) = (people.events("Ana").await, people.events("Ben").await);
    let (act, interaction) = run(&people, &mut bot, "Ana", &channel).await;
    let secret = json!({ "type": 4, "data": { "content": "only you", "flags": 64, "components": buttons() } });
    assert_eq!(rest.answer(&interaction, secret).await.0, 204);
    let came = outcome(&people, "Ana", act, "first").await;
    let id = text(&came["message"]["id"]);
    assert_eq!(came["message"]["flags"], 64);
    assert_eq!(ana.event("message_create").await["message"]["content"], "only you");
    nobody_else_finds(&people, &rest, &channel, &id).await;
    let press = json!({ "channel": channel, "message": id, "custom_id": "go" });
    assert_eq!(people.call(Method::POST, "/Ben/press", press.clone()).await.0, 404);
    // Its person can use it; an update keeps it secret.
    let pressed = {
        let people = people.clone();
        tokio::spawn(async move { people.post("/Ana/press", press).await })
    };
    let second = bot.dispatch("INTERACTION_CREATE").await;
    assert_eq!((&second["type"], &second["message"]["flags"]), (&json!(3), &json!(64)));
    assert_eq!(
        rest.answer(
            &second,
            json!({ "type": 7, "data": { "content": "still only you", "components": [] } })
        )
        .await
        .0,
        204
    );
    let came = soon(pressed).await.expect("an outcome");
    assert_eq!(
        (&came["status"], &came["message"]["content"]),
        (&json!("updated"), &json!("still only you"))
    );
    // The next thing that Ben and the gateway hear is the next public thing.
    people
        .post(
            &format!("/Ana/channels/{channel}/messages"),
            json!({ "content": "loud" }),
        )
        .await;
    let heard = loop {
        let event = ben.next().await;
        if event["event"] != "presence" {
            break event;
        }
    };
    assert_eq!(heard["message"]["content"], "loud");
    assert_eq!(bot.next().await["t"], "MESSAGE_CREATE");
    let hook = rest.hook(&second).await;
    assert_eq!(
        rest.get(&format!("{hook}/messages/@original")).await.1["content"],
        "still only you"
    );
    people.delete(&format!("/Ana/channels/{channel}/messages/{id}")).await;
    assert_eq!(ana.event("message_delete").await["message"], id);
}

/// Channel routes know nothing of Ana's ephemeral message, for the bot as for others.
async fn nobody_else_finds(people: &People, rest: &Rest, channel: &str, id: &str) {
    for method in [Method::GET, Method::PATCH, Method::DELETE] {
        let answer = rest
            .call(
                method,
                &format!("/channels/{channel}/messages/{id}"),
                json!({ "content": "x" }),
            )
            .await;
        assert_eq!((answer.0, &answer.1["code"]), (404, &json!(10008)));
    }
    assert_eq!(rest.get(&format!("/channels/{channel}/messages")).await.1, json!([]));
    assert_eq!(
        people.get(&format!("/Ben/channels/{channel}/messages")).await,
        json!([])
    );
    let (status, _) = people
        .call(
            Method::GET,
            &format!("/Ben/channels/{channel}/messages/{id}"),
            json!({}),
        )
        .await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn thinking_ends_with_an_edit_or_the_first_follow_up() {
    let (playground, people, rest) = started(calm()).await;
    rest.command(table()).await;
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    let (act, first) = run(&people, &mut bot, "Ana", &channel).await;
    assert_eq!(
        rest.answer(&first, json!({ "type": 5, "data": { "flags": 64 } }))
            .await
            .0,
        204
    );
    let came = outcome(&people, "Ana", act, "first").await;
    assert_eq!(
        (&came["status"], &came["message"]["flags"]),
        (&json!("deferred"), &json!(64 | 128))
    );
    let hook = rest.hook(&first).await;
    let (_, edited) = rest
        .patch(&format!("{hook}/messages/@original"), json!({ "content": "done" }))
        .await;
    assert_eq!((&edited["content"], &edited["flags"]), (&json!("done"), &json!(64)));
    assert_eq!(
        outcome(&people, "Ana", act, "final").await["message"]["content"],
        "done"
    );
    // Follow-ups: public, then secret, edited, deleted.
    let (status, public) = rest.post(&hook, json!({ "content": "also" })).await;
    assert_eq!(
        (status, &public["interaction_metadata"]["original_response_message_id"]),
        (200, &edited["id"])
    );
    let (_, secret) = rest.post(&hook, json!({ "content": "psst", "flags": 64 })).await;
    let path = format!("{hook}/messages/{}", text(&secret["id"]));
    assert_eq!(
        rest.patch(&path, json!({ "content": "psst!" })).await.1["content"],
        "psst!"
    );
    assert_eq!(rest.call(Method::DELETE, &path, json!({})).await.0, 204);
    assert_eq!(rest.get(&path).await.1["code"], 10008);
    let (act, second) = run(&people, &mut bot, "Ana", &channel).await;
    rest.answer(&second, json!({ "type": 5 })).await;
    let hook = rest.hook(&second).await;
    let (_, filled) = rest.post(&hook, json!({ "content": "filled", "flags": 64 })).await;
    assert_eq!(filled["flags"], 0, "public it was, and public it stays");
    let came = outcome(&people, "Ana", act, "final").await;
    assert_eq!(
        (&came["message"]["id"], &came["message"]["content"]),
        (&filled["id"], &json!("filled"))
    );
    // One interaction's token opens nothing of another's.
    let other = format!("{hook}/messages/{}", text(&public["id"]));
    assert_eq!(rest.get(&other).await.1["code"], 10008);
}

#[tokio::test]
async fn menus_modals_and_quiet_updates() {
    let (playground, people, rest) = started(calm()).await;
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    let (_, sent) = rest
        .post(
            &format!("/channels/{channel}/messages"),
            json!({ "content": "play", "components": buttons() }),
        )
        .await;
    let id = text(&sent["id"]);
    for (path, body, status) in [
        ("/Ben/press", json!({ "custom_id": "off" }), 409),
        ("/Ben/press", json!({ "custom_id": "gone" }), 404),
        ("/Ben/press", json!({ "custom_id": "pick" }), 400),
        ("/Ben/choose", json!({ "custom_id": "pick", "values": ["c"] }), 400),
    ] {
        let mut body = body;
        body["channel"] = json!(channel);
        body["message"] = json!(id);
        assert_eq!(people.call(Method::POST, path, body).await.0, status);
    }
    let choose = json!({ "channel": channel, "message": id, "custom_id": "pick", "values": ["b"], "wait": "none" });
    let act = people.post("/Ben/choose", choose).await["act"]
        .as_u64()
        .expect("an act");
    let chosen = bot.dispatch("INTERACTION_CREATE").await;
    assert_eq!(
        (&chosen["data"]["component_type"], &chosen["data"]["values"]),
        (&json!(3), &json!(["b"]))
    );
    let modal = json!({ "custom_id": "form", "title": "Say", "components": [
        { "type": 1, "components": [{ "type": 4, "custom_id": "word", "style": 1, "label": "Word", "max_length": 9 }] }] });
    assert_eq!(rest.answer(&chosen, json!({ "type": 9, "data": modal })).await.0, 204);
    assert_eq!(outcome(&people, "Ben", act, "first").await["modal"]["title"], "Say");
    let long = json!({ "act": act, "fields": { "word": "far too long a word" } });
    assert_eq!(people.call(Method::POST, "/Ben/submit", long).await.0, 400);
    let submit = json!({ "act": act, "fields": { "word": "seven" }, "wait": "none" });
    let act = people.post("/Ben/submit", submit).await["act"]
        .as_u64()
        .expect("an act");
    let submitted = bot.dispatch("INTERACTION_CREATE").await;
    assert_eq!(
        (&submitted["type"], &submitted["message"]["id"]),
        (&json!(5), &sent["id"])
    );
    assert_eq!(submitted["data"]["components"][0]["components"][0]["value"], "seven");
    let refused = rest
        .answer(
            &submitted,
            json!({ "type": 9, "data": { "custom_id": "x", "title": "x", "components": [] } }),
        )
        .await;
    assert_eq!(
        (refused.0, &refused.1["code"]),
        (400, &json!(50035)),
        "no modal upon a modal, and the refusal costs nothing"
    );
    assert_eq!(rest.answer(&submitted, json!({ "type": 6 })).await.0, 204);
    assert_eq!(outcome(&people, "Ben", act, "final").await["status"], "deferred_update");
    let hook = rest.hook(&submitted).await;
    let (_, edited) = rest
        .patch(&format!("{hook}/messages/@original"), json!({ "content": "played" }))
        .await;
    assert_eq!((&edited["id"], &edited["content"]), (&sent["id"], &json!("played")));
}

#[tokio::test]
async fn suggestions_duplicates_and_forgeries() {
    let (playground, people, rest) = started(calm()).await;
    rest.command(table()).await;
    let channel = people.channel(0).await;
    let (mut bot, _) = ready(&playground).await;
    let asked = {
        let people = people.clone();
        let body = json!({ "channel": channel, "command": "table", "options": { "game": "bi" }, "focused": "game" });
        tokio::spawn(async move { people.post("/Cleo/complete", body).await })
    };
    let interaction = bot.dispatch("INTERACTION_CREATE").await;
    assert_eq!(
        (&interaction["type"], &interaction["data"]["options"][0]["focused"]),
        (&json!(4), &json!(true))
    );
    let answer = json!({ "type": 8, "data": { "choices": [{ "name": "Binome", "value": "binome" }] } });
    assert_eq!(rest.answer(&interaction, answer).await.0, 204);
    assert_eq!(soon(asked).await.expect("an outcome")["choices"][0]["value"], "binome");
    // The same interaction can come twice, at once or later.
    let body = json!({ "channel": channel, "command": "table", "deliveries": 2, "wait": "none" });
    let act = people.post("/Ana/run", body).await["act"].as_u64().expect("an act");
    people.post(&format!("/Ana/acts/{act}/redeliver"), json!({})).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(bot.dispatch("INTERACTION_CREATE").await["id"].clone());
    }
    assert!(ids.iter().all(|id| *id == ids[0]));
    // A forged press carries whatever it likes, on any message that its person sees.
    let chat = people
        .post(
            &format!("/Ana/channels/{channel}/messages"),
            json!({ "content": "hello" }),
        )
        .await;
    let forged = json!({ "channel": channel, "message": chat["id"], "custom_id": "evil:1", "wait": "none" });
    assert_eq!(people.call(Method::POST, "/Ben/press", forged.clone()).await.0, 400);
    let mut forged = forged;
    forged["forge"] = json!(true);
    people.post("/Ben/press", forged).await;
    assert_eq!(bot.dispatch("INTERACTION_CREATE").await["data"]["custom_id"], "evil:1");
}

#[tokio::test]
async fn direct_messages_have_users_in_the_place_of_members() {
    let (playground, people, rest) = started(calm()).await;
    let (mut bot, _) = ready(&playground).await;
    let ben = people.id("Ben").await;
    let (status, channel) = rest.post("/users/@me/channels", json!({ "recipient_id": ben })).await;
    assert_eq!((status, &channel["type"]), (200, &json!(1)));
    let (_, again) = rest.post("/users/@me/channels", json!({ "recipient_id": ben })).await;
    assert_eq!(again["id"], channel["id"]);
    let id = text(&channel["id"]);
    let (_, sent) = rest
        .post(
            &format!("/channels/{id}/messages"),
            json!({ "content": "your sheet", "components": buttons() }),
        )
        .await;
    assert_eq!(
        people
            .call(Method::GET, &format!("/Ana/channels/{id}/messages"), json!({}))
            .await
            .0,
        404
    );
    let press = json!({ "channel": id, "message": sent["id"], "custom_id": "go", "wait": "none" });
    people.post("/Ben/press", press).await;
    let pressed = bot.dispatch("INTERACTION_CREATE").await;
    assert_eq!((&pressed["context"], &pressed["user"]["id"]), (&json!(1), &json!(ben)));
    assert!(pressed.get("guild_id").is_none() && pressed.get("member").is_none());
    assert_eq!(
        rest.answer(&pressed, json!({ "type": 7, "data": { "content": "chosen" } }))
            .await
            .0,
        204
    );
    let (_, now) = rest
        .get(&format!("/channels/{id}/messages/{}", text(&sent["id"])))
        .await;
    assert_eq!(
        (&now["content"], now["components"].as_array().map(Vec::len)),
        (&json!("chosen"), Some(2))
    );
}

/// A "thinking" that the bot deletes by the routes of the channel is an answer that never comes, too.
#[tokio::test]
async fn an_answer_that_is_deleted_while_it_thinks_ends_the_wait() {
    let (playground, people, rest) = started(calm()).await;
    let channel = people.channel(0).await;
    rest.command(json!({ "name": "think", "description": "x" })).await;
    let (mut bot, _) = ready(&playground).await;
    for bulk in [false, true] {
        let waiting = tokio::spawn({
            let (people, channel) = (people.clone(), channel.clone());
            let run = json!({ "channel": channel, "command": "think", "wait": "final" });
            async move { people.post("/Ana/run", run).await }
        });
        let asked = bot.dispatch("INTERACTION_CREATE").await;
        rest.answer(&asked, json!({ "type": 5 })).await;
        let thinking = bot.dispatch("MESSAGE_CREATE").await;
        let messages = format!("/channels/{channel}/messages");
        let status = if bulk {
            let (_, other) = rest.post(&messages, json!({ "content": "x" })).await;
            let both = json!({ "messages": [thinking["id"], other["id"]] });
            rest.post(&format!("{messages}/bulk-delete"), both).await.0
        } else {
            let path = format!("{messages}/{}", text(&thinking["id"]));
            rest.call(Method::DELETE, &path, json!({})).await.0
        };
        assert_eq!(status, 204);
        let outcome = soon(waiting).await.expect("an outcome");
        assert_eq!(outcome["reason"], "the application withdrew its answer", "{outcome}");
    }
}
