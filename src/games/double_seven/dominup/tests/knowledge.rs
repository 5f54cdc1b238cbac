//! Who knows what: visibility, views and imagined worlds.

use std::collections::{BTreeMap, BTreeSet};

use super::super::*;
use super::support::{Chances, Table, deck, tiles};
use crate::rules::{Event, Observe, Search, Viewer, Visibility};

const VIEWERS: [Viewer; 3] = [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))];

#[test]
fn the_deal_is_hidden_and_all_that_is_laid_is_seen() {
    let game = Table::new("{}", 2).0;
    for viewer in VIEWERS {
        let deal = Event::Chance(deck("").parse().unwrap());
        assert_eq!(game.visibility(viewer, &deal), Visibility::Hidden);
        for what in ["expand 7@0,0 7@1,0", "climb 7@0,0 3@0,1"] {
            let event = Event::Choice(Seat(0), what.parse().unwrap());
            assert_eq!(game.visibility(viewer, &event), Visibility::Whole);
        }
    }
}

#[test]
fn a_view_holds_the_own_hand_and_of_others_only_how_many() {
    let game = Table::at("{}", &["7@0,0 7@1,0"], &["0-1 0-2", "5-6 3-4 2-2"], 0).0;
    let seen = |viewer| serde_json::to_string(&game.view(viewer)).unwrap();
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(9))] {
        assert!(!["5-6", "3-4", "2-2"].iter().any(|tile| seen(viewer).contains(tile)));
    }
    assert!(!seen(Viewer::Table).contains("0-1"));
    assert!(seen(Viewer::Seat(Seat(1))).contains(r#""hand":["2-2","3-4","5-6"]"#));
    let counts: Vec<u8> = game.view(Viewer::Table).seats.iter().map(|seat| seat.tiles).collect();
    assert_eq!(counts, [2, 3]);
    assert_eq!(game.view(Viewer::Seat(Seat(9))), game.view(Viewer::Table));
}

#[test]
fn nothing_public_tells_whether_a_seat_can_climb() {
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2"];
    let games = ["3-7 0-0", "0-1 0-0"].map(|hand| Table::at("{}", &laid, &[hand, "1-1 1-2"], 0).0);
    for viewer in [Viewer::Table, Viewer::Seat(Seat(1))] {
        assert_eq!(games[0].view(viewer), games[1].view(viewer));
    }
    assert_eq!(games[0].awaits(), games[1].awaits());
}

/// What hands a viewer imagines for the others, each with how often of `times`.
fn imagined(game: &Dominup, viewer: Viewer, times: u64) -> BTreeMap<String, u64> {
    let mut dice = Chances(5);
    let mut met = BTreeMap::new();
    for _ in 0..times {
        let world = game.imagine(viewer, &mut dice);
        *met.entry(format!("{:?}", &world.hands[..usize::from(game.seats)]))
            .or_default() += 1;
    }
    met
}

#[test]
fn who_expands_is_known_to_hold_nothing_that_could_have_climbed() {
    // 3-7 could climb when seat 1 expands, so seat 2 must have it; the rest may lie either way.
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2"];
    let mut table = Table::at("{}", &laid, &["0-0", "1-1 1-2 2-2", "3-7 2-4"], 1);
    table.choose(1, "expand 1@2,0 2@3,0");
    let hands = |one: &str, other: &str| format!("{:?}", [tiles("0-0"), tiles(one), tiles(other)]);
    let met: BTreeSet<String> = imagined(&table.0, Viewer::Seat(Seat(0)), 400).into_keys().collect();
    let ways = [("1-1 2-2", "3-7 2-4"), ("1-1 2-4", "3-7 2-2"), ("2-2 2-4", "3-7 1-1")];
    assert_eq!(met, ways.iter().map(|(one, other)| hands(one, other)).collect());
}

#[test]
fn whoever_might_still_hold_it_is_imagined_with_it() {
    // Before anybody expands, each of the others may have 3-7.
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2"];
    let table = Table::at("{}", &laid, &["0-0", "1-1", "3-7"], 1);
    let met = imagined(&table.0, Viewer::Seat(Seat(0)), 4_000);
    assert_eq!(met.len(), 2);
    assert!(met.values().all(|times| (1_800..2_200).contains(times)), "{met:?}");
}

#[test]
fn every_way_to_deal_is_as_likely_as_any_other() {
    // Seat 1 has one of three tiles, but not 3-7; seat 2 has one of the three that are left then.
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2"];
    let mut table = Table::at("{}", &laid, &["0-0", "1-1 1-2", "2-2", "3-7 2-4"], 1);
    table.choose(1, "expand 1@2,0 2@3,0");
    let met = imagined(&table.0, Viewer::Seat(Seat(0)), 9_000);
    assert_eq!(met.len(), 9, "{met:?}");
    assert!(met.values().all(|times| (880..1_120).contains(times)), "{met:?}");
}

#[test]
fn with_two_seats_each_knows_the_others_hand() {
    let mut table = Table::new("{}", 2);
    let deal = table.0.draw(&mut Chances(3));
    table.chance(&deal.to_string()).unwrap();
    for seat in 0..2 {
        let world = table.0.imagine(Viewer::Seat(Seat(seat)), &mut Chances(1));
        assert_eq!(world.hands, table.0.hands);
    }
    let strange = table.0.imagine(Viewer::Table, &mut Chances(1));
    assert_ne!(strange.hands, table.0.hands);
}

#[test]
fn who_is_to_begin_is_known_to_have_the_double_seven() {
    let mut table = Table::new("{}", 4);
    let deal = table.0.draw(&mut Chances(8));
    table.chance(&deal.to_string()).unwrap();
    let holder = table.waiting()[0];
    let other = Seat((holder + 1) % 4);
    for viewer in [Viewer::Table, Viewer::Seat(other)] {
        for seed in 0..30 {
            let world = table.0.imagine(viewer, &mut Chances(seed));
            assert!(world.hand(Seat(holder)).contains("7-7".parse().unwrap()));
            assert_eq!(world.awaits(), table.0.awaits());
        }
    }
}

/// Plays a random game and looks at imagined worlds at every step: they look the same, and everybody could have played
/// in them as they did.
fn check_worlds(json: &str, seats: u8, seed: u64) {
    let mut dice = Chances(seed);
    let mut table = Table::new(json, seats);
    let deal = table.0.draw(&mut dice);
    table.chance(&deal.to_string()).unwrap();
    let mut past: Vec<(Seat, Choice)> = Vec::new();
    while let [seat] = table.waiting()[..] {
        let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
        table.choose(seat, &choice.to_string());
        past.push((Seat(seat), choice));
        let viewer = match dice.below(u32::from(seats) + 1) {
            0 => Viewer::Table,
            seat => Viewer::Seat(Seat(seat as u8 - 1)),
        };
        let world = table.0.imagine(viewer, &mut dice);
        assert_eq!(world.view(viewer), table.0.view(viewer));
        replay(&world, json, &past);
        // What is hidden decides nothing: from the imagined world the same throws lead to the same worlds.
        let throws = u64::from(dice.below(1_000));
        let dreams = [&table.0, &world].map(|from| from.imagine(viewer, &mut Chances(throws)));
        assert_eq!(format!("{:?}", dreams[0]), format!("{:?}", dreams[1]));
    }
    assert!(table.places().is_some());
}

/// Plays the past again with the hands of `world`, and what was laid in the hands of those who laid it.
fn replay(world: &Dominup, json: &str, past: &[(Seat, Choice)]) {
    let mut again = Table::new(json, world.seats).0;
    again.hands = world.hands;
    for (seat, choice) in past {
        again.hands[seat.index()].insert(choice.tile());
    }
    (again.phase, again.turn) = (Phase::Play, past[0].0);
    for (seat, choice) in past {
        let taken = again.apply(&Event::Choice(*seat, *choice));
        assert!(taken.is_ok(), "{choice} of {seat} could not have been: {taken:?}");
    }
    assert_eq!(again.hands, world.hands);
}

#[test]
fn imagined_worlds_fit_all_that_was_seen() {
    for seats in 2..=4 {
        check_worlds("{}", seats, 1);
        check_worlds("{}", seats, 2);
        check_worlds(r#"{"play_on":false}"#, seats, 3);
        check_worlds(r#"{"misere":true}"#, seats, 4);
    }
}
