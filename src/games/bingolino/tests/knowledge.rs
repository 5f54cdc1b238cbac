//! Who knows what: visibility, views and imagined worlds.

use super::super::*;
use super::support::{ALL, Chances, EDGAR, SECOND, Table};
use crate::rules::{Event, Observe, Search, Viewer, Visibility};

const BACKWARDS: &str = "layout 7,9,4,4,21,15,10,12,17,22,2,17,16,10,21,3";

fn visibility(table: &Table, viewer: Viewer, seat: u8, what: &str) -> Visibility {
    table
        .0
        .visibility(viewer, &Event::Choice(Seat(seat), what.parse().unwrap()))
}

/// Everybody who is not seat 0.
const OTHERS: [Viewer; 2] = [Viewer::Table, Viewer::Seat(Seat(1))];

#[test]
fn chance_is_public() {
    for what in [format!("tiles 0 {EDGAR}"), "first 1".to_owned(), "dice 1,2".to_owned()] {
        for viewer in OTHERS {
            let visibility = Table::new(2)
                .0
                .visibility(viewer, &Event::Chance(what.parse().unwrap()));
            assert_eq!(visibility, Visibility::Whole);
        }
    }
}

#[test]
fn a_layout_is_seen_only_when_all_are_in() {
    let mut table = Table::dealt(3);
    for viewer in OTHERS {
        assert_eq!(visibility(&table, viewer, 0, BACKWARDS), Visibility::Hidden);
    }
    assert_eq!(
        visibility(&table, Viewer::Seat(Seat(0)), 0, BACKWARDS),
        Visibility::Whole
    );
    let before = OTHERS.map(|viewer| table.0.view(viewer).seats[0].tiles);
    table.choose(0, BACKWARDS);
    for (viewer, before) in OTHERS.into_iter().zip(before) {
        let view = table.0.view(viewer);
        assert_eq!(view.seats[0].tiles, before, "the tiles as they were drawn");
        assert!(view.seats[0].sealed && !view.seats[1].sealed, "who is ready is public");
        assert!(!serde_json::to_string(&view).unwrap().contains(&BACKWARDS[7..]));
    }
    let own = table.0.view(Viewer::Seat(Seat(0)));
    assert_eq!(own.own.unwrap().chosen.as_deref(), Some(BACKWARDS));
    // A change is seen by nobody else.
    let seen = OTHERS.map(|viewer| table.0.view(viewer));
    assert_eq!(
        visibility(&table, OTHERS[1], 0, &format!("layout {EDGAR}")),
        Visibility::Hidden
    );
    table.choose(0, &format!("layout {EDGAR}"));
    assert_eq!(OTHERS.map(|viewer| table.0.view(viewer)), seen);
    table.choose(0, BACKWARDS);
    table.choose(2, &format!("layout {}", ALL[2]));
    let last = format!("layout {SECOND}");
    assert_eq!(
        visibility(&table, Viewer::Table, 1, &last),
        Visibility::Whole,
        "the last opens all"
    );
    assert_eq!(visibility(&table, Viewer::Table, 0, BACKWARDS), Visibility::Hidden);
    table.choose(1, &last);
    for viewer in OTHERS {
        let tiles = table.0.view(viewer).seats[0].tiles.unwrap();
        assert_eq!(format!("layout {tiles}"), BACKWARDS);
    }
}

#[test]
fn a_flip_is_seen_only_when_the_roll_is_complete() {
    let mut table = Table::laid(2);
    assert_eq!(
        visibility(&table, Viewer::Table, 0, "roll 4"),
        Visibility::Whole,
        "the roll itself is public"
    );
    table.roll("6,6,5,4");
    for what in ["flip B1", "flip D1 -5", "decline", "back A1"] {
        for viewer in OTHERS {
            assert_eq!(visibility(&table, viewer, 0, what), Visibility::Hidden);
        }
        assert_eq!(visibility(&table, Viewer::Seat(Seat(0)), 0, what), Visibility::Whole);
    }
    table.choose(0, "flip D1 -5");
    for viewer in OTHERS {
        let view = table.0.view(viewer);
        assert!(view.seats[0].turned.is_empty() && view.seats[0].sealed);
        let seen = serde_json::to_string(&view).unwrap();
        assert!(!seen.contains("flip D1"), "{seen}");
    }
    assert_eq!(
        table.0.view(Viewer::Seat(Seat(0))).own.unwrap().chosen.as_deref(),
        Some("flip D1 -5")
    );
    // A change is seen by nobody else.
    let seen = OTHERS.map(|viewer| table.0.view(viewer));
    for what in ["decline", "flip D1 -5"] {
        for viewer in OTHERS {
            assert_eq!(visibility(&table, viewer, 0, what), Visibility::Hidden);
        }
        table.choose(0, what);
        assert_eq!(OTHERS.map(|viewer| table.0.view(viewer)), seen);
    }
    assert_eq!(
        visibility(&table, Viewer::Table, 1, "flip A1"),
        Visibility::Whole,
        "the last opens all"
    );
    table.choose(1, "flip A1");
    let view = table.0.view(Viewer::Table);
    assert_eq!(view.seats[0].turned, [super::support::place("D1")]);
    let last = view.last.unwrap();
    let expected = [(Seat(0), "flip D1 -5".to_owned()), (Seat(1), "flip A1".to_owned())];
    assert_eq!((last.chosen, last.dice), (expected.to_vec(), vec![6, 6, 5, 4]));
    assert!(!view.seats[0].sealed);
}

#[test]
fn a_seat_that_is_not_at_the_table_sees_what_the_table_sees() {
    let table = Table::laid(2);
    assert_eq!(table.0.view(Viewer::Seat(Seat(3))), table.0.view(Viewer::Table));
}

#[test]
fn imagined_layouts_are_made_of_the_same_tiles() {
    let mut table = Table::dealt(3);
    table.choose(0, BACKWARDS);
    table.choose(1, &format!("layout {SECOND}"));
    let mut source = Chances(4);
    let mut different = 0;
    for _ in 0..50 {
        let world = table.0.imagine(Viewer::Seat(Seat(1)), &mut source);
        assert_eq!(world.chosen[1], table.0.chosen[1], "one's own layout is known");
        let Some(Choice::Layout(layout)) = world.chosen[0] else {
            panic!("the layout of seat 0 is in")
        };
        assert_eq!(layout.sorted(), table.0.grids[0].layout.sorted());
        different += i32::from(world.chosen[0] != table.0.chosen[0]);
        assert_eq!(world.chosen[2], None);
        assert_eq!(world.view(Viewer::Seat(Seat(1))), table.0.view(Viewer::Seat(Seat(1))));
    }
    assert!(different > 45, "{different}");
}

#[test]
fn imagined_flips_are_legal_and_of_every_kind() {
    let mut table = Table::laid(2);
    table.roll("6,6,5,4");
    table.choose(0, "flip D1 -5");
    let mut source = Chances(5);
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..300 {
        let mut world = table.0.imagine(Viewer::Seat(Seat(1)), &mut source);
        let chosen = world.chosen[0].unwrap();
        world.chosen[0] = None;
        assert_eq!(world.check_flip(Seat(0), chosen), Ok(()));
        if !seen.contains(&chosen.to_string()) {
            seen.push(chosen.to_string());
        }
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
    let same = table.0.imagine(Viewer::Seat(Seat(0)), &mut source);
    assert_eq!(same.chosen, table.0.chosen);
}

#[test]
fn imagining_depends_on_nothing_hidden() {
    let mut one = Table::laid(2);
    one.roll("6,6,5,4");
    let mut two = Table(one.0.clone());
    one.choose(0, "flip D1 -5");
    two.choose(0, "decline");
    for viewer in OTHERS {
        assert_eq!(one.0.view(viewer), two.0.view(viewer));
        let worlds = [&one, &two].map(|table| format!("{:?}", table.0.imagine(viewer, &mut Chances(9))));
        assert_eq!(worlds[0], worlds[1]);
    }
}
