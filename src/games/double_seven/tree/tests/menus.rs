//! The way to a choice in small steps.

use std::collections::BTreeSet;

use super::super::*;
use super::support::{Chances, Table};
use crate::rules::{Button, Leads, Menu, Observe, Phrase, Presentation, Viewer};

fn menu(table: &Table, seat: u8, path: &[&str]) -> Option<Menu> {
    let mut choices = Vec::new();
    table.0.choices(Seat(seat), &mut choices);
    Tree::menu(&table.0.view(Viewer::Seat(Seat(seat))), &choices, path)
}

fn leads(menu: &Menu) -> Vec<String> {
    let lead = |leads: &Leads| match leads {
        Leads::Step(step) => format!("/{step}"),
        Leads::Preview(choice) => choice.clone(),
        other => format!("{other:?}"),
    };
    menu.entries.iter().map(|entry| lead(&entry.leads)).collect()
}

#[test]
fn first_the_tile_then_where_and_how_it_lies() {
    let table = Table::at(&["1-2 3-4 4-4", "0-1"], "", "");
    let tiles = menu(&table, 0, &[]).unwrap();
    assert_eq!(tiles.ask.key, "tree-ask-tile");
    assert_eq!(leads(&tiles), ["/12", "/34", "/44"], "each of them fits");
    let few = menu(&table, 0, &["44"]).unwrap();
    assert_eq!(
        leads(&few),
        ["4@0,1 4@1,1", "4@-1,1 4@0,1", "4@1,1 4@2,1"],
        "an extra turn first"
    );
    for path in [&["11"][..], &["12", "9"], &["44", "1"], &["no", "such", "path"], &[""]] {
        assert_eq!(menu(&table, 0, path), None, "{path:?}");
    }
    assert_eq!(menu(&table, 1, &[]), None, "nobody else is asked");
}

#[test]
fn many_ways_are_named_on_one_screen() {
    let table = Table::at(
        &["1-3 2-5", "0-1"],
        "",
        "1@1,1 0@2,1; 1@2,2 0@3,2; 1@3,3 0@4,3; 1@4,4 0@5,4",
    );
    let places = menu(&table, 0, &["13"]).unwrap();
    assert_eq!(places.ask.key, "tiles-ask-place");
    let found: BTreeSet<String> = leads(&places).into_iter().collect();
    let of_tile =
        |what: &&String| matches!(what.parse(), Ok(Choice::Place(placed)) if placed.tile().to_string() == "1-3");
    let legal = table.choices(0);
    assert_eq!(found, legal.iter().filter(of_tile).cloned().collect());
}

#[test]
fn when_nothing_fits_there_is_one_button() {
    let draw = menu(&Table::at(&["3-5", "0-1"], "1-1", ""), 0, &[]).unwrap();
    assert_eq!(draw.ask, Phrase::new("tree-ask-draw").with("count", 1_u8));
    assert_eq!(draw.entries.len(), 1);
    assert_eq!(draw.entries[0].leads, Leads::Choice("draw".to_owned()));
    assert_eq!(draw.entries[0].button, Button::Main);
    let pass = menu(&Table::at(&["3-5", "0-1"], "", ""), 0, &[]).unwrap();
    assert_eq!(pass.ask.key, "tree-ask-pass");
    assert_eq!(pass.entries[0].leads, Leads::Choice("pass".to_owned()));
    assert_eq!(menu(&Table::at(&["3-5", "0-1"], "", ""), 0, &["pass"]), None);
}

#[test]
fn a_single_tile_that_fits_is_asked_all_the_same() {
    let table = Table::at(&["1-2 3-5", "0-1"], "1-1", "");
    assert!(
        leads(&menu(&table, 0, &[]).unwrap())
            .iter()
            .all(|lead| !lead.contains("draw"))
    );
    assert!(table.choices(0).len() > 1);
}

#[test]
fn no_menu_has_more_entries_than_a_list_can_hold() {
    const MOST: usize = 25;
    let mut dice = Chances(12);
    for game in 0..40 {
        let mut table = Table::new("{}", 1 + game % 2);
        let deck = table.0.draw(&mut dice);
        table.0.take_chance(&deck).unwrap();
        while let Some(seat) = table.turn() {
            let mut open = vec![Vec::<String>::new()];
            while let Some(path) = open.pop().filter(|_| dice.below(2) == 0) {
                let steps: Vec<&str> = path.iter().map(String::as_str).collect();
                let here = menu(&table, seat, &steps).unwrap();
                assert!(
                    (1..=MOST).contains(&here.entries.len()),
                    "{path:?}: {}",
                    here.entries.len()
                );
                let steps = here.entries.iter().filter_map(|entry| match &entry.leads {
                    Leads::Step(step) => Some(step.clone()),
                    _ => None,
                });
                open.extend(steps.map(|step| path.iter().cloned().chain([step]).collect::<Vec<_>>()));
            }
            let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
            table.choose(seat, &choice.to_string());
        }
    }
}
