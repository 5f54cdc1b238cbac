//! Records are held against a small game of our own that has every trait which a record must cope with: sealed choices
//! that may be changed, draws in between, private facts, options.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::verify::verify_as;
use super::*;
use crate::referee::fair::SeededSource;
use crate::rules::{
    Audience, Event, Followed, Game, Listing, Malformed, MatchLength, Menu, Note, Observe, Phrase, Presentation, Scene,
    Scoring, Search, Seat, SeatSet, Source, places_by_score, refuse,
};

mod ended;
mod players;

static ODDS: GameEntry = GameEntry::of::<Odds>(&[]);

/// Everybody picks 1 to 3 in secret and may change it until all have picked; then a die falls, and whoever has its
/// remainder by three scores.
#[derive(Clone, Debug)]
struct Odds {
    options: OddsOptions,
    picks: Vec<Option<u8>>,
    scores: Vec<i64>,
    played: u8,
    rolling: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct OddsOptions {
    rounds: u8,
}

impl Default for OddsOptions {
    fn default() -> OddsOptions {
        OddsOptions { rounds: 2 }
    }
}

/// `die 7`, a pick, `--`, `hit 0`: one type is enough for all notation here.
#[derive(Clone, Debug, PartialEq, Hash)]
struct Word(&'static str, u8);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => self.1.fmt(f),
            "--" => f.write_str("--"),
            word => write!(f, "{word} {}", self.1),
        }
    }
}

impl FromStr for Word {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Word, Malformed> {
        let number = |text: &str| text.parse().map_err(|_| Malformed);
        match text.split_once(' ') {
            Some(("die", rest)) => Ok(Word("die", number(rest)?)),
            Some(("hit", rest)) => Ok(Word("hit", number(rest)?)),
            Some(_) => Err(Malformed),
            None if text == "--" => Ok(Word("--", 0)),
            None => Ok(Word("", number(text)?)),
        }
    }
}

impl Game for Odds {
    type Options = OddsOptions;
    type Chance = Word;
    type Choice = Word;
    type Fact = Word;
    const SLUG: &'static str = "odds";
    const EDITION: u16 = 3;
    const SCORING: Scoring = Scoring::Most;

    fn setup(options: &OddsOptions, seats: u8) -> Result<Odds, SetupError> {
        if !Odds::PEOPLE.contains(&seats) {
            let reason = Phrase::new("refused-seats");
            return Err(SetupError::Seats { seats, reason });
        }
        Ok(Odds {
            options: options.clone(),
            picks: vec![None; seats.into()],
            scores: vec![0; seats.into()],
            played: 0,
            rolling: false,
        })
    }

    fn options(&self) -> OddsOptions {
        self.options.clone()
    }

    fn seats(&self) -> u8 {
        self.picks.len() as u8
    }

    fn match_length(_: &OddsOptions) -> MatchLength {
        MatchLength::Games(1)
    }

    fn awaits(&self) -> Awaits {
        if self.played >= self.options.rounds {
            return Awaits::Nobody(Outcome {
                places: Some(places_by_score(&self.scores)),
                scores: Some(self.scores.clone()),
            });
        }
        if self.rolling {
            return Awaits::Chance;
        }
        let open = |seat: &Seat| self.picks[seat.index()].is_none();
        Awaits::Seats(SeatSet::all(Game::seats(self)).iter().filter(open).collect())
    }

    fn draw(&self, source: &mut dyn Source) -> Word {
        Word("die", source.below(10) as u8)
    }

    fn choices(&self, _: Seat, into: &mut Vec<Word>) -> Listing {
        into.clear();
        into.extend([Word("", 1), Word("", 2), Word("", 3), Word("--", 0)]);
        Listing::Complete
    }

    fn take_choice(&mut self, seat: Seat, choice: &Word) -> Followed<Word> {
        match choice {
            Word("", 1..=3) | Word("--", _) => {
                self.picks[seat.index()] = Some(choice.1);
                self.rolling = self.picks.iter().all(Option::is_some);
                Ok(Vec::new())
            }
            _ => refuse("refused-here"),
        }
    }

    fn take_chance(&mut self, chance: &Word) -> Followed<Word> {
        match chance {
            Word("die", die @ 0..10) => {
                self.rolling = false;
                self.played += 1;
                let mut notes = Vec::new();
                for seat in SeatSet::all(Game::seats(self)).iter() {
                    if self.picks[seat.index()].take() == Some(die % 3 + 1) {
                        self.scores[seat.index()] += 1;
                        notes.push(Note {
                            to: Audience::Seats(SeatSet::one(seat)),
                            fact: Word("hit", seat.0),
                        });
                    }
                }
                Ok(notes)
            }
            _ => refuse("refused-here"),
        }
    }

    fn timeout_choice(&self, _: Seat, _: &mut dyn Source) -> Option<Word> {
        Some(Word("--", 0))
    }

    fn may_choose(&self, seat: Seat) -> bool {
        !self.rolling && self.played < self.options.rounds && seat.0 < Game::seats(self)
    }
}

impl Observe for Odds {
    type View = Vec<bool>;

    fn view(&self, _: Viewer) -> Vec<bool> {
        self.picks.iter().map(Option::is_some).collect()
    }

    fn visibility(&self, viewer: Viewer, event: &Event<Word, Word>) -> Visibility {
        match event {
            Event::Choice(seat, _) if viewer != Viewer::Seat(*seat) => Visibility::Part("picks".to_owned()),
            Event::Chance(Word(_, 9)) => Visibility::Hidden,
            _ => Visibility::Whole,
        }
    }
}

impl Search for Odds {
    fn imagine(&self, _: Viewer, _: &mut dyn Source) -> Odds {
        self.clone()
    }
}

impl Presentation for Odds {
    const PEOPLE: RangeInclusive<u8> = 1..=4;

    fn scene(_: &Vec<bool>) -> Scene {
        Scene::default()
    }

    fn menu(_: &Vec<bool>, _: &[Word], _: &[&str]) -> Option<Menu> {
        None
    }

    fn choice(_: &Word) -> Phrase {
        Phrase::new("odds-choice")
    }

    fn fact(_: &Word) -> Phrase {
        Phrase::new("odds-fact")
    }
}

fn seed() -> Seed {
    Seed::simulated(1, 1)
}

/// A whole game of three with one changed mind and one lapse.
fn finished() -> Record {
    let mut recorder = Recorder::new(&ODDS, &Options::new(), 3).unwrap();
    let seat = |seat| By::Seat(Seat(seat));
    for (by, what, lapsed) in [
        (seat(2), "1", false),
        (seat(0), "3", false),
        (seat(2), "2", false),
        (seat(1), "--", true),
    ] {
        recorder.take(by, what, lapsed).unwrap();
    }
    assert_eq!(recorder.index(), 3);
    recorder.draw(&seed()).unwrap();
    for at in 0..3 {
        recorder.take(seat(at), "1", false).unwrap();
    }
    recorder.draw(&seed()).unwrap();
    let mut record = recorder.record().unwrap();
    record.seed = Some(seed().to_hex());
    record
}

fn wrong_of(mutate: impl FnOnce(&mut Record)) -> VerifyError {
    let mut record = finished();
    mutate(&mut record);
    verify_as(&ODDS, &record).unwrap_err()
}

#[test]
fn a_changed_choice_leaves_the_record_and_the_rest_is_sound() {
    let record = finished();
    let said: Vec<(By, &str)> = record.events[..4].iter().map(|e| (e.by, e.what.as_str())).collect();
    let seat = |seat| By::Seat(Seat(seat));
    assert_eq!(said[..3], [(seat(0), "3"), (seat(2), "2"), (seat(1), "--")]);
    assert_eq!((record.events.len(), record.events[0].of), (8, Some(4)));
    assert_eq!(record.options["rounds"], 2);
    let verdict = verify_as(&ODDS, &record).unwrap();
    let expected = Verdict {
        game: "odds",
        events: 8,
        draws: 2,
        drawn_again: true,
        finished: true,
    };
    assert_eq!(verdict, expected);
    let again = super::record(
        &ODDS,
        &record.options,
        3,
        record.events.iter().map(|event| (event.by, &event.what, event.lapsed)),
    );
    let mut again = again.unwrap();
    again.seed = record.seed.clone();
    assert_eq!(again, record);
}

#[test]
fn a_running_game_is_sound_too() {
    let mut record = finished();
    record.events.truncate(5);
    record.result = None;
    let verdict = verify_as(&ODDS, &record).unwrap();
    assert!(!verdict.finished);
}

#[test]
fn steps_join_up_and_stop_at_the_first_illegal_one() {
    let mut record = finished();
    let steps = |record: &Record| -> Vec<Result<Step, VerifyError>> {
        let run = Run::new(&ODDS, record).unwrap();
        let stopped = false;
        Replay { run, record, stopped }.collect()
    };
    let all: Vec<Step> = steps(&record).into_iter().map(Result::unwrap).collect();
    assert_eq!(all.len(), 8);
    for pair in all.windows(2) {
        assert_eq!(pair[0].after.state(), pair[1].before.state());
        assert_ne!(pair[0].before.state(), pair[0].after.state());
    }
    record.events[2].what = "7".to_owned();
    let broken = steps(&record);
    assert_eq!(broken.len(), 3);
    assert_eq!(broken[2].as_ref().unwrap_err().event, Some(2));
    assert!(matches!(*replay(&record).unwrap_err().wrong, Wrong::Game(_)));
}

#[test]
fn every_wrong_header_is_named() {
    let wrong = |mutate: fn(&mut Record)| *wrong_of(mutate).wrong;
    assert!(matches!(wrong(|r| r.edition = 2), Wrong::Edition { .. }));
    assert!(matches!(wrong(|r| r.seats = 9), Wrong::Setup(_)));
    assert!(matches!(
        wrong(|r| drop(r.options.remove("rounds"))),
        Wrong::Option { .. }
    ));
    assert!(matches!(
        wrong(|r| drop(r.options.insert("luck".to_owned(), 1.into()))),
        Wrong::Setup(_)
    ));
    assert!(matches!(
        wrong(|r| drop(r.options.insert("rounds".to_owned(), "two".into()))),
        Wrong::Setup(_)
    ));
    assert!(matches!(wrong(|r| r.seed = Some("00".to_owned())), Wrong::Seed));
    assert!(matches!(wrong(|r| r.round = Some(1)), Wrong::Match(_)));
    assert!(matches!(
        wrong(|r| (r.match_id, r.round) = (Some("m".to_owned()), Some(0))),
        Wrong::Match(_)
    ));
    // A match of one game has no second round and no totals before it.
    assert!(matches!(
        wrong(|r| (r.match_id, r.round) = (Some("m".to_owned()), Some(2))),
        Wrong::Match(_)
    ));
    assert!(matches!(
        wrong(|r| (r.match_id, r.round, r.before) = (Some("m".to_owned()), Some(1), Some(vec![0, 0, 0]))),
        Wrong::Match(_)
    ));
    assert!(matches!(wrong(|r| r.result = None), Wrong::Result { .. }));
    assert!(matches!(
        wrong(|r| r.result.as_mut().unwrap().places = None),
        Wrong::Result { .. }
    ));
}

#[test]
fn every_wrong_event_is_named_with_its_place() {
    let check = |mutate: fn(&mut Record), event: usize, kind: fn(&Wrong) -> bool| {
        let error = wrong_of(mutate);
        assert!(error.event == Some(event) && kind(&error.wrong), "{error}");
        assert!(error.to_string().starts_with(&format!("event {event}: ")), "{error}");
    };
    check(
        |r| r.events.push(r.events[0].clone()),
        8,
        |w| matches!(w, Wrong::AfterTheEnd),
    );
    check(
        |r| r.events[1].by = By::Chance,
        1,
        |w| matches!(w, Wrong::NotAwaited { .. }),
    );
    check(
        |r| r.events[1].by = By::Seat(Seat(0)),
        1,
        |w| matches!(w, Wrong::NotAwaited { .. }),
    );
    check(
        |r| r.events[1].by = By::Seat(Seat(255)),
        1,
        |w| matches!(w, Wrong::NotAwaited { .. }),
    );
    check(
        |r| r.events[3].by = By::Seat(Seat(0)),
        3,
        |w| matches!(w, Wrong::NotAwaited { .. }),
    );
    check(
        |r| r.events[1].what = "4".to_owned(),
        1,
        |w| matches!(w, Wrong::Refused { .. }),
    );
    check(
        |r| r.events[1].what = "\u{1b}[2J".to_owned(),
        1,
        |w| matches!(w, Wrong::Refused { .. }),
    );
    check(
        |r| r.events[1].what = "02".to_owned(),
        1,
        |w| matches!(w, Wrong::Notation { .. }),
    );
    check(|r| r.events[1].of = Some(5), 1, |w| matches!(w, Wrong::Of { .. }));
    check(|r| r.events[1].of = None, 1, |w| matches!(w, Wrong::Of { .. }));
    check(|r| r.events[3].of = Some(1), 3, |w| matches!(w, Wrong::Of { .. }));
    check(
        |r| r.events[1].then.push("hit 0".to_owned()),
        1,
        |w| matches!(w, Wrong::Then { .. }),
    );
    check(|r| r.events[1].lapsed = true, 1, |w| matches!(w, Wrong::Lapsed(_)));
    check(|r| r.events[3].lapsed = true, 3, |w| matches!(w, Wrong::Lapsed(_)));
    let another_die = |r: &mut Record| {
        let die = if r.events[3].what == "die 4" { "die 5" } else { "die 4" };
        r.events[3].what = die.to_owned();
    };
    check(another_die, 3, |w| matches!(w, Wrong::Draw { .. }));
    check(
        |r| r.seed = Some("0".repeat(64)),
        3,
        |w| matches!(w, Wrong::Draw { .. }),
    );
    let escaped = wrong_of(|r| r.events[1].what = "\u{1b}[2J".to_owned()).to_string();
    assert!(!escaped.contains('\u{1b}'), "{escaped}");
}

#[test]
fn a_line_says_its_number() {
    let text = finished().to_line();
    let error = verify_line(7, &text).unwrap_err().to_string();
    assert_eq!(error, "line 7: there is no game called \"odds\"");
    assert!(verify_line(2, "{}").unwrap_err().to_string().starts_with("line 2: "));
}

#[test]
fn rounds_of_a_match_must_follow_from_each_other() {
    let round = |round: u32, before: &[i64]| {
        let mut record = finished();
        record.match_id = Some("m".to_owned());
        record.round = Some(round);
        record.before = Some(before.to_vec());
        record
    };
    let scores = finished().result.unwrap().scores.unwrap();
    let check = |records: &[Record]| {
        let mut matches = Matches::default();
        records.iter().try_for_each(|record| matches.check(record))
    };
    check(&[round(1, &[0, 0, 0]), round(2, &scores)]).unwrap();
    check(&[round(1, &[0, 0, 0]), round(3, &[7, 7, 7])]).unwrap();
    check(&[round(1, &[1, 0, 0])]).unwrap_err();
    check(&[round(1, &[0, 0, 0]), round(1, &[0, 0, 0])]).unwrap_err();
    check(&[round(1, &[0, 0, 0]), round(2, &[9, 9, 9])]).unwrap_err();
    let mut unfinished = round(1, &[0, 0, 0]);
    unfinished.result = None;
    check(&[unfinished, round(2, &scores)]).unwrap_err();
    let mut other_table = round(2, &scores);
    other_table.seats = 2;
    check(&[round(1, &[0, 0, 0]), other_table]).unwrap_err();
}

#[test]
fn an_event_is_told_only_as_far_as_the_viewer_may_see() {
    let record = finished();
    let run = Run::new(&ODDS, &record).unwrap();
    let see = |viewer, event| seen(&*run.play, viewer, event);
    assert_eq!(see(Viewer::Table, &record.events[0]).as_deref(), Some("picks"));
    assert_eq!(see(Viewer::Seat(Seat(0)), &record.events[0]).as_deref(), Some("3"));
    let mut nine = record.events[3].clone();
    nine.what = "die 9".to_owned();
    assert_eq!(see(Viewer::Table, &nine), None);
}

/// Plays `record`'s text through everything that reads files; whether it was sound.
fn survives(text: &str) -> bool {
    let Ok(record) = Record::from_line(text) else {
        return false;
    };
    let sound = verify_as(&ODDS, &record).is_ok();
    let _ = Matches::default().check(&record);
    if let Ok(run) = Run::new(&ODDS, &record) {
        let steps = Replay {
            run,
            record: &record,
            stopped: false,
        };
        let legal = steps.filter(Result::is_ok).count();
        assert!(!sound || legal == record.events.len());
    }
    sound
}

proptest! {
    #[test]
    fn mangled_text_never_panics(cut in 0_usize..2000, length in 0_usize..20, put in "\\PC{0,12}") {
        let text = finished().to_line();
        let start = text.floor_char_boundary(cut.min(text.len()));
        let end = text.floor_char_boundary((start + length).min(text.len()));
        survives(&[&text[..start], &put, &text[end..]].concat());
    }

    #[test]
    fn mangled_events_never_panic(
        at in 0_usize..8,
        by in any::<u8>(),
        what in prop_oneof!["[0-9]{1,4}", "die [0-9]{1,3}", Just("--".to_owned()), "\\PC{0,9}"],
        of in any::<Option<u32>>(),
        seats in any::<u8>(),
        swap in 0_usize..8,
    ) {
        let mut record = finished();
        prop_assert!(survives(&record.to_line()));
        record.seats = if seats < 128 { 3 } else { seats };
        record.events[at].by = if by % 4 == 3 { By::Chance } else { By::Seat(Seat(by)) };
        record.events[at].what = what;
        record.events[at].of = of;
        record.events.swap(at, swap);
        survives(&record.to_line());
    }

    #[test]
    fn what_is_recorded_is_sound(seed in any::<u64>(), seats in 1_u8..=4, steps in 0_usize..40) {
        let mut source = SeededSource::new(seed);
        let draws = Seed::simulated(seed, 0);
        let mut recorder = Recorder::new(&ODDS, &Options::new(), seats).unwrap();
        for _ in 0..steps {
            match recorder.play().awaits() {
                Awaits::Nobody(_) => break,
                Awaits::Chance => drop(recorder.draw(&draws).unwrap()),
                Awaits::Seats(_) => {
                    // Any seat may choose, also one that has chosen.
                    let seat = Seat(source.below(u32::from(seats)) as u8);
                    let choice = recorder.play().random_choice(seat, &mut source).unwrap();
                    recorder.take(By::Seat(seat), &choice, false).unwrap();
                }
            }
        }
        let mut record = recorder.record().unwrap();
        record.seed = Some(draws.to_hex());
        prop_assert!(verify_as(&ODDS, &record).is_ok());
    }
}
