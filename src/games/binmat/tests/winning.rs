//! How a game is won.

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS};

fn places(board: &Board) -> Vec<u8> {
    match board.game.awaits() {
        Awaits::Nobody(outcome) => {
            assert_eq!(outcome.scores, None);
            outcome.places.unwrap()
        }
        other => panic!("the game goes on: {other:?}"),
    }
}

#[test]
fn defenders_who_hold_out_to_the_end_have_won() {
    let mut board = Board::of(2, 1, ATTACKERS).turn(109).ready();
    board.order(1, "d0");
    assert_eq!(board.winner(), None);
    board.order(2, "d1");
    assert_eq!(board.winner(), Some(DEFENDERS));
    assert_eq!(places(&board), [1, 2, 2]);
    assert_eq!(board.try_order(1, "d0"), Err("refused-over"));
    assert_eq!(board.game.turn, 109);
}

#[test]
fn turn_108_is_not_the_last() {
    let mut board = Board::duel(DEFENDERS).turn(108).ready();
    board.team("d0");
    assert_eq!((board.winner(), board.game.turn), (None, 109));
}

#[test]
fn damage_that_finds_nothing_left_wins_for_the_attackers() {
    let mut board = Board::of(2, 1, ATTACKERS)
        .stack(ATTACKERS, 0, "8!")
        .deck("0", "2& 2%")
        .hand(2, "9!")
        .ready();
    assert_eq!(board.team("c0 p9!0"), ["combat 0 3 0 4"]);
    assert_eq!(board.winner(), Some(ATTACKERS));
    assert_eq!(places(&board), [2, 1, 1]);
    assert_eq!(board.held(1), "2& 2%");
    assert_eq!(board.held(2), "9!", "the orders that are left are not resolved");
}

#[test]
fn a_lane_that_is_emptied_exactly_holds() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "8!")
        .deck("0", "2& 2% 2+ 2#")
        .ready();
    board.team("c0");
    assert_eq!(board.winner(), None);
    assert_eq!(board.left("0"), "");
}

#[test]
fn the_discard_pile_of_the_lane_is_drawn_before_the_attackers_win() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "8!")
        .deck("0", "2&")
        .discard("0", "3&")
        .ready();
    board.team("c0");
    assert_eq!(board.winner(), None);
    board.chance("reshuffle 0 3&");
    assert_eq!(board.winner(), Some(ATTACKERS));
}

#[test]
fn an_attackers_draw_where_nothing_is_left_wins() {
    let mut board = Board::duel(ATTACKERS).deck("3", "").ready();
    assert_eq!(board.flaw(1, "d3"), None, "it is a valid order");
    assert_eq!(board.team("d3"), [""; 0]);
    assert_eq!(board.winner(), Some(ATTACKERS));
}

#[test]
fn a_second_draw_from_a_lane_that_a_teammate_has_emptied_is_invalid_and_no_win() {
    let mut board = Board::of(2, 1, ATTACKERS).deck("3", "2!").ready();
    assert_eq!(board.team("d3 d3"), ["invalid 2"]);
    assert_eq!(board.winner(), None);
}

#[test]
fn an_empty_lane_behind_a_defender_stack_is_not_drawn_from() {
    let mut board = Board::duel(ATTACKERS).stack(DEFENDERS, 3, "2!").deck("3", "").ready();
    assert_eq!(board.team("d3"), ["invalid 1"]);
    assert_eq!(board.winner(), None);
}

#[test]
fn the_attackers_win_in_the_turn_of_the_defenders_when_a_break_begins_their_combat() {
    let mut board = Board::of(1, 2, DEFENDERS)
        .stack(DEFENDERS, 0, "3&")
        .stack(ATTACKERS, 0, "8!")
        .hand(0, ">&")
        .deck("0", "")
        .ready();
    assert_eq!(board.team("u>&0 d1"), ["combat 0 3 0 3"]);
    assert_eq!(board.winner(), Some(ATTACKERS));
    assert_eq!(board.held(1), "");
}

#[test]
fn the_attackers_win_at_once_in_the_last_turn_too() {
    let mut board = Board::duel(ATTACKERS).turn(109).deck("3", "").ready();
    board.team("d3");
    assert_eq!(board.winner(), Some(ATTACKERS));
}
