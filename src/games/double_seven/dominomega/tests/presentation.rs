//! What people see and press.

use super::super::*;
use super::support::Table;
use crate::games;
use crate::games::double_seven::tests::support::{count, leads, placement, rings as drawn, tile};
use crate::rules::{Arg, Form, Ink, Label, Observe, Phrase, Presentation, Preview, Shape, Sketch, Viewer};
use crate::words::{ENGLISH, Numbered, Words};

/// Seat 0 holds 5-7.
fn middle() -> Table {
    let mut table = Table::dealt(2, &["3-4", "0-1", "5-7"].map(tile));
    table.place("3@0,0 4@1,0");
    table.place("0@0,1 1@0,2");
    table
}

/// Everything that is written on a picture.
fn texts(sketch: &Sketch) -> Vec<String> {
    let words = Words::embedded().unwrap();
    let text = |shape: &Shape| match &shape.form {
        Form::Text { says, .. } => Some(match says {
            Label::Text(text) => text.clone(),
            Label::Phrase(phrase) => words.text(ENGLISH, phrase, &Numbered),
        }),
        _ => None,
    };
    sketch.shapes.iter().filter_map(text).collect()
}

#[test]
fn only_who_places_is_asked() {
    let table = middle();
    assert!(table.menu(0, &[]).is_some());
    assert_eq!(table.menu(1, &[]), None);
    let first = Table::dealt(2, &[tile("2-6")]);
    assert_eq!(
        leads(&first.menu(0, &[]).unwrap()),
        ["2@0,0 6@1,0"],
        "its one place is asked for all the same"
    );
}

#[test]
fn letters_lead_to_what_joins_the_own_ring_and_areas_to_all() {
    let table = middle();
    let first = leads(&table.menu(0, &[]).unwrap());
    // Both halves have a pip, and so has the 1 above.
    assert_eq!(first[..2], ["7@0,3 5@0,4", "7@-1,2 5@-1,3"]);
    let areas: Vec<&str> = first.iter().filter_map(|lead| lead.strip_prefix('>')).collect();
    assert!(areas.len() > 1 && first.len() == 20, "{first:?}");
    let own = Viewer::Seat(Seat(0));
    let plain = table.sketch(own, Preview::Nothing).unwrap();
    let mut reached = std::collections::BTreeSet::new();
    for area in areas {
        let places = leads(&table.menu(0, &[area]).unwrap());
        let shown = table.sketch(own, Preview::Path(&[area])).unwrap();
        assert!(
            shown.shapes != plain.shapes && shown.size == plain.size,
            "area {area} is shown"
        );
        reached.extend(places);
    }
    assert_eq!(reached, table.choices(0).into_iter().collect());
    assert_eq!(table.sketch(own, Preview::Path(&["99"])), Some(plain));
}

#[test]
fn what_is_tried_lies_there_faintly_with_the_products_it_would_bring() {
    let table = middle();
    let own = Viewer::Seat(Seat(0));
    let choice = placement("5@2,0 7@3,0");
    let tried = table.sketch(own, Preview::Choice(&choice)).unwrap();
    let texts = texts(&tried);
    assert!(texts.iter().any(|text| text == "1 \u{2192} 2"), "{texts:?}");
    assert!(tried.shapes.iter().any(|shape| shape.ghost));
    let numbers = drawn(&tried);
    assert_eq!(
        numbers.iter().filter(|number| **number == 7).count(),
        2,
        "in hand and on the table"
    );
    let consequences = |seat: u8, what: &str| games::DynGame::consequences(&table.0, Seat(seat), what);
    let says = consequences(0, "5@2,0 7@3,0");
    assert_eq!(
        says.iter().map(|phrase| phrase.key).collect::<Vec<_>>(),
        ["dominomega-would-own", "dominomega-would-other"]
    );
    // What cannot be made shows nothing.
    let wrong = placement("5@7,0 7@8,0");
    assert_eq!(
        table.sketch(own, Preview::Choice(&wrong)),
        table.sketch(own, Preview::Nothing)
    );
    assert!(consequences(0, "5@7,0 7@8,0").is_empty());
    assert!(consequences(1, "5@2,0 7@3,0").is_empty());
}

#[test]
fn cards_say_what_their_numbers_are() {
    let cards = |table: &Table| texts(&table.sketch(Viewer::Table, Preview::Nothing).unwrap()).join("; ");
    let begun = cards(&Table::dealt(2, &["3-4", "0-1", "5-7"].map(tile)));
    assert_eq!(begun.matches("no group yet").count(), 2, "{begun}");
    let joined = cards(&Table::placed(2, &["3@0,0 7@1,0", "0@0,1 4@0,2"]));
    assert!(joined.contains("2 points; = 2"), "{joined}");
    assert!(joined.contains("1 point;"), "{joined}");
}

#[test]
fn a_product_that_stays_is_told_as_well() {
    let mut table = Table::dealt(2, &["3-4", "0-1", "0-0"].map(tile));
    table.place("3@0,0 4@1,0");
    table.place("0@0,1 1@0,2");
    let says = games::DynGame::consequences(&table.0, Seat(0), "0@2,0 0@3,0");
    assert_eq!(says, [Phrase::new("dominomega-would-same").with("product", 1_i64)]);
}

#[test]
fn groups_are_joined_and_the_own_ones_are_tinted() {
    let table = middle();
    let tinted = |viewer| {
        let sketch = table.sketch(viewer, Preview::Nothing).unwrap();
        count(&sketch, |shape| {
            matches!(shape.fill, Some(crate::rules::Fill::Plain(Ink::Pale(_))))
        })
    };
    assert_eq!(tinted(Viewer::Table), 0);
    assert_eq!(tinted(Viewer::Seat(Seat(0))), 2, "3 and 1 have a pip");
    assert_eq!(tinted(Viewer::Seat(Seat(1))), 1, "4 is a large circle");
    let joined = Table::placed(2, &["3@0,0 7@1,0", "0@0,1 1@0,2"]);
    let sketch = joined.sketch(Viewer::Table, Preview::Nothing).unwrap();
    let links = count(&sketch, |shape| {
        matches!((&shape.form, shape.line), (Form::Path(_), Some((Ink::Own(_), _))))
    });
    assert_eq!(links, 1, "3 and 7 share the pip; nobody has the small circle");
}

#[test]
fn the_own_tile_is_told_and_drawn_on_the_own_panel_only() {
    let table = middle();
    let own = table.scene(Viewer::Seat(Seat(0)));
    assert_eq!(own.own.last().map(|phrase| phrase.key), Some("tiles-own"));
    assert_eq!(
        table.scene(Viewer::Seat(Seat(1))).own.last().map(|phrase| phrase.key),
        Some("tiles-own")
    );
    assert!(table.scene(Viewer::Table).own.is_empty());
    assert_eq!(
        table.scene(Viewer::Table).board,
        [" 77 1 .", " 76 0 .", " 75 3-4", "    M N"]
    );
    // Who is asked sees all cells that it can place on.
    let asked = [
        " 79 . . . . . .",
        " 78 . . . . . .",
        " 77 . . 1 . . .",
        " 76 . . 0 . . .",
        " 75 . . 3-4 . .",
        " 74 . . . . . .",
        " 73 . . . . . .",
        "    K L M N O P",
    ];
    assert_eq!(own.board, asked);
    assert!(drawn(&table.sketch(Viewer::Seat(Seat(0)), Preview::Nothing).unwrap()).contains(&5));
    assert!(!drawn(&table.sketch(Viewer::Table, Preview::Nothing).unwrap()).contains(&5));
    assert_eq!(Table::new("{}", 2).sketch(Viewer::Table, Preview::Nothing), None);
}

#[test]
fn the_end_tells_all_products() {
    let mut table = Table::dealt(3, &[]);
    table.play_out(&mut crate::games::double_seven::tests::support::Chances(5));
    let (_, scores) = table.outcome().unwrap();
    let scene = table.scene(Viewer::Table);
    assert_eq!(
        scene.seats.iter().map(|line| line.score).collect::<Vec<_>>(),
        scores.iter().map(|score| Some(*score)).collect::<Vec<_>>()
    );
    let told = scene
        .recent
        .iter()
        .filter(|phrase| phrase.key == "dominomega-fact-groups");
    assert_eq!(told.count(), 3);
}

#[test]
fn single_cells_are_counted_in_a_word() {
    let words = Words::embedded().unwrap();
    let said = |sizes: &[u8]| words.text(ENGLISH, &super::super::phrases::groups_of(sizes), &Numbered);
    let rows: [(&[u8], &str); 8] = [
        (&[], "no group"),
        (&[1], "a single cell"),
        (&[1, 1, 1], "3 single cells"),
        (&[4], "4"),
        (&[4, 1], "4 (and a single cell)"),
        (&[4, 1, 1], "4 (and 2 single cells)"),
        (&[4, 3, 3], "4 \u{d7} 3 \u{d7} 3 = 36"),
        (&[4, 3, 1, 1], "4 \u{d7} 3 = 12 (and 2 single cells)"),
    ];
    for (sizes, text) in rows {
        assert_eq!(said(sizes), text, "{sizes:?}");
    }
    // Who cannot see the picture is told the groups of everybody, by the lines of the seats.
    let mut table = Table::dealt(3, &[]);
    table.play_out(&mut crate::games::double_seven::tests::support::Chances(5));
    let view = table.0.view(Viewer::Table);
    for (line, seen) in Dominomega::scene(&view).seats.iter().zip(&view.seats) {
        let groups = super::super::phrases::groups_of(&seen.groups);
        let told = |phrase: &Phrase| phrase.args.iter().any(|(_, arg)| *arg == Arg::from(groups.clone()));
        assert!(line.marks.iter().any(told), "{:?}", seen.groups);
    }
}

#[test]
fn equal_products_share_the_win_and_that_is_said() {
    let words = Words::embedded().unwrap();
    let mut table = Table::dealt(3, &[]);
    table.play_out(&mut crate::games::double_seven::tests::support::Chances(5));
    let mut view = table.0.view(Viewer::Table);
    let said = |view: &View| {
        let decided = Dominomega::scene(view).decided;
        let sketch = Dominomega::picture(view, Preview::Nothing).unwrap();
        assert!(decided.iter().all(|phrase| sketch.alt.contains(phrase)));
        decided
            .iter()
            .map(|phrase| words.text(ENGLISH, phrase, &Numbered))
            .collect::<Vec<_>>()
    };
    for (products, tie) in [
        ([30, 40, 7], None),
        (
            [30, 40, 40],
            Some("Seat 2 and Seat 3 have the same score, 40. No rule parts them, so they share the win."),
        ),
    ] {
        for (seen, product) in view.seats.iter_mut().zip(products) {
            seen.product = product;
        }
        assert_eq!(said(&view), tie.into_iter().collect::<Vec<_>>());
    }
    assert!(Dominomega::scene(&middle().0.view(Viewer::Table)).decided.is_empty());
}
