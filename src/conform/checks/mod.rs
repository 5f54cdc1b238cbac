//! The checks themselves, one function each, sorted by subject. Each check expects what one row of docs/DISCORD.md says; the
//! catalogue names the row.

pub(super) mod commands;
pub(super) mod components;
pub(super) mod emojis;
pub(super) mod gateway;
pub(super) mod messages;
pub(super) mod people;
pub(super) mod places;
pub(super) mod requests;
pub(super) mod shown;
pub(super) mod tokens;

use serde_json::{Value, json};

use super::verdict::{Tried, expect};

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

/// An object must have these fields, which stand here with spaces between them.
fn has(object: &Value, fields: &str) -> Tried {
    let lacks = |field: &&str| object.get(*field).is_none();
    let missing: Vec<&str> = fields.split_whitespace().filter(lacks).collect();
    expect(missing.is_empty(), format!("there was no {}", missing.join(", no ")))
}
