//! Who knows what: visibility, views and imagined worlds.

use super::super::*;
use super::support::{MISSIONS, Table};
use crate::games::double_seven::SET;
use crate::games::double_seven::tests::support::{Chances, deck, placement, tile};
use crate::rules::{Event, Observe, Search, Viewer, Visibility};

#[test]
fn a_mission_is_seen_by_its_seat_alone() {
    let table = Table::new("{}", 3);
    let event = Event::Chance("mission 0 1-4".parse().unwrap());
    assert_eq!(table.0.visibility(Viewer::Seat(Seat(0)), &event), Visibility::Whole);
    for viewer in [Viewer::Table, Viewer::Seat(Seat(1))] {
        assert_eq!(
            table.0.visibility(viewer, &event),
            Visibility::Part("mission 0".to_owned())
        );
    }
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0))] {
        let visibility = |chance: Chance| table.0.visibility(viewer, &Event::Chance(chance));
        assert_eq!(visibility(Chance::First(Seat(1))), Visibility::Whole);
        assert_eq!(visibility(Chance::Deck(deck(Tiles::ALL, &[]))), Visibility::Hidden);
        let placed = Event::Choice(Seat(0), placement("3@0,0 4@1,0"));
        assert_eq!(table.0.visibility(viewer, &placed), Visibility::Whole);
    }
}

/// All that a viewer gets, as text.
fn text(table: &Table, viewer: Viewer) -> String {
    let view = serde_json::to_string(&table.0.view(viewer)).unwrap();
    format!(
        "{view} {:?} {:?}",
        table.scene(viewer),
        table.sketch(viewer, crate::rules::Preview::Nothing)
    )
}

#[test]
fn missions_and_hands_are_secret_until_the_end() {
    let mut table = Table::dealt(3, 0, &["3-4", "0-1", "7-7"]);
    let held = ["3-4", "0-1", "7-7"];
    for (seat, (mission, held)) in (0..).zip(MISSIONS.iter().zip(held)) {
        assert!(!text(&table, Viewer::Table).contains(mission));
        assert!(!text(&table, Viewer::Table).contains(held));
        for viewer in 0..3 {
            let text = text(&table, Viewer::Seat(Seat(viewer)));
            assert_eq!(
                text.contains(mission),
                viewer == seat,
                "the mission of {seat}, seen by {viewer}"
            );
            assert_eq!(
                text.contains(held),
                viewer == seat,
                "the tile of {seat}, seen by {viewer}"
            );
        }
    }
    table.play_out(&mut Chances(1));
    for mission in &MISSIONS[..3] {
        assert!(text(&table, Viewer::Table).contains(mission), "shown in the end");
    }
}

#[test]
fn the_mission_is_there_from_the_deal_on() {
    let mut table = Table::new("{}", 2);
    assert_eq!(table.0.view(Viewer::Seat(Seat(0))).mission, None);
    table.chance("mission 0 1-4").unwrap();
    let view = table.0.view(Viewer::Seat(Seat(0)));
    assert_eq!(view.mission.map(|mission| mission.tile), Some(tile("1-4")));
    assert!(
        view.seats[0].ready && !view.seats[1].ready,
        "that it was drawn is public"
    );
}

#[test]
fn imagined_worlds_keep_what_is_seen_and_deal_the_rest_anew() {
    let mut table = Table::dealt(3, 0, &["3-4", "0-1", "7-7", "5-5"]);
    table.place("3@0,0 4@1,0");
    let mut chances = Chances(1);
    for viewer in [Viewer::Table, Viewer::Seat(Seat(1))] {
        let mut missions = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let world = table.0.imagine(viewer, &mut chances);
            assert_eq!(world.view(viewer), table.0.view(viewer));
            let taken = world.taken();
            assert!(taken.iter().all(|mission| !mission.is_double()));
            let hands: Tiles = world.held.hands.iter().flatten().copied().collect();
            let supply: Tiles = world.held.supply().iter().copied().collect();
            let laid = Tiles::one(tile("3-4"));
            assert_eq!(hands.or(supply).or(laid).or(taken), Tiles::ALL);
            assert_eq!(
                hands.len() + supply.len() + taken.len() + 1,
                SET,
                "no tile is there twice"
            );
            missions.insert(world.missions[2]);
        }
        assert!(missions.len() > 20, "any mission is possible: {}", missions.len());
    }
    // While missions are being drawn, those of the others are already unknown.
    let mut drawing = Table::new("{}", 3);
    drawing.chance("mission 0 1-4").unwrap();
    let worlds = (0..50).map(|_| drawing.0.imagine(Viewer::Seat(Seat(1)), &mut chances).missions[0]);
    assert!(worlds.collect::<std::collections::BTreeSet<_>>().len() > 10);
    let own = drawing.0.imagine(Viewer::Seat(Seat(0)), &mut chances);
    assert_eq!(own.missions[0], tile("1-4"));
}
