//! What counts as a secret in what people are shown: numbers of a sheet, told apart from numbers that count something.

#![allow(dead_code, reason = "each test uses its part")]

use std::collections::BTreeSet;

use super::reading::Sheet;

/// Numbers that the cards themselves name.
const PRINTED: [&str; 3] = ["10", "50", "00"];

/// The words of a text that are numbers of two digits and are not said to count something.
pub(crate) fn bare_numbers(text: &str) -> BTreeSet<String> {
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let mut found = BTreeSet::new();
    for (at, word) in words.iter().enumerate() {
        let is_number = word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        let after = words.get(at + 1).copied().unwrap_or_default();
        let counting = [
            "point",
            "points",
            "of",
            "number",
            "numbers",
            "postulates",
            "was",
            "seconds",
            "minutes",
            "optional",
            "options",
        ];
        let counts = counting.contains(&after)
            // What somebody showed to all is no secret any more.
            || ["of", "digit", "postulate", "Postulate", "game", "showed", "won"].contains(&before)
            || matches!(
                words.get(at + 1..at + 4),
                Some(["in", "this" | "the", "game" | "match"])
            );
        if is_number && !counts && !PRINTED.contains(word) {
            found.insert((*word).to_owned());
        }
    }
    found
}

/// A text without the sentences that reveal numbers.
pub(crate) fn without_revealed(text: &str) -> String {
    let (first, rest) = text.split_once("The numbers:").unwrap_or((text, ""));
    let after = rest.split_once('.').map_or("", |(_, after)| after);
    if rest.is_empty() {
        return first.to_owned();
    }
    format!("{first}{}", without_revealed(after))
}

/// The text without the reader's own sheet.
pub(crate) fn without_sheet(text: &str) -> String {
    text.lines()
        .filter(|line| !line.starts_with("Your numbers:"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The numbers that one of the sheets has and no other one.
pub(crate) fn only_on(sheets: &[Sheet], seat: usize) -> BTreeSet<String> {
    let others = sheets.iter().enumerate().filter(|(other, _)| *other != seat);
    let others: BTreeSet<String> = others.flat_map(|(_, sheet)| sheet.numbers()).collect();
    let own = sheets[seat].numbers().into_iter();
    own.filter(|number| !others.contains(number)).collect()
}

#[test]
fn numbers_are_told_from_counts() {
    let text = "Ana: 12 points, 3 numbers left. Postulate 14 was Closest to 50 (turn 15 of 16). Ben 77, <#1234567>, Cleo showed 81 (won 13), \
                14 in the match, over after 16 postulates. (1 to 7 people, 20 minutes)11 optional, 12 options needed";
    assert_eq!(bare_numbers(text).into_iter().collect::<Vec<_>>(), ["77"]);
    let revealed = "12. The numbers: 50 from Ana.\nAna 34\nThe numbers: 51 from Ben. 35";
    assert_eq!(without_revealed(revealed), "12. \nAna 34\n 35");
}
