//! Commands: how Discord makes and overwrites them, and which it refuses. The checks leave other commands as they are.

use serde_json::{Value, json};

use crate::conform::client::Answer;
use crate::conform::trial::{NAME, Trial};
use crate::conform::verdict::{Tried, differs, expect};

/// The path of the commands of the server.
fn here(t: &Trial) -> String {
    format!("/applications/{}/guilds/{}/commands", t.application, t.guild)
}

/// The command of a run, with one option that suggests.
pub(super) fn command() -> Value {
    let word = json!({ "type": 3, "name": "word", "description": "Any word", "autocomplete": true });
    json!({ "name": NAME, "description": "Tries out what Discord does", "options": [word] })
}

/// Makes a command of the server, which may be refused.
pub(super) async fn make(t: &mut Trial, body: Value) -> Tried<Answer> {
    let scope = here(t);
    let answer = t.post(scope.clone(), body).await?;
    t.made_in(&scope, &answer.body);
    Ok(answer)
}

pub(in crate::conform) async fn made_and_overwritten(t: &mut Trial) -> Tried {
    let made = make(t, command()).await?;
    made.is(201)?;
    let again = t.post(here(t), command()).await?.ok()?;
    expect(
        again.body["id"] == made.body["id"],
        "a command of the same name became another one",
    )
}

pub(in crate::conform) async fn deleted(t: &mut Trial) -> Tried {
    let made = make(t, command()).await?;
    let Some(id) = made.body["id"].as_str() else {
        return differs(format!("a command was answered by {}", made.said()));
    };
    let path = format!("{}/{id}", here(t));
    t.delete(path.clone()).await?.is(204)?;
    t.get(path).await?.refused(404, 10063)
}

/// Tries to make a command that must be refused at a field.
async fn refused(t: &mut Trial, body: Value, path: &str) -> Tried {
    make(t, body).await?.refused_at(path, "")
}

pub(in crate::conform) async fn name_in_capitals(t: &mut Trial) -> Tried {
    refused(t, json!({ "name": "Whistle-Conform", "description": "x" }), "name").await
}

pub(in crate::conform) async fn option_order(t: &mut Trial) -> Tried {
    let options = json!([
        { "type": 3, "name": "first", "description": "x" },
        { "type": 3, "name": "second", "description": "x", "required": true },
    ]);
    let body = json!({ "name": NAME, "description": "x", "options": options });
    refused(t, body, "options").await
}

pub(in crate::conform) async fn choices_and_suggestions(t: &mut Trial) -> Tried {
    let choices = json!([{ "name": "a", "value": "a" }]);
    let option = json!({ "type": 3, "name": "word", "description": "x", "autocomplete": true, "choices": choices });
    let body = json!({ "name": NAME, "description": "x", "options": [option] });
    refused(t, body, "options.0").await
}

pub(in crate::conform) async fn contexts(t: &mut Trial) -> Tried {
    // This is about commands everywhere: it is there for a moment, and nobody is meant to use it.
    let scope = format!("/applications/{}/commands", t.application);
    let body =
        json!({ "name": NAME, "description": "Gone in a moment", "contexts": [0, 1, 2], "integration_types": [0] });
    let answer = t.post(scope.clone(), body).await?;
    t.made_in(&scope, &answer.body);
    answer.is(201)?;
    let path = format!("{scope}/{}", answer.body["id"].as_str().unwrap_or_default());
    t.delete(path).await?.is(204)
}
