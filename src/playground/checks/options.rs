//! The options of application commands (docs/DISCORD.md, "Commands").

use std::collections::BTreeSet;

use serde_json::Value;

use super::form::{Fields, Form, Text, present};
use super::limits;
use super::names::{described, localizations, named};

const SUBCOMMAND: i64 = 1;
const GROUP: i64 = 2;
const STRING: i64 = 3;
const INTEGER: i64 = 4;
const CHANNEL: i64 = 7;
const NUMBER: i64 = 10;
const ATTACHMENT: i64 = 11;

/// The type of the option that an autocomplete answer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Not known: any of the three.
    Any,
    /// STRING (3).
    Text,
    /// INTEGER (4).
    Integer,
    /// NUMBER (10).
    Number,
}

/// Where a list of options stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// Directly in the command.
    Command,
    /// In a group of subcommands.
    Group,
    /// In a subcommand.
    Subcommand,
}

impl Level {
    fn allows(self, found: i64) -> bool {
        match self {
            Self::Command => (SUBCOMMAND..=ATTACHMENT).contains(&found),
            Self::Group => found == SUBCOMMAND,
            Self::Subcommand => (STRING..=ATTACHMENT).contains(&found),
        }
    }
}

/// Checks the list at `options`.
pub(super) fn read(form: &mut Form, owner: &Fields, level: Level) {
    let list = form.list(owner, "options", 0..=limits::COMMAND_OPTIONS);
    let plain = |value: &Value| value["type"].as_i64().is_some_and(|found| found > GROUP);
    let (plain, nested) = (list.iter().any(plain), list.iter().any(|value| !plain(value)));
    let mut names = BTreeSet::new();
    let mut optional = false;
    form.each("options", list, |form, _, option| {
        if let Some(name) = option_fields(form, option, level)
            && !names.insert(name)
        {
            let words = "Option name already exists";
            form.refuse_at("name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", words);
        }
        let required = option.get("required") == Some(&Value::Bool(true));
        if required && optional {
            let words = "Required options must be placed before non-required options";
            form.refuse("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words);
        }
        optional |= !required;
        let nests = |found: i64| found <= GROUP;
        if plain && nested && option.get("type").and_then(Value::as_i64).is_some_and(nests) {
            let words = "Sub-command and sub-command group option types are mutually exclusive to all other types";
            form.refuse_at("type", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words);
        }
    });
}

/// Checks one option; gives its name.
fn option_fields<'v>(form: &mut Form, option: &'v Fields, level: Level) -> Option<&'v str> {
    let name = named(form, option, true);
    described(form, option, Text::some(limits::COMMAND_DESCRIPTION).required());
    form.truth(option, "required");
    let all: Vec<i64> = (SUBCOMMAND..=ATTACHMENT).filter(|found| level.allows(*found)).collect();
    match form.required_one_of(option, "type", &all) {
        Some(SUBCOMMAND) => read(form, option, Level::Subcommand),
        Some(GROUP) => read(form, option, Level::Group),
        Some(found) => leaf(form, option, found),
        None => {}
    }
    name
}

/// An option that takes a value.
fn leaf(form: &mut Form, option: &Fields, found: i64) {
    if present(option, "options").is_some_and(|list| list.as_array().is_none_or(|list| !list.is_empty())) {
        let words = "Only sub-commands and sub-command groups can have options";
        form.refuse_at("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words);
    }
    let kind = match found {
        STRING => Some(ValueKind::Text),
        INTEGER => Some(ValueKind::Integer),
        NUMBER => Some(ValueKind::Number),
        _ => None,
    };
    let completes = form.truth(option, "autocomplete") == Some(true);
    let list = form.list(option, "choices", 0..=limits::CHOICES);
    match kind {
        None if completes || !list.is_empty() => {
            let key = if completes { "autocomplete" } else { "choices" };
            let words = "Only string, integer and number options can have this";
            form.refuse_at(key, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words);
        }
        None => {}
        Some(_) if completes && !list.is_empty() => {
            let words = "Options with autocomplete cannot have choices";
            form.refuse_at("autocomplete", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES", words);
        }
        Some(kind) => choices(form, list, kind),
    }
    match kind {
        Some(ValueKind::Text) => {
            form.integer(option, "min_length", 0..=limits::OPTION_LENGTH);
            form.integer(option, "max_length", 1..=limits::OPTION_LENGTH);
        }
        Some(kind) => {
            for key in ["min_value", "max_value"] {
                number(form, option, key, kind);
            }
        }
        None => {}
    }
    if found == CHANNEL {
        form.list(option, "channel_types", 0..=limits::COMMAND_OPTIONS);
    }
}

fn choices(form: &mut Form, list: &[Value], kind: ValueKind) {
    let mut names = BTreeSet::new();
    form.each("choices", list, |form, _, choice| {
        let name = form.text(choice, "name", Text::some(limits::CHOICE_TEXT).required());
        localizations(form, choice, "name", Text::some(limits::CHOICE_TEXT), |_| true);
        value(form, choice, kind);
        if name.is_some_and(|name| !names.insert(name)) {
            let words = "Option choice names must be unique";
            form.refuse_at("name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", words);
        }
    });
}

/// The `value` of a choice.
pub(super) fn value(form: &mut Form, choice: &Fields, kind: ValueKind) {
    let Some(found) = present(choice, "value") else {
        return form.missing("value");
    };
    let text = match kind {
        ValueKind::Text => true,
        ValueKind::Any => found.is_string(),
        ValueKind::Integer | ValueKind::Number => false,
    };
    if text {
        form.text(choice, "value", Text::up_to(limits::CHOICE_TEXT));
    } else {
        number(form, choice, "value", kind);
    }
}

/// An INTEGER within 2^53 - 1, or a NUMBER within 2^53.
fn number(form: &mut Form, from: &Fields, key: &str, kind: ValueKind) {
    let Some(value) = present(from, key) else {
        return;
    };
    if kind == ValueKind::Integer {
        form.integer(from, key, -limits::INTEGER..=limits::INTEGER);
        return;
    }
    let most = limits::INTEGER as f64 + 1.0;
    match value.as_f64().or_else(|| value.as_str()?.parse().ok()) {
        None => form.refuse_at(key, "NUMBER_TYPE_COERCE", format!("Value \"{value}\" is not float.")),
        Some(number) if number > most => {
            let words = format!("float value should be less than or equal to {most}.");
            form.refuse_at(key, "NUMBER_TYPE_MAX", words);
        }
        Some(number) if number < -most => {
            let words = format!("float value should be greater than or equal to -{most}.");
            form.refuse_at(key, "NUMBER_TYPE_MIN", words);
        }
        Some(_) => {}
    }
}
