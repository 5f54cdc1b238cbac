//! Sentences of the rulebook that speak of every lane, every player or every card, held to that word; and what two of its
//! rules come to together.

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS, card};
use crate::rules::{Observe, Viewer};

/// The open card of lane 3, as everybody sees it.
fn open(board: &Board) -> Option<Card> {
    let seen = [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))];
    let tops = seen.map(|viewer| board.game.view(viewer).lanes[3].top);
    assert!(tops.iter().all(|top| *top == tops[0]), "{tops:?}");
    tops[0]
}

#[test]
fn whoever_draws_from_an_open_deck_and_however_the_next_card_is_turned_over() {
    // An attacker, by a draw.
    let mut board = Board::duel(ATTACKERS).deck("3", "2! 3! 4!").ready();
    board.team("d3");
    assert_eq!(open(&board), Some(card("3!")));
    // An attacker, by the damage of an own combat.
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 3, "2&")
        .deck("3", "2! 3! 4!")
        .ready();
    assert_eq!(board.team("c3"), ["combat 3 1 0 2"]);
    assert_eq!(open(&board), Some(card("4!")));
    // An attacker, by the damage of a combat that a defender began.
    let mut board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 3, "3&")
        .stack(ATTACKERS, 3, "8&")
        .hand(0, ">&")
        .deck("3", "2! 3! 4!")
        .ready();
    assert_eq!(board.team("u>&3"), ["combat 3 3 0 3"]);
    assert_eq!((board.held(1).as_str(), open(&board)), ("2!", Some(card("3!"))));
    // The last one leaves nothing to turn.
    let mut board = Board::duel(DEFENDERS).deck("3", "2!").ready();
    board.team("d3");
    assert_eq!(open(&board), None);
}

#[test]
fn a_hidden_deck_is_hidden_again_after_a_shuffle() {
    let mut board = Board::duel(DEFENDERS).deck("2", "").discard("2", "2! 3! 4!").ready();
    board.team("d2");
    board.chance("reshuffle 2 4!,2!,3!");
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        let lane = &board.game.view(viewer).lanes[2];
        assert_eq!((lane.top, lane.deck, lane.discard.len()), (None, 2, 0));
    }
}

#[test]
fn a_draw_does_not_stop_the_damage_of_a_teammate_and_no_damage_stops_a_draw() {
    let mut board = Board::of(2, 1, ATTACKERS)
        .stack(ATTACKERS, 0, "2!")
        .deck("0", "2& 2% 2+ 2#")
        .ready();
    assert_eq!(board.team("d0 c0"), ["combat 0 1 0 2"]);
    assert_eq!((board.held(1).as_str(), board.held(2).as_str()), ("2&", "2% 2+"));
    // What the attackers draw in a turn of the defenders is no draw of theirs.
    let mut board = Board::of(1, 2, DEFENDERS)
        .stack(DEFENDERS, 0, "3&")
        .stack(ATTACKERS, 0, "8!")
        .hand(0, ">&")
        .deck("0", "2& 2% 2+")
        .ready();
    assert_eq!(board.team("u>&0 d0"), ["combat 0 3 0 3"]);
    assert_eq!((board.held(1).as_str(), board.held(2).as_str()), ("2%", "2&"));
}

#[test]
fn the_ban_on_a_second_draw_is_of_one_team_and_one_turn() {
    let mut board = Board::duel(DEFENDERS).deck("0", "2& 2% 2+").ready();
    assert_eq!(board.team("d0"), [""; 0]);
    assert_eq!(board.team("d0"), [""; 0]);
    assert_eq!(board.team("d0"), [""; 0]);
    assert_eq!((board.held(0).as_str(), board.held(1).as_str()), ("2& 2+", "2%"));
}

#[test]
fn in_every_lane_cards_are_played_discarded_and_fought_over() {
    for number in 0..6 {
        let mut board = Board::duel(DEFENDERS).hand(0, "8! 9!").ready();
        assert_eq!(board.team(&format!("p8!{number}")), [""; 0]);
        assert_eq!(board.stacked(DEFENDERS, number), "8!");
        board.team("--");
        assert_eq!(board.team(&format!("x9!{number}")), [""; 0]);
        assert_eq!(
            (board.discarded(&number.to_string()).as_str(), board.held(0).as_str()),
            ("9!", "")
        );
        assert_eq!(board.view(1).lanes[usize::from(number)].discard, [card("9!")], "openly");
        let mut board = Board::duel(ATTACKERS)
            .stack(ATTACKERS, number, "2!")
            .stack(DEFENDERS, number, "8&")
            .hand(1, "5!")
            .ready();
        assert_eq!(board.team(&format!("p5!{number}")), [""; 0]);
        board.team("--");
        assert_eq!(board.team(&format!("c{number}")), [format!("combat {number} 0 3 -")]);
        assert_eq!(board.discarded(&number.to_string()), "2! 5!");
    }
}

#[test]
fn attackers_play_every_card_face_down_on_whatever_they_have_there() {
    for (stack, cards) in [
        ("", "8! @! *! ?!"),
        ("2&", "8! @! *! ?! >!"),
        ("@& ?&", "8! @! *! ?! >!"),
    ] {
        for played in cards.split(' ') {
            let mut board = Board::duel(ATTACKERS)
                .stack(ATTACKERS, 5, stack)
                .hand(1, played)
                .ready();
            assert_eq!(board.team(&format!("p{played}5")), [""; 0], "{played} on {stack:?}");
            assert_eq!(
                board.stacked(ATTACKERS, 5),
                format!("{stack} {played}").trim(),
                "{stack:?}"
            );
        }
    }
}

#[test]
fn defenders_play_every_modifier_as_their_stack_lies() {
    for (stack, verb, up) in [("2&", 'p', ""), ("2&u", 'u', "u")] {
        for played in ["@!", "*!", "?!"] {
            let mut board = Board::duel(DEFENDERS)
                .stack(DEFENDERS, 5, stack)
                .hand(0, played)
                .ready();
            assert_eq!(board.team(&format!("{verb}{played}5")), [""; 0], "{played} on {stack}");
            assert_eq!(board.stacked(DEFENDERS, 5), format!("{stack} {played}{up}"));
        }
    }
    // Played face up, a TRAP was never turned over, and does not fire.
    let mut board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 5, "2&u")
        .stack(ATTACKERS, 5, "8!")
        .hand(0, "@!")
        .ready();
    board.team("u@!5");
    assert_eq!(board.team("c5"), ["combat 5 3 1 3"]);
}

#[test]
fn a_break_counts_the_cards_that_traps_have_left() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "@! 2! >!")
        .stack(DEFENDERS, 0, "3& 3% 3+ 3^ 3#")
        .ready();
    assert_eq!(board.team("c0"), ["trap 0 3#", "combat 0 1 0 4"]);
    assert_eq!((board.stacked(DEFENDERS, 0).as_str(), board.held(1).as_str()), ("", ""));
}

#[test]
fn where_nobody_has_any_power_a_break_does_no_damage() {
    for (attackers, defenders) in [("9! >!", "3&"), ("9!", "3& >&"), (">! 9!", "")] {
        let mut board = Board::duel(ATTACKERS)
            .stack(ATTACKERS, 0, attackers)
            .stack(DEFENDERS, 0, defenders)
            .ready();
        assert_eq!(
            board.team("c0"),
            ["bounce 0", "combat 0 0 0 0"],
            "{attackers} | {defenders}"
        );
        assert_eq!((board.held(1).as_str(), board.discarded("0").as_str()), ("", ""));
    }
}

#[test]
fn an_attackers_break_that_is_beaten_back_goes_with_its_stack_behind_the_lane() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 2, "2!")
        .stack(DEFENDERS, 2, "8&")
        .hand(1, ">!")
        .ready();
    assert_eq!(board.team("u>!2"), ["combat 2 1 3 -"]);
    assert_eq!(
        (board.discarded("2").as_str(), board.discarded("a").as_str()),
        ("2! >!", "")
    );
}

#[test]
fn who_is_late_twice_running_loses_the_hand_like_who_errs() {
    let mut board = Board::duel(DEFENDERS).hand(0, "8! 9!").ready();
    let mut source = super::support::Chances(1);
    let mut lapse = |board: &mut Board, seat: u8| {
        let late = board.game.timeout_choice(Seat(seat), &mut source).unwrap();
        board.order(seat, &late.to_string())
    };
    assert_eq!(
        lapse(&mut board, 0),
        ["invalid 0"],
        "the first time without further penalty"
    );
    assert_eq!(board.held(0), "8! 9!");
    board.team("d4");
    assert_eq!(lapse(&mut board, 0), ["invalid 0", "dump 0"]);
    // A pass and an order that cannot be carried out count together.
    let mut board = Board::duel(DEFENDERS).hand(0, "8! 9!").ready();
    board.team("p7!0");
    board.team("d4");
    assert_eq!(board.team("--"), ["invalid 0", "dump 0"]);
}

#[test]
fn two_lanes_can_be_fought_over_in_one_turn_and_one_lane_twice() {
    let mut board = Board::of(4, 1, ATTACKERS)
        .stack(ATTACKERS, 0, "2!")
        .stack(ATTACKERS, 1, "4!")
        .hand(3, "8!")
        .ready();
    let told = board.team("c0 c1 p8!0 c0");
    assert_eq!(told, ["combat 0 1 0 2", "combat 1 2 0 3", "combat 0 3 0 4"]);
    assert_eq!(
        [1, 2, 3, 4].map(|seat| board.held(seat).split_whitespace().count()),
        [2, 3, 0, 4]
    );
}

#[test]
fn the_attackers_deck_is_formed_of_what_they_discarded() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 0, "2! ?!")
        .deck("0", "5& 6&")
        .ready();
    assert_eq!(board.flaw(1, "da"), Some(Flaw::NoCards));
    board.team("c0");
    assert_eq!(
        (board.discarded("a").as_str(), board.discarded("0").as_str()),
        ("2!", "?!")
    );
    board.team("d5");
    assert_eq!(board.flaw(1, "da"), None);
    board.team("da");
    assert_eq!(board.chance("reshuffle a 2!"), [""; 0]);
    assert_eq!((board.held(1).as_str(), board.left("a").as_str()), ("2!", ""));
}
