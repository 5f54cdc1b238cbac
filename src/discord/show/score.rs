//! The score table of a match, in columns that line up on a phone.
//!
//! The numbers come first and the names last, so the columns line up whatever letters a name contains. A block has at most
//! [`WIDEST`] columns.

use super::voice::{self, Voice};
use crate::referee::{Phase, Round, Table};
use crate::rules::{Phrase, Seat};

/// How many columns a phone shows without breaking the line.
const WIDEST: usize = 36;

/// How many columns a name has at least.
const NAME: usize = 10;

/// How many games stand side by side in one block.
const ABREAST: usize = 4;

/// Joins emoji of several parts; begins and ends a part of its own direction.
const JOINER: char = '\u{200d}';
const ISOLATE: char = '\u{2068}';
const END_OF_ISOLATE: char = '\u{2069}';

/// Which games of a match are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounds {
    /// The last few games, and the total.
    Last,
    /// All games, in as many blocks as needed, with the total in each.
    All,
}

/// The finished games as code blocks, none before the first game is over.
pub(super) fn blocks(voice: &Voice<'_>, table: &Table, which: Rounds) -> Vec<String> {
    let over: Vec<&Round> = table.rounds.iter().filter(|round| round.outcome.is_some()).collect();
    let groups: Vec<&[&Round]> = match which {
        Rounds::Last => vec![&over[over.len().saturating_sub(ABREAST)..]],
        Rounds::All => over.chunks(ABREAST).collect(),
    };
    let groups = groups.into_iter().filter(|rounds| !rounds.is_empty());
    groups.flat_map(|rounds| fenced(&lines(voice, table, rounds))).collect()
}

/// What the star in the heading means, if there is one.
pub(super) fn legend(voice: &Voice<'_>, table: &Table) -> Option<String> {
    let over = table.rounds.iter().filter(|round| round.outcome.is_some());
    over.into_iter()
        .any(|round| round.assisted)
        .then(|| voice.label("public-assisted"))
}

/// One line for the heading and one for each seat, the best first.
fn lines(voice: &Voice<'_>, table: &Table, rounds: &[&Round]) -> Vec<String> {
    let totals = table.totals();
    let places = table.match_places().unwrap_or_default();
    let mut order: Vec<usize> = (0..table.seats.len()).collect();
    order.sort_by_key(|index| places.get(*index).copied().unwrap_or(u8::MAX));
    let mut columns: Vec<Vec<String>> = rounds.iter().map(|round| column(voice, &order, round)).collect();
    if let Some(totals) = totals {
        let cells = order
            .iter()
            .map(|index| totals.get(*index).map(i64::to_string).unwrap_or_default());
        columns.push([voice.label("public-column-total")].into_iter().chain(cells).collect());
    }
    let mut lines = vec![String::new(); order.len() + 1];
    for column in &columns {
        let width = column.iter().map(|cell| columns_of(cell)).max().unwrap_or(0);
        for (line, cell) in lines.iter_mut().zip(column) {
            line.push_str(&" ".repeat(width - columns_of(cell)));
            line.push_str(cell);
            line.push_str("  ");
        }
    }
    let used = lines.first().map_or(0, |line| columns_of(line));
    let room = WIDEST.saturating_sub(used).max(NAME);
    for (line, index) in lines.iter_mut().skip(1).zip(&order) {
        line.push_str(&name(voice, Seat(*index as u8), room));
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

fn column(voice: &Voice<'_>, order: &[usize], round: &Round) -> Vec<String> {
    let star = if round.assisted { "*" } else { "" };
    let heading = voice.plain(&Phrase::new("public-column-game").with("round", round.number)) + star;
    let scores = round.outcome.as_ref().and_then(|outcome| outcome.scores.as_ref());
    let places = round.outcome.as_ref().and_then(|outcome| outcome.places.as_ref());
    let cell = |index: &usize| match (scores, places) {
        (Some(scores), _) => scores.get(*index).map(i64::to_string),
        (None, Some(places)) => places.get(*index).map(|place| format!("{place}.")),
        (None, None) => None,
    };
    let cells = order.iter().map(|index| cell(index).unwrap_or_else(|| "-".to_owned()));
    [heading].into_iter().chain(cells).collect()
}

/// A name for a code block: without markup, without anything that ends the block, and with at most `room` columns.
fn name(voice: &Voice<'_>, seat: Seat, room: usize) -> String {
    let said = voice
        .plain(&Phrase::new("name-only").with("seat", seat))
        .replace('`', "'");
    if columns_of(&said) <= room {
        return said;
    }
    let mut short = String::new();
    for letter in said.chars() {
        if columns_of(&short) + columns_of(letter.encode_utf8(&mut [0; 4])) >= room {
            break;
        }
        short.push(letter);
    }
    let mut short = short.trim_end_matches(JOINER).trim_end().to_owned();
    if short.contains(ISOLATE) && !short.contains(END_OF_ISOLATE) {
        short.push(END_OF_ISOLATE);
    }
    short.push('…');
    short
}

/// Roughly how many columns a text takes: East Asian letters and emoji take two, combining marks and joiners none.
fn columns_of(text: &str) -> usize {
    let wide = |letter: char| match letter {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' => 2,
        '\u{ff00}'..='\u{ff60}' | '\u{1f000}'..='\u{3ffff}' => 2,
        _ => 1,
    };
    text.chars().map(wide).sum()
}

/// Lines as code blocks.
pub(super) fn fenced(lines: &[String]) -> Vec<String> {
    const FENCE: &str = "```";
    /// So much of a long table stays in one block.
    const ROOM: usize = 768;
    let fence = |block: String| format!("{FENCE}\n{block}\n{FENCE}");
    let blocks = voice::blocks(lines.iter().cloned(), "\n", ROOM);
    blocks.into_iter().map(fence).collect()
}

/// Whether the match can be shown game by game.
pub(super) fn any(table: &Table) -> bool {
    table.phase != Phase::Lobby && table.rounds.iter().any(|round| round.outcome.is_some())
}
