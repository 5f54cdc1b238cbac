//! What games say of their end where the points alone do not: the tie-break that decided.

use whistle::games::{CATALOGUE, DynGame};
use whistle::referee::fair::SeededSource;
use whistle::rules::{Awaits, Outcome, Phrase, Seat, Viewer};
use whistle::words::{ENGLISH, Numbered, Words};

use crate::tables::{Case, cases, play_through};

/// Whether two seats with the same points have different places.
fn is_parted(outcome: &Outcome) -> bool {
    let (Some(places), Some(scores)) = (&outcome.places, &outcome.scores) else {
        return false;
    };
    let seats: Vec<(&i64, &u8)> = scores.iter().zip(places).collect();
    seats
        .iter()
        .any(|(score, place)| seats.iter().any(|(other, at)| other == score && at != place))
}

/// What decided is told alike to everybody, and with the table's picture too; gives whether anything did.
fn told(case: &Case, play: &dyn DynGame, words: &Words) -> bool {
    let say = |phrase: &Phrase| words.plain(ENGLISH, phrase, &Numbered);
    let public = play.scene(Viewer::Table).decided;
    for seat in (0..play.seats()).map(Seat) {
        assert_eq!(play.scene(Viewer::Seat(seat)).decided, public, "{case}: {seat}");
    }
    let sketch = play.sketch(Viewer::Table, &[], None).expect("a picture of the end");
    let alt: Vec<String> = sketch.alt.iter().map(say).collect();
    for phrase in &public {
        assert!(alt.contains(&say(phrase)), "{case}: {phrase:?} in {alt:?}");
    }
    !public.is_empty()
}

#[test]
fn who_is_ahead_with_equal_points_is_never_left_unexplained() {
    const GAMES: u64 = 200;
    let words = Words::embedded().unwrap();
    let mut parted = 0;
    for entry in CATALOGUE {
        // Crowds have no points.
        let tables = cases(entry);
        for (index, case) in tables.iter().filter(|case| case.seats <= 7).enumerate() {
            let games = GAMES / tables.len() as u64 + 2;
            for game in 0..games {
                let mut source = SeededSource::numbered(17 + game, index as u64);
                let mut play = case.start();
                play_through(case.start(), &mut source, |before, by, what, _| {
                    assert!(before.scene(Viewer::Table).decided.is_empty(), "{case}: it is not over");
                    play.apply(by, what).unwrap();
                });
                let Awaits::Nobody(outcome) = play.awaits() else {
                    panic!("{case}: it is over")
                };
                let said = told(case, &*play, &words);
                if is_parted(&outcome) {
                    assert!(said, "{case}: {outcome:?}");
                    parted += 1;
                }
            }
        }
    }
    assert!(parted > 0, "no seats were parted");
}

#[test]
fn seats_that_a_tie_break_parted_are_found() {
    let outcome = |places: &[u8], scores: Option<&[i64]>| Outcome {
        places: Some(places.to_vec()),
        scores: scores.map(<[i64]>::to_vec),
    };
    assert!(is_parted(&outcome(&[2, 1], Some(&[22, 22]))));
    assert!(!is_parted(&outcome(&[1, 1], Some(&[22, 22]))));
    assert!(!is_parted(&outcome(&[2, 1], Some(&[21, 22]))));
    assert!(!is_parted(&outcome(&[2, 1], None)));
}
