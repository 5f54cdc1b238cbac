//! What people see and press.

use std::collections::HashSet;

use super::super::*;
use super::support::{MISSIONS, Table};
use crate::games;
use crate::games::double_seven::tests::support::{Chances, leads, placement, rings as drawn, written};
use crate::rules::{Arg, Fill, Form, Ink, Label, Observe, Phrase, Presentation, Preview, Viewer};
use crate::words::{ENGLISH, Numbered, Words};

/// Seat 0 has the mission 1-4 and holds 1-1; it is its turn.
fn middle() -> Table {
    let mut table = Table::dealt(2, 0, &["1-5", "4-6", "1-1"]);
    table.place("1@0,0 5@1,0");
    table.place("4@0,1 6@0,2");
    table
}

/// What the cells of groups are filled with.
fn tints(table: &Table, viewer: Viewer) -> Vec<Fill> {
    let sketch = table.sketch(viewer, Preview::Nothing).unwrap();
    let fills = sketch.shapes.iter().filter_map(|shape| shape.fill);
    let tints = fills.filter(|fill| matches!(fill, Fill::Plain(Ink::Tint(_)) | Fill::Stripes(Ink::Tone(_))));
    tints.collect()
}

fn tinted(table: &Table, viewer: Viewer) -> usize {
    tints(table, viewer).len()
}

#[test]
fn only_who_places_is_asked() {
    let table = middle();
    let places = leads(&table.menu(0, &[]).unwrap());
    // The 1s of the mission stay apart: the first place is the one nearest to the top left that touches no 1.
    assert_eq!(places[0], "1@-1,3 1@0,3");
    assert_eq!(table.menu(1, &[]), None);
}

#[test]
fn the_own_mission_is_told_drawn_and_tinted_for_its_holder_alone() {
    let table = middle();
    let own = table.scene(Viewer::Seat(Seat(0)));
    let keys: Vec<&str> = own.own.iter().map(|phrase| phrase.key).collect();
    assert_eq!(keys, ["dominimum-own-mission", "tiles-own"]);
    let standing = own.own[0].args.iter().find(|(name, _)| *name == "standing");
    assert_eq!(
        standing.map(|(_, arg)| arg),
        Some(&Arg::Text("1 \u{d7} 1 = 1".to_owned()))
    );
    assert!(table.scene(Viewer::Table).own.is_empty());
    assert_eq!(
        (tinted(&table, Viewer::Seat(Seat(0))), tinted(&table, Viewer::Table)),
        (2, 0)
    );
    assert_eq!(tinted(&table, Viewer::Seat(Seat(1))), 0, "neither 0 nor 7 lies there");
    let sketch = table.sketch(Viewer::Seat(Seat(0)), Preview::Nothing).unwrap();
    assert_eq!(drawn(&sketch)[..4], [1, 1, 1, 4], "the tile and the mission");
    let text = written(&sketch);
    assert!(text.contains(&"1 \u{d7} 1 = 1".to_owned()), "{text:?}");
}

#[test]
fn a_mission_without_points_says_which_symbols_are_missing() {
    let standing = |table: &Table| {
        let scene = table.scene(Viewer::Seat(Seat(0)));
        let mut args = scene.own[0].args.clone().into_iter();
        args.find_map(|(name, arg)| (name == "standing").then_some(arg))
    };
    let none = |symbol: u8| Phrase::new("dominimum-none").with("symbol", symbol);
    let some = |symbol: u8, size: u8| {
        let some = Phrase::new("dominimum-some").with("symbol", symbol);
        some.with("size", size)
    };
    let groups = |groups: [Phrase; 2]| {
        let groups: Arg = groups.into_iter().collect();
        Phrase::new("dominimum-standing-none").with("groups", groups)
    };
    // Seat 0 has the mission 1-4.
    let mut table = Table::dealt(2, 0, &["1-5", "4-6", "1-1"]);
    let own = Viewer::Seat(Seat(0));
    let says = |table: &Table, preview| {
        let shapes = table.sketch(own, preview).unwrap().shapes.into_iter();
        let says = shapes.filter_map(|shape| match shape.form {
            Form::Text { says, .. } => Some(says),
            _ => None,
        });
        says.collect::<Vec<Label>>()
    };
    assert_eq!(standing(&table), Some(Arg::Phrase(groups([none(1), none(4)]))));
    assert!(says(&table, Preview::Nothing).contains(&groups([none(1), none(4)]).into()));
    table.place("1@0,0 5@1,0");
    assert_eq!(standing(&table), Some(Arg::Phrase(groups([some(1, 1), none(4)]))));
    assert!(says(&table, Preview::Nothing).contains(&groups([some(1, 1), none(4)]).into()));
    table.place("4@0,1 6@0,2");
    assert_eq!(standing(&table), Some(Arg::from("1 \u{d7} 1 = 1")));
}

#[test]
fn symbols_that_lie_apart_are_no_groups() {
    let words = Words::embedded().expect("the words are sound");
    let says = |size: u8| {
        let some = Phrase::new("dominimum-some").with("symbol", 4_u8).with("size", size);
        words.text(ENGLISH, &some, &Numbered)
    };
    assert_eq!([says(1), says(2)], ["single 4s", "4s in a group of 2"]);
}

#[test]
fn what_is_tried_shows_what_it_would_do_to_the_mission() {
    let table = middle();
    let own = Viewer::Seat(Seat(0));
    let choice = placement("1@0,-2 1@0,-1");
    let sketch = table.sketch(own, Preview::Choice(&choice)).unwrap();
    let text = written(&sketch);
    assert!(text.contains(&"1 \u{d7} 1 = 1 \u{2192} 3".to_owned()), "{text:?}");
    let consequences = |what: &str| games::DynGame::consequences(&table.0, Seat(0), what);
    assert_eq!(consequences("1@0,-2 1@0,-1").len(), 1);
    assert_eq!(consequences("1@2,0 1@2,1").len(), 1, "two together are more than one");
    assert!(consequences("1@9,9 1@9,10").is_empty());
}

#[test]
fn the_tie_rule_is_shown_with_the_order_of_the_seats() {
    let table = Table::dealt(3, 2, &[]);
    let rule = |scene: crate::rules::Scene| {
        let rule = scene
            .summary
            .into_iter()
            .find(|phrase| phrase.key == "dominimum-tie-rule");
        rule.map(|phrase| phrase.args[0].1.clone())
    };
    let order: Arg = [Seat(2), Seat(0), Seat(1)].into_iter().collect();
    assert_eq!(rule(table.scene(Viewer::Table)), Some(order.clone()));
    assert_eq!(rule(table.scene(Viewer::Seat(Seat(1)))), Some(order));
}

#[test]
fn the_end_shows_missions_groups_and_who_won_a_tie() {
    let mut table = Table::dealt(4, 1, &[]);
    table.play_out(&mut Chances(3));
    let fills: HashSet<Fill> = tints(&table, Viewer::Table).into_iter().collect();
    assert_eq!(
        fills.len(),
        8,
        "every symbol is on a mission, and none looks like another"
    );
    table.0.scores = [4, 9, 4, 4];
    let view = table.0.view(Viewer::Table);
    let seats = [Seat(2), Seat(3), Seat(0)];
    let mut tied = view.clone();
    for (seen, score) in tied.seats.iter_mut().zip([4, 9, 4, 4]) {
        if let Some(mission) = &mut seen.mission {
            mission.score = score;
        }
    }
    let scene = Dominimum::scene(&tied);
    let tie = Phrase::new("dominimum-tie")
        .with("score", 4)
        .with("seats", seats.into_iter().collect::<Arg>());
    assert_eq!(scene.decided.as_slice(), std::slice::from_ref(&tie));
    let revealed = scene.recent.iter().filter(|phrase| phrase.key == "dominimum-revealed");
    let missions: Vec<&Arg> = revealed.map(|phrase| &phrase.args[1].1).collect();
    assert_eq!(missions, MISSIONS.map(Arg::from).iter().collect::<Vec<_>>());
    let sketch = Dominimum::picture(&tied, Preview::Nothing).unwrap();
    assert!(sketch.alt.contains(&tie));
    let scores: Vec<Option<i64>> = scene.seats.iter().map(|line| line.score).collect();
    assert_eq!(scores, [Some(4), Some(9), Some(4), Some(4)]);
}

#[test]
fn nothing_is_drawn_before_the_deal() {
    let table = Table::with_missions(2);
    assert_eq!(table.sketch(Viewer::Seat(Seat(0)), Preview::Nothing), None);
    let own = table.scene(Viewer::Seat(Seat(0))).own;
    assert_eq!(own[0].key, "dominimum-own-mission", "but the mission is told");
}
