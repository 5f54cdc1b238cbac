//! Cards that are played to stacks.

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS};

#[test]
fn cards_lie_as_those_beneath_do_and_the_first_one_hidden() {
    for (stack, down, up) in [
        ("", None, Some(Flaw::FaceDown)),
        ("2&", None, Some(Flaw::FaceDown)),
        ("2&u", Some(Flaw::FaceUp), None),
    ] {
        let board = Board::duel(DEFENDERS)
            .stack(DEFENDERS, 2, stack)
            .hand(0, "8! @! *! ?!")
            .ready();
        for card in ["8!", "@!", "*!", "?!"] {
            assert_eq!(board.flaw(0, &format!("p{card}2")), down, "{card} on {stack:?}");
            assert_eq!(board.flaw(0, &format!("u{card}2")), up, "{card} on {stack:?}");
        }
    }
}

#[test]
fn a_card_that_is_played_leaves_the_hand_for_the_own_stack_in_that_lane() {
    let mut board = Board::duel(DEFENDERS)
        .stack(ATTACKERS, 2, "3#")
        .hand(0, "8! 9! 8&")
        .ready();
    assert_eq!(board.team("p9!2"), [""; 0]);
    assert_eq!(
        (board.held(0).as_str(), board.stacked(DEFENDERS, 2).as_str()),
        ("8! 8&", "9!")
    );
    assert_eq!(board.stacked(ATTACKERS, 2), "3#");
    let mut board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 2, "3#u")
        .hand(0, "8! 9!")
        .ready();
    assert_eq!(board.team("u9!2"), [""; 0]);
    assert_eq!(board.stacked(DEFENDERS, 2), "3#u 9!u");
}

#[test]
fn attackers_play_face_down_to_their_own_stacks() {
    let mut board = Board::duel(ATTACKERS)
        .stack(DEFENDERS, 0, "3#u")
        .hand(1, "8! @! *! ?!")
        .ready();
    for card in ["8!", "@!", "*!"] {
        assert_eq!(board.flaw(1, &format!("p{card}0")), None);
        assert_eq!(board.flaw(1, &format!("u{card}0")), Some(Flaw::FaceDown));
    }
    assert_eq!((board.flaw(1, "p?!0"), board.flaw(1, "u?!0")), (None, None));
    board.team("p8!0");
    assert_eq!(board.stacked(ATTACKERS, 0), "8!");
}

#[test]
fn a_card_that_is_not_in_the_hand_cannot_be_played() {
    let mut board = Board::duel(DEFENDERS).stack(DEFENDERS, 1, "2#u").hand(0, "8!").ready();
    for what in ["p8&0", "u8&1", "x8&0"] {
        assert_eq!(board.flaw(0, what), Some(Flaw::NotHeld), "{what}");
    }
    assert_eq!(board.team("p8&0"), ["invalid 0"]);
    assert_eq!(board.held(0), "8!");
}

#[test]
fn teammates_can_play_to_the_same_stack_in_one_turn() {
    let mut board = Board::of(1, 3, DEFENDERS)
        .hand(0, "2!")
        .hand(1, ">!")
        .hand(2, "4!")
        .ready();
    assert_eq!(board.team("p2!0 p>!0 p4!0"), [""; 0]);
    assert_eq!(board.stacked(DEFENDERS, 0), "2! >! 4!");
}
