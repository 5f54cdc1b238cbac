//! Combat: powers, WILDs, damage.

use super::super::combat::Might;
use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS, card};

fn might(stack: &str) -> Might {
    let suits = "&%+!^#".chars().cycle();
    let cards: Vec<Card> = stack
        .split_whitespace()
        .zip(suits)
        .map(|(rank, suit)| card(&format!("{rank}{suit}")))
        .collect();
    Might::of(&cards)
}

#[test]
fn sums_between_powers_of_two_are_worth_nothing() {
    for (stack, power) in [
        ("2", 1),
        ("4", 2),
        ("8", 3),
        ("9 7", 4),
        ("a a 6 6", 5),
        ("a a a a a 8 6", 6),
        ("3", 0),
        ("a", 0),
        ("8 8 8", 0),
        ("", 0),
        ("@ > ?", 0),
        ("8 @ > ?", 3),
    ] {
        assert_eq!(might(stack).power, power, "{stack}");
    }
}

#[test]
fn every_wild_is_one_power_more() {
    for (stack, power) in [
        ("3 *", 2),
        ("7 *", 3),
        ("9 *", 4),
        // What is a power of two already goes up to the next.
        ("2 *", 2),
        ("8 *", 4),
        ("* 8", 4),
        ("7 * *", 4),
        ("a * * *", 6),
    ] {
        assert_eq!(might(stack).power, power, "{stack}");
    }
}

#[test]
fn wilds_alone_begin_at_two() {
    for (stack, power) in [("*", 1), ("* *", 2), ("* * *", 3), ("* @", 1), ("* * * * * *", 6)] {
        assert_eq!(might(stack).power, power, "{stack}");
    }
}

#[test]
fn the_greatest_stack_there_can_be_is_counted() {
    let all = Might::of(&Card::all().collect::<Vec<_>>());
    assert_eq!((all.sum, all.wilds, all.power), (324, 6, 14));
}

#[test]
fn whoever_fights_lays_all_cards_open() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 2, "4!")
        .stack(DEFENDERS, 2, "8! 2& 6#")
        .ready();
    assert_eq!(board.view(0).lanes[2].attackers.cards, None);
    board.team("c2");
    assert_eq!(board.stacked(DEFENDERS, 2), "8!u 2&u 6#u", "what is left stays face up");
    let told = board.view(0).last[0].orders[0].steps.clone();
    let shown = |step: &&Step| matches!(step, Step::Revealed { .. });
    assert_eq!(told.iter().filter(shown).count(), 4);
    let attackers = Step::Revealed {
        side: ATTACKERS,
        card: card("4!"),
        turned: true,
    };
    assert_eq!(told[1], attackers, "what was swept is told as well");
}

#[test]
fn what_is_repelled_falls_behind_the_lane_and_what_repelled_it_stays_open() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 4, "3! 5! >&")
        .stack(DEFENDERS, 4, "9& 7&")
        .discard("4", "2#")
        .ready();
    let top = board.game.table.deck(Deck::Lane(Lane::ALL[4])).len();
    assert_eq!(board.team("c4"), ["combat 4 3 4 -"]);
    assert_eq!(board.discarded("4"), "2# 3! 5! >&");
    assert_eq!(board.discarded("a"), "");
    assert_eq!(board.stacked(DEFENDERS, 4), "9&u 7&u");
    assert_eq!(
        board.game.table.deck(Deck::Lane(Lane::ALL[4])).len(),
        top,
        "nothing is drawn"
    );
}

#[test]
fn damage_is_one_more_than_the_difference() {
    for (attackers, defenders, told) in [
        ("8!", "2&", "combat 1 3 1 3"),
        ("8!", "3&", "combat 1 3 0 4"),
        ("8!", "8&", "combat 1 3 3 1"),
        ("2!", "9&", "combat 1 1 0 2"),
        ("*!", "2&", "combat 1 1 1 1"),
    ] {
        let mut board = Board::duel(ATTACKERS)
            .stack(ATTACKERS, 1, attackers)
            .stack(DEFENDERS, 1, defenders)
            .ready();
        assert_eq!(board.team("c1"), [told], "{attackers} | {defenders}");
    }
}

#[test]
fn damage_eats_the_stack_from_its_newest_card() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "4!")
        .stack(DEFENDERS, 0, "5& 6& 7& 9&")
        .ready();
    assert_eq!(board.team("c0"), ["combat 0 2 0 3"]);
    assert_eq!(board.stacked(DEFENDERS, 0), "5&u");
    assert_eq!(board.discarded("a"), "9& 7& 6& 4!", "and then the attackers' stack");
    assert_eq!(board.held(1), "");
}

#[test]
fn damage_beyond_the_stack_is_drawn_by_who_attacked() {
    let mut board = Board::of(3, 1, ATTACKERS)
        .stack(ATTACKERS, 0, "8!")
        .stack(DEFENDERS, 0, "3&")
        .deck("0", "2& 2% 2+ 2#")
        .hand(2, "9!")
        .ready();
    assert_eq!(board.team("-- c0 --"), ["invalid 1", "combat 0 3 0 4", "invalid 3"]);
    assert_eq!(
        (board.held(1), board.held(2), board.held(3)),
        ("".into(), "9! 2& 2% 2+".into(), "".into())
    );
    assert_eq!(board.left("0"), "2#");
    assert_eq!(board.stacked(DEFENDERS, 0), "");
    assert!(
        !board.game.table.stack(DEFENDERS, Lane::ALL[0]).faces_up(),
        "an emptied stack is face down again"
    );
}

#[test]
fn damage_draws_do_not_stop_a_teammate_from_drawing_there() {
    let mut board = Board::of(2, 1, ATTACKERS)
        .stack(ATTACKERS, 0, "2!")
        .deck("0", "2& 2% 2+ 2#")
        .ready();
    assert_eq!(board.team("c0 d0"), ["combat 0 1 0 2"]);
    assert_eq!((board.held(1).as_str(), board.held(2).as_str()), ("2& 2%", "2+"));
}

#[test]
fn a_stack_that_was_swept_is_gone_for_the_teammate_who_comes_later() {
    // The rulebook's example of an order that becomes invalid.
    let mut board = Board::of(2, 1, ATTACKERS).stack(ATTACKERS, 0, "2!").ready();
    assert_eq!(board.flaw(1, "c0"), None);
    assert_eq!(board.flaw(2, "c0"), None);
    assert_eq!(board.team("c0 c0"), ["combat 0 1 0 2", "invalid 2"]);
}

#[test]
fn what_comes_into_being_in_the_turn_can_be_used_in_it() {
    // A teammate plays the card with which the next one fights.
    let mut board = Board::of(2, 1, ATTACKERS).hand(1, "8!").ready();
    assert_eq!(board.flaw(2, "c5"), Some(Flaw::NoStack));
    assert_eq!(board.team("p8!5 c5"), ["combat 5 3 0 4"]);
}

#[test]
fn combat_without_a_stack_is_invalid_and_so_is_that_of_a_defender() {
    let mut board = Board::duel(ATTACKERS).stack(DEFENDERS, 0, "8!").ready();
    assert_eq!(board.flaw(1, "c0"), Some(Flaw::NoStack));
    assert_eq!(board.team("c0"), ["invalid 1"]);
    let mut board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 0, "8!")
        .stack(ATTACKERS, 0, "2!")
        .ready();
    assert_eq!(board.flaw(0, "c0"), Some(Flaw::AttackersOnly));
    assert_eq!(board.team("c0"), ["invalid 0"]);
}
