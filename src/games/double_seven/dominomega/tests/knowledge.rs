//! Who knows what: visibility, views and imagined worlds.

use super::super::*;
use super::support::Table;
use crate::games::double_seven::SET;
use crate::games::double_seven::tests::support::{Chances, placement, tile};
use crate::rules::{Event, Observe, Search, Viewer, Visibility};

#[test]
fn the_deck_is_hidden_and_placements_are_not() {
    let table = Table::new("{}", 3);
    let deck = table.0.draw(&mut Chances(1));
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(2))] {
        assert_eq!(
            table.0.visibility(viewer, &Event::Chance(deck.clone())),
            Visibility::Hidden
        );
        let placed = Event::Choice(Seat(0), placement("3@0,0 4@1,0"));
        assert_eq!(table.0.visibility(viewer, &placed), Visibility::Whole);
    }
}

#[test]
fn a_tile_in_hand_is_seen_by_its_holder_alone() {
    let table = Table::dealt(3, &["3-4", "0-1", "7-7"].map(tile));
    let text = |viewer| serde_json::to_string(&table.0.view(viewer)).unwrap();
    assert!(!text(Viewer::Table).contains("3-4"));
    for seat in 0..3 {
        for (other, held) in ["3-4", "0-1", "7-7"].into_iter().enumerate() {
            assert_eq!(
                text(Viewer::Seat(Seat(seat))).contains(held),
                usize::from(seat) == other
            );
        }
    }
    assert!(table.0.view(Viewer::Seat(Seat(9))).table.own.is_none());
}

#[test]
fn imagined_worlds_keep_what_is_seen_and_deal_the_rest_anew() {
    let mut table = Table::dealt(3, &["3-4", "0-1", "7-7", "5-5"].map(tile));
    table.place("3@0,0 4@1,0");
    let viewer = Viewer::Seat(Seat(1));
    let mut chances = Chances(1);
    let mut held = std::collections::BTreeSet::new();
    for _ in 0..300 {
        let world = table.0.imagine(viewer, &mut chances);
        assert_eq!(world.view(viewer), table.0.view(viewer));
        let hands: Tiles = world.held.hands.iter().flatten().copied().collect();
        let supply: Tiles = world.held.supply().iter().copied().collect();
        let laid = Tiles::one(tile("3-4"));
        assert_eq!(hands.or(supply).or(laid), Tiles::ALL);
        assert_eq!(hands.len() + supply.len() + 1, SET, "no tile is there twice");
        held.insert(world.held.hands[2]);
    }
    assert!(held.len() > 25, "anything unseen may be held: {}", held.len());
    assert!(!held.contains(&Some(tile("0-1"))) && !held.contains(&Some(tile("3-4"))));
}
