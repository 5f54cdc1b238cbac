//! What a view tells of turns and combats.

use super::super::*;
use super::support::{ATTACKERS, Board, DEFENDERS, card, lane};
use crate::rules::{Observe, Viewer};

fn steps(board: &Board, order: usize) -> Vec<Step> {
    let view = board.game.view(Viewer::Table);
    view.last.last().unwrap().orders[order].steps.clone()
}

fn revealed(side: Side, text: &str, turned: bool) -> Step {
    Step::Revealed {
        side,
        card: card(text),
        turned,
    }
}

fn summed(side: Side, sum: u16, wilds: u8, power: u8) -> Step {
    Step::Summed {
        side,
        sum,
        wilds,
        power,
    }
}

#[test]
fn a_combat_is_told_step_by_step() {
    let mut board = Board::duel(ATTACKERS)
        .stack(ATTACKERS, 3, "@! 7! *!")
        .stack(DEFENDERS, 3, "2&u 4&u 9&u")
        .deck("3", "5&")
        .discard("3", "6&")
        .ready();
    board.team("c3");
    board.chance("reshuffle 3 6&");
    let drew = |text| Step::Drew {
        seat: Seat(1),
        deck: Deck::Lane(lane(3)),
        card: Some(card(text)),
    };
    let expected = [
        Step::Combat {
            lane: lane(3),
            by: ATTACKERS,
        },
        revealed(ATTACKERS, "@!", true),
        revealed(ATTACKERS, "7!", true),
        revealed(ATTACKERS, "*!", true),
        revealed(DEFENDERS, "2&", false),
        revealed(DEFENDERS, "4&", false),
        revealed(DEFENDERS, "9&", false),
        Step::Trapped {
            side: ATTACKERS,
            trap: card("@!"),
            card: card("9&"),
        },
        summed(ATTACKERS, 7, 1, 3),
        summed(DEFENDERS, 6, 0, 0),
        Step::Clash(Clash::Damage {
            points: 4,
            breaks: false,
        }),
        Step::Lost { card: card("4&") },
        Step::Lost { card: card("2&") },
        drew("5&"),
        Step::Reshuffled {
            deck: Deck::Lane(lane(3)),
            cards: 1,
        },
        drew("6&"),
        Step::Swept {
            deck: Deck::Attackers,
            cards: 3,
        },
    ];
    assert_eq!(steps(&board, 0), expected);
}

#[test]
fn a_bounce_and_a_repelled_attack_are_told() {
    let mut board = Board::of(2, 1, ATTACKERS)
        .stack(ATTACKERS, 0, "?! 2!")
        .stack(ATTACKERS, 1, "4!")
        .stack(DEFENDERS, 1, "8&")
        .ready();
    board.team("c0 c1");
    let bounced = [
        Step::Clash(Clash::Bounce),
        Step::Bounced {
            side: ATTACKERS,
            card: card("?!"),
        },
        Step::Swept {
            deck: Deck::Attackers,
            cards: 1,
        },
    ];
    assert!(steps(&board, 0).ends_with(&bounced));
    let repelled = [
        Step::Clash(Clash::Repelled),
        Step::Swept {
            deck: Deck::Lane(lane(1)),
            cards: 1,
        },
    ];
    assert!(steps(&board, 1).ends_with(&repelled));
}

#[test]
fn a_dump_and_the_end_are_told() {
    let mut board = Board::duel(DEFENDERS).hand(0, "2! 3!").deck("0", "").ready();
    board.team("--");
    board.team("d1");
    board.team("--");
    let discarded = |text: &str, number| Step::Discarded {
        card: card(text),
        deck: Deck::Lane(lane(number)),
    };
    let dumped = Step::Dumped {
        seat: Seat(0),
        cards: 2,
    };
    assert_eq!(steps(&board, 0), [dumped, discarded("2!", 0), discarded("3!", 1)]);
    let mut board = Board::duel(ATTACKERS).deck("0", "").ready();
    board.team("d0");
    assert_eq!(steps(&board, 0), [Step::Broken { lane: lane(0) }]);
    let view = board.game.view(Viewer::Table);
    assert_eq!((view.stage, view.winner), (Stage::Over, Some(ATTACKERS)));
}

#[test]
fn the_last_turn_of_each_team_is_told() {
    let mut board = Board::of(1, 2, DEFENDERS).ready();
    assert!(board.view(0).last.is_empty());
    board.team("d0 d1");
    board.order(2, "d2");
    let last = board.view(0).last;
    let turns: Vec<(u8, Side, usize)> = last
        .iter()
        .map(|turn| (turn.turn, turn.side, turn.orders.len()))
        .collect();
    assert_eq!(turns, [(40, DEFENDERS, 2), (41, ATTACKERS, 1)]);
    board.team("d3 d4");
    let turns: Vec<u8> = board.view(0).last.iter().map(|turn| turn.turn).collect();
    assert_eq!(turns, [41, 42]);
}

#[test]
fn a_view_judges_orders_as_the_game_does() {
    let board = Board::duel(DEFENDERS).hand(0, "8! >!").ready();
    for what in [
        "d0", "da", "p8!0", "p>!0", "u8!0", "u>!0", "c0", "x8!0", "x8!a", "x9!0", "--",
    ] {
        let before = board.flaw(0, what);
        let mut tried = Board::duel(DEFENDERS).hand(0, "8! >!").ready();
        assert_eq!(tried.team(what) == ["invalid 0"], before.is_some(), "{what}");
    }
    assert_eq!(
        board.game.view(Viewer::Table).flaw(Order::Pass),
        None,
        "the table orders nothing"
    );
}
