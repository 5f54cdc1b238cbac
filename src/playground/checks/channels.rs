//! Channels, threads, direct messages and bulk deletes (docs/DISCORD.md, "Messages", "Servers", "Threads" and "Private chats").

use std::collections::BTreeSet;

use serde_json::Value;

use super::form::{Fields, Form, Text};
use super::limits;
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;

/// How a thread comes to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadKind {
    /// From a message.
    FromMessage,
    /// On its own.
    Standalone,
}

/// Checks the start of a thread.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn thread(body: &Value, kind: ThreadKind) -> Result<(), Refused> {
    Form::whole(body, |form, fields| {
        form.text(fields, "name", Text::some(limits::CHANNEL_NAME).required());
        thread_fields(form, fields);
        if kind == ThreadKind::Standalone {
            form.one_of(fields, "type", &[10, 11, 12]);
        }
    })
}

/// Checks an edit of a thread.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn thread_edit(body: &Value) -> Result<(), Refused> {
    Form::whole(body, |form, fields| {
        form.text(fields, "name", Text::some(limits::CHANNEL_NAME));
        form.truth(fields, "archived");
        form.truth(fields, "locked");
        thread_fields(form, fields);
    })
}

fn thread_fields(form: &mut Form, fields: &Fields) {
    form.one_of(fields, "auto_archive_duration", &limits::ARCHIVE_MINUTES);
    form.integer(fields, "rate_limit_per_user", 0..=limits::SLOW_MODE);
    form.truth(fields, "invitable");
}

/// Checks a new channel of a guild.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn channel(body: &Value) -> Result<(), Refused> {
    Form::whole(body, |form, fields| {
        form.text(fields, "name", Text::some(limits::CHANNEL_NAME).required());
        channel_fields(form, fields);
    })
}

/// Checks an edit of a channel of a guild.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn channel_edit(body: &Value) -> Result<(), Refused> {
    Form::whole(body, |form, fields| {
        form.text(fields, "name", Text::some(limits::CHANNEL_NAME));
        channel_fields(form, fields);
    })
}

fn channel_fields(form: &mut Form, fields: &Fields) {
    form.one_of(fields, "type", &[0, 2, 4, 5, 13, 14, 15]);
    form.text(fields, "topic", Text::up_to(limits::TOPIC));
    form.truth(fields, "nsfw");
    form.integer(fields, "position", 0..=i64::from(i32::MAX));
    form.integer(fields, "rate_limit_per_user", 0..=limits::SLOW_MODE);
    form.one_of(fields, "default_auto_archive_duration", &limits::ARCHIVE_MINUTES);
    form.id(fields, "parent_id");
}

/// Checks the opening of a direct message.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn dm(body: &Value) -> Result<(), Refused> {
    Form::whole(body, |form, fields| {
        form.required_id(fields, "recipient_id");
    })
}

/// Checks a bulk delete at `now_ms`, milliseconds since Unix's epoch.
///
/// # Errors
/// 50035 for the list, 50034 for a message that is too old.
pub fn bulk_delete(body: &Value, now_ms: u64) -> Result<(), Refused> {
    let mut ids = BTreeSet::new();
    Form::whole(body, |form, fields| {
        let (least, most) = limits::BULK_DELETE;
        let list = form.required_list(fields, "messages", least..=most);
        form.at("messages", |form| {
            for (index, value) in list.iter().enumerate() {
                let id = form.at(index, |form| form.snowflake_value(value));
                if id.is_some_and(|id| !ids.insert(id)) {
                    form.repeated(index);
                }
            }
        });
    })?;
    let old = |id: &u64| Id(*id).made_at() + limits::BULK_DELETE_AGE_MS < now_ms;
    if ids.iter().any(old) {
        Err(Refused::known(50034))
    } else {
        Ok(())
    }
}
