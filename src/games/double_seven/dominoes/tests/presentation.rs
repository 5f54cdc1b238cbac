//! What people see and press.

use super::super::*;
use super::support::{Table, tile};
use crate::games;
use crate::rules::{Button, Leads, Menu, Observe, Presentation, Preview, Scene, Viewer};
use crate::words::{ENGLISH, Numbered, Words};

fn leads(menu: &Menu) -> Vec<String> {
    let leads = menu.entries.iter().map(|entry| match &entry.leads {
        Leads::Preview(choice) => choice.clone(),
        Leads::Choice(choice) => format!("!{choice}"),
        Leads::Step(step) => format!(">{step}"),
        Leads::Nowhere => "-".to_owned(),
    });
    leads.collect()
}

fn menu(table: &Table, seat: u8, path: &[&str]) -> Option<Menu> {
    games::DynGame::menu(&table.0, Seat(seat), path)
}

fn said(phrase: &Phrase) -> String {
    Words::embedded().unwrap().text(ENGLISH, phrase, &Numbered)
}

fn labels(menu: &Menu) -> Vec<String> {
    menu.entries.iter().map(|entry| said(&entry.label)).collect()
}

fn scene(table: &Table, viewer: Viewer) -> Scene {
    Dominoes::scene(&table.0.view(viewer))
}

fn lines(phrases: &[Phrase]) -> Vec<String> {
    phrases.iter().map(said).collect()
}

#[test]
fn a_tile_that_fits_one_end_is_played_there_and_one_that_fits_both_is_asked_for_its_end() {
    let table = Table::middle("{}", "3-5", &["3-4 3-5 5-5 0-0", "0-1"], "2-2", 0);
    let first = menu(&table, 0, &[]).unwrap();
    assert_eq!(leads(&first), ["3-4 L", ">35", "5-5 R"]);
    assert_eq!(labels(&first), ["3-4 left", "3-5 …", "5-5 right"]);
    let second = menu(&table, 0, &["35"]).unwrap();
    assert_eq!(leads(&second), ["3-5 L", "3-5 R"]);
    assert_eq!(labels(&second), ["Left, at the 3", "Right, at the 5"]);
    for path in [&["34"][..], &["55"], &["00"], &["35", "L"], &["x"]] {
        assert_eq!(menu(&table, 0, path), None, "{path:?}");
    }
    assert_eq!(menu(&table, 1, &[]), None);
}

#[test]
fn a_single_tile_is_not_asked_for() {
    let both = Table::middle("{}", "3-5", &["3-5 0-0", "0-1"], "2-2", 0);
    assert_eq!(leads(&menu(&both, 0, &[]).unwrap()), ["3-5 L", "3-5 R"]);
    assert_eq!(menu(&both, 0, &["35"]), None);
    let one = Table::middle("{}", "3-5", &["3-4 0-0", "0-1"], "2-2", 0);
    assert_eq!(leads(&menu(&one, 0, &[]).unwrap()), ["3-4 L"]);
}

#[test]
fn the_first_tile_is_tried_and_a_draw_or_a_pass_is_made_at_once() {
    let hands = [
        "7-7 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-1",
        "1-2 1-3 1-4 1-5 1-6 1-7 2-2 2-3 2-4",
    ];
    let opening = Table::dealt("{}", &hands, "");
    assert_eq!(leads(&menu(&opening, 0, &[]).unwrap()), ["7-7"]);
    let drawing = Table::middle("{}", "3-5", &["0-0 1-1", "0-1"], "2-2", 0);
    let draw = menu(&drawing, 0, &[]).unwrap();
    assert_eq!(
        (leads(&draw), draw.entries[0].button),
        (vec!["!draw".to_owned()], Button::Main)
    );
    let passing = Table::middle("{}", "3-5", &["0-0 1-1", "0-1"], "", 0);
    let pass = menu(&passing, 0, &[]).unwrap();
    assert_eq!(
        (leads(&pass), pass.entries[0].button),
        (vec!["!pass".to_owned()], Button::Quiet)
    );
}

#[test]
fn the_line_in_letters_marks_the_last_tile_and_doubles() {
    let mut table = Table::middle("{}", "3-3", &["3-4 1-1", "3-5 0-0"], "2-2", 0);
    assert_eq!(scene(&table, Viewer::Table).board, ["L [3-3] R"]);
    table.choose(0, "3-4 L");
    table.choose(1, "3-5 R");
    assert_eq!(scene(&table, Viewer::Table).board, ["L 4-3 [3-3] *3-5* R"]);
    assert_eq!(scene(&Table::new("{}", 2), Viewer::Table).board, [""; 0]);
    let long = "0-1 1-2 2-3 3-4 4-5 5-6 6-7 1-7 1-3 3-5 5-7 0-7";
    let table = Table::middle("{}", long, &["0-0", "1-1"], "2-2", 0);
    let board = scene(&table, Viewer::Table).board;
    assert_eq!(board.len(), 2);
    assert!(board.iter().all(|row| row.chars().count() <= 36), "{board:?}");
    assert_eq!(board.join(" "), format!("L {} R", table.line()));
}

#[test]
fn the_table_is_told_ends_supply_tiles_and_the_last_turns() {
    let mut table = Table::middle("{}", "3-5", &["0-1 6-7", "3-3 4-4"], "2-6 4-5 2-2", 0);
    table.choose(0, "draw");
    table.choose(0, "draw");
    table.choose(0, "4-5 R");
    let seen = scene(&table, Viewer::Table);
    assert_eq!(said(&seen.phase.unwrap()), "Seat 2's turn");
    assert_eq!(
        lines(&seen.summary),
        [
            "The left end shows **3**, the right end **4**.",
            "1 tile is left in the supply."
        ]
    );
    assert_eq!(
        lines(&seen.recent),
        ["Seat 1 drew 2 tiles and played 4-5 on the right."]
    );
    let marks: Vec<Vec<String>> = seen.seats.iter().map(|line| lines(&line.marks)).collect();
    assert_eq!(marks, [["3 tiles"], ["2 tiles"]]);
    assert!(seen.own.is_empty());
}

#[test]
fn a_seat_is_told_its_hand_what_it_drew_and_what_fits_where() {
    let mut table = Table::middle("{}", "3-5", &["0-1 6-7", "3-3 0-0 3-5"], "2-6 4-5 2-2", 1);
    let own = |table: &Table, seat: u8| lines(&scene(table, Viewer::Seat(Seat(seat))).own);
    assert_eq!(
        own(&table, 1),
        [
            "Your 3 tiles: **0-0 3-3 3-5**.",
            "You can play 3-3 3-5 on the left and 3-5 on the right."
        ]
    );
    assert_eq!(
        own(&table, 0),
        ["Your 2 tiles: **0-1 6-7**."],
        "not asked, nothing fits or does not"
    );
    table.choose(1, "3-3 L");
    table.choose(0, "draw");
    assert_eq!(own(&table, 0), ["Your 3 tiles: **0-1 2-6 6-7**.", "You drew 2-6."]);
    let hands = [
        "7-7 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-1",
        "1-2 1-3 1-4 1-5 1-6 1-7 2-2 2-3 2-4",
    ];
    let opening = Table::dealt("{}", &hands, "");
    assert_eq!(own(&opening, 0)[1], "You open with 7-7.");
}

#[test]
fn with_block_or_four_seats_nothing_is_said_of_a_supply() {
    let block = Table::middle(r#"{"block":true}"#, "3-5", &["3-4 1-1", "0-1"], "2-2", 0);
    assert_eq!(scene(&block, Viewer::Table).summary.len(), 1);
    let four = Table::middle("{}", "3-5", &["3-4 1-1", "0-1", "0-2", "0-3"], "", 0);
    assert_eq!(scene(&four, Viewer::Table).summary.len(), 1);
    let empty = Table::middle("{}", "3-5", &["3-4 1-1", "0-1"], "", 0);
    assert_eq!(lines(&scene(&empty, Viewer::Table).summary)[1], "The supply is empty.");
}

#[test]
fn a_hand_that_is_over_tells_who_held_what_and_who_scores() {
    let mut table = Table::middle("{}", "3-5", &["3-4", "0-0 6-7", "1-1"], "2-2", 0);
    table.choose(0, "3-4 L");
    let seen = scene(&table, Viewer::Table);
    assert_eq!(
        lines(&seen.recent),
        [
            "Seat 1 played 3-4 on the left.",
            "Seat 1 has no tile left.",
            "Seat 2 held 0-0 6-7, counting 13.",
            "Seat 3 held 1-1, counting 2.",
            "Seat 1 scores 15 points."
        ]
    );
    assert_eq!(
        seen.seats.iter().map(|line| line.score).collect::<Vec<_>>(),
        [Some(15), Some(0), Some(0)]
    );
    let mut tied = Table::middle("{}", "3-5", &["0-2", "1-1"], "", 0);
    tied.choose(0, "pass");
    tied.choose(1, "pass");
    let recent = lines(&scene(&tied, Viewer::Table).recent);
    assert_eq!(recent[2], "Nobody can play any more.");
    assert_eq!(recent.last().unwrap(), "The lowest count is tied, so nobody scores.");
}

#[test]
fn partners_are_named_and_score_together() {
    let json = r#"{"partners":true}"#;
    let mut table = Table::middle(json, "3-5", &["6-6", "1-2", "3-4", "1-1"], "", 2);
    let marks = |table: &Table| lines(&scene(table, Viewer::Table).seats[3].marks);
    assert_eq!(marks(&table), ["with Seat 2", "1 tile"]);
    table.choose(2, "3-4 L");
    let recent = lines(&scene(&table, Viewer::Table).recent);
    assert_eq!(recent.last().unwrap(), "Seat 1 and Seat 3 score 5 points together.");
}

#[test]
fn what_a_choice_brings_is_said_before_it_is_made() {
    let table = Table::middle("{}", "3-5", &["3-4 5-5", "0-1"], "2-2", 0);
    let consequences = |seat: u8, what: &str| lines(&games::DynGame::consequences(&table.0, Seat(seat), what));
    assert_eq!(consequences(0, "3-4 L"), ["The ends would then show 4 and 5."]);
    assert_eq!(consequences(0, "5-5 R"), ["The ends would then show 3 and 5."]);
    for what in ["3-4 R", "0-1 L", "draw", "pass", "3-4"] {
        assert_eq!(consequences(0, what), [""; 0], "{what} cannot be chosen");
    }
    assert_eq!(consequences(1, "0-1 L"), [""; 0], "it is not their turn");
    let offer = Dominoes::offer(
        &table.0.view(Viewer::Seat(Seat(0))),
        &Choice::Play(tile("3-4"), End::Left),
    );
    assert_eq!(said(&offer), "play it on the left; the ends are then 4 and 5");
}

#[test]
fn the_rules_are_those_of_the_options_and_say_what_is_ours() {
    let rules = |json: &str| lines(&Dominoes::rules(&super::support::options(json))).join("\n");
    let plain = rules("{}");
    assert!(plain.contains("until somebody has 100 points") && plain.contains("you draw until one does"));
    assert!(!plain.contains("**Partners.**") && plain.contains("**What is ours.**"));
    let other = rules(r#"{"block":true,"partners":true,"to":0}"#);
    assert!(other.contains("nobody draws at this table") && other.contains("**Partners.**"));
    assert!(other.contains("It is this one hand."));
}

#[test]
fn an_end_says_what_decided_where_the_points_do_not() {
    let decided = |json: &str, hands: &[&str]| {
        let mut table = Table::middle(json, "3-5", hands, "", 0);
        for seat in 0..hands.len() as u8 {
            assert_eq!(scene(&table, Viewer::Table).decided, [], "it is not over");
            table.choose(seat, "pass");
        }
        let said = scene(&table, Viewer::Table).decided;
        let sketch = Dominoes::picture(&table.0.view(Viewer::Table), Preview::Nothing).unwrap();
        assert!(said.iter().all(|phrase| sketch.alt.contains(phrase)));
        lines(&said)
    };
    assert_eq!(
        decided("{}", &["6-6", "0-1 0-2", "7-7"]),
        ["Blocked, and Seat 2 held least: 3."]
    );
    assert_eq!(
        decided(r#"{"partners":true}"#, &["0-0", "4-4", "1-7", "2-2"]),
        ["Blocked, and Seat 1 and Seat 3 held least together: 8."]
    );
    assert_eq!(
        decided("{}", &["6-6", "0-2", "1-1"]),
        ["The lowest count is tied, so nobody scores."]
    );
    assert_eq!(
        decided(r#"{"partners":true}"#, &["4-6", "0-6", "7-7", "6-6 2-4"]),
        ["Both teams hold 24: nobody scores."]
    );
    let out = |other: &str| {
        let mut table = Table::middle("{}", "3-5", &["3-4", other], "", 0);
        table.choose(0, "3-4 L");
        lines(&scene(&table, Viewer::Table).decided)
    };
    assert_eq!(out("0-1"), [""; 0], "who is out of tiles wins, and has the points");
    assert_eq!(
        out("0-0"),
        ["What the others hold counts nothing, but being out of tiles wins."]
    );
}
