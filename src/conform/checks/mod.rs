//! The checks themselves, one function each, by what they are about. What each expects is one row of docs/DISCORD.md; the
//! catalogue says which.

pub(super) mod commands;
pub(super) mod components;
pub(super) mod gateway;
pub(super) mod messages;
pub(super) mod people;
pub(super) mod places;
pub(super) mod requests;
pub(super) mod shown;
pub(super) mod tokens;

use serde_json::{Value, json};

/// A button that sends an interaction.
fn button(custom_id: &str) -> Value {
    json!({ "type": 2, "style": 2, "label": "Nothing", "custom_id": custom_id })
}

/// A row of components.
fn row(components: Vec<Value>) -> Value {
    json!({ "type": 1, "components": components })
}

/// The items of a list; none of what is no list.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The keys that an object lacks, in a sentence; nothing if it has them all.
fn lacking(object: &Value, keys: &[&str]) -> Option<String> {
    let missing: Vec<&str> = keys.iter().copied().filter(|key| object.get(key).is_none()).collect();
    (!missing.is_empty()).then(|| format!("there was no {}", missing.join(", no ")))
}
