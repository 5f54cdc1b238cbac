//! How promising positions look to computer players.

use super::super::*;
use super::support::Table;
use crate::rules::Search;

const SHEET: [u8; 8] = [12, 34, 56, 78, 90, 11, 22, 33];

/// The same digits in poorer numbers.
const POORER: [u8; 8] = [21, 43, 65, 87, 13, 23, 92, 10];

fn score(table: &Table, seat: u8) -> i64 {
    table.0.evaluate(Seat(seat)).expect("an opinion, for no turn is open")
}

/// How promising the table looks to the last seat after its word, which decides the turn.
fn after(table: &Table, seat: u8, what: &str) -> i64 {
    let mut tried = Table(table.0.clone());
    tried.choose(seat, what);
    score(&tried, seat)
}

#[test]
fn there_is_no_opinion_while_a_turn_is_open() {
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["max"]);
    assert!(table.0.evaluate(Seat(1)).is_some());
    for (seat, word) in [(0, "claim 56"), (1, "pass")] {
        table.choose(seat, word);
        assert_eq!(table.0.evaluate(Seat(1)), None);
    }
    table.choose(2, "claim 78");
    assert!(table.0.evaluate(Seat(1)).is_some());
}

#[test]
fn numbers_that_win_more_look_better_from_the_first_digit_on() {
    let mut table = Table::new("{}", 2);
    for chance in ["chair 0", "roll 9"] {
        table.chance(chance);
    }
    let blank = score(&table, 0);
    table.choose(0, "1t");
    assert_ne!(score(&table, 0), blank, "a nine among the tens is something");
    let table = Table::conference("{}", 0, &[SHEET, POORER], &[]);
    assert!(score(&table, 0) > score(&table, 1));
}

#[test]
fn computer_players_do_not_all_write_the_same_numbers() {
    let mut shared = 0;
    for digits in [
        "9417038265510937",
        "0123456789012345",
        "9988776655443322",
        "3141592653589793",
    ] {
        let mut table = Table::new("{}", 4);
        table.chance("chair 0");
        for digit in digits.chars() {
            table.chance(&format!("roll {digit}"));
            while let Some(seat) = table.waiting().first().copied() {
                let best = table
                    .choices(seat)
                    .into_iter()
                    .max_by_key(|what| after(&table, seat, what));
                table.choose(seat, &best.expect("a space"));
            }
        }
        let numbers = |seat: u8| -> Vec<Number> {
            let sheet = table.0.sheet(Seat(seat));
            let mut numbers: Vec<Number> = (0..8).map(|index| sheet.number(index)).collect();
            numbers.sort_unstable();
            numbers
        };
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let (one, other) = (numbers(one), numbers(other));
            let same = one.iter().filter(|number| other.contains(number)).count();
            assert!(same < 8, "{digits}: {one:?}");
            shared += same;
        }
    }
    assert!(shared < 24 * 8 / 2, "{shared} of the numbers of 24 pairs are the same");
}

#[test]
fn a_card_that_nobody_else_wants_is_worth_a_number_that_wins_it() {
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["identical"]);
    table.choose(0, "pass");
    table.choose(1, "pass");
    for number in ["claim 11", "claim 22", "claim 33"] {
        assert!(after(&table, 2, number) > after(&table, 2, "pass"), "{number}");
    }
}

#[test]
fn a_number_is_not_wasted_on_a_claim_that_loses() {
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["max"]);
    table.choose(0, "claim 90");
    table.choose(1, "pass");
    assert!(after(&table, 2, "claim 12") < after(&table, 2, "pass"));
}

#[test]
fn only_what_is_left_counts_and_in_the_end_only_who_won() {
    let mut table = Table::conference("{}", 0, &[SHEET; 2], &["max", "by10"]);
    let open = score(&table, 0);
    table.turn(&[Some(90), None]);
    table.turn(&[None, None]);
    let later = score(&table, 1);
    assert!(later < open, "behind, with fewer cards to come");
    while table.outcome().is_none() {
        table.turn(&[None, None]);
    }
    assert!(score(&table, 0) > open && score(&table, 1) < later);
    assert_eq!(score(&table, 0), -score(&table, 1));
    let mut even = Table::conference("{}", 0, &[SHEET; 2], &[]);
    while even.outcome().is_none() {
        even.turn(&[None, None]);
    }
    assert_eq!(score(&even, 0), 0, "a shared win is neither");
}
