//! Orders: secret, simultaneous, changeable, and resolved in the order of the members.

use super::super::*;
use super::support::{ATTACKERS, Board, Chances, DEFENDERS};

#[test]
fn defenders_begin_and_the_sides_take_turns() {
    let mut board = Board::of(2, 3, DEFENDERS).turn(0).ready();
    for turn in 0..6 {
        assert_eq!(board.game.turn, turn);
        let (from, to) = if turn % 2 == 0 { (0, 3) } else { (3, 5) };
        let team: SeatSet = (from..to).map(Seat).collect();
        assert_eq!(
            board.game.awaits(),
            Awaits::Seats(team),
            "every member may perform one action"
        );
        for seat in from..to {
            board.order(seat, &format!("d{}", seat - from));
        }
    }
}

#[test]
fn member_0_acts_first_then_1_and_so_on_however_the_orders_arrive() {
    let orders = [(0, "p2!0"), (1, "p3!0"), (2, "p4!0")];
    let arrivals = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for arrival in arrivals {
        let mut board = Board::of(1, 3, DEFENDERS)
            .hand(0, "2!")
            .hand(1, "3!")
            .hand(2, "4!")
            .ready();
        for nth in arrival {
            let (seat, what) = orders[nth];
            board.order(seat, what);
        }
        assert_eq!(board.stacked(DEFENDERS, 0), "2! 3! 4!");
    }
}

#[test]
fn an_order_may_be_changed_until_the_last_one_is_in() {
    let mut board = Board::of(1, 2, DEFENDERS).hand(0, "2! 3!").ready();
    board.order(0, "p2!0");
    assert_eq!(board.game.awaits(), Awaits::Seats(SeatSet::one(Seat(1))));
    assert!(board.game.may_choose(Seat(0)) && board.game.may_choose(Seat(1)));
    assert!(!board.game.may_choose(Seat(2)));
    assert_eq!(
        board.view(0).own.unwrap().order,
        Some(Order::PlayDown("2!".parse().unwrap(), Lane::ALL[0]))
    );
    board.order(0, "p3!1");
    assert_eq!(board.game.awaits(), Awaits::Seats(SeatSet::one(Seat(1))));
    board.order(1, "d0");
    assert_eq!(
        (
            board.stacked(DEFENDERS, 0).as_str(),
            board.stacked(DEFENDERS, 1).as_str()
        ),
        ("", "3!")
    );
    assert_eq!(board.view(0).own.unwrap().order, None);
}

fn shuffled(attackers: u8, defenders: u8, side: Side) -> Board {
    let options = Options {
        attackers,
        defenders,
        shuffled: true,
        clock: None,
    };
    Board::with(options, side)
}

#[test]
fn when_shuffled_member_0_goes_first_and_the_others_in_an_order_that_is_drawn_each_turn() {
    let mut board = shuffled(1, 4, DEFENDERS)
        .hand(0, "2!")
        .hand(1, "3!")
        .hand(2, "4!")
        .hand(3, "5!")
        .ready();
    assert_eq!(board.team("p2!0 p3!0 p4!0 p5!0"), [""; 0]);
    assert_eq!(board.game.awaits(), Awaits::Chance);
    assert_eq!(board.try_order(0, "d0"), Err("refused-wait"));
    for what in ["order 1 0 2 3", "order 0 1 2", "order 0 1 2 3 4", "order 0 1 2 4"] {
        assert_eq!(board.try_chance(what), Err("refused-draw"), "{what}");
    }
    board.chance("order 0 3 1 2");
    assert_eq!(board.stacked(DEFENDERS, 0), "2! 5! 3! 4!");
    // A team of one needs no order.
    assert_eq!(board.team("d1"), [""; 0]);
    assert_eq!(board.game.turn, 42);
    board.team("d0 d1 d2 d3");
    assert_eq!(board.game.awaits(), Awaits::Chance);
}

#[test]
fn every_order_of_the_others_is_drawn_and_member_0_is_always_first() {
    let mut board = shuffled(4, 1, ATTACKERS).ready();
    board.team("-- -- -- --");
    let mut source = Chances(7);
    let mut drawn: Vec<String> = (0..200).map(|_| board.game.draw(&mut source).to_string()).collect();
    drawn.sort();
    drawn.dedup();
    assert_eq!(drawn.len(), 6);
    assert!(drawn.iter().all(|order| order.starts_with("order 0 ")), "{drawn:?}");
}

#[test]
fn the_number_of_a_member_is_one_hexadecimal_digit() {
    let mut board = shuffled(16, 1, ATTACKERS).ready();
    board.team(&"-- ".repeat(16));
    let facts = board.chance("order 0 f e d c b a 9 8 7 6 5 4 3 2 1");
    let invalid = |seat| format!("invalid {seat}");
    let expected: Vec<String> = [1].into_iter().chain((2..17).rev()).map(invalid).collect();
    assert_eq!(facts, expected);
}

#[test]
fn what_is_offered_are_the_orders_that_are_valid_alone_and_a_pass() {
    let board = Board::duel(DEFENDERS)
        .stack(DEFENDERS, 1, "2&u")
        .stack(DEFENDERS, 2, "3&")
        .hand(0, "8! >!")
        .ready();
    let mut offered = Vec::new();
    assert_eq!(board.game.choices(Seat(0), &mut offered), Listing::Partial);
    let offered: Vec<String> = offered.iter().map(ToString::to_string).collect();
    let expected = "d0 d1 d2 d3 d4 d5 p8!2 p>!2 p8!0 p8!3 p8!4 p8!5 u8!1 u>!1 u>!2 \
        x8!0 x>!0 x8!1 x>!1 x8!2 x>!2 x8!3 x>!3 x8!4 x>!4 x8!5 x>!5 --";
    assert_eq!(offered.join(" "), expected);
    assert_eq!(
        board.game.choice_count(Seat(0)),
        Some(offered.len() as u32 - 1),
        "a pass is none of them"
    );
    assert_eq!(
        board.game.choice_count(Seat(1)),
        Some(0),
        "it is not the attackers' turn"
    );
}

#[test]
fn an_attackers_orders_are_offered_too() {
    let board = Board::duel(ATTACKERS)
        .stack(DEFENDERS, 0, "2&")
        .stack(ATTACKERS, 1, "3&")
        .discard("a", "9&")
        .hand(1, "8! >! ?!")
        .ready();
    let mut offered = Vec::new();
    board.game.choices(Seat(1), &mut offered);
    let offered: Vec<String> = offered.iter().map(ToString::to_string).collect();
    let expected = "d1 d2 d3 d4 d5 da c1 p8!1 p>!1 p?!1 p8!0 p?!0 p8!2 p?!2 p8!3 p?!3 p8!4 p?!4 p8!5 p?!5 u>!1 \
        u?!0 u?!2 u?!3 u?!4 u?!5 x8!a x>!a x?!a --";
    assert_eq!(offered.join(" "), expected);
}

#[test]
fn there_may_be_no_valid_order() {
    let mut board = Board::duel(ATTACKERS);
    for number in 0..6 {
        board = board.stack(DEFENDERS, number, &format!("{}&", number + 2));
    }
    let board = board.ready();
    assert_eq!(board.game.choice_count(Seat(1)), Some(0));
    assert_eq!(board.game.random_choice(Seat(1), &mut Chances(1)), Some(Order::Pass));
}

#[test]
fn each_side_has_half_of_all_turns() {
    let mut board = Board::duel(DEFENDERS).turn(0).ready();
    let mut turns = [0; 2];
    while let Awaits::Seats(seats) = board.game.awaits() {
        let seat = seats.iter().next().unwrap();
        turns[board.game.side().index()] += 1;
        board.order(seat.0, "--");
    }
    assert_eq!((turns, board.winner()), ([55, 55], Some(DEFENDERS)));
}

#[test]
fn facts_follow_from_the_event_that_let_resolving_go_on() {
    let mut board = shuffled(1, 3, DEFENDERS)
        .deck("0", "")
        .discard("0", "2!")
        .deck("1", "")
        .discard("1", "3!")
        .ready();
    assert_eq!(board.team("c0 d0 d1"), [""; 0]);
    assert_eq!(board.chance("order 0 2 1"), ["invalid 0"]);
    assert_eq!(board.game.awaits(), Awaits::Chance);
    assert_eq!(board.chance("reshuffle 1 3!"), [""; 0]);
    assert_eq!(board.chance("reshuffle 0 2!"), [""; 0]);
    assert_eq!((board.held(1).as_str(), board.held(2).as_str()), ("2!", "3!"));
    let mut board = Board::of(1, 2, DEFENDERS).deck("0", "").discard("0", "2!").ready();
    assert_eq!(board.team("d0 d0"), [""; 0]);
    assert_eq!(board.chance("reshuffle 0 2!"), ["invalid 1"]);
}

#[test]
fn out_of_how_many_an_order_was_taken_is_counted_at_the_beginning_of_the_turn() {
    let mut board = Board::of(1, 2, DEFENDERS).hand(0, "8! 9!").hand(1, "7!").ready();
    let count = |board: &Board| [0, 1].map(|seat| board.game.choice_count(Seat(seat)));
    assert_eq!(count(&board), [Some(30), Some(18)]);
    // A first order, another one in its place, and the teammate's that follows.
    for what in ["p8!0", "x9!2", "p8!0"] {
        board.order(0, what);
        assert_eq!(count(&board), [Some(30), Some(18)], "{what}");
    }
    board.order(1, "p7!0");
    board.team("--");
    assert_eq!(count(&board), [Some(18), Some(6)]);
}
