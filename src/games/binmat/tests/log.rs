//! The log of a whole game.

use super::super::*;
use super::support::Chances;
use crate::rules::{Event, Presentation};

fn deal() -> Vec<String> {
    // Suit by suit: lane 0 has all cards of `&`, the 2 on top.
    let lane = |(number, suit): (usize, &Suit)| {
        let cards: Vec<String> = Rank::ALL
            .iter()
            .map(|rank| Card::new(*rank, *suit).to_string())
            .collect();
        format!("lane {number} {}", cards.join(","))
    };
    Suit::ALL.iter().enumerate().map(lane).collect()
}

fn log(orders: &[&str]) -> Option<String> {
    let options = Options {
        attackers: 1,
        defenders: 1,
        ..Options::default()
    };
    let deal = deal().into_iter().map(|what| Event::Chance(what.parse().unwrap()));
    let orders = orders
        .iter()
        .enumerate()
        .map(|(turn, what)| Event::Choice(Seat(turn as u8 % 2), what.parse().unwrap()));
    let events: Vec<_> = deal.chain(orders).collect();
    Binmat::log(&options, 2, &events)
}

#[test]
fn every_event_has_its_line() {
    let log = log(&["d1", "d0", "p2%0", "p2&0", "p9!1", "c0", "--", "--"]).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[0], "binmat 1 v 1");
    assert_eq!(lines[1], "deck 0 2& 3& 4& 5& 6& 7& 8& 9& a& @& *& ?& >&");
    assert_eq!(
        lines[7..],
        [
            "000 d0 d1",
            "    draw d0 d1 2%",
            "001 a0 d0",
            "    draw a0 d0 2&",
            "002 d0 p2%0",
            "003 a0 p2&0",
            "004 d0 p9!1 invalid",
            "005 a0 c0",
            "    combat 0 a",
            "    open a 2&",
            "    open d 2%",
            "    sum a 2 0 1",
            "    sum d 2 0 1",
            "    damage 1",
            "    lost 2% xa",
            "    swept 1 xa",
            "006 d0 -- invalid",
            "    dump d0 0",
            "007 a0 -- invalid",
            "not over",
        ]
    );
}

#[test]
fn what_is_no_game_has_no_log() {
    assert!(log(&["d1"]).is_some());
    assert_eq!(Binmat::log(&Options::default(), 1, &[]), None);
    let twice: Vec<_> = [&deal()[0], &deal()[0]]
        .map(|what| Event::Chance(what.parse().unwrap()))
        .into();
    assert_eq!(Binmat::log(&Options::default(), 2, &twice), None);
}

#[test]
fn a_random_game_is_told_to_its_end() {
    for (attackers, shuffled) in [(1, false), (4, true)] {
        let options = Options {
            attackers,
            defenders: 2,
            shuffled,
            clock: None,
        };
        let mut game = Binmat::setup(&options, attackers + 2).unwrap();
        let mut source = Chances(u64::from(attackers));
        let mut events = Vec::new();
        let outcome = loop {
            let event = match game.awaits() {
                Awaits::Nobody(outcome) => break outcome,
                Awaits::Chance => Event::Chance(game.draw(&mut source)),
                Awaits::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    Event::Choice(seat, game.random_choice(seat, &mut source).unwrap())
                }
            };
            game.apply(&event).unwrap();
            events.push(event);
        };
        let log = Binmat::log(&options, attackers + 2, &events).unwrap();
        let winner = if outcome.places.unwrap()[0] == 1 {
            "d win"
        } else {
            "a win"
        };
        assert_eq!(log.lines().last(), Some(winner));
        let turns: Vec<u8> = log.lines().filter_map(|line| line.get(..3)?.parse().ok()).collect();
        assert!(turns.is_sorted() && turns.first() == Some(&0));
        assert_eq!(turns.last(), Some(&game.turn));
        let of_first = turns.iter().filter(|turn| **turn == 0).count();
        assert_eq!(of_first, 2, "every order is there");
    }
}
