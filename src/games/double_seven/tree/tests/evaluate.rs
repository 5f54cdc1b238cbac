//! How promising positions look to computer players.

use super::super::*;
use super::support::Table;
use crate::rules::Search;

fn score(table: &Table, seat: u8) -> Option<i64> {
    table.0.evaluate(Seat(seat))
}

/// A tree on which nothing grows any more, and these hands: all pass.
fn blocked(hands: &[&str]) -> Table {
    let mut table = Table::at(hands, "", "1@0,1 2@1,1; 3@0,2 6@1,2; 7@0,3 7@1,3");
    while let Some(seat) = table.turn() {
        table.choose(seat, "pass");
    }
    table
}

#[test]
fn there_is_no_opinion_before_the_end() {
    for hands in [&["1-5 3-6"][..], &["1-5 3-6", "0-6"], &["1-5 3-6", "0-6", "0-7"]] {
        let table = Table::at(hands, "", "");
        assert!((0..hands.len() as u8).all(|seat| score(&table, seat).is_none()));
    }
}

#[test]
fn who_is_out_has_an_opinion_while_the_others_go_on() {
    let mut out = Table::at(&["1-5", "0-6", "0-7"], "", "");
    out.choose(0, "1@1,1 5@2,1");
    assert_eq!(out.places(), None);
    assert_eq!([0, 1, 2].map(|seat| score(&out, seat)), [Some(1_050), None, None]);
}

#[test]
fn first_place_is_worth_much_more_than_any_other() {
    let mut table = Table::at(&["1-5", "", "1-4 2-2"], "", "");
    table.choose(0, "1@1,1 5@2,1");
    assert_eq!(table.places(), Some(Some(vec![2, 1, 3])));
    assert_eq!(
        [0, 1, 2].map(|seat| score(&table, seat)),
        [Some(150), Some(1_050), Some(-100)]
    );
}

#[test]
fn a_game_that_nobody_wins_is_neither_won_nor_lost_but_alone_it_is() {
    let each = |hands: &[&str]| -> Vec<i64> {
        let table = blocked(hands);
        let seats = 0..hands.len() as u8;
        seats.map(|seat| score(&table, seat).expect("it is over")).collect()
    };
    assert_eq!(each(&["0-3", "0-5"]), [600, 600]);
    assert_eq!(each(&["0-3 3-3", "0-5"]), [550, 650], "with fewer tiles it was nearer");
    assert_eq!(each(&["0-3", "0-5", "0-6"]), [440, 440, 440]);
    assert_eq!(each(&["0-3"]), [0]);
    // Whoever is out keeps the place.
    assert_eq!(each(&["0-3", "", "0-6"]), [75, 1_050, 75]);
    let mut alone = Table::at(&["1-5"], "", "");
    alone.choose(0, "1@1,1 5@2,1");
    assert_eq!(score(&alone, 0), Some(1_000));
}
