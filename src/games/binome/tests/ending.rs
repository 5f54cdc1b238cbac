//! How a game ends.

use super::super::*;
use super::support::Table;
use crate::rules::{Observe, Presentation, Preview, Viewer};
use crate::words::{ENGLISH, Numbered, Words};

const SHEET: [u8; 8] = [12, 34, 56, 78, 90, 11, 22, 33];

/// Cards that take any number, and one that takes some.
const CARDS: [&str; 8] = [
    "max",
    "maxsum",
    "min",
    "minsum",
    "mindiff",
    "maxdiff",
    "near50",
    "identical",
];

#[test]
fn the_game_is_over_when_the_last_postulate_was_resolved() {
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &[]);
    for turn in 1..=16 {
        assert_eq!(table.outcome(), None, "before turn {turn}");
        assert_eq!(table.turn(&[None, None, None]), ["nobody"]);
    }
    assert_eq!(
        table.outcome(),
        Some((vec![1, 1, 1], vec![0, 0, 0])),
        "a tie is a shared win"
    );
    assert_eq!(table.try_choose(0, "pass"), Err("refused-over"));
    assert_eq!(table.choices(0), Vec::<String>::new());
}

#[test]
fn the_game_is_over_after_the_turn_in_which_a_player_used_their_last_number() {
    let mut table = Table::conference("{}", 2, &[SHEET; 3], &CARDS);
    for number in &SHEET[..7] {
        table.turn(&[Some(*number), None, None]);
        assert_eq!(table.outcome(), None);
    }
    // Seat 0 has the chair and spends its last number first; the turn is still finished by the others.
    table.choose(0, "claim 33");
    assert_eq!(table.outcome(), None);
    table.choose(1, "pass");
    let facts = table.choose(2, "claim 22");
    assert_eq!(facts, ["claims 0 2", "reveal 0=33 2=22", "award 0 4"]);
    assert_eq!(table.outcome(), Some((vec![1, 2, 2], vec![11, 0, 0])));
    let view = table.0.view(Viewer::Table);
    assert_eq!((view.stage, view.card, view.turns.len()), (Phase::Over, None, 8));
}

#[test]
fn a_last_number_spent_in_vain_ends_the_game_too() {
    let mut table = Table::conference("{}", 2, &[SHEET; 3], &CARDS);
    for number in &SHEET[..7] {
        table.turn(&[None, Some(*number), None]);
    }
    let facts = table.turn(&[Some(33), Some(33), None]);
    assert_eq!(facts.last().unwrap(), "nobody");
    assert_eq!(table.outcome(), Some((vec![2, 1, 2], vec![0, 7, 0])));
}

#[test]
fn a_last_number_that_does_not_fit_ends_the_game_too() {
    let mut table = Table::conference(r#"{"strict":true}"#, 2, &[SHEET; 3], &CARDS);
    let unfit = SHEET.iter().copied().find(|number| number / 10 != number % 10).unwrap();
    for number in SHEET.iter().filter(|number| **number != unfit) {
        assert_eq!(table.outcome(), None);
        table.turn(&[None, Some(*number), None]);
    }
    let facts = table.turn(&[None, Some(unfit), None]);
    assert_eq!(facts[2..], ["out 1", "nobody"]);
    assert!(table.outcome().is_some());
}

#[test]
fn the_player_with_the_most_points_wins_and_ties_share() {
    let mut table = Table::conference("{}", 0, &[SHEET; 4], &["identical", "by10", "max", "sum10"]);
    table.turn(&[Some(11), None, None, None]);
    table.turn(&[None, None, Some(90), None]);
    table.turn(&[None, None, None, Some(78)]);
    while table.outcome().is_none() {
        table.turn(&[None; 4]);
    }
    assert_eq!(table.outcome(), Some((vec![1, 4, 1, 3], vec![4, 0, 4, 1])));
}

#[test]
fn a_shared_win_says_that_nothing_parts_who_shares_it() {
    let words = Words::embedded().unwrap();
    let mut table = Table::conference("{}", 0, &[SHEET; 4], &["identical", "by10", "max", "sum10"]);
    let decided = |table: &Table| Binome::scene(&table.0.view(Viewer::Table)).decided;
    table.turn(&[Some(11), None, None, None]);
    table.turn(&[None, None, Some(90), None]);
    assert_eq!(decided(&table), [], "it is not over");
    while table.outcome().is_none() {
        table.turn(&[None; 4]);
    }
    let said: Vec<String> = decided(&table)
        .iter()
        .map(|phrase| words.text(ENGLISH, phrase, &Numbered))
        .collect();
    assert_eq!(
        said,
        ["Seat 1 and Seat 3 have 4 points each. No rule parts them, so they share the win."]
    );
    let sketch = Binome::picture(&table.0.view(Viewer::Table), Preview::Nothing).unwrap();
    assert!(sketch.alt.contains(&decided(&table)[0]));
}
