//! How promising positions look to computer players, and what they try.

use super::super::*;
use super::support::{ATTACKERS, Board, Chances, DEFENDERS, dealt};
use crate::rules::Search;

fn score(board: &Board, seat: u8) -> i64 {
    board
        .game
        .evaluate(Seat(seat))
        .expect("an opinion, for nothing is open")
}

/// How promising the table looks to a seat with that order given, before it is resolved; a teammate is still waited for.
fn with(board: &Board, seat: u8, what: &str) -> i64 {
    let mut tried = Board {
        game: board.game.clone(),
        laid: 0,
    };
    tried.order(seat, what);
    assert!(tried.game.orders[usize::from(seat)].is_some(), "it is not resolved");
    score(&tried, seat)
}

/// Two against two, so that an order of one of them is not resolved at once.
fn board(side: Side) -> Board {
    Board::of(2, 2, side)
}

#[test]
fn there_is_no_opinion_while_chance_has_the_word() {
    let mut board = Board::duel(DEFENDERS).deck("0", "").discard("0", "2! 3!").ready();
    assert!(board.game.evaluate(Seat(0)).is_some() && board.game.evaluate(Seat(1)).is_some());
    board.order(0, "d0");
    assert_eq!([0, 1].map(|seat| board.game.evaluate(Seat(seat))), [None, None]);
    let begun = Binmat::setup(&Options::default(), 2).unwrap();
    assert_eq!(begun.evaluate(Seat(0)), None);
}

#[test]
fn whoever_has_won_would_not_change_with_anybody() {
    let mut board = Board::duel(ATTACKERS).deck("0", "").ready();
    let before = [score(&board, 0), score(&board, 1)];
    board.team("d0");
    assert!(score(&board, 0) < before[0] && score(&board, 1) > before[1]);
    assert_eq!(score(&board, 0), -score(&board, 1));
}

#[test]
fn an_attacker_takes_the_win_when_it_lies_there() {
    let board = board(ATTACKERS)
        .deck("3", "")
        .stack(DEFENDERS, 0, "2&")
        .stack(ATTACKERS, 0, "8!")
        .hand(2, "7! 8#")
        .ready();
    let mut tried = Vec::new();
    board.game.candidates(Seat(2), &mut tried);
    let best = tried.iter().max_by_key(|order| with(&board, 2, &order.to_string()));
    assert_eq!(best.map(ToString::to_string).as_deref(), Some("d3"));
}

#[test]
fn a_defender_guards_the_lane_that_is_about_to_fall() {
    let board = board(DEFENDERS)
        .deck("2", "2&")
        .stack(DEFENDERS, 0, "3&")
        .hand(0, "8! 5!")
        .ready();
    let mut tried = Vec::new();
    board.game.candidates(Seat(0), &mut tried);
    let best = tried.iter().max_by_key(|order| with(&board, 0, &order.to_string()));
    assert_eq!(best.map(ToString::to_string).as_deref(), Some("p8!2"));
}

#[test]
fn a_power_of_two_is_a_better_guard_than_none_and_a_stronger_one_better_still() {
    let guarded = |stack: &str| {
        let board = Board::duel(DEFENDERS).stack(DEFENDERS, 1, stack).hand(0, "3#").ready();
        score(&board, 0)
    };
    let order = ["9! 9& 3!", "2! 3& 3!", "2! 7& 7!", "a! a& *!"].map(guarded);
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn the_longest_held_card_of_a_rank_stands_for_all_of_it() {
    let board = Board::duel(DEFENDERS).hand(0, "3! 8! 3&").ready();
    let mut tried = Vec::new();
    board.game.candidates(Seat(0), &mut tried);
    let cards: Vec<String> = tried
        .iter()
        .filter_map(|order| order.card())
        .map(|card| card.to_string())
        .collect();
    assert!(cards.iter().all(|card| card == "3!" || card == "8!"), "{cards:?}");
    assert!(!tried.contains(&Order::Pass));
    board.game.candidates(Seat(1), &mut tried);
    assert!(tried.is_empty(), "it is not asked");
}

#[test]
fn whoever_can_do_nothing_passes() {
    let mut board = Board::duel(ATTACKERS);
    for number in 0..6 {
        board = board.stack(DEFENDERS, number, &format!("{}&", number + 2));
    }
    let mut tried = Vec::new();
    board.ready().game.candidates(Seat(1), &mut tried);
    assert_eq!(tried, [Order::Pass]);
}

#[test]
fn an_opinion_changes_nothing_and_is_had_at_every_turn() {
    let mut source = Chances(8);
    let options = Options {
        attackers: 3,
        defenders: 2,
        ..Options::default()
    };
    let mut game = dealt(options, 5, &mut source);
    while let Some(event) = super::support::any_event(&game, &mut source) {
        let before = format!("{game:?}");
        let opinions = (0..5).filter(|seat| game.evaluate(Seat(*seat)).is_some()).count();
        assert_eq!(opinions, if game.awaits() == Awaits::Chance { 0 } else { 5 });
        assert_eq!(format!("{game:?}"), before);
        game.apply(&event).unwrap();
    }
    assert!((0..5).all(|seat| game.evaluate(Seat(seat)).is_some()));
}
