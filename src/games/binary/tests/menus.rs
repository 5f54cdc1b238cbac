//! The way to a placement in small steps.

use std::collections::{BTreeMap, BTreeSet};

use super::super::*;
use super::support::{Dice, Table};
use crate::rules::{Arg, Button, Leads, Menu, Observe, Presentation, Viewer};

/// The most entries that a menu of one message can show.
const MOST: usize = 25;

fn menu(table: &Table, seat: u8, path: &[&str]) -> Option<Menu> {
    let mut choices = Vec::new();
    table.0.choices(Seat(seat), &mut choices);
    Binary::menu(&table.0.view(Viewer::Seat(Seat(seat))), &choices, path)
}

/// What the entries of a menu lead to, short: steps with a leading slash.
fn leads(menu: &Menu) -> Vec<String> {
    let lead = |leads: &Leads| match leads {
        Leads::Choice(choice) | Leads::Preview(choice) => choice.clone(),
        Leads::Step(step) => format!("/{step}"),
        Leads::Nowhere => "nowhere".to_owned(),
    };
    menu.entries.iter().map(|entry| lead(&entry.leads)).collect()
}

/// Everything that can be reached, with how many steps it took at least.
fn reached(table: &Table, seat: u8) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let mut open = vec![Vec::<String>::new()];
    while let Some(path) = open.pop() {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let menu = menu(table, seat, &steps).unwrap_or_else(|| panic!("{path:?} was offered"));
        assert!(
            (1..=MOST).contains(&menu.entries.len()),
            "{path:?}: {}",
            menu.entries.len()
        );
        let distinct: BTreeSet<String> = leads(&menu).into_iter().collect();
        assert_eq!(distinct.len(), menu.entries.len(), "{path:?}");
        for entry in &menu.entries {
            match &entry.leads {
                Leads::Choice(choice) | Leads::Preview(choice) => {
                    let steps = found.entry(choice.clone()).or_insert(usize::MAX);
                    *steps = (*steps).min(path.len() + 1);
                }
                Leads::Step(step) => open.push(path.iter().chain([step]).cloned().collect()),
                Leads::Nowhere => panic!("{path:?} has an entry that leads nowhere"),
            }
        }
    }
    found
}

#[test]
fn menus_lead_to_every_choice_and_only_there() {
    for size in SIZES {
        let mut dice = Dice(u64::from(size));
        let mut table = Table::begun(&format!(r#"{{"size":{size}}}"#));
        while let [seat] = table.waiting()[..] {
            let offered: BTreeSet<String> = table.choices(seat).into_iter().collect();
            if size < 10 || dice.below(9) == 0 {
                let found = reached(&table, seat);
                assert_eq!(found.keys().cloned().collect::<BTreeSet<_>>(), offered);
                assert!(found.values().all(|steps| *steps <= 4), "{found:?}");
            }
            assert_eq!(menu(&table, 1 - seat, &[]), None, "nobody else is asked");
            let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
            table.choose(seat, &choice.to_string());
        }
        for seat in [0, 1] {
            assert_eq!(menu(&table, seat, &[]), None, "over");
        }
    }
}

#[test]
fn two_squares_are_two_steps_and_what_ends_the_turn_at_the_first_one_is_confirmed() {
    let table = Table::at(6, ["b2 d2 f2 a3 e3", "b1 d1 f1 a2 c2 e2 b3 f3 a4 e4"], [3, 3], 0);
    let first = menu(&table, 0, &[]).unwrap();
    assert_eq!(first.ask.key, "binary-ask-first");
    let may = first.ask.args.iter().find(|(name, _)| *name == "may");
    assert!(
        matches!(may, Some((_, Arg::Phrase(may))) if may.key == "binary-may-place"),
        "{may:?}"
    );
    // Squares of the own colour first: two pieces are possible there, but for the centre.
    let own = [
        "/a1", "/a5", "/b4", "/b6", "/c1", "c3", "/c5", "d4", "/d6", "/e1", "/e5", "/f4", "/f6",
    ];
    assert_eq!(leads(&first)[..13], own);
    assert_eq!(leads(&first)[13..], ["/x"], "the others have no room");
    assert_eq!(first.entries[5].label.key, "binary-square-alone");
    assert!(matches!(first.entries[5].leads, Leads::Preview(_)));
    let others = menu(&table, 0, &["x"]).unwrap();
    assert_eq!(leads(&others), ["a6", "b5", "c4", "c6", "d3", "d5", "e6", "f5"]);
    for entry in &others.entries {
        assert!(matches!(entry.leads, Leads::Preview(_)), "it ends the turn: {entry:?}");
    }
    let second = menu(&table, 0, &["a1"]).unwrap();
    assert_eq!(second.ask.key, "binary-ask-second");
    assert_eq!(second.ask.args, [("square", Arg::from("a1"))]);
    assert_eq!(
        leads(&second),
        [
            "a1 a5", "a1 b4", "a1 b6", "a1 c1", "a1 c5", "a1 d6", "a1 e1", "a1 e5", "a1 f4", "a1 f6", "a1"
        ]
    );
    assert!(
        second
            .entries
            .iter()
            .all(|entry| matches!(entry.leads, Leads::Choice(_)))
    );
    let only = &second.entries[10];
    assert_eq!((only.label.key, only.button), ("binary-only", Button::Quiet));
}

#[test]
fn what_fits_on_the_first_screen_is_there() {
    let near = Table::at(
        6,
        ["b2 d2 f2 a3 e3 a1 c1 e1", "b1 d1 f1 a2 c2 e2 b3 f3 a4 e4 b5 d5 f5"],
        [1, 3],
        0,
    );
    let first = menu(&near, 0, &[]).unwrap();
    assert_eq!(first.ask.key, "binary-ask-first");
    assert!(
        first
            .entries
            .iter()
            .all(|entry| matches!(entry.leads, Leads::Preview(_))),
        "one piece is left"
    );
    assert!(!leads(&first).contains(&"c4".to_owned()) && leads(&first).contains(&"c3".to_owned()));
}

#[test]
fn every_screen_names_the_squares_near_pieces_in_the_order_of_their_names() {
    let table = Table::at(8, ["a1", "a2"], [15, 15], 0);
    let first = leads(&menu(&table, 0, &[]).unwrap());
    assert_eq!(first.len(), 21);
    assert_eq!(first[19..], ["/1", "/x"]);
    for near in ["/a3", "/b2", "/c1"] {
        assert!(first.contains(&near.to_owned()), "{near} of {first:?}");
    }
    let squares = first[..19].iter().map(|lead| lead.trim_start_matches('/'));
    assert!(squares.is_sorted(), "{first:?}");
    // The first of two squares is a piece already.
    for path in [&["b2"][..], &["1", "h4"]] {
        let (first, second) = (path[path.len() - 1], leads(&menu(&table, 0, path).unwrap()));
        assert_eq!(second.len(), 21);
        assert_eq!(second[19..], ["/1", first]);
        let named: Vec<Square> = second[..19].iter().map(|pair| beside(pair, first)).collect();
        assert!(named.is_sorted(), "{named:?}");
        let near = match first {
            "b2" => ["a3", "c1", "b4", "c3", "d2"],
            _ => ["a3", "b2", "c1", "f4", "g3"],
        };
        for near in near {
            assert!(
                named.contains(&near.parse().unwrap()),
                "{near} beside {first}: {named:?}"
            );
        }
    }
}

/// The other square of a pair.
fn beside(pair: &str, first: &str) -> Square {
    let squares: Vec<Square> = pair.split(' ').map(|square| square.parse().unwrap()).collect();
    let first: Square = first.parse().unwrap();
    *squares.iter().find(|square| **square != first).unwrap()
}

#[test]
fn of_two_squares_far_off_one_names_the_other() {
    let table = Table::at(8, ["a1", "a2"], [15, 15], 0);
    let named = |first: &str| leads(&menu(&table, 0, &[first]).unwrap())[..19].to_vec();
    let squares: Vec<String> = leads(&menu(&table, 0, &[]).unwrap())
        .iter()
        .filter_map(|lead| Some(lead.strip_prefix('/')?.to_owned()))
        .filter(|step| step.parse::<Square>().is_ok())
        .collect();
    assert!(squares.len() > 15, "{squares:?}");
    for one in &squares {
        for other in squares.iter().filter(|other| *other != one) {
            let pair = Choice::two(one.parse().unwrap(), other.parse().unwrap()).unwrap();
            let pair = pair.to_string();
            assert!(named(one).contains(&pair) || named(other).contains(&pair), "{pair}");
        }
    }
}

#[test]
fn paths_that_lead_nowhere_are_no_menus() {
    let table = Table::at(8, ["a1", "a2"], [15, 15], 0);
    for path in [
        &["0"][..],
        &["2"],
        &["01"],
        &["a2"],
        &["no", "such", "path"],
        &["d4"],
        &["e4"],
        &["x", "x"],
        &["x", "b2"],
        &["b2", "b2"],
        &["b2", "x"],
        &["b2", "c1", "e1"],
        &[""],
    ] {
        assert_eq!(menu(&table, 0, path), None, "{path:?}");
    }
    assert_eq!(Binary::menu(&table.0.view(Viewer::Table), &[], &[]), None);
}

#[test]
fn the_first_piece_is_confirmed() {
    let table = Table::begun("{}");
    let first = menu(&table, 0, &[]).unwrap();
    assert_eq!(leads(&first).len(), 20);
    assert!(matches!(first.entries[0].leads, Leads::Preview(_)));
    let rest = menu(&table, 0, &["1"]).unwrap();
    assert_eq!(rest.entries.len(), 11);
    assert!(matches!(rest.entries[0].leads, Leads::Preview(_)));
    assert_eq!(menu(&table, 1, &[]), None);
}

#[test]
fn every_screen_for_a_second_square_offers_to_place_only_the_first() {
    let table = Table::at(12, ["a1", "a2"], [70, 70], 0);
    let begin = menu(&table, 0, &[]).unwrap();
    let leads_on = leads(&begin).into_iter().find(|lead| lead.starts_with('/')).unwrap();
    let first = leads_on.trim_start_matches('/').to_owned();
    let second = menu(&table, 0, &[&first]).unwrap();
    assert_eq!(leads(&second).pop(), Some(first.clone()));
    let steps: Vec<String> = leads(&second)
        .into_iter()
        .filter_map(|lead| Some(lead.strip_prefix('/')?.to_owned()))
        .collect();
    assert!(!steps.is_empty(), "not all squares have room");
    for (at, entry) in second.entries.iter().enumerate() {
        let leads_on = matches!(entry.leads, Leads::Step(_));
        assert_eq!(
            leads_on,
            entry.label.key == "binary-part",
            "entry {at} says in which files its squares lie"
        );
    }
    for step in steps {
        let page = menu(&table, 0, &[&first, &step]).unwrap();
        assert_eq!(leads(&page).pop(), Some(first.clone()));
        assert!(page.entries.len() <= 21, "and the first square alone");
    }
}

#[test]
fn beside_a_square_far_off_those_of_the_first_screen_come_last() {
    let table = Table::at(10, ["a1", "a2"], [20, 20], 0);
    let squares = |path: &[&str]| -> Vec<Square> {
        let leads = leads(&menu(&table, 0, path).unwrap());
        let steps = leads.iter().filter_map(|lead| lead.strip_prefix('/')?.parse().ok());
        steps.collect()
    };
    let (begun, far) = (squares(&[]), squares(&["1"]));
    assert!(begun.len() > 15 && far.len() > 10, "{begun:?}, {far:?}");
    for first in far.iter().map(Square::to_string) {
        let second = leads(&menu(&table, 0, &["1", &first]).unwrap());
        let pairs = second.iter().filter(|lead| lead.contains(' '));
        let named: Vec<Square> = pairs.map(|pair| beside(pair, &first)).collect();
        assert!(named.len() > 15, "{named:?}");
        assert!(named.iter().all(|square| !begun.contains(square)), "{first}: {named:?}");
    }
}
