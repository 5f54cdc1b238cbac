//! Components of both layouts: what is refused, and what comes back.

use serde_json::{Value, json};

use super::{button, list, row};
use crate::conform::trial::Trial;
use crate::conform::verdict::{Tried, expect};

const V2: u64 = 1 << 15;

/// Sends rows that must be refused with this leaf somewhere; any will do where none is named.
async fn refused(t: &mut Trial, body: Value, leaf: &str) -> Tried {
    let answer = t.try_message(body).await?;
    answer.refused_form()?;
    let found = answer.body["errors"].to_string().contains(leaf);
    expect(found, format!("the answer was {}, without {leaf}", answer.said()))
}

pub(in crate::conform) async fn same_custom_id(t: &mut Trial) -> Tried {
    let mut off = button("same");
    off["disabled"] = json!(true);
    let body = json!({ "content": "x", "components": [row(vec![button("same")]), row(vec![off])] });
    refused(t, body, "COMPONENT_CUSTOM_ID_DUPLICATED").await
}

pub(in crate::conform) async fn row_count(t: &mut Trial) -> Tried {
    let rows = |count: usize| {
        let rows: Vec<Value> = (0..count).map(|at| row(vec![button(&format!("b{at}"))])).collect();
        json!({ "content": "Rows.", "components": rows })
    };
    t.try_message(rows(5)).await?.is(200)?;
    refused(t, rows(6), "").await
}

pub(in crate::conform) async fn row_width(t: &mut Trial) -> Tried {
    let buttons = |count: usize| {
        let buttons = (0..count).map(|at| button(&format!("b{at}"))).collect();
        json!({ "content": "Buttons.", "components": [row(buttons)] })
    };
    t.try_message(buttons(5)).await?.is(200)?;
    refused(t, buttons(6), "").await
}

fn select(options: usize, most: usize) -> Value {
    let options: Vec<Value> = (0..options)
        .map(|at| json!({ "label": format!("Option {at}"), "value": format!("v{at}") }))
        .collect();
    let select = json!({ "type": 3, "custom_id": "select", "options": options, "max_values": most });
    json!({ "content": "Options.", "components": [row(vec![select])] })
}

pub(in crate::conform) async fn option_count(t: &mut Trial) -> Tried {
    t.try_message(select(25, 1)).await?.is(200)?;
    refused(t, select(26, 1), "").await
}

pub(in crate::conform) async fn too_few_options(t: &mut Trial) -> Tried {
    refused(t, select(2, 3), "").await
}

pub(in crate::conform) async fn label_length(t: &mut Trial) -> Tried {
    let mut long = button("long");
    long["label"] = json!("x".repeat(81));
    let answer = t
        .try_message(json!({ "content": "x", "components": [row(vec![long])] }))
        .await?;
    answer.refused_at("components.0.components.0.label", "BASE_TYPE_MAX_LENGTH")
}

pub(in crate::conform) async fn bad_emoji(t: &mut Trial) -> Tried {
    let mut odd = button("odd");
    odd["emoji"] = json!({ "name": "dice" });
    let body = json!({ "content": "x", "components": [row(vec![odd])] });
    refused(t, body, "BUTTON_COMPONENT_INVALID_EMOJI").await
}

pub(in crate::conform) async fn disabled(t: &mut Trial) -> Tried {
    let mut off = button("off");
    off["disabled"] = json!(true);
    let message = t
        .say(json!({ "content": "Off.", "components": [row(vec![off])] }))
        .await?;
    let found = &message["components"][0]["components"][0];
    expect(
        found["disabled"] == true && found["custom_id"] == "off",
        "a disabled button came back otherwise",
    )
}

pub(in crate::conform) async fn numbering(t: &mut Trial) -> Tried {
    let message = t
        .say(json!({ "content": "Ids.", "components": [row(vec![button("a"), button("b")])] }))
        .await?;
    let whole = &message["components"][0];
    let found: Vec<u64> = [
        &whole["id"],
        &whole["components"][0]["id"],
        &whole["components"][1]["id"],
    ]
    .into_iter()
    .filter_map(Value::as_u64)
    .collect();
    let ordered = found.len() == 3 && found.windows(2).all(|pair| pair[0] < pair[1]);
    expect(ordered, "components without ids were not numbered in order")
}

fn words(letters: usize) -> Value {
    json!({ "type": 10, "content": "x".repeat(letters) })
}

pub(in crate::conform) async fn text_total(t: &mut Trial) -> Tried {
    let body = |second: usize| json!({ "flags": V2, "components": [words(2000), words(second)] });
    t.try_message(body(2000)).await?.is(200)?;
    refused(t, body(2001), "").await
}

pub(in crate::conform) async fn component_total(t: &mut Trial) -> Tried {
    let body = json!({ "flags": V2, "components": vec![words(1); 41] });
    refused(t, body, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED").await
}

pub(in crate::conform) async fn no_content(t: &mut Trial) -> Tried {
    let body = json!({ "flags": V2, "content": "x", "components": [words(1)] });
    let answer = t.try_message(body).await?;
    answer.refused_at("content", "")
}

pub(in crate::conform) async fn flag_for_good(t: &mut Trial) -> Tried {
    let message = t.say(json!({ "flags": V2, "components": [words(1)] })).await?;
    let path = t.message(&message);
    let answer = t
        .patch(path, json!({ "flags": 0, "components": [words(2)] }))
        .await?
        .ok()?;
    let kept = answer.body["flags"].as_u64().is_some_and(|flags| flags & V2 != 0);
    expect(kept, "an edit took IS_COMPONENTS_V2 away")?;
    let edited = list(&answer.body["components"])
        .first()
        .is_some_and(|text| text["content"] == "xx");
    expect(edited, "an edit did not change the components")
}
