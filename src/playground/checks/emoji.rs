//! Tells whether a text is an emoji.

use serde_json::Value;

use super::form::{Fields, Form, present};

/// The `emoji` of a button, an option or a poll's answer: one of a server by its id, any other by its name, which is the emoji
/// itself. Discord's code names the button wherever it is.
pub(super) fn read(form: &mut Form, fields: &Fields) {
    form.inside(fields, "emoji", |form, emoji| {
        let known = present(emoji, "name").and_then(Value::as_str).is_some_and(is_emoji);
        if present(emoji, "id").is_some() {
            form.id(emoji, "id");
        } else if !known {
            form.refuse_at("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    });
}

/// Whether a text is one emoji, as far as can be told without Unicode's list of them: signs that are pictures, with what joins,
/// colours and genders them, or a key with its cap.
pub fn is_emoji(text: &str) -> bool {
    const CAP: char = '\u{20E3}';
    let picture = |c: char| {
        matches!(c, '\u{A9}' | '\u{AE}' | '\u{203C}'..='\u{2049}' | '\u{2122}'..='\u{21FF}' | '\u{2300}'..='\u{27BF}'
            | '\u{2900}'..='\u{2BFF}' | '\u{3030}'..='\u{303D}' | '\u{3297}' | '\u{3299}' | '\u{1F000}'..='\u{1FAFF}')
    };
    let joiner = |c: char| {
        matches!(
            c,
            '\u{200D}' | '\u{FE0E}' | '\u{FE0F}' | CAP | '\u{E0020}'..='\u{E007F}'
        )
    };
    let key = text.ends_with(CAP) && text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '#' | '*'));
    let mut rest = text.chars().skip(usize::from(key));
    let pictures = text.chars().filter(|c| picture(*c)).count();
    (key || (1..=8).contains(&pictures)) && rest.all(|c| picture(c) || joiner(c)) && text.chars().count() <= 32
}
