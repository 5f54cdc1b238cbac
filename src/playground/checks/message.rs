//! Messages: create, edit, interaction replies and follow-ups (docs/DISCORD.md, "Messages", "Files" and "Components V2").

use std::collections::BTreeSet;

use serde_json::Value;

use super::form::{Fields, Form, Text, present};
use super::{components, embeds, limits, polls, references};
use crate::playground::json::list;
use crate::playground::refused::Refused;
use crate::playground::snowflake::Id;

/// Hide embeds.
pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// Only one person can see the message.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// Do not notify.
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// A voice message.
const VOICE: u64 = 1 << 13;
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

/// What a body is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    /// A new message in a channel.
    Create,
    /// An edit of a message in a channel.
    Edit,
    /// `data` of a callback of type 4.
    InteractionReply,
    /// `data` of a callback of type 7: an edit of the message that holds the component.
    InteractionUpdate,
    /// A new message through an interaction's token.
    FollowUp,
    /// An edit through an interaction's token, `@original` included.
    FollowUpEdit,
}

impl MessageKind {
    /// Whether the body changes a message that exists.
    pub fn is_edit(self) -> bool {
        matches!(self, Self::Edit | Self::InteractionUpdate | Self::FollowUpEdit)
    }

    /// Flags that a bot may set; Discord drops the others without a word.
    pub(crate) const fn settable(self) -> u64 {
        match self {
            Self::Create => SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | VOICE | COMPONENTS_V2,
            Self::InteractionReply | Self::FollowUp => {
                SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | VOICE | COMPONENTS_V2 | EPHEMERAL
            }
            Self::Edit | Self::InteractionUpdate | Self::FollowUpEdit => SUPPRESS_EMBEDS | COMPONENTS_V2,
        }
    }
}

/// A file that came with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileInfo<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its size in bytes.
    pub size: u64,
}

/// The flags a message has after a body that asks for `asked` on a message that had `stored` (0 for a new one).
///
/// On an edit only SUPPRESS_EMBEDS may be set and unset, and Components V2 set but never unset.
pub fn flags_after(kind: MessageKind, asked: Option<u64>, stored: u64) -> u64 {
    let Some(asked) = asked else { return stored };
    if !kind.is_edit() {
        return asked & kind.settable();
    }
    (stored & !SUPPRESS_EMBEDS) | (asked & kind.settable())
}

/// Checks a body on its own.
///
/// For an edit, prefer [`edit`]: without the stored message it can't be told whether the outcome is empty, or whether
/// Components V2 is in force.
///
/// # Errors
/// 40005, 30015, 50045 for the files, 50035 for fields, 50006 for an empty new message.
pub fn message(body: &Value, kind: MessageKind, files: &[FileInfo<'_>]) -> Result<(), Refused> {
    Subject {
        kind,
        files,
        stored: None,
    }
    .check(body)
}

/// Checks an edit of `stored`, a message as the server would send it.
///
/// # Errors
/// As [`message`], and 50006 if nothing would be left, 30015 if kept and new files are too many together.
pub fn edit(body: &Value, kind: MessageKind, files: &[FileInfo<'_>], stored: &Value) -> Result<(), Refused> {
    Subject {
        kind,
        files,
        stored: stored.as_object(),
    }
    .check(body)
}

/// A message being checked, with all that is known about it beside the body.
pub(super) struct Subject<'a> {
    pub(super) kind: MessageKind,
    pub(super) files: &'a [FileInfo<'a>],
    pub(super) stored: Option<&'a Fields>,
}

impl Subject<'_> {
    fn check(&self, body: &Value) -> Result<(), Refused> {
        self.files()?;
        let mut form = Form::default();
        let fields = form.object(body);
        if let Some(fields) = fields {
            self.read(&mut form, fields);
        }
        form.finish()?;
        fields.map_or(Ok(()), |fields| self.outcome(fields))
    }

    /// The files alone.
    pub(super) fn files(&self) -> Result<(), Refused> {
        if self.files.iter().map(|file| file.size).sum::<u64>() > limits::REQUEST_BYTES {
            return Err(Refused::known(40005));
        }
        if self.files.len() > limits::FILES {
            return Err(Refused::known(30015));
        }
        if self.files.iter().any(|file| file.size > limits::FILE_BYTES) {
            return Err(Refused::known(50045));
        }
        Ok(())
    }

    /// The fields alone.
    pub(super) fn read(&self, form: &mut Form, body: &Fields) {
        form.text(body, "content", Text::up_to(limits::CONTENT).trimmed());
        form.truth(body, "tts");
        nonce(form, body);
        let asked = form.integer(body, "flags", 0..=i64::MAX);
        let asked = asked.and_then(|flags| u64::try_from(flags).ok());
        let v2 = flags_after(self.kind, asked, self.stored_flags()) & COMPONENTS_V2 != 0;
        let list = form.list(body, "embeds", 0..=limits::EMBEDS);
        embeds::read(form, list);
        allowed_mentions(form, body);
        stickers(form, body);
        attachments(form, body);
        if !self.kind.is_edit() {
            polls::read(form, body);
        }
        if self.kind == MessageKind::Create {
            references::read(form, body, self.files.len());
        }
        let list = form.list(body, "components", 0..=usize::MAX);
        components::read(form, list, v2, self.names(body).as_ref());
        if v2 {
            self.exclusions(form, body);
        }
    }

    /// What the body leaves: something to show, and not too many files.
    pub(super) fn outcome(&self, body: &Fields) -> Result<(), Refused> {
        if self.kind.is_edit() && self.stored.is_none() {
            return Ok(());
        }
        let kept = self.kept(body);
        if kept + self.files.len() > limits::FILES {
            return Err(Refused::known(30015));
        }
        let text = self.after(body, "content").and_then(Value::as_str);
        let text = text.is_some_and(|text| !text.trim().is_empty());
        let lists = ["embeds", "components", "sticker_ids", "sticker_items"];
        let list = lists.iter().any(|key| filled(self.after(body, key)));
        let other = ["poll", "message_snapshots", "shared_client_theme"];
        let other = other.iter().any(|key| self.after(body, key).is_some());
        let forward = match self.kind {
            MessageKind::Create => references::forwards(body),
            _ => false,
        };
        if text || list || other || forward || kept + self.files.len() > 0 {
            return Ok(());
        }
        Err(Refused::known(50006))
    }

    fn stored_flags(&self) -> u64 {
        let flags = self.stored.and_then(|stored| stored.get("flags"));
        flags.and_then(Value::as_u64).unwrap_or(0)
    }

    /// A field as it will stand: from the body if it is named there, else as stored.
    fn after<'b>(&'b self, body: &'b Fields, key: &str) -> Option<&'b Value> {
        if body.contains_key(key) {
            return present(body, key);
        }
        self.stored.and_then(|stored| present(stored, key))
    }

    /// How many stored files stay: those listed, or all when there is no list.
    fn kept(&self, body: &Fields) -> usize {
        let stored = self.stored.and_then(|stored| stored.get("attachments"));
        let stored = stored.map_or(&[][..], list);
        let Some(listed) = body.get("attachments") else {
            return stored.len();
        };
        let listed: BTreeSet<Id> = list(listed).iter().filter_map(|a| Id::read(&a["id"])).collect();
        let stays = |attachment: &&Value| Id::read(&attachment["id"]).is_some_and(|id| listed.contains(&id));
        stored.iter().filter(stays).count()
    }

    /// The names by which components may refer to files; `None` if they can't be known.
    fn names(&self, body: &Fields) -> Option<BTreeSet<String>> {
        if self.kind.is_edit() && self.stored.is_none() {
            return None;
        }
        let named = |from: Option<&Value>| -> Vec<String> {
            let files = from.map_or(&[][..], list).iter();
            files
                .filter_map(|a| a["filename"].as_str())
                .map(str::to_owned)
                .collect()
        };
        let mut names: BTreeSet<String> = self.files.iter().map(|file| file.name.to_owned()).collect();
        names.extend(named(body.get("attachments")));
        names.extend(named(self.stored.and_then(|stored| stored.get("attachments"))));
        Some(names)
    }

    /// With Components V2 a message has no content, embeds, poll or stickers; an edit that turns it on must clear
    /// what the message has of them.
    fn exclusions(&self, form: &mut Form, body: &Fields) {
        for key in ["content", "embeds", "poll", "sticker_ids"] {
            let used = match self.after(body, key) {
                None => false,
                Some(Value::String(text)) => !text.is_empty(),
                Some(Value::Array(list)) => !list.is_empty(),
                Some(_) => true,
            };
            if used {
                let words = format!("The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2");
                form.refuse_at(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words);
            }
        }
    }
}

fn filled(value: Option<&Value>) -> bool {
    value.and_then(Value::as_array).is_some_and(|list| !list.is_empty())
}

/// A string of at most 25 chars, or a 64-bit integer.
fn nonce(form: &mut Form, body: &Fields) {
    match present(body, "nonce") {
        Some(Value::String(_)) => drop(form.text(body, "nonce", Text::up_to(limits::NONCE))),
        Some(_) => drop(form.integer(body, "nonce", i64::MIN..=i64::MAX)),
        None => {}
    }
}

fn stickers(form: &mut Form, body: &Fields) {
    let list = form.list(body, "sticker_ids", 0..=limits::STICKERS);
    ids(form, "sticker_ids", list);
}

fn ids(form: &mut Form, key: &str, list: &[Value]) {
    form.at(key, |form| {
        for (index, value) in list.iter().enumerate() {
            form.at(index, |form| form.snowflake_value(value));
        }
    });
}

fn allowed_mentions(form: &mut Form, body: &Fields) {
    form.inside(body, "allowed_mentions", |form, mentions| {
        let parse = form.list(mentions, "parse", 0..=usize::MAX);
        form.at("parse", |form| {
            for (index, value) in parse.iter().enumerate() {
                if !matches!(value.as_str(), Some("roles" | "users" | "everyone")) {
                    let words = "Value must be one of {'roles', 'users', 'everyone'}.";
                    form.refuse_at(index, "BASE_TYPE_CHOICES", words);
                }
            }
        });
        for key in ["users", "roles"] {
            let list = form.list(mentions, key, 0..=limits::MENTIONS);
            ids(form, key, list);
            if !list.is_empty() && parse.iter().any(|value| value == key) {
                let words = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
                form.refuse("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words);
            }
        }
        form.truth(mentions, "replied_user");
    });
}

fn attachments(form: &mut Form, body: &Fields) {
    let list = form.list(body, "attachments", 0..=limits::FILES);
    let mut seen = BTreeSet::new();
    form.each("attachments", list, |form, _, attachment| {
        form.text(attachment, "filename", Text::some(1024));
        form.text(attachment, "description", Text::up_to(limits::ALT_TEXT));
        let id = form.required_id(attachment, "id");
        if id.is_some_and(|id| !seen.insert(id)) {
            form.refuse_at("id", "ATTACHMENT_ID_DUPLICATED", "Attachment ids must be unique");
        }
    });
}
