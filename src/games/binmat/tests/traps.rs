//! The TRAP.

use super::support::{ATTACKERS, Board, DEFENDERS};

#[test]
fn every_trap_that_turns_takes_the_newest_card_opposite() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "@! 8! @&")
        .stack(DEFENDERS, 0, "3& 5& 8& 9&")
        .ready();
    let told = board.team("c0");
    assert_eq!(told, ["trap 0 9&", "trap 0 8&", "combat 0 3 3 1"]);
    assert_eq!(board.stacked(DEFENDERS, 0), "3&u");
    assert_eq!(
        board.discarded("a"),
        "9& 8& 5& @! 8! @&",
        "to the attackers' own discard pile"
    );
}

#[test]
fn defender_traps_discard_to_the_lane_discard_pile() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 3, "2! 4! 9!")
        .stack(DEFENDERS, 3, "@& 4&")
        .ready();
    assert_eq!(board.team("c3"), ["trap 3 9!", "combat 3 0 2 -"]);
    assert_eq!(board.discarded("3"), "9! 2! 4!");
}

#[test]
fn a_trap_that_lies_face_up_already_does_not_fire() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "8!")
        .stack(DEFENDERS, 0, "@&u 3&u")
        .ready();
    assert_eq!(board.team("c0"), ["combat 0 3 0 4"]);
}

#[test]
fn the_initiators_traps_come_first_and_take_those_of_the_other_team_before_they_fire() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "8! @!")
        .stack(DEFENDERS, 0, "2& @&")
        .ready();
    assert_eq!(board.team("c0"), ["trap 0 @&", "combat 0 3 1 3"]);
}

#[test]
fn a_trap_that_was_taken_after_it_fired_has_done_its_work() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "8! @!")
        .stack(DEFENDERS, 0, "@& 2&")
        .ready();
    assert_eq!(board.team("c0"), ["trap 0 2&", "trap 0 @!", "combat 0 3 0 4"]);
    assert_eq!(board.discarded("0"), "@!");
    assert_eq!(board.discarded("a"), "2& @& 8!");
}

#[test]
fn when_a_defender_begins_the_combat_its_traps_fire_first() {
    let mut board = Board::duel(DEFENDERS)
        .stack(ATTACKERS, 0, "@! 8!")
        .stack(DEFENDERS, 0, "@& @%")
        .hand(0, ">&")
        .ready();
    // Both cards of the attackers are gone before their TRAP could fire.
    assert_eq!(
        board.team("u>&0"),
        ["trap 0 8!", "trap 0 @!", "bounce 0", "combat 0 0 0 0"]
    );
    assert_eq!(board.stacked(DEFENDERS, 0), "@&u @%u >&u");
    assert_eq!(board.discarded("0"), "8! @!");
}

#[test]
fn a_trap_takes_the_break_that_began_the_combat_when_that_was_played_last() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "2!")
        .stack(DEFENDERS, 0, "3& 3% @&")
        .hand(1, ">!")
        .ready();
    // Without the BREAK the damage is the difference and one more.
    assert_eq!(board.team("u>!0"), ["trap 0 >!", "combat 0 1 0 2"]);
}

#[test]
fn a_trap_with_nothing_to_take_takes_nothing() {
    let mut board = Board::duel(ATTACKERS).stack(ATTACKERS, 0, "@! 8! @&").ready();
    assert_eq!(board.team("c0"), ["combat 0 3 0 4"]);
}

#[test]
fn a_trap_of_the_attackers_that_is_left_fires_after_a_defenders_break() {
    let mut board = Board::duel(DEFENDERS)
        .stack(ATTACKERS, 0, "8! @!")
        .stack(DEFENDERS, 0, "3&")
        .hand(0, ">&")
        .deck("0", "2& 2% 2+ 4&")
        .ready();
    assert_eq!(board.team("u>&0"), ["trap 0 >&", "combat 0 3 0 4"]);
    assert_eq!(board.discarded("a"), ">& 3& 8! @!");
    assert_eq!((board.held(1).as_str(), board.left("0").as_str()), ("2& 2% 2+", "4&"));
}
