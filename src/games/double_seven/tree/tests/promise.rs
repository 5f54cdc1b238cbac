//! How promising positions look to computer players.

use super::super::*;
use super::support::Table;

fn promise(table: &Table, seat: u8) -> i64 {
    table.0.promise(Seat(seat)).expect("an opinion")
}

#[test]
fn a_tile_less_in_hand_is_better() {
    let more = Table::at(&["1-5 3-6 6-6", "0-6", "0-7"], "", "");
    let fewer = Table::at(&["1-5 3-6", "0-6", "0-7"], "", "");
    assert!(promise(&fewer, 0) > promise(&more, 0));
}

#[test]
fn an_extra_turn_is_worth_having() {
    // On the first tree the 3-6 can lie on both halves of a tile.
    let both = Table::at(&["3-6 5-5", "0-6", "0-7"], "3-3", "1@0,1 2@1,1");
    let one = Table::at(&["3-6 5-5", "0-6", "0-7"], "3-3", "2@1,1 5@2,1");
    assert!(promise(&both, 0) > promise(&one, 0));
}

#[test]
fn a_tree_that_stays_open_is_better_than_one_that_closes() {
    // On a blank that reaches out something grows again, on a 7 nothing does.
    let open = Table::at(&["2-5 4-4 1-3", "0-6", "0-2"], "3-3", "1@1,1 0@2,1");
    let closed = Table::at(&["2-5 4-4 1-3", "0-6", "0-2"], "3-3", "1@1,1 7@2,1");
    assert!(promise(&open, 0) > promise(&closed, 0));
}

#[test]
fn there_is_no_opinion_while_others_are_on_turn_nor_with_two_seats_before_the_end() {
    let three = Table::at(&["1-5 3-6", "0-6", "0-7"], "", "");
    assert_eq!((three.0.promise(Seat(1)), three.0.promise(Seat(2))), (None, None));
    let two = Table::at(&["1-5 3-6", "0-6"], "", "");
    assert_eq!((two.0.promise(Seat(0)), two.0.promise(Seat(1))), (None, None));
}

#[test]
fn winning_is_more_than_anything_in_play_and_a_blocked_tree_is_worth_nothing() {
    let closed = "1@0,1 2@1,1; 3@0,2 6@1,2; 7@0,3 7@1,3";
    let open = Table::at(&["1-5 3-3", "0-6 0-7 5-6", "5-5"], "1-1 1-2", "");
    let mut won = Table::at(&["1-5", "0-6"], "", "");
    won.choose(0, "1@1,1 5@2,1");
    let mut blocked = Table::at(&["0-3", "0-5"], "", closed);
    blocked.choose(0, "pass");
    blocked.choose(1, "pass");
    assert!(promise(&won, 0) > promise(&open, 0));
    assert!(promise(&won, 0) > promise(&won, 1));
    assert_eq!((promise(&blocked, 0), promise(&blocked, 1)), (0, 0));
    // Who is out is out, however the others go on.
    let mut out = Table::at(&["1-5", "0-6", "0-7"], "", "");
    out.choose(0, "1@1,1 5@2,1");
    assert_eq!(out.places(), None);
    assert!(promise(&out, 0) > promise(&open, 0));
}
