//! Draws, and the shuffles that they need.

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS};

#[test]
fn defenders_draw_wherever_they_like() {
    for number in 0..6 {
        let mut board = Board::duel(DEFENDERS)
            .stack(DEFENDERS, 0, "8&")
            .stack(ATTACKERS, 1, "8!")
            .hand(0, "2!")
            .ready();
        let top = board.game.table.deck(Deck::ALL[number]).top().unwrap();
        assert_eq!(board.team(&format!("d{number}")), [""; 0]);
        assert_eq!(board.held(0), format!("2! {top}"), "the new card is held last");
    }
}

#[test]
fn attackers_draw_only_where_no_defenders_stand() {
    let mut board = Board::duel(ATTACKERS)
        .stack(DEFENDERS, 0, "8&")
        .stack(ATTACKERS, 1, "8!")
        .ready();
    assert_eq!(board.flaw(1, "d0"), Some(Flaw::Guarded));
    for number in 1..6 {
        assert_eq!(board.flaw(1, &format!("d{number}")), None, "an own stack is no matter");
    }
    assert_eq!(board.team("d0"), ["invalid 1"]);
    assert_eq!(board.held(1), "");
}

#[test]
fn the_deck_of_the_attackers_is_theirs_alone() {
    let mut board = Board::duel(ATTACKERS).deck("a", "2! 3! 4!").ready();
    assert_eq!(board.team("da"), [""; 0]);
    assert_eq!((board.held(1).as_str(), board.left("a").as_str()), ("2!", "3! 4!"));
    let mut board = Board::duel(DEFENDERS).deck("a", "2! 3! 4!").ready();
    assert_eq!(board.flaw(0, "da"), Some(Flaw::AttackersOnly));
    assert_eq!(board.team("da"), ["invalid 0"]);
}

#[test]
fn the_next_card_of_an_open_deck_is_turned_over_after_a_draw() {
    let mut board = Board::duel(DEFENDERS).deck("3", "2! 3! 4!").deck("2", "2& 3&").ready();
    assert_eq!(board.view(1).lanes[3].top, Some("2!".parse().unwrap()));
    board.team("d3");
    assert_eq!(board.view(1).lanes[3].top, Some("3!".parse().unwrap()));
    assert_eq!(board.view(0).lanes[2].top, None);
}

#[test]
fn one_lane_gives_a_team_one_draw_in_a_turn() {
    let mut board = Board::of(1, 3, DEFENDERS).ready();
    assert_eq!(board.team("d2 d2 d3"), ["invalid 1"]);
    assert!(board.held(1).is_empty() && !board.held(0).is_empty() && !board.held(2).is_empty());
    // In the next turn of the team the lane is free again.
    board.team("--");
    assert_eq!(board.team("-- d2 --"), ["invalid 0", "invalid 2"]);
    assert!(!board.held(1).is_empty());
}

#[test]
fn the_attacker_deck_is_open_to_every_member_in_a_turn() {
    let mut board = Board::of(3, 1, ATTACKERS).deck("a", "2! 3!").discard("a", "4!").ready();
    assert_eq!(board.team("da da da"), [""; 0]);
    assert_eq!(board.chance("reshuffle a 4!"), [""; 0]);
    assert_eq!([1, 2, 3].map(|seat| board.held(seat)), ["2!", "3!", "4!"]);
}

#[test]
fn a_failed_draw_does_not_stop_the_next() {
    // Nothing is there for the first; for the third what the second has thrown away.
    let mut board = Board::of(1, 3, DEFENDERS).deck("0", "").hand(1, "2!").ready();
    assert_eq!(board.team("d0 x2!0 d0"), ["invalid 0"]);
    assert_eq!(board.game.awaits(), Awaits::Chance);
    assert_eq!(board.chance("reshuffle 0 2!"), [""; 0]);
    assert_eq!(board.held(2), "2!");
    // The first finds defenders there, whom the second beats.
    let mut board = Board::of(3, 1, ATTACKERS)
        .stack(DEFENDERS, 0, "2&")
        .stack(ATTACKERS, 0, "2!")
        .deck("0", "5& 6&")
        .ready();
    assert_eq!(board.team("d0 c0 d0"), ["invalid 1", "combat 0 1 1 1"]);
    assert_eq!([1, 2, 3].map(|seat| board.held(seat)), ["", "", "5&"]);
}

#[test]
fn what_finds_a_deck_empty_waits_for_its_discard_pile() {
    let mut board = Board::duel(DEFENDERS).deck("0", "").discard("0", "2! 3! 4!").ready();
    assert_eq!(board.order(0, "d0"), [""; 0]);
    assert_eq!(board.game.awaits(), Awaits::Chance);
    assert_eq!(board.view(1).stage, Stage::Resolving);
    let drawn = board.game.draw(&mut super::support::Chances(4)).to_string();
    assert!(drawn.starts_with("reshuffle 0 "), "{drawn}");
    assert_eq!(board.chance("reshuffle 0 4!,2!,3!"), [""; 0]);
    assert_eq!((board.held(0).as_str(), board.left("0").as_str()), ("4!", "2! 3!"));
    assert_eq!(board.discarded("0"), "");
    assert!(board.is_next_turn(40));
}

#[test]
fn a_deck_is_reshuffled_by_the_draw_that_finds_it_empty_and_not_before() {
    let mut board = Board::duel(DEFENDERS).deck("0", "5!").discard("0", "2! 3!").ready();
    board.team("d0");
    assert_eq!((board.left("0").as_str(), board.discarded("0").as_str()), ("", "2! 3!"));
    assert!(board.is_next_turn(40));
}

#[test]
fn an_open_deck_is_open_again_after_a_shuffle() {
    let mut board = Board::duel(DEFENDERS).deck("5", "").discard("5", "2! 3! 4!").ready();
    assert_eq!(board.view(1).lanes[5].top, None);
    board.team("d5");
    board.chance("reshuffle 5 4!,2!,3!");
    assert_eq!(board.view(1).lanes[5].top, Some("2!".parse().unwrap()));
}

#[test]
fn only_the_whole_discard_pile_is_taken_for_a_shuffle() {
    let mut board = Board::duel(DEFENDERS).deck("0", "").discard("0", "2! 3! 4!").ready();
    board.team("d0");
    for what in [
        "reshuffle 0 4!,2!",
        "reshuffle 0 4!,2!,5!",
        "reshuffle 1 4!,2!,3!",
        "order 0",
        "lane 0 4!,2!,3!",
    ] {
        assert_eq!(board.try_chance(what), Err("refused-draw"), "{what}");
    }
    assert_eq!(board.try_order(0, "d0"), Err("refused-wait"));
}

#[test]
fn a_defenders_draw_from_an_empty_deck_without_discard_pile_is_invalid() {
    let mut board = Board::duel(DEFENDERS).deck("0", "").ready();
    assert_eq!(board.flaw(0, "d0"), Some(Flaw::NoCards));
    assert_eq!(board.team("d0"), ["invalid 0"]);
    assert_eq!(board.winner(), None);
}

#[test]
fn a_draw_from_the_attacker_deck_without_cards_or_discard_pile_is_invalid() {
    let mut board = Board::duel(ATTACKERS).ready();
    assert_eq!(board.flaw(1, "da"), Some(Flaw::NoCards));
    assert_eq!(board.team("da"), ["invalid 1"]);
}

#[test]
fn one_card_given_up_buys_an_attacker_two() {
    let mut board = Board::duel(ATTACKERS).deck("a", "2! 3! 4!").hand(1, "8! 9!").ready();
    assert_eq!(board.team("x8!a"), [""; 0]);
    assert_eq!(board.held(1), "9! 2! 3!");
    assert_eq!((board.left("a").as_str(), board.discarded("a").as_str()), ("4!", "8!"));
}

#[test]
fn the_discard_happens_first_so_that_the_card_can_be_shuffled_in_and_drawn() {
    let mut board = Board::duel(ATTACKERS).deck("a", "2!").hand(1, "8!").ready();
    assert_eq!(board.team("x8!a"), [""; 0]);
    assert_eq!(board.held(1), "2!");
    assert_eq!(board.chance("reshuffle a 8!"), [""; 0]);
    assert_eq!(board.held(1), "2! 8!");
    // With an empty deck the card is shuffled in before the first draw.
    let mut board = Board::duel(ATTACKERS).discard("a", "2!").hand(1, "8!").ready();
    board.team("x8!a");
    board.chance("reshuffle a 8!,2!");
    assert_eq!(board.held(1), "8! 2!");
    assert!(board.is_next_turn(41));
}

#[test]
fn with_nothing_to_draw_the_discard_for_two_is_invalid() {
    let mut board = Board::duel(ATTACKERS).hand(1, "8!").ready();
    assert_eq!(board.flaw(1, "x8!a"), Some(Flaw::NoCards));
    assert_eq!(board.team("x8!a"), ["invalid 1"]);
    assert_eq!(board.held(1), "8!");
}

#[test]
fn only_defenders_throw_cards_behind_a_lane() {
    let mut board = Board::duel(DEFENDERS).hand(0, "8! 9!").discard("4", "2!").ready();
    assert_eq!(board.flaw(0, "x8!a"), Some(Flaw::AttackersOnly));
    assert_eq!(board.team("x8!4"), [""; 0]);
    assert_eq!((board.held(0).as_str(), board.discarded("4").as_str()), ("9!", "2! 8!"));
    let mut board = Board::duel(ATTACKERS).hand(1, "8! 9!").ready();
    assert_eq!(board.flaw(1, "x8!4"), Some(Flaw::DefendersOnly));
    assert_eq!(board.team("x8!4"), ["invalid 1"]);
}

#[test]
fn the_draws_of_damage_reshuffle_the_lane_in_the_middle_of_the_combat() {
    let mut board = Board::of(2, 1, ATTACKERS)
        .stack(ATTACKERS, 3, "8!")
        .stack(DEFENDERS, 3, "3&")
        .deck("3", "2&")
        .discard("3", "4& 5&")
        .hand(2, "7!")
        .ready();
    board.order(1, "c3");
    assert_eq!(board.order(2, "p7!3"), ["combat 3 3 0 4"]);
    assert_eq!(
        (board.held(1).as_str(), board.stacked(ATTACKERS, 3).as_str()),
        ("2&", "8!u")
    );
    assert_eq!(board.chance("reshuffle 3 5&,4&"), [""; 0]);
    assert_eq!(board.held(1), "2& 5& 4&");
    assert_eq!(
        board.stacked(ATTACKERS, 3),
        "7!",
        "the order of the next member is resolved after that"
    );
    assert!(board.is_next_turn(41));
}
