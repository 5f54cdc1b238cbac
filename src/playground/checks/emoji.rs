//! Tells whether a text is an emoji, and checks the application's own emojis (docs/DISCORD.md, "Application emojis").

use serde_json::Value;

use super::form::{Fields, Form, Text, present};
use super::limits;
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;
use crate::playground::token::decode;

/// The code of an emoji that Discord does not take. It names the button wherever the emoji is.
const INVALID: &str = "BUTTON_COMPONENT_INVALID_EMOJI";

/// The `emoji` of a button, an option or a poll's answer: one of a server by its id, any other by its name, which is the emoji
/// itself. Whether there is one of that id is [`known_emojis`]' matter.
pub(super) fn read(form: &mut Form, fields: &Fields) {
    form.inside(fields, "emoji", |form, emoji| {
        let known = present(emoji, "name").and_then(Value::as_str).is_some_and(is_emoji);
        if present(emoji, "id").is_some() {
            form.id(emoji, "id");
        } else if !known {
            form.refuse_at("name", INVALID, "Invalid emoji");
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

/// Checks that all emojis which a body names by an id are `known`.
///
/// # Errors
/// 50035 with the path of each emoji that is not.
pub fn known_emojis(body: &Value, known: &dyn Fn(u64) -> bool) -> Result<(), Refused> {
    let mut form = Form::default();
    look_for(&mut form, body, known);
    form.finish()
}

fn look_for(form: &mut Form, value: &Value, known: &dyn Fn(u64) -> bool) {
    match value {
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, item)| form.at(index, |form| look_for(form, item, known)));
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                form.at(key, |form| match Id::read(&field["id"]).filter(|_| key == "emoji") {
                    Some(id) if !known(id.0) => form.refuse_at("id", INVALID, "Invalid emoji"),
                    _ => look_for(form, field, known),
                });
            }
        }
        _ => {}
    }
}

/// Checks the name of an emoji of the application, which a new one must have.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn application_emoji_edit(body: &Value) -> Result<(), Refused> {
    Form::whole(body, |form, fields| name(form, fields, Text::some(limits::EMOJI_NAME)))
}

/// Checks a new emoji of the application; gives its image and the type of that.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn application_emoji(body: &Value) -> Result<(String, Vec<u8>), Refused> {
    let mut image = None;
    Form::whole(body, |form, fields| {
        name(form, fields, Text::some(limits::EMOJI_NAME).required());
        let Some(uri) = form.text(fields, "image", Text::some(usize::MAX).required()) else {
            return;
        };
        match read_image(uri) {
            Some((_, bytes)) if bytes.len() > limits::EMOJI_BYTES => {
                form.refuse_at("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.");
            }
            Some(read) => image = Some(read),
            None => form.refuse_at("image", "IMAGE_INVALID", "Invalid image data"),
        }
    })?;
    image.ok_or_else(|| Refused::field("image", "IMAGE_INVALID", "Invalid image data"))
}

fn name(form: &mut Form, fields: &Fields, rule: Text) {
    let Some(name) = form.text(fields, "name", rule) else {
        return;
    };
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    form.at("name", |form| {
        if form.length(name.len(), 2..=limits::EMOJI_NAME) && !is_plain {
            form.refuse("STRING_TYPE_REGEX", "String value did not match validation regex.");
        }
    });
}

/// The type and the bytes of an image as a data URI.
fn read_image(uri: &str) -> Option<(String, Vec<u8>)> {
    const TYPES: [(&str, &[u8]); 4] = [
        ("image/png", b"\x89PNG"),
        ("image/jpeg", b"\xff\xd8"),
        ("image/gif", b"GIF8"),
        ("image/webp", b"RIFF"),
    ];
    let (said, data) = uri.strip_prefix("data:")?.split_once(";base64,")?;
    let (kind, begin) = TYPES.into_iter().find(|(kind, _)| *kind == said)?;
    let bytes = decode(data)?;
    bytes.starts_with(begin).then(|| (kind.to_owned(), bytes))
}
