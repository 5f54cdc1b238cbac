//! What viewers are told when something happens, and who may know what of an order.

use super::super::*;
use super::support::{ATTACKERS, Board, Chances, DEFENDERS, card, dealt, order};
use crate::rules::{Event, Observe, Viewer, Visibility};

const EVERYBODY: [Viewer; 4] = [
    Viewer::Table,
    Viewer::Seat(Seat(0)),
    Viewer::Seat(Seat(1)),
    Viewer::Seat(Seat(2)),
];

fn visibility(board: &Board, viewer: Viewer, seat: u8, what: &str) -> Visibility {
    board.game.visibility(viewer, &Event::Choice(Seat(seat), order(what)))
}

#[test]
fn an_order_is_its_seats_alone_even_among_teammates_and_even_the_last() {
    let mut board = Board::of(1, 2, DEFENDERS).hand(0, "8!").ready();
    for round in 0..2 {
        for what in ["p8!0", "d3", "--", "x8!2"] {
            for viewer in EVERYBODY {
                let seen = match viewer == Viewer::Seat(Seat(0)) {
                    true => Visibility::Whole,
                    false => Visibility::Hidden,
                };
                assert_eq!(visibility(&board, viewer, 0, what), seen, "round {round}");
            }
        }
        if round == 0 {
            board.order(1, "d0");
        }
    }
}

#[test]
fn who_is_ready_is_public_and_what_they_ordered_is_not() {
    let mut board = Board::of(1, 2, DEFENDERS).hand(0, "8! 9!").ready();
    board.order(0, "p8!3");
    for viewer in EVERYBODY {
        let view = board.game.view(viewer);
        assert_eq!(
            view.seats.iter().map(|seat| seat.ready).collect::<Vec<_>>(),
            [true, false, false]
        );
        assert_eq!(view.waiting, [Seat(1)]);
        let told = serde_json::to_string(&view).unwrap();
        assert_eq!(told.contains("p8!3"), viewer == Viewer::Seat(Seat(0)));
    }
    // A change is seen by nobody else.
    let before = EVERYBODY.map(|viewer| board.game.view(viewer));
    board.order(0, "p9!3");
    let after = EVERYBODY.map(|viewer| board.game.view(viewer));
    let same: Vec<bool> = before
        .iter()
        .zip(&after)
        .map(|(before, after)| before == after)
        .collect();
    assert_eq!(same, [true, false, true, true]);
}

#[test]
fn of_a_deal_only_the_tops_of_the_open_decks_are_seen() {
    let mut game = Binmat::setup(&Options::default(), 2).unwrap();
    let mut source = Chances(3);
    for number in 0..6 {
        let event = Event::Chance(game.draw(&mut source));
        let Event::Chance(Chance::Lane(_, cards)) = &event else {
            panic!("a lane is dealt");
        };
        let top = cards.top().unwrap();
        let seen = match number >= 3 {
            true => format!("lane {number} {top}"),
            false => format!("lane {number}"),
        };
        for viewer in EVERYBODY {
            assert_eq!(game.visibility(viewer, &event), Visibility::Part(seen.clone()));
        }
        game.apply(&event).unwrap();
    }
}

#[test]
fn of_a_shuffle_only_the_top_of_an_open_deck_is_seen_and_the_order_of_members_is_public() {
    let board = Board::duel(DEFENDERS).ready();
    let see = |what: &str| {
        board
            .game
            .visibility(Viewer::Seat(Seat(0)), &Event::Chance(what.parse().unwrap()))
    };
    assert_eq!(see("reshuffle 1 2!,3!"), Visibility::Part("reshuffle 1".to_owned()));
    assert_eq!(see("reshuffle a 2!,3!"), Visibility::Part("reshuffle a".to_owned()));
    assert_eq!(see("reshuffle 4 2!,3!"), Visibility::Part("reshuffle 4 2!".to_owned()));
    assert_eq!(see("order 0 2 1"), Visibility::Whole);
}

fn told(board: &Board, viewer: Viewer) -> Vec<Told> {
    let view = board.game.view(viewer);
    view.last
        .last()
        .unwrap()
        .orders
        .iter()
        .map(|order| order.told)
        .collect()
}

#[test]
fn of_a_resolved_order_others_learn_the_verb_the_place_and_a_card_openly_shown() {
    let mut board = Board::of(1, 4, DEFENDERS)
        .stack(DEFENDERS, 1, "2&u")
        .hand(0, "8!")
        .hand(1, "9!")
        .hand(2, "7!")
        .hand(3, "6!")
        .ready();
    board.team("p8!0 u9!1 x7!2 c0");
    let lane = super::support::lane;
    let down = |card| Told::Down { lane: lane(0), card };
    let rest = [
        Told::Up {
            lane: lane(1),
            card: card("9!"),
        },
        Told::Discard {
            card: card("7!"),
            deck: Deck::Lane(lane(2)),
        },
    ];
    let invalid = |given| Told::Invalid { given };
    let expect = |first: Option<Card>, last: Option<(Order, Flaw)>| vec![down(first), rest[0], rest[1], invalid(last)];
    for viewer in [Viewer::Table, Viewer::Seat(Seat(4))] {
        assert_eq!(told(&board, viewer), expect(None, None));
    }
    // Teammates see their stacks, but not what an invalid order was.
    assert_eq!(told(&board, Viewer::Seat(Seat(1))), expect(Some(card("8!")), None));
    assert_eq!(
        told(&board, Viewer::Seat(Seat(3))),
        expect(Some(card("8!")), Some((order("c0"), Flaw::AttackersOnly)))
    );
}

#[test]
fn a_card_that_is_drawn_is_seen_by_all_from_an_open_deck_and_else_by_its_drawer() {
    let mut board = Board::of(1, 2, DEFENDERS).deck("2", "2! 3!").deck("3", "4! 5!").ready();
    board.team("d2 d3");
    assert_eq!(drawn(&board, Viewer::Seat(Seat(0))), "2! 4!");
    for viewer in [Viewer::Table, Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2))] {
        assert_eq!(drawn(&board, viewer), "-- 4!");
    }
}

/// The cards drawn in the last turn, as far as the viewer is told.
fn drawn(board: &Board, viewer: Viewer) -> String {
    let view = board.game.view(viewer);
    let orders = view.last.last().unwrap().orders.iter();
    let card = |step: &Step| match step {
        Step::Drew { card, .. } => Some(card.map_or("--".to_owned(), |card| card.to_string())),
        _ => None,
    };
    let cards: Vec<String> = orders.flat_map(|order| order.steps.iter().filter_map(card)).collect();
    cards.join(" ")
}

#[test]
fn what_damage_draws_from_a_hidden_deck_is_its_drawers_alone_in_either_teams_turn() {
    let mut board = Board::of(2, 1, ATTACKERS)
        .stack(ATTACKERS, 1, "8!")
        .deck("1", "2! 3! 4! 5!")
        .ready();
    board.team("c1 --");
    assert_eq!(drawn(&board, Viewer::Seat(Seat(1))), "2! 3! 4! 5!");
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(2))] {
        assert_eq!(drawn(&board, viewer), "-- -- -- --");
    }
    let mut board = Board::of(2, 1, DEFENDERS)
        .stack(DEFENDERS, 1, "3&")
        .stack(ATTACKERS, 1, "9! 7!")
        .hand(0, ">&")
        .deck("1", "2! 3!")
        .ready();
    assert_eq!(board.team("u>&1"), ["combat 1 4 0 4"]);
    let told = EVERYBODY.map(|viewer| drawn(&board, viewer));
    assert_eq!(told, ["-- --", "-- --", "2! --", "-- 3!"]);
}

#[test]
fn a_seat_that_is_not_at_the_table_sees_what_the_table_sees() {
    let game = dealt(Options::default(), 2, &mut Chances(1));
    assert_eq!(game.view(Viewer::Seat(Seat(2))), game.view(Viewer::Table));
}

#[test]
fn face_down_stacks_are_seen_by_their_team_and_hands_by_their_holder() {
    let board = Board::of(2, 1, ATTACKERS)
        .stack(DEFENDERS, 0, "8!")
        .stack(DEFENDERS, 1, "9!u")
        .stack(ATTACKERS, 0, "2! 3!")
        .hand(0, "7!")
        .hand(1, "6! 5!")
        .ready();
    let seen = |viewer| {
        let view = board.game.view(viewer);
        let lane = |lane: &LaneView| {
            [lane.defenders.cards.clone(), lane.attackers.cards.clone()].map(|cards| cards.map(|cards| cards.len()))
        };
        let hand = view.own.as_ref().map(|own| own.hand.len());
        let hands: Vec<u8> = view.seats.iter().map(|seat| seat.hand).collect();
        assert_eq!(hands, [1, 2, 0], "how many they are is public");
        assert_eq!((view.lanes[0].defenders.size, view.lanes[0].attackers.size), (1, 2));
        (lane(&view.lanes[0]), lane(&view.lanes[1]), hand)
    };
    let open = [Some(1), Some(0)];
    assert_eq!(seen(Viewer::Table), ([None, None], open, None));
    assert_eq!(seen(Viewer::Seat(Seat(0))), ([Some(1), None], open, Some(1)));
    assert_eq!(seen(Viewer::Seat(Seat(1))), ([None, Some(2)], open, Some(2)));
    assert_eq!(
        seen(Viewer::Seat(Seat(2))),
        ([None, Some(2)], open, Some(0)),
        "a teammate's hand is not"
    );
}

#[test]
fn what_lies_open_is_everybodys_to_look_through() {
    let board = Board::of(1, 2, ATTACKERS)
        .discard("0", "2! 3!")
        .discard("5", "4!")
        .discard("a", "6! 7!")
        .stack(DEFENDERS, 2, "8!u 9!u")
        .ready();
    for viewer in EVERYBODY {
        let view = board.game.view(viewer);
        assert_eq!(view.lanes[0].discard, ["2!", "3!"].map(card));
        assert_eq!(view.lanes[5].discard, ["4!"].map(card));
        assert_eq!(view.attacker_discard, ["6!", "7!"].map(card));
        let stack = &view.lanes[2].defenders;
        assert_eq!(
            (stack.face_up, stack.cards.clone()),
            (true, Some(["8!", "9!"].map(card).to_vec()))
        );
    }
}
