//! What somebody at a table has heard, and how they look for something in it.

use std::collections::BTreeMap;

use crate::message::Message;

/// The public message and, for a seat, its panel.
#[derive(Debug)]
pub(crate) struct Heard<'h> {
    /// The names of the seats.
    pub(crate) names: &'h [String],
    table: &'h Message,
    panel: Option<&'h Message>,
}

impl<'h> Heard<'h> {
    pub(crate) fn new(names: &'h [String], table: &'h Message, panel: Option<&'h Message>) -> Heard<'h> {
        Heard { names, table, panel }
    }

    /// The own panel first, then the public message.
    fn messages(&self) -> impl Iterator<Item = &'h Message> + use<'h> {
        self.panel.into_iter().chain([self.table])
    }

    /// All lines, the pictures' words last.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &'h str> + use<'h> {
        let alts = self.messages().map(|message| message.alt.as_str());
        let lines = self.messages().flat_map(said);
        lines.chain(alts)
    }

    /// What the nearest picture tells.
    pub(crate) fn alt(&self) -> &'h str {
        self.messages()
            .map(|message| message.alt.as_str())
            .find(|alt| !alt.is_empty())
            .unwrap_or_default()
    }

    /// What the public picture tells.
    pub(crate) fn public_alt(&self) -> &'h str {
        &self.table.alt
    }

    /// The lines that stand in the messages, without what pictures tell.
    pub(crate) fn written(&self) -> impl Iterator<Item = &'h str> + use<'h> {
        self.messages().flat_map(|message| &message.lines).map(String::as_str)
    }

    /// What the public picture and then the public message tell: of what happened, the message has the newest.
    pub(crate) fn public(&self) -> impl Iterator<Item = &'h str> + use<'h> {
        self.table.sentences.iter().chain(&self.table.lines).map(String::as_str)
    }

    /// What the panel and its picture say.
    pub(crate) fn own_lines(&self) -> impl Iterator<Item = &'h str> + use<'h> {
        self.panel.into_iter().flat_map(said)
    }

    pub(crate) fn says(&self, words: &str) -> bool {
        self.lines().any(|line| line.contains(words))
    }

    /// What follows these words.
    pub(crate) fn after(&self, words: &str) -> Option<&'h str> {
        self.lines().find_map(|line| Some(line.split_once(words)?.1))
    }

    /// What follows these words in their sentence.
    pub(crate) fn rest(&self, words: &str) -> Option<&'h str> {
        self.after(words).map(sentence)
    }

    /// For whom the game waits, if for anybody. A panel may only count them, and then the table's message names them.
    pub(crate) fn waiting(&self) -> Option<Vec<usize>> {
        let told = self
            .lines()
            .filter_map(|line| Some(sentence(line.split_once("Waiting for ")?.1)));
        let mut named = told.filter(|told| !told.contains(" others"));
        named.next().map(|told| self.seats(told))
    }

    /// Whose name stands right before these words.
    pub(crate) fn who(&self, words: &str) -> Option<usize> {
        self.names.iter().position(|name| self.says(&format!("{name}{words}")))
    }

    /// What is public of a seat, from the line of its name in the list of players.
    pub(crate) fn marks(&self, seat: usize) -> Vec<&'h str> {
        let head = format!("{}: ", self.names[seat]);
        // The list of players comes last.
        let marks = said(self.table).filter_map(|line| line.strip_prefix(head.as_str()));
        marks.last().into_iter().flat_map(|marks| marks.split(", ")).collect()
    }

    /// The seats whose names stand in a text.
    pub(crate) fn seats(&self, text: &str) -> Vec<usize> {
        (0..self.names.len())
            .filter(|seat| text.contains(self.names[*seat].as_str()))
            .collect()
    }

    /// For every seat, something read from its marks.
    pub(crate) fn every<T>(&self, read: impl Fn(usize, Vec<&'h str>) -> T) -> Vec<T> {
        (0..self.names.len()).map(|seat| read(seat, self.marks(seat))).collect()
    }
}

/// The lines of a message, and then the sentences of what its picture tells.
fn said(message: &Message) -> impl Iterator<Item = &str> {
    message.lines.iter().chain(&message.sentences).map(String::as_str)
}

/// A text up to the end of its first sentence.
pub(crate) fn sentence(text: &str) -> &str {
    text.split(". ").next().unwrap_or_default().trim_end_matches('.')
}

/// All whole numbers of a text.
pub(crate) fn numbers(text: &str) -> Vec<i64> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// How many: a number, or a word for none or one.
pub(crate) fn count(text: &str) -> i64 {
    let one = ["One ", "one ", "a "].iter().any(|one| text.starts_with(one));
    numbers(text).first().copied().unwrap_or(i64::from(one))
}

/// All tiles of a text, as `0-1`.
pub(crate) fn tiles(text: &str) -> Vec<&str> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    parts
        .filter(|part| part.len() == 3 && part.as_bytes()[1] == b'-' && !part.starts_with('-'))
        .collect()
}

/// What a list in a sentence holds.
pub(crate) fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(", ").flat_map(|part| part.split(" and "))
}

/// The number of a column by its name: M is 0, and beyond the alphabet AZ comes before A, ZA after Z.
pub(crate) fn column(name: &str) -> Option<i64> {
    let (last, beyond) = name.as_bytes().split_last()?;
    let side = if beyond.first() == Some(&b'A') { -1 } else { 1 };
    last.is_ascii_uppercase()
        .then(|| side * beyond.len() as i64 * 26 + i64::from(last - b'A') - 12)
}

/// The number of a row by its name: 75 is 0.
pub(crate) fn row(name: &str) -> Option<i64> {
    Some(name.parse::<i64>().ok()? - 75)
}

/// Column and row of a cell by its name.
pub(crate) fn cell(name: &str) -> Option<(i64, i64)> {
    let (letters, digits) = name.split_at(name.find(|sign: char| sign.is_ascii_digit())?);
    Some((column(letters)?, row(digits)?))
}

/// The cells of a table of tiles with what lies on them: a symbol, the letter of a level, and where the other half lies.
pub(crate) fn cells(heard: &Heard<'_>) -> BTreeMap<String, String> {
    let told = heard.rest("in brackets the column where symbols begin");
    let rows = told.and_then(|told| Some(told.split_once(": ")?.1)).unwrap_or_default();
    let mut cells = BTreeMap::new();
    for line in listed(rows) {
        let mut parts = line.split(' ');
        let number = parts.next().and_then(row).unwrap_or_default();
        let mut at = 0;
        for part in parts {
            match part.strip_prefix('(').and_then(|part| part.strip_suffix(')')) {
                Some(start) => at = column(start).expect("a column"),
                None => {
                    cells.insert(format!("{at},{number}"), part.to_owned());
                    at += 1;
                }
            }
        }
    }
    cells
}

/// The halves of a tile told as `2-3 on Q77 and R77`, in notation: the one on the lower cell first.
pub(crate) fn halves(text: &str) -> Option<[String; 2]> {
    let (tile, cells) = text.split_once(" on ")?;
    let (low, high) = tile.split_once('-')?;
    let (one, other) = cells.trim_end_matches('.').split_once(" and ")?;
    let mut halves = [(cell(one)?, low), (cell(other)?, high)];
    halves.sort_by_key(|((column, row), _)| (*row, *column));
    Some(halves.map(|((column, row), symbol)| format!("{symbol}@{column},{row}")))
}
