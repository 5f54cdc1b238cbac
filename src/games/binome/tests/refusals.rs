//! What somebody reads whose typed choice is not taken, what is understood, and what is offered to those who type.

use super::support::Table;
use crate::games::DynGame;
use crate::rules::{Game, Seat};
use crate::words::tests::refusals;
use crate::words::{ENGLISH, Numbered, Words};

const SHEETS: [[u8; 8]; 2] = [[22, 88, 44, 10, 35, 19, 5, 67], [88, 22, 44, 10, 53, 91, 50, 76]];

/// Seat 0 has written a 7 as the tens of number 3, and another 7 is to be written.
fn writing() -> Table {
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    table.chance("roll 7");
    table.choose(0, "3t");
    table.choose(1, "1u");
    table.chance("roll 7");
    table
}

#[test]
fn every_refusal_gives_the_reason_and_the_rule() {
    let wait = Table::new("{}", 2).0;
    let write = writing().0;
    let open = r#"{"secrets":false}"#;
    let claim = Table::conference(open, 0, &SHEETS, &["identical", "max"]).0;
    let mut later = Table::conference(open, 0, &SHEETS, &["identical", "max"]);
    later.turn(&[Some(22), None]);
    let later = later.0;
    let mut spoken = Table::conference(open, 0, &SHEETS, &["identical"]);
    spoken.choose(0, "pass");
    let spoken = spoken.0;
    let mut over = Table::conference(open, 0, &SHEETS, &["identical"]);
    over.0.phase = super::super::Phase::Over;
    over.0.waiting = crate::rules::SeatSet::EMPTY;
    let over = over.0;
    refusals::proves(
        "binome",
        &[
            (&over, 0, "pass", "This game is over."),
            (&wait, 0, "3t", "Wait a moment: there is nothing to choose just now."),
            (
                &spoken,
                0,
                "22",
                "Everybody has heard your word on this postulate, and it stays. (Rules: The conference)",
            ),
            (
                &claim,
                1,
                "88",
                "It is not your turn: Seat 1 is deciding. (Rules: The conference)",
            ),
            (
                &write,
                0,
                "Claim 88",
                "The digits come first: choose a free space, such as `3t` (the tens of number 3) or `3u` (its units). (Rules: Numerology)",
            ),
            (
                &claim,
                0,
                "3 tens",
                "Your sheet is full: now you claim with a number, such as `claim 05`, or `pass`. (Rules: The conference)",
            ),
            (
                &write,
                0,
                "3T",
                "That space already holds a 7, and digits of earlier rolls stay where they are. (Rules: Numerology)",
            ),
            (
                &claim,
                0,
                "10",
                "10 does not fit this postulate. (Rules: The postulates)",
            ),
            (
                &later,
                0,
                "22",
                "You have used 22 already, and every number can be shown only once. (Rules: The conference)",
            ),
            (
                &claim,
                0,
                "claim 99",
                "99 is not among your numbers. (Rules: The conference)",
            ),
            (
                &claim,
                0,
                "all of it",
                "That is not how a move is written in this game. Use the buttons, or write it as the rules say. (Rules: Typing a move)",
            ),
        ],
        &["refused-draw", "refused-seat", "refused-turn"],
    );
}

#[test]
fn a_number_with_one_free_space_needs_no_more() {
    let table = writing().0;
    let read = |seat: u8, typed: &str| Game::read(&table, Seat(seat), typed).map(|choice| choice.to_string());
    assert_eq!(read(0, "3").as_deref(), Ok("3u"));
    assert_eq!(read(1, " 1 ").as_deref(), Ok("1t"));
    // Else it is what a bare number always is, and is refused with the reason.
    assert_eq!(read(0, "1").as_deref(), Ok("claim 01"));
}

#[test]
fn who_types_is_offered_their_own_spaces_and_numbers() {
    let words = Words::embedded().unwrap();
    let said = |game: &super::super::Binome, seat: u8, typed: &str| -> Vec<String> {
        let offered = game.suggest(Seat(seat), typed, 25).into_iter();
        let said = offered.map(|offer| format!("{}: {}", offer.what, words.text(ENGLISH, &offer.phrase, &Numbered)));
        said.collect()
    };
    let write = writing().0;
    assert_eq!(said(&write, 0, "3"), ["3u: write the 7 as the units of number 3"]);
    assert_eq!(said(&write, 0, "").len(), 15);
    let mut written = writing();
    written.choose(0, "3u");
    assert_eq!(
        said(&written.0, 0, "3"),
        ["3u: write the 7 as the units of number 3"],
        "it may be moved"
    );
    let open = r#"{"secrets":false}"#;
    let claim = Table::conference(open, 0, &SHEETS, &["identical"]).0;
    assert_eq!(said(&claim, 0, "8"), ["claim 88: claim with 88"]);
    assert_eq!(
        said(&claim, 0, ""),
        [
            "claim 22: claim with 22",
            "claim 44: claim with 44",
            "claim 88: claim with 88",
            "pass: let it go"
        ]
    );
    assert_eq!(said(&claim, 1, ""), [""; 0], "it is not their turn");
}
