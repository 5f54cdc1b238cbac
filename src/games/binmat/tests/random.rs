//! Properties of games that are played at random.

use proptest::prelude::*;

use super::super::*;
use super::support::{Chances, any_event, dealt};
use crate::rules::{Event, Observe, Phrase, Viewer};
use crate::words::{ENGLISH, Numbered, Words};

/// Every order there is.
fn all_orders() -> Vec<Order> {
    let cards = Card::all().flat_map(|card| {
        let down = Lane::ALL.map(|lane| Order::PlayDown(card, lane));
        let up = Lane::ALL.map(|lane| Order::PlayUp(card, lane));
        let discard = Deck::ALL.map(|deck| Order::Discard(card, deck));
        down.into_iter().chain(up).chain(discard)
    });
    let draws = Deck::ALL.map(Order::Draw);
    let fights = Lane::ALL.map(Order::Combat);
    cards.chain(draws).chain(fights).chain([Order::Pass]).collect()
}

/// Whether an order is resolved as a valid one when nobody else orders anything that matters.
fn is_valid_alone(game: &Binmat, seat: Seat, order: Order) -> bool {
    let mut alone = game.clone();
    let team = alone.team_of(alone.side());
    for other in team.iter().filter(|other| *other != seat) {
        alone.apply(&Event::Choice(other, Order::Pass)).unwrap();
    }
    // Teammates who pass twice lose their hands, which no order of this turn is about but in the discard piles.
    alone.idle.fill(0);
    let hands = alone.hands;
    let mut facts = alone.apply(&Event::Choice(seat, order)).unwrap();
    if alone.phase == Phase::Sequence {
        let members = alone.sequence;
        facts.extend(alone.apply(&Event::Chance(Chance::Order(members))).unwrap());
    }
    let invalid = facts.iter().any(|note| note.fact == Fact::Invalid(seat));
    assert!(
        !invalid || alone.hands[seat.index()] == hands[seat.index()],
        "an invalid order does nothing"
    );
    !invalid
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_offered_is_what_is_valid_alone(attackers in 1_u8..4, defenders in 1_u8..4, shuffled: bool, seed: u64) {
        let mut source = Chances(seed);
        let options = Options { attackers, defenders, shuffled, clock: None };
        let mut game = dealt(options, attackers + defenders, &mut source);
        let all = all_orders();
        let mut offered = Vec::new();
        while let Some(event) = any_event(&game, &mut source) {
            if let Awaits::Seats(seats) = game.awaits() && seats == game.team_of(game.side()) && source.below(40) == 0 {
                let seat = seats.iter().next().unwrap();
                game.choices(seat, &mut offered);
                prop_assert_eq!(game.count(seat), offered.len());
                prop_assert_eq!(game.choice_count(seat), Some(offered.len() as u32 - 1));
                let mut valid: Vec<Order> = all.iter().copied().filter(|order| is_valid_alone(&game, seat, *order)).collect();
                prop_assert_eq!(offered.pop(), Some(Order::Pass));
                offered.sort();
                valid.sort();
                prop_assert_eq!(&offered, &valid);
                let view = game.view(Viewer::Seat(seat));
                for order in &all {
                    prop_assert_eq!(view.flaw(*order).is_none(), valid.binary_search(order).is_ok(), "{}", order);
                }
            }
            game.apply(&event).unwrap();
        }
    }

    #[test]
    fn random_play_ends_after_110_turns_or_earlier(attackers in 1_u8..=16, defenders in 1_u8..=16, shuffled: bool, seed: u64) {
        let mut source = Chances(seed);
        let seats = attackers + defenders;
        let options = Options { attackers, defenders, shuffled, clock: None };
        let mut game = dealt(options, seats, &mut source);
        let mut events = 0;
        while let Some(event) = any_event(&game, &mut source) {
            game.apply(&event).unwrap();
            events += 1;
            prop_assert!(events < 110 * 40);
        }
        let Awaits::Nobody(outcome) = game.awaits() else { panic!("the game is over") };
        let places = outcome.places.unwrap();
        let expected: Vec<u8> = (0..seats).map(|seat| if game.team(Seat(seat)) == game.team(Seat(0)) { places[0] } else { 3 - places[0] }).collect();
        prop_assert_eq!(&places, &expected);
        prop_assert!(game.turn < 110 && (places[0] == 2 || game.turn == 109));
    }

    #[test]
    fn the_order_of_arrival_does_not_matter(attackers in 2_u8..5, defenders in 2_u8..5, seed: u64) {
        let mut source = Chances(seed);
        let options = Options { attackers, defenders, ..Options::default() };
        let mut game = dealt(options, attackers + defenders, &mut source);
        let mut other = game.clone();
        while let Awaits::Seats(_) = game.awaits() {
            let team: Vec<Seat> = game.team_of(game.side()).iter().collect();
            let orders: Vec<Order> = team.iter().map(|seat| game.random_choice(*seat, &mut source).unwrap()).collect();
            let given: Vec<(Seat, Order)> = team.into_iter().zip(orders).collect();
            for (seat, order) in &given {
                game.apply(&Event::Choice(*seat, *order)).unwrap();
            }
            // The other way round, and each of them changes its mind.
            for (seat, order) in given.iter().rev() {
                if other.waiting != SeatSet::one(*seat) {
                    other.apply(&Event::Choice(*seat, Order::Pass)).unwrap();
                }
                other.apply(&Event::Choice(*seat, *order)).unwrap();
            }
            while game.awaits() == Awaits::Chance {
                let chance = Event::Chance(game.draw(&mut source));
                game.apply(&chance).unwrap();
                other.apply(&chance).unwrap();
            }
            prop_assert_eq!(format!("{game:?}"), format!("{other:?}"));
        }
    }
}

#[test]
fn every_valid_order_is_equally_likely() {
    let mut source = Chances(9);
    let mut game = dealt(Options::default(), 2, &mut source);
    for _ in 0..60 {
        let Some(event) = any_event(&game, &mut source) else {
            break;
        };
        game.apply(&event).unwrap();
    }
    while game.awaits() == Awaits::Chance {
        let chance = game.draw(&mut source);
        game.apply(&Event::Chance(chance)).unwrap();
    }
    let Awaits::Seats(seats) = game.awaits() else {
        panic!("somebody orders")
    };
    let seat = seats.iter().next().unwrap();
    let mut offered = Vec::new();
    game.choices(seat, &mut offered);
    offered.pop();
    let mut drawn = vec![0_u32; offered.len()];
    for _ in 0..200 * offered.len() {
        let order = game.random_choice(seat, &mut source).unwrap();
        drawn[offered.iter().position(|other| *other == order).unwrap()] += 1;
    }
    assert!(
        offered.len() > 6 && drawn.iter().all(|times| (120..290).contains(times)),
        "{drawn:?}"
    );
}

/// How many of 400 games the attackers win when everybody plays at random.
fn won_by_attackers(members: u8) -> usize {
    (0..400)
        .filter(|seed| {
            let mut source = Chances(*seed);
            let options = Options {
                attackers: members,
                defenders: members,
                ..Options::default()
            };
            let mut game = dealt(options, 2 * members, &mut source);
            loop {
                let event = match game.awaits() {
                    Awaits::Nobody(_) => return game.phase == Phase::Over(Side::Attackers),
                    Awaits::Chance => Event::Chance(game.draw(&mut source)),
                    Awaits::Seats(seats) => {
                        let seat = seats.iter().next().unwrap();
                        Event::Choice(seat, game.random_choice(seat, &mut source).unwrap())
                    }
                };
                game.apply(&event).unwrap();
            }
        })
        .count()
}

#[test]
fn at_random_the_attackers_win_about_13_75_and_96_of_100_games_of_one_two_and_four_a_side() {
    let won = [1, 2, 4].map(won_by_attackers);
    for (won, wanted) in won.into_iter().zip([51, 299, 385]) {
        assert!(
            won.abs_diff(wanted) < 30,
            "{won} of 400 where {wanted} are to be expected"
        );
    }
    // So the lobby says, and what it means by random.
    let hint = Words::embedded()
        .unwrap()
        .plain(ENGLISH, &Phrase::new("binmat-rules-balance"), &Numbered);
    for told in ["any valid order at random", " 13 %", " 75 %", " 96 %"] {
        assert!(hint.contains(told), "{told}: {hint}");
    }
}
