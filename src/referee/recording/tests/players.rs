//! What computer players chose is computed again.

use sha2::{Digest, Sha256};

use super::*;
use crate::games::CATALOGUE;
use crate::player::{self, Level, VERSION};
use crate::rules::Strategy;

/// How many choices of computer players the games here have at most.
const CHOICES: usize = 14;

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// The beginning of a game between computer players of these levels. If `lie` is the number of a choice, another one stands there.
fn played(entry: &'static GameEntry, levels: [u8; 2], choices: usize, lie: Option<usize>) -> Record {
    let (options, seats) = entry.fit_to_players(&Options::new(), 2).unwrap();
    let mut recorder = Recorder::new(entry, &options, seats).unwrap();
    let of = |seat: Seat| levels[seat.index() % 2];
    let mut made = 0;
    while made < choices {
        match recorder.play().awaits() {
            Awaits::Nobody(_) => break,
            Awaits::Chance => drop(recorder.draw(&seed()).unwrap()),
            // The last one first: in which order seats choose in the same moment means nothing.
            Awaits::Seats(asked) => {
                let seat = asked.iter().last().unwrap();
                let mut other = recorder.clone();
                recorder.choose(seat, level(of(seat)), &seed()).unwrap();
                if lie == Some(made) {
                    let what = recorder.events().last().unwrap().what.clone();
                    let (choices, _) = other.play().choices(seat);
                    if let Some(false_one) = choices.iter().find(|choice| **choice != what) {
                        other.take(By::Seat(seat), false_one, false).unwrap();
                        other.events.last_mut().unwrap().players = Some(VERSION);
                        recorder = other;
                    }
                }
                made += 1;
            }
        }
    }
    let mut record = recorder.record().unwrap();
    record.levels = (0..seats).map(|seat| Some(of(Seat(seat)))).collect();
    record.seed = Some(seed().to_hex());
    record
}

fn checked(record: &Record) -> Result<PlayersVerdict, VerifyError> {
    verify(record)?;
    verify_players(record, |_| {})
}

#[test]
fn what_computer_players_choose_is_computed_again_in_every_game() {
    for entry in CATALOGUE {
        let record = played(entry, [1, 2], CHOICES, None);
        let found = checked(&record).unwrap_or_else(|error| panic!("{}: {error}", entry.slug));
        let made = record.events.iter().filter(|event| event.by != By::Chance).count();
        let all = PlayersVerdict {
            choices: made,
            computed: made,
            other_version: 0,
        };
        assert_eq!(found, all, "{}", entry.slug);
        assert!(made >= 2, "{}", entry.slug);
        let line = record.to_line();
        assert_eq!(Record::from_line(&line).unwrap(), record, "{line}");
    }
}

#[test]
fn a_choice_that_no_computer_player_made_is_refused_in_every_game() {
    for entry in CATALOGUE {
        let honest = played(entry, [1, 2], CHOICES, None);
        let mut refused = 0;
        for lie in 0..CHOICES {
            let record = played(entry, [1, 2], lie + 1, Some(lie));
            let last = record.events.len() - 1;
            if honest.events.get(last) == record.events.last() {
                continue;
            }
            verify(&record).unwrap_or_else(|error| panic!("{}: {error}", entry.slug));
            let error = verify_players(&record, |_| {}).unwrap_err();
            let By::Seat(seat) = record.events[last].by else {
                panic!("a seat chose last")
            };
            let own = record.events.iter().filter(|event| event.by == By::Seat(seat)).count();
            let said = error.to_string();
            let beginning = format!(
                "event {last}: in its turn {own}, the computer player of level {} at seat {seat} chooses ",
                1 + seat.0 % 2
            );
            assert!(said.starts_with(&beginning), "{}: {said}", entry.slug);
            refused += 1;
            if refused == 2 {
                break;
            }
        }
        assert_eq!(refused, 2, "{}", entry.slug);
    }
}

#[test]
fn choices_of_other_versions_and_without_a_seed_are_not_computed() {
    let entry = games::find("binary").unwrap();
    let record = played(entry, [1, 1], 3, None);
    let found = |change: fn(&mut Record)| {
        let mut changed = record.clone();
        change(&mut changed);
        let found = checked(&changed).map_err(|error| error.to_string())?;
        Ok::<_, String>([found.choices, found.computed, found.other_version])
    };
    let all = |record: &mut Record, players| {
        let choices = record.events.iter_mut().filter(|event| event.by != By::Chance);
        choices.for_each(|event| event.players = players);
    };
    assert_eq!(found(|_| {}), Ok([3, 3, 0]));
    assert_eq!(found(|record| record.seed = None), Ok([3, 0, 0]));
    let mut old = record.clone();
    all(&mut old, None);
    let [older, newer] = [None, Some(VERSION + 1)].map(|players| {
        let mut changed = record.clone();
        all(&mut changed, players);
        // What another version chose is not held against this one.
        changed.seed = None;
        checked(&changed).unwrap()
    });
    assert_eq!((older.other_version, newer.other_version), (3, 3));
    let left_out = found(|record| record.events.last_mut().unwrap().players = None);
    assert_eq!(
        left_out,
        Ok([3, 2, 1]),
        "the version before went on at the table for a while"
    );
    let no_clock = found(|record| {
        let last = record.events.last_mut().unwrap();
        (last.players, last.lapsed) = (None, true);
    });
    assert!(no_clock.unwrap_err().contains("never too late"));
    let lapsed = found(|record| record.events.last_mut().unwrap().lapsed = true).unwrap_err();
    assert!(
        lapsed.contains("belongs only to choices of computer players"),
        "{lapsed}"
    );
    let drawn = found(|record| record.events[0].players = Some(VERSION)).unwrap_err();
    assert!(drawn.contains("belongs only to choices of computer players"), "{drawn}");
    let other_level = found(|record| record.levels = vec![Some(6), Some(6)]).unwrap_err();
    assert!(other_level.contains("of level 6"), "{other_level}");
}

#[test]
fn a_stand_in_is_a_player_of_the_third_level() {
    let entry = games::find("binary").unwrap();
    let mut record = played(entry, [3, 3], 2, None);
    record.levels = Vec::new();
    assert_eq!(checked(&record).unwrap().computed, 2);
    record.events.iter_mut().for_each(|event| event.players = None);
    assert_eq!(checked(&record).unwrap(), PlayersVerdict::default(), "people chose all");
}

#[test]
fn a_seed_that_took_over_is_the_luck_of_later_choices() {
    let entry = games::find("binary").unwrap();
    let (options, later) = (Options::new(), Seed::simulated(4, 4));
    let mut recorder = Recorder::new(entry, &options, 2).unwrap();
    recorder.draw(&seed()).unwrap();
    for (nth, seed) in [seed(), seed(), later.clone(), later.clone()].iter().enumerate() {
        let seat = match recorder.play().awaits() {
            Awaits::Seats(seats) => seats.iter().next().unwrap(),
            other => panic!("choice {nth}: {other:?}"),
        };
        recorder.choose(seat, level(1), seed).unwrap();
    }
    let mut record = recorder.record().unwrap();
    record.levels = vec![Some(1); 2];
    record.seed = Some(seed().to_hex());
    assert!(checked(&record).is_err(), "the first seed alone gives other choices");
    record.resealed = vec![crate::rules::Resealed {
        from: 3,
        seed: later.to_hex(),
    }];
    assert_eq!(checked(&record).unwrap().computed, 4);
}

/// What a small search finds for the first decision: in Binary that is the search of both sides' choices in turn.
fn searched(play: &dyn DynGame) -> String {
    let mut play = play.copy();
    while play.awaits() == Awaits::Chance {
        let what = play.draw(&mut Draws::at(&seed(), 0));
        play.apply(By::Chance, &what).unwrap();
    }
    let Awaits::Seats(asked) = play.awaits() else {
        panic!("nobody is asked")
    };
    let seat = asked.iter().next().unwrap();
    let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
    let mut luck = seed().players_luck(seat, 0);
    player::choose(Strategy::search(2_000), seat, imagine, &mut luck).unwrap()
}

/// The choices that the computer players of [`VERSION`] make with known luck. Where they change, the version is raised.
#[test]
fn the_choices_of_this_version_are_known() {
    let known = [
        ("binome", "644e3bc0"),
        ("binary", "635fe8ca"),
        ("bingolino", "b9a894fb"),
        ("dominoes", "8e2aa4c3"),
        ("dominup", "1d9605d6"),
        ("dominomega", "32bf3b1f"),
        ("dominimum", "1e8b5a25"),
        ("tree", "630fa945"),
        ("binmat", "f259ae67"),
    ];
    let mut found = Vec::new();
    for entry in CATALOGUE {
        let searches = if entry.slug == "binmat" { 6 } else { 5 };
        let games = [([1, 2], 8), ([3, 4], 4), ([searches; 2], 2)];
        let mut hash = Sha256::new();
        for (levels, choices) in games {
            let record = played(entry, levels, choices, None);
            record.events.iter().for_each(|event| hash.update(&event.what));
        }
        let (options, seats) = entry.fit_to_players(&Options::new(), 2).unwrap();
        let play = entry.start(&options, seats).unwrap();
        hash.update(format!("{:?}", play.levels()));
        hash.update(searched(&*play));
        let digits = hex::encode(hash.finalize());
        found.push((entry.slug, digits[..8].to_owned()));
    }
    let found: Vec<(&str, &str)> = found.iter().map(|(slug, digits)| (*slug, digits.as_str())).collect();
    assert_eq!(VERSION, 4);
    assert_eq!(
        found, known,
        "a level chooses otherwise: raise VERSION, and note what is chosen now"
    );
}
