//! Seats, options and the deal.

use super::super::*;
use super::support::{Table, deck, tiles};
use crate::rules::Event;

#[test]
fn one_to_four_play() {
    for seats in 1..=4 {
        assert!(Tree::setup(&Options::default(), seats).is_ok());
    }
    for seats in [0, 5, 40] {
        let refused = Tree::setup(&Options::default(), seats).unwrap_err();
        assert!(matches!(refused, SetupError::Seats { seats: said, .. } if said == seats));
    }
}

#[test]
fn play_on_is_the_one_option_and_holds_unless_said_otherwise() {
    let read = |json: &str| serde_json::from_str::<Options>(json);
    assert_eq!(read("{}").unwrap(), Options { play_on: true });
    assert_eq!(read(r#"{"play_on":false}"#).unwrap(), Options { play_on: false });
    assert!(read(r#"{"misere":true}"#).is_err());
    assert_eq!(
        serde_json::to_string(&Options::default()).unwrap(),
        r#"{"play_on":true}"#
    );
}

#[test]
fn hands_of_nine_are_dealt_as_blocks_and_the_last_of_four_gets_eight() {
    for (seats, supply) in [(1, 26), (2, 17), (3, 8), (4, 0)] {
        let mut table = Table::new("{}", seats);
        assert_eq!(table.0.awaits(), Awaits::Chance);
        let deck = table.0.draw(&mut super::support::Chances(u64::from(seats)));
        table.0.apply(&Event::Chance(deck.clone())).unwrap();
        let mut order = deck.order().iter().copied();
        for seat in 0..seats {
            let count = if seats == 4 && seat == 3 { 8 } else { 9 };
            let hand: Tiles = order.by_ref().take(count).collect();
            assert_eq!(table.0.hands[usize::from(seat)], hand);
        }
        assert_eq!(table.0.supply.len(), supply);
        let left: Vec<Tile> = order.collect();
        let drawn: Vec<Tile> = table.0.supply.iter().rev().copied().collect();
        assert_eq!(drawn, left, "drawn from the front");
        assert_eq!(table.turn(), Some(0));
    }
}

#[test]
fn the_double_blank_lies_on_the_ground_and_is_not_dealt() {
    let table = Table::new("{}", 2);
    assert_eq!(format!("{:?}", table.0.growth), "[0@0,0 0@1,0]");
    assert!(!DEALT.contains(GROUND));
    assert_eq!(DEALT.len(), 35);
}

#[test]
fn only_the_35_tiles_are_a_deal_and_only_once() {
    let whole = deck(&["", ""], "");
    let mut table = Table::new("{}", 2);
    let short = Deck::new(whole.order()[1..].to_vec()).unwrap();
    let with_ground = Deck::new([&[GROUND][..], whole.order()].concat()).unwrap();
    for wrong in [short, with_ground] {
        let refused = table.0.apply(&Event::Chance(wrong)).unwrap_err();
        assert_eq!(refused.reason.key, "refused-draw");
    }
    table.0.apply(&Event::Chance(whole.clone())).unwrap();
    let again = table.0.apply(&Event::Chance(whole)).unwrap_err();
    assert_eq!(again.reason.key, "refused-draw");
}

#[test]
fn a_test_deck_is_what_it_says() {
    let table = Table::dealt(&["7-7 1-2", "0-1"], "6-6 6-7");
    assert!(tiles("7-7 1-2").without(table.0.hands[0]).is_empty());
    assert_eq!(table.0.supply.last().map(ToString::to_string).as_deref(), Some("6-6"));
}
