//! Threads: how they begin, sleep and wake.

use serde_json::{Value, json};

use crate::conform::client::Request;
use crate::conform::trial::{Trial, text};
use crate::conform::verdict::{Tried, expect};

/// A thread from a new message: the message, and the thread.
async fn thread(t: &mut Trial) -> Tried<(Value, Value)> {
    let message = t.say(json!({ "content": "A thread begins here." })).await?;
    let path = format!("{}/threads", t.message(&message));
    let answer = t.post(path, json!({ "name": "conform" })).await?;
    if answer.status == 201 {
        t.made_thread(&answer.body);
    }
    answer.is(201)?;
    Ok((message, answer.body))
}

/// Lets a thread sleep, or wakes it.
async fn archive(t: &mut Trial, thread: &Value, archived: bool) -> Tried {
    let path = format!("/channels/{}", text(&thread["id"]));
    let mut request = Request::new(reqwest::Method::PATCH, path).body(json!({ "archived": archived }));
    request.long_waits = true;
    let answer = t.send(request).await?.ok()?;
    let found = &answer.body["thread_metadata"]["archived"];
    expect(
        *found == archived,
        "archiving a thread, or opening it again, had no effect",
    )
}

pub(in crate::conform) async fn same_id(t: &mut Trial) -> Tried {
    let (message, thread) = thread(t).await?;
    expect(
        message["id"] == thread["id"],
        "a thread from a message has another id than the message",
    )
}

pub(in crate::conform) async fn second_thread(t: &mut Trial) -> Tried {
    let (message, _) = thread(t).await?;
    let path = format!("{}/threads", t.message(&message));
    t.post(path, json!({ "name": "again" })).await?.refused(400, 160004)
}

pub(in crate::conform) async fn name_length(t: &mut Trial) -> Tried {
    let message = t.say(json!({ "content": "No thread begins here." })).await?;
    let path = format!("{}/threads", t.message(&message));
    let answer = t.post(path, json!({ "name": "x".repeat(101) })).await?;
    answer.refused_at("name", "")
}

pub(in crate::conform) async fn archive_is_no_rename(t: &mut Trial) -> Tried {
    let (_, thread) = thread(t).await?;
    for archived in [true, false, true, false] {
        archive(t, &thread, archived).await?;
    }
    Ok(())
}

pub(in crate::conform) async fn woken(t: &mut Trial) -> Tried {
    let (_, thread) = thread(t).await?;
    archive(t, &thread, true).await?;
    let place = format!("/channels/{}", text(&thread["id"]));
    t.post(format!("{place}/messages"), json!({ "content": "Awake?" }))
        .await?
        .is(200)?;
    let found = t.get(place).await?.ok()?;
    expect(
        found.body["thread_metadata"]["archived"] == false,
        "a message did not wake an archived thread",
    )
}

pub(in crate::conform) async fn asleep(t: &mut Trial) -> Tried {
    let (_, thread) = thread(t).await?;
    let messages = format!("/channels/{}/messages", text(&thread["id"]));
    let message = t.post(messages.clone(), json!({ "content": "Before." })).await?.ok()?;
    archive(t, &thread, true).await?;
    let path = format!("{messages}/{}", text(&message.body["id"]));
    t.patch(path, json!({ "content": "After." })).await?.refused(400, 50083)
}
