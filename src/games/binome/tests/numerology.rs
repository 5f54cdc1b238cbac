//! Part 1 of the rulebook: the chair, sixteen rolls, and the sheets.

use super::super::*;
use super::support::{Dice, Table, deck};
use crate::rules::{Event, Observe, Viewer};

fn rolled(json: &str, seats: u8) -> Table {
    let mut table = Table::new(json, seats);
    table.chance("chair 1");
    table.chance("roll 7");
    table
}

#[test]
fn a_game_begins_with_a_chair_drawn_at_random() {
    let table = Table::new("{}", 3);
    assert_eq!(table.0.awaits(), Awaits::Chance);
    let mut seen = SeatSet::EMPTY;
    let mut dice = Dice(1);
    for _ in 0..100 {
        match table.0.draw(&mut dice) {
            Chance::Chair(seat) => seen.insert(seat),
            other => panic!("{other}"),
        }
    }
    assert_eq!(seen, SeatSet::all(3));
}

#[test]
fn the_die_is_numbered_from_0_to_9_and_rolled_sixteen_times() {
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    let mut dice = Dice(2);
    let mut digits = [false; 10];
    for _ in 0..300 {
        match table.0.draw(&mut dice) {
            Chance::Roll(digit) => digits[usize::from(digit)] = true,
            other => panic!("{other}"),
        }
    }
    assert_eq!(digits, [true; 10]);
    for round in 0..16 {
        assert_eq!(table.0.awaits(), Awaits::Chance);
        table.chance(&format!("roll {}", round % 10));
        assert_eq!(table.waiting(), [0, 1]);
        for seat in [1, 0] {
            table.choose(seat, &Space::new(round).unwrap().to_string());
        }
    }
    assert_eq!(table.0.awaits(), Awaits::Chance);
    assert!(matches!(table.0.draw(&mut dice), Chance::Deck(_)));
}

#[test]
fn the_postulate_cards_are_shuffled() {
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    for space in Space::all() {
        table.chance("roll 3");
        table.choose(0, &space.to_string());
        table.choose(1, &space.to_string());
    }
    let mut dice = Dice(3);
    let mut first = SeatSet::EMPTY;
    for _ in 0..400 {
        if let Chance::Deck(deck) = table.0.draw(&mut dice) {
            first.insert(Seat(deck.cards()[0].index() as u8));
        }
    }
    assert_eq!(first, SeatSet::all(16), "each card is first some time");
}

#[test]
fn each_player_writes_the_digit_in_any_free_space() {
    let mut table = rolled("{}", 3);
    let all: Vec<String> = (1..=8)
        .flat_map(|number| [format!("{number}t"), format!("{number}u")])
        .collect();
    assert_eq!(table.choices(0), all);
    table.choose(2, "8u");
    table.choose(0, "3t");
    table.choose(1, "3t");
    table.chance("roll 0");
    assert_eq!(table.choices(0).len(), 15);
    assert!(!table.choices(0).contains(&"3t".to_owned()));
    assert!(table.choices(2).contains(&"3t".to_owned()));
    assert_eq!(table.try_choose(0, "3t"), Err("binome-refused-filled"));
    // In any order: now the second digit of another number, before the first number is complete.
    table.choose(0, "5u");
}

#[test]
fn a_digit_is_written_before_the_next_one_is_rolled() {
    let mut table = rolled("{}", 3);
    table.choose(1, "1t");
    assert_eq!(table.waiting(), [0, 2]);
    let roll = Event::Chance("roll 4".parse().unwrap());
    assert!(table.0.apply(&roll).is_err(), "seats 0 and 2 have not written");
    table.choose(0, "1t");
    table.choose(2, "1t");
    assert!(table.0.apply(&roll).is_ok());
}

#[test]
fn a_digit_can_be_moved_until_everybody_has_written_it() {
    let mut table = rolled("{}", 3);
    for seat in 0..3 {
        table.choose(seat, "2t");
    }
    table.chance("roll 4");
    let offered = table.choices(1);
    let mut straight = Table(table.0.clone());
    straight.choose(1, "8u");
    for space in ["1t", "5u", "5u", "8u"] {
        table.choose(1, space);
        assert_eq!(table.waiting(), [0, 2], "nobody waits for who moves a digit");
        assert_eq!(table.choices(1), offered, "as if nothing were written");
        let random = table.0.random_choice(Seat(1), &mut Dice(5)).unwrap().to_string();
        assert!(offered.contains(&random), "{random}");
        assert_eq!(
            table.try_choose(1, "2t"),
            Err("binome-refused-filled"),
            "of an earlier roll"
        );
    }
    assert_eq!(
        format!("{:?}", table.0),
        format!("{:?}", straight.0),
        "nothing is left of it"
    );
    table.choose(0, "1t");
    table.choose(2, "1t");
    assert_eq!(table.try_choose(1, "1t"), Err("refused-wait"), "all have written");
    table.chance("roll 0");
    assert_eq!(table.try_choose(1, "8u"), Err("binome-refused-filled"));
    let digits = table.0.view(Viewer::Seat(Seat(1))).own.unwrap().digits;
    assert_eq!((digits[2], digits[15]), (Some(7), Some(4)));
    assert_eq!(digits.iter().flatten().count(), 2, "each digit stands once");
}

#[test]
fn numbers_may_begin_with_zero() {
    let sheet = [5, 0, 12, 34, 67, 89, 21, 43];
    let table = Table::conference("{}", 0, &[sheet, sheet, sheet], &["has0"]);
    assert_eq!(table.choices(0), ["claim 00", "claim 05", "pass"]);
}

#[test]
fn events_out_of_place_are_refused() {
    let mut table = Table::new("{}", 3);
    let refused = |table: &mut Table, what: &str| {
        let before = format!("{:?}", table.0);
        let key = table
            .0
            .apply(&Event::Chance(what.parse().unwrap()))
            .unwrap_err()
            .reason
            .key;
        assert_eq!(key, "refused-draw", "{what}");
        assert_eq!(format!("{:?}", table.0), before);
    };
    refused(&mut table, "roll 3");
    refused(&mut table, &deck(&[]));
    refused(&mut table, "chair 3");
    assert_eq!(table.try_choose(0, "1t"), Err("refused-wait"));
    table.chance("chair 2");
    refused(&mut table, "chair 2");
    refused(&mut table, &deck(&[]));
    assert!(
        table.0.apply(&Event::Chance(Chance::Roll(10))).is_err(),
        "no die shows 10"
    );
    table.chance("roll 0");
    refused(&mut table, "roll 0");
    assert_eq!(table.try_choose(0, "pass"), Err("binome-refused-digits-first"));
    assert_eq!(table.try_choose(0, "claim 00"), Err("binome-refused-digits-first"));
    assert_eq!(table.try_choose(3, "1t"), Err("refused-seat"));
    assert_eq!(table.try_choose(200, "1t"), Err("refused-seat"));
}

#[test]
fn a_lapse_in_the_digits_writes_into_a_random_free_space() {
    let mut table = rolled("{}", 2);
    table.choose(0, "1t");
    table.choose(1, "1t");
    table.chance("roll 2");
    let mut dice = Dice(4);
    let mut seen = [0_u32; 16];
    for _ in 0..600 {
        match table.0.timeout_choice(Seat(0), &mut dice) {
            Some(Choice::Write(space)) => seen[space.index()] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(seen[0], 0, "1t is filled");
    assert!(seen[1..].iter().all(|count| *count > 10), "{seen:?}");
    table.choose(0, "1u");
    table.choose(1, "1u");
    assert_eq!(
        table.0.timeout_choice(Seat(0), &mut dice),
        None,
        "a seat that may not choose cannot lapse"
    );
}
