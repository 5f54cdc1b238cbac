//! What somebody types: which legal choices the text may become, and which choices come near to it.
//!
//! This module compares notation with text and does nothing else: it knows no game and no rules. It compares only the legal
//! choices of the seat that types, so it reveals nothing that this seat may not know. A board offers thousands of choices
//! per typed letter. So each choice is written into one shared buffer; only the few that are kept are written again.

use std::fmt::{Display, Write as _};

/// A choice offered to somebody who types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The choice in notation.
    pub what: String,
    /// The choice as people write it.
    pub typed: String,
    /// The choice for people.
    pub phrase: crate::rules::Phrase,
}

/// The longest text that is compared: no notation is longer, and anything typed beyond it is ignored.
const LONGEST: usize = 200;

/// How well a notation matches what was typed: the lowest rank is the best.
type Rank = usize;

/// The number of ranks. From the best: the notation is what was typed; it begins with that; it holds the typed text with
/// its commas; its words begin with the typed pieces, in this order; the same in any order; its words hold the pieces
/// somewhere.
const RANKS: Rank = 6;

/// What was typed, prepared for comparison with many notations.
pub(super) struct Typed {
    /// In small letters; one space separates the pieces.
    whole: String,
    /// The same, except that commas do not separate: text with a comma (a cell) is one piece.
    spaced: String,
    /// Whether the last piece is complete: a separator was typed after it.
    ended: bool,
}

impl Typed {
    pub(super) fn new(text: &str) -> Typed {
        let parts = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
        let lower: String = text.chars().take(LONGEST).collect::<String>().to_lowercase();
        let pieces: Vec<&str> = lower.split(parts).filter(|piece| !piece.is_empty()).collect();
        Typed {
            whole: pieces.join(" "),
            spaced: lower.split_whitespace().collect::<Vec<_>>().join(" "),
            ended: lower.ends_with(parts),
        }
    }

    fn pieces(&self) -> impl Iterator<Item = &str> + Clone {
        self.whole.split(' ').filter(|piece| !piece.is_empty())
    }

    /// The rank of `notation`, given in small letters; `None` when it does not match.
    fn rank(&self, notation: &str) -> Option<Rank> {
        let words = || notation.split([' ', ',']);
        let begun = notation.strip_prefix(&self.whole);
        if let Some(rest) = begun.or_else(|| notation.strip_prefix(&self.spaced)) {
            return match rest.is_empty() {
                true => Some(0),
                false if !self.ended || rest.starts_with([' ', ',']) => Some(1),
                false => self.scattered(notation),
            };
        }
        let mut left = words();
        if self.holds_pairs(notation) {
            return Some(2);
        }
        if self.pieces().all(|piece| left.any(|word| word.starts_with(piece))) {
            return Some(3);
        }
        self.scattered(notation)
    }

    /// Whether the typed text has commas and the notation holds all of its pieces as they were typed.
    fn holds_pairs(&self, notation: &str) -> bool {
        let mut pairs = self.spaced.split(' ').filter(|piece| piece.contains(',')).peekable();
        pairs.peek().is_some() && self.spaced.split(' ').all(|piece| notation.contains(piece))
    }

    /// The rank when the pieces may come in any order.
    fn scattered(&self, notation: &str) -> Option<Rank> {
        if self.each_has_a_word(notation, |word, piece| word.starts_with(piece)) {
            return Some(4);
        }
        let anywhere = self.each_has_a_word(notation, |word, piece| word.contains(piece));
        anywhere.then_some(5)
    }

    /// Whether each piece matches a word of the notation that no other piece takes.
    fn each_has_a_word(&self, notation: &str, answers: impl Fn(&str, &str) -> bool) -> bool {
        // A bit for each taken word. With more words than bits, two words may share a bit: then fewer matches are found.
        let mut taken = 0_u64;
        self.pieces().all(|piece| {
            let free = |at: usize| taken & 1_u64.wrapping_shl(at as u32) == 0;
            let mut words = notation.split([' ', ',']).enumerate();
            let found = words.find(|(at, word)| free(*at) && answers(word, piece));
            found.map(|(at, _)| taken |= 1_u64.wrapping_shl(at as u32)).is_some()
        })
    }

    /// How near `notation`, given in small letters, comes to what was typed: 0 is not at all. Whole words count most, and
    /// earlier pieces count more than later ones.
    fn nearness(&self, notation: &str) -> usize {
        let pieces = self.pieces().count();
        let near = |(at, piece): (usize, &str)| {
            let common = |word: &str| match word == piece {
                true => 100 + pieces - at,
                false => piece
                    .bytes()
                    .zip(word.bytes())
                    .take_while(|(one, other)| one == other)
                    .count(),
            };
            notation.split([' ', ',']).map(common).max().unwrap_or(0)
        };
        self.pieces().enumerate().map(near).sum()
    }

    /// The indexes of at most `most` of `choices` that match, ordered by rank and then by their place in the list.
    pub(super) fn answering<C: Display>(
        &self,
        choices: &[C],
        typed: impl Fn(&C) -> Vec<String>,
        most: usize,
    ) -> Vec<usize> {
        let mut found: [Vec<usize>; RANKS] = Default::default();
        each(choices, typed, |at, forms| {
            if let Some(rank) = forms.iter().filter_map(|form| self.rank(form)).min()
                && found[rank].len() < most
            {
                found[rank].push(at);
            }
        });
        found.concat().into_iter().take(most).collect()
    }

    /// The indexes of at most `most` of `choices` that come nearest. If none comes near, the result is examples of what a
    /// choice looks like.
    pub(super) fn near<C: Display>(&self, choices: &[C], typed: impl Fn(&C) -> Vec<String>, most: usize) -> Vec<usize> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        let nearness = |forms: &[&str]| forms.iter().map(|form| self.nearness(form)).max();
        each(choices, typed, |at, forms| match nearness(forms).unwrap_or(0) {
            0 => {}
            near => {
                let place = found.partition_point(|(other, _)| *other >= near);
                if place < most {
                    found.insert(place, (near, at));
                    found.truncate(most);
                }
            }
        });
        if !found.is_empty() {
            return found.into_iter().map(|(_, at)| at).collect();
        }
        // Even steps from the first to the last.
        let (count, steps) = (choices.len(), most.saturating_sub(1).max(1));
        let mut places: Vec<usize> = (0..most.min(count)).map(|step| step * (count - 1) / steps).collect();
        places.dedup();
        places
    }
}

/// Calls `see` with the index of every choice, its notation, and how else people write it, in small letters.
fn each<C: Display>(choices: &[C], typed: impl Fn(&C) -> Vec<String>, mut see: impl FnMut(usize, &[&str])) {
    let mut notation = String::new();
    for (at, choice) in choices.iter().enumerate() {
        notation.clear();
        // Writing into a string never fails.
        let _ = write!(notation, "{choice}");
        notation.make_ascii_lowercase();
        let mut typed = typed(choice);
        typed.iter_mut().for_each(|form| form.make_ascii_lowercase());
        let forms = std::iter::once(&*notation).chain(typed.iter().map(String::as_str));
        see(at, &forms.collect::<Vec<_>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Vec<String> {
        let squares: Vec<String> = (b'a'..=b'h')
            .flat_map(|file| (1..=8).map(move |rank| format!("{}{rank}", char::from(file))))
            .collect();
        let pairs = squares.iter().enumerate().flat_map(|(at, one)| {
            let later = squares[at + 1..].iter();
            later.map(move |other| format!("{one} {other}"))
        });
        squares.iter().cloned().chain(pairs).collect()
    }

    fn found<'c>(choices: &'c [String], text: &str, most: usize) -> Vec<&'c str> {
        let places = Typed::new(text).answering(choices, |_| Vec::new(), most);
        places.into_iter().map(|at| choices[at].as_str()).collect()
    }

    #[test]
    fn pieces_are_found_in_any_order_the_best_first() {
        let board = board();
        assert_eq!(found(&board, "e4", 3), ["e4", "e4 e5", "e4 e6"]);
        let with = found(&board, "e4", usize::MAX);
        assert_eq!(with.len(), 64, "e4 alone and with each of the others");
        assert!(with.iter().all(|choice| choice.split(' ').any(|square| square == "e4")));
        assert_eq!(found(&board, "C3 E5", 9), ["c3 e5"]);
        assert_eq!(found(&board, " e5,  c3", 9), ["c3 e5"]);
        assert_eq!(found(&board, "e c3", 2), ["c3 e1", "c3 e2"]);
        assert_eq!(found(&board, "e4 ", 2), ["e4", "e4 e5"]);
        assert_eq!(found(&board, "", 2), ["a1", "a2"]);
        assert_eq!(found(&board, "4", 2), ["a4", "b4"]);
        assert_eq!(found(&board, "e9", 2), [""; 0]);
        assert_eq!(found(&board, "e4 e4", 2), [""; 0], "no square twice");
        assert_eq!(found(&board, "x💥", 2), [""; 0]);
    }

    #[test]
    fn words_of_letters_and_signs_are_found() {
        let choices = ["roll 1", "flip A1", "flip A1 -5", "flip B3", "decline"].map(str::to_owned);
        assert_eq!(found(&choices, "a1", 9), ["flip A1", "flip A1 -5"]);
        assert_eq!(found(&choices, "-5", 9), ["flip A1 -5"]);
        assert_eq!(found(&choices, "5", 9), ["flip A1 -5"]);
        assert_eq!(found(&choices, "FLIP b", 9), ["flip B3"]);
        assert_eq!(found(&choices, "line", 9), ["decline"]);
        assert_eq!(found(&choices, "flip A1 ", 9), ["flip A1", "flip A1 -5"]);
    }

    #[test]
    fn what_comes_near_begins_like_it_and_examples_are_spread() {
        let board = board();
        let near = |text: &str| -> Vec<&str> {
            let places = Typed::new(text).near(&board, |_| Vec::new(), 3);
            places.into_iter().map(|at| board[at].as_str()).collect()
        };
        assert_eq!(near("c3 e9"), ["c3 e1", "c3 e2", "c3 e3"]);
        assert_eq!(near("e99"), ["e1", "e2", "e3"]);
        assert_eq!(near("?"), ["a1", "c2 h3", "h7 h8"]);
        assert_eq!(near("").len(), 3);
        let few = ["pass".to_owned()];
        assert_eq!(Typed::new("x").near(&few, |_| Vec::new(), 3), [0]);
        assert_eq!(Typed::new("x").near::<String>(&[], |_| Vec::new(), 3), [0; 0]);
        assert_eq!(Typed::new("pas").near(&few, |_| Vec::new(), 0), [0; 0]);
    }

    #[test]
    fn a_cell_is_found_whole() {
        let choices = ["3@0,2 4@1,2", "3@2,0 4@3,0", "4@2,-1 3@2,0", "2@0,1 0@1,1"].map(str::to_owned);
        assert_eq!(found(&choices, "2,0", 2), ["3@2,0 4@3,0", "4@2,-1 3@2,0"]);
        assert_eq!(found(&choices, "3@2,0", 2), ["3@2,0 4@3,0", "4@2,-1 3@2,0"]);
        assert_eq!(found(&choices, "4@3,0  3@2,0", 9), ["3@2,0 4@3,0"]);
        assert_eq!(found(&choices, "3@2", 2), ["3@2,0 4@3,0", "4@2,-1 3@2,0"]);
        assert_eq!(found(&choices, "2@0,1 0@1,1", 9), ["2@0,1 0@1,1"]);
    }

    #[test]
    fn a_choice_is_found_by_its_notation_and_by_how_people_write_it() {
        let choices = ["3@0,0 4@1,0", "3@0,1 4@1,1"].map(str::to_owned);
        let typed = |choice: &String| vec![choice.replace("0,", "M7").replace("1,", "N7")];
        let found = |text: &str| Typed::new(text).answering(&choices, typed, 1);
        for text in ["3@0,1", "3@M71", "3@m71 4@n71", "n71", "m71 n71"] {
            assert_eq!(found(text), [1], "{text}");
            assert_eq!(Typed::new(text).near(&choices, typed, 2).len(), 2, "{text}");
        }
        assert_eq!(found("4@n"), [0]);
        assert_eq!(found("x71"), [0; 0]);
    }

    #[test]
    fn a_choice_is_found_by_each_way_to_write_it() {
        let choices = ["climb 3@0,0 4@1,0", "climb 5@0,0 6@1,0"].map(str::to_owned);
        let typed = |choice: &String| match choice.contains('3') {
            true => vec!["climb 3-4 M75 N75".to_owned(), "climb 4-3 N75 M75".to_owned()],
            false => vec!["climb 5-6 M75 N75".to_owned(), "climb 6-5 N75 M75".to_owned()],
        };
        for (text, found) in [
            ("3-4", 0),
            ("4-3 N7", 0),
            ("5-6 M75", 1),
            ("climb 6-5", 1),
            ("6-5 n75 m75", 1),
        ] {
            assert_eq!(Typed::new(text).answering(&choices, typed, 9), [found], "{text}");
            assert_eq!(Typed::new(text).near(&choices, typed, 1), [found], "{text}");
        }
    }

    #[test]
    fn long_notation_and_many_pieces_do_no_harm() {
        let long = [format!("layout {}", vec!["7"; 100].join(","))];
        let text = vec!["7"; 90].join(" ");
        assert!(Typed::new(&text).answering(&long, |_| Vec::new(), 5).len() <= 1);
        assert_eq!(found(&long, "layout", 5).len(), 1);
    }
}
