//! Discord's limits: every number, how text is counted against them, and how text is cut.
//!
//! No other module contains such a number (docs/DISCORD.md has the sources). Nothing that people or games bring is refused by
//! surprise: whoever makes a payload cuts texts with [`fit`], and the tests hold payloads against the rules of the playground.
//!
//! Discord counts text in Unicode code points (docs/DISCORD.md, "Messages"). [`length`] counts UTF-16 code units, which are
//! never fewer, so that text also fits if Discord counts differently.

/// Message content (docs/DISCORD.md, "Messages").
pub const CONTENT: usize = 2000;
/// All text displays of a message together (docs/DISCORD.md, "Components V2").
pub const TEXT: usize = 4000;
/// Components of a message, those inside of others with them (docs/DISCORD.md, "Components V2").
pub const COMPONENTS: usize = 40;
/// Files of a message (docs/DISCORD.md, "Files").
pub const FILES: usize = 10;
/// The alternative text of a picture in a gallery (docs/DISCORD.md, "Components V2").
pub const ALT_TEXT: usize = 1024;
/// The size of a file in bytes, wherever it is sent (docs/DISCORD.md, "Files").
pub const FILE_BYTES: usize = 10 * 1024 * 1024;
/// The size of all files of one request together (docs/DISCORD.md, "Files").
pub const UPLOAD_BYTES: usize = 25 * 1024 * 1024;

/// Words of a panel beside its picture and labels. Discord would take far more; a phone shows so many at once.
pub const PANEL_WORDS: usize = 40;
/// Rows of a message. Discord would take more (docs/DISCORD.md, "Components V2"); no screen shows more at once.
pub const ROWS: usize = 5;
/// Buttons in a row (docs/DISCORD.md, "Components").
pub const BUTTONS: usize = 5;
/// A button's label as a screen shows it in full (docs/DISCORD.md, "Components"); our labels are cut to this length.
pub const BUTTON_SHOWN: usize = 34;
/// How many letters a label may have where so many buttons stand abreast, or fewer (docs/DISCORD.md, "Components"). A phone
/// 360 px wide leaves about 320 px for a row: four buttons have some 75 px each, three have 100 px, and two have 155 px.
pub const ABREAST: [(usize, usize); 3] = [(8, BUTTONS), (16, 3), (BUTTON_SHOWN, 2)];
/// A custom id (docs/DISCORD.md, "Components").
pub const CUSTOM_ID: usize = 100;
/// Options of a select menu (docs/DISCORD.md, "Components").
pub const OPTIONS: usize = 25;
/// An option's label, value or description (docs/DISCORD.md, "Components").
pub const OPTION_TEXT: usize = 100;
/// The text of a select menu before anything is chosen (docs/DISCORD.md, "Components").
pub const PLACEHOLDER: usize = 150;

/// A modal's title (docs/DISCORD.md, "Modals").
pub const MODAL_TITLE: usize = 45;
/// The label of a modal's input (docs/DISCORD.md, "Modals").
pub const INPUT_LABEL: usize = 45;
/// The description and the placeholder of a modal's input (docs/DISCORD.md, "Modals").
pub const INPUT_HINT: usize = 100;

/// How long an interaction may go unanswered, in milliseconds (docs/DISCORD.md, "Interactions").
pub const ANSWER_MS: u64 = 3000;
/// How long an interaction's token can be used, in milliseconds (docs/DISCORD.md, "Interactions").
pub const TOKEN_MS: u64 = 15 * 60 * 1000;

/// The name of a command or of its option (docs/DISCORD.md, "Commands").
pub const COMMAND_NAME: usize = 32;
/// The description of a command or of its option (docs/DISCORD.md, "Commands").
pub const COMMAND_DESCRIPTION: usize = 100;
/// Options of a command, and choices of an option (docs/DISCORD.md, "Commands").
pub const COMMAND_OPTIONS: usize = 25;
/// The name and the text value of a choice of an option (docs/DISCORD.md, "Commands").
pub const COMMAND_CHOICE: usize = 100;
/// How many messages of a channel may be sent or edited in [`EDITS_SECONDS`] (docs/DISCORD.md, "Rate limits"). Discord tells
/// the true numbers in every response; these serve to keep an even pace where the limit would be reached again and again.
pub const EDITS: u32 = 5;
/// See [`EDITS`].
pub const EDITS_SECONDS: u64 = 5;
/// Emojis of an application (docs/DISCORD.md, "Application emojis").
pub const EMOJIS: usize = 2000;
/// The name of a thread (docs/DISCORD.md, "Threads").
pub const THREAD_NAME: usize = 100;

/// How many buttons may stand abreast of which the longest label has so many letters.
pub fn abreast(longest: usize) -> usize {
    let fitting = ABREAST.iter().find(|(letters, _)| longest <= *letters);
    fitting.map_or(2, |(_, buttons)| *buttons)
}

/// The mark at the end of a cut text.
const ELLIPSIS: char = '…';

/// The length of `text` as it counts against the limits: in UTF-16 code units.
pub fn length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// `text`, cut to `limit` with an ellipsis if it is too long: at the end of a line or a word if one is near, and never inside
/// a character that is drawn together with the one before it.
pub fn fit(text: &str, limit: usize) -> String {
    if length(text) <= limit {
        return text.to_owned();
    }
    cuts::note(limit, text);
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

/// The part of `text` up to the end of its last line or word, if that loses little. Otherwise `text` without a last character
/// that may be drawn together with the part that was cut off.
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

/// Whether Discord takes these files, as names and contents, with one message.
pub fn files_fit(files: &[(String, Vec<u8>)]) -> bool {
    let sizes = files.iter().map(|(_, bytes)| bytes.len());
    files.len() <= FILES && sizes.clone().all(|size| size <= FILE_BYTES) && sizes.sum::<usize>() <= UPLOAD_BYTES
}

/// What had no room, for a test that counts it.
pub mod cuts {
    #[cfg(test)]
    std::thread_local! {
        static CUTS: std::cell::RefCell<Vec<(usize, String)>> = const { std::cell::RefCell::new(Vec::new()) };
    }

    /// Notes on this thread a text that was cut to this room, or left out of it.
    #[cfg(test)]
    pub fn note(room: usize, text: &str) {
        CUTS.with_borrow_mut(|cuts| cuts.push((room, text.to_owned())));
    }

    /// Nobody counts outside of tests.
    #[cfg(not(test))]
    pub const fn note(_room: usize, _text: &str) {}

    /// Takes what was noted on this thread since the last time.
    #[cfg(test)]
    pub fn take() -> Vec<(usize, String)> {
        CUTS.take()
    }
}

#[cfg(test)]
mod tests;
