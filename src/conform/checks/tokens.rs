//! First answers to an interaction, what its token opens, and for how long.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::conform::client::Answer;
use crate::conform::trial::Trial;
use crate::conform::verdict::{Tried, expect};

const ORIGINAL: &str = "/messages/@original";
const EPHEMERAL: u64 = 1 << 6;

async fn original(t: &mut Trial, interaction: &Value) -> Tried<Answer> {
    t.hook(Method::GET, interaction, ORIGINAL, None).await
}

async fn edit_original(t: &mut Trial, interaction: &Value, content: &str) -> Tried<Answer> {
    let body = json!({ "content": content });
    t.hook(Method::PATCH, interaction, ORIGINAL, Some(body)).await
}

pub(in crate::conform) async fn with_response(t: &mut Trial) -> Tried {
    let press = t.press().await?;
    let answer = t.callback(&press, 4, json!({ "content": "An answer." })).await?.ok()?;
    let told = answer.body["resource"]["message"]["content"] == "An answer.";
    expect(told, "with_response=true did not bring the message")
}

pub(in crate::conform) async fn before_the_answer(t: &mut Trial) -> Tried {
    let press = t.press().await?;
    let early = original(t, &press).await?;
    t.acknowledge(&press).await?;
    expect(
        early.status == 404,
        format!("before the first answer, @original was answered by {}", early.said()),
    )
}

pub(in crate::conform) async fn twice(t: &mut Trial) -> Tried {
    let press = t.pressed().await?;
    t.callback(&press, 6, Value::Null).await?.refused(400, 40060)
}

pub(in crate::conform) async fn refused_stays_open(t: &mut Trial) -> Tried {
    let press = t.press().await?;
    let refused = t.callback(&press, 4, json!({ "content": "x".repeat(2001) })).await?;
    expect(
        refused.status == 400,
        format!("a callback with too long a text was answered by {}", refused.said()),
    )?;
    t.acknowledge(&press).await
}

pub(in crate::conform) async fn silent(t: &mut Trial) -> Tried {
    let press = t.pressed().await?;
    let found = original(t, &press).await?.ok()?;
    expect(
        found.body["id"] == press["message"]["id"],
        "after a silent answer, @original is not the pressed message",
    )
}

pub(in crate::conform) async fn update(t: &mut Trial) -> Tried {
    let press = t.press().await?;
    t.callback(&press, 7, json!({ "content": "Updated." })).await?.is(200)?;
    let found = original(t, &press).await?.ok()?;
    let source = found.body["id"] == press["message"]["id"] && found.body["content"] == "Updated.";
    expect(source, "after an update, @original is not the pressed message")
}

/// Answers a press with "thinking", public or for one person.
async fn thinking(t: &mut Trial, flags: u64) -> Tried<Value> {
    let press = t.press().await?;
    t.callback(&press, 5, json!({ "flags": flags })).await?.is(200)?;
    Ok(press)
}

fn is_ephemeral(message: &Value) -> bool {
    message["flags"].as_u64().is_some_and(|flags| flags & EPHEMERAL != 0)
}

pub(in crate::conform) async fn ephemeral_stays(t: &mut Trial) -> Tried {
    let press = thinking(t, EPHEMERAL).await?;
    let edited = edit_original(t, &press, "Thought.").await?.ok()?;
    expect(is_ephemeral(&edited.body), "\"thinking\" for one person became public")
}

pub(in crate::conform) async fn takes_the_place(t: &mut Trial) -> Tried {
    let press = thinking(t, 0).await?;
    let further = json!({ "content": "Thought.", "flags": EPHEMERAL });
    let sent = t.hook(Method::POST, &press, "", Some(further)).await?;
    t.made_message(&sent.body);
    sent.is(200)?;
    let found = original(t, &press).await?.ok()?;
    expect(
        found.body["id"] == sent.body["id"],
        "the first further message did not take the place of \"thinking\"",
    )?;
    expect(
        !is_ephemeral(&sent.body),
        "the first further message became private after a public \"thinking\"",
    )
}

pub(in crate::conform) async fn edited_by_token(t: &mut Trial) -> Tried {
    let press = t.press().await?;
    let data = json!({ "content": "For you.", "flags": EPHEMERAL });
    t.callback(&press, 4, data).await?.is(200)?;
    let edited = edit_original(t, &press, "For you alone.").await?.ok()?;
    expect(
        edited.body["content"] == "For you alone.",
        "an answer could not be edited by its token",
    )
}

pub(in crate::conform) async fn life(t: &mut Trial) -> Tried {
    let press = thinking(t, EPHEMERAL).await?;
    edit_original(t, &press, "Within its life.").await?.is(200)?;
    let life = t.config().token_life + Duration::from_secs(2);
    t.rest(life).await?;
    edit_original(t, &press, "After its life.").await?.refused(401, 50027)
}
