//! The message that a new message replies to or forwards (docs/DISCORD.md, "Forwards and polls").

use serde_json::Value;

use super::form::{Fields, Form, present};

/// A reference that makes a reply.
const REPLY: i64 = 0;
/// A reference that makes a forward.
const FORWARD: i64 = 1;
/// What a message may have of its own, and a forward may not.
const OWN: [&str; 6] = ["content", "embeds", "components", "sticker_ids", "poll", "attachments"];

/// Whether a body forwards another message.
pub(super) fn forwards(body: &Fields) -> bool {
    body.get("message_reference")
        .is_some_and(|reference| reference["type"] == FORWARD)
}

/// Checks the reference of a new message with so many files. A reply needs only the message; a forward names its channel, too,
/// and has nothing beside it.
pub(super) fn read(form: &mut Form, body: &Fields, files: usize) {
    form.inside(body, "message_reference", |form, reference| {
        form.one_of(reference, "type", &[REPLY, FORWARD]);
        form.truth(reference, "fail_if_not_exists");
        form.required_id(reference, "message_id");
        if forwards(body) {
            form.required_id(reference, "channel_id");
        } else {
            form.id(reference, "channel_id");
        }
        form.id(reference, "guild_id");
    });
    if !forwards(body) {
        return;
    }
    let words = "A message that forwards another one has nothing of its own";
    for key in OWN {
        if present(body, key).is_some_and(filled) {
            form.refuse_at(key, "MESSAGE_FORWARD_EXCLUSIVE", words);
        }
    }
    if files > 0 {
        form.refuse_at("files", "MESSAGE_FORWARD_EXCLUSIVE", words);
    }
}

fn filled(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => true,
    }
}
