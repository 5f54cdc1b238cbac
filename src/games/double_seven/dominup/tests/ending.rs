//! Who is out of tiles, and how the game ends.

use super::super::*;
use super::support::Table;
use crate::rules::{Observe, Viewer};

const LAID: [&str; 3] = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2"];

#[test]
fn out_of_tiles_by_an_expand_is_first_place() {
    let mut table = Table::at("{}", &LAID, &["1-2", "0-0 0-1"], 0);
    assert_eq!(table.choose(0, "expand 1@2,0 2@3,0"), ["out 0"]);
    assert_eq!(table.places(), Some(vec![1, 2]));
}

#[test]
fn a_climb_with_the_last_tile_ends_the_turn() {
    let mut table = Table::at("{}", &LAID, &["3-7", "0-0 0-1", "1-1 1-2"], 0);
    assert_eq!(table.choose(0, "climb 7@0,0 3@0,1"), ["out 0"]);
    assert_eq!(table.waiting(), [1], "nothing is left to expand with");
}

#[test]
fn the_others_play_on_for_their_places() {
    let mut table = Table::at("{}", &LAID, &["6-6", "0-0", "0-1 0-2", "0-3 0-4"], 0);
    assert_eq!(table.choose(0, "expand 6@2,0 6@3,0"), ["out 0"]);
    assert_eq!(table.choose(1, "expand 0@4,0 0@5,0"), ["out 1"]);
    assert_eq!(table.choose(2, "expand 0@6,0 1@7,0"), [""; 0]);
    assert_eq!(table.choose(3, "expand 0@8,0 3@9,0"), [""; 0]);
    assert_eq!(table.waiting(), [2], "those who are out are not asked");
    for (seat, why) in [
        (0, "dominup-refused-out"),
        (1, "dominup-refused-out"),
        (3, "refused-turn"),
    ] {
        assert_eq!(table.refusal(seat, "expand 0@10,0 4@11,0"), Some(why));
    }
    assert_eq!(table.choose(2, "expand 0@10,0 2@11,0"), ["out 2"]);
    // The last one's place is certain.
    assert_eq!(table.places(), Some(vec![1, 2, 3, 4]));
    assert_eq!(table.hand(3).len(), 1);
}

#[test]
fn places_go_by_the_order_of_being_out() {
    let mut table = Table::at("{}", &LAID, &["0-1 0-2", "1-2", "0-0"], 1);
    table.choose(1, "expand 1@2,0 2@3,0");
    table.choose(2, "expand 0@4,0 0@5,0");
    assert_eq!(table.places(), Some(vec![3, 1, 2]));
}

#[test]
fn the_winner_of_several_climbs_is_out_when_the_last_tile_lies() {
    let mut table = Table::at("{}", &LAID, &["3-7 6-7 3-6", "0-0", "1-1 1-2"], 0);
    assert_eq!(table.choose(0, "climb 7@0,0 3@0,1"), [""; 0]);
    assert_eq!(table.choose(0, "climb 7@1,0 6@1,1"), [""; 0]);
    assert_eq!(table.choose(0, "climb 3@0,1 6@1,1"), ["out 0"]);
    assert_eq!(table.places(), None);
    assert_eq!(table.waiting(), [1]);
}

#[test]
fn without_playing_on_the_first_one_out_ends_the_game() {
    let mut table = Table::at(r#"{"play_on":false}"#, &LAID, &["0-1", "1-2", "0-0 0-2", "0-3 0-4"], 1);
    assert_eq!(table.choose(1, "expand 1@2,0 2@3,0"), ["out 1"]);
    assert_eq!(table.places(), Some(vec![2, 1, 2, 2]));
    assert_eq!(table.refusal(2, "expand 0@4,0 0@5,0"), Some("refused-over"));
}

#[test]
fn in_misere_the_first_one_out_loses_and_the_others_share_the_win() {
    for (hands, places) in [
        (&["1-2", "0-0 0-1"][..], vec![2, 1]),
        (&["1-2", "0-0", "0-1 0-2"], vec![3, 1, 1]),
        (&["1-2", "0-0", "0-1", "0-2 0-3"], vec![4, 1, 1, 1]),
    ] {
        for json in [r#"{"misere":true}"#, r#"{"misere":true,"play_on":false}"#] {
            let mut table = Table::at(json, &LAID, hands, 0);
            assert_eq!(table.choose(0, "expand 1@2,0 2@3,0"), ["out 0"]);
            assert_eq!(table.places(), Some(places.clone()));
        }
    }
}

#[test]
fn in_misere_climbs_are_forced_too() {
    let mut table = Table::at(r#"{"misere":true}"#, &LAID, &["3-7 0-0", "0-1 0-2"], 0);
    assert_eq!(table.refusal(0, "expand 0@2,0 0@3,0"), Some("dominup-refused-must"));
    table.choose(0, "climb 7@0,0 3@0,1");
    assert_eq!(table.choose(0, "expand 0@2,0 0@3,0"), ["out 0"]);
    assert_eq!(table.places(), Some(vec![2, 1]));
}

#[test]
fn when_all_is_over_the_hands_lie_open() {
    let mut table = Table::at(r#"{"play_on":false}"#, &LAID, &["1-2", "0-0 0-1", "0-2"], 0);
    let seen = |table: &Table| table.0.view(Viewer::Table).seats.into_iter().map(|seat| seat.hand);
    assert!(seen(&table).all(|hand| hand.is_none()));
    table.choose(0, "expand 1@2,0 2@3,0");
    let hands: Vec<Option<Tiles>> = seen(&table).collect();
    assert_eq!(
        hands,
        ["", "0-0 0-1", "0-2"].map(|hand| Some(super::support::tiles(hand)))
    );
}
