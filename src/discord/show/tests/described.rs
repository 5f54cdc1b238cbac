//! The description of a picture says the line of every seat whole, however long the names are.

use std::collections::BTreeMap;

use super::super::super::custom_id::Boards;
use super::super::super::payload::Payload;
use super::super::match_end;
use super::super::seats::{CROWD, others};
use super::super::voice::Voice;
use super::super::{At, panel, table};
use super::counted::{positions, with_longest_names};
use crate::games::CATALOGUE;
use crate::referee::TableSnapshot;
use crate::rules::Seat;
use crate::words::{ENGLISH, Words, plain};

/// How many positions of each game are looked at.
const POSITIONS: u32 = 40;

/// How many pictures of a message were looked at, each with its description that must say `lines`.
fn say(payload: &Payload, lines: &[String], about: &str) -> u32 {
    let pictures = payload.pictures();
    for (_, picture) in &pictures {
        for line in lines {
            let said = picture.alt().lines().any(|told| told == line);
            assert!(said, "{about}: {line} is missing in {}", picture.alt());
        }
    }
    pictures.len() as u32
}

/// The sentences of the picture of a match, if the public message of this table has that picture.
fn of_match(voice: &Voice<'_>, shown: &TableSnapshot) -> Option<Vec<String>> {
    let sketch = match_end::sketch(voice, &shown.table)?;
    Some(sketch.alt.iter().map(|phrase| voice.plain(phrase)).collect())
}

/// Looks at the public message and at the panels of a table, and counts the pictures in each.
fn look(words: &Words, shown: &TableSnapshot) -> (u32, u32) {
    let voice = Voice::at(words, ENGLISH, &shown.table);
    let about = shown.table.game.slug;
    let lines: Vec<String> = others(&voice, &shown.table).iter().map(|line| plain(line)).collect();
    let public = table(words, ENGLISH, shown, Boards::Pictures);
    let seen = match of_match(&voice, shown) {
        Some(_) if shown.table.seats.len() > CROWD => 0,
        Some(sentences) => {
            for (_, picture) in public.pictures() {
                assert_eq!(picture.alt(), sentences.join(" "), "{about}");
            }
            1
        }
        None => say(&public, &lines, about),
    };
    let panels = (0..shown.table.seats.len() as u8).map(|seat| {
        let panel = panel(words, ENGLISH, shown, Seat(seat), At::default(), Boards::Pictures);
        say(&panel, &lines, about)
    });
    (seen, panels.sum())
}

#[test]
fn every_seat_has_its_whole_line_in_every_description() {
    let words = Words::embedded().expect("the words are sound");
    for entry in CATALOGUE {
        let mut seen: BTreeMap<bool, (u32, u32)> = BTreeMap::new();
        positions(entry, POSITIONS, |shown, _| {
            for longest in [false, true] {
                let shown = if longest { &with_longest_names(shown) } else { shown };
                let (public, private) = look(&words, shown);
                let all = seen.entry(longest).or_default();
                *all = (all.0 + public, all.1 + private);
            }
        });
        for (public, private) in seen.values() {
            assert!(*public > 0 && *private > 0, "{}: {seen:?}", entry.slug);
        }
    }
}
