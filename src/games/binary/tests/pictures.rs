//! The picture, what is tried out on it, what it says in sentences, and what a choice costs.

use super::super::*;
use super::support::{Dice, Table};
use crate::games;
use crate::rules::{Arg, Ended, Event, Fill, Form, Ink, Label, Observe, Presentation, Preview, Shape, Sketch, Viewer};

fn sketch(table: &Table, viewer: Viewer, preview: Preview<'_, Choice>) -> Sketch {
    Binary::picture(&table.0.view(viewer), preview.allowed(&table.0, viewer)).unwrap()
}

fn tried(table: &Table, seat: u8, what: &str) -> Sketch {
    let choice: Choice = what.parse().unwrap();
    sketch(table, Viewer::Seat(Seat(seat)), Preview::Choice(&choice))
}

/// All that is written on it as it is in every language.
fn written(sketch: &Sketch) -> Vec<String> {
    let text = |shape: &Shape| match &shape.form {
        Form::Text {
            says: Label::Text(text),
            ..
        } => Some(text.clone()),
        _ => None,
    };
    sketch.shapes.iter().filter_map(text).collect()
}

fn count(sketch: &Sketch, is: impl Fn(&Shape) -> bool) -> usize {
    sketch.shapes.iter().filter(|shape| is(shape)).count()
}

fn is_disc(shape: &Shape, ink: Ink, ghost: bool) -> bool {
    let filled = shape.fill == Some(Fill::Plain(ink)) && shape.line.is_some();
    matches!(shape.form, Form::Circle { .. }) && filled && shape.ghost == ghost
}

/// A sentence of the alternative text, by its key and its argument.
fn said<'s>(sketch: &'s Sketch, key: &str, name: &str) -> Vec<&'s Arg> {
    let phrases = sketch.alt.iter().filter(|phrase| phrase.key == key);
    let args = phrases.flat_map(|phrase| phrase.args.iter().filter(|(arg, _)| *arg == name));
    args.map(|(_, arg)| arg).collect()
}

/// What stands beside a piece that costs another.
const COST: &str = "\u{2212}1";

/// Black has a territory around c4 and d4, white one around a3 and one around e1.
fn middle_game() -> Table {
    Table::at(6, ["c4 d4 a1", "a3 e1"], [6, 7], 0)
}

#[test]
fn nothing_is_drawn_before_black_is() {
    let view = Table::new("{}").0.view(Viewer::Table);
    assert_eq!(Binary::picture(&view, Preview::Nothing), None);
    for size in SIZES {
        let table = Table::begun(&format!(r#"{{"size":{size}}}"#));
        let sketch = sketch(&table, Viewer::Table, Preview::Nothing);
        let names = written(&sketch);
        for name in 0..size {
            let file = char::from(b'a' + name).to_string();
            assert!(names.contains(&file), "{file}");
            let rank = (name + 1).to_string();
            assert!(names.contains(&rank), "{rank}");
        }
        let dark = count(&sketch, |shape| shape.fill == Some(Fill::Plain(Ink::Dark)));
        assert_eq!(
            dark,
            usize::from(size) * usize::from(size) / 2 + 1,
            "and one beside the name"
        );
    }
}

#[test]
fn every_piece_lies_on_the_board_and_the_last_are_marked() {
    let mut table = middle_game();
    table.choose(0, "b6 f6");
    let sketch = sketch(&table, Viewer::Table, Preview::Nothing);
    // One of each colour lies beside the names.
    assert_eq!(count(&sketch, |shape| is_disc(shape, Ink::Black, false)), 5 + 1);
    assert_eq!(count(&sketch, |shape| is_disc(shape, Ink::White, false)), 2 + 1);
    let rings = |shape: &Shape| matches!((&shape.form, shape.line), (Form::Circle { .. }, Some((Ink::Mark, _))));
    assert_eq!(count(&sketch, rings), 2);
    assert_eq!(
        said(&sketch, "binary-alt-pieces", "squares"),
        [&Arg::Text("a1 b6 c4 d4 f6".to_owned()), &Arg::Text("a3 e1".to_owned())]
    );
}

#[test]
fn territories_bear_their_sizes_and_the_largest_says_that_it_counts_twice() {
    let table = middle_game();
    let view = table.0.view(Viewer::Table);
    let sketch = sketch(&table, Viewer::Table, Preview::Nothing);
    let texts = written(&sketch);
    for side in &view.sides {
        let largest = format!("{}\u{d7}2", side.territories[0].len());
        assert!(texts.contains(&largest), "{largest} in {texts:?}");
        assert!(texts.contains(&side.score.to_string()));
        for whole in &side.territories[1..] {
            assert!(texts.contains(&whole.len().to_string()));
        }
    }
    let all: usize = view.sides.iter().flat_map(SideView::sizes).sum();
    let patterned = |shape: &Shape| matches!(shape.fill, Some(Fill::Stripes(_) | Fill::Dots(_)));
    assert_eq!(count(&sketch, patterned), all + 2, "and the ones beside the names");
}

#[test]
fn only_the_one_who_places_is_shown_where() {
    let table = middle_game();
    let hints = |viewer| {
        let sketch = sketch(&table, viewer, Preview::Nothing);
        count(&sketch, |shape| {
            let small = matches!(shape.form, Form::Circle { radius, .. } if radius < 12);
            small && shape.line.is_none_or(|(ink, _)| matches!(ink, Ink::Light | Ink::Dark))
        })
    };
    assert_eq!(hints(Viewer::Seat(Seat(0))), 36 - 5);
    assert_eq!((hints(Viewer::Seat(Seat(1))), hints(Viewer::Table)), (0, 0));
}

/// Where hints are, as a seat sees them: so many dots, so many rings.
fn dots_and_rings(table: &Table, seat: u8) -> (usize, usize) {
    let sketch = sketch(table, Viewer::Seat(Seat(seat)), Preview::Nothing);
    let small = |shape: &Shape| matches!(shape.form, Form::Circle { radius, .. } if radius < 12);
    let hint = |ink: Ink| matches!(ink, Ink::Light | Ink::Dark);
    (
        count(&sketch, |shape| {
            small(shape) && shape.line.is_none() && matches!(shape.fill, Some(Fill::Plain(ink)) if hint(ink))
        }),
        count(&sketch, |shape| {
            small(shape) && shape.fill.is_none() && shape.line.is_some_and(|(ink, _)| hint(ink))
        }),
    )
}

#[test]
fn a_dot_is_where_two_may_be_placed_and_a_ring_where_only_one_may() {
    let table = middle_game();
    let mut choices = Vec::new();
    table.0.choices(Seat(0), &mut choices);
    let paired: std::collections::BTreeSet<String> = choices
        .iter()
        .filter(|choice| matches!(choice, Choice::Two(..)))
        .flat_map(|choice| choice.squares().map(|square| square.to_string()))
        .collect();
    let single = choices.iter().filter(|choice| matches!(choice, Choice::One(_))).count();
    assert_eq!(dots_and_rings(&table, 0), (paired.len(), single - paired.len()));
    let opening = Table::begun(r#"{"size":6}"#);
    let (dots, rings) = dots_and_rings(&opening, 0);
    assert_eq!(dots, 0, "the first piece is placed alone");
    assert!(rings > 0);
}

#[test]
fn what_is_tried_out_lies_faintly_on_the_board() {
    let table = middle_game();
    let two = tried(&table, 0, "b6 f6");
    assert_eq!(count(&two, |shape| is_disc(shape, Ink::Black, true)), 2);
    let view = table.0.view(Viewer::Table);
    let after = {
        let mut after = middle_game();
        after.choose(0, "b5");
        after.0.view(Viewer::Table).sides.map(|side| side.score)
    };
    assert_ne!(after[0], view.sides[0].score);
    let one = tried(&table, 0, "b5");
    for (side, after) in view.sides.iter().zip(after) {
        let change = format!("{} \u{2192} {after}", side.score);
        assert!(side.score == after || written(&one).contains(&change), "{change}");
    }
    assert_eq!(said(&one, "binary-would-own", "score"), [&Arg::Number(after[0])]);
    // While the second piece is still being picked, nothing is said to be placed.
    let seat = Viewer::Seat(Seat(0));
    let picked = sketch(&table, seat, Preview::Path(&["b6"]));
    assert_eq!(
        said(&picked, "binary-alt-picked", "squares"),
        [&Arg::Text("b6".to_owned())]
    );
    assert!(said(&picked, "choice-told", "choice").is_empty());
    assert!(said(&two, "binary-alt-picked", "squares").is_empty());
    // A part of the squares is told, and only its squares are marked.
    let others = sketch(
        &Table::at(8, ["a1", "a2"], [15, 15], 0),
        seat,
        Preview::Path(&["x", "1"]),
    );
    let part = said(&others, "binary-alt-part", "squares");
    let [Arg::Text(part)] = part[..] else {
        panic!("{part:?}")
    };
    assert_eq!(part.split(' ').count(), 12, "{part}");
}

#[test]
fn a_game_that_ended_by_word_shows_who_won_and_nobody_s_turn() {
    let table = middle_game();
    let star = |at: &Sketch, seat: u8| {
        // The card of seat 1 lies below that of seat 0.
        let top = |points: &[crate::rules::Point]| points.iter().map(|point| point.1).min().unwrap_or(0);
        let half = at.size.1 / 2;
        count(at, |shape| match &shape.form {
            Form::Polygon(points) => shape.fill == Some(Fill::Plain(Ink::Gold)) && (top(points) > half) == (seat == 1),
            _ => false,
        })
    };
    let marked = |at: &Sketch| {
        count(at, |shape| {
            shape.fill == Some(Fill::Plain(Ink::Mark)) || shape.line.is_some_and(|(ink, _)| ink == Ink::Mark)
        })
    };
    let now = sketch(&table, Viewer::Table, Preview::Nothing);
    assert!(marked(&now) > 0 && !said(&now, "whole-sentence", "says").is_empty());
    for (ended, key, stars) in [
        (Ended::Resigned(Seat(0)), "binary-phase-resigned", [0, 1]),
        (Ended::Resigned(Seat(1)), "binary-phase-resigned", [1, 0]),
        (Ended::Agreed, "binary-phase-agreed", [0, 0]),
    ] {
        for viewer in [Viewer::Table, Viewer::Seat(Seat(0))] {
            let view = Binary::ended(table.0.view(viewer), ended);
            let last = Binary::picture(&view, Preview::Nothing).unwrap();
            assert_eq!([star(&last, 0), star(&last, 1)], stars, "{ended}");
            assert_eq!(marked(&last), 0, "{ended}: nobody is waited for");
            let phase = said(&last, "whole-sentence", "says");
            assert!(
                matches!(phase[..], [Arg::Phrase(phase)] if phase.key == key),
                "{ended}: {phase:?}"
            );
            assert_eq!(
                said(&last, "binary-alt-pieces", "squares"),
                said(&now, "binary-alt-pieces", "squares")
            );
            assert!(last.alt.iter().all(|phrase| !phrase.key.starts_with("binary-may")));
        }
    }
}

#[test]
fn what_cannot_be_is_not_shown() {
    let table = middle_game();
    let seat = Viewer::Seat(Seat(0));
    let plain = sketch(&table, seat, Preview::Nothing);
    for what in ["a1", "a3", "b5 b6", "b6 c3", "h8"] {
        assert_eq!(tried(&table, 0, what), plain, "{what}");
    }
    for path in [
        &["1"][..],
        &["x", "x"],
        &["b5"],
        &["b6", "b6"],
        &["b6", "b5"],
        &["a6", "b6"],
        &["b6", "f6"],
        &["a3"],
    ] {
        assert_eq!(sketch(&table, seat, Preview::Path(path)), plain, "{path:?}");
    }
    let other = sketch(&table, Viewer::Seat(Seat(1)), Preview::Nothing);
    assert_eq!(tried(&table, 1, "b6"), other, "it is not the turn of seat 1");
    let choice = "b6".parse().unwrap();
    let open = sketch(&table, Viewer::Table, Preview::Nothing);
    assert_eq!(sketch(&table, Viewer::Table, Preview::Choice(&choice)), open);
}

#[test]
fn the_centre_says_what_it_costs() {
    let table = Table::at(6, ["a1", "b3"], [6, 7], 0);
    let consequences = |seat: u8, what: &str| games::DynGame::consequences(&table.0, Seat(seat), what);
    assert_eq!(
        consequences(0, "c4")[0],
        Phrase::new("binary-weigh-cost").with("left", 4_u8)
    );
    assert_eq!(consequences(0, "c4")[1].key, "binary-would-own");
    let costly = tried(&table, 0, "c4");
    assert!(written(&costly).contains(&COST.to_owned()));
    let free = tried(&table, 0, "c3");
    assert!(!written(&free).contains(&COST.to_owned()), "c3 is dark, black's own");
    assert_eq!(said(&costly, "binary-weigh-cost", "left"), [&Arg::Number(4)]);
    // What may not be done, and what another does, weighs nothing.
    assert_eq!(consequences(0, "b3"), []);
    assert_eq!(consequences(1, "c4"), []);
}

#[test]
fn the_sentences_tell_all_pieces_and_all_territories() {
    for seed in 0..6 {
        let mut table = Table::begun(r#"{"size":12}"#);
        let mut dice = super::support::Dice(seed);
        while let Awaits::Seats(seats) = table.0.awaits() {
            let seat = seats.iter().next().unwrap();
            // Single pieces, mostly, so that there are many territories.
            let mut choices = Vec::new();
            table.0.choices(seat, &mut choices);
            choices.retain(|choice| matches!(choice, Choice::One(_)));
            let choice = choices[dice.below(choices.len() as u32) as usize];
            table.0.apply(&Event::Choice(seat, choice)).unwrap();
        }
        let view = table.0.view(Viewer::Table);
        let sketch = sketch(&table, Viewer::Table, Preview::Nothing);
        let pieces: Vec<Squares> = said(&sketch, "binary-alt-pieces", "squares")
            .into_iter()
            .map(|arg| match arg {
                Arg::Text(text) => super::support::squares(text),
                other => panic!("{other:?}"),
            })
            .collect();
        let placed = view.sides.each_ref().map(|side| side.pieces);
        assert_eq!(pieces, placed);
        let number = |phrase: &Phrase, name: &str| match phrase.args.iter().find(|(arg, _)| *arg == name) {
            Some((_, Arg::Number(number))) => *number as usize,
            other => panic!("{other:?}"),
        };
        for (side, list) in view.sides.iter().zip(said(&sketch, "binary-alt-territories", "list")) {
            let Arg::List(list) = list else { panic!("{list:?}") };
            let told: usize = list
                .iter()
                .map(|one| match one {
                    Arg::Phrase(one) if one.key == "binary-alt-territory" => number(one, "size"),
                    Arg::Phrase(rest) => number(rest, "squares"),
                    other => panic!("{other:?}"),
                })
                .sum();
            assert_eq!(told, side.sizes().sum::<usize>());
        }
    }
}

#[test]
fn what_decided_between_equal_points_is_told_with_the_picture() {
    let mut ends = [0; 2];
    for seed in 0..400 {
        let mut table = Table::begun(r#"{"size":6}"#);
        let dice = &mut Dice(seed);
        while let [seat] = table.waiting()[..] {
            let choice = table.0.random_choice(Seat(seat), dice).unwrap();
            table.choose(seat, &choice.to_string());
        }
        let (places, scores) = table.outcome().unwrap();
        let alt = Binary::picture(&table.0.view(Viewer::Table), Preview::Nothing)
            .unwrap()
            .alt;
        let told = |key: &str| alt.iter().any(|phrase| phrase.key == key);
        let (level, parted) = (places[0] == places[1], places[0] != places[1] && scores[0] == scores[1]);
        assert_eq!(
            (told("binary-level"), told("binary-tie")),
            (level, parted),
            "{scores:?}"
        );
        ends[0] += u32::from(level);
        ends[1] += u32::from(parted);
    }
    assert!(ends.iter().all(|ends| *ends > 0), "{ends:?}");
}
