//! The end of a hand: who wins, what they score, and the places.

use super::super::*;
use super::support::{Table, tile};
use crate::rules::{Observe, Viewer};

#[test]
fn who_is_out_of_tiles_scores_what_the_others_tiles_count() {
    let mut table = Table::middle("{}", "3-5", &["3-4", "0-0 6-7", "1-1"], "2-2", 0);
    assert_eq!(table.choose(0, "3-4 L"), ["points 0 15"]);
    assert_eq!(table.outcome(), Some((vec![1, 2, 2], vec![15, 0, 0])));
    assert_eq!((table.turn(), table.choices(1)), (None, Vec::new()));
    assert_eq!(table.try_choose(1, "6-7 L"), Err("refused-over"));
}

#[test]
fn going_out_wins_also_where_nothing_is_left_to_score() {
    let mut table = Table::middle("{}", "3-5", &["3-4", "0-0"], "", 0);
    assert_eq!(table.choose(0, "3-4 L"), ["points 0 0"]);
    assert_eq!(table.outcome(), Some((vec![1, 2], vec![0, 0])));
}

#[test]
fn a_team_scores_what_its_opponents_tiles_count_and_not_those_of_a_partner() {
    let hands = ["6-6 0-7", "1-2 0-0", "3-4", "1-1"];
    let mut table = Table::middle(r#"{"partners":true}"#, "3-5", &hands, "", 2);
    assert_eq!(table.choose(2, "3-4 L"), ["points 0 5", "points 2 5"]);
    assert_eq!(table.outcome(), Some((vec![1, 3, 1, 3], vec![5, 0, 5, 0])));
    let mut alone = Table::middle("{}", "3-5", &hands, "", 2);
    assert_eq!(alone.choose(2, "3-4 L"), ["points 2 24"]);
    assert_eq!(alone.outcome(), Some((vec![2, 2, 1, 2], vec![0, 0, 24, 0])));
}

/// Everybody passes from seat 0 on; the facts of the last pass.
fn block(table: &mut Table) -> Vec<String> {
    let seats = table.0.seats();
    let mut facts = Vec::new();
    for seat in 0..seats {
        assert_eq!(facts, Vec::<String>::new(), "a block is complete with the last pass");
        facts = table.choose(seat, "pass");
    }
    facts
}

#[test]
fn in_a_block_the_lowest_count_wins_and_scores_the_others_less_its_own() {
    let mut table = Table::middle("{}", "3-5", &["6-6", "0-1 0-2", "7-7"], "", 0);
    assert_eq!(block(&mut table), ["blocked", "points 1 23"]);
    assert_eq!(table.outcome(), Some((vec![2, 1, 2], vec![0, 23, 0])));
}

#[test]
fn a_tie_for_the_lowest_count_scores_nothing_and_all_are_first() {
    let mut table = Table::middle("{}", "3-5", &["6-6", "0-2", "1-1"], "", 0);
    assert_eq!(block(&mut table), ["blocked"]);
    assert_eq!(table.outcome(), Some((vec![1, 1, 1], vec![0, 0, 0])));
    assert_eq!(table.0.view(Viewer::Table).over.unwrap().winners, []);
    // A tie of others does not matter.
    let mut table = Table::middle("{}", "3-5", &["0-1", "0-2", "1-1"], "", 0);
    assert_eq!(block(&mut table), ["blocked", "points 0 3"]);
}

#[test]
fn in_a_block_partners_count_together_and_score_the_difference() {
    // Seat 2 has the highest count of all, its team the lowest.
    let hands = ["0-0", "4-4", "1-7", "2-2"];
    let mut table = Table::middle(r#"{"partners":true}"#, "3-5", &hands, "", 0);
    assert_eq!(block(&mut table), ["blocked", "points 0 4", "points 2 4"]);
    assert_eq!(table.outcome(), Some((vec![1, 3, 1, 3], vec![4, 0, 4, 0])));
    let even = ["0-0", "4-4", "6-6", "2-2"];
    let mut table = Table::middle(r#"{"partners":true}"#, "3-5", &even, "", 0);
    assert_eq!(block(&mut table), ["blocked"]);
    assert_eq!(table.outcome(), Some((vec![1; 4], vec![0; 4])));
}

#[test]
fn a_block_is_as_many_passes_in_a_row_as_there_are_seats() {
    let mut table = Table::middle("{}", "3-5", &["6-6 1-1", "3-3 0-0", "7-7 2-2"], "", 0);
    table.choose(0, "pass");
    table.choose(1, "3-3 L");
    for seat in [2, 0] {
        assert_eq!(table.choose(seat, "pass"), Vec::<String>::new());
    }
    assert_eq!(table.outcome(), None, "the third pass in all, the second in a row");
    assert_eq!(table.choose(1, "pass"), ["blocked", "points 1 32"]);
}

#[test]
fn who_can_still_draw_keeps_a_hand_from_being_blocked() {
    let mut table = Table::middle("{}", "3-5", &["6-6", "1-1"], "2-2 0-3", 0);
    table.choose(0, "draw");
    table.choose(0, "draw");
    assert_eq!(table.choices(0), ["0-3 L"]);
    table.choose(0, "0-3 L");
    assert_eq!(table.choose(1, "pass"), Vec::<String>::new());
    assert_eq!(table.choose(0, "pass"), ["blocked", "points 1 14"]);
}

#[test]
fn after_a_hand_all_hands_are_shown_and_not_before() {
    let mut table = Table::middle("{}", "3-5", &["3-4 4-4", "0-0 6-7"], "2-2", 0);
    let hands = |table: &Table| {
        let view = table.0.view(Viewer::Table);
        view.seats.iter().map(|seen| seen.hand).collect::<Vec<_>>()
    };
    assert_eq!(hands(&table), [None; 2]);
    table.choose(0, "3-4 L");
    table.0.turn = Seat(0);
    table.choose(0, "4-4 L");
    let ben: Tiles = [tile("0-0"), tile("6-7")].into_iter().collect();
    assert_eq!(hands(&table), [Some(Tiles::EMPTY), Some(ben)]);
}
