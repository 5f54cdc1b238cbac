//! The BOUNCE, and combats in which both stacks have no power.

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS};

#[test]
fn two_powerless_stacks_cost_only_the_attackers_theirs() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "3! 6!")
        .stack(DEFENDERS, 0, "7& 3&")
        .ready();
    assert_eq!(board.team("c0"), ["bounce 0", "combat 0 0 0 0"]);
    assert_eq!(board.discarded("a"), "3! 6!");
    assert_eq!(board.discarded("0"), "");
    assert_eq!(board.stacked(DEFENDERS, 0), "7&u 3&u");
}

#[test]
fn bounces_change_sides_when_they_are_thrown_away() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "?! 8! ?^")
        .stack(DEFENDERS, 0, "2& ?& 2%")
        .ready();
    assert_eq!(board.team("c0"), ["bounce 0", "combat 0 0 0 0"]);
    assert_eq!(board.discarded("0"), "?! ?^", "those of the attackers");
    assert_eq!(
        board.discarded("a"),
        "?& 8!",
        "those of the defenders, and the attackers' stack"
    );
    assert_eq!(board.stacked(DEFENDERS, 0), "2&u 2%u");
    assert_eq!(board.held(1), "", "no damage is caused");
}

#[test]
fn a_bounce_that_was_trapped_does_not_bounce() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "@! 8!")
        .stack(DEFENDERS, 0, "3& ?&")
        .ready();
    assert_eq!(board.team("c0"), ["trap 0 ?&", "combat 0 3 0 4"]);
}

#[test]
fn a_bounce_goes_before_a_break() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "8! >!")
        .stack(DEFENDERS, 0, "3& ?& 5&")
        .ready();
    assert_eq!(board.team("c0"), ["bounce 0", "combat 0 0 0 0"]);
    assert_eq!(board.discarded("a"), "?& 8! >!");
}

#[test]
fn an_attackers_open_bounce_where_nothing_lies_is_combat() {
    let mut board = Board::duel(ATTACKERS)
        .stack(DEFENDERS, 4, "8& @% ?&")
        .hand(1, "?! 2!")
        .ready();
    // The defenders' TRAP takes the BOUNCE of the attackers; their own BOUNCE is still there.
    assert_eq!(board.team("u?!4"), ["trap 4 ?!", "bounce 4", "combat 4 0 0 0"]);
    assert_eq!(board.discarded("4"), "?!");
    assert_eq!(board.discarded("a"), "?&");
    assert_eq!(board.stacked(DEFENDERS, 4), "8&u @%u");
    assert_eq!(board.held(1), "2!");
    // Against nothing it goes to the lane.
    let mut board = Board::duel(ATTACKERS).hand(1, "?!").ready();
    assert_eq!(board.team("u?!0"), ["bounce 0", "combat 0 0 0 0"]);
    assert_eq!(board.discarded("0"), "?!");
}

#[test]
fn a_bounce_that_is_trapped_leaves_an_attackers_stack_without_power() {
    let mut board = Board::duel(ATTACKERS)
        .stack(DEFENDERS, 1, "@& 4&")
        .hand(1, "?!")
        .ready();
    assert_eq!(board.team("u?!1"), ["trap 1 ?!", "combat 1 0 2 -"]);
    assert_eq!(board.stacked(DEFENDERS, 1), "@&u 4&u");
}

#[test]
fn an_attackers_open_bounce_needs_an_empty_place() {
    let mut board = Board::duel(ATTACKERS).stack(ATTACKERS, 0, "8!").hand(1, "?!").ready();
    assert_eq!(board.flaw(1, "u?!0"), Some(Flaw::FaceDown));
    assert_eq!(board.team("u?!0"), ["invalid 1"]);
    assert_eq!(board.held(1), "?!", "an invalid order costs nothing but itself");
}

#[test]
fn for_defenders_the_bounce_is_played_like_any_other_card() {
    for (stack, valid, invalid) in [("", "p?&0", "u?&0"), ("2&", "p?&0", "u?&0"), ("2&u", "u?&0", "p?&0")] {
        let board = Board::duel(DEFENDERS).stack(DEFENDERS, 0, stack).hand(0, "?&").ready();
        assert_eq!(board.flaw(0, valid), None, "{stack}");
        assert!(board.flaw(0, invalid).is_some(), "{stack}");
    }
    let mut board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 0, "2&u")
        .stack(ATTACKERS, 0, "8!")
        .hand(0, "?&")
        .ready();
    assert_eq!(board.team("u?&0"), [""; 0], "and begins no combat");
    assert_eq!(board.stacked(DEFENDERS, 0), "2&u ?&u");
}
