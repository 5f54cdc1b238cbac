//! Missions, the deal, placing and drawing.

use super::super::*;
use super::support::{MISSIONS, Table};
use crate::games::double_seven::tests::support::{Chances, deck, tile};

#[test]
fn it_is_for_two_to_four() {
    for seats in (0..=40).filter(|seats| !(MIN_SEATS..=MAX_SEATS).contains(seats)) {
        match Dominimum::setup(&Options {}, seats) {
            Err(SetupError::Seats { reason, .. }) => {
                assert_eq!(reason.key == "dominimum-setup-alone", seats < 2);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_double_is_no_mission_and_another_is_drawn() {
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 0..400 {
        let Chance::Mission(seat, mission) = Table::new("{}", 4).0.draw(&mut Chances(seed)) else {
            panic!("missions come first");
        };
        assert!(seat == Seat(0) && !mission.is_double());
        drawn.insert(mission);
    }
    assert_eq!(drawn.len(), 28, "every tile with two symbols may be drawn");
    for double in Tile::all().filter(|tile| tile.is_double()) {
        let refused = Table::new("{}", 2).chance(&format!("mission 0 {double}"));
        assert_eq!(refused, Err("refused-draw"));
    }
}

#[test]
fn missions_come_in_seat_order_and_each_tile_once() {
    let mut table = Table::new("{}", 3);
    assert_eq!(table.chance("mission 1 1-4"), Err("refused-draw"));
    assert_eq!(table.chance("first 0"), Err("refused-draw"));
    table.chance("mission 0 1-4").unwrap();
    assert_eq!(table.chance("mission 0 0-7"), Err("refused-draw"));
    assert_eq!(table.chance("mission 1 1-4"), Err("refused-draw"));
    for seed in 0..100 {
        let Chance::Mission(Seat(1), mission) = table.0.draw(&mut Chances(seed)) else {
            panic!("the second mission is next");
        };
        assert_ne!(mission, tile("1-4"));
    }
    table.chance("mission 1 0-7").unwrap();
    table.chance("mission 2 2-3").unwrap();
    assert_eq!(table.chance("mission 3 5-6"), Err("refused-draw"));
    assert_eq!(table.chance("first 3"), Err("refused-draw"));
    table.chance("first 2").unwrap();
    assert_eq!(table.chance("first 2"), Err("refused-draw"));
}

#[test]
fn the_deck_is_what_the_missions_left() {
    let mut table = Table::with_missions(2);
    table.chance("first 1").unwrap();
    let taken: Tiles = MISSIONS[..2].iter().map(|text| tile(text)).collect();
    let left = Tiles::ALL.without(taken);
    assert_eq!(table.chance(&deck(Tiles::ALL, &[]).to_string()), Err("refused-draw"));
    let mut short = left;
    short.remove(tile("7-7"));
    assert_eq!(table.chance(&deck(short, &[]).to_string()), Err("refused-draw"));
    for seed in 0..20 {
        let Chance::Deck(deck) = table.0.draw(&mut Chances(seed)) else {
            panic!("the deck is next");
        };
        assert_eq!((deck.order().len(), deck.tiles()), (34, left));
    }
    table
        .chance(&deck(left, &["3-4", "5-5", "6-6"].map(tile)).to_string())
        .unwrap();
    // Seat 1 begins, and seat 0 has the first tile all the same.
    assert_eq!(table.0.held.hands[..2], [Some(tile("3-4")), Some(tile("5-5"))]);
    assert_eq!(table.0.awaits(), Awaits::Seats(SeatSet::one(Seat(1))));
    assert_eq!(table.choices(1), ["5@0,0 5@1,0"]);
    assert_eq!(table.choices(0), [""; 0]);
    table.place("5@0,0 5@1,0");
    assert_eq!(table.0.held.hands[1], Some(tile("6-6")), "the first of the supply");
    assert_eq!(table.choices(0).len(), 32);
}

#[test]
fn chance_and_facts_are_read_as_they_are_written() {
    for text in ["mission 0 1-4", "first 3", "deck 0-1,3-4"] {
        assert_eq!(
            text.parse::<Chance>().map(|chance| chance.to_string()).as_deref(),
            Ok(text)
        );
    }
    for text in [
        "mission 0",
        "mission 0 4-1",
        "mission 00 1-4",
        "first",
        "first x",
        "first 1 ",
        "deck",
        "Deck 0-1",
        "mission 1-4",
    ] {
        assert!(text.parse::<Chance>().is_err(), "{text:?}");
    }
    assert_eq!("groups 1 4,5".parse::<Fact>(), Ok(Fact::Groups(Seat(1), [4, 5])));
    for text in [
        "groups 1",
        "groups 1 4",
        "groups 1 4,5,6",
        "groups 1 4, 5",
        "groups 1 04,5",
        "group 1 4,5",
    ] {
        assert!(text.parse::<Fact>().is_err(), "{text:?}");
    }
}
