//! How promising positions look to computer players.

use super::super::*;
use super::support::Table;
use crate::rules::Search;

fn score(table: &Table, seat: u8) -> i64 {
    table.0.evaluate(Seat(seat)).expect("Dominomega always has an opinion")
}

#[test]
fn a_group_that_grows_is_good_for_its_seat_and_bad_for_the_others() {
    let before = Table::placed(2, &["1@0,0 4@1,0"]);
    // A pip beside the pip; a large circle beside the large one; both apart.
    let pips = Table::placed(2, &["1@0,0 4@1,0", "3@-1,0 0@-1,1"]);
    let large = Table::placed(2, &["1@0,0 4@1,0", "4@2,0 0@2,1"]);
    assert!(score(&pips, 0) > score(&before, 0) && score(&pips, 1) < score(&before, 1));
    assert!(score(&large, 0) < score(&before, 0) && score(&large, 1) > score(&before, 1));
    assert_eq!(score(&pips, 0), -score(&pips, 1));
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
