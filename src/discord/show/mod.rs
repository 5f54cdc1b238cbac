//! Everything that people are shown, as pure functions from what is known to a [`Payload`](super::payload::Payload).
//!
//! The public message is made of the table's own state and of what [`Viewer::Table`](crate::rules::Viewer) sees, a panel
//! of what its seat sees besides; nothing here looks deeper, so nothing here can tell more. No game is known by name: a
//! game's words come by the keys that the catalogue promises (`<slug>-name`, `<slug>-blurb`, `<slug>-credits`, `<slug>-panel` where a game
//! has a word of its own for the private panel, `<slug>-alone` for who may start alone, and `<slug>-level` and
//! `<slug>-nobody` where an end without a winner has a name).
//!
//! Boards are sketches, to be drawn, with their alternative texts; or, where pictures are not wanted or cannot be, blocks
//! of letters ([`Boards`](super::press::Boards)).
//!
//! Whatever is made here keeps within [`super::limits`]: long texts are cut kindly, long menus become pages.

mod board;
mod chance;
mod concede;
mod drawn;
mod help;
mod lobby;
mod match_end;
mod menu;
mod names;
mod notice;
mod panel;
mod patience;
mod rules;
mod score;
mod sides;
mod table;
mod typed;

pub use board::{BOARD_PAGE, leaderboard, match_board};
pub use chance::{Check, record_name, verdict};
pub use concede::{concede, conceded, resigning};
pub use help::{Taken, forget, help, settings, taken};
pub use lobby::joined;
pub use notice::{denied, notice, ping};
pub use panel::{At, panel};
pub use patience::replace_wished;
pub use rules::rules;
pub use table::table;
pub use typed::{matches, moved, moves, other_game, players, refused, tables, typing, which};

use super::limits;
use super::payload::Field;
use crate::games::GameEntry;
use crate::referee::Table;
use crate::rules::{Arg, MatchLength, Phrase, Scene, Seat};
use crate::words::{Names, Numbered, Words};

/// Somebody being spoken to: in which language, and how seats are called.
#[derive(Clone, Copy)]
struct Voice<'v> {
    words: &'v Words,
    locale: &'v str,
    names: &'v dyn Names,
}

impl<'v> Voice<'v> {
    /// To somebody at a table, or about it.
    fn at(words: &'v Words, locale: &'v str, table: &'v Table) -> Voice<'v> {
        Voice {
            words,
            locale,
            names: table,
        }
    }

    /// Where no table is spoken of.
    fn numbered(words: &'v Words, locale: &'v str) -> Voice<'v> {
        Voice {
            words,
            locale,
            names: &Numbered,
        }
    }
}

impl Voice<'_> {
    fn say(&self, phrase: &Phrase) -> String {
        self.words.text(self.locale, phrase, self.names)
    }

    /// Without marks, for labels and small print.
    fn plain(&self, phrase: &Phrase) -> String {
        self.words.plain(self.locale, phrase, self.names)
    }

    /// A message without arguments, without marks.
    fn label(&self, key: &'static str) -> String {
        self.plain(&Phrase::new(key))
    }

    fn lines(&self, phrases: &[Phrase]) -> Vec<String> {
        phrases.iter().map(|phrase| self.say(phrase)).collect()
    }

    /// A game's own message, if it has it.
    fn of_game(&self, entry: &GameEntry, word: &str) -> Option<String> {
        self.words.message(self.locale, &format!("{}-{word}", entry.slug))
    }

    fn game(&self, entry: &GameEntry) -> String {
        self.of_game(entry, "name").unwrap_or_else(|| entry.slug.to_owned())
    }

    /// What the button to the private panel says: a game may have its own word (a sheet, a hand).
    fn panel_label(&self, entry: &GameEntry) -> String {
        self.of_game(entry, "panel")
            .unwrap_or_else(|| self.label("button-mine"))
    }

    /// The game, and which of the match it is.
    fn title(&self, table: &Table) -> String {
        let game = self.game(table.game);
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

/// Several seats as an argument.
fn seats_arg(seats: impl IntoIterator<Item = Seat>) -> Arg {
    seats.into_iter().collect()
}

/// A moment (milliseconds since the epoch) as the digits that a time mark wants.
fn moment(at: i64) -> String {
    at.div_euclid(1000).to_string()
}

/// Whether the match is one game only.
fn single_game(table: &Table) -> bool {
    let length = table.play.as_ref().map(|play| play.match_length());
    matches!(length, Some(MatchLength::Games(1) | MatchLength::Points(0)))
}

/// A scene's board as a block of letters of one width, if it has one. Lines that have no room in a block of a panel are
/// left out, so that the block always ends.
fn board_text(scene: &Scene) -> Option<String> {
    const FENCE: &str = "```";
    let room = limits::CONTENT / 3 - 2 * (FENCE.len() + 1);
    let mut board = String::new();
    for line in &scene.board {
        let line = line.replace('`', "'");
        if limits::length(&board) + 1 + limits::length(&line) > room {
            break;
        }
        board.push('\n');
        board.push_str(&line);
    }
    (!board.is_empty()).then(|| format!("{FENCE}{board}\n{FENCE}"))
}

/// Lines under a heading, as few fields as can hold them; at most `most` of them, then an ellipsis.
fn fields(heading: &str, lines: &[String], most: usize) -> Vec<Field> {
    let mut values: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let line = limits::fit(line, limits::FIELD_VALUE / 4);
        let full = values.len() == most;
        match values.last_mut() {
            Some(value) if limits::length(value) + 1 + limits::length(&line) <= limits::FIELD_VALUE => {
                value.push('\n');
                value.push_str(&line);
            }
            Some(value) if full => {
                *value = limits::fit(&format!("{value}\n{line}"), limits::FIELD_VALUE);
                break;
            }
            _ => values.push(line),
        }
    }
    let heading = limits::fit(heading, limits::FIELD_NAME);
    values
        .into_iter()
        .map(|value| Field {
            name: heading.clone(),
            value,
        })
        .collect()
}

#[cfg(test)]
mod tests;
