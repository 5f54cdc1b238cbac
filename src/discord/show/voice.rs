//! What every message needs: its language, the names of the seats, and the parts that several messages share.

use super::super::custom_id::CustomId;
use super::super::limits::{self, fit};
use super::super::payload::{Button, Payload, Row, Style};
use crate::games::GameEntry;
use crate::player::Level;
use crate::referee::Table;
use crate::rules::{Arg, MatchLength, Phrase, Scene, Seat};
use crate::words::{Names, Numbered, Words};

/// The language of a message, and the names of the seats in it.
#[derive(Clone, Copy)]
pub(super) struct Voice<'v> {
    pub(super) words: &'v Words,
    pub(super) locale: &'v str,
    pub(super) names: &'v dyn Names,
}

impl<'v> Voice<'v> {
    /// For somebody at a table, or for a message about it.
    pub(super) fn at(words: &'v Words, locale: &'v str, table: &'v Table) -> Voice<'v> {
        Voice::naming(words, locale, table)
    }

    /// For a message that is about no table.
    pub(super) fn numbered(words: &'v Words, locale: &'v str) -> Voice<'v> {
        Voice::naming(words, locale, &Numbered)
    }

    /// For a message about people of these names.
    pub(super) fn naming(words: &'v Words, locale: &'v str, names: &'v dyn Names) -> Voice<'v> {
        Voice { words, locale, names }
    }
}

impl Voice<'_> {
    pub(super) fn say(&self, phrase: &Phrase) -> String {
        self.words.text(self.locale, phrase, self.names)
    }

    /// A phrase without markup, for labels and small print.
    pub(super) fn plain(&self, phrase: &Phrase) -> String {
        self.words.plain(self.locale, phrase, self.names)
    }

    /// A message without arguments and without markup.
    pub(super) fn label(&self, key: &'static str) -> String {
        self.plain(&Phrase::new(key))
    }

    /// The message of a key that is built from the words of custom ids.
    pub(super) fn called(&self, key: &str) -> String {
        self.words.message(self.locale, key).unwrap_or_default()
    }

    /// How a level is called where it can be chosen.
    pub(super) fn level(&self, level: Level) -> String {
        self.called(&format!("level-{level}"))
    }

    pub(super) fn lines(&self, phrases: &[Phrase]) -> Vec<String> {
        phrases.iter().map(|phrase| self.say(phrase)).collect()
    }

    /// A game's own message, if the game has it.
    pub(super) fn of_game(&self, entry: &GameEntry, word: &str) -> Option<String> {
        self.words.message(self.locale, &format!("{}-{word}", entry.slug))
    }

    pub(super) fn game(&self, entry: &GameEntry) -> String {
        self.of_game(entry, "name").unwrap_or_else(|| entry.slug.to_owned())
    }

    /// The name of the game that a table plays, as its options have it.
    pub(super) fn game_at(&self, table: &Table) -> String {
        let variant = table.game.variant(&table.options);
        variant.map_or_else(|| self.game(table.game), |variant| self.plain(&variant.name))
    }

    /// What the game of a table is about, as its options have it.
    pub(super) fn blurb_at(&self, table: &Table) -> String {
        match table.game.variant(&table.options) {
            Some(variant) => self.say(&variant.blurb),
            None => self.of_game(table.game, "blurb").unwrap_or_default(),
        }
    }

    /// The label of the button for the private panel: a game may have its own word (a sheet, a hand).
    pub(super) fn panel_label(&self, entry: &GameEntry) -> String {
        self.of_game(entry, "panel")
            .unwrap_or_else(|| self.label("button-mine"))
    }

    /// The game's name, and which game of the match it is.
    pub(super) fn title(&self, table: &Table) -> String {
        let game = self.game_at(table);
        let round = table.round().max(1);
        let phrase = match table.play.as_ref().map(|play| play.match_length()) {
            Some(MatchLength::Games(1) | MatchLength::Points(0)) => Phrase::new("public-game-only").with("game", game),
            Some(MatchLength::Games(rounds)) => Phrase::new("public-game-of")
                .with("game", game)
                .with("round", round)
                .with("rounds", rounds),
            Some(MatchLength::Points(points)) => Phrase::new("public-game-to")
                .with("game", game)
                .with("round", round)
                .with("points", points),
            None => Phrase::new("public-game-only").with("game", game),
        };
        self.say(&phrase)
    }
}

/// Buttons that several messages share.
impl Voice<'_> {
    /// A button with the label of this key.
    pub(super) fn button(&self, key: &'static str, style: Style, custom_id: CustomId) -> Button {
        Button::new(&self.label(key), style, &custom_id)
    }

    /// The button for the private panel.
    pub(super) fn mine_button(&self, table: &Table, style: Style) -> Button {
        let custom_id = CustomId::Mine { table: table.id };
        Button::new(&self.panel_label(table.game), style, &custom_id)
    }

    /// The button for the rules with the table's options.
    pub(super) fn rules_button(&self, table: &Table) -> Button {
        self.button("button-rules", Style::Plain, CustomId::OpenRules { table: table.id })
    }

    /// The button that takes the seat back from a stand-in.
    pub(super) fn return_button(&self, table: &Table) -> Button {
        self.button("button-return", Style::Go, CustomId::Return { table: table.id })
    }

    /// The button that begins the next game.
    pub(super) fn next_button(&self, table: &Table) -> Button {
        let custom_id = CustomId::NextRound {
            table: table.id,
            after: table.round(),
        };
        self.button("button-next-round", Style::Go, custom_id)
    }
}

/// A sentence that begins with a phrase from within a sentence: its first letter becomes a capital.
pub(super) fn capital(sentence: &str) -> String {
    let first = sentence.char_indices().find(|(_, letter)| letter.is_alphabetic());
    let Some((at, letter)) = first else {
        return sentence.to_owned();
    };
    let (before, after) = (&sentence[..at], &sentence[at + letter.len_utf8()..]);
    format!("{before}{}{after}", letter.to_uppercase())
}

/// A short text above a row of these buttons, cut to its limit. A notification says all of the text.
pub(super) fn text_message(text: &str, buttons: Vec<Button>) -> Payload {
    let text = fit(text, limits::CONTENT);
    let row = Some(buttons).filter(|buttons| !buttons.is_empty());
    Payload {
        notification: text.clone(),
        above: text,
        rows: row.map(Row::Buttons).into_iter().collect(),
        ..Payload::default()
    }
}

/// A page to read: a heading, the text below it, and small print. A text that is too long is cut.
pub(super) fn page(title: &str, text: &str, small_print: &str, rows: Vec<Row>) -> Payload {
    let small_print = match small_print.trim() {
        "" => String::new(),
        small_print => format!("\n{}", small(&fit(small_print, limits::TEXT / 2))),
    };
    let title = heading(title);
    let room = limits::TEXT - limits::length(&title) - limits::length(&small_print) - 1;
    Payload {
        above: format!("{title}\n{}{small_print}", fit(text.trim(), room)),
        rows,
        ..Payload::default()
    }
}

/// A heading in Discord's markdown.
pub(super) fn heading(title: &str) -> String {
    /// A heading of more letters would fill the screen of a phone.
    const ROOM: usize = 256;
    format!("### {}", fit(title, ROOM))
}

/// Lines as small print in Discord's markdown.
pub(super) fn small(lines: &str) -> String {
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("-# {line}")).collect::<Vec<_>>().join("\n")
}

/// Parts of a message that are not empty, with an empty line between them.
pub(super) fn apart(parts: impl IntoIterator<Item = String>) -> String {
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.collect::<Vec<_>>().join("\n\n")
}

/// Several seats as an argument of a phrase.
pub(super) fn seats_arg(seats: impl IntoIterator<Item = Seat>) -> Arg {
    seats.into_iter().collect()
}

/// A moment (milliseconds since the epoch) in the digits of Discord's timestamp markup.
pub(super) fn moment(at: i64) -> String {
    at.div_euclid(1000).to_string()
}

/// Whether the match is one game only.
pub(super) fn single_game(table: &Table) -> bool {
    let length = table.play.as_ref().map(|play| play.match_length());
    matches!(length, Some(MatchLength::Games(1) | MatchLength::Points(0)))
}

/// The room for a board in letters.
const BOARD_TEXT: usize = 700;

/// A scene's board as a code block, if it has one. Lines that do not fit into a panel's block are left out, so that the block
/// always ends.
pub(super) fn board_text(scene: &Scene) -> Option<String> {
    const FENCE: &str = "```";
    let room = BOARD_TEXT - 2 * (FENCE.len() + 1);
    let mut board = String::new();
    for line in &scene.board {
        let line = line.replace('`', "'");
        if limits::length(&board) + 1 + limits::length(&line) > room {
            limits::cuts::note(room, &line);
            break;
        }
        board.push('\n');
        board.push_str(&line);
    }
    (!board.is_empty()).then(|| format!("{FENCE}{board}\n{FENCE}"))
}

/// Texts in order, with `between` between them, in as few blocks of at most `room` as possible; each text stays whole.
pub(super) fn blocks(texts: impl IntoIterator<Item = String>, between: &str, room: usize) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    for text in texts {
        match blocks.last_mut() {
            Some(block) if limits::length(block) + between.len() + limits::length(&text) <= room => {
                block.push_str(between);
                block.push_str(&text);
            }
            _ => blocks.push(text),
        }
    }
    blocks
}

/// The room for one line of a [`section`], which cannot take the room of all.
pub(super) const LINE: usize = 256;

/// Lines under a bold heading: as many as have `room`, each whole, and how many are left out. Nothing without lines.
pub(super) fn section(heading: &str, lines: &[String], room: usize) -> String {
    let lines = lines.iter().filter(|line| !line.trim().is_empty());
    let lines: Vec<String> = lines.map(|line| fit(line, LINE)).collect();
    if lines.is_empty() {
        return String::new();
    }
    let whole = format!("**{heading}**\n{}", lines.join("\n"));
    if limits::length(&whole) <= room {
        return whole;
    }
    let mut kept = format!("**{heading}**");
    for (at, line) in lines.iter().enumerate() {
        // The rest has room always: five signs and a number.
        let rest = format!("\n… +{}", lines.len() - at);
        if limits::length(&kept) + 1 + limits::length(line) + limits::length(&rest) > room {
            return kept + &rest;
        }
        kept = format!("{kept}\n{line}");
    }
    kept
}
