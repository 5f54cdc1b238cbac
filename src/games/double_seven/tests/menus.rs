//! The path to a placement: what each step asks, what is skipped, and that all placements are reached.

use std::collections::BTreeSet;

use super::support::{Chances, laid, leads, placement, tile};
use crate::games::double_seven::menus::{Asks, Tried, Way, menu};
use crate::games::double_seven::{Layout, Placement, Tile, placing};
use crate::rules::{Leads, Preview};

fn plain(placement: Placement) -> String {
    placement.to_string()
}

#[test]
fn rows_then_cells_then_ways() {
    let layout = laid(&["3@0,0 4@1,0"]);
    let all: Vec<Placement> = placing::all(&layout, tile("0-1")).collect();
    assert_eq!(all.len(), 32);
    let rows = menu(&all, &[], plain).expect("a menu");
    assert_eq!(leads(&rows), [">^2", ">^1", ">0", ">1"]);
    let cells = menu(&all, &["^1"], plain).expect("a menu");
    assert_eq!(leads(&cells), [">^1,^1", ">0,^1", ">1,^1", ">2,^1"]);
    let ways = menu(&all, &["^1", "^1,^1"], plain).expect("a menu");
    assert_eq!(
        leads(&ways),
        ["0@-1,-1 1@0,-1", "1@-1,-1 0@0,-1", "0@-1,-1 1@-1,0", "1@-1,-1 0@-1,0"]
    );
    // In the lowest row only upright tiles begin: four placements are named at once.
    let few = menu(&all, &["^2"], plain).expect("a menu");
    assert_eq!(leads(&few).len(), 4);
    assert!(few.entries.iter().all(|entry| matches!(entry.leads, Leads::Preview(_))));
}

#[test]
fn of_several_tiles_one_is_chosen_first_and_few_are_named_at_once() {
    let placements = ["0@0,0 1@1,0", "1@0,0 0@1,0", "2@0,0 3@1,0"].map(placement);
    let tiles = menu(&placements, &[], plain).expect("a menu");
    assert_eq!(leads(&tiles), [">01", ">23"]);
    assert_eq!(
        leads(&menu(&placements, &["01"], plain).expect("a menu")),
        ["0@0,0 1@1,0", "1@0,0 0@1,0"]
    );
    assert_eq!(
        leads(&menu(&placements, &["23"], plain).expect("a menu")),
        ["2@0,0 3@1,0"]
    );
    for path in [&["45"][..], &["01", "0"], &["01", "no"], &[""]] {
        assert_eq!(menu(&placements, path, plain), None, "{path:?}");
    }
    assert_eq!(menu(&[], &[], plain), None);
}

#[test]
fn a_way_knows_what_was_chosen() {
    let layout = laid(&["3@0,0 4@1,0"]);
    let all: Vec<Placement> = placing::all(&layout, tile("0-1")).collect();
    let way = |path: &[&str]| Way::along(&all, path).expect("it leads somewhere");
    assert_eq!(
        (way(&[]).tile, way(&[]).row, way(&[]).asks),
        (Some(tile("0-1")), None, Asks::Row)
    );
    assert_eq!((way(&["1"]).row, way(&["1"]).cell), (Some(1), None));
    let cell = way(&["1", "^1,1"]);
    assert_eq!(
        (cell.cell.map(|cell| cell.to_string()), cell.asks),
        (Some("-1,1".to_owned()), Asks::Place)
    );
    assert_eq!(cell.chosen().map(|phrase| phrase.key), Some("tiles-chosen-cell"));
    let tried = |preview: Preview<'_, Placement>| Tried::of(all.clone(), preview);
    let path = tried(Preview::Path(&["1"]));
    assert_eq!((path.choice, path.way), (None, Some(way(&["1"]))));
    assert_eq!(tried(Preview::Path(&["7"])), tried(Preview::Nothing));
    assert_eq!(tried(Preview::Choice(&all[3])).choice, Some(all[3]));
    let other = placement("5@0,1 5@0,2");
    assert_eq!(tried(Preview::Choice(&other)), tried(Preview::Nothing));
}

/// Follows every step and collects what can be tried in the end; no menu has more than 25 entries.
fn reached(all: &[Placement], path: &mut Vec<String>, found: &mut BTreeSet<String>) {
    let steps: Vec<&str> = path.iter().map(String::as_str).collect();
    let menu = menu(all, &steps, plain).expect("what is offered leads somewhere");
    assert!(
        (1..=25).contains(&menu.entries.len()),
        "{path:?}: {}",
        menu.entries.len()
    );
    for entry in menu.entries {
        match entry.leads {
            Leads::Step(step) => {
                path.push(step);
                reached(all, path, found);
                path.pop();
            }
            Leads::Preview(choice) => assert!(found.insert(choice), "once each"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn every_placement_of_a_random_game_is_reached_once() {
    let mut chances = Chances(3);
    let mut layout = Layout::new();
    for (number, next) in Tile::all().enumerate() {
        if number % 5 == 0 {
            let hand = Tile::all().skip(number).take(3);
            let all: Vec<Placement> = hand
                .flat_map(|tile| placing::all(&layout, tile).collect::<Vec<_>>())
                .collect();
            let mut found = BTreeSet::new();
            reached(&all, &mut Vec::new(), &mut found);
            assert_eq!(found, all.iter().map(|placement| placement.to_string()).collect());
        }
        let placed = placing::random(&layout, next, &mut chances).expect("there is room");
        assert_eq!(placing::check(&layout, placed), Ok(()));
        layout.lay(placed);
    }
}

#[test]
fn every_place_is_equally_likely() {
    let layout = laid(&["3@0,0 4@1,0", "5@0,1 6@0,2"]);
    for tile in [tile("0-1"), tile("2-2")] {
        let all: Vec<Placement> = placing::all(&layout, tile).collect();
        assert_eq!(all.len() as u32, placing::count(&layout, tile));
        let mut times = vec![0; all.len()];
        let mut chances = Chances(1);
        for _ in 0..100 * all.len() {
            let placed = placing::random(&layout, tile, &mut chances).expect("there is room");
            times[all.iter().position(|other| *other == placed).expect("one of them")] += 1;
        }
        assert!(times.iter().all(|times| (50..160).contains(times)), "{times:?}");
    }
}
