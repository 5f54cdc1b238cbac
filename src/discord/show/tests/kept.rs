//! Whether a payload keeps the limits: Discord's as the playground has them, and ours.

use serde_json::{Value, json};

use crate::discord::limits;
use crate::discord::payload::{Completion, File, Modal, Payload, Row, new_message};
use crate::playground::checks::{self, FileInfo, MessageKind, ValueKind};

/// With two signs for each that is two units in UTF-16: whatever keeps the limits so also fits if Discord counts units.
fn in_units(body: &Value) -> Value {
    let text = body.to_string().replace(|sign: char| sign.len_utf16() > 1, "xx");
    serde_json::from_str(&text).expect("signs in texts are no part of the form")
}

/// Holds a message to the limits.
pub(super) fn keeps_limits(payload: &Payload) {
    let pictures = payload.pictures();
    let files: Vec<FileInfo<'_>> = pictures.iter().map(|(name, _)| FileInfo { name, size: 1 }).collect();
    let body = in_units(&new_message(payload.body(File::New), false));
    let held = checks::message(&body, MessageKind::Create, &files);
    assert_eq!(held, Ok(()), "{payload:#?}");
    assert!(payload.rows.len() <= limits::ROWS, "{payload:#?}");
    assert!(!payload.text().trim().is_empty(), "{payload:#?}");
    // These are cut where they become JSON.
    assert!(limits::length(&payload.notification) <= limits::CONTENT, "{payload:#?}");
    let told = |alt: &str| !alt.trim().is_empty() && limits::length(alt) <= limits::ALT_TEXT;
    assert!(pictures.iter().all(|(_, picture)| told(picture.alt())), "{payload:#?}");
    let labels = |row: &Row| -> Vec<String> {
        match row {
            Row::Buttons(buttons) => buttons.iter().map(|button| button.label.clone()).collect(),
            Row::Select(select) => select.options.iter().map(|option| option.label.clone()).collect(),
        }
    };
    let mut labels = payload.rows.iter().flat_map(labels);
    assert!(labels.all(|label| !label.trim().is_empty()), "{payload:#?}");
}

/// Holds a form to the limits.
pub(super) fn form_keeps_limits(form: &Modal) {
    assert_eq!(checks::modal(&in_units(&form.json())), Ok(()), "{form:#?}");
}

/// Holds completions to the limits. Discord takes an empty value, which would fill nothing in.
pub(super) fn offers_keep_limits(offered: &[Completion]) {
    let choices: Vec<Value> = offered.iter().map(Completion::json).collect();
    let data = in_units(&json!({ "choices": choices }));
    assert_eq!(checks::autocomplete(&data, ValueKind::Text), Ok(()), "{data}");
    let is_blank = |offer: &Completion| offer.name.trim().is_empty() || offer.value.trim().is_empty();
    assert!(!offered.iter().any(is_blank), "{data}");
}
