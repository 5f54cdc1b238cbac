//! The last moments of a match, shown again.

use std::collections::BTreeSet;

use super::super::super::custom_id::Boards;
use super::super::super::payload::{File, Payload, Picture};
use super::super::{replay, table};
use super::kept::keeps_limits;
use super::random::{apply, begin, lobby, snapshot, step};
use crate::games::{CATALOGUE, GameEntry, find};
use crate::referee::fair::SeededSource;
use crate::referee::{Forfeits, Phase, Table, TableEvent};
use crate::rules::{Awaits, By, Seat, SeatSet, Viewer};
use crate::words::{ENGLISH, Words};

fn words() -> Words {
    Words::embedded().unwrap()
}

fn shown(table: &Table, boards: Boards) -> Payload {
    let payload = replay(&words(), "en", &snapshot(table), boards);
    keeps_limits(&payload);
    payload
}

/// A match that is played to its end, or through so many steps.
fn played(entry: &'static GameEntry, seed: u64, steps: usize) -> Option<Table> {
    let source = &mut SeededSource::new(seed);
    let mut table = lobby(entry, source);
    begin(&mut table, source).then(|| {
        let mut left = steps;
        while left > 0 && step(&mut table, source) {
            left -= 1;
        }
        table
    })
}

fn finished(game: &str) -> Table {
    let entry: &'static GameEntry = find(game).unwrap();
    let mut matches = (0..60).filter_map(|seed| played(entry, seed, 3000));
    matches.find(|table| table.phase == Phase::Finished).unwrap()
}

/// What everybody was told by then after an event, and the key of the public picture then.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Public {
    told: String,
    picture: String,
}

/// What the public message said and showed after each event of the last game that told something new.
fn public_news(over: &Table) -> Vec<Public> {
    let words = words();
    let told = |table: &Table| {
        let scene = table.scene(Viewer::Table).unwrap_or_default();
        let lines = scene.recent.iter().map(|phrase| words.text(ENGLISH, phrase, table));
        lines.collect::<Vec<_>>().join("\n")
    };
    let last = over.rounds.last().unwrap();
    let mut table = over.clone();
    table.rounds.pop();
    (table.phase, table.play) = (Phase::Between, None);
    apply(&mut table, &TableEvent::RoundBegan { round: last.number });
    let mut news = Vec::new();
    let mut before = told(&table);
    for event in last.events.iter() {
        let (by, what, lapsed) = (event.by, event.what.clone(), event.lapsed);
        apply(
            &mut table,
            &TableEvent::Played {
                by,
                what,
                lapsed,
                players: None,
            },
        );
        // At its end, a match of several games shows all of them in public; a game shows its own picture.
        table.phase = if table.is_over() { Phase::Between } else { table.phase };
        let told = told(&table);
        if !told.is_empty() && told != before {
            let public = super::super::table(&words, ENGLISH, &snapshot(&table), Boards::Pictures);
            let picture = public.picture.expect("whatever is told is shown").key().to_owned();
            let told = told.clone();
            news.push(Public { told, picture });
        }
        before = told;
    }
    news
}

#[test]
fn each_line_tells_of_the_event_that_its_picture_shows() {
    for entry in CATALOGUE {
        let over = finished(entry.slug);
        let payload = shown(&over, Boards::Pictures);
        let news = public_news(&over);
        let last = news[news.len() - payload.pages.len()..].iter();
        for (page, public) in payload.pages.iter().zip(last) {
            let picture = page.picture.as_ref().expect("a picture of the moment");
            assert_eq!(picture.key(), public.picture, "{}: {}", entry.slug, page.text);
            let told = public.told.ends_with(&page.text) && !page.text.is_empty();
            assert!(told, "{}: {:?} after {:?}", entry.slug, page.text, public.told);
        }
        let lines: BTreeSet<&str> = payload.pages.iter().map(|page| page.text.as_str()).collect();
        assert!(lines.len() > 1, "{}: one line would fit any picture", entry.slug);
    }
}

#[test]
fn the_last_three_moments_are_shown_as_everybody_saw_them() {
    for entry in CATALOGUE {
        let over = finished(entry.slug);
        let payload = shown(&over, Boards::Pictures);
        assert!(
            payload.above.starts_with("### The last moments\n-# "),
            "{}",
            payload.above
        );
        assert_eq!(payload.pages.len(), 3, "{}", entry.slug);
        for page in &payload.pages {
            let picture = page.picture.as_ref().unwrap();
            let line = crate::words::plain(page.text.lines().next().unwrap());
            let again = picture.alt().lines().flat_map(|line| line.split_inclusive(". "));
            let again = again.filter(|sentence| sentence.trim() == line).count();
            assert!(!line.is_empty() && again == 0, "{line} {}", picture.alt());
        }
        let keys: BTreeSet<&str> = payload
            .pages
            .iter()
            .flat_map(|page| &page.picture)
            .map(Picture::key)
            .collect();
        assert!(keys.len() > 1, "{}: the table has changed", entry.slug);
    }
}

#[test]
fn each_line_stands_right_above_its_picture() {
    let payload = shown(&finished("binary"), Boards::Pictures);
    let body = payload.body(File::New);
    let kinds = |body: &serde_json::Value| -> Vec<u64> {
        let components = body["components"].as_array().unwrap().iter();
        components
            .map(|component| component["type"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(kinds(&body), [10, 10, 12, 10, 12, 10, 12]);
    let names = [1, 2, 3].map(|number| format!("board-{number}.png"));
    for (at, name) in names.iter().enumerate() {
        let gallery = &body["components"][2 * at + 2]["items"][0];
        assert_eq!(gallery["media"]["url"], format!("attachment://{name}"));
        assert_eq!(body["attachments"][at]["filename"], *name);
        let picture = payload.pages[at].picture.as_ref().unwrap();
        assert_eq!(gallery["description"], picture.alt());
    }
    assert_eq!(
        kinds(&payload.json()),
        [10, 10, 10, 10],
        "without files there are the lines"
    );
    assert!(payload.text().contains(&payload.pages[2].text));
}

#[test]
fn who_wants_letters_gets_boards_in_letters() {
    let payload = shown(&finished("binary"), Boards::Text);
    assert!(payload.pictures().is_empty());
    for page in &payload.pages {
        assert_eq!(page.text.matches("```").count(), 2, "{}", page.text);
    }
}

/// A game of Binary after some moves, and the seat that is asked.
fn binary() -> (Table, Seat) {
    let table = played(find("binary").unwrap(), 1, 6).unwrap();
    let Awaits::Seats(seats) = table.play.as_ref().unwrap().awaits() else {
        panic!("somebody is asked")
    };
    let seat = seats.iter().next().unwrap();
    (table, seat)
}

#[test]
fn a_resignation_is_the_last_moment() {
    let (mut table, seat) = binary();
    apply(&mut table, &TableEvent::Resigned { seat });
    while table.phase == Phase::Between {
        let round = table.round() + 1;
        apply(&mut table, &TableEvent::RoundBegan { round });
        apply(&mut table, &TableEvent::Resigned { seat });
    }
    let payload = shown(&table, Boards::Pictures);
    let last = payload.pages.last().unwrap();
    assert!(last.text.contains("resigned"), "{}", last.text);
    let ends = super::super::table(&words(), "en", &snapshot(&table), Boards::Pictures);
    if table.rounds.len() == 1 {
        assert_eq!(payload.pages.len(), 3);
        let key = |picture: &Option<Picture>| picture.as_ref().unwrap().key().to_owned();
        assert_eq!(key(&last.picture), key(&ends.picture));
    }
}

#[test]
fn a_table_that_was_closed_says_so_and_shows_how_far_it_came() {
    let (mut table, _) = binary();
    let later = shown(&table, Boards::Pictures);
    assert!(later.text().contains("when the match is over"), "{}", later.text());
    assert!(later.pages.is_empty());
    apply(&mut table, &TableEvent::LEFT_ALONE);
    let payload = shown(&table, Boards::Pictures);
    assert!(payload.above.contains("closed early"), "{}", payload.above);
    assert_eq!(payload.pages.len(), 3);
    for page in &payload.pages {
        assert!(
            !page.text.contains("resigned") && page.picture.is_some(),
            "{}",
            page.text
        );
    }
    let moves = |table: &Table| {
        table.rounds[0]
            .events
            .iter()
            .filter(|event| event.by != By::Chance)
            .count()
    };
    let none = played(find("binary").unwrap(), 1, 0).map(|mut table| {
        assert_eq!(moves(&table), 0);
        apply(&mut table, &TableEvent::LEFT_ALONE);
        shown(&table, Boards::Pictures)
    });
    let none = none.unwrap();
    assert!(
        none.pages.is_empty() && none.text().contains("Nothing happened"),
        "{}",
        none.text()
    );
}

#[test]
fn the_button_stands_where_a_table_is_over() {
    let button = |shown: &Table| {
        let public = table(&words(), "en", &snapshot(shown), Boards::Pictures);
        public.json().to_string().contains("w1:replay:")
    };
    let (mut open, _) = binary();
    assert!(!button(&open));
    assert!(button(&finished("binary")));
    apply(&mut open, &TableEvent::LEFT_ALONE);
    assert!(button(&open));
}

#[test]
fn the_last_picture_crowns_as_the_words_do_where_the_first_by_points_has_left() {
    for entry in CATALOGUE {
        let mut over = finished(entry.slug);
        let Some(places) = over.match_places() else { continue };
        let first = places.iter().position(|place| *place == 1).expect("somebody is first");
        let left = SeatSet::one(Seat(first as u8));
        let pictures = |table: &Table| -> Vec<String> {
            let pages = shown(table, Boards::Pictures).pages;
            let keys = pages.iter().flat_map(|page| &page.picture).map(Picture::key);
            keys.map(str::to_owned).collect()
        };
        let before = pictures(&over);
        over.forfeits = Forfeits::Of(left);
        over.rounds.last_mut().expect("a game").forfeits = left;
        let public = table(&words(), "en", &snapshot(&over), Boards::Pictures);
        let after = pictures(&over);
        let last = after.len() - 1;
        let expected = public.picture.expect("the match in the end").key().to_owned();
        assert_eq!(after[last], expected, "{}", entry.slug);
        assert_eq!(
            after[..last],
            before[..last],
            "{}: nobody is crowned before",
            entry.slug
        );
        assert!(over.totals().is_none() || after[last] != before[last], "{}", entry.slug);
    }
}
