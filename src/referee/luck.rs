//! Luck of one's own: the words that people add to chance in the lobby, after the seal is shown.
//!
//! The words are told when the table is over, in the records, and before that to nobody but the one who added each. Others see
//! who has added one, and who was the last.

use super::action::{ActionRequest, Denied};
use super::event::TableEvent;
use super::fair::{Chain, Receipt, Secret};
use super::session::TableSession;
use super::state::Word;
use super::table::{Phase, Table};
use crate::rules::Refusal;

/// How many letters of a word are kept.
pub const WORD: u16 = 60;
/// How many words one person may add at a table.
pub(super) const MOST_WORDS: usize = 5;

/// A word as it is kept: in one line, without what messages take for a mention or for markup, and not too long. It may be
/// empty.
pub fn clean(typed: &str) -> String {
    /// Letters that only say how others are shown.
    const UNSEEN: [std::ops::RangeInclusive<char>; 5] = [
        '\u{ad}'..='\u{ad}',
        '\u{200b}'..='\u{200f}',
        '\u{202a}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{feff}'..='\u{feff}',
    ];
    let unseen = |letter: char| UNSEEN.iter().any(|range| range.contains(&letter));
    let kept = |letter: &char| !matches!(letter, '@' | '<' | '>' | '`') && !unseen(*letter);
    let spaced = |letter: char| if letter.is_control() { ' ' } else { letter };
    let line: String = typed.chars().filter(kept).map(spaced).collect();
    let words: Vec<&str> = line.split_whitespace().collect();
    let short: String = words.join(" ").chars().take(WORD.into()).collect();
    short.trim_end().to_owned()
}

impl Table {
    /// Whether people may add words here. Tables from before there were words go on without.
    pub fn takes_words(&self) -> bool {
        self.seal.is_some() && self.phase == Phase::Lobby
    }

    /// The chain of all words, and of the public randomness.
    pub(super) fn chain(&self) -> Chain {
        Chain::of(&self.first_seal(), &self.all_words())
    }

    /// All words of the chain, in order: those of people, and then the public randomness.
    pub(super) fn all_words(&self) -> Vec<String> {
        let words = self.words.iter().map(|word| word.text.clone());
        words.chain(self.beacon().map(|beacon| beacon.to_string())).collect()
    }

    /// The chain of the first words, as many as that.
    fn chain_before(&self, count: usize) -> Chain {
        let words: Vec<&str> = self.words[..count].iter().map(|word| word.text.as_str()).collect();
        Chain::of(&self.first_seal(), &words)
    }

    /// Takes a word in.
    pub(super) fn take_word(&mut self, person: u64, text: &str) -> Result<(), Refusal> {
        if !self.takes_words() {
            return Err(Refusal::because("denied-begun"));
        }
        self.words.push(Word {
            person,
            text: text.to_owned(),
        });
        Ok(())
    }

    /// A person's receipts, in order.
    pub fn receipts(&self, person: u64) -> Vec<Receipt> {
        let own = self.words.iter().enumerate().filter(|(_, word)| word.person == person);
        own.map(|(at, word)| Receipt {
            seal: self.first_seal(),
            number: at + 1,
            before: self.chain_before(at),
            word: word.text.clone(),
        })
        .collect()
    }

    /// How many words are in the seeds.
    pub fn words_of_luck(&self) -> usize {
        self.words.len()
    }

    /// Whether the last word was added before something else changed in the lobby.
    pub fn word_is_behind(&self) -> bool {
        !self.words.is_empty() && self.changed_since_word && self.phase == Phase::Lobby
    }

    /// The ids of those who have added words, each once, whoever added the last word at the end.
    pub fn lucky(&self) -> Vec<u64> {
        let mut people: Vec<u64> = Vec::new();
        for word in &self.words {
            people.retain(|person| *person != word.person);
            people.push(word.person);
        }
        people
    }
}

impl TableSession {
    /// Adds a word, or one that is made up where none was typed.
    pub(super) fn add_luck(&mut self, at: i64, request: &ActionRequest, typed: &str) -> Result<(), Denied> {
        self.lobby()?;
        if self.table.seal.is_none() {
            return Err(Denied::Stale);
        }
        let person = request.who.id;
        self.table.seat_of(person).ok_or(Denied::NotSeated)?;
        if self.table.words.iter().filter(|word| word.person == person).count() >= MOST_WORDS {
            return Err(Denied::LuckEnough);
        }
        let word = match clean(typed) {
            word if word.is_empty() => made_up()?,
            word => word,
        };
        self.write(at, &TableEvent::LuckAdded { person, word })
    }
}

/// A word for somebody who typed none.
fn made_up() -> Result<String, Denied> {
    let bytes = Secret::draw().map_err(|_| Denied::Unavailable)?;
    Ok(bytes.to_hex().chars().take(16).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_line_without_mentions_and_unseen_letters() {
        for (typed, word) in [
            ("  seven  crows ", "seven crows"),
            ("a\nb\tc\u{7}d", "a b c d"),
            ("<@123> @everyone `x`", "123 everyone x"),
            ("\u{202e}drow\u{200b}", "drow"),
            ("\u{feff}\n", ""),
            ("שלום 🎲", "שלום 🎲"),
        ] {
            assert_eq!(clean(typed), word, "{typed:?}");
            assert_eq!(clean(&clean(typed)), clean(typed));
        }
        let long = clean(&"ab ".repeat(100));
        assert!(
            long.chars().count() <= usize::from(WORD) && long.ends_with('b'),
            "{long}"
        );
    }
}
