//! Polls, which bots make and end, and in which nobody here votes.

use serde_json::{Value, json};

use super::kit::{calm, ready, started, text};
use super::support::openapi;

fn asked() -> Value {
    json!({ "question": { "text": "Which game?" }, "duration": 2, "answers": [
        { "poll_media": { "text": "Binary", "emoji": { "name": "🎲" } } }, { "poll_media": { "text": "Binome", "emoji": null } }] })
}

/// Source: PollResponse of openapi.json (2026-07-18), which requires ids, an end and results; Discord's docs, Poll Resource.
#[tokio::test]
async fn a_poll_comes_back_with_its_numbers_its_end_and_its_results() {
    let (playground, people, rest) = started(calm()).await;
    let (mut bot, _) = ready(&playground).await;
    let path = format!("/channels/{}/messages", people.channel(0).await);
    let (status, sent) = rest.post(&path, json!({ "poll": asked() })).await;
    assert_eq!(status, 200, "{sent}");
    let poll = &sent["poll"];
    if let Some(spec) = openapi() {
        spec.schema("PollResponse", poll).expect("a poll of Discord's");
    }
    assert_eq!(
        (&poll["answers"][0]["answer_id"], &poll["answers"][1]["answer_id"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(
        poll["answers"][0]["poll_media"]["emoji"],
        json!({ "id": null, "name": "🎲" })
    );
    assert_eq!(poll["results"], json!({ "answer_counts": [], "is_finalized": false }));
    assert_eq!(
        (&poll["allow_multiselect"], poll.get("duration")),
        (&json!(false), None)
    );
    assert!(text(&poll["expiry"]) > text(&sent["timestamp"]), "{poll}");
    assert_eq!(bot.dispatch("MESSAGE_CREATE").await["poll"], *poll);

    let message = text(&sent["id"]);
    let at = |what: &str| format!("{}/polls/{message}/{what}", path.trim_end_matches("/messages"));
    assert_eq!(rest.get(&at("answers/2")).await, (200, json!({ "users": [] })));
    assert_eq!(rest.get(&at("answers/3")).await.0, 404);
    let (_, refused) = rest
        .patch(&format!("{path}/{message}"), json!({ "content": "x" }))
        .await;
    assert_eq!(refused["code"], 520003, "a poll is not edited");
    let (status, ended) = rest.post(&at("expire"), json!({})).await;
    assert_eq!((status, &ended["poll"]["results"]["is_finalized"]), (200, &json!(true)));
    assert_eq!(bot.dispatch("MESSAGE_UPDATE").await["poll"], ended["poll"]);
    assert_eq!(rest.post(&at("expire"), json!({})).await.1["code"], 520001);
    let (_, plain) = rest.post(&path, json!({ "content": "no poll" })).await;
    let none = at("expire").replace(&message, &text(&plain["id"]));
    assert_eq!(rest.post(&none, json!({})).await.1["code"], 520006);
}
