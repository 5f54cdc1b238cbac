//! Turns: placing, drawing, passing, and extra turns.

use super::support::Table;

#[test]
fn a_placement_ends_the_turn() {
    let mut table = Table::dealt(&["1-5 1-2", "5-7", ""], "");
    assert_eq!(table.choose(0, "1@1,1 5@2,1"), [""; 0]);
    assert_eq!(table.turn(), Some(1));
    assert!(!table.hand(0).contains("1-5"));
    assert_eq!(table.choose(1, "7@2,2 5@3,2"), [""; 0]);
    assert_eq!(table.turn(), Some(2));
}

#[test]
fn both_halves_above_something_bring_an_extra_turn_and_that_may_bring_the_next() {
    let mut table = Table::at(&["1-2 3-6 7-7 0-3", "0-1"], "0-2", "");
    assert_eq!(table.choose(0, "1@0,1 2@1,1"), ["extra 0"]);
    assert_eq!(table.choose(0, "3@0,2 6@1,2"), ["extra 0"]);
    assert_eq!(table.choose(0, "7@0,3 7@1,3"), ["extra 0"]);
    assert_eq!(table.turn(), Some(0));
}

#[test]
fn no_extra_turn_with_the_last_tile() {
    let mut table = Table::at(&["1-2", "0-1", "0-4"], "0-2", "");
    assert_eq!(table.choose(0, "1@0,1 2@1,1"), ["out 0"]);
    assert_eq!((table.turn(), table.0.extra), (Some(1), false));
}

#[test]
fn who_cannot_place_draws_one_and_the_turn_passes() {
    let mut table = Table::at(&["3-5", "1-6", "0-4"], "1-1 2-2", "");
    assert_eq!(table.choices(0), ["draw"]);
    assert_eq!(table.choose(0, "draw"), [""; 0]);
    assert_eq!(table.hand(0), "1-1 3-5", "the front of the supply");
    assert_eq!(table.turn(), Some(1), "although 1-1 would fit");
    assert_eq!(table.0.supply.len(), 1);
}

#[test]
fn an_extra_turn_without_a_move_is_a_draw_too() {
    let mut table = Table::at(&["1-2 0-3", "1-6"], "4-4", "");
    assert_eq!(table.choose(0, "1@0,1 2@1,1"), ["extra 0"]);
    // 0-3 fits: the 3 above the 1 or the 2. Without it:
    assert!(table.choices(0).len() > 1);
    let mut table = Table::at(&["1-2 0-7", "1-6"], "4-4", "");
    assert_eq!(table.choose(0, "1@0,1 2@1,1"), ["extra 0"]);
    assert_eq!(table.choices(0), ["draw"]);
    table.choose(0, "draw");
    assert_eq!((table.turn(), table.0.extra), (Some(1), false));
}

#[test]
fn nobody_draws_or_passes_who_can_place() {
    let table = Table::at(&["1-5", "0-4"], "1-1", "");
    assert_eq!(table.refusal(0, "draw"), Some("tree-refused-can"));
    let empty = Table::at(&["1-5", "0-4"], "", "");
    assert_eq!(empty.refusal(0, "pass"), Some("tree-refused-can"));
    assert_eq!(empty.refusal(0, "draw"), Some("tree-refused-can"));
}

#[test]
fn a_pass_is_for_an_empty_supply_only() {
    let mut table = Table::at(&["3-5", "1-6 7-7", "0-4"], "1-1", "");
    assert_eq!(table.refusal(0, "pass"), Some("tree-refused-supply-left"));
    table.choose(0, "draw");
    assert_eq!(table.choose(1, "6@-1,1 1@0,1"), [""; 0]);
    let mut empty = Table::at(&["3-5", "1-6", "0-4"], "", "");
    assert_eq!(empty.refusal(0, "draw"), Some("tree-refused-supply-empty"));
    assert_eq!(empty.choices(0), ["pass"]);
    assert_eq!(empty.choose(0, "pass"), [""; 0]);
    assert_eq!(empty.turn(), Some(1));
}

#[test]
fn only_the_seat_whose_turn_it_is_chooses_and_only_its_own_tiles() {
    let table = Table::at(&["1-5", "1-4"], "", "");
    assert_eq!(table.refusal(1, "1@0,1 4@1,1"), Some("refused-turn"));
    assert_eq!(table.refusal(0, "1@0,1 4@1,1"), Some("tree-refused-tile"));
    assert_eq!(table.refusal(0, "0@1,1 0@2,1"), Some("tree-refused-lies"));
    assert_eq!(table.refusal(7, "1@1,1 5@2,1"), Some("refused-seat"));
    assert_eq!(table.choices(1), [""; 0]);
    assert_eq!(Table::new("{}", 2).refusal(0, "draw"), Some("refused-wait"));
}

#[test]
fn seats_that_are_out_are_passed_over() {
    let mut table = Table::at(&["1-5", "", "1-4 2-2", "2-6 0-0"], "", "");
    assert_eq!(table.choose(0, "1@1,1 5@2,1"), ["out 0"]);
    assert_eq!(table.turn(), Some(2));
    assert_eq!(table.choose(2, "1@-1,1 4@0,1"), [""; 0]);
    assert_eq!(table.turn(), Some(3));
    assert_eq!(table.refusal(1, "pass"), Some("tree-refused-out"));
}

#[test]
fn alone_every_turn_is_ones_own() {
    let mut table = Table::dealt(&["1-5 3-4"], "2-2");
    table.choose(0, "1@1,1 5@2,1");
    assert_eq!(table.turn(), Some(0));
    let mut stuck = Table::at(&["3-5 3-6"], "1-7 4-4", "");
    stuck.choose(0, "draw");
    assert_eq!((stuck.turn(), stuck.hand(0).as_str()), (Some(0), "1-7 3-5 3-6"));
}
