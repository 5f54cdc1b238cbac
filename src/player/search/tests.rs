//! Honesty and legality of the search at every game of the catalogue, and what it finds where the answer is known.

use super::weigh;
use crate::games::testing::sealed_choice_game::THIRD;
use crate::games::{DynGame, Options, find};
use crate::player::choose;
use crate::player::luck::Luck;
use crate::player::noise::pick;
use crate::player::tests::{any, at_moments, cases, differences};
use crate::rules::{Awaits, By, Effort, Outcome, Seat, Source, Strategy, Viewer};

/// Little, so that the tests are quick.
const LITTLE: Effort = Effort { nodes: 150, noise: 0 };

fn seek(play: &dyn DynGame, seat: Seat, source: &mut dyn Source, effort: Effort) -> String {
    let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
    let found = choose(Strategy::Search(effort), seat, imagine, source);
    found.expect("a seat that is asked has a choice")
}

#[test]
fn every_choice_found_is_legal_and_the_same_source_finds_the_same_one() {
    for case in cases() {
        at_moments(&case, 24, |play, seat, moment| {
            for noise in [0, 80] {
                let effort = Effort { noise, ..LITTLE };
                let [one, same] = [(); 2].map(|()| seek(play, seat, &mut Luck::seeded(moment), effort));
                assert_eq!(one, same, "{case}: {seat} with {noise} of noise");
                let taken = play.copy().apply(By::Seat(seat), &one);
                assert_eq!(taken.map(|happened| happened.what), Ok(one), "{case}: {seat}");
            }
        });
    }
}

#[test]
fn what_is_hidden_from_a_seat_does_not_change_what_the_search_finds() {
    let (compared, differ) = differences(|world, seat, source| seek(world, seat, source, LITTLE), 16);
    assert!(compared > 20, "{compared} pairs of worlds");
    assert_eq!(differ, 0);
    // One that is handed the real world does give it away: so the comparison could have failed.
    let peeking = |world: &dyn DynGame, seat: Seat, source: &mut dyn Source| {
        let imagine = |_: &mut dyn Source| world.copy();
        choose(Strategy::Search(LITTLE), seat, imagine, source).unwrap()
    };
    assert!(differences(peeking, 16).1 > 0);
}

#[test]
fn a_seat_that_is_not_asked_finds_nothing() {
    for case in cases() {
        let begun = case.start();
        let imagine = |source: &mut dyn Source| begun.imagine(Viewer::Seat(Seat(0)), source);
        let found = choose(Strategy::Search(LITTLE), Seat(0), imagine, &mut Luck::seeded(1));
        assert_eq!(found, None, "{case}");
    }
}

/// A game of Binary on the smallest board, played at random until `left` choices are left.
fn binary_with(left: usize, luck: &mut Luck) -> Box<dyn DynGame> {
    let options = Options::from_iter([("size".to_owned(), 6.into())]);
    let mut play = find("binary").unwrap().start(&options, 2).unwrap();
    let mut before = Vec::new();
    loop {
        let (by, what) = match play.awaits() {
            Awaits::Nobody(_) => break,
            Awaits::Chance => (By::Chance, play.draw(luck)),
            Awaits::Seats(seats) => {
                before.push(play.copy());
                let seat = seats.iter().next().unwrap();
                (By::Seat(seat), any(&*play, seat, luck))
            }
        };
        play.apply(by, &what).unwrap();
    }
    before.swap_remove(before.len() - left)
}

fn asked(play: &dyn DynGame) -> Option<Seat> {
    match play.awaits() {
        Awaits::Seats(seats) => seats.iter().next(),
        _ => None,
    }
}

/// By how much the best play of both sides is better for `seat` than for the other: places alone.
fn solved(play: &dyn DynGame, seat: Seat) -> i32 {
    let Some(chooses) = asked(play) else {
        let Awaits::Nobody(Outcome {
            places: Some(places), ..
        }) = play.awaits()
        else {
            panic!("Binary ends with places")
        };
        return i32::from(places[1 - seat.index()]) - i32::from(places[seat.index()]);
    };
    let after = play.choices(chooses).0.into_iter().map(|choice| {
        let mut tried = play.copy();
        tried.apply(By::Seat(chooses), &choice).unwrap();
        solved(&*tried, seat)
    });
    if chooses == seat {
        after.max().unwrap()
    } else {
        after.min().unwrap()
    }
}

#[test]
fn where_all_is_known_the_last_two_choices_are_the_best_ones() {
    let mut differed = 0;
    for seed in 0..30 {
        let mut luck = Luck::seeded(seed);
        let play = binary_with(2, &mut luck);
        let seat = asked(&*play).unwrap();
        let effort = Effort {
            nodes: 20_000,
            noise: 0,
        };
        let mut tried = play.copy();
        tried
            .apply(By::Seat(seat), &seek(&*play, seat, &mut luck, effort))
            .unwrap();
        assert_eq!(solved(&*tried, seat), solved(&*play, seat), "seed {seed}");
        let mut other = play.copy();
        other.apply(By::Seat(seat), &any(&*play, seat, &mut luck)).unwrap();
        differed += i32::from(solved(&*other, seat) != solved(&*play, seat));
    }
    assert!(differed > 0, "any choice would have done");
}

#[test]
fn where_all_is_known_the_last_choices_cost_something_if_something_is_lost_by_them() {
    let mut costly = 0;
    for seed in 0..20 {
        let mut luck = Luck::seeded(seed);
        let play = binary_with(1, &mut luck);
        let seat = asked(&*play).unwrap();
        for choice in play.choices(seat).0 {
            let mut tried = play.copy();
            tried.apply(By::Seat(seat), &choice).unwrap();
            let lost = solved(&*tried, seat) < solved(&*play, seat);
            let imagine = |source: &mut dyn Source| play.imagine(Viewer::Seat(seat), source);
            let cost = weigh(seat, &choice, &imagine, &mut luck, 20_000).unwrap();
            assert_eq!(cost.loss >= 0.04, lost, "seed {seed}, {choice}: {cost:?}");
            costly += i32::from(lost);
        }
    }
    assert!(costly > 0, "no choice cost anything");
}

#[test]
fn with_more_noise_more_of_the_choices_are_made_and_the_worst_ones_last() {
    let values: Vec<f32> = (0..40).map(|number| number as f32).collect();
    for (noise, made) in [(300, 11), (4_000, 20), (8_000, 30), (12_000, 40), (u16::MAX, 40)] {
        let chosen = (0..3_000).map(|seed| pick(&values, noise, &mut Luck::seeded(seed)));
        assert_eq!(chosen.min(), Some(40 - made), "noise {noise}");
    }
}

#[test]
fn noise_seldom_makes_a_bad_choice_and_none_makes_the_best() {
    // Six choices may always be made.
    let values = [0.9, 0.1, 0.85, 0.8, 0.2, 0.15, 0.05, 0.0];
    let often = |noise: u16| {
        let mut times = [0; 8];
        (0..2_000).for_each(|seed| times[pick(&values, noise, &mut Luck::seeded(seed))] += 1);
        times
    };
    assert_eq!(often(0), [2_000, 0, 0, 0, 0, 0, 0, 0]);
    let some = often(40);
    assert!(some[0] > some[2] && some[2] > some[3] && some[3] > 0, "{some:?}");
    assert!(some[1] + some[4] + some[5] < 40, "{some:?}");
    let much = often(300);
    assert!(much[..6].iter().all(|times| *times > 0), "{much:?}");
    assert_eq!([some[6], some[7], much[6], much[7]], [0; 4]);
}

#[test]
fn choices_made_at_once_are_searched_without_knowing_of_each_other() {
    let mut play = THIRD.start(&Options::new(), 2).unwrap();
    while play.awaits() == Awaits::Chance {
        let what = play.draw(&mut Luck::seeded(1));
        play.apply(By::Chance, &what).unwrap();
    }
    let seat = asked(&*play).unwrap();
    let effort = Effort {
        nodes: 24_000,
        noise: 0,
    };
    let found = seek(&*play, seat, &mut Luck::seeded(2), effort);
    // Whatever the other bids, the higher bid does no worse.
    assert_eq!(found, "bid 2");
}
