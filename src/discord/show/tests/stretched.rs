//! A language whose messages are 1.4 times as long as the English ones.

use crate::games::{CATALOGUE, GameEntry};
use crate::rules::Phrase;
use crate::words::{HOUSE, Numbered, Words};

/// The words of that language.
pub(super) fn words() -> Words {
    let house: Vec<(&str, String)> = HOUSE.iter().map(|(locale, text)| (*locale, file(text))).collect();
    let house: Vec<(&str, &str)> = house.iter().map(|(locale, text)| (*locale, text.as_str())).collect();
    let game = |entry: &GameEntry| {
        let words: Vec<(&'static str, &'static str)> = entry
            .words
            .iter()
            .map(|(locale, text)| (*locale, &*file(text).leak()))
            .collect();
        let mut game = entry.clone();
        game.words = words.leak();
        game
    };
    let games: Vec<GameEntry> = CATALOGUE.iter().map(game).collect();
    Words::of(&house, &games).expect("the words are sound")
}

fn file(fluent: &str) -> String {
    fluent.lines().map(|fluent| line(fluent) + "\n").collect()
}

/// A line of a language file: what stands before its text stays as it is.
fn line(line: &str) -> String {
    let from = match line.chars().next() {
        None | Some('#') => line.len(),
        Some(first) if first.is_ascii_lowercase() => line.find('=').map_or(line.len(), |at| at + 1),
        Some(_) => {
            let inner = line.trim_start();
            let head = line.len() - inner.len();
            let variant = inner.starts_with('[') || inner.starts_with("*[");
            head + inner.find(']').filter(|_| variant).map_or(0, |at| at + 1)
        }
    };
    let (head, mut rest) = line.split_at(from);
    let mut longer = head.to_owned();
    while let Some(at) = rest.find(['{', '}']) {
        longer += &text(&rest[..at]);
        // What is filled in has its own length; a selection goes on in the next lines.
        let end = match rest[at..].starts_with('{') {
            true => rest[at..].find('}').map_or(rest.len(), |end| at + end + 1),
            false => at + 1,
        };
        longer += &rest[at..end];
        rest = &rest[end..];
    }
    longer + &text(rest)
}

/// A text with 0.4 times as many letters behind it, in words of eight.
fn text(text: &str) -> String {
    if !text.contains(char::is_alphabetic) {
        return text.to_owned();
    }
    let said = text.trim_end();
    let more = (said.trim_start().chars().count() * 2).div_ceil(5);
    let letter = |at: usize| if at % 9 == 8 && at + 1 < more { ' ' } else { 'x' };
    let more: String = (0..more).map(letter).collect();
    format!("{said}{more}{}", &text[said.len()..])
}

#[test]
fn only_what_is_said_grows() {
    for (short, long) in [
        ("# A comment = no text", "# A comment = no text"),
        ("some-key = ten letters", "some-key = ten lettersxxxxx"),
        ("some-key = { $count ->", "some-key = { $count ->"),
        ("    [one] wins { $name }.", "    [one] winsxx { $name }."),
        ("   *[other] win", "   *[other] winxx"),
        ("} game { $round }.", "} gamexx { $round }."),
    ] {
        assert_eq!(line(short), long);
    }
    let said = |words: Words| {
        words
            .text("en", &Phrase::new("press-failed"), &Numbered)
            .chars()
            .count()
    };
    let (short, long) = (said(Words::embedded().expect("the words are sound")), said(words()));
    assert_eq!(long, short + (short * 2).div_ceil(5));
}
