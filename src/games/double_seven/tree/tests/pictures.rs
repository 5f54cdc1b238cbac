//! The picture, what is tried out on it, and what it says in sentences.

use super::super::*;
use super::support::Table;
use crate::games::double_seven::tests::support::{count, written};
use crate::rules::{Form, Ink, Observe, Phrase, Presentation, Preview, Shape, Sketch, Viewer};

const OWN: Viewer = Viewer::Seat(Seat(0));

fn sketch(table: &Table, viewer: Viewer, preview: Preview<'_, Choice>) -> Sketch {
    Tree::picture(&table.0.view(viewer), preview.allowed(&table.0, viewer)).unwrap()
}

fn plain(table: &Table, viewer: Viewer) -> Sketch {
    sketch(table, viewer, Preview::Nothing)
}

fn tried(table: &Table, viewer: Viewer, what: &str) -> Sketch {
    sketch(table, viewer, Preview::Choice(&what.parse().unwrap()))
}

/// Symbols that are drawn, ascending.
fn symbols(sketch: &Sketch) -> Vec<u8> {
    let symbol = |shape: &Shape| match shape.form {
        Form::Rings { number, .. } => Some(number),
        _ => None,
    };
    let mut all: Vec<u8> = sketch.shapes.iter().filter_map(symbol).collect();
    all.sort_unstable();
    all
}

fn ghosts(sketch: &Sketch) -> usize {
    count(sketch, |shape| shape.ghost)
}

fn said<'s>(sketch: &'s Sketch, key: &str) -> Vec<&'s Phrase> {
    sketch.alt.iter().filter(|phrase| phrase.key == key).collect()
}

#[test]
fn nothing_is_drawn_before_the_deal() {
    let table = Table::new("{}", 2);
    assert_eq!(Tree::sketch(&table.0.view(OWN), Preview::Nothing), None);
}

#[test]
fn the_table_shows_the_tree_and_a_seat_its_hand() {
    let table = Table::at(&["5-6 3-3", "1-4 2-7"], "5-5", "1@1,1 5@2,1");
    assert_eq!(symbols(&plain(&table, Viewer::Table)), [0, 0, 1, 5]);
    assert_eq!(symbols(&plain(&table, OWN)), [0, 0, 1, 3, 3, 5, 5, 6]);
    let other = plain(&table, Viewer::Seat(Seat(1)));
    assert_eq!(symbols(&other), [0, 0, 1, 1, 2, 4, 5, 7]);
    assert!(other.size.1 > plain(&table, Viewer::Table).size.1);
}

#[test]
fn boughs_join_what_lies_above_each_other() {
    let boughs = |tree: &str| {
        let table = Table::at(&["5-6 3-3", "1-4 2-7"], "5-5", tree);
        count(&plain(&table, Viewer::Table), |shape| {
            matches!(shape.form, Form::Path(_)) && shape.line.is_some_and(|(ink, _)| ink == Ink::Good)
        })
    };
    assert_eq!(boughs(""), 0);
    assert_eq!(boughs("1@1,1 5@2,1"), 1);
    assert_eq!(boughs("1@0,1 2@1,1"), 2);
    assert_eq!(boughs("1@0,1 2@1,1; 3@0,2 6@1,2"), 4);
}

#[test]
fn tiles_that_fit_have_frames_and_letters_or_dots_show_where() {
    let table = Table::at(&["1-5 3-3", "0-1"], "5-5", "");
    let good = |sketch: &Sketch| {
        count(sketch, |shape| {
            matches!(shape.form, Form::Rect { .. }) && shape.line.is_some_and(|(ink, _)| ink == Ink::Good)
        })
    };
    let dots = |sketch: &Sketch| count(sketch, |shape| matches!(shape.form, Form::Circle { .. }));
    assert_eq!(good(&plain(&table, OWN)), 1);
    // One below the tile of the hand; where it may lie, there are letters.
    assert_eq!(dots(&plain(&table, OWN)), 1);
    let letters = |viewer| {
        written(&plain(&table, viewer))
            .iter()
            .filter(|says| ["A", "B"].contains(&says.as_str()))
            .count()
    };
    assert_eq!((letters(OWN), letters(Viewer::Table)), (2, 0));
    let two = Table::at(&["1-5 3-3 2-2", "0-1"], "5-5", "");
    assert_eq!(dots(&plain(&two, OWN)) - 2, 3, "of two tiles, dots show where");
    assert_eq!(dots(&plain(&table, Viewer::Table)), 0);
    assert_eq!(
        dots(&plain(&table, Viewer::Seat(Seat(1)))),
        1,
        "its tile fits, but it is not its turn"
    );
}

#[test]
fn what_is_tried_out_lies_faintly_on_the_tree() {
    let table = Table::at(&["1-2 3-3 1-4", "0-1"], "5-5", "");
    let own = plain(&table, OWN);
    assert_eq!(ghosts(&own), 0);
    let whole = tried(&table, OWN, "1@0,1 2@1,1");
    assert!(ghosts(&whole) >= 2, "the tile on the tree and in the hand");
    assert_eq!(symbols(&whole).len(), symbols(&own).len() + 2);
    assert_eq!(said(&whole, "choice-told").len(), 1);
    assert_eq!(said(&whole, "tree-would-extra").len(), 1);
    assert_eq!(said(&whole, "tree-would-fit").len(), 1);
    let tile = sketch(&table, OWN, Preview::Path(&["12"]));
    assert_eq!(said(&tile, "tiles-chosen-tile").len(), 1);
    assert_ne!(tile.shapes, own.shapes);
}

#[test]
fn what_may_not_be_done_is_not_tried_out() {
    let table = Table::at(&["1-2 3-3", "0-1"], "5-5", "");
    let own = plain(&table, OWN);
    for what in ["1@0,1 1@1,1", "1@1,1 3@2,1", "draw", "pass"] {
        assert_eq!(tried(&table, OWN, what), own, "{what}");
    }
    assert_eq!(sketch(&table, OWN, Preview::Path(&["33"])), own);
    assert_eq!(sketch(&table, OWN, Preview::Path(&["no", "such"])), own);
    let other = plain(&table, Viewer::Seat(Seat(1)));
    assert_eq!(
        tried(&table, Viewer::Seat(Seat(1)), "0@1,1 1@2,1"),
        other,
        "it is not its turn"
    );
    let open = plain(&table, Viewer::Table);
    assert_eq!(tried(&table, Viewer::Table, "1@0,1 2@1,1"), open);
}

#[test]
fn who_cannot_see_it_is_told_the_tree_the_hand_and_the_counts() {
    let mut table = Table::at(&["1-5 3-3", "1-4 2-7"], "5-5", "");
    table.choose(0, "1@1,1 5@2,1");
    let own = plain(&table, OWN);
    let keys: Vec<&str> = own.alt.iter().map(|phrase| phrase.key).collect();
    assert_eq!(
        keys,
        [
            "whole-sentence",
            "tree-supply",
            "tree-own-hand",
            "tree-own-fit",
            "tree-did-place",
            "tiles-alt-board",
        ]
    );
    let seats = Tree::scene(&table.0.view(Viewer::Table)).seats;
    assert!(seats.iter().all(|line| !line.marks.is_empty()) && seats.len() == 2);
    let open = plain(&table, Viewer::Table);
    assert!(open.alt.iter().all(|phrase| !phrase.key.starts_with("tree-own")));
}

#[test]
fn the_end_shows_what_everybody_has_left() {
    let mut table = Table::at(&["1-5", "1-4 2-4"], "3-4", "");
    let left = |table: &Table| written(&plain(table, Viewer::Table)).contains(&"1-4 2-4".to_owned());
    assert!(!left(&table));
    table.choose(0, "1@1,1 5@2,1");
    assert!(left(&table));
}

#[test]
fn a_full_tree_and_a_full_hand_still_fit() {
    // A staircase as high as the tiles allow, and far more tiles in hand than there are.
    let mut tree = String::from("1@1,1 0@2,1");
    for row in 2..20 {
        let (left, right) = (row, row + 1);
        tree.push_str(&format!("; 1@{left},{row} 0@{right},{row}"));
    }
    let table = Table::at(
        &["1-5 3-3 1-1 1-2 1-3 1-4 1-6 1-7 2-2 2-3 2-4 2-5 2-6 2-7 3-4 3-5 3-6 3-7 4-4 4-5 4-6 4-7 5-5 5-6 5-7 6-6"; 4],
        "",
        &tree,
    );
    let size = plain(&table, OWN).size;
    assert!(size.0 <= 720 && size.1 <= 1200, "{size:?}");
}
