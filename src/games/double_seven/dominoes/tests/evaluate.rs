//! How promising a hand looks to computer players.

use super::super::*;
use super::support::Table;
use crate::rules::Search;

#[test]
fn a_hand_that_is_over_is_worth_its_points_to_the_winners_and_as_much_less_to_the_others() {
    let mut table = Table::middle("{}", "3-5", &["3-4", "0-0 6-7", "1-1"], "2-2", 0);
    assert_eq!(table.0.evaluate(Seat(0)), None, "nothing is said before");
    table.choose(0, "3-4 L");
    let worth = [0, 1, 2].map(|seat| table.0.evaluate(Seat(seat)).unwrap());
    assert!(worth[0] > 15);
    assert_eq!(worth, [worth[0], -worth[0], -worth[0]]);
}

#[test]
fn partners_win_together_and_a_tied_block_is_worth_nothing() {
    let mut table = Table::middle(r#"{"partners":true}"#, "3-5", &["6-6", "1-2", "3-4", "1-1"], "", 2);
    table.choose(2, "3-4 L");
    let worth = [0, 1, 2, 3].map(|seat| table.0.evaluate(Seat(seat)).unwrap());
    assert_eq!((worth[0], worth[1]), (worth[2], worth[3]));
    assert!(worth[0] > 0 && worth[1] < 0);
    let mut tied = Table::middle("{}", "3-5", &["0-2", "1-1"], "", 0);
    tied.choose(0, "pass");
    tied.choose(1, "pass");
    assert_eq!([0, 1].map(|seat| tied.0.evaluate(Seat(seat))), [Some(0); 2]);
}
