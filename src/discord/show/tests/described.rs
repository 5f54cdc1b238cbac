//! The description of a picture says the line of every seat whole, however long the names are, and everything but places where
//! the names are as long as most people's.

use std::collections::BTreeMap;

use super::super::super::custom_id::Boards;
use super::super::super::payload::Payload;
use super::super::match_end;
use super::super::open_menu::OpenMenu;
use super::super::seats::{CROWD, others};
use super::super::voice::Voice;
use super::super::{At, panel, table};
use super::counted::{positions, with_longest_names};
use crate::games::CATALOGUE;
use crate::referee::TableSnapshot;
use crate::rules::{Seat, Viewer};
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

/// What stands in sentences that say where something can be placed: they come last, for they alone may have no room.
const PLACES: [&str; 3] = ["Places, each with ", " for more places", "our climbs: "];

#[test]
fn of_what_a_panel_shows_only_places_may_have_no_room() {
    let words = Words::embedded().expect("the words are sound");
    let mut met = BTreeMap::new();
    for entry in CATALOGUE {
        positions(entry, 4 * POSITIONS, |shown, _| {
            for seat in (0..shown.table.seats.len() as u8).map(Seat) {
                let open = OpenMenu::of(&shown.table, seat, At::default());
                let path = open.as_ref().map(OpenMenu::steps).unwrap_or_default();
                let tried = open.as_ref().and_then(|open| open.tried.as_deref());
                let panel = panel(&words, ENGLISH, shown, seat, At::default(), Boards::Pictures);
                let sketch = shown.table.sketch(Viewer::Seat(seat), &path, tried);
                let (Some(picture), Some(sketch)) = (&panel.picture, sketch) else {
                    continue;
                };
                let text = plain(&panel.text());
                let voice = Voice::at(&words, ENGLISH, &shown.table);
                for said in sketch.alt.iter().map(|phrase| voice.plain(phrase)) {
                    let places = PLACES.iter().any(|words| said.contains(words));
                    let told = picture.alt().contains(said.trim()) || text.lines().any(|line| line == said);
                    assert!(places || told, "{}: {said} is missing in {}", entry.slug, picture.alt());
                }
                *met.entry(entry.slug).or_insert(0) += 1;
            }
        });
    }
    assert_eq!(met.len(), CATALOGUE.len(), "{met:?}");
}
