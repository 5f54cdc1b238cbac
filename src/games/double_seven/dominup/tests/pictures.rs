//! The picture, what is tried out on it, and what it says in sentences.

use std::collections::BTreeSet;

use super::super::*;
use super::support::{Chances, Table};
use crate::games::double_seven::Cell;
use crate::games::double_seven::tests::coordinates;
use crate::games::double_seven::tests::support::{count, written};
use crate::rules::{Arg, Fill, Form, Ink, Label, Observe, Presentation, Preview, Shape, Sketch, Viewer};
use crate::words::{ENGLISH, Numbered, Words};

const LAID: [&str; 4] = ["7@0,0 7@1,0", "3@0,1 5@0,2", "6@1,1 5@1,2", "7@0,0 3@0,1"];

fn sketch(table: &Table, viewer: Viewer, preview: Preview<'_, Choice>) -> Sketch {
    Dominup::picture(&table.0.view(viewer), preview.allowed(&table.0, viewer)).unwrap()
}

fn tried(table: &Table, seat: u8, what: &str) -> Sketch {
    let choice: Choice = what.parse().unwrap();
    sketch(table, Viewer::Seat(Seat(seat)), Preview::Choice(&choice))
}

fn plain(table: &Table, viewer: Viewer) -> Sketch {
    sketch(table, viewer, Preview::Nothing)
}

fn alt(sketch: &Sketch) -> String {
    let words = Words::embedded().unwrap();
    let says = sketch.alt.iter().map(|phrase| words.text(ENGLISH, phrase, &Numbered));
    says.collect::<Vec<_>>().join(" ")
}

fn rings(sketch: &Sketch) -> usize {
    count(sketch, |shape| matches!(shape.form, Form::Rings { .. }))
}

/// How many bars each mark of a level has.
fn bars(sketch: &Sketch) -> Vec<usize> {
    let disc = |shape: &Shape| matches!(shape.form, Form::Circle { .. }) && shape.fill == Some(Fill::Plain(Ink::Text));
    let bar = |shape: &&Shape| matches!(shape.form, Form::Rect { .. }) && shape.fill == Some(Fill::Plain(Ink::Paper));
    let discs = (0..sketch.shapes.len()).filter(|at| disc(&sketch.shapes[*at]));
    discs
        .map(|at| sketch.shapes[at + 1..].iter().take_while(bar).count())
        .collect()
}

fn frames(sketch: &Sketch, ink: Ink) -> usize {
    count(sketch, |shape| {
        let frame = matches!(shape.form, Form::Rect { .. }) && shape.fill.is_none() && !shape.ghost;
        frame && shape.line.is_some_and(|(line, _)| line == ink)
    })
}

#[test]
fn nothing_is_drawn_before_the_deal() {
    let view = Table::new("{}", 3).0.view(Viewer::Table);
    assert_eq!(Dominup::sketch(&view, Preview::Nothing), None);
}

#[test]
fn the_table_shows_all_tiles_and_no_hand() {
    let table = Table::at("{}", &LAID, &["1-2 0-4", "0-0"], 0);
    let open = plain(&table, Viewer::Table);
    assert_eq!(rings(&open), 2 * LAID.len());
    let own = plain(&table, Viewer::Seat(Seat(0)));
    assert_eq!(rings(&own), 2 * LAID.len() + 4);
    for viewer in [Viewer::Table, Viewer::Seat(Seat(1))] {
        assert!(!alt(&plain(&table, viewer)).contains("1-2"));
    }
}

#[test]
fn levels_are_told_by_shade_and_by_bars() {
    let table = Table::at("{}", &LAID, &["1-2", "0-0"], 0);
    let sketch = plain(&table, Viewer::Table);
    let plates = |ink| {
        count(&sketch, |shape| {
            shape.fill == Some(Fill::Plain(ink)) && shape.line == Some((Ink::Black, 2))
        })
    };
    assert_eq!((plates(Ink::White), plates(Ink::Light)), (3, 1));
    let low = plain(&Table::at("{}", &LAID[..3], &["1-2", "0-0"], 0), Viewer::Table);
    assert_eq!((bars(&sketch), bars(&low)), (vec![2], vec![]));
    assert_eq!(
        written(&sketch),
        written(&low),
        "no number that could be read as a symbol"
    );
    let bars_are_explained = |sketch: &Sketch| {
        count(sketch, |shape| match &shape.form {
            Form::Text { says, .. } => *says == Label::from(Phrase::new("dominup-sketch-levels")),
            _ => false,
        })
    };
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0))] {
        assert_eq!(bars_are_explained(&plain(&table, viewer)), 1);
    }
    assert_eq!(bars_are_explained(&low), 0, "there are none");
    assert!(alt(&sketch).contains("7bu 7") && alt(&sketch).contains("3b 6"));
    assert!(alt(&sketch).contains("b, c and d behind a symbol"));
    assert!(!alt(&low).contains("b, c and d"));
}

/// How far below the line about levels the first mark of a picture begins, where there are both.
fn below_the_line(sketch: &Sketch) -> Option<i32> {
    let line = sketch.shapes.iter().find_map(|shape| match &shape.form {
        Form::Text { at, size, says, .. } if *says == Label::from(Phrase::new("dominup-sketch-levels")) => {
            Some(at.1 + size / 2)
        }
        _ => None,
    })?;
    let after = sketch
        .shapes
        .iter()
        .skip_while(|shape| !matches!(shape.form, Form::Path(_)));
    let tops = after.filter_map(|shape| match shape.form {
        Form::Circle { centre, radius } | Form::Mark { centre, radius, .. } => Some(centre.1 - radius),
        _ => None,
    });
    tops.min().map(|top| top - line)
}

#[test]
fn no_mark_lies_on_the_line_about_levels_at_the_end_of_a_game() {
    let mut nearest = i32::MAX;
    for seed in 0..60 {
        let mut dice = Chances(seed);
        let mut table = Table::new("{}", 2 + (seed % 3) as u8);
        let deal = table.0.draw(&mut dice);
        table.chance(&deal.to_string()).unwrap();
        while let [seat] = table.waiting()[..] {
            let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
            table.choose(seat, &choice.to_string());
        }
        for viewer in [Viewer::Table, Viewer::Seat(Seat(0))] {
            let Some(below) = below_the_line(&plain(&table, viewer)) else {
                continue;
            };
            // The edge of a mark is two points wide.
            assert!(below > 1, "{below} of seed {seed}");
            nearest = nearest.min(below);
        }
    }
    assert!(
        nearest < super::super::sketch::ABOVE,
        "a mark reaches out of the table: {nearest}"
    );
}

#[test]
fn what_was_laid_in_the_last_turn_has_a_frame_where_it_lies_bare() {
    let mut table = Table::at("{}", &LAID[..3], &["3-6 1-2", "0-0 0-1"], 0);
    table.0.layers[..3].copy_from_slice(&[Seat(0), Seat(1), Seat(1)]);
    assert_eq!(frames(&plain(&table, Viewer::Table), Ink::Mark), 2);
    table.choose(0, "climb 3@0,1 6@1,1");
    assert_eq!(frames(&plain(&table, Viewer::Table), Ink::Mark), 1);
    table.choose(0, "expand 1@2,0 2@3,0");
    assert_eq!(frames(&plain(&table, Viewer::Table), Ink::Mark), 2);
}

#[test]
fn what_can_climb_is_marked_in_the_hand_and_on_the_table_for_its_holder_alone() {
    let table = Table::at("{}", &LAID[..3], &["3-6 5-5 1-2", "6-7 0-0"], 0);
    assert_eq!(frames(&plain(&table, Viewer::Seat(Seat(0))), Ink::Good), 2);
    assert_eq!(frames(&plain(&table, Viewer::Seat(Seat(1))), Ink::Good), 1);
    assert_eq!(frames(&plain(&table, Viewer::Table), Ink::Good), 0);
    let playable = |viewer| {
        count(&plain(&table, viewer), |shape| {
            shape.fill == Some(Fill::Plain(Ink::White)) && shape.line == Some((Ink::Good, 5))
        })
    };
    assert_eq!([0, 1].map(|seat| playable(Viewer::Seat(Seat(seat)))), [2, 1]);
}

#[test]
fn without_a_climb_the_whole_hand_may_be_laid_and_dots_show_where() {
    let table = Table::at("{}", &LAID, &["1-2 0-4", "0-0 5-5"], 0);
    let dots = |seat: u8| {
        let sketch = plain(&table, Viewer::Seat(Seat(seat)));
        let small = |shape: &Shape| matches!(shape.form, Form::Circle { radius, .. } if radius < 8);
        count(&sketch, |shape| {
            small(shape) && shape.fill == Some(Fill::Plain(Ink::Good))
        })
    };
    let mut choices = Vec::new();
    table.0.choices(Seat(0), &mut choices);
    let cells: BTreeSet<Cell> = choices.iter().map(|choice| choice.placement().first().cell).collect();
    // One beneath each tile of the hand; of the one who waits, beneath what could climb.
    assert_eq!((dots(0), dots(1)), (cells.len() + 2, 1));
}

#[test]
fn what_is_tried_out_lies_faintly_on_the_table() {
    let table = Table::at("{}", &LAID, &["1-2 0-4", "0-0"], 0);
    let one = tried(&table, 0, "expand 1@2,0 2@3,0");
    let ghosts = |sketch: &Sketch| count(sketch, |shape| shape.ghost);
    assert!(ghosts(&one) > 0);
    assert!(alt(&one).contains("Your choice: lay 1-2 on O75 and P75."));
    let seat = Viewer::Seat(Seat(0));
    assert_eq!(ghosts(&plain(&table, seat)), 0);
    let path = sketch(&table, seat, Preview::Path(&["12", "1"]));
    let letters = " Places, each with the cell of the 1 and that of the 2: A ";
    let told = alt(&path);
    assert!(ghosts(&path) > 0 && told.contains("You are placing 1-2. ") && told.contains(letters));
    assert!(
        told.find(letters) > told.find("Rows from the top"),
        "what may have no room comes last"
    );
    let climbing = Table::at("{}", &LAID[..3], &["3-6 5-5 1-2", "6-7 0-0"], 0);
    let climb = tried(&climbing, 0, "climb 3@0,1 6@1,1");
    assert!(alt(&climb).contains("Your choice: climb with 3-6 on M76 and N76. To level 2."));
    assert_eq!(
        (bars(&climb), bars(&plain(&climbing, seat))),
        (vec![2], vec![]),
        "its level"
    );
}

#[test]
fn every_place_of_the_picked_tile_has_a_letter_on_the_picture() {
    let table = Table::at("{}", &LAID, &["1-2 0-4", "0-0"], 0);
    let seat = Viewer::Seat(Seat(0));
    let letters = |path: &[&str]| -> BTreeSet<String> {
        let places = coordinates::letters_on_board(&sketch(&table, seat, Preview::Path(path)));
        places.into_iter().map(|place| place.letter).collect()
    };
    assert!(letters(&[]).is_empty(), "the tile is asked first");
    // Three areas of more places have numbers.
    let whole: BTreeSet<String> = ('A'..='Q').map(String::from).collect();
    assert_eq!(letters(&["12"]), whole);
    assert!(letters(&["12", "1"]).len() > 10 && letters(&["12", "1"]).is_subset(&whole));
    let climbing = Table::at("{}", &LAID[..3], &["3-6 5-5 1-2", "6-7 0-0"], 0);
    let climbs = coordinates::letters_on_board(&plain(&climbing, seat));
    let climbs: BTreeSet<String> = climbs.into_iter().map(|place| place.letter).collect();
    assert_eq!(climbs, ["A", "B"].map(String::from).into());
}

#[test]
fn what_cannot_be_is_not_shown() {
    let table = Table::at("{}", &LAID, &["1-2 0-4", "0-0"], 0);
    let seat = Viewer::Seat(Seat(0));
    let bare = plain(&table, seat);
    for what in [
        "expand 0@2,0 0@3,0",
        "climb 7@1,0 6@1,1",
        "expand 1@0,0 2@-1,0",
        "expand 1@50,0 2@51,0",
    ] {
        if let Ok(choice) = what.parse::<Choice>() {
            assert_eq!(sketch(&table, seat, Preview::Choice(&choice)), bare, "{what}");
        }
    }
    for path in [&["00"][..], &["12", "50"], &["x"], &["12", "1", "y"]] {
        assert_eq!(sketch(&table, seat, Preview::Path(path)), bare, "{path:?}");
    }
    let choice = "expand 0@2,0 0@3,0".parse().unwrap();
    let other = Viewer::Seat(Seat(1));
    assert_eq!(sketch(&table, other, Preview::Choice(&choice)), plain(&table, other));
    let climbing = Table::at("{}", &LAID[..3], &["3-6 1-2", "6-7 0-0"], 0);
    assert_eq!(
        sketch(&climbing, seat, Preview::Path(&["12"])),
        plain(&climbing, seat),
        "a climb comes first"
    );
}

#[test]
fn the_sentences_tell_what_is_needed_to_play_on() {
    let mut table = Table::at("{}", &LAID, &["5-5 1-2", "0-0", "", "4-4"], 0);
    table.0.layers[..2].copy_from_slice(&[Seat(1), Seat(1)]);
    let own = alt(&plain(&table, Viewer::Seat(Seat(0))));
    assert_eq!(
        own,
        "Seat 1's turn. You can climb, so you must. These could climb now, whoever holds them: 5-5 6-7. \
         Your tiles that can climb: 5-5. Your other tiles: 1-2. \
         Seat 1 laid 5-6 on N77 and N76. Seat 1 climbed to level 2 with 3-7 on M76 and M75. \
         Rows from the top, in brackets the column where symbols begin; after r the other half is to the right, \
         after u above: 77 (M) 5 5, 76 (M) 3b 6u and 75 (M) 7bu 7. \
         b, c and d behind a symbol are levels 2 to 4. Places, each with its two cells: A M77 N77."
    );
}

#[test]
fn the_sentences_name_the_climbs_that_the_picture_frames() {
    let table = Table::at("{}", &LAID[..3], &["3-6 5-5 1-2", "6-7 0-0"], 0);
    let told = |viewer| alt(&plain(&table, viewer));
    assert!(told(Viewer::Seat(Seat(0))).contains(
        "Places, each with the tile, the cell of its lower symbol and that of the other: A 5-5 M77 N77 and \
         B 3-6 M76 N76."
    ));
    assert!(told(Viewer::Seat(Seat(1))).contains("Your climbs: 6-7 from N75 to N76."));
    assert!(!told(Viewer::Table).contains("climbs:"));
    assert!(!alt(&tried(&table, 0, "climb 3@0,1 6@1,1")).contains("climbs:"));
}

#[test]
fn every_symbol_is_told_in_whole_games() {
    for seed in 0..8 {
        let mut dice = Chances(seed);
        let mut table = Table::new("{}", 2 + (seed % 3) as u8);
        let deal = table.0.draw(&mut dice);
        table.chance(&deal.to_string()).unwrap();
        while let [seat] = table.waiting()[..] {
            let choice = table.0.random_choice(Seat(seat), &mut dice).unwrap();
            table.choose(seat, &choice.to_string());
        }
        let sketch = plain(&table, Viewer::Table);
        let board = sketch
            .alt
            .iter()
            .find(|phrase| phrase.key == "tiles-alt-joined")
            .unwrap();
        let Some((_, Arg::List(rows))) = board.args.first() else {
            panic!("{board:?}")
        };
        let digits: usize = rows
            .iter()
            .filter_map(|row| match row {
                Arg::Phrase(row) => row.args.iter().find(|(name, _)| *name == "symbols"),
                _ => None,
            })
            .map(|(_, line)| match line {
                Arg::Text(line) => line.split(' ').filter(|word| !word.starts_with('(')).count(),
                other => panic!("{other:?}"),
            })
            .sum();
        assert_eq!(digits, table.0.storeys.layout().cells().count());
    }
}

#[test]
fn beside_a_table_much_higher_than_wide_lies_the_hand() {
    let tower = [
        "7@0,0 7@1,0",
        "0@0,1 1@0,2",
        "0@0,3 2@0,4",
        "0@0,5 3@0,6",
        "0@0,7 4@0,8",
        "0@0,9 5@0,10",
    ];
    let row = [
        "7@0,0 7@1,0",
        "0@2,0 1@3,0",
        "0@4,0 2@5,0",
        "0@6,0 3@7,0",
        "0@8,0 4@9,0",
        "0@10,0 5@11,0",
    ];
    let hand = "1-1 1-2 1-3 1-4 1-5 1-6 2-2 2-3 2-4 2-5 2-6 3-3 3-4";
    let across = |laid: &[&str], viewer| -> (Vec<i32>, Vec<i32>) {
        let table = Table::at("{}", laid, &[hand, "5-5 6-6"], 0);
        let drawn = plain(&table, viewer).shapes.into_iter();
        let rings = drawn.filter_map(|shape| match shape.form {
            Form::Rings { centre, .. } => Some(centre.0),
            _ => None,
        });
        let all: Vec<i32> = rings.collect();
        // The hand is drawn before the table, and two symbols on each of six tiles lie there.
        let (held, laid) = all.split_at(all.len() - 12);
        (held.to_vec(), laid.to_vec())
    };
    let own = Viewer::Seat(Seat(0));
    let (held, laid) = across(&tower, own);
    assert_eq!(held.len(), 26);
    assert!(held.iter().max() < laid.iter().min(), "{held:?} and {laid:?}");
    let (held, laid) = across(&row, own);
    assert!(
        held.iter().max() < laid.iter().min(),
        "an area that is shown near needs the height"
    );
    // Who has no hand sees the table in the middle, or beside the cards.
    let (held, laid) = across(&tower, Viewer::Table);
    assert!(
        held.is_empty() && laid.iter().all(|at| (300..604).contains(at)),
        "{laid:?}"
    );
}

#[test]
fn the_caption_of_a_hand_tells_of_frames_only_where_there_are_some() {
    let caption = |hand: &str| {
        let table = Table::at("{}", &LAID[..3], &["1-2 0-4", hand], 0);
        let sketch = plain(&table, Viewer::Seat(Seat(1)));
        let captions = sketch.shapes.iter().filter_map(|shape| match &shape.form {
            Form::Text {
                says: Label::Phrase(says),
                ..
            } if says.key.starts_with("dominup-sketch-hand") => Some(says.key),
            _ => None,
        });
        (captions.collect::<Vec<_>>(), frames(&sketch, Ink::Good))
    };
    assert_eq!(caption("0-0 1-1").0, ["dominup-sketch-hand-none"]);
    assert_eq!(caption("6-7 0-0").0, ["dominup-sketch-hand"]);
    assert!(caption("6-7 0-0").1 > caption("0-0 1-1").1);
}
