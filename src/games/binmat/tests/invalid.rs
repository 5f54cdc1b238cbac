//! Invalid orders and the hands that they cost.

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS};

/// Lets both teams of one pass once each, the one whose turn it is first.
fn pass_round(board: &mut Board) -> Vec<String> {
    let mut facts = board.team("--");
    facts.extend(board.team("--"));
    facts
}

#[test]
fn who_passes_or_is_too_late_errs() {
    let mut board = Board::duel(DEFENDERS).ready();
    let lapsed = board.game.timeout_choice(Seat(0), &mut super::support::Chances(1));
    assert_eq!(lapsed, Some(Order::Pass));
    assert_eq!(board.flaw(0, "--"), Some(Flaw::Pass));
    assert_eq!(board.team("--"), ["invalid 0"]);
    assert_eq!(board.team("--"), ["invalid 1"]);
}

#[test]
fn an_attacker_who_errs_twice_running_loses_the_hand() {
    let mut board = Board::duel(ATTACKERS).hand(1, "8! 9! 2!").discard("a", "3!").ready();
    assert_eq!(board.team("c0"), ["invalid 1"]);
    assert_eq!(board.held(1), "8! 9! 2!");
    board.team("d0");
    assert_eq!(board.team("--"), ["invalid 1", "dump 1"]);
    assert_eq!(board.held(1), "");
    assert_eq!(board.discarded("a"), "3! 8! 9! 2!");
}

#[test]
fn a_defender_who_errs_twice_running_strews_the_hand_over_the_lanes() {
    let mut board = Board::duel(DEFENDERS)
        .hand(0, "2! 3! 4! 5! 6! 7! 8! 9!")
        .discard("0", "2&")
        .ready();
    board.team("--");
    board.team("d0");
    assert_eq!(board.team("--"), ["invalid 0", "dump 0"]);
    let piles = ["0", "1", "2", "3", "4", "5"].map(|deck| board.discarded(deck));
    assert_eq!(piles, ["2& 2! 8!", "3! 9!", "4!", "5!", "6!", "7!"]);
    assert_eq!(board.held(0), "");
}

#[test]
fn each_further_invalid_order_in_a_row_discards_again_even_an_empty_hand() {
    let mut board = Board::duel(DEFENDERS).hand(0, "2!").ready();
    assert_eq!(pass_round(&mut board), ["invalid 0", "invalid 1"]);
    assert_eq!(pass_round(&mut board), ["invalid 0", "dump 0", "invalid 1", "dump 1"]);
    assert_eq!(pass_round(&mut board), ["invalid 0", "dump 0", "invalid 1", "dump 1"]);
    assert_eq!(board.view(0).seats[0].invalid, 3);
}

#[test]
fn a_valid_order_in_between_begins_the_count_anew() {
    let mut board = Board::duel(DEFENDERS).hand(0, "2! 3!").ready();
    pass_round(&mut board);
    board.team("p2!0");
    board.team("--");
    assert_eq!(board.team("--"), ["invalid 0"]);
    assert_eq!(board.held(0), "3!");
}

#[test]
fn nobody_is_kicked_from_the_game() {
    let mut board = Board::of(1, 2, DEFENDERS).ready();
    for _ in 0..3 {
        board.team("-- --");
        board.team("d0");
    }
    assert_eq!(board.team("d3 d4"), [""; 0]);
    assert!(!board.held(1).is_empty());
}

#[test]
fn an_earlier_teammate_can_make_an_order_invalid_and_a_fact_says_so() {
    let mut board = Board::of(1, 2, DEFENDERS)
        .stack(DEFENDERS, 0, "2&")
        .hand(0, ">&")
        .hand(1, "3&")
        .ready();
    assert_eq!(board.flaw(1, "p3&0"), None);
    assert_eq!(board.team("u>&0 p3&0"), ["combat 0 0 1 -", "invalid 1"]);
    assert_eq!(board.held(1), "3&");
}

#[test]
fn only_malformed_text_and_the_wrong_teams_orders_are_refused() {
    let mut board = Board::of(2, 2, DEFENDERS).ready();
    let mut source = super::support::Chances(5);
    for _ in 0..300 {
        let order = super::support::wild_order(&mut source).to_string();
        assert_eq!(board.try_order(1, &order), Ok(()), "{order}");
        assert_eq!(board.try_order(2, &order), Err("binmat-refused-defenders"));
    }
    assert_eq!(board.try_order(4, "d0"), Err("refused-seat"));
    board.order(0, "d0");
    assert_eq!(board.try_order(0, "d0"), Err("binmat-refused-attackers"));
    let seats = board.game.awaits();
    assert_eq!(seats, Awaits::Seats([Seat(2), Seat(3)].into_iter().collect()));
}

#[test]
fn who_gave_an_order_that_turned_invalid_is_told_why_as_it_was_then() {
    let mut board = Board::of(2, 1, ATTACKERS)
        .stack(ATTACKERS, 0, "2!")
        .hand(2, "8!")
        .ready();
    board.team("c0 c0");
    let told = |board: &Board, seat| board.view(seat).last.last().unwrap().orders[1].told;
    let given = Some((super::support::order("c0"), Flaw::NoStack));
    assert_eq!(told(&board, 2), Told::Invalid { given });
    assert_eq!(told(&board, 1), Told::Invalid { given: None });
    assert_eq!(told(&board, 0), Told::Invalid { given: None });
    // The teammate was there first.
    let mut board = Board::of(1, 2, DEFENDERS).ready();
    board.team("d0 d0");
    let given = Some((super::support::order("d0"), Flaw::Taken));
    assert_eq!(told(&board, 1), Told::Invalid { given });
}

#[test]
fn cards_that_come_to_a_hand_do_not_begin_the_count_anew() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "8!")
        .stack(DEFENDERS, 0, "3&")
        .deck("0", "2& 2%")
        .hand(0, ">&")
        .hand(1, "9!")
        .ready();
    board.team("--");
    board.team("d5");
    assert_eq!(board.team("--"), ["invalid 1", "dump 1"]);
    // A defender's BREAK: two cards of the stack, and one that the attacker draws.
    assert_eq!(board.team("u>&0"), ["combat 0 3 0 3"]);
    assert_eq!(board.held(1), "2&");
    assert_eq!(board.view(0).seats[1].invalid, 2);
    assert_eq!(board.team("--"), ["invalid 1", "dump 1"]);
    assert_eq!(board.held(1), "");
    assert_eq!(board.discarded("a"), "9! >& 3& 8! 2&");
}
