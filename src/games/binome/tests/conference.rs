//! Part 2 of the rulebook: claiming postulates.

use super::super::*;
use super::support::{Dice, Table};
use crate::rules::{Observe, Viewer};

/// Three seats with the same digits, so that equal and different numbers are at hand.
const SHEETS: [[u8; 8]; 3] = [
    [22, 88, 44, 10, 35, 19, 5, 67],
    [88, 22, 44, 1, 53, 91, 50, 76],
    [28, 82, 44, 10, 35, 19, 5, 67],
];

fn table(first: &[&str]) -> Table {
    Table::conference("{}", 1, &SHEETS, first)
}

#[test]
fn the_example_turn_comes_out_as_the_rules_say() {
    // Eustache, Algernon, Balthazar, Cornelia, Dorothy: seats 0 to 4; all hold numbers of the same sixteen digits.
    let plain = [22, 88, 44, 10, 35, 19, 5, 67];
    let sheets = [plain, plain, plain, plain, [88, 24, 42, 10, 35, 19, 5, 67]];
    let mut table = Table::conference("{}", 0, &sheets, &["identical", "mindiff"]);
    assert_eq!(
        table.0.view(Viewer::Table).card,
        Some((Postulate::Identical, Value::Points(4)))
    );
    let facts = table.turn(&[Some(22), Some(88), Some(88), Some(44), None]);
    assert_eq!(
        facts,
        ["claims 0 1 2 3", "reveal 0=22 1=88 2=88 3=44", "out 1 2", "award 3 4"]
    );
    assert_eq!(table.scores(), [0, 0, 0, 4, 0]);
    // Cornelia takes the token; Eustache, Algernon and Balthazar have crossed out their numbers.
    assert_eq!(table.waiting(), [3]);
    for (seat, number) in [(0, "claim 22"), (1, "claim 88"), (2, "claim 88"), (3, "claim 44")] {
        assert!(!table.choices(seat).contains(&number.to_owned()));
        assert_eq!(table.0.sheets[usize::from(seat)].left(), 7);
    }
    assert_eq!(table.0.sheets[4].left(), 8);
    // The next turn Dorothy claims the minimum difference with her 88, the difference being 0.
    let facts = table.turn(&[None, None, None, Some(35), Some(88)]);
    assert_eq!(facts, ["claims 3 4", "reveal 3=35 4=88", "award 4 2"]);
    assert_eq!(table.waiting(), [4]);
}

#[test]
fn each_player_speaks_starting_from_the_chair_and_clockwise() {
    let mut table = table(&["max"]);
    for (seat, others) in [(1, [0, 2]), (2, [0, 1]), (0, [1, 2])] {
        assert_eq!(table.waiting(), [seat]);
        for other in others {
            let key = table.try_choose(other, "pass").unwrap_err();
            assert!(["binome-refused-turn", "binome-refused-chosen"].contains(&key), "{key}");
            assert_eq!(table.choices(other), Vec::<String>::new());
        }
        table.choose(seat, "pass");
    }
}

#[test]
fn the_number_must_meet_the_condition() {
    let mut table = table(&["has1"]);
    assert_eq!(table.choices(1), ["claim 01", "claim 91", "pass"]);
    assert_eq!(table.try_choose(1, "claim 88"), Err("binome-refused-ineligible"));
    assert_eq!(table.try_choose(1, "claim 10"), Err("binome-refused-missing"));
    assert_eq!(table.try_choose(1, "3t"), Err("binome-refused-digits-over"));
    table.choose(1, "claim 91");
    assert_eq!(table.choices(2), ["claim 10", "claim 19", "pass"]);
}

#[test]
fn a_crossed_out_number_cannot_be_chosen_again() {
    let mut table = table(&["max", "maxsum"]);
    table.turn(&[None, Some(91), None]);
    assert_eq!(table.waiting(), [1]);
    assert_eq!(table.try_choose(1, "claim 91"), Err("binome-refused-used"));
}

#[test]
fn equal_numbers_on_one_sheet_are_one_choice_and_two_uses() {
    let sheet = [88, 88, 12, 34, 56, 70, 9, 21];
    let mut table = Table::conference("{}", 0, &[sheet, sheet, sheet], &["identical", "max", "maxsum"]);
    assert_eq!(table.choices(0), ["claim 88", "pass"]);
    table.turn(&[Some(88), None, None]);
    table.turn(&[Some(88), None, None]);
    assert_eq!(table.try_choose(0, "claim 88"), Err("binome-refused-used"));
}

#[test]
fn you_cannot_claim_without_an_eligible_number() {
    let sheet = [12, 34, 56, 78, 12, 34, 56, 78];
    let table = Table::conference("{}", 0, &[sheet, sheet, sheet], &["has9"]);
    // Still asked, so that nothing is betrayed: `of` is 1.
    assert_eq!(table.choices(0), ["pass"]);
    assert_eq!(table.waiting(), [0]);
    assert_eq!(table.0.choice_count(Seat(0)), Some(1));
}

#[test]
fn a_lone_claimant_claims_it_whatever_the_number() {
    let mut table = table(&["max"]);
    assert_eq!(
        table.turn(&[Some(5), None, None]),
        ["claims 0", "reveal 0=05", "award 0 1"]
    );
}

#[test]
fn identical_numbers_are_eliminated_and_the_best_of_the_rest_wins() {
    let mut table = table(&["max"]);
    let facts = table.turn(&[Some(44), Some(44), Some(28)]);
    assert_eq!(facts, ["claims 0 1 2", "reveal 0=44 1=44 2=28", "out 0 1", "award 2 3"]);
}

#[test]
fn if_all_contenders_are_eliminated_the_chair_stays_and_the_numbers_are_spent() {
    let mut table = table(&["identical"]);
    let facts = table.turn(&[Some(44), Some(44), Some(44)]);
    assert_eq!(facts, ["claims 0 1 2", "reveal 0=44 1=44 2=44", "out 0 1 2", "nobody"]);
    assert_eq!(table.waiting(), [1]);
    assert_eq!(table.scores(), [0, 0, 0]);
    assert!(table.0.sheets[..3].iter().all(|sheet| sheet.left() == 7));
}

#[test]
fn if_nobody_wants_it_the_card_is_gone_and_the_chair_stays() {
    let mut table = table(&["identical", "max"]);
    assert_eq!(table.turn(&[None, None, None]), ["nobody"]);
    assert_eq!(table.waiting(), [1]);
    let card = table.0.view(Viewer::Table).card.map(|(card, _)| card);
    assert_eq!(card, Some(Postulate::Max), "the next turn has a new one");
    assert!(table.0.sheets.iter().all(|sheet| sheet.left() == 8));
}

#[test]
fn whoever_claims_the_postulate_becomes_the_next_chair() {
    let mut table = table(&["max", "min"]);
    table.turn(&[None, Some(50), Some(82)]);
    assert_eq!(table.waiting(), [2]);
    table.turn(&[Some(5), Some(1), None]);
    assert_eq!(table.waiting(), [1]);
}

#[test]
fn every_claimants_number_is_crossed_out_won_or_not() {
    let mut table = table(&["max"]);
    table.turn(&[Some(67), Some(76), None]);
    assert_eq!([0, 1, 2].map(|seat: usize| table.0.sheets[seat].left()), [7, 7, 8]);
}

#[test]
fn x_counts_everyone_who_tried_the_eliminated_included() {
    // The rulebook's note: 4 tried, so the winner gains 4.
    let sheet = SHEETS[0];
    let mut table = Table::conference("{}", 0, &[sheet; 5], &["max"]);
    let facts = table.turn(&[Some(88), Some(88), Some(5), Some(10), None]);
    assert_eq!(facts[2..], ["out 0 1", "award 3 4"]);
}

#[test]
fn overridden_values_count() {
    let json = r#"{"values":{"identical":"X","max":7,"min":0}}"#;
    let mut table = Table::conference(json, 0, &SHEETS, &["identical", "max", "min"]);
    assert_eq!(table.turn(&[Some(22), Some(88), None]).last().unwrap(), "award 1 2");
    assert_eq!(table.turn(&[None, None, Some(5)]).last().unwrap(), "award 2 7");
    assert_eq!(table.turn(&[Some(5), None, None]).last().unwrap(), "award 0 0");
    assert_eq!((table.scores(), table.waiting()), (vec![0, 2, 7], vec![0]));
}

#[test]
fn a_lapse_in_the_conference_passes() {
    let mut table = table(&["max"]);
    let mut dice = Dice(5);
    for _ in 0..20 {
        assert_eq!(table.0.timeout_choice(Seat(1), &mut dice), Some(Choice::Pass));
    }
    assert_eq!(table.0.timeout_choice(Seat(0), &mut dice), None);
    table.choose(1, "pass");
    assert_eq!(table.0.timeout_choice(Seat(2), &mut dice), Some(Choice::Pass));
}

#[test]
fn random_choices_reach_every_choice_and_no_other() {
    let table = table(&["has5"]);
    let mut dice = Dice(6);
    let mut seen: Vec<String> = (0..300)
        .map(|_| table.0.random_choice(Seat(1), &mut dice).unwrap().to_string())
        .collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen, table.choices(1));
    assert_eq!(table.0.random_choice(Seat(0), &mut dice), None);
}
