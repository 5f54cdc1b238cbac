//! How promising positions look to computer players.

use super::super::*;
use super::support::Table;
use crate::rules::Search;

fn score(table: &Table, seat: u8) -> i64 {
    table
        .0
        .evaluate(Seat(seat))
        .expect("an opinion, for the tiles are dealt")
}

#[test]
fn there_is_no_opinion_before_the_tiles_are_dealt() {
    let table = Table::with_missions(2);
    assert_eq!([0, 1].map(|seat| table.0.evaluate(Seat(seat))), [None, None]);
}

#[test]
fn own_symbols_together_are_bad_and_those_of_others_are_good() {
    // The missions are 1-4 and 0-7.
    let table = |second: &str| {
        let tiles = ["1-5", "0-1", "0-0"];
        let mut table = Table::dealt(2, 0, &tiles);
        table.place("1@0,0 5@1,0");
        table.place(second);
        table
    };
    let (together, apart) = (table("1@0,1 0@0,2"), table("0@0,1 1@0,2"));
    assert!(score(&together, 0) < score(&apart, 0));
    assert!(score(&together, 1) > score(&apart, 1));
    let then = |what: &str| {
        let mut table = table("0@0,1 1@0,2");
        table.place(what);
        score(&table, 0)
    };
    assert!(
        then("0@1,1 0@2,1") > then("0@2,0 0@3,0"),
        "three blanks together hurt seat 1"
    );
}

#[test]
fn a_win_is_more_than_any_lead() {
    let mut table = Table::dealt(4, 1, &[]);
    table.play_out(&mut crate::games::double_seven::tests::support::Chances(2));
    let (places, _) = table.outcome().unwrap();
    for (seat, place) in (0..).zip(places) {
        assert_eq!(score(&table, seat) > 500_000, place == 1);
        assert_eq!(score(&table, seat) < -500_000, place != 1);
    }
}
