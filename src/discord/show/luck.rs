//! Luck of one's own: the form for a word, the receipt for it, and what the lobby says of the words.

use super::super::custom_id::{CustomId, TYPED};
use super::super::limits::{self, fit};
use super::super::payload::{Input, Modal, Payload};
use super::chance::{Check, record_name, verdict};
use super::voice::{Voice, apart, text_message};
use crate::referee::fair::{Commitment, Receipt};
use crate::referee::{Person, PublicRandomness, Table, TableSnapshot, luck};
use crate::rules::{Arg, Phrase};
use crate::words::Words;

/// The form into which somebody types a word of luck.
pub fn luck_form(words: &Words, locale: &str, snapshot: &TableSnapshot) -> Modal {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    Modal {
        custom_id: CustomId::AddLuck { table: table.id }.to_string(),
        title: fit(&voice.label("luck-title"), limits::MODAL_TITLE),
        inputs: vec![Input {
            custom_id: TYPED.to_owned(),
            label: fit(&voice.label("luck-input"), limits::INPUT_LABEL),
            hint: fit(&voice.label("luck-hint"), limits::INPUT_HINT),
            value: String::new(),
            longest: luck::WORD,
            required: false,
        }],
        menus: Vec::new(),
    }
}

/// The receipt for the last word of a person, who typed it or had it `made_up`.
pub fn luck_receipt(words: &Words, locale: &str, snapshot: &TableSnapshot, person: u64, made_up: bool) -> Payload {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let Some(receipt) = table.receipts(person).pop() else {
        return text_message(&voice.say(&Phrase::new("denied-stale")), Vec::new());
    };
    let added = Phrase::new("luck-added")
        .with("number", receipt.number as u32)
        .with("word", receipt.word.as_str());
    let advice = match made_up {
        true => "luck-made-up",
        false => "luck-last",
    };
    let keep = format!(
        "{}\n{}",
        voice.say(&Phrase::new("luck-keep")),
        block(&command(table, &receipt))
    );
    text_message(
        &apart([voice.say(&added), keep, voice.say(&Phrase::new(advice))]),
        Vec::new(),
    )
}

/// The command that holds a receipt against the records of a table.
fn command(table: &Table, receipt: &Receipt) -> String {
    format!("whistle verify {} --receipt {receipt}", record_name(table))
}

/// A command as a block.
fn block(command: &str) -> String {
    format!("```\n{command}\n```")
}

/// The receipts of a person for their words at a table, each as the command that holds it against the records. A part of a receipt
/// proves nothing, and neither does one that is missing: all of them are shown, or all are in a file.
pub struct Receipts {
    commands: Vec<(usize, String)>,
    name: String,
    may_be_said: bool,
}

impl Receipts {
    /// A person's receipts; `None` if they added no word.
    pub fn of(table: &Table, person: u64) -> Option<Receipts> {
        /// Letters around a command in a message.
        const AROUND: usize = 50;
        let receipts = table.receipts(person);
        let command = |receipt: &Receipt| (receipt.number, command(table, receipt));
        let commands: Vec<(usize, String)> = receipts.iter().map(command).collect();
        let length = |(_, command): &(usize, String)| limits::length(command) + AROUND;
        let check = Check::of(table).map_or(0, |check| limits::length(check.line()));
        let whole = check + commands.iter().map(length).sum::<usize>();
        (!commands.is_empty()).then(|| Receipts {
            commands,
            name: format!("{}-{}-receipts.txt", table.game.slug, table.id),
            may_be_said: whole <= limits::TEXT / 2,
        })
    }

    /// The file that has them, with its name, where a message has no room for them.
    pub fn file(&self) -> Option<(String, Vec<u8>)> {
        let lines = self.commands.iter().map(|(_, command)| format!("{command}\n"));
        (!self.may_be_said).then(|| (self.name.clone(), lines.collect::<String>().into_bytes()))
    }

    /// The receipts as parts of a message, or where they are.
    fn told(&self, voice: &Voice<'_>) -> Vec<String> {
        if !self.may_be_said {
            let file = Phrase::new("verdict-receipts-file").with("file", self.name.as_str());
            return vec![voice.say(&file)];
        }
        let told = |(number, command): &(usize, String)| {
            let own = Phrase::new("verdict-receipt").with("number", *number as u32);
            format!("{}\n{}", voice.say(&own), block(command))
        };
        self.commands.iter().map(told).collect()
    }
}

/// Whether chance was fair, for somebody with receipts for their words, and the number and the seal of the `next` table here.
pub fn chance(
    words: &Words,
    locale: &str,
    snapshot: &TableSnapshot,
    person: u64,
    next: Option<(u64, Commitment)>,
) -> Payload {
    let table = &snapshot.table;
    let voice = Voice::at(words, locale, table);
    let mut payload = verdict(words, locale, snapshot);
    let next = next.filter(|_| table.is_over()).map(|(number, seal)| {
        let next = Phrase::new("verdict-next")
            .with("number", number.to_string())
            .with("commitment", seal.to_string());
        voice.say(&next)
    });
    let count = table.words_of_luck() as u32;
    let words = (count > 0).then(|| voice.say(&Phrase::new("verdict-words").with("count", count)));
    let randomness = match table.randomness {
        PublicRandomness::Drawn(beacon) => Some(("verdict-beacon", beacon.round())),
        PublicRandomness::Missed(round) => Some(("verdict-beacon-missed", round)),
        PublicRandomness::Without | PublicRandomness::Awaited(_) => None,
    };
    let randomness = randomness.map(|(key, round)| voice.say(&Phrase::new(key).with("round", round.to_string())));
    let receipts = Receipts::of(table, person).map_or_else(Vec::new, |receipts| receipts.told(&voice));
    let more = words.into_iter().chain(randomness).chain(next).chain(receipts);
    payload.above = apart(std::iter::once(payload.above).chain(more));
    payload
}

/// Who has added words of luck, and whose is the last, for the lobby.
pub(super) fn lucky(voice: &Voice<'_>, table: &Table) -> Option<String> {
    /// More would fill the lobby.
    const NAMED: usize = 8;
    let all = table.lucky();
    let people: Vec<Phrase> = all[all.len().saturating_sub(NAMED)..]
        .iter()
        .map(|person| match table.seat_of(*person) {
            Some(seat) => Phrase::new("name-only").with("seat", seat),
            None if Person::is_forgotten(*person) => Phrase::new("name-somebody"),
            None => Phrase::new("name-mention").with("person", person.to_string()),
        })
        .collect();
    let people: Arg = (!people.is_empty()).then(|| people.into_iter().collect())?;
    let key = match table.word_is_behind() {
        true => "public-luck-behind",
        false => "public-luck",
    };
    Some(voice.say(&Phrase::new(key).with("people", people)))
}
