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
                assert!(found.values().all(|steps| *steps <= 4));
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
fn first_the_row_then_the_square_then_only_this_or_a_row_and_a_square_again() {
    let table = Table::at(8, ["a1", "a2"], [15, 15], 0);
    let rows = menu(&table, 0, &[]).unwrap();
    assert_eq!(rows.ask.key, "binary-ask-row");
    assert_eq!(leads(&rows), ["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"]);
    let first = menu(&table, 0, &["4"]).unwrap();
    assert_eq!(first.ask.key, "binary-ask-first");
    // Squares of the own colour first: two pieces are possible there, but for the centre.
    assert_eq!(leads(&first), ["/b4", "d4", "/f4", "/h4", "a4", "c4", "e4", "g4"]);
    let labels: Vec<&str> = first.entries.iter().map(|entry| entry.label.key).collect();
    assert_eq!(
        labels[..4],
        ["binary-square", "binary-square-alone", "binary-square", "binary-square"]
    );
    assert_eq!(
        labels[4..],
        [
            "binary-square-other",
            "binary-square-other",
            "binary-square-cost",
            "binary-square-other"
        ]
    );
    assert!(first.entries[4..].iter().all(|entry| entry.button == Button::Quiet));
    let second = menu(&table, 0, &["4", "f4"]).unwrap();
    assert_eq!(second.ask.key, "binary-ask-second-row");
    assert_eq!(leads(&second), ["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "f4"]);
    assert_eq!(second.entries[8].label.key, "binary-only");
    let last = menu(&table, 0, &["4", "f4", "4"]).unwrap();
    assert_eq!(
        leads(&last),
        ["b4 f4", "f4 h4"],
        "in either order, and none of the centre"
    );
    assert_eq!(last.ask.args, [("square", Arg::from("f4"))]);
}

#[test]
fn few_squares_are_shown_without_their_rows() {
    let table = Table::at(6, ["b2 d2 f2 a3 e3", "b1 d1 f1 a2 c2 e2 b3 f3 a4 e4"], [3, 3], 0);
    let first = menu(&table, 0, &[]).unwrap();
    assert_eq!(first.ask.key, "binary-ask-row", "21 squares are free");
    let second = menu(&table, 0, &["1", "a1"]).unwrap();
    assert_eq!(second.ask.key, "binary-ask-second");
    assert_eq!(
        leads(&second),
        [
            "a1 a5", "a1 b4", "a1 b6", "a1 c1", "a1 c5", "a1 d6", "a1 e1", "a1 e5", "a1 f4", "a1 f6", "a1"
        ]
    );
    let near = Table::at(
        6,
        ["b2 d2 f2 a3 e3 a1 c1 e1", "b1 d1 f1 a2 c2 e2 b3 f3 a4 e4 b5 d5 f5"],
        [1, 3],
        0,
    );
    let first = menu(&near, 0, &[]).unwrap();
    assert_eq!(first.ask.key, "binary-ask-first");
    assert!(
        leads(&first).iter().all(|lead| !lead.starts_with('/')),
        "one piece is left"
    );
    assert!(!leads(&first).contains(&"c4".to_owned()) && leads(&first).contains(&"c3".to_owned()));
}

#[test]
fn paths_that_lead_nowhere_are_no_menus() {
    let table = Table::at(8, ["a1", "a2"], [15, 15], 0);
    for path in [
        &["0"][..],
        &["9"],
        &["04"],
        &["b4"],
        &["no", "such", "path"],
        &["4", "f5"],
        &["4", "d4"],
        &["4", "e4"],
        &["4", "f4", "9"],
        &["4", "f4", "f4"],
        &["4", "f4", "5", "g5"],
        &["2", "a2"],
        &[""],
    ] {
        assert_eq!(menu(&table, 0, path), None, "{path:?}");
    }
    assert_eq!(
        Binary::menu(&table.0.view(Viewer::Table), &[Choice::One("b4".parse().unwrap())], &[]),
        None
    );
}

#[test]
fn the_first_piece_is_a_row_and_a_square() {
    let table = Table::begun("{}");
    assert_eq!(menu(&table, 0, &[]).unwrap().entries.len(), 8);
    assert_eq!(leads(&menu(&table, 0, &["4"]).unwrap()), ["b4", "f4", "h4"]);
    assert_eq!(menu(&table, 1, &[]), None);
}
