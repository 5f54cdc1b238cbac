//! The path to a placement: what each step asks, what is skipped, and that all placements are reached.

use std::collections::BTreeSet;

use super::support::{Chances, laid, leads, placement, tile};
use crate::games::double_seven::menus::{Tried, Way};
use crate::games::double_seven::places::{LETTERS, Places, home};
use crate::games::double_seven::{Cell, Layout, Placement, Tile, placing};
use crate::rules::{Arg, Leads, Menu, Phrase, Preview};

fn follow(placements: &[Placement], path: &[&str]) -> Option<Way> {
    Way::along(placements, path, |_| 0)
}

fn menu(placements: &[Placement], path: &[&str]) -> Option<Menu> {
    Some(follow(placements, path)?.menu(|placement| placement.to_string()))
}

/// The letters on the buttons of a menu.
fn labels(menu: &Menu) -> Vec<String> {
    menu.entries.iter().map(|entry| letter(&entry.label)).collect()
}

/// What sentences tell of letters, one after another.
fn listed(told: &[Phrase]) -> Vec<Phrase> {
    let args = told.iter().flat_map(|phrase| phrase.args.clone());
    let lists = args.filter_map(|(_, arg)| match arg {
        Arg::List(items) => Some(items),
        _ => None,
    });
    let item = |item: Arg| match item {
        Arg::Phrase(phrase) => phrase,
        other => panic!("{other:?}"),
    };
    lists.flatten().map(item).collect()
}

/// The first argument of a phrase: the letter or the number on a button, or of which something is told.
fn letter(phrase: &Phrase) -> String {
    match &phrase.args[0] {
        ("letter", Arg::Text(text)) => text.clone(),
        ("number", Arg::Number(number)) => number.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn of_many_places_the_best_have_letters_and_areas_lead_to_all() {
    let layout = laid(&["3@0,0 4@1,0"]);
    let all: Vec<Placement> = placing::all(&layout, tile("0-1")).collect();
    assert_eq!(all.len(), 32);
    let first = menu(&all, &[]).expect("a menu");
    // A letter for each of the 16 cells on which the 0 may lie, from the top left; one in each area is left to the area.
    assert_eq!(leads(&first)[..2], ["1@0,1 0@0,2", "1@1,1 0@1,2"]);
    assert_eq!(leads(&first)[14..], [">1", ">2"]);
    let letters: Vec<String> = ('A'..='N').map(String::from).collect();
    let letters: Vec<String> = letters.into_iter().chain(["1".to_owned(), "2".to_owned()]).collect();
    assert_eq!(first.ask.key, "tiles-ask-place");
    let reading = |menu: &Menu| menu.reading.iter().map(|told| told.key).collect::<Vec<_>>();
    assert_eq!(reading(&first), ["tiles-read-letters", "tiles-read-areas"]);
    assert_eq!(labels(&first), letters);
    let keys: Vec<&str> = first.meanings.iter().map(|told| told.key).collect();
    assert_eq!(keys, ["tiles-letters", "tiles-letters-areas"]);
    let told: Vec<String> = listed(&first.meanings).iter().map(letter).collect();
    assert_eq!(told, letters[..14], "what each letter means");
    let areas = Phrase::new("tiles-letters-areas").with("count", 2_u32);
    assert_eq!(first.meanings.last(), Some(&areas), "and that numbers stand for more");
    let mut found = BTreeSet::new();
    for area in ["1", "2"] {
        let places = menu(&all, &[area]).expect("a menu");
        assert_eq!(
            (places.ask.key, letter(&places.ask)),
            ("tiles-ask-area", area.to_owned())
        );
        assert_eq!(reading(&places), ["tiles-read-letters"]);
        assert!(
            places
                .entries
                .iter()
                .all(|entry| matches!(entry.leads, Leads::Preview(_)))
        );
        assert_eq!(labels(&places)[0], "A");
        found.extend(leads(&places));
    }
    assert_eq!(found.len(), 32, "all of them, each in one area");
    for path in [&["0"][..], &["3"], &["^1"], &["1", "1"], &[""], &["01"]] {
        assert_eq!(menu(&all, path), None, "{path:?}");
    }
}

#[test]
fn what_is_worth_more_comes_first_and_of_each_cell_the_best() {
    let layout = laid(&["3@0,0 4@1,0"]);
    let all: Vec<Placement> = placing::all(&layout, tile("0-1")).collect();
    let best = placement("0@0,-1 1@1,-1");
    let places = Places::of(&all, |place| i64::from(place == best));
    assert_eq!(places.named[0], best);
    let homes: BTreeSet<_> = places.named.iter().map(|place| home(*place)).collect();
    assert_eq!(homes.len(), places.named.len(), "no two letters on one cell");
}

#[test]
fn of_several_tiles_one_is_chosen_first() {
    let placements = ["0@0,0 1@1,0", "1@0,0 0@1,0", "2@0,0 3@1,0"].map(placement);
    let tiles = menu(&placements, &[]).expect("a menu");
    assert_eq!(leads(&tiles), [">01", ">23"]);
    assert_eq!(
        leads(&menu(&placements, &["01"]).expect("a menu")),
        ["0@0,0 1@1,0", "1@0,0 0@1,0"]
    );
    assert_eq!(leads(&menu(&placements, &["23"]).expect("a menu")), ["2@0,0 3@1,0"]);
    for path in [&["45"][..], &["01", "0"], &["01", "1"], &["01", "no"], &[""]] {
        assert_eq!(menu(&placements, path), None, "{path:?}");
    }
    assert_eq!(menu(&[], &[]), None);
    // Few of all tiles may be named at once.
    let way = Way::at_once(&placements, |_| 0).expect("few");
    let once = way.menu(|placement| placement.to_string());
    assert_eq!((leads(&once).len(), way.tile), (3, None));
    let all: Vec<Placement> = placing::all(&laid(&["3@0,0 4@1,0"]), tile("0-1")).collect();
    assert_eq!((Way::at_once(&all, |_| 0), Way::at_once(&[], |_| 0)), (None, None));
}

#[test]
fn a_letter_is_told_by_the_cells_of_the_lower_and_of_the_higher_symbol() {
    let placements = ["0@0,0 1@1,0", "1@0,0 0@1,0", "0@0,0 1@0,1", "1@0,0 0@0,1"].map(placement);
    let told = listed(&follow(&placements, &[]).expect("a way").meanings());
    let place = |letter: &str, low: &str, high: &str| {
        Phrase::new("tiles-letter-place")
            .with("letter", letter)
            .with("low", low)
            .with("high", high)
    };
    // From the top left.
    assert_eq!(
        told,
        [
            place("A", "M76", "M75"),
            place("B", "M75", "N75"),
            place("C", "M75", "M76"),
            place("D", "N75", "M75"),
        ]
    );
    let entries = menu(&placements, &[]).expect("a menu").entries;
    let icons: Vec<Option<&str>> = entries.iter().map(|entry| entry.icon.as_deref()).collect();
    assert_eq!(
        icons,
        ["tile_0_over_1", "tile_0_1", "tile_1_over_0", "tile_1_0"].map(Some),
        "each letter stands beside the tile as it would lie there"
    );
}

#[test]
fn a_way_knows_what_was_chosen() {
    let layout = laid(&["3@0,0 4@1,0"]);
    let one: Vec<Placement> = placing::all(&layout, tile("0-1")).collect();
    let two: Vec<Placement> = one.iter().copied().chain(placing::all(&layout, tile("2-2"))).collect();
    let way = |all: &[Placement], path: &[&str]| follow(all, path).expect("it leads somewhere");
    assert_eq!((way(&one, &[]).tile, way(&one, &[]).picked), (Some(tile("0-1")), false));
    assert_eq!((way(&two, &[]).tile, way(&two, &[]).places), (None, None));
    assert_eq!(
        (way(&two, &["22"]).tile, way(&two, &["22"]).picked),
        (Some(tile("2-2")), true)
    );
    let tried = |preview: Preview<'_, Placement>| Tried::of(one.clone(), preview, follow);
    let path = tried(Preview::Path(&["1"]));
    assert_eq!((path.choice, path.way), (None, Some(way(&one, &["1"]))));
    assert_eq!(tried(Preview::Path(&["7"])), tried(Preview::Nothing));
    assert_eq!(tried(Preview::Nothing).way, Some(way(&one, &[])));
    assert_eq!(tried(Preview::Choice(&one[3])).choice, Some(one[3]));
}

/// Follows every step and collects what can be tried in the end.
fn reached(all: &[Placement], path: &mut Vec<String>, found: &mut BTreeSet<String>) {
    let steps: Vec<&str> = path.iter().map(String::as_str).collect();
    let menu = menu(all, &steps).expect("what is offered leads somewhere");
    assert!(
        (1..=LETTERS).contains(&menu.entries.len()),
        "{path:?}: {}",
        menu.entries.len()
    );
    assert!(path.len() < 3, "{path:?}");
    for entry in menu.entries {
        match entry.leads {
            Leads::Step(step) => {
                path.push(step);
                reached(all, path, found);
                path.pop();
            }
            Leads::Preview(choice) => drop(found.insert(choice)),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn every_placement_of_a_random_game_is_reached() {
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
fn on_a_long_table_areas_lead_to_all_places_too() {
    let mut layout = Layout::new();
    for (number, next) in (0..).zip(Tile::all().take(35)) {
        let cells = [Cell::new(2 * number, 0), Cell::new(2 * number + 1, 0)];
        layout.lay(Placement::of(next, cells[0], cells[1]).expect("side by side"));
    }
    let all: Vec<Placement> = placing::all(&layout, tile("6-7")).collect();
    assert!(all.len() > 500, "{}", all.len());
    let mut found = BTreeSet::new();
    reached(&all, &mut Vec::new(), &mut found);
    assert_eq!(found.len(), all.len());
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
