//! Discord's limits: every number, and the check of each payload before it is sent.
//!
//! No other module contains such a number (docs/DISCORD.md has the sources). Nothing that people or games bring is refused by
//! surprise: whoever makes a payload cuts texts with [`fit`]. [`check`] and its sisters only verify that. This module knows
//! payloads, and nothing of tables or games.

pub(super) mod numbers;

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::payload::{Button, Completion, Modal, Payload, Row, Select, Style};

pub use numbers::*;

/// A payload that Discord would refuse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The message has no text.
    #[error("the message is empty")]
    Empty,
    /// Something required has no text.
    #[error("{what} is empty")]
    Missing {
        /// What has no text.
        what: &'static str,
    },
    /// A text is too long, or there are too many of something.
    #[error("{what}: {have} of at most {limit}")]
    TooMuch {
        /// What is too long or too many.
        what: &'static str,
        /// How much there is.
        have: usize,
        /// How much there may be.
        limit: usize,
    },
    /// Two things of the same kind have the same id: components of a message, options of a menu, names of files or commands.
    /// The error message does not show the id, because it may be logged and an id of a panel can hold a choice.
    #[error("an id is there twice")]
    Twice {
        /// The id.
        id: String,
    },
    /// A command breaks a limit.
    #[error("/{command}: {unfit}")]
    Command {
        /// The command's name.
        command: String,
        /// Which limit.
        unfit: Box<Unfit>,
    },
}

fn most(what: &'static str, have: usize, limit: usize) -> Result<(), Unfit> {
    if have > limit {
        Err(Unfit::TooMuch { what, have, limit })
    } else {
        Ok(())
    }
}

fn text(what: &'static str, text: &str, limit: usize) -> Result<(), Unfit> {
    if text.trim().is_empty() {
        Err(Unfit::Missing { what })
    } else {
        most(what, length(text), limit)
    }
}

/// Checks completions against Discord's limits.
///
/// # Errors
/// The first limit that it breaks.
pub fn check_completions(completions: &[Completion]) -> Result<(), Unfit> {
    most("completions", completions.len(), COMMAND_OPTIONS)?;
    for Completion { name, value } in completions {
        text("the name of a completion", name, COMMAND_CHOICE)?;
        text("the value of a completion", value, COMMAND_CHOICE)?;
    }
    Ok(())
}

/// Checks a message against Discord's limits.
///
/// # Errors
/// The first limit that it breaks.
pub fn check(payload: &Payload) -> Result<(), Unfit> {
    if payload.texts().all(|text| text.trim().is_empty()) {
        return Err(Unfit::Empty);
    }
    most("text", payload.texts().map(length).sum(), TEXT)?;
    most("notification", length(&payload.notification), CONTENT)?;
    most("mentions", payload.mention.len(), MENTIONS)?;
    let pictures = payload.pictures();
    for (_, picture) in &pictures {
        text("alternative text of a picture", picture.alt(), ALT_TEXT)?;
    }
    most("files", pictures.len(), FILES)?;
    most("rows", payload.rows.len(), ROWS)?;
    let of_row = |row: &Row| match row {
        Row::Buttons(buttons) => 1 + buttons.len(),
        Row::Select(_) => 2,
    };
    let besides = payload.texts().count() + pictures.len();
    let components = besides + payload.rows.iter().map(of_row).sum::<usize>();
    most("components", components, COMPONENTS)?;
    let mut ids = HashSet::new();
    for row in &payload.rows {
        match row {
            Row::Buttons(buttons) => {
                if buttons.is_empty() {
                    return Err(Unfit::Missing { what: "row" });
                }
                most("buttons of a row", buttons.len(), BUTTONS)?;
                for button in buttons {
                    check_button(button)?;
                    if button.style != Style::Link {
                        once(&mut ids, &button.target)?;
                    }
                }
            }
            Row::Select(select) => {
                check_select(select)?;
                once(&mut ids, &select.custom_id)?;
            }
        }
    }
    Ok(())
}

fn once<'t>(ids: &mut HashSet<&'t str>, id: &'t str) -> Result<(), Unfit> {
    if ids.insert(id) {
        Ok(())
    } else {
        Err(Unfit::Twice { id: id.to_owned() })
    }
}

fn check_button(button: &Button) -> Result<(), Unfit> {
    text("label of a button", &button.label, BUTTON_LABEL)?;
    match button.style {
        Style::Link => text("address of a button", &button.target, BUTTON_URL),
        _ => text("custom id", &button.target, CUSTOM_ID),
    }
}

fn check_select(select: &Select) -> Result<(), Unfit> {
    text("custom id", &select.custom_id, CUSTOM_ID)?;
    most("placeholder", length(&select.placeholder), PLACEHOLDER)?;
    most("options of a menu", select.options.len(), OPTIONS)?;
    if select.options.is_empty() {
        return Err(Unfit::Missing { what: "menu" });
    }
    let mut values = HashSet::new();
    for option in &select.options {
        text("label of an option", &option.label, OPTION_TEXT)?;
        text("value of an option", &option.value, OPTION_TEXT)?;
        most("description of an option", length(&option.description), OPTION_TEXT)?;
        once(&mut values, &option.value)?;
    }
    Ok(())
}

/// Checks a modal against Discord's limits.
///
/// # Errors
/// The first limit that it breaks.
pub fn check_modal(modal: &Modal) -> Result<(), Unfit> {
    text("title of a modal", &modal.title, MODAL_TITLE)?;
    text("custom id", &modal.custom_id, CUSTOM_ID)?;
    let parts = modal.inputs.len() + modal.menus.len();
    most("parts of a modal", parts, INPUTS)?;
    if parts == 0 {
        return Err(Unfit::Missing { what: "modal" });
    }
    let mut ids = HashSet::new();
    for input in &modal.inputs {
        text("custom id", &input.custom_id, CUSTOM_ID)?;
        once(&mut ids, &input.custom_id)?;
        text("label of an input", &input.label, INPUT_LABEL)?;
        most("hint of an input", length(&input.hint), INPUT_HINT)?;
        most("text of an input", length(&input.value), INPUT_TEXT)?;
        most("room of an input", usize::from(input.longest), INPUT_TEXT)?;
    }
    for menu in &modal.menus {
        check_select(&menu.select)?;
        if menu.select.many {
            most("boxes of a group", menu.select.options.len(), BOXES)?;
        }
        once(&mut ids, &menu.select.custom_id)?;
        text("label of a menu", &menu.label, INPUT_LABEL)?;
        most("description of a menu", length(&menu.description), INPUT_HINT)?;
    }
    Ok(())
}

/// Checks files of one message, as names and contents, against Discord's limits.
///
/// # Errors
/// The first limit that they break.
pub fn check_files(files: &[(String, Vec<u8>)]) -> Result<(), Unfit> {
    most("files", files.len(), FILES)?;
    let mut names = HashSet::new();
    let mut total = 0;
    for (name, bytes) in files {
        if name.trim().is_empty() {
            return Err(Unfit::Missing { what: "name of a file" });
        }
        once(&mut names, name)?;
        most("bytes of a file", bytes.len(), FILE_BYTES)?;
        total += bytes.len();
    }
    most("bytes of all files", total, UPLOAD_BYTES)
}

/// Checks the name of a thread against Discord's limits.
///
/// # Errors
/// The limit that it breaks.
pub fn check_thread_name(name: &str) -> Result<(), Unfit> {
    text("name of a thread", name, THREAD_NAME)
}

/// Checks the commands' declaration against Discord's limits.
///
/// # Errors
/// The first limit that they break.
pub fn check_commands(declared: &Value) -> Result<(), Unfit> {
    let commands = list(declared);
    most("commands", commands.len(), COMMANDS)?;
    let mut names = HashSet::new();
    for command in commands {
        let name = command["name"].as_str().unwrap_or_default();
        let held = once(&mut names, name).and_then(|()| check_command(command));
        let held = held.and_then(|()| most("all texts", size(command), COMMAND_TOTAL));
        held.map_err(|unfit| Unfit::Command {
            command: name.to_owned(),
            unfit: Box::new(unfit),
        })?;
    }
    Ok(())
}

/// Checks a command, or an option of one, with everything below it.
fn check_command(value: &Value) -> Result<(), Unfit> {
    for said in said(value, "name") {
        text("name", said, COMMAND_NAME)?;
    }
    for said in said(value, "description") {
        text("description", said, COMMAND_DESCRIPTION)?;
    }
    let (options, choices) = (list(&value["options"]), list(&value["choices"]));
    most("options", options.len(), COMMAND_OPTIONS)?;
    let mut names = HashSet::new();
    for option in options {
        once(&mut names, option["name"].as_str().unwrap_or_default())?;
        check_command(option)?;
    }
    most("choices", choices.len(), COMMAND_OPTIONS)?;
    for choice in choices {
        for said in said(choice, "name") {
            text("name of a choice", said, COMMAND_CHOICE)?;
        }
        if let Some(value) = choice["value"].as_str() {
            text("value of a choice", value, COMMAND_CHOICE)?;
        }
    }
    Ok(())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A text of a command, and its translations.
fn said<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v str> + use<'v> {
    let others = value[format!("{key}_localizations")].as_object();
    let others = others.into_iter().flat_map(Map::values);
    std::iter::once(&value[key])
        .chain(others)
        .map(|text| text.as_str().unwrap_or_default())
}

/// The length of all names, descriptions and values of a command; of translations, the longest counts.
fn size(value: &Value) -> usize {
    let longest = |key| said(value, key).map(length).max().unwrap_or(0);
    let own = match &value["value"] {
        Value::Null => 0,
        Value::String(text) => length(text),
        other => other.to_string().len(),
    };
    let below = list(&value["options"]).iter().chain(list(&value["choices"]));
    longest("name") + longest("description") + own + below.map(size).sum::<usize>()
}

#[cfg(test)]
mod tests;
