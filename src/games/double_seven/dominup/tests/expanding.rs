//! Expands: on the table, on two free cells, beside a tile.

use super::super::*;
use super::support::Table;

const LAID: [&str; 2] = ["7@0,0 7@1,0", "3@0,1 5@0,2"];

fn refusal(what: &str) -> Option<&'static str> {
    Table::at("{}", &LAID, &["1-2 1-1 4-6", "0-0 0-1"], 0).refusal(0, what)
}

#[test]
fn at_least_one_half_lies_beside_a_tile() {
    for what in [
        "expand 1@2,0 2@3,0",
        "expand 1@2,0 2@2,1",
        "expand 1@1,1 2@1,2",
        "expand 1@-1,0 2@-1,1",
        "expand 1@0,3 2@0,4",
    ] {
        assert_eq!(refusal(what), None, "{what}");
    }
    for what in [
        "expand 1@3,0 2@4,0",
        "expand 1@2,-1 2@3,-1",
        "expand 1@-1,3 2@-1,4",
        "expand 1@70,70 2@71,70",
    ] {
        assert_eq!(refusal(what), Some("dominup-refused-apart"), "{what}: no corner counts");
    }
}

#[test]
fn symbols_need_not_match() {
    for what in ["expand 4@1,1 6@2,1", "expand 6@1,1 4@2,1"] {
        assert_eq!(refusal(what), None, "{what}");
    }
}

#[test]
fn both_cells_are_free() {
    for what in [
        "expand 1@-1,0 2@0,0",
        "expand 1@0,1 2@1,1",
        "expand 4@0,1 6@0,2",
        "expand 1@0,2 2@0,3",
    ] {
        assert_eq!(refusal(what), Some("dominup-refused-taken"), "{what}");
    }
}

#[test]
fn only_tiles_of_the_own_hand_are_laid() {
    assert_eq!(
        refusal("expand 0@2,0 0@3,0"),
        Some("dominup-refused-held"),
        "another holds it"
    );
    assert_eq!(
        refusal("expand 3@2,0 5@3,0"),
        Some("dominup-refused-held"),
        "it lies on the table"
    );
    assert_eq!(refusal("climb 7@0,0 3@0,1"), Some("dominup-refused-held"));
}

#[test]
fn an_expand_lies_on_the_table_however_high_its_neighbours_are() {
    let laid = ["7@0,0 7@1,0", "3@0,1 5@0,2", "7@0,0 3@0,1"];
    let mut table = Table::at("{}", &laid, &["1-2 0-4", "0-0"], 0);
    table.choose(0, "expand 1@-1,1 2@-1,2");
    assert_eq!(table.level("-1,1"), Some(0));
    // 3 is a storey higher, so nothing climbs from there; 5 is not.
    let table = Table::at(
        "{}",
        &[&laid[..], &["1@-1,1 2@-1,2"]].concat(),
        &["1-3 2-5 0-4", "0-0"],
        0,
    );
    assert_eq!(table.choices(0), ["climb 2@-1,2 5@0,2"]);
}

#[test]
fn every_way_round_is_one_choice_and_of_a_double_there_is_one() {
    let table = Table::at("{}", &LAID, &["1-2 1-1", "0-0 0-1"], 0);
    let choices = table.choices(0);
    let pairs = table.0.storeys.layout().count_open() as usize;
    assert_eq!(choices.len(), 3 * pairs);
    for what in ["expand 1@2,0 2@3,0", "expand 2@2,0 1@3,0", "expand 1@2,0 1@3,0"] {
        assert_eq!(choices.iter().filter(|choice| *choice == what).count(), 1, "{what}");
    }
}

#[test]
fn around_the_double_seven_there_are_sixteen_places() {
    // Six free cells touch it: eight pairs with one of them lie along a row, eight upright.
    let table = Table::at("{}", &LAID[..1], &["1-1 2-2", "0-0"], 0);
    let cells: std::collections::BTreeSet<String> = table
        .choices(0)
        .iter()
        .filter_map(|choice| choice.parse::<Choice>().ok())
        .filter(|choice| choice.tile().sum() == 2)
        .map(|choice| format!("{:?}", choice.placement().cells()))
        .collect();
    assert_eq!(cells.len(), 16);
    assert_eq!(table.0.count(Seat(0)), 2 * 16);
}
