//! Answers to interactions (docs/DISCORD.md, "Answers"): the types that each interaction takes, and what an answer of each type must carry.

use serde_json::Value;

use super::form::{Fields, Form, Text, present};
use super::message::{FileInfo, MessageKind, Subject};
use super::options::{ValueKind, value};
use super::{limits, modal};
use crate::playground::refused::Refused;

/// What is being answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnsweredKind {
    /// A command (2).
    Command,
    /// A button or a select (3).
    Component,
    /// Somebody is typing an option (4).
    Autocomplete,
    /// A modal that a button or select opened (5).
    ModalFromComponent,
    /// A modal that a command opened (5).
    ModalFromCommand,
}

impl AnsweredKind {
    /// The callback types it takes.
    fn takes(self) -> &'static [i64] {
        match self {
            Self::Command => &[4, 5, 9],
            Self::Component => &[4, 5, 6, 7, 9],
            Self::Autocomplete => &[8],
            Self::ModalFromComponent => &[4, 5, 6, 7],
            Self::ModalFromCommand => &[4, 5],
        }
    }
}

/// Checks the body of a callback. `stored` is the message that holds the component, where there is one: an update
/// (type 7) is checked against it.
///
/// # Errors
/// 50035 with the tree of fields (`data.…`), 50006 for an empty reply, and the errors of files.
pub fn callback(
    body: &Value,
    kind: AnsweredKind,
    files: &[FileInfo<'_>],
    stored: Option<&Value>,
) -> Result<(), Refused> {
    let mut form = Form::default();
    let Some(fields) = form.object(body) else {
        return form.finish();
    };
    let subject = |kind, stored| Subject { kind, files, stored };
    match form.required_one_of(fields, "type", kind.takes()) {
        Some(4) => return reply(form, fields, subject(MessageKind::InteractionReply, None)),
        Some(7) => {
            let stored = stored.and_then(Value::as_object);
            return reply(form, fields, subject(MessageKind::InteractionUpdate, stored));
        }
        Some(5) => form.inside(fields, "data", |form, data| {
            form.integer(data, "flags", 0..=i64::MAX);
        }),
        Some(8) => form.inside_required(fields, "data", |form, data| {
            read_choices(form, data, ValueKind::Any);
        }),
        Some(9) => form.inside_required(fields, "data", modal::read),
        _ => {}
    }
    form.finish()
}

fn reply(mut form: Form, fields: &Fields, subject: Subject<'_>) -> Result<(), Refused> {
    subject.files()?;
    let empty = Fields::new();
    let data = match present(fields, "data") {
        Some(_) => form.child(fields, "data"),
        None => Some(&empty),
    };
    if let Some(data) = data {
        form.at("data", |form| subject.read(form, data));
    }
    form.finish()?;
    data.map_or(Ok(()), |data| subject.outcome(data))
}

/// Checks the `data` of an autocomplete answer for an option of a known type.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn autocomplete(data: &Value, kind: ValueKind) -> Result<(), Refused> {
    Form::whole(data, |form, fields| read_choices(form, fields, kind))
}

fn read_choices(form: &mut Form, data: &Fields, kind: ValueKind) {
    let list = form.required_list(data, "choices", 0..=limits::CHOICES);
    form.each("choices", list, |form, _, choice| {
        form.text(choice, "name", Text::some(limits::CHOICE_TEXT).required());
        value(form, choice, kind);
    });
}
