//! How promising positions look to computer players.

use super::super::*;
use super::support::{Dice, Table};
use crate::rules::Search;

fn score(table: &Table, seat: u8) -> i64 {
    table.0.evaluate(Seat(seat)).expect("Binary always has an opinion")
}

/// How promising the table looks to a seat after its choice.
fn after(table: &Table, seat: u8, what: &str) -> i64 {
    let mut tried = Table(table.0.clone());
    tried.choose(seat, what);
    score(&tried, seat)
}

fn candidates(table: &Table, seat: u8) -> Vec<Choice> {
    let mut choices = Vec::new();
    table.0.candidates(Seat(seat), &mut choices);
    choices
}

#[test]
fn what_is_good_for_one_is_bad_for_the_other() {
    let mut table = Table::begun(r#"{"size":6}"#);
    let mut dice = Dice(1);
    while let Awaits::Seats(seats) = table.0.awaits() {
        let seat = seats.iter().next().unwrap();
        assert_eq!(score(&table, 0), -score(&table, 1));
        let choice = table.0.random_choice(seat, &mut dice).unwrap();
        table.choose(seat.0, &choice.to_string());
    }
    assert_eq!(score(&table, 0), -score(&table, 1), "in the end too");
}

#[test]
fn joining_two_territories_is_better_than_a_square_far_away() {
    // Black's pieces on light squares hold the dark squares around them together; c3 is the gap.
    let table = Table::at(8, ["b2 d4", "h8"], [4, 4], 0);
    assert!(after(&table, 0, "c2") > after(&table, 0, "h1"));
    assert!(after(&table, 0, "c2") > after(&table, 0, "a1"));
}

#[test]
fn a_piece_given_up_must_be_worth_it() {
    let table = Table::at(8, ["a1", "a8"], [9, 9], 0);
    // Both join four dark squares; the first is in the centre and costs a piece more.
    assert!(after(&table, 0, "e4") < after(&table, 0, "g4"));
}

#[test]
fn a_win_is_more_than_any_lead() {
    let ahead = Table::at(6, ["b1 b3 b5 d1 d3", "a6"], [4, 4], 0);
    let mut won = Table::at(6, ["a2", "a1"], [1, 0], 0);
    won.choose(0, "c2");
    assert_eq!(won.outcome().map(|(places, _)| places), Some(vec![1, 2]));
    assert!(score(&won, 0) > score(&ahead, 0));
    assert!(score(&won, 1) < score(&ahead, 1));
}

#[test]
fn every_single_square_is_tried_and_a_few_pairs() {
    for (size, singles) in [(6, 34), (8, 62), (10, 98), (12, 142)] {
        let table = Table::at(size, ["a1", "b1"], [9, 9], 0);
        let tried = candidates(&table, 0);
        let pairs = tried.iter().filter(|choice| matches!(choice, Choice::Two(..))).count();
        assert_eq!((tried.len() - pairs, pairs), (singles, 28), "size {size}");
        let legal = table.choices(0);
        assert!(tried.iter().all(|choice| legal.contains(&choice.to_string())));
    }
    assert_eq!(candidates(&Table::begun("{}"), 1), []);
}
