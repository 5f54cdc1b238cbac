//! The picture: the line, its ends, what is tried out, hands, and all of it in sentences.

use super::super::*;
use super::support::Table;
use crate::games::double_seven::tests::support::written;
use crate::rules::{
    Arg, Event, Fill, Form, Ink, Label, Observe, Presentation, Preview, SeatLine, Shape, Sketch, Viewer,
};

const OWN: Viewer = Viewer::Seat(Seat(0));

fn sketch(table: &Table, viewer: Viewer, preview: Preview<'_, Choice>) -> Sketch {
    Dominoes::picture(&table.0.view(viewer), preview.allowed(&table.0, viewer)).unwrap()
}

fn plain(table: &Table, viewer: Viewer) -> Sketch {
    sketch(table, viewer, Preview::Nothing)
}

fn tried(table: &Table, what: &str) -> Sketch {
    sketch(table, OWN, Preview::Choice(&what.parse().unwrap()))
}

/// The plates of tiles: width, height, the ink and the width of the line, and whether they are only tried out.
fn plates(sketch: &Sketch) -> Vec<(i32, i32, Ink, u8, bool)> {
    let plate = |shape: &Shape| match (&shape.form, shape.line) {
        (Form::Rect { size, .. }, Some((ink, width))) if shape.fill == Some(Fill::Plain(Ink::White)) => {
            Some((size.0, size.1, ink, width, shape.ghost))
        }
        _ => None,
    };
    sketch.shapes.iter().filter_map(plate).collect()
}

fn symbols(sketch: &Sketch) -> usize {
    let rings = |shape: &&Shape| matches!(shape.form, Form::Rings { .. });
    sketch.shapes.iter().filter(rings).count()
}

fn said<'s>(sketch: &'s Sketch, key: &str) -> Option<&'s Phrase> {
    sketch.alt.iter().find(|phrase| phrase.key == key)
}

fn text_of(phrase: &Phrase, name: &str) -> String {
    match &phrase.args.iter().find(|(key, _)| *key == name).unwrap().1 {
        Arg::Text(text) => text.clone(),
        other => panic!("{other:?} is no text"),
    }
}

#[test]
fn nothing_is_drawn_before_the_deal() {
    let table = Table::new("{}", 3);
    assert_eq!(Dominoes::sketch(&table.0.view(OWN), Preview::Nothing), None);
}

#[test]
fn doubles_lie_across_and_the_last_tile_has_a_frame() {
    let mut table = Table::middle("{}", "3-5", &["3-3 1-1", "5-6 0-0"], "2-2", 0);
    table.choose(0, "3-3 L");
    let shown = plates(&plain(&table, Viewer::Table));
    let across: Vec<bool> = shown.iter().map(|(wide, high, ..)| high > wide).collect();
    assert_eq!(across, [false, true], "the first tile, then the left arm");
    assert_eq!((shown[1].2, shown[1].4), (Ink::Mark, false));
    assert_eq!(shown[0].2, Ink::Black);
    table.choose(1, "5-6 R");
    let marked = plates(&plain(&table, Viewer::Table));
    let marked: Vec<Ink> = marked.iter().map(|plate| plate.2).collect();
    assert_eq!(marked, [Ink::Black, Ink::Black, Ink::Mark]);
}

#[test]
fn the_ends_bear_their_letter_and_what_they_show() {
    let table = Table::middle("{}", "3-5", &["3-4 1-1", "5-6 0-0"], "2-2", 0);
    let signs = |sketch: &Sketch| -> Vec<String> {
        let written = written(sketch).into_iter();
        written.filter(|text| text.starts_with(['L', 'R'])).collect()
    };
    assert_eq!(signs(&plain(&table, Viewer::Table)), ["L 3", "R 5"]);
    assert_eq!(signs(&tried(&table, "3-4 L")), ["L 4", "R 5"], "as it would be");
}

/// What of the line a picture shows, as one reads it: row by row, each from left to right; tiles as their symbols, and the
/// signs of the ends as they are written.
fn read(sketch: &Sketch) -> Vec<String> {
    let mut things: Vec<(i32, i32, String)> = Vec::new();
    for (number, shape) in sketch.shapes.iter().enumerate() {
        match &shape.form {
            // The symbols of a tile follow upon its plate and the line between its halves.
            Form::Rect { at, size, .. } if shape.fill == Some(Fill::Plain(Ink::White)) => {
                let [one, other] = [2, 3].map(|next| match sketch.shapes[number + next].form {
                    Form::Rings { centre, number, .. } => (centre, number),
                    ref other => panic!("{other:?} is no symbol"),
                });
                assert!(one.0.0 < other.0.0 || (one.0.0 == other.0.0 && one.1 == other.1));
                things.push((at.1 + size.1 / 2, at.0 + size.0 / 2, format!("{}-{}", one.1, other.1)));
            }
            Form::Text {
                at,
                says: Label::Text(says),
                ..
            } if says.starts_with(['L', 'R']) => {
                // A little line joins the sign to its tile: at its right where it is the left end's, else at its left.
                let Form::Path(joint) = &sketch.shapes[number - 2].form else {
                    panic!("a line before the badge")
                };
                assert!(
                    joint.iter().all(|point| (point.0 > at.0) == says.starts_with('L')),
                    "{says}"
                );
                things.push((at.1, at.0, says.clone()));
            }
            _ => {}
        }
    }
    things.sort_unstable();
    things.into_iter().map(|(_, _, thing)| thing).collect()
}

#[test]
fn the_left_end_is_left_and_the_right_end_right_however_long_the_line() {
    let mut longest = 0;
    for seed in 0..60 {
        let mut dice = super::support::Chances(seed);
        let mut table = Table::new("{}", 2 + (seed % 3) as u8);
        let deck = table.0.draw(&mut dice);
        table.0.apply(&Event::Chance(deck)).unwrap();
        while let Awaits::Seats(_) = table.0.awaits() {
            let turn = table.0.turn;
            let choice = table.0.random_choice(turn, &mut dice).unwrap();
            let tried = sketch(&table, Viewer::Seat(turn), Preview::Choice(&choice));
            table.0.apply(&Event::Choice(turn, choice)).unwrap();
            let Choice::Play(..) = choice else { continue };
            let line = table.line();
            longest = longest.max(table.0.view(Viewer::Table).line.len());
            let ends = table.0.view(Viewer::Table).ends.unwrap();
            let [left, right] = End::ALL.map(|end| format!("{end} {}", ends[end as usize]));
            let tiles = line.split(' ').map(str::to_owned);
            let wanted: Vec<String> = std::iter::once(left).chain(tiles).chain([right]).collect();
            // Before it is made and after, and as the sentences and the letters tell it.
            let after = plain(&table, Viewer::Table);
            for drawn in [&tried, &after] {
                assert_eq!(read(drawn)[..wanted.len()], wanted, "{seed}");
            }
            assert_eq!(text_of(said(&after, "dominoes-alt-line").unwrap(), "tiles"), line);
            let letters = Dominoes::scene(&table.0.view(Viewer::Table)).board.join(" ");
            assert_eq!(letters.replace(['[', ']', '*'], ""), format!("L {line} R"));
        }
    }
    assert!(longest > 25, "{longest}");
}

#[test]
fn what_is_tried_out_lies_faintly_at_its_end() {
    let table = Table::middle("{}", "3-5", &["3-4 3-5 1-1", "5-6 0-0"], "2-2", 0);
    let ghosts = |sketch: &Sketch| plates(sketch).iter().filter(|plate| plate.4).count();
    assert_eq!(ghosts(&plain(&table, OWN)), 0);
    assert_eq!(
        ghosts(&tried(&table, "3-4 L")),
        2,
        "in the line, and picked in the hand"
    );
    assert_eq!(
        tried(&table, "3-4 R"),
        plain(&table, OWN),
        "what is not legal shows nothing"
    );
    assert_eq!(tried(&table, "draw"), plain(&table, OWN));
    let picked = sketch(&table, OWN, Preview::Path(&["35"]));
    assert_eq!(ghosts(&picked), 1, "its end is still open");
    assert_eq!(
        sketch(&table, OWN, Preview::Path(&["34"])),
        plain(&table, OWN),
        "no such step"
    );
    let other = sketch(
        &table,
        Viewer::Seat(Seat(1)),
        Preview::Choice(&"5-6 R".parse().unwrap()),
    );
    assert_eq!(other, plain(&table, Viewer::Seat(Seat(1))), "it is not their turn");
}

#[test]
fn only_the_own_hand_is_shown_and_what_fits_is_marked() {
    let table = Table::middle("{}", "3-5", &["3-4 1-1 0-5", "5-6 0-0 2-3 4-4"], "2-2", 0);
    assert_eq!(symbols(&plain(&table, Viewer::Table)), 2);
    let own = plain(&table, OWN);
    assert_eq!(symbols(&own), 2 + 2 * 3);
    let playable = |sketch: &Sketch| plates(sketch).iter().filter(|plate| plate.2 == Ink::Good).count();
    assert_eq!(playable(&own), 2);
    let waiting = plain(&table, Viewer::Seat(Seat(1)));
    assert_eq!(
        (symbols(&waiting), playable(&waiting)),
        (2 + 2 * 4, 0),
        "marked on the own turn only"
    );
}

#[test]
fn after_the_hand_everybodys_tiles_are_shown() {
    let mut table = Table::middle("{}", "3-5", &["3-4", "5-6 0-0", "1-1"], "2-2", 0);
    table.choose(0, "3-4 L");
    for viewer in [Viewer::Table, OWN] {
        assert_eq!(symbols(&plain(&table, viewer)), 2 * 2 + 2 * 3);
    }
    assert!(written(&plain(&table, Viewer::Table)).contains(&"+13".to_owned()));
}

#[test]
fn the_longest_line_has_room() {
    // The longest of many lines, wherever in it the first tile lies.
    let mut longest: Option<View> = None;
    for seed in 0..200 {
        let mut dice = super::support::Chances(seed);
        let mut game = Table::new(r#"{"block":true}"#, 4).0;
        let deck = game.draw(&mut dice);
        game.apply(&Event::Chance(deck)).unwrap();
        while let Awaits::Seats(_) = game.awaits() {
            let choice = game.random_choice(game.turn, &mut dice).unwrap();
            game.apply(&Event::Choice(game.turn, choice)).unwrap();
        }
        let view = game.view(Viewer::Table);
        if longest.as_ref().is_none_or(|other| other.line.len() < view.line.len()) {
            longest = Some(view);
        }
    }
    let longest = longest.unwrap();
    assert!(longest.line.len() > 30, "{}", longest.line.len());
    for first in 0..longest.line.len() {
        let mut view = longest.clone();
        view.first = first;
        let sketch = Dominoes::sketch(&view, Preview::Nothing).unwrap();
        assert!(sketch.size.1 <= 1200, "{:?}", sketch.size);
        // All tiles are there, and none reaches over an edge.
        let hands: usize = view.seats.iter().map(|seen| usize::from(seen.tiles)).sum();
        assert_eq!(plates(&sketch).len(), view.line.len() + hands);
        for shape in &sketch.shapes {
            if let Form::Rect { at, size, .. } = &shape.form {
                assert!(at.0 >= 0 && at.0 + size.0 <= sketch.size.0 && at.1 + size.1 <= sketch.size.1);
            }
        }
    }
}

#[test]
fn all_of_it_is_told_in_sentences() {
    let mut table = Table::middle("{}", "3-5", &["0-1 6-7", "3-3 4-4 5-5"], "2-6 4-5 2-2", 0);
    table.choose(0, "draw");
    table.choose(0, "draw");
    table.choose(0, "4-5 R");
    let own = plain(&table, Viewer::Seat(Seat(1)));
    assert_eq!(text_of(said(&own, "dominoes-alt-line").unwrap(), "tiles"), "3-5 5-4");
    assert_eq!(text_of(said(&own, "dominoes-own").unwrap(), "tiles"), "3-3 4-4 5-5");
    for key in [
        "dominoes-ends",
        "dominoes-own-fits",
        "dominoes-did-draw-right",
        "dominoes-supply",
    ] {
        assert!(said(&own, key).is_some(), "{key}");
    }
    let open = plain(&table, Viewer::Table);
    assert_eq!(said(&open, "dominoes-own"), None);
    let held = |line: &SeatLine| line.marks.iter().any(|mark| mark.key == "dominoes-mark-tiles");
    assert!(Dominoes::scene(&table.0.view(Viewer::Table)).seats.iter().all(held));
    let trying = sketch(
        &table,
        Viewer::Seat(Seat(1)),
        Preview::Choice(&"3-3 L".parse().unwrap()),
    );
    assert!(said(&trying, "choice-told").is_some() && said(&trying, "dominoes-would-ends").is_some());
    let both = Table::middle("{}", "3-5", &["3-5 3-4", "0-0"], "", 0);
    let picked = sketch(&both, OWN, Preview::Path(&["35"]));
    assert_eq!(text_of(said(&picked, "dominoes-alt-picked").unwrap(), "tile"), "3-5");
}
