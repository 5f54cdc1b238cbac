//! Text from outside where notation, a way through the menus or a record is expected, of all games: it is read as what it says
//! or refused, nothing else changes, and nothing falls over.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use whistle::games::{CATALOGUE, DynGame};
use whistle::referee::fair::SeededSource;
use whistle::referee::recording;
use whistle::rules::{By, Leads, Record, Seat, Viewer};

use super::mangled_text::{self as mangled, TEXTS, cases as tries, changed, changes, twisted, twists};
use crate::speech::PhraseCheck;
use crate::tables::{Case, cases, events, play_through};

/// Where failures are kept.
const KEPT: &str = "tests/corpus/notation.txt";
const KEPT_RECORDS: &str = "tests/corpus/records.txt";

/// More choices than people are ever offered while they type.
const MOST: usize = 25;

/// A table at some moment, and texts of its game.
struct Moment {
    case: Case,
    play: Box<dyn DynGame>,
    texts: Vec<String>,
}

/// Two tables of every game, each at its beginning, in its middle and at its end.
static MOMENTS: LazyLock<Vec<Moment>> = LazyLock::new(|| CATALOGUE.iter().flat_map(moments).collect());
/// The record of a game of every line of the catalogue.
static RECORDS: LazyLock<Vec<Record>> = LazyLock::new(|| CATALOGUE.iter().map(shortest).collect());
static PHRASES: LazyLock<PhraseCheck> = LazyLock::new(PhraseCheck::new);

fn moments(entry: &'static whistle::games::GameEntry) -> Vec<Moment> {
    let all = cases(entry);
    let mut moments = Vec::new();
    for case in [all.first(), all.last()].into_iter().flatten() {
        let length = events(case, 8).len();
        let mut texts: Vec<String> = Vec::new();
        let mut plays = vec![case.start()];
        let mut at = 0;
        play_through(case.start(), &mut SeededSource::new(8), |play, by, what, _| {
            at += 1;
            if at == length / 2 {
                plays.push(play.copy());
                if let By::Seat(seat) = by {
                    let menu = play.menu(seat, &[]);
                    texts.extend(menu.into_iter().flat_map(|menu| menu.entries).filter_map(
                        |entry| match entry.leads {
                            Leads::Step(step) => Some(step),
                            _ => None,
                        },
                    ));
                }
            }
            texts.push(what.to_owned());
            if at == length {
                let mut last = play.copy();
                let happened = last.apply(by, what).expect("it was offered");
                texts.extend(happened.told.into_iter().map(|told| told.what));
                plays.push(last);
            }
        });
        texts.sort();
        texts.dedup();
        moments.extend(plays.into_iter().map(|play| Moment {
            case: case.clone(),
            play,
            texts: texts.clone(),
        }));
    }
    moments
}

/// The record of a short game, begun by its default options.
fn shortest(entry: &'static whistle::games::GameEntry) -> Record {
    let case = cases(entry).swap_remove(0);
    let games = (0..6).map(|seed| events(&case, seed));
    let events = games.min_by_key(Vec::len).expect("six games");
    let happened = events.iter().map(|(by, what)| (*by, what, false));
    recording::record(entry, &case.options, case.seats, happened).expect("it was played")
}

/// Everybody who may look, and one who may not.
fn viewers(play: &dyn DynGame) -> [Viewer; 3] {
    [
        Viewer::Table,
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(play.seats() - 1)),
    ]
}

/// Holds a text against everything that reads text.
fn hold(moment: &Moment, text: &str) {
    let Moment { case, play, .. } = moment;
    let (before, last) = (play.state(), Seat(play.seats() - 1));
    for by in [By::Chance, By::Seat(Seat(0)), By::Seat(last), By::Seat(Seat(u8::MAX))] {
        let mut tried = play.copy();
        match tried.apply(by, text) {
            Ok(happened) => {
                assert_eq!(happened.what, text, "{case}: {by:?} {text:?} has one notation");
                let (_, end) = tried.play_out(&mut SeededSource::new(9));
                assert!(
                    end.is_some(),
                    "{case}: after {by:?} {text:?} the game goes on to its end"
                );
            }
            Err(refusal) => {
                PHRASES.hear(case, &refusal.reason);
                assert_eq!(
                    tried.state(),
                    before,
                    "{case}: {by:?} {text:?} is refused and changes nothing"
                );
            }
        }
        for viewer in viewers(&**play) {
            let _ = play.visibility(viewer, by, text);
        }
    }
    let path: Vec<&str> = text.split('/').collect();
    for seat in [Seat(0), last, Seat(u8::MAX)] {
        if let Ok(what) = play.read(seat, text) {
            let again = play.read(seat, &what).ok();
            assert_eq!(again.as_deref(), Some(what.as_str()), "{case}: {text:?} says {what}");
        }
        assert!(play.suggest(seat, text, MOST).len() <= MOST, "{case}: {text:?}");
        assert!(play.near(seat, text, MOST).len() <= MOST, "{case}: {text:?}");
        for phrase in play.consequences(seat, text) {
            PHRASES.hear(case, &phrase);
        }
        if let Some(menu) = play.menu(seat, &path) {
            for phrase in std::iter::once(&menu.ask).chain(&menu.reading) {
                PHRASES.hear(case, phrase);
            }
        }
    }
    if let Some(phrase) = play.choice_phrase(text) {
        PHRASES.hear(case, &phrase);
    }
    for viewer in viewers(&**play) {
        let _ = (play.sketch(viewer, &[], Some(text)), play.sketch(viewer, &path, None));
    }
    assert_eq!(play.state(), before, "{case}: whoever asks changes nothing");
}

/// What is said of something that is wrong with a file: one line of a bearable length that does nothing to a terminal.
fn said(error: &dyn std::fmt::Display) {
    let said = error.to_string();
    assert!(!said.trim().is_empty() && said.chars().count() <= 1000, "{said:?}");
    let odd = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!said.contains(odd), "{said:?}");
}

/// Plays a line through everything that reads records; whether it is sound.
fn is_sound(line: &str) -> bool {
    let record = match Record::from_line(line) {
        Ok(record) => record,
        Err(error) => {
            said(&recording::VerifyError::from(recording::Wrong::from(error)));
            return false;
        }
    };
    assert_eq!(
        Record::from_line(&record.to_line()).ok().as_ref(),
        Some(&record),
        "it is written as it is read"
    );
    if let Err(error) = recording::Matches::default().check(&record) {
        said(&error);
    }
    match recording::replay(&record) {
        Ok(steps) => steps.filter_map(Result::err).for_each(|error| said(&error)),
        Err(error) => said(&error),
    }
    match recording::verify(&record) {
        Err(error) => {
            said(&error);
            false
        }
        Ok(verdict) => {
            assert_eq!(verdict.events, record.events.len());
            let entry = whistle::games::find(&record.game).expect("it was found");
            let happened = record.events.iter().map(|event| (event.by, &event.what, event.lapsed));
            let again = recording::record(entry, &record.options, record.seats, happened).expect("it was verified");
            assert_eq!(again.events, record.events, "what is sound is what would be written");
            true
        }
    }
}

#[test]
fn what_breaks_readers_elsewhere_changes_nothing() {
    for (at, moment) in MOMENTS.iter().enumerate() {
        // Of the three moments of a table every text meets one.
        for text in TEXTS.iter().skip(at % 3).step_by(3) {
            hold(moment, text);
        }
        hold(moment, &"1,".repeat(5000));
        hold(moment, &"x".repeat(20_000));
    }
}

#[test]
fn lines_that_break_readers_elsewhere_are_no_records() {
    for text in TEXTS {
        assert!(!is_sound(text), "{text:?}");
        for (open, close) in [("[", "]"), ("{\"record\":", "}"), ("{\"record\":1,\"options\":", "}")] {
            assert!(!is_sound(&format!("{open}{text}{close}")), "{text:?}");
        }
    }
    assert!(!is_sound(&"[".repeat(200_000)));
    assert!(!is_sound(&"{\"record\":".repeat(200_000)));
    for record in RECORDS.iter() {
        let line = record.to_line();
        assert!(is_sound(&line) && is_sound(&format!(" {line}\r\n")), "{line}");
        assert!(!is_sound(&format!("\u{feff}{line}")) && !is_sound(&format!("{line}{line}")));
        let step = (line.len() / 40).max(1);
        for end in (0..line.len()).step_by(step) {
            assert!(!is_sound(&line[..line.floor_char_boundary(end)]), "{end} of {line}");
        }
        // A name that stands there twice is none.
        assert!(!is_sound(&line.replacen('{', "{\"seats\":2,", 1)), "{line}");
    }
}

proptest! {
    #![proptest_config(tries(256, KEPT))]

    #[test]
    fn text_that_is_no_notation_changes_nothing(at: Index, text: Index, changes in changes()) {
        let moment = &MOMENTS[at.index(MOMENTS.len())];
        let text = &moment.texts[text.index(moment.texts.len())];
        hold(moment, &changed(text, &changes, &moment.texts));
    }
}

proptest! {
    #![proptest_config(tries(128, KEPT_RECORDS))]

    #[test]
    fn a_line_that_is_no_record_says_what_is_wrong(at: Index, changes in changes()) {
        let line = RECORDS[at.index(RECORDS.len())].to_line();
        let changed = changed(&line, &changes, &[&line]);
        is_sound(&changed);
    }

    #[test]
    fn a_record_that_was_meddled_with_says_what_is_wrong(at: Index, twists in twists()) {
        let record = serde_json::to_value(&RECORDS[at.index(RECORDS.len())]).unwrap();
        is_sound(&twisted(&record, &twists).to_string());
    }

    #[test]
    fn notation_that_was_meddled_with_in_a_record_says_what_is_wrong(
        at: Index, event: Index, other: Index, changes in changes(), exchange: bool,
    ) {
        let mut record = RECORDS[at.index(RECORDS.len())].clone();
        let (event, other) = (event.index(record.events.len()), other.index(record.events.len()));
        if exchange {
            record.events.swap(event, other);
        }
        let texts: Vec<String> = record.events.iter().map(|event| event.what.clone()).collect();
        record.events[event].what = mangled::changed(&texts[event], &changes, &texts);
        is_sound(&record.to_line());
    }
}
