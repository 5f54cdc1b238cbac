//! The rulebook's variants, and the house's.

use super::super::*;
use super::support::{Dice, Table};
use crate::rules::{Observe, Viewer};

const SHEET: [u8; 8] = [22, 88, 44, 10, 35, 19, 5, 67];

#[test]
fn secrets_all_choose_at_once_in_any_order() {
    let mut table = Table::conference(r#"{"secrets":true}"#, 1, &[SHEET; 3], &["max", "min"]);
    assert_eq!(table.waiting(), [0, 1, 2]);
    assert_eq!(table.choose(2, "claim 44"), Vec::<String>::new());
    assert_eq!(table.waiting(), [0, 1]);
    assert_eq!(table.choose(0, "pass"), Vec::<String>::new());
    assert_eq!(
        table.choose(1, "claim 88"),
        ["claims 1 2", "reveal 1=88 2=44", "award 1 2"]
    );
    assert_eq!(table.waiting(), [0, 1, 2]);
}

#[test]
fn secrets_let_everybody_choose_again_until_all_have_chosen() {
    let mut table = Table::conference(r#"{"secrets":true}"#, 1, &[SHEET; 3], &["max", "min"]);
    let offered = table.choices(2);
    let mut straight = Table(table.0.clone());
    straight.choose(2, "claim 44");
    for what in ["claim 88", "pass", "claim 22", "claim 22", "pass", "claim 44"] {
        assert_eq!(table.choose(2, what), Vec::<String>::new());
        assert_eq!(table.waiting(), [0, 1]);
        assert_eq!(table.choices(2), offered);
        assert_eq!(table.0.timeout_choice(Seat(2), &mut Dice(1)), Some(Choice::Pass));
    }
    assert_eq!(
        format!("{:?}", table.0),
        format!("{:?}", straight.0),
        "nothing is left of it"
    );
    table.choose(0, "pass");
    assert_eq!(
        table.choose(1, "claim 88"),
        ["claims 1 2", "reveal 1=88 2=44", "award 1 2"],
        "the last word counts"
    );
    // The numbers that were not shown are not used.
    assert!(table.choices(2).contains(&"claim 88".to_owned()));
}

#[test]
fn without_secrets_a_word_that_all_have_heard_stays() {
    let mut table = Table::conference(r#"{"secrets":false}"#, 1, &[SHEET; 3], &["max"]);
    table.choose(1, "claim 88");
    table.choose(2, "pass");
    for seat in [1, 2] {
        assert_eq!(table.choices(seat), Vec::<String>::new());
        for what in ["claim 44", "pass"] {
            assert_eq!(table.try_choose(seat, what), Err("binome-refused-chosen"));
        }
    }
}

#[test]
fn secrets_hide_claims_until_all_have_chosen() {
    let mut table = Table::conference("{}", 0, &[SHEET; 2], &["max"]);
    table.choose(1, "claim 44");
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0))] {
        let view = table.0.view(viewer);
        assert_eq!(view.seats[1].chosen, Chosen::Sealed);
        assert_eq!(view.seats[1].left, 8);
        assert_eq!(view.own.and_then(|own| own.chosen), None);
    }
    let own = table.0.view(Viewer::Seat(Seat(1))).own.unwrap();
    assert_eq!(own.chosen.as_deref(), Some("claim 44"));
}

#[test]
fn battle_gives_one_point_more_when_three_or_more_tried() {
    let mut table = Table::conference(
        r#"{"battle":true}"#,
        0,
        &[SHEET; 4],
        &["max", "min", "identical", "has0"],
    );
    assert_eq!(
        table.turn(&[Some(5), Some(10), None, None]).last().unwrap(),
        "award 1 2"
    );
    assert_eq!(
        table.turn(&[Some(10), Some(19), Some(5), None]).last().unwrap(),
        "award 2 4",
        "X is 3, and one more"
    );
    // Eliminated seats tried as well; the succeeding seat alone gets the bonus.
    let facts = table.turn(&[Some(44), None, Some(44), Some(22)]);
    assert_eq!(facts[2..], ["out 0 2", "award 3 5"]);
    assert_eq!(table.turn(&[None, None, None, Some(10)]).last().unwrap(), "award 3 3");
}

#[test]
fn battle_gives_nothing_when_nobody_succeeds() {
    let mut table = Table::conference(r#"{"battle":true}"#, 0, &[SHEET; 3], &["max"]);
    assert_eq!(table.turn(&[Some(5), Some(5), Some(5)]).last().unwrap(), "nobody");
    assert_eq!(table.scores(), [0, 0, 0]);
}

#[test]
fn transparency_announces_a_single_number_after_every_turn() {
    let any = ["max", "maxsum", "min", "minsum", "mindiff", "maxdiff", "near50"];
    let mut table = Table::conference(r#"{"transparency":true}"#, 2, &[SHEET; 3], &any);
    for number in &SHEET[..6] {
        let facts = table.turn(&[Some(*number), None, None]);
        assert!(!facts.iter().any(|fact| fact.starts_with("last")));
    }
    assert_eq!(
        table.turn(&[Some(5), None, None]),
        ["claims 0", "reveal 0=05", "award 0 1", "last 0"]
    );
    // Again after the next turn, which changed nothing, and after the last one.
    assert_eq!(table.turn(&[None, None, None]), ["nobody", "last 0"]);
    while table.outcome().is_none() {
        assert_eq!(table.turn(&[None, None, None]), ["nobody", "last 0"]);
    }
}

#[test]
fn transparency_leaves_out_seats_without_any_number() {
    let any = [
        "max", "maxsum", "min", "minsum", "mindiff", "maxdiff", "near50", "by10", "has0",
    ];
    let sheet = [10, 88, 44, 22, 35, 19, 5, 67];
    let mut table = Table::conference(r#"{"transparency":true}"#, 0, &[sheet; 3], &any);
    let order = [88, 44, 22, 35, 19, 67, 5];
    for number in order {
        table.turn(&[Some(number), Some(number), None]);
    }
    let facts = table.turn(&[Some(10), None, None]);
    assert_eq!(facts, ["claims 0", "reveal 0=10", "award 0 4", "last 1"]);
    assert!(table.outcome().is_some());
}

#[test]
fn strict_any_unused_number_may_be_chosen() {
    let mut table = Table::conference(r#"{"strict":true}"#, 0, &[SHEET; 3], &["has9", "by10"]);
    let mut all: Vec<String> = SHEET.iter().map(|number| format!("claim {number:02}")).collect();
    all.sort();
    all.push("pass".to_owned());
    assert_eq!(table.choices(0), all);
    // An ineligible number is eliminated at the reveal, the lone claimant's too, and it is spent.
    assert_eq!(
        table.turn(&[Some(88), None, None]),
        ["claims 0", "reveal 0=88", "out 0", "nobody"]
    );
    assert_eq!(table.try_choose(0, "claim 88"), Err("binome-refused-used"));
    assert_eq!(table.try_choose(0, "claim 99"), Err("binome-refused-missing"));
    assert_eq!(
        table.turn(&[Some(67), Some(10), None]),
        ["claims 0 1", "reveal 0=67 1=10", "out 0", "award 1 4"]
    );
}

#[test]
fn strict_ineligible_numbers_count_for_x_and_for_the_battle() {
    let json = r#"{"strict":true,"battle":true,"values":{"has9":"X"}}"#;
    let mut table = Table::conference(json, 0, &[SHEET; 4], &["has9"]);
    let facts = table.turn(&[Some(88), Some(19), Some(5), None]);
    assert_eq!(facts, ["claims 0 1 2", "reveal 0=88 1=19 2=05", "out 0 2", "award 1 4"]);
}

#[test]
fn boat_all_that_remain_score_when_equal_numbers_left() {
    let mut table = Table::conference(r#"{"boat":true}"#, 0, &[SHEET; 6], &["min", "identical"]);
    let facts = table.turn(&[Some(5), Some(5), Some(67), Some(19), Some(10), None]);
    assert_eq!(
        facts,
        [
            "claims 0 1 2 3 4",
            "reveal 0=05 1=05 2=67 3=19 4=10",
            "out 0 1",
            "award 2 5",
            "award 3 5",
            "award 4 5"
        ]
    );
    assert_eq!(table.waiting(), [2], "the greatest scoring number takes the chair");
    assert_eq!(table.scores(), [0, 0, 5, 5, 5, 0]);
}

#[test]
fn boat_without_equal_numbers_the_greatest_alone_scores_whatever_the_card() {
    let mut table = Table::conference(r#"{"boat":true}"#, 0, &[SHEET; 6], &["min"]);
    let facts = table.turn(&[Some(5), None, Some(67), Some(19), None, None]);
    assert_eq!(facts, ["claims 0 2 3", "reveal 0=05 2=67 3=19", "award 2 3"]);
    assert_eq!(table.waiting(), [2]);
}

#[test]
fn boat_a_lone_claimant_claims_it() {
    let mut table = Table::conference(r#"{"boat":true}"#, 0, &[SHEET; 6], &["identical"]);
    let facts = table.turn(&[None, None, Some(22), None, None, None]);
    assert_eq!(facts, ["claims 2", "reveal 2=22", "award 2 4"]);
    assert_eq!(table.waiting(), [2]);
}

#[test]
fn boat_with_nobody_left_in_it() {
    let mut table = Table::conference(r#"{"boat":true}"#, 3, &[SHEET; 6], &["min"]);
    let facts = table.turn(&[Some(5), Some(5), Some(10), Some(10), None, None]);
    assert_eq!(facts[2..], ["out 0 1 2 3", "nobody"]);
    assert_eq!(table.waiting(), [3]);
}

#[test]
fn boat_and_strict_ineligible_numbers_leave_first_and_do_not_open_the_boat() {
    let json = r#"{"boat":true,"strict":true}"#;
    let mut table = Table::conference(json, 0, &[SHEET; 6], &["identical", "has0", "by5"]);
    // Equal but ineligible: they leave, and the greatest of the others alone scores.
    let facts = table.turn(&[Some(19), Some(19), Some(22), Some(44), None, None]);
    assert_eq!(
        facts,
        ["claims 0 1 2 3", "reveal 0=19 1=19 2=22 3=44", "out 0 1", "award 3 4"]
    );
    // Equal and eligible: the boat is open, ineligible numbers are not in it.
    let facts = table.turn(&[Some(5), Some(5), Some(10), Some(88), None, None]);
    assert_eq!(facts[2..], ["out 0 1 3", "award 2 3"]);
    assert_eq!(table.waiting(), [2]);
    let facts = table.turn(&[Some(35), Some(35), Some(5), Some(10), Some(88), None]);
    assert_eq!(facts[2..], ["out 0 1 4", "award 2 3", "award 3 3"]);
    assert_eq!(table.waiting(), [3]);
}

#[test]
fn solo_is_two_seats_in_secret() {
    let mut table = Table::conference(r#"{"solo":true}"#, 1, &[SHEET; 2], &["max"]);
    assert_eq!(table.waiting(), [0, 1]);
    table.choose(0, "claim 10");
    assert_eq!(table.choose(1, "pass"), ["claims 0", "reveal 0=10", "award 0 1"]);
}
