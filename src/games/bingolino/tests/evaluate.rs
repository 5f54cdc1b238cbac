//! How promising positions look to computer players.

use super::super::*;
use super::support::{Chances, EDGAR, Table};
use crate::rules::Search;

fn score(table: &Table, seat: u8) -> i64 {
    table
        .0
        .evaluate(Seat(seat))
        .expect("an opinion, for no dice are in the air")
}

/// How promising the table looks to a seat after its choice.
fn after(table: &Table, seat: u8, what: &str) -> i64 {
    let mut tried = Table(table.0.clone());
    tried.choose(seat, what);
    score(&tried, seat)
}

#[test]
fn the_arranged_layout_looks_better_than_any_other() {
    for seed in 0..50 {
        let mut chances = Chances(seed);
        let mut table = Table::new(2);
        for _ in 0..2 {
            let tiles = table.0.draw(&mut chances);
            table.chance(&tiles.to_string());
        }
        let arranged = arrange::arranged(&table.0.grids[0].layout);
        let best = after(&table, 0, &Choice::Layout(arranged).to_string());
        assert!(best > score(&table, 0), "seed {seed}: as they were given");
        for _ in 0..10 {
            let other = table.0.random_choice(Seat(0), &mut chances).unwrap();
            assert!(best > after(&table, 0, &other.to_string()), "seed {seed}: {other}");
        }
    }
}

#[test]
fn there_is_no_opinion_while_dice_are_in_the_air() {
    let mut table = Table::laid(2);
    assert!(table.0.evaluate(Seat(0)).is_some());
    table.choose(0, "roll 2");
    assert_eq!([0, 1].map(|seat| table.0.evaluate(Seat(seat))), [None, None]);
    table.chance("dice 1,2");
    assert!([0, 1].iter().all(|seat| table.0.evaluate(Seat(*seat)).is_some()));
}

#[test]
fn the_tile_that_completes_a_line_is_the_best_one() {
    // Edgar's 17s lie at A2 and D2; row 2 lacks only D2, and of column A nothing is turned over.
    let mut table = Table::laid(2).with(0, "A2 B2 C2");
    let layout: Layout = EDGAR.parse().unwrap();
    assert_eq!(layout.0[7], 17);
    let before = score(&table, 0);
    table.roll("6,6,5");
    let star = after(&table, 0, "flip D2");
    assert_eq!(score(&table, 0), star, "who is asked can do its best");
    let choices = table.choices(0);
    let others = choices.iter().filter(|choice| *choice != "flip D2");
    for other in others {
        assert!(star > after(&table, 0, other), "{other}");
    }
    assert!(star > before && after(&table, 0, "decline") == before);
}

#[test]
fn what_must_be_turned_back_is_the_least_that_is_missed() {
    let mut table = Table::laid(2).with(0, "A1 B1 C1 D4");
    // A total of 1 shows on none of Edgar's tiles.
    table.roll("1");
    let choices = table.choices(0);
    assert_eq!(choices, ["back A1", "back B1", "back C1", "back D4"]);
    let best = choices.iter().max_by_key(|choice| after(&table, 0, choice));
    assert_eq!(best.map(String::as_str), Some("back D4"));
    assert_eq!(score(&table, 0), after(&table, 0, "back D4"));
}

#[test]
fn whoever_wins_would_not_change_with_anybody() {
    let mut chances = Chances(5);
    let mut table = Table::new(3);
    let mut most = i64::MIN;
    let winners = loop {
        match table.0.awaits() {
            Awaits::Nobody(outcome) => break outcome.places.unwrap(),
            Awaits::Chance => {
                let draw = table.0.draw(&mut chances);
                table.chance(&draw.to_string());
            }
            Awaits::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let choice = table.0.random_choice(seat, &mut chances).unwrap();
                table.choose(seat.0, &choice.to_string());
            }
        }
        if table.outcome().is_none() {
            let seats = [0, 1, 2].iter().filter_map(|seat| table.0.evaluate(Seat(*seat)));
            most = seats.chain([most]).max().unwrap();
        }
    };
    for (seat, place) in (0..).zip(winners) {
        assert_eq!(score(&table, seat) > most, place == 1, "seat {seat}");
        assert_eq!(score(&table, seat) < 0, place != 1, "seat {seat}");
    }
}
