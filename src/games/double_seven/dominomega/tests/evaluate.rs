//! How promising positions look to computer players.

use super::super::*;
use super::support::Table;
use crate::rules::Search;

fn score(table: &Table, seat: u8) -> i64 {
    table.0.evaluate(Seat(seat)).expect("Dominomega always has an opinion")
}

#[test]
fn groups_apart_are_good_for_their_seat_and_bad_for_the_other() {
    // Two groups of three pips, and a pip between them or elsewhere.
    let groups = [
        "1@0,0 3@1,0",
        "5@2,0 4@3,0",
        "0@2,1 4@3,1",
        "7@1,2 1@2,2",
        "2@-1,2 5@0,2",
    ];
    let then = |placement: &str| Table::placed(2, &[&groups[..], &[placement]].concat());
    let (together, apart) = (then("6@-1,1 1@0,1"), then("1@4,1 6@5,1"));
    assert!(score(&together, 0) < score(&apart, 0) && score(&together, 1) > score(&apart, 1));
    assert_eq!(score(&apart, 0), -score(&apart, 1));
}

#[test]
fn three_groups_of_three_are_better_than_one_of_nine() {
    let weight = |sizes: &[u8]| -> i64 { sizes.iter().map(|size| groups::weight(*size)).sum() };
    assert!(weight(&[3, 3, 3]) > weight(&[9]) && weight(&[3, 3]) > weight(&[2, 2, 2]));
    assert!(weight(&[1, 1]) == 0 && weight(&[2]) > 0);
}

#[test]
fn a_win_is_more_than_any_lead() {
    let mut table = Table::dealt(3, &[]);
    table.play_out(&mut crate::games::double_seven::tests::support::Chances(2));
    let (places, _) = table.outcome().unwrap();
    for (seat, place) in (0..).zip(places) {
        assert_eq!(score(&table, seat) > 500_000, place == 1);
        assert_eq!(score(&table, seat) < -500_000, place != 1);
    }
}
