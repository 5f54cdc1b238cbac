//! The BREAK.

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS};

#[test]
fn a_break_needs_a_card_beneath_it() {
    for (side, seat) in [(DEFENDERS, 0), (ATTACKERS, 1)] {
        let board = Board::duel(side).hand(seat, ">&").ready();
        assert_eq!(board.flaw(seat, "p>&0"), Some(Flaw::BreakFirst));
        assert_eq!(board.flaw(seat, "u>&0"), Some(Flaw::BreakFirst));
    }
    let mut board = Board::duel(DEFENDERS).hand(0, ">&").ready();
    assert_eq!(board.team("u>&0"), ["invalid 0"]);
}

#[test]
fn an_open_break_on_hidden_cards_is_combat_at_once() {
    let mut board = Board::duel(ATTACKERS).stack(ATTACKERS, 0, "8!").hand(1, ">&").ready();
    assert_eq!(board.team("u>&0"), ["combat 0 3 0 3"]);
    let mut board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 0, "8&")
        .stack(ATTACKERS, 0, "2!")
        .hand(0, ">&")
        .ready();
    assert_eq!(board.team("u>&0"), ["combat 0 1 3 -"]);
    assert_eq!(board.stacked(DEFENDERS, 0), "8&u >&u");
    assert_eq!(board.discarded("0"), "2!");
}

#[test]
fn a_break_that_is_played_face_down_begins_nothing() {
    for (side, seat) in [(DEFENDERS, 0), (ATTACKERS, 1)] {
        let mut board = Board::duel(side).stack(side, 0, "8&").hand(seat, ">&").ready();
        assert_eq!(board.team("p>&0"), [""; 0]);
        assert_eq!(board.stacked(side, 0), "8& >&");
    }
}

#[test]
fn an_open_break_on_open_cards_is_combat_too() {
    let mut board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 0, "9&u")
        .stack(ATTACKERS, 0, "3!")
        .hand(0, ">&")
        .ready();
    assert_eq!(board.flaw(0, "p>&0"), Some(Flaw::FaceUp), "not face down");
    assert_eq!(board.team("u>&0"), ["bounce 0", "combat 0 0 0 0"]);
}

#[test]
fn defenders_lay_no_second_open_break() {
    let board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 0, "9&u >%u")
        .hand(0, ">&")
        .ready();
    assert_eq!(board.flaw(0, "u>&0"), Some(Flaw::BreakTwice));
    let board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 0, "9& >%")
        .hand(0, ">&")
        .ready();
    assert_eq!(board.flaw(0, "u>&0"), None, "one that lies face down is none");
    assert_eq!(board.flaw(0, "p>&0"), None);
}

#[test]
fn with_a_break_power_and_size_of_the_stack_compete() {
    for (attackers, defenders, damage) in [
        ("8! >!", "3& 3%", 3),
        ("4! >!", "3& 3% 5&", 3),
        ("8! >!", "3& 3% 5& 6&", 4),
        // It counts in either stack.
        ("8!", "3& >%", 3),
        ("2!", "3& 3% 5& >&", 4),
        // The difference plus one is not looked at.
        ("8! >!", "8&", 3),
        ("8! >!", "4&", 3),
    ] {
        let mut board = Board::duel(ATTACKERS)
            .stack(ATTACKERS, 0, attackers)
            .stack(DEFENDERS, 0, defenders)
            .ready();
        let told = board.team("c0");
        assert!(
            told[0].ends_with(&format!(" {damage}")),
            "{attackers} | {defenders}: {told:?}"
        );
    }
}

#[test]
fn a_break_does_not_help_a_weaker_stack() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "4! >!")
        .stack(DEFENDERS, 0, "8&")
        .ready();
    assert_eq!(board.team("c0"), ["combat 0 2 3 -"]);
}

#[test]
fn damage_of_a_defenders_combat_is_drawn_in_turns() {
    let mut board = Board::of(3, 1, DEFENDERS)
        .stack(DEFENDERS, 0, "3&")
        .stack(ATTACKERS, 0, "9! 7! *!")
        .hand(0, ">&")
        .deck("0", "2& 2% 2+ 4& 4% 4+")
        .ready();
    // 5 against 0, a BREAK: five points, two of them cards of the stack.
    assert_eq!(board.team("u>&0"), ["combat 0 5 0 5"]);
    assert_eq!(board.discarded("a"), ">& 3& 9! 7! *!");
    assert_eq!([1, 2, 3].map(|seat| board.held(seat)), ["2&", "2%", "2+"]);
    assert_eq!(board.left("0"), "4& 4% 4+");
}

#[test]
fn the_attackers_begin_again_with_0_in_each_combat() {
    let mut board = Board::of(2, 2, DEFENDERS)
        .stack(DEFENDERS, 0, "3&")
        .stack(ATTACKERS, 0, "8!")
        .stack(DEFENDERS, 1, "3%")
        .stack(ATTACKERS, 1, "8^")
        .hand(0, ">&")
        .hand(1, ">%")
        .deck("0", "2& 2% 2+")
        .deck("1", "4& 4% 4+")
        .ready();
    assert_eq!(board.team("u>&0 u>%1"), ["combat 0 3 0 3", "combat 1 3 0 3"]);
    assert_eq!([2, 3].map(|seat| board.held(seat)), ["2& 4&", ""]);
}

#[test]
fn more_points_than_attackers_go_around() {
    let mut board = Board::of(2, 1, DEFENDERS)
        .stack(DEFENDERS, 0, "3&")
        .stack(ATTACKERS, 0, "9! 7! *! *^")
        .hand(0, ">&")
        .deck("0", "2& 2% 2+ 4& 4% 4+")
        .ready();
    assert_eq!(board.team("u>&0"), ["combat 0 6 0 6"]);
    assert_eq!([1, 2].map(|seat| board.held(seat)), ["2& 2+", "2% 4&"]);
}

#[test]
fn a_defenders_break_without_an_attackers_stack_is_legal() {
    let mut board = Board::duel(DEFENDERS).stack(DEFENDERS, 0, "8&").hand(0, ">&").ready();
    assert_eq!(board.team("u>&0"), ["combat 0 0 3 -"]);
    assert_eq!(board.stacked(DEFENDERS, 0), "8&u >&u");
    let mut board = Board::duel(DEFENDERS).stack(DEFENDERS, 0, "7&").hand(0, ">&").ready();
    assert_eq!(board.team("u>&0"), ["bounce 0", "combat 0 0 0 0"]);
    assert_eq!(board.stacked(DEFENDERS, 0), "7&u >&u");
}

#[test]
fn after_a_shuffle_in_a_defenders_combat_the_next_attacker_draws() {
    let mut board = Board::of(2, 2, DEFENDERS)
        .stack(DEFENDERS, 0, "3&")
        .stack(ATTACKERS, 0, "9! 7!")
        .hand(0, ">&")
        .deck("0", "2&")
        .discard("0", "4& 5&")
        .deck("1", "6&")
        .ready();
    // Four points: two cards of the stack, two draws.
    assert_eq!(board.team("u>&0 d1"), ["combat 0 4 0 4"]);
    assert_eq!(board.game.awaits(), Awaits::Chance);
    assert_eq!([1, 2, 3].map(|seat| board.held(seat)), ["", "2&", ""]);
    assert_eq!(board.stacked(ATTACKERS, 0), "9!u 7!u");
    assert_eq!(board.chance("reshuffle 0 5&,4&"), [""; 0]);
    assert_eq!([1, 2, 3].map(|seat| board.held(seat)), ["6&", "2&", "5&"]);
    assert_eq!(board.discarded("a"), ">& 3& 9! 7!");
    assert!(board.is_next_turn(40));
}

#[test]
fn a_shuffle_in_a_defenders_combat_may_not_be_enough() {
    let mut board = Board::of(2, 2, DEFENDERS)
        .stack(DEFENDERS, 0, "3&")
        .stack(ATTACKERS, 0, "9! 7! *!")
        .hand(0, ">&")
        .deck("0", "2&")
        .discard("0", "4&")
        .ready();
    assert_eq!(board.team("u>&0 d1"), ["combat 0 5 0 5"]);
    assert_eq!(board.winner(), None);
    assert_eq!(board.chance("reshuffle 0 4&"), [""; 0]);
    assert_eq!(board.winner(), Some(ATTACKERS));
    assert_eq!([1, 2, 3].map(|seat| board.held(seat)), ["", "2&", "4&"]);
}
