//! Application commands (docs/DISCORD.md, "Commands").

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::form::{Fields, Form, Text, present};
use super::limits;
use super::names::{described, named};
use super::options::{self, Level};
use crate::playground::refused::Refused;

const CHAT_INPUT: i64 = 1;
const ENTRY_POINT: i64 = 4;

/// Checks one command, as for a create.
///
/// # Errors
/// 50035 with the tree of fields.
pub fn command(body: &Value) -> Result<(), Refused> {
    let mut form = Form::default();
    read(&mut form, body);
    form.finish()
}

/// Checks an edit of `stored`: the command as it would stand.
///
/// # Errors
/// As [`command`].
pub fn command_edit(body: &Value, stored: &Value) -> Result<(), Refused> {
    let mut merged = stored.as_object().cloned().unwrap_or_default();
    Form::whole(body, |_, fields| {
        let named = fields.iter().filter(|(key, _)| *key != "type");
        merged.extend(named.map(|(key, value)| (key.clone(), value.clone())));
    })?;
    command(&Value::Object(merged))
}

/// Checks a bulk overwrite: every command, and all of them together.
///
/// # Errors
/// 50035 with the tree of fields under decimal indices; 30032 for too many commands of a type.
pub fn commands(body: &Value) -> Result<(), Refused> {
    let mut form = Form::default();
    let list = form.list_value(body, 0..=limits::BULK_COMMANDS);
    let mut names = BTreeSet::new();
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for (index, value) in list.iter().enumerate() {
        form.at(index, |form| {
            let Some((kind, name)) = read(form, value) else {
                return;
            };
            *counts.entry(kind).or_default() += 1;
            if name.is_some_and(|name| !names.insert((kind, name))) {
                form.refuse(
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                );
            }
        });
    }
    form.finish()?;
    for (kind, count) in counts {
        let most = match kind {
            CHAT_INPUT => limits::CHAT_COMMANDS,
            ENTRY_POINT => limits::ENTRY_COMMANDS,
            _ => limits::MENU_COMMANDS,
        };
        if count > most {
            let words = format!("Maximum number of application commands reached ({most}).");
            return Err(Refused::plain(400, 30032, &words));
        }
    }
    Ok(())
}

/// Reads one command; gives its type and name.
fn read<'v>(form: &mut Form, value: &'v Value) -> Option<(i64, Option<&'v str>)> {
    let fields = form.object(value)?;
    let kind = match present(fields, "type") {
        Some(_) => form.one_of(fields, "type", &[1, 2, 3, 4]),
        None => Some(CHAT_INPUT),
    }?;
    let typed = kind == CHAT_INPUT || kind == ENTRY_POINT;
    let name = named(form, fields, typed);
    if kind == CHAT_INPUT {
        described(form, fields, Text::some(limits::COMMAND_DESCRIPTION).required());
        options::read(form, fields, Level::Command);
    } else {
        menu_only(form, fields, kind);
    }
    permissions(form, fields);
    places(form, fields);
    if size(fields) > limits::COMMAND_TOTAL {
        let words = format!("Command exceeds maximum size ({})", limits::COMMAND_TOTAL);
        form.refuse("APPLICATION_COMMAND_TOO_LARGE", words);
    }
    Some((kind, name))
}

/// Commands in menus have neither description nor options; an entry point may have a description.
fn menu_only(form: &mut Form, fields: &Fields, kind: i64) {
    if kind == ENTRY_POINT {
        described(form, fields, Text::up_to(limits::COMMAND_DESCRIPTION));
    } else if present(fields, "description").is_some_and(|text| text != "") {
        let words = "Context menu commands cannot have description";
        form.refuse_at(
            "description",
            "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
            words,
        );
    }
    if present(fields, "options").is_some_and(|list| list.as_array().is_none_or(|list| !list.is_empty())) {
        let words = "Context menu commands cannot have options";
        form.refuse_at("options", "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID", words);
    }
}

fn permissions(form: &mut Form, fields: &Fields) {
    form.integer(fields, "default_member_permissions", 0..=i64::MAX);
    form.truth(fields, "dm_permission");
    form.truth(fields, "nsfw");
}

/// Where a command can be used: each list without repeats and not empty. A context that means nothing without a user install
/// (PRIVATE_CHANNEL) is taken all the same, whatever the installs are.
fn places(form: &mut Form, fields: &Fields) {
    numbers(form, fields, "contexts", &[0, 1, 2]);
    numbers(form, fields, "integration_types", &[0, 1]);
}

fn numbers(form: &mut Form, fields: &Fields, key: &str, allowed: &[i64]) {
    let list = form.list(fields, key, 1..=usize::MAX);
    let mut seen = BTreeSet::new();
    form.at(key, |form| {
        for (index, value) in list.iter().enumerate() {
            let mut one = Map::new();
            one.insert(index.to_string(), value.clone());
            let number = form.one_of(&one, &index.to_string(), allowed);
            if number.is_some_and(|number| !seen.insert(number)) {
                form.repeated(index);
            }
        }
    });
}

/// Chars of names, descriptions and values through all levels, the longest localization of each.
fn size(fields: &Fields) -> usize {
    let below = |key: &str| -> usize {
        let list = present(fields, key).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_object).map(size).sum()
    };
    let value = match present(fields, "value") {
        Some(Value::String(text)) => text.chars().count(),
        Some(other) => other.to_string().len(),
        None => 0,
    };
    longest(fields, "name") + longest(fields, "description") + value + below("options") + below("choices")
}

fn longest(fields: &Fields, key: &str) -> usize {
    let own = present(fields, key).and_then(Value::as_str);
    let others = present(fields, &format!("{key}_localizations")).and_then(Value::as_object);
    let others = others.into_iter().flat_map(Map::values).filter_map(Value::as_str);
    let lengths = own.into_iter().chain(others).map(|text| text.chars().count());
    lengths.max().unwrap_or(0)
}
