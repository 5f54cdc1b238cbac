//! What windows show and receive while others hold secrets: kept after every step, and held against the sheets at the end
//! of the game, when everybody's numbers are known.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::Value;

use super::person::Person;
use super::reading::{Sheet, components, text, texts};
use super::secrets::{bare_numbers, only_on, without_revealed, without_sheet};
use super::window::Window;

/// The flag of a message that only one person sees.
const EPHEMERAL: u64 = 1 << 6;

/// What the windows of some people showed and received in one game, each thing once.
pub(crate) struct Evidence {
    /// Which game of the match it is about.
    game: usize,
    shown: Vec<HashSet<String>>,
    received: Vec<HashSet<String>>,
    /// How often it was looked.
    pub(crate) looks: usize,
}

/// A part of a document: a message, or all that is around the messages.
struct Part {
    private: bool,
    article: bool,
    lines: Vec<String>,
    controls: Vec<String>,
    attributes: Vec<(String, String)>,
}

impl Part {
    fn read(part: &Value) -> Part {
        let list = |key: &str| part[key].as_array().cloned().unwrap_or_default();
        Part {
            private: part["private"] == true,
            article: part["article"] == true,
            lines: list("lines").iter().map(text).collect(),
            controls: list("controls").iter().map(text).collect(),
            attributes: list("attributes")
                .iter()
                .map(|pair| (text(&pair[0]), text(&pair[1])))
                .collect(),
        }
    }

    /// Everything in it that anybody could read a number from, but for the holder's own panel.
    fn written(&self) -> String {
        let mut all = self.lines.clone();
        if !self.private {
            all.extend(self.controls.iter().cloned());
        }
        let of_buttons = |what: &str| what.starts_with("button ");
        let named = self
            .attributes
            .iter()
            .filter(|(what, _)| !(self.private && of_buttons(what)));
        all.extend(named.map(|(_, value)| value.clone()));
        if !self.article {
            all = all.iter().map(|line| without_counts(line)).collect();
        }
        all.join("\n")
    }
}

/// A line around the messages without the marks that count what is unread.
fn without_counts(line: &str) -> String {
    let line = line.trim_start_matches(|letter: char| letter == '(' || letter.is_ascii_digit());
    line.split(" unread")
        .next()
        .unwrap_or_default()
        .trim_end_matches(|letter: char| letter.is_ascii_digit())
        .to_owned()
}

impl Evidence {
    pub(crate) fn of(game: usize) -> Evidence {
        Evidence {
            game,
            shown: Vec::new(),
            received: Vec::new(),
            looks: 0,
        }
    }

    /// Looks at every window: the whole document, and what came since the last look. Gives the documents.
    pub(crate) async fn look(&mut self, windows: &[Window]) -> Vec<Vec<Value>> {
        self.looks += 1;
        self.shown.resize_with(windows.len(), HashSet::new);
        self.received.resize_with(windows.len(), HashSet::new);
        let mut documents = Vec::new();
        for (seat, window) in windows.iter().enumerate() {
            let found = window
                .script("return [eyes.parts(), eyes.takeHeard()]", Vec::new())
                .await;
            let parts = found[0].as_array().cloned().unwrap_or_default();
            assert!(!parts.is_empty(), "the window of seat {seat} shows something");
            self.shown[seat].extend(parts.iter().map(Value::to_string));
            let heard = found[1].as_array().into_iter().flatten();
            self.received[seat].extend(heard.map(|heard| text(&heard["text"])));
            documents.push(parts);
        }
        documents
    }

    /// Holds everything against the sheets of the game. Gives how many things were examined.
    pub(crate) fn examine(&self, people: &[Person], sheets: &[Sheet]) -> usize {
        let mut examined = 0;
        for seat in 0..people.len() {
            let secrets: BTreeMap<usize, BTreeSet<String>> = (0..people.len())
                .filter(|other| *other != seat)
                .map(|other| (other, only_on(sheets, other)))
                .collect();
            let case = Case {
                game: self.game,
                people,
                sheets,
                seat,
                secrets,
            };
            for part in &self.shown[seat] {
                case.is_shown(&serde_json::from_str(part).expect("a part is JSON"));
                examined += 1;
            }
            for received in &self.received[seat] {
                if let Ok(value) = serde_json::from_str(received) {
                    examined += case.is_received(&value);
                }
            }
        }
        examined
    }
}

/// One person's window, and what it must not hold.
struct Case<'c> {
    game: usize,
    people: &'c [Person],
    sheets: &'c [Sheet],
    seat: usize,
    /// The numbers that only these others hold.
    secrets: BTreeMap<usize, BTreeSet<String>>,
}

impl Case<'_> {
    /// Whether a message is about an earlier game of the match, whose numbers are no secret any more.
    fn is_past(&self, written: &str) -> bool {
        let mut named = written.split("Binome: game ").skip(1);
        let game = |rest: &str| rest.split(' ').next().and_then(|number| number.parse().ok());
        named.any(|rest| game(rest).is_some_and(|game: usize| game != self.game))
    }

    fn name(&self) -> &str {
        &self.people[self.seat].name
    }

    /// No text names a number that only another seat holds, unless the line reveals it.
    fn names_none(&self, written: &str, what: &str) {
        // Once a game is over nothing of it is secret, and scores stand alone.
        if written.contains("is over") || written.contains("wins game") || written.contains("grand winner") {
            return;
        }
        let told = bare_numbers(&without_sheet(&without_revealed(written)));
        for (other, numbers) in &self.secrets {
            let leak = told.intersection(numbers).next();
            assert!(
                leak.is_none(),
                "{what} of {} has {}'s {leak:?}: {written}",
                self.name(),
                self.people[*other].name
            );
        }
    }

    /// No control stands for a choice that only another seat has.
    fn offers_none(&self, id: &str) {
        for (other, numbers) in &self.secrets {
            let leak = numbers.iter().find(|number| id.ends_with(&format!("claim {number}")));
            assert!(
                leak.is_none(),
                "{} is offered {}'s choice {id}",
                self.name(),
                self.people[*other].name
            );
        }
    }

    /// A sheet in a text is one's own, and for oneself only.
    fn is_own_sheet(&self, written: &str, private: bool) {
        if let Some(sheet) = Sheet::read(written) {
            assert!(
                private,
                "a sheet for everybody in the window of {}: {written}",
                self.name()
            );
            assert!(
                self.sheets[self.seat].keeps(&sheet),
                "{} sees another's sheet: {written}",
                self.name()
            );
        }
    }

    fn is_shown(&self, part: &Value) {
        let part = Part::read(part);
        // The private chat is private as a whole; its panel is the part with the sheet.
        let told = part.attributes.iter().map(|(_, value)| value);
        let is_panel = part.lines.iter().chain(told).any(|line| line.contains("Your numbers:"));
        let part = Part {
            private: part.private || is_panel,
            ..part
        };
        let written = part.written();
        if self.is_past(&written) {
            return;
        }
        self.names_none(&written, "the window");
        self.is_own_sheet(&part.lines.join("\n"), part.article && part.private);
        for (_, value) in &part.attributes {
            self.offers_none(value);
        }
    }

    /// Examines every message in what came; gives how many there were.
    fn is_received(&self, value: &Value) -> usize {
        if value["author"].is_object() && value["content"].is_string() {
            self.message(value);
            return 1;
        }
        match value {
            Value::Array(list) => list.iter().map(|inner| self.is_received(inner)).sum(),
            Value::Object(map) => map.values().map(|inner| self.is_received(inner)).sum(),
            _ => 0,
        }
    }

    fn message(&self, message: &Value) {
        let channel = text(&message["channel_id"]);
        let stranger = self
            .people
            .iter()
            .find(|person| person.dm() == channel && person.name != self.name());
        assert!(
            stranger.is_none(),
            "{} receives a message from another's private chat: {message}",
            self.name()
        );
        let ephemeral = message["flags"].as_u64().is_some_and(|flags| flags & EPHEMERAL != 0);
        let private = ephemeral || channel == self.people[self.seat].dm();
        let written = texts(message).join("\n");
        if self.is_past(&written) {
            return;
        }
        self.names_none(&written, "the stream");
        self.is_own_sheet(&written, private);
        for component in components(message) {
            self.offers_none(&text(&component["custom_id"]));
            if !private {
                self.names_none(&text(&component["label"]), "a button");
            }
        }
    }
}

#[test]
fn marks_of_the_unread_are_no_secrets() {
    let lines = ["Whistle12", "Whistle 12 unread", "(12) Whistle · Ana", "12"].map(without_counts);
    assert!(lines.iter().all(|line| bare_numbers(line).is_empty()), "{lines:?}");
    assert!(without_counts("Ben holds 34, and you").contains("34"));
}
