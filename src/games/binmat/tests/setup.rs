//! The deck, the table before the first turn, and the options.

use super::super::*;
use super::support::{Board, Chances, DEFENDERS, dealt, lane};
use crate::rules::{Event, Observe, Viewer};

#[test]
fn the_deck_is_composed_of_78_cards_in_six_suits_of_thirteen() {
    let all: Vec<Card> = Card::all().collect();
    assert_eq!((all.len(), Suit::ALL.len(), Rank::ALL.len()), (78, 6, 13));
    for suit in Suit::ALL {
        let of_suit: Vec<Rank> = all
            .iter()
            .filter(|card| card.suit() == suit)
            .map(|card| card.rank())
            .collect();
        assert_eq!(of_suit, Rank::ALL);
    }
    let signs: String = Suit::ALL.iter().map(|suit| suit.sign()).collect();
    assert_eq!(signs, "&%+!^#");
}

#[test]
fn a_suit_has_nine_numbers_and_four_modifiers() {
    let numbers: Vec<u8> = Rank::ALL.iter().filter_map(|rank| rank.number()).collect();
    assert_eq!(numbers, [2, 3, 4, 5, 6, 7, 8, 9, 10]);
    let signs: String = Rank::ALL.iter().map(|rank| rank.sign()).collect();
    assert_eq!(signs, "23456789a@*?>");
    let modifiers = [Rank::Trap, Rank::Wild, Rank::Bounce, Rank::Break];
    assert!(modifiers.iter().all(|rank| rank.number().is_none()));
}

#[test]
fn each_team_may_contain_1_to_16_players_divided_as_they_like() {
    let setup = |attackers, defenders, seats| {
        let options = Options {
            attackers,
            defenders,
            ..Options::default()
        };
        Binmat::setup(&options, seats).map(|game| (game.options.attackers, game.options.defenders))
    };
    assert_eq!(setup(1, 1, 2), Ok((1, 1)));
    assert_eq!(setup(16, 16, 32), Ok((16, 16)));
    assert_eq!(setup(1, 16, 17), Ok((1, 16)));
    // What is not said is shared out.
    assert_eq!(setup(0, 0, 5), Ok((2, 3)));
    assert_eq!(setup(0, 4, 5), Ok((1, 4)));
    assert_eq!(setup(4, 0, 5), Ok((4, 1)));
    let key = |refused: Result<(u8, u8), SetupError>| match refused {
        Err(SetupError::Seats { reason, .. }) => reason.key,
        other => panic!("{other:?}"),
    };
    for (attackers, defenders, seats) in [
        (17, 1, 18),
        (1, 17, 18),
        (0, 0, 33),
        (0, 0, 1),
        (0, 5, 5),
        (5, 0, 3),
        (0, 0, 0),
    ] {
        assert_eq!(key(setup(attackers, defenders, seats)), "binmat-setup-teams");
    }
    for (attackers, defenders, seats) in [(2, 2, 5), (16, 16, 31), (1, 1, 3)] {
        assert_eq!(key(setup(attackers, defenders, seats)), "binmat-setup-seats");
    }
}

#[test]
fn teams_that_do_not_add_up_are_divided_as_evenly_as_can_be() {
    for (attackers, defenders, people, laid) in [
        (0, 0, 2, Some([1, 1])),
        (0, 0, 5, Some([2, 3])),
        (4, 1, 5, Some([4, 1])),
        (4, 1, 6, Some([3, 3])),
        (0, 6, 6, Some([3, 3])),
        (16, 16, 32, Some([16, 16])),
        (0, 0, 33, None),
        (17, 1, 18, None),
        (255, 255, 4, Some([2, 2])),
        (0, 0, 1, None),
    ] {
        let mut options = Options {
            attackers,
            defenders,
            ..Options::default()
        };
        let seats = options.lay(people).ok();
        assert_eq!(seats, laid.map(|_| people));
        if laid.is_some() {
            assert_eq!(Some([options.attackers, options.defenders]), laid);
        }
    }
    let sides = Binmat::SIDES.unwrap();
    assert_eq!((sides.names, sides.most), (["defenders", "attackers"], 16));
    assert_eq!(Binmat::TURN_CLOCKS, [5, 15, 30, 60]);
}

#[test]
fn a_clock_gives_5_15_30_or_60_seconds_or_there_is_none() {
    for clock in [None, Some(5), Some(15), Some(30), Some(60)] {
        let options = Options {
            clock,
            ..Options::default()
        };
        assert_eq!(Binmat::setup(&options, 2).unwrap().options().clock, clock);
    }
    for clock in [0, 1, 10, 61] {
        let options = Options {
            clock: Some(clock),
            ..Options::default()
        };
        let reason = crate::rules::Phrase::new("binmat-setup-clock");
        assert_eq!(Binmat::setup(&options, 2).err(), Some(SetupError::Value { reason }));
    }
}

#[test]
fn options_are_recorded_with_their_effective_values() {
    let game = Binmat::setup(&Options::default(), 5).unwrap();
    let told = serde_json::to_string(&game.options()).unwrap();
    assert_eq!(told, r#"{"attackers":2,"defenders":3,"shuffled":false,"clock":null}"#);
    let again: Options = serde_json::from_str(&told).unwrap();
    assert_eq!(Binmat::setup(&again, 5).unwrap().options(), game.options());
    assert!(serde_json::from_str::<Options>(r#"{"attacker":2}"#).is_err());
}

#[test]
fn defenders_have_the_first_seats_and_a_members_number_is_its_place_in_the_team() {
    let game = Board::of(2, 3, DEFENDERS).game;
    let teams: Vec<u8> = (0..5).map(|seat| game.team(Seat(seat))).collect();
    assert_eq!(teams, [0, 0, 0, 1, 1]);
    let seats = game.view(Viewer::Table).seats;
    let members: Vec<u8> = seats.iter().map(|seat| seat.member).collect();
    assert_eq!(members, [0, 1, 2, 0, 1]);
}

#[test]
fn thirteen_cards_are_dealt_to_each_lane_and_the_deck_is_then_dealt_out() {
    let game = dealt(Options::default(), 2, &mut Chances(1));
    let mut all = CardSet::EMPTY;
    for lane in Lane::ALL {
        let deck = game.table.deck(Deck::Lane(lane));
        assert_eq!(deck.len(), 13);
        all = all.with(deck.set());
        assert!(game.table.discard(Deck::Lane(lane)).is_empty());
    }
    assert_eq!(all, CardSet::ALL);
    assert!(!game.table.has_cards(Deck::Attackers), "it is not there at the start");
    assert!(game.hands.iter().all(Pile::is_empty));
    assert_eq!((game.turn, game.side()), (0, DEFENDERS));
}

#[test]
fn the_top_cards_of_the_three_left_decks_are_turned_over() {
    // Left as the defenders see it; counted from the attackers' side they are lanes 3, 4 and 5.
    let game = dealt(Options::default(), 2, &mut Chances(2));
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        let view = game.view(viewer);
        for (number, seen) in (0..).zip(&view.lanes) {
            let top = game.table.deck(Deck::Lane(lane(number))).top();
            assert_eq!(seen.top, top.filter(|_| number >= 3), "lane {number}");
            assert_eq!(seen.deck, 13);
        }
    }
}

#[test]
fn only_a_whole_deal_of_cards_that_are_left_is_taken() {
    let mut source = Chances(3);
    let mut game = Binmat::setup(&Options::default(), 2).unwrap();
    let first = game.draw(&mut source);
    let refused = |game: &Binmat, what: &str| {
        let refusal = game.clone().apply(&Event::Chance(what.parse().unwrap())).unwrap_err();
        assert_eq!(refusal.reason.key, "refused-draw", "{what}");
    };
    let told = first.to_string();
    refused(&game, &told.replacen("lane 0", "lane 1", 1));
    refused(&game, "order 0 1");
    refused(&game, "lane 0 2!,3!");
    game.apply(&Event::Chance(first)).unwrap();
    refused(&game, &told.replacen("lane 0", "lane 1", 1));
}
