//! Whether the words of the public message, and of a panel beside it, say all that its reader sees of a position.

use std::collections::BTreeMap;

use serde_json::Value;
use whistle::discord::custom_id::Boards::Pictures;
use whistle::discord::payload::Payload;
use whistle::discord::show::{self, At};
use whistle::games::{CATALOGUE, GameEntry};
use whistle::referee::fair::SeededSource;
use whistle::referee::{Phase, Table};
use whistle::rules::{Phrase, Seat, Source, Viewer};
use whistle::words::Words;

use crate::heard::Heard;
use crate::message::Message;
use crate::{games, often, seated, tables};

/// How a game is read: what the words tell, and the same out of the view.
pub(crate) struct Reader {
    pub(crate) slug: &'static str,
    pub(crate) told: fn(&Heard<'_>) -> Value,
    pub(crate) seen: fn(&Value) -> Value,
}

/// The names of the seats as they are said.
fn names(words: &Words, table: &Table) -> Vec<String> {
    let name = |seat| words.plain("en", &Phrase::new("name-only").with("seat", Seat(seat)), table);
    (0..table.seats.len() as u8).map(name).collect()
}

/// What is told otherwise than it is seen, by the part of the position.
type Findings = BTreeMap<String, String>;

/// What is heard of a message that is sent.
type Hear = fn(&Payload) -> Message;

/// Compares what everybody is told, and what one seat is told, with what they see.
fn check(words: &Words, table: &Table, reader: &Reader, hear: Hear, source: &mut SeededSource) -> Findings {
    let mut findings = Findings::new();
    let play = table.play.as_ref().expect("a game is on");
    let names = names(words, table);
    let snapshot = tables::snapshot(table);
    let public = hear(&show::table(words, "en", &snapshot, Pictures));
    let seat = Seat(source.below(u32::from(play.seats())) as u8);
    let panel = hear(&show::panel(words, "en", &snapshot, seat, At::default(), Pictures));
    for (viewer, panel) in [(Viewer::Table, None), (Viewer::Seat(seat), Some(&panel))] {
        let heard = Heard::new(&names, &public, panel);
        let (told, seen) = ((reader.told)(&heard), (reader.seen)(&play.view(viewer)));
        let parts = |position: &Value| position.as_object().cloned().unwrap_or_default();
        for part in parts(&seen).keys().chain(parts(&told).keys()) {
            let (told, seen) = (&told[part], &seen[part]);
            if told != seen {
                let found = format!("{part} is told to {viewer:?} as {told} and seen as {seen}: {heard:#?}");
                findings.insert(part.clone(), found);
            }
        }
    }
    findings
}

/// Looks at so many positions of matches at random.
fn checked(entry: &'static GameEntry, positions: u64, hear: Hear) -> Findings {
    // Of one match no more than these, so that there are many matches.
    const OF_A_MATCH: u64 = 10;
    let mut readers = games::READERS.iter();
    let reader = readers
        .find(|reader| reader.slug == entry.slug)
        .expect("every game has a reader");
    let words = &Words::embedded().unwrap();
    let source = &mut SeededSource::new(5);
    let mut findings = Findings::new();
    let mut left = positions;
    while left > 0 {
        let mut table = seated(entry, source);
        let mut here = left.min(OF_A_MATCH);
        left -= here;
        while here > 0 && table.phase == Phase::Playing {
            if source.below(8) == 0 {
                findings.extend(check(words, &table, reader, hear, source));
                here -= 1;
            }
            tables::step(&mut table, source);
            if table.phase == Phase::Between {
                tables::next_round(&mut table);
            }
        }
        left += here;
    }
    findings
}

/// What is told otherwise than it is seen in each game: nothing where all is well.
fn found(positions: u64, hear: Hear) -> Vec<(&'static str, String)> {
    std::thread::scope(|scope| {
        let read = |entry: &'static GameEntry| (entry.slug, scope.spawn(move || checked(entry, positions, hear)));
        let reading: Vec<_> = CATALOGUE.iter().map(read).collect();
        let ended = reading.into_iter().map(|(slug, reading)| match reading.join() {
            Ok(findings) => (slug, findings.into_values().collect::<Vec<_>>().join("\n\n")),
            Err(_) => (slug, "what it says cannot be read".to_owned()),
        });
        ended.collect()
    })
}

#[test]
fn the_words_of_the_messages_say_the_whole_position_to_everybody_and_to_each_seat() {
    let found = found(often("WHISTLE_POSITIONS", 200), Message::of);
    let wrong = found.into_iter().filter(|(_, found)| !found.is_empty());
    let wrong: Vec<String> = wrong.map(|(slug, found)| format!("{slug}: {found}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn without_what_the_pictures_tell_no_game_says_its_position() {
    let rest = |payload: &Payload| Message {
        alt: String::new(),
        sentences: Vec::new(),
        ..Message::of(payload)
    };
    for (slug, found) in found(20, rest) {
        assert!(!found.is_empty(), "{slug} is told without its pictures");
    }
}
