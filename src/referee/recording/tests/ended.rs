//! Records of games that ended by word.

use super::super::*;
use crate::referee::fair::SeededSource;
use crate::rules::{Ended, Seat};

/// A game of Binary that stops after so many choices.
fn stopped(choices: usize) -> Record {
    let entry = games::find("binary").unwrap();
    let options = Options::from_iter([("size".to_owned(), 6.into())]);
    let mut recorder = Recorder::new(entry, &options, 2).unwrap();
    let seed = Seed::simulated(1, 1);
    let mut source = SeededSource::new(3);
    recorder.draw(&seed).unwrap();
    for _ in 0..choices {
        let Awaits::Seats(seats) = recorder.play().awaits() else {
            break;
        };
        let seat = seats.iter().next().unwrap();
        let what = recorder.play().random_choice(seat, &mut source).unwrap();
        recorder.take(By::Seat(seat), &what, false).unwrap();
    }
    let mut record = recorder.record().unwrap();
    record.seed = Some(seed.to_hex());
    record
}

fn by_word(ended: Ended, places: [u8; 2]) -> Record {
    Record {
        ended: Some(ended),
        result: Some(Outcome {
            places: Some(places.to_vec()),
            scores: None,
        }),
        ..stopped(4)
    }
}

fn wrong(record: &Record) -> Wrong {
    *verify(record).unwrap_err().wrong
}

#[test]
fn what_follows_from_the_word_is_sound() {
    for (ended, places) in [
        (Ended::Resigned(Seat(0)), [2, 1]),
        (Ended::Resigned(Seat(1)), [1, 2]),
        (Ended::Agreed, [1, 1]),
    ] {
        let record = by_word(ended, places);
        let verdict = verify(&record).unwrap();
        assert!(verdict.finished && verdict.drawn_again);
        let (again, _) = verify_line(1, &record.to_line()).unwrap();
        assert_eq!(again, record);
    }
}

#[test]
fn a_game_that_only_stops_is_running() {
    assert!(!verify(&stopped(4)).unwrap().finished);
}

#[test]
fn what_does_not_follow_is_refused() {
    let resigned = Ended::Resigned(Seat(0));
    let won = by_word(resigned, [1, 2]);
    assert!(matches!(wrong(&won), Wrong::Result { .. }), "the other one won");
    assert!(matches!(wrong(&by_word(Ended::Agreed, [2, 1])), Wrong::Result { .. }));
    let mut scored = by_word(resigned, [2, 1]);
    scored.result.as_mut().unwrap().scores = Some(vec![3, 9]);
    assert!(matches!(wrong(&scored), Wrong::Result { .. }), "nothing was counted");
    let mut silent = by_word(resigned, [2, 1]);
    silent.result = None;
    assert!(matches!(wrong(&silent), Wrong::Result { .. }));
    let mut wordless = by_word(resigned, [2, 1]);
    wordless.ended = None;
    assert!(matches!(wrong(&wordless), Wrong::Result { .. }));
    let stranger = by_word(Ended::Resigned(Seat(2)), [1, 1]);
    assert!(matches!(wrong(&stranger), Wrong::Ended(_)));
}

#[test]
fn what_cannot_end_by_word_did_not() {
    let mut over = stopped(usize::MAX);
    assert!(over.result.is_some());
    verify(&over).unwrap();
    over.ended = Some(Ended::Agreed);
    assert!(matches!(wrong(&over), Wrong::Ended(_)), "its rules ended it");

    let mut undrawn = by_word(Ended::Agreed, [1, 1]);
    undrawn.events.clear();
    assert!(matches!(wrong(&undrawn), Wrong::Ended(_)), "a draw was awaited");

    let entry = games::find("binome").unwrap();
    let mut recorder = Recorder::new(entry, &Options::new(), 2).unwrap();
    while recorder.play().awaits() == Awaits::Chance {
        recorder.draw(&Seed::simulated(1, 1)).unwrap();
    }
    let mut binome = recorder.record().unwrap();
    verify(&binome).unwrap();
    binome.ended = Some(Ended::Agreed);
    binome.result = Some(Outcome {
        places: Some(vec![1, 1]),
        scores: Some(vec![0, 0]),
    });
    assert!(matches!(wrong(&binome), Wrong::Ended(_)), "no such word in that game");
}
