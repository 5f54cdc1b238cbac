//! The deal, the options, and who may sit down.

use super::super::*;
use super::support::{Chances, Table, options, tiles};
use crate::rules::{Event, Observe, Viewer};

#[test]
fn everybody_gets_nine_tiles_in_the_order_of_the_deck_and_the_rest_is_the_supply() {
    for (seats, left) in [(2, 18), (3, 9), (4, 0)] {
        let mut table = Table::new("{}", seats);
        assert_eq!(table.0.awaits(), Awaits::Chance);
        let deck = table.0.draw(&mut Chances(u64::from(seats)));
        assert_eq!(deck.tiles(), Tiles::ALL);
        table.0.apply(&Event::Chance(deck.clone())).unwrap();
        let mut blocks = deck.order().chunks(9);
        for seat in 0..seats {
            let block: Tiles = blocks.next().unwrap().iter().copied().collect();
            assert_eq!(table.hand(seat), block, "a block of the deck");
        }
        assert_eq!(table.0.supply.len, left);
        for tile in &deck.order()[9 * usize::from(seats)..] {
            assert_eq!(table.0.supply.draw(), Some(*tile), "drawn from the front");
        }
        assert_eq!(table.0.supply.draw(), None);
    }
}

#[test]
fn a_deck_that_is_not_all_tiles_is_refused_and_so_is_a_second_one() {
    let mut table = Table::new("{}", 2);
    let short: Vec<Tile> = Tile::all().take(35).collect();
    let deck = Deck::new(short).unwrap();
    let refusal = table.0.apply(&Event::Chance(deck)).unwrap_err();
    assert_eq!(refusal.reason.key, "refused-draw");
    let deck = table.0.draw(&mut Chances(1));
    table.0.apply(&Event::Chance(deck.clone())).unwrap();
    assert!(table.0.apply(&Event::Chance(deck)).is_err());
}

#[test]
fn before_the_deal_nobody_chooses() {
    let mut table = Table::new("{}", 2);
    assert_eq!(table.try_choose(0, "7-7"), Err("refused-wait"));
    assert_eq!(table.try_choose(2, "7-7"), Err("refused-seat"));
    assert_eq!((table.choices(0).len(), table.forced(0)), (0, None));
}

#[test]
fn two_to_four_sit_down_and_partners_are_four() {
    let error = |json: &str, seats: u8| match Dominoes::setup(&options(json), seats).unwrap_err() {
        SetupError::Seats { reason, .. } | SetupError::Conflict { reason } | SetupError::Value { reason } => {
            reason.key.to_owned()
        }
        SetupError::Unknown(text) => text,
    };
    assert_eq!(error("{}", 0), "dominoes-setup-alone");
    assert_eq!(error("{}", 1), "dominoes-setup-alone");
    assert_eq!(error("{}", 5), "dominoes-setup-seats");
    for seats in 2..=3 {
        assert_eq!(error(r#"{"partners":true}"#, seats), "dominoes-setup-partners");
    }
    assert_eq!(error(r#"{"to":70}"#, 2), "dominoes-setup-to");
    for seats in MIN_SEATS..=MAX_SEATS {
        assert!(Dominoes::setup(&Options::default(), seats).is_ok());
    }
    assert!(Dominoes::setup(&options(r#"{"partners":true}"#), 4).is_ok());
}

#[test]
fn a_match_is_to_a_hundred_unless_said_otherwise_and_a_record_holds_all_options() {
    let json = serde_json::to_string(&Table::new("{}", 3).0.options()).unwrap();
    assert_eq!(json, r#"{"block":false,"partners":false,"to":100}"#);
    for to in [0, 50, 100, 150] {
        let options = options(&format!(r#"{{"to":{to}}}"#));
        assert_eq!(Dominoes::match_length(&options), MatchLength::Points(to));
    }
    assert!(serde_json::from_str::<Options>(r#"{"draw":true}"#).is_err());
}

#[test]
fn partners_sit_across_and_without_them_everybody_is_alone() {
    let teams = |json: &str| [0, 1, 2, 3].map(|seat| Table::new(json, 4).0.team(Seat(seat)));
    assert_eq!(teams(r#"{"partners":true}"#), [0, 1, 0, 1]);
    assert_eq!(teams("{}"), [0, 1, 2, 3]);
}

#[test]
fn after_the_deal_a_hand_is_hidden_and_its_size_is_not() {
    let table = Table::dealt(
        "{}",
        &[
            "7-7 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-1",
            "1-2 1-3 1-4 1-5 1-6 1-7 2-2 2-3 2-4",
        ],
        "",
    );
    let view = table.0.view(Viewer::Seat(Seat(1)));
    assert_eq!(
        view.own.as_ref().unwrap().hand,
        tiles("1-2 1-3 1-4 1-5 1-6 1-7 2-2 2-3 2-4")
    );
    assert_eq!(
        view.seats
            .iter()
            .map(|seen| (seen.tiles, seen.hand))
            .collect::<Vec<_>>(),
        [(9, None); 2]
    );
    assert_eq!((view.supply, view.turn), (18, Some(Seat(0))));
    assert_eq!(table.0.view(Viewer::Table).own, None);
}
