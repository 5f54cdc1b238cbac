//! Discord's limits: every number, and the check that each payload passes before it is sent.
//!
//! This is the only place in the house where such a number is written (LIMITS.md sections 1 to 5). Nothing is refused by
//! surprise: whatever people or games bring is cut kindly with [`fit`] while a payload is made, and [`check`] only proves
//! that the makers did so. It knows payloads, and nothing of tables or games.
//!
//! Discord does not say in which units it counts text. [`length`] counts UTF-16 code units, which are never fewer than
//! Unicode scalar values, so that either reading is kept.

use std::collections::HashSet;

use super::payload::{Button, Completion, Embed, Modal, Payload, Row, Select, Style};

/// Message content (section 1).
pub const CONTENT: usize = 2000;
/// Embeds of a message (section 1).
pub const EMBEDS: usize = 10;
/// An embed's title (section 1).
pub const EMBED_TITLE: usize = 256;
/// An embed's description (section 1).
pub const EMBED_DESCRIPTION: usize = 4096;
/// Fields of an embed (section 1).
pub const FIELDS: usize = 25;
/// The name of an embed's field (section 1).
pub const FIELD_NAME: usize = 256;
/// The value of an embed's field (section 1).
pub const FIELD_VALUE: usize = 1024;
/// An embed's footer (section 1).
pub const FOOTER: usize = 2048;
/// All text of all embeds of a message together (section 1).
pub const EMBED_TOTAL: usize = 6000;
/// The greatest colour (section 1).
pub const COLOUR: u32 = 0xFF_FFFF;
/// People in `allowed_mentions` (section 1).
pub const MENTIONS: usize = 100;
/// Files of a message (section 1).
pub const FILES: usize = 10;
/// The alternative text of an attachment (section 1).
pub const ALT_TEXT: usize = 1024;
/// The size of a file in bytes, wherever it is sent (section 1).
pub const FILE_BYTES: usize = 10 * 1024 * 1024;

/// Action rows of a message (section 2).
pub const ROWS: usize = 5;
/// Buttons in a row (section 2).
pub const BUTTONS: usize = 5;
/// A button's label as Discord takes it (section 2).
pub const BUTTON_LABEL: usize = 80;
/// A button's label as a screen shows it in full (section 2); what we write is cut to this.
pub const BUTTON_SHOWN: usize = 34;
/// The address behind a link button (section 2).
pub const BUTTON_URL: usize = 512;
/// A custom id (section 2).
pub const CUSTOM_ID: usize = 100;
/// Options of a select menu (section 2).
pub const OPTIONS: usize = 25;
/// An option's label, value or description (section 2).
pub const OPTION_TEXT: usize = 100;
/// What a select menu says before anything is chosen (section 2).
pub const PLACEHOLDER: usize = 150;

/// A modal's title (section 3).
pub const MODAL_TITLE: usize = 45;
/// Inputs of a modal (section 3).
pub const INPUTS: usize = 5;
/// The label of a modal's input (section 3).
pub const INPUT_LABEL: usize = 45;
/// The description and the placeholder of a modal's input (section 3).
pub const INPUT_HINT: usize = 100;
/// What somebody may type into an input (section 3).
pub const INPUT_TEXT: usize = 4000;

/// How long an interaction may go unanswered, in milliseconds (section 4).
pub const ANSWER_MS: u64 = 3000;
/// How long an interaction's token can be used, in milliseconds (section 4).
pub const TOKEN_MS: u64 = 15 * 60 * 1000;

/// The name of a command or of its option (section 5).
pub const COMMAND_NAME: usize = 32;
/// The description of a command or of its option (section 5).
pub const COMMAND_DESCRIPTION: usize = 100;
/// Options of a command, and choices of an option (section 5).
pub const COMMAND_OPTIONS: usize = 25;
/// The name and the text value of a choice of an option (section 5).
pub const COMMAND_CHOICE: usize = 100;
/// All names, descriptions and values of a command together (section 5).
pub const COMMAND_TOTAL: usize = 8000;
/// So many messages of a channel may be sent or changed in [`EDITS_SECONDS`] (section 7). Discord says the true
/// numbers in every answer; these are for keeping an even pace where it would be reached again and again.
pub const EDITS: u32 = 5;
/// See [`EDITS`].
pub const EDITS_SECONDS: u64 = 5;
/// The name of a thread (section 10).
pub const THREAD_NAME: usize = 100;

/// What stands where text was cut.
const ELLIPSIS: char = '…';

/// The length of `text` as it is held against the limits: in UTF-16 code units.
pub fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// `text`, cut to `limit` with an ellipsis where it is too long: at the end of a line or a word if one is near, and never
/// inside of a character that is drawn together with the one before it.
pub fn fit(text: &str, limit: usize) -> String {
    if length(text) <= limit {
        return text.to_owned();
    }
    let mut used = 0;
    let mut end = 0;
    for (at, character) in text.char_indices() {
        used += character.len_utf16();
        if used >= limit {
            break;
        }
        end = at + character.len_utf8();
    }
    let kept = match text.get(end..).and_then(|rest| rest.chars().next()) {
        Some(next) if next.is_whitespace() => &text[..end],
        _ => near_break(&text[..end]),
    };
    let mut cut = kept
        .trim_end_matches(|last: char| last.is_whitespace() || joins(last))
        .to_owned();
    if limit > 0 {
        cut.push(ELLIPSIS);
    }
    cut
}

/// The part of `text` up to its last line's or word's end, if that loses little; else without a last character that may
/// be drawn together with what was cut off.
fn near_break(text: &str) -> &str {
    let least = text.len() - text.len() / 4;
    let line = text.rfind('\n').filter(|at| *at >= least);
    match line.or_else(|| text.rfind(char::is_whitespace).filter(|at| *at >= least)) {
        Some(at) => &text[..at],
        None => text,
    }
}

/// Whether a character joins with its neighbours: it cannot be the last one kept.
fn joins(character: char) -> bool {
    matches!(
        character,
        '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{2068}' | '\u{1f3fb}'..='\u{1f3ff}'
    )
}

/// A payload that Discord would refuse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Neither text nor embed.
    #[error("the message is empty")]
    Empty,
    /// Something required has no text.
    #[error("{what} is empty")]
    Missing {
        /// What.
        what: &'static str,
    },
    /// A text is too long, or there are too many of something.
    #[error("{what}: {have} of at most {limit}")]
    TooMuch {
        /// What.
        what: &'static str,
        /// How much there is.
        have: usize,
        /// How much there may be.
        limit: usize,
    },
    /// Two components of one message, or two options of one menu, have the same id.
    #[error("`{id}` is there twice")]
    Twice {
        /// The id.
        id: String,
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

/// Holds what is offered to somebody who types against Discord's limits.
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

/// Holds a message against Discord's limits.
///
/// # Errors
/// The first limit that it breaks.
pub fn check(payload: &Payload) -> Result<(), Unfit> {
    if payload.content.trim().is_empty() && payload.embeds.is_empty() {
        return Err(Unfit::Empty);
    }
    most("content", length(&payload.content), CONTENT)?;
    most("embeds", payload.embeds.len(), EMBEDS)?;
    most("mentions", payload.mention.len(), MENTIONS)?;
    let mut total = 0;
    for embed in &payload.embeds {
        total += check_embed(embed)?;
    }
    most("text of the embeds", total, EMBED_TOTAL)?;
    if let Some(picture) = &payload.picture {
        text("alternative text of the picture", picture.alt(), ALT_TEXT)?;
    }
    most("rows", payload.rows.len(), ROWS)?;
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

/// Checks one embed and gives the length of all its text.
fn check_embed(embed: &Embed) -> Result<usize, Unfit> {
    most("embed title", length(&embed.title), EMBED_TITLE)?;
    most("embed description", length(&embed.description), EMBED_DESCRIPTION)?;
    most("embed footer", length(&embed.footer), FOOTER)?;
    most("embed fields", embed.fields.len(), FIELDS)?;
    most("embed colour", embed.colour as usize, COLOUR as usize)?;
    if embed.title.trim().is_empty() && embed.description.trim().is_empty() && embed.fields.is_empty() {
        return Err(Unfit::Missing { what: "embed" });
    }
    let mut total = length(&embed.title) + length(&embed.description) + length(&embed.footer);
    for field in &embed.fields {
        text("name of a field", &field.name, FIELD_NAME)?;
        text("value of a field", &field.value, FIELD_VALUE)?;
        total += length(&field.name) + length(&field.value);
    }
    Ok(total)
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

/// Holds a modal against Discord's limits.
///
/// # Errors
/// The first limit that it breaks.
pub fn check_modal(modal: &Modal) -> Result<(), Unfit> {
    text("title of a modal", &modal.title, MODAL_TITLE)?;
    text("custom id", &modal.custom_id, CUSTOM_ID)?;
    most("inputs of a modal", modal.inputs.len(), INPUTS)?;
    if modal.inputs.is_empty() {
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
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::payload::{Field, Input, Picture, SelectOption};
    use crate::rules::Sketch;

    #[test]
    fn what_fits_is_left_alone() {
        assert_eq!(fit("Ana", 3), "Ana");
        assert_eq!(fit("", 0), "");
    }

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis_at_a_word() {
        assert_eq!(fit("one two three four", 15), "one two three…");
        assert_eq!(fit("one two three four", 14), "one two three…");
        assert_eq!(fit("abcdefghij", 5), "abcd…");
        assert_eq!(fit("a\nb", 0), "");
    }

    #[test]
    fn a_cut_never_leaves_half_an_emoji() {
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}".repeat(20);
        for limit in 1..60 {
            let cut = fit(&family, limit);
            assert!(length(&cut) <= limit, "{limit}: {cut:?}");
            assert!(!cut.contains("\u{200d}…"), "{cut:?}");
        }
    }

    fn button(id: &str) -> Button {
        Button {
            label: "Go".to_owned(),
            style: Style::Plain,
            target: id.to_owned(),
            disabled: false,
        }
    }

    fn with_rows(rows: Vec<Row>) -> Payload {
        Payload {
            content: "Hello".to_owned(),
            rows,
            ..Payload::default()
        }
    }

    #[test]
    fn an_empty_message_is_refused() {
        assert_eq!(check(&Payload::default()), Err(Unfit::Empty));
        assert_eq!(check(&with_rows(Vec::new())), Ok(()));
    }

    #[test]
    fn every_count_and_length_is_held_at_its_edge() {
        let row = |count: usize| Row::Buttons((0..count).map(|at| button(&at.to_string())).collect());
        assert_eq!(check(&with_rows(vec![row(BUTTONS)])), Ok(()));
        assert!(check(&with_rows(vec![row(BUTTONS + 1)])).is_err());
        assert!(check(&with_rows(vec![row(0)])).is_err());
        let rows = |count: usize| {
            (0..count)
                .map(|at| Row::Buttons(vec![button(&at.to_string())]))
                .collect()
        };
        assert_eq!(check(&with_rows(rows(ROWS))), Ok(()));
        assert!(check(&with_rows(rows(ROWS + 1))).is_err());
        let content = |length: usize| Payload {
            content: "x".repeat(length),
            ..Payload::default()
        };
        assert_eq!(check(&content(CONTENT)), Ok(()));
        assert!(check(&content(CONTENT + 1)).is_err());
        let id = |length: usize| with_rows(vec![Row::Buttons(vec![button(&"x".repeat(length))])]);
        assert_eq!(check(&id(CUSTOM_ID)), Ok(()));
        assert!(check(&id(CUSTOM_ID + 1)).is_err());
        assert!(check(&id(0)).is_err());
    }

    #[test]
    fn embeds_are_counted_together() {
        let embed = |length: usize| Embed {
            description: "x".repeat(length),
            fields: vec![Field {
                name: "n".to_owned(),
                value: "v".to_owned(),
            }],
            ..Embed::default()
        };
        let payload = |one: usize, two: usize| Payload {
            embeds: vec![embed(one), embed(two)],
            ..Payload::default()
        };
        assert_eq!(check(&payload(4096, 1900)), Ok(()));
        assert!(check(&payload(4096, 1901)).is_err());
        assert!(check(&payload(4097, 1)).is_err());
        let empty = Payload {
            embeds: vec![Embed::default()],
            ..Payload::default()
        };
        assert!(check(&empty).is_err());
    }

    #[test]
    fn a_picture_is_told_in_words_that_have_room() {
        let with = |alt: String| Payload {
            content: "Hello".to_owned(),
            picture: Some(Picture::new(
                Sketch {
                    size: (1, 1),
                    shapes: Vec::new(),
                    alt: Vec::new(),
                },
                alt,
            )),
            ..Payload::default()
        };
        assert_eq!(check(&with("x".repeat(ALT_TEXT))), Ok(()));
        assert!(check(&with("x".repeat(ALT_TEXT + 1))).is_err());
        assert!(check(&with(String::new())).is_err());
    }

    #[test]
    fn one_id_twice_is_refused_in_a_message_and_in_a_menu() {
        let twice = with_rows(vec![Row::Buttons(vec![button("a")]), Row::Buttons(vec![button("a")])]);
        assert_eq!(check(&twice), Err(Unfit::Twice { id: "a".to_owned() }));
        let option = |value: &str| SelectOption {
            label: "One".to_owned(),
            value: value.to_owned(),
            description: String::new(),
        };
        let menu = |options: Vec<SelectOption>| {
            with_rows(vec![Row::Select(Select {
                custom_id: "s".to_owned(),
                placeholder: String::new(),
                options,
            })])
        };
        assert_eq!(check(&menu(vec![option("1"), option("2")])), Ok(()));
        assert!(check(&menu(vec![option("1"), option("1")])).is_err());
        assert!(check(&menu(Vec::new())).is_err());
        assert!(check(&menu((0..26).map(|at| option(&at.to_string())).collect())).is_err());
    }

    #[test]
    fn a_modal_has_one_to_five_inputs_with_short_labels() {
        let input = |id: usize, label: usize| Input {
            custom_id: id.to_string(),
            label: "x".repeat(label),
            hint: String::new(),
            value: String::new(),
            longest: 100,
            required: true,
        };
        let modal = |inputs: Vec<Input>| Modal {
            custom_id: "m".to_owned(),
            title: "Title".to_owned(),
            inputs,
        };
        assert_eq!(check_modal(&modal(vec![input(0, INPUT_LABEL)])), Ok(()));
        assert!(check_modal(&modal(vec![input(0, INPUT_LABEL + 1)])).is_err());
        assert!(check_modal(&modal(Vec::new())).is_err());
        assert!(check_modal(&modal((0..6).map(|at| input(at, 1)).collect())).is_err());
    }

    #[test]
    fn what_is_offered_to_typists_is_short_and_never_empty() {
        let offer = |name: usize, value: usize| Completion {
            name: "n".repeat(name),
            value: "v".repeat(value),
        };
        let full = vec![offer(COMMAND_CHOICE, COMMAND_CHOICE); COMMAND_OPTIONS];
        assert_eq!(check_completions(&full), Ok(()));
        assert_eq!(check_completions(&[]), Ok(()));
        assert!(check_completions(&[full, vec![offer(1, 1)]].concat()).is_err());
        for wrong in [(0, 1), (1, 0), (COMMAND_CHOICE + 1, 1), (1, COMMAND_CHOICE + 1)] {
            assert!(check_completions(&[offer(wrong.0, wrong.1)]).is_err(), "{wrong:?}");
        }
    }
}
