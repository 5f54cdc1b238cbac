//! One case just inside and one just outside each limit, with the exact path and code of the refusal.

mod callbacks;
mod channels;
mod commands;
mod components;
mod embeds;
mod emojis;
mod messages;
mod modals;
mod refusals;

use serde_json::{Value, json};

use super::Refused;

/// A text of so many chars.
fn chars(count: usize) -> String {
    "x".repeat(count)
}

/// So many copies of a value.
fn times(count: usize, value: &Value) -> Value {
    Value::Array(vec![value.clone(); count])
}

/// So many values made from their indices.
fn list(count: usize, make: impl Fn(usize) -> Value) -> Value {
    Value::Array((0..count).map(make).collect())
}

/// The value with some fields replaced.
fn with(value: &Value, fields: Value) -> Value {
    let mut value = value.clone();
    for (key, field) in fields.as_object().expect("fields").clone() {
        value[key] = field;
    }
    value
}

#[track_caller]
fn taken(what: &str, verdict: Result<(), Refused>) {
    assert_eq!(verdict, Ok(()), "{what}");
}

/// Asserts that exactly these leaves (`path:CODE`) are refused.
#[track_caller]
fn leaves(what: &str, verdict: Result<(), Refused>, expected: &[&str]) {
    let refused = verdict.expect_err(what);
    assert_eq!(leaves_of(&refused), expected, "{what}: {refused}");
    assert_eq!((refused.status, &refused.body["code"]), (400, &json!(50035)), "{what}");
}

/// Every leaf as `path:CODE`, in the order of the keys; a root error has an empty path.
fn leaves_of(refused: &Refused) -> Vec<String> {
    let mut leaves = Vec::new();
    gather(&refused.body["errors"], &mut Vec::new(), &mut leaves);
    leaves
}

fn gather(node: &Value, path: &mut Vec<String>, leaves: &mut Vec<String>) {
    let Some(keys) = node.as_object() else { return };
    for (key, below) in keys {
        if key == "_errors" {
            let errors = below.as_array().map(Vec::as_slice).unwrap_or_default();
            leaves.extend(
                errors
                    .iter()
                    .map(|e| format!("{}:{}", path.join("."), e["code"].as_str().unwrap_or("?"))),
            );
        } else {
            path.push(key.clone());
            gather(below, path, leaves);
            path.pop();
        }
    }
}

#[track_caller]
fn plain(what: &str, verdict: Result<(), Refused>, status: u16, code: u32) {
    let refused = verdict.expect_err(what);
    assert_eq!(
        (refused.status, &refused.body["code"]),
        (status, &json!(code)),
        "{what}: {refused}"
    );
    assert_eq!(refused.body.get("errors"), None, "{what}");
}

/// Runs a table: what it is, the payload, and the leaves expected (none: taken).
#[track_caller]
fn table(check: impl Fn(&Value) -> Result<(), Refused>, rows: Vec<(&str, Value, &[&str])>) {
    for (what, body, expected) in rows {
        match expected {
            [] => taken(what, check(&body)),
            _ => leaves(what, check(&body), expected),
        }
    }
}

fn button(custom_id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "Go", "custom_id": custom_id })
}

fn select(options: usize) -> Value {
    json!({
        "type": 3, "custom_id": "s",
        "options": list(options, |n| json!({ "label": "a", "value": format!("v{n}") })),
    })
}

fn row(components: Value) -> Value {
    json!({ "type": 1, "components": components })
}

fn text(content: &str) -> Value {
    json!({ "type": 10, "content": content })
}
