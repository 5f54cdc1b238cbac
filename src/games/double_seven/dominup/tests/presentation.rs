//! Scenes, the table in letters, and menus.

use std::collections::BTreeSet;

use super::super::*;
use super::support::{Chances, Table};
use crate::games;
use crate::rules::{Leads, Menu, Observe, Presentation, Preview, Scene, Viewer};
use crate::words::{ENGLISH, Numbered, Words};

const LAID: [&str; 4] = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2", "7@0,0 3@0,1"];

fn scene(table: &Table, viewer: Viewer) -> Scene {
    Dominup::scene(&table.0.view(viewer))
}

fn said(phrases: &[Phrase]) -> Vec<String> {
    let words = Words::embedded().unwrap();
    phrases
        .iter()
        .map(|phrase| words.text(ENGLISH, phrase, &Numbered))
        .collect()
}

fn menu(table: &Table, seat: u8, path: &[&str]) -> Option<Menu> {
    let mut choices = Vec::new();
    table.0.choices(Seat(seat), &mut choices);
    Dominup::menu(&table.0.view(Viewer::Seat(Seat(seat))), &choices, path)
}

/// What the entries of a menu lead to, short: steps with a leading slash.
fn leads(menu: &Menu) -> Vec<String> {
    let lead = |leads: &Leads| match leads {
        Leads::Choice(choice) => panic!("{choice} is not shown first"),
        Leads::Preview(choice) => choice.clone(),
        Leads::Step(step) => format!("/{step}"),
        Leads::Nowhere => panic!("nowhere"),
    };
    menu.entries.iter().map(|entry| lead(&entry.leads)).collect()
}

#[test]
fn the_table_is_letters_with_levels_and_coordinates() {
    let table = Table::at("{}", &LAID, &["1-2", "0-0"], 0);
    let scene = scene(&table, Viewer::Table);
    assert_eq!(scene.board, [" 77 5  5", " 76 3b 6^", " 75 7b^7", "    M  N"]);
    assert_eq!(scene.legend, [Phrase::new("dominup-legend")]);
    let flat = self::scene(&Table::at("{}", &LAID[..3], &["1-2", "0-0"], 0), Viewer::Table);
    assert_eq!(flat.board, [" 77 5 5", " 76 3^6^", " 75 7-7", "    M N"]);
    assert_eq!(flat.legend, [Phrase::new("tiles-legend-joined")]);
    let begun = self::scene(&Table::new("{}", 2), Viewer::Table);
    assert_eq!((begun.board, begun.legend), (vec![], vec![]));
}

#[test]
fn the_table_hears_what_is_public() {
    let table = Table::at("{}", &LAID, &["5-5 1-2 0-4", "0-0", ""], 0);
    let seen = scene(&table, Viewer::Table);
    assert_eq!(said(&[seen.phase.unwrap()]), ["Seat 1's turn"]);
    assert_eq!(
        said(&seen.summary),
        [
            "Whoever can climb must, for as long as there are climbs. Then comes one tile on the table.",
            "These could climb now, whoever holds them: 5-5 6-7."
        ]
    );
    let marks: Vec<Vec<String>> = seen.seats.iter().map(|line| said(&line.marks)).collect();
    assert_eq!(marks, [vec!["3 tiles"], vec!["1 tile"], vec!["no tiles"]]);
    assert!(seen.own.is_empty());
    assert!(
        seen.seats
            .iter()
            .all(|line| line.score.is_none() && line.board.is_empty())
    );
}

#[test]
fn a_panel_begins_with_what_can_climb() {
    let laid = &LAID[..3];
    let table = Table::at("{}", laid, &["3-6 1-2 0-4 5-5", "6-7 0-0"], 0);
    let own = scene(&table, Viewer::Seat(Seat(0)));
    assert_eq!(
        said(&own.own),
        ["Your tiles that can climb: 3-6 5-5.", "Your other tiles: 0-4 1-2."]
    );
    assert_eq!(said(&own.summary)[0], "You can climb, so you must.");
    // It is kept while others play.
    let waiting = scene(&table, Viewer::Seat(Seat(1)));
    assert_eq!(
        said(&waiting.own),
        ["Your tiles that can climb: 6-7.", "Your other tiles: 0-0."]
    );
    assert_eq!(waiting.summary.len(), 1);
    let table = Table::at("{}", laid, &["1-2 0-4", "6-7 0-0"], 0);
    let own = scene(&table, Viewer::Seat(Seat(0)));
    assert_eq!(said(&own.own), ["Your tiles: 0-4 1-2."]);
    assert_eq!(said(&own.summary)[0], "Nothing climbs: lay a tile.");
    let out = Table::at("{}", laid, &["", "6-7", "0-0"], 1);
    assert_eq!(
        said(&scene(&out, Viewer::Seat(Seat(0))).own),
        ["You have no tiles left."]
    );
}

#[test]
fn what_happened_is_the_last_turn() {
    let mut table = Table::at("{}", &LAID[..3], &["3-7 3-6 1-2 6-7", "0-0 0-1", "4-4"], 0);
    table.0.layers[..3].copy_from_slice(&[Seat(1), Seat(2), Seat(2)]);
    assert_eq!(said(&scene(&table, Viewer::Table).recent).len(), 2);
    table.choose(0, "climb 3@0,1 6@1,1");
    assert_eq!(
        said(&scene(&table, Viewer::Table).recent),
        ["Seat 1 climbed to level 2 with 3-6 on M76 and N76."]
    );
    assert_eq!(table.waiting(), [0]);
    table.choose(0, "expand 1@2,0 2@3,0");
    let recent = said(&scene(&table, Viewer::Seat(Seat(2))).recent);
    assert_eq!(recent[1..], ["Seat 1 laid 1-2 on O75 and P75."]);
    table.choose(1, "expand 0@4,0 0@5,0");
    table.choose(2, "expand 4@4,1 4@5,1");
    assert_eq!(
        said(&scene(&table, Viewer::Table).recent),
        ["Seat 3 laid 4-4 on Q76 and R76.", "Seat 3 has no tiles left."]
    );
    assert_eq!(
        said(&scene(&table, Viewer::Table).seats[2].marks),
        ["place 1", "no tiles"]
    );
}

#[test]
fn in_the_end_everybody_reads_what_was_left() {
    let mut table = Table::at(r#"{"play_on":false}"#, &LAID, &["1-2", "0-0 0-1", "4-4"], 0);
    table.choose(0, "expand 1@2,0 2@3,0");
    let seen = scene(&table, Viewer::Table);
    let marks: Vec<Vec<String>> = seen.seats.iter().map(|line| said(&line.marks)).collect();
    assert_eq!(
        marks,
        [
            vec!["place 1", "no tiles"],
            vec!["place 2", "left with 0-0 0-1"],
            vec!["place 2", "left with 4-4"]
        ]
    );
    assert!(seen.summary.is_empty());
    assert_eq!(
        said(&seen.recent)[5..],
        [
            "Seat 1 has no tiles left.",
            "Seat 2 still had 0-0 0-1.",
            "Seat 3 still had 4-4."
        ]
    );
    let mut misere = Table::at(r#"{"misere":true}"#, &LAID, &["1-2", "0-0 0-1", "4-4"], 0);
    misere.choose(0, "expand 1@2,0 2@3,0");
    assert_eq!(
        said(&scene(&misere, Viewer::Table).recent)[5],
        "Seat 1 ran out first and loses."
    );
    let decided = |table: &Table| {
        let view = table.0.view(Viewer::Table);
        let decided = Dominup::scene(&view).decided;
        let sketch = Dominup::picture(&view, Preview::Nothing).unwrap();
        assert!(decided.iter().all(|phrase| sketch.alt.contains(phrase)));
        said(&decided)
    };
    let begun = Table::at("{}", &LAID, &["1-2", "0-0 0-1", "4-4"], 0);
    assert_eq!(decided(&begun), [""; 0]);
    assert_eq!(decided(&table), ["Seat 1 has no tiles left."]);
    assert_eq!(decided(&misere), ["Seat 1 ran out first and loses."]);
}

#[test]
fn climbs_are_named_at_once() {
    let table = Table::at("{}", &LAID[..3], &["3-6 3-7 5-5 1-2", "0-0"], 0);
    let menu = menu(&table, 0, &[]).unwrap();
    assert_eq!(
        leads(&menu),
        ["climb 5@0,2 5@1,2", "climb 7@0,0 3@0,1", "climb 3@0,1 6@1,1"]
    );
    let labels: Vec<Phrase> = menu.entries.iter().map(|entry| entry.label.clone()).collect();
    assert_eq!(said(&labels), ["A: 5-5", "B: 3-7", "C: 3-6"]);
    assert_eq!(said(std::slice::from_ref(&menu.ask)), ["Which climb?"]);
    assert_eq!(
        said(&menu.reading),
        ["A letter stands at an end of the line between its two cells."]
    );
    assert_eq!(
        said(&menu.meanings),
        [
            "Places, each with the tile, the cell of its lower symbol and that of the other: A 5-5 M77 N77, B 3-7 M76 M75 \
             and C 3-6 M76 N76."
        ]
    );
    assert_eq!(self::menu(&table, 0, &["37"]), None);
    assert_eq!(self::menu(&table, 1, &[]), None);
}

#[test]
fn an_expand_is_chosen_by_tile_and_letter() {
    let table = Table::at("{}", &LAID, &["1-2 0-4", "0-0"], 0);
    assert_eq!(leads(&menu(&table, 0, &[]).unwrap()), ["/04", "/12"]);
    let places = menu(&table, 0, &["12"]).unwrap();
    assert_eq!(places.ask.key, "tiles-ask-place");
    assert_eq!(leads(&places).len(), 20);
    assert!(leads(&places)[0].starts_with("expand ") && leads(&places)[19].starts_with('/'));
    // Who has what climbs onto a place sees that place first.
    let table = Table::at("{}", &LAID, &["1-2 1-7", "0-0"], 0);
    let best = &leads(&menu(&table, 0, &["12"]).unwrap())[0];
    assert!(
        said(&games::DynGame::consequences(&table.0, Seat(0), best))[0]
            .contains("Of yours, these could climb next turn: 1-7.")
    );
    for path in [&["13"][..], &["12", "9"], &["12", "0"], &["12", "1", "x"]] {
        assert_eq!(menu(&table, 0, path), None, "{path:?}");
    }
}

/// Everything that can be reached by menus.
fn reached(table: &Table, seat: u8) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![Vec::<String>::new()];
    while let Some(path) = open.pop() {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let menu = menu(table, seat, &steps).unwrap_or_else(|| panic!("{path:?} was offered"));
        assert!((1..=20).contains(&menu.entries.len()) && path.len() < 3, "{path:?}");
        for lead in leads(&menu) {
            match lead.strip_prefix('/') {
                Some(step) => open.push(
                    path.iter()
                        .map(String::as_str)
                        .chain([step])
                        .map(str::to_owned)
                        .collect(),
                ),
                None => drop(found.insert(lead)),
            }
        }
    }
    found
}

#[test]
fn menus_lead_to_every_choice_and_only_there() {
    for seats in 2..=4 {
        let mut dice = Chances(u64::from(seats));
        let mut table = Table::new("{}", seats);
        let deal = table.0.draw(&mut dice);
        table.chance(&deal.to_string()).unwrap();
        let mut moment = 0;
        while let [seat] = table.waiting()[..] {
            moment += 1;
            if moment % 5 == 1 {
                let offered: BTreeSet<String> = table.choices(seat).into_iter().collect();
                assert_eq!(reached(&table, seat), offered);
            }
            let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
            table.choose(seat, &choice.to_string());
        }
        assert_eq!(menu(&table, 0, &[]), None, "over");
    }
}

#[test]
fn a_choice_says_what_it_would_bring() {
    let consequences =
        |table: &Table, seat: u8, what: &str| said(&games::DynGame::consequences(&table.0, Seat(seat), what));
    let table = Table::at("{}", &LAID[..3], &["3-7 6-7 1-2", "0-0"], 0);
    assert_eq!(
        consequences(&table, 0, "climb 7@0,0 3@0,1"),
        ["To level 2.", "Then you climb with 6-7."]
    );
    let table = Table::at("{}", &LAID[..3], &["3-7 6-7 5-5 1-2", "0-0"], 0);
    assert_eq!(
        consequences(&table, 0, "climb 7@0,0 3@0,1")[1],
        "Then you climb with one of these: 5-5 6-7."
    );
    let table = Table::at("{}", &LAID[..3], &["3-7 1-2", "0-0"], 0);
    assert_eq!(
        consequences(&table, 0, "climb 7@0,0 3@0,1"),
        ["To level 2.", "Then you cannot climb, and you lay a tile on the table."]
    );
    let table = Table::at("{}", &LAID, &["1-2 1-7", "0-0"], 0);
    assert_eq!(
        consequences(&table, 0, "expand 1@2,0 2@3,0"),
        ["Of yours, these could climb next turn: 1-7."]
    );
    assert_eq!(
        consequences(&table, 0, "expand 2@2,0 1@3,0"),
        ["Others could then climb with 2-7."]
    );
    assert_eq!(consequences(&table, 0, "expand 1@70,0 2@71,0"), [""; 0], "it cannot be");
    assert_eq!(
        consequences(&table, 1, "expand 1@2,0 2@3,0"),
        [""; 0],
        "it is not their turn"
    );
    let last = |json: &str| consequences(&Table::at(json, &LAID, &["1-2", "0-0"], 0), 0, "expand 1@2,0 2@3,0");
    assert_eq!(last("{}"), ["That is your last tile, so you are out."]);
    assert_eq!(
        last(r#"{"misere":true}"#),
        ["That is your last tile: you are out first and lose."]
    );
}

#[test]
fn the_rules_are_those_of_the_options() {
    let rules = |json: &str| Dominup::rules(&super::support::options(json));
    let ends = ["{}", r#"{"play_on":false}"#, r#"{"misere":true}"#].map(|json| said(&rules(json)).join("\n"));
    assert!(ends[0].contains("other places") && ends[1].contains("the game is over") && ends[2].contains("loses"));
    assert_eq!(ends.iter().collect::<BTreeSet<_>>().len(), 3);
}
