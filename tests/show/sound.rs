//! What holds for every payload: Discord takes it, and it harms nobody.

use std::collections::HashSet;

use serde_json::{Value, json};
use whistle::discord::custom_id::CustomId;
use whistle::discord::limits;
use whistle::discord::payload::{Completion, File, Modal, PICTURE_NAME, Payload, Row, Style, new_message};
use whistle::playground::checks::{self, FileInfo, MessageKind, ValueKind};

/// With two signs for each that is two units in UTF-16: whatever keeps the limits so also fits if Discord counts units.
fn in_units(body: &Value) -> Value {
    let text = body.to_string().replace(|sign: char| sign.len_utf16() > 1, "xx");
    serde_json::from_str(&text).expect("signs in texts are no part of the form")
}

/// Holds completions against Discord's rules. Discord takes an empty value, which would fill nothing in.
pub(crate) fn proves_completions_sound(offered: &[Completion]) {
    let choices: Vec<Value> = offered.iter().map(Completion::json).collect();
    let data = in_units(&json!({ "choices": choices }));
    assert!(checks::autocomplete(&data, ValueKind::Text).is_ok(), "{data}");
    let is_blank = |offer: &Completion| offer.name.trim().is_empty() || offer.value.trim().is_empty();
    assert!(!offered.iter().any(is_blank), "{data}");
}

/// Holds a form against Discord's rules.
pub(crate) fn proves_form_fits(form: &Modal) {
    let json = form.json();
    let held = checks::modal(&in_units(&json)).map_err(|refused| format!("{refused:?}"));
    assert_eq!(held, Ok(()), "{json:#}");
}

/// Holds a form that nobody has typed into against Discord's rules; no name in it reaches into the text around it.
pub(crate) fn proves_form_sound(form: &Modal) {
    proves_form_fits(form);
    let text = form.json().to_string();
    for reaching in ["@everyone", "@here", "<@", "\u{202e}"] {
        assert!(!text.contains(reaching), "{text}");
    }
}

/// The sentences of a text in which more than one colon stands: a listener cannot tell what belongs to which.
pub(crate) fn doubly_parted(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2).flat_map(str::lines);
    let sentences = prose.flat_map(|line| line.split_inclusive(['.', '!', '?', '·']));
    // Code is notation, and a colon within a word is part of a time or an address.
    let colons = |sentence: &str| {
        let written = sentence.split('`').step_by(2);
        let words = written.flat_map(str::split_whitespace);
        words
            .filter(|word| word.trim_end_matches(['*', '_', '~']).ends_with(':'))
            .count()
    };
    sentences.filter(|sentence| colons(sentence) > 1).collect()
}

#[test]
fn a_sentence_with_two_colons_is_found() {
    let found = doubly_parted("So far: Ana: 8. **Binary:** solved · Streak: 4\n`a: b: c:` at <t:1:R>: now");
    assert_eq!(found, ["So far: Ana: 8."]);
}

/// Holds a payload against what we ask for beyond Discord's rules, and against what is cut where it becomes JSON.
fn keeps_own_limits(payload: &Payload) {
    assert!(payload.rows.len() <= limits::ROWS, "{payload:#?}");
    assert!(!payload.text().trim().is_empty(), "{payload:#?}");
    assert!(limits::length(&payload.notification) <= limits::CONTENT, "{payload:#?}");
    for (_, picture) in payload.pictures() {
        let alt = picture.alt();
        assert!(
            !alt.trim().is_empty() && limits::length(alt) <= limits::ALT_TEXT,
            "{alt}"
        );
    }
}

/// Holds a payload against Discord's rules as the playground has them, and against our own. Its text can be listened to.
pub(crate) fn proves_sound(payload: &Payload) {
    keeps_own_limits(payload);
    assert_eq!(doubly_parted(&payload.text()), [""; 0], "{payload:#?}");
    let mut names: Vec<String> = payload.pictures().into_iter().map(|(name, _)| name).collect();
    if names.is_empty() {
        names.push(PICTURE_NAME.to_owned());
    }
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    let size = 30_000;
    let files: Vec<FileInfo<'_>> = names.iter().map(|name| FileInfo { name, size }).collect();
    for kind in [MessageKind::Create, MessageKind::Edit, MessageKind::InteractionReply] {
        for (sent, files) in [(File::New, files.as_slice()), (File::Nothing, &[])] {
            let json = match kind {
                MessageKind::Edit => payload.body(sent),
                _ => new_message(payload.body(sent), false),
            };
            let held = checks::message(&in_units(&json), kind, files).map_err(|refused| format!("{refused:?}"));
            assert_eq!(held, Ok(()), "{json:#}");
        }
    }
    for row in &payload.rows {
        match row {
            Row::Buttons(buttons) => {
                assert!(buttons.iter().all(|button| !button.label.trim().is_empty()), "{row:?}");
                for button in buttons.iter().filter(|button| button.style != Style::Link) {
                    assert!(button.target.parse::<CustomId>().is_ok(), "{}", button.target);
                    assert!(
                        limits::length(&button.label) <= limits::BUTTON_SHOWN,
                        "{}",
                        button.label
                    );
                }
            }
            Row::Select(select) => {
                assert!(select.custom_id.parse::<CustomId>().is_ok(), "{}", select.custom_id);
                assert!(
                    select.options.iter().all(|option| !option.label.trim().is_empty()),
                    "{row:?}"
                );
            }
        }
    }
}

/// Nobody is pinged but the one whom a ping is for, and no name reaches into the text around it.
pub(crate) fn proves_harmless(payload: &Payload) {
    let mut json = payload.json();
    // What a button carries is shown to nobody: it may hold whatever its presser typed.
    let rows = json["components"].as_array_mut().into_iter().flatten();
    let components = rows.flat_map(|row| row["components"].as_array_mut().into_iter().flatten());
    components.for_each(|component| component["custom_id"] = Value::Null);
    let text = json.to_string();
    assert!(!text.contains("@everyone") && !text.contains("@here"), "{text}");
    assert!(!text.contains('\u{202e}'), "{text}");
    let pings = text
        .match_indices("<@")
        .filter(|(at, _)| text[at + 2..].starts_with(|next: char| next.is_ascii()));
    let mentions = pings.count();
    assert_eq!(mentions, payload.mention.len(), "{text}");
    assert_eq!(json["allowed_mentions"]["parse"], json!([]));
    let all = payload.text();
    for block in all.split("```").skip(1).step_by(2) {
        let lines = block.lines();
        let widest = lines
            .filter(|line| line.is_ascii() && !line.starts_with('\\'))
            .map(str::len)
            .max();
        assert!(widest.is_none_or(|widest| widest <= 36), "{block}");
    }
    let fences = text.matches("```").count();
    assert_eq!(fences % 2, 0, "{text}");
}
