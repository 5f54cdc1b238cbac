//! Turns: playing, drawing, passing.

use super::super::*;
use super::support::{Table, tile, tiles};
use crate::rules::{Observe, Viewer};

#[test]
fn a_tile_goes_where_its_symbol_meets_the_same_one() {
    let mut table = Table::middle("{}", "3-5", &["3-4 5-5 6-7", "0-4 0-0"], "", 0);
    assert_eq!(table.choices(0), ["3-4 L", "5-5 R"]);
    assert_eq!(table.try_choose(0, "3-4 R"), Err("dominoes-refused-right"));
    assert_eq!(table.try_choose(0, "5-5 L"), Err("dominoes-refused-left"));
    assert_eq!(table.try_choose(0, "6-7 L"), Err("dominoes-refused-fit"));
    assert_eq!(table.try_choose(0, "0-4 L"), Err("dominoes-refused-tile"));
    assert_eq!(table.choose(0, "3-4 L"), Vec::<String>::new());
    assert_eq!((table.line().as_str(), table.turn()), ("4-3 3-5", Some(1)));
    table.choose(1, "0-4 L");
    assert_eq!(table.line(), "0-4 4-3 3-5");
    table.choose(0, "5-5 R");
    assert_eq!(table.line(), "0-4 4-3 3-5 5-5");
    assert_eq!(
        table.0.view(Viewer::Table).first,
        2,
        "the first tile keeps its place in the line"
    );
}

#[test]
fn left_and_right_are_always_two_choices() {
    // Both ends show a 3: on the table it is the same to which of them the 3-4 goes.
    let table = Table::middle("{}", "3-5 3-5", &["3-4 3-3", "0-0"], "", 0);
    assert_eq!(table.choices(0), ["3-3 L", "3-3 R", "3-4 L", "3-4 R"]);
    // A tile that fits both ends with its two symbols.
    let table = Table::middle("{}", "3-5", &["3-5 0-0", "0-1"], "", 0);
    assert_eq!(table.choices(0), ["3-5 L", "3-5 R"]);
    let mut table = table;
    table.choose(0, "3-5 R");
    assert_eq!(table.line(), "3-5 5-3");
}

#[test]
fn a_tile_without_an_end_is_asked_for_it_where_both_fit() {
    let mut table = Table::middle("{}", "3-5", &["3-5 3-4 0-0", "0-1"], "", 0);
    assert_eq!(table.try_choose(0, "3-5"), Err("dominoes-refused-which"));
    assert_eq!(table.try_choose(0, "0-0"), Err("dominoes-refused-fit"));
    assert_eq!(table.try_choose(0, "0-1"), Err("dominoes-refused-tile"));
}

#[test]
fn who_cannot_play_draws_one_tile_at_a_time_until_one_fits() {
    let mut table = Table::middle("{}", "3-5", &["0-1 6-7", "0-0"], "2-6 1-7 4-5 2-2", 0);
    for (drawn, left) in [("2-6", 3), ("1-7", 2), ("4-5", 1)] {
        assert_eq!(
            (table.choices(0), table.forced(0)),
            (vec!["draw".to_owned()], Some("draw".to_owned()))
        );
        assert_eq!(table.try_choose(0, "pass"), Err("dominoes-refused-pass-draw"));
        assert_eq!(table.choose(0, "draw"), Vec::<String>::new());
        assert!(table.hand(0).contains(tile(drawn)), "the front of the supply");
        assert_eq!((table.0.supply.len, table.turn()), (left, Some(0)));
    }
    assert_eq!((table.choices(0), table.forced(0)), (vec!["4-5 R".to_owned()], None));
    assert_eq!(table.try_choose(0, "draw"), Err("dominoes-refused-draw-can"));
    assert_eq!(table.try_choose(0, "pass"), Err("dominoes-refused-pass-can"));
    table.choose(0, "4-5 R");
    assert_eq!((table.hand(0), table.turn()), (tiles("0-1 6-7 2-6 1-7"), Some(1)));
}

#[test]
fn with_an_empty_supply_who_cannot_play_passes() {
    let mut table = Table::middle("{}", "3-5", &["0-1 6-7", "3-3 0-0"], "2-6", 0);
    table.choose(0, "draw");
    assert_eq!(
        (table.choices(0), table.forced(0)),
        (vec!["pass".to_owned()], Some("pass".to_owned()))
    );
    assert_eq!(table.try_choose(0, "draw"), Err("dominoes-refused-draw-empty"));
    assert_eq!(table.choose(0, "pass"), Vec::<String>::new());
    assert_eq!((table.turn(), table.hand(0)), (Some(1), tiles("0-1 6-7 2-6")));
    assert_eq!(table.forced(1), None, "one tile fits, and that is nobody's business");
    assert_eq!(table.choices(1), ["3-3 L"]);
}

#[test]
fn in_block_nobody_draws() {
    let mut table = Table::middle(r#"{"block":true}"#, "3-5", &["0-1 6-7", "3-3 0-0"], "2-6 4-5", 0);
    assert_eq!(
        (table.choices(0), table.forced(0)),
        (vec!["pass".to_owned()], Some("pass".to_owned()))
    );
    assert_eq!(table.try_choose(0, "draw"), Err("dominoes-refused-draw-block"));
    table.choose(0, "pass");
    assert_eq!((table.turn(), table.0.supply.len), (Some(1), 2));
}

#[test]
fn whose_turn_it_is_not_chooses_nothing() {
    let mut table = Table::middle("{}", "3-5", &["3-4 6-7", "3-3 0-0"], "2-6", 0);
    assert_eq!((table.choices(1), table.forced(1)), (Vec::new(), None));
    assert_eq!(table.try_choose(1, "3-3 L"), Err("refused-turn"));
    assert_eq!(table.try_choose(7, "3-3 L"), Err("refused-seat"));
    assert_eq!(table.0.random_choice(Seat(1), &mut super::support::Chances(1)), None);
}

#[test]
fn what_somebody_drew_is_told_to_them_until_they_play() {
    let mut table = Table::middle("{}", "3-5", &["0-1 6-7", "0-0 1-5 0-2"], "2-6 4-5 2-2 1-1", 0);
    table.choose(0, "draw");
    table.choose(0, "draw");
    let drawn = |table: &Table| table.0.view(Viewer::Seat(Seat(0))).own.unwrap().drawn;
    assert_eq!(drawn(&table), tiles("2-6 4-5"));
    table.choose(0, "4-5 R");
    assert_eq!(drawn(&table), Tiles::EMPTY);
    assert_eq!(table.0.view(Viewer::Seat(Seat(1))).own.unwrap().drawn, Tiles::EMPTY);
    table.choose(1, "draw");
    table.choose(1, "draw");
    table.choose(1, "pass");
    table.0.supply = Supply::of(&[tile("3-3")]);
    table.choose(0, "draw");
    assert_eq!(drawn(&table), tiles("3-3"));
}

#[test]
fn the_last_turns_are_told_with_their_draws() {
    let mut table = Table::middle("{}", "3-5", &["0-1 6-7", "0-0 1-5 0-2", "4-6 0-6"], "2-6 4-5", 0);
    table.choose(0, "draw");
    let turns = |table: &Table| table.0.view(Viewer::Table).turns;
    let now = Turn {
        seat: Seat(0),
        drew: 1,
        did: None,
    };
    assert_eq!(turns(&table), [now]);
    table.choose(0, "draw");
    table.choose(0, "4-5 R");
    table.choose(1, "pass");
    table.choose(2, "4-6 R");
    let played = |seat, drew, text: &str| Turn {
        seat: Seat(seat),
        drew,
        did: Some(Did::Played(tile(text), Some(End::Right))),
    };
    let passed = Turn {
        seat: Seat(1),
        drew: 0,
        did: Some(Did::Passed),
    };
    assert_eq!(turns(&table), [played(0, 2, "4-5"), passed, played(2, 0, "4-6")]);
    table.choose(0, "6-7 R");
    assert_eq!(
        turns(&table),
        [passed, played(2, 0, "4-6"), played(0, 0, "6-7")],
        "one for every seat"
    );
}
