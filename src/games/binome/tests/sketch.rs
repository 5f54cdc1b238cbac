//! Pictures: what they show and to whom, that everything has its place, and that they can be told in few words.

use super::super::*;
use super::support::{Dice, Table};
use crate::rules::{
    Anchor, Event, Form, Ink, Label, Observe, Phrase, Presentation, Preview, Shape, Sketch, Viewer, parts,
};
use crate::words::{Name, Names, Words};

const SHEET: [u8; 8] = [22, 88, 44, 10, 35, 19, 5, 67];

/// Discord shows up to 1,024 letters of an image's description.
const LONGEST_ALT: usize = 1024;

/// Everybody has a name as long as names can be.
struct LongNames;

impl Names for LongNames {
    fn name(&self, seat: Seat) -> Name {
        Name::Person(format!("Wolfeschlegelsteinhausenberger-{}", seat.0 + 1))
    }
}

fn picture(table: &Table, viewer: Viewer, tried: Option<&str>) -> Sketch {
    let choice: Option<Choice> = tried.map(|choice| choice.parse().unwrap());
    let preview = choice.as_ref().map_or(Preview::Nothing, Preview::Choice);
    Binome::picture(&table.0.view(viewer), preview.allowed(&table.0, viewer)).unwrap()
}

fn own(table: &Table, seat: u8, tried: Option<&str>) -> Sketch {
    picture(table, Viewer::Seat(Seat(seat)), tried)
}

/// Every phrase that a sketch writes or tells.
fn phrases(sketch: &Sketch) -> impl Iterator<Item = &Phrase> {
    let labels = sketch.shapes.iter().filter_map(|shape| match &shape.form {
        Form::Text {
            says: Label::Phrase(phrase),
            ..
        } => Some(phrase),
        _ => None,
    });
    labels.chain(&sketch.alt)
}

fn said(words: &Words, phrase: &Phrase) -> String {
    let text = words.plain("en", phrase, &LongNames);
    let whole = !text.contains("{$") && !text.contains(&format!("({})", phrase.key));
    assert!(whole, "{phrase:?}: {text}");
    text
}

fn alt(words: &Words, sketch: &Sketch) -> String {
    let told: Vec<String> = sketch.alt.iter().map(|phrase| said(words, phrase)).collect();
    told.join(" ")
}

/// The smallest rectangle around a form, without its line: left, top, right, bottom.
fn bounds(form: &Form) -> [i32; 4] {
    let around = |points: &[(i32, i32)]| {
        let across = || points.iter().map(|point| point.0);
        let down = || points.iter().map(|point| point.1);
        [
            across().min().unwrap(),
            down().min().unwrap(),
            across().max().unwrap(),
            down().max().unwrap(),
        ]
    };
    match form {
        Form::Rect { at, size, .. } => [at.0, at.1, at.0 + size.0, at.1 + size.1],
        Form::Circle { centre, radius } | Form::Rings { centre, radius, .. } | Form::Mark { centre, radius, .. } => {
            around(&[
                (centre.0 - radius, centre.1 - radius),
                (centre.0 + radius, centre.1 + radius),
            ])
        }
        Form::Polygon(points) | Form::Path(points) => around(points),
        Form::Text {
            at, size, anchor, room, ..
        } => {
            let left = match anchor {
                Anchor::Left => at.0,
                Anchor::Middle => at.0 - room / 2,
                Anchor::Right => at.0 - room,
            };
            [left, at.1 - size / 2, left + room, at.1 + size / 2]
        }
    }
}

fn check_shape(shape: &Shape, size: (i32, i32)) {
    let [left, top, right, bottom] = bounds(&shape.form);
    let line = shape.line.map_or(0, |(_, width)| i32::from(width).div_euclid(2) + 1);
    let inside = left >= line && top >= line && right + line <= size.0 && bottom + line <= size.1;
    assert!(inside && left <= right && top <= bottom, "{shape:?} on {size:?}");
    assert!(shape.fill.is_some() || shape.line.is_some(), "{shape:?} cannot be seen");
    if let Form::Text { size, room, .. } = shape.form {
        assert!(size >= parts::SMALLEST && room >= size / 2, "{shape:?}");
    }
}

/// Everything that holds for any picture.
fn check(words: &Words, table: &Table, viewer: Viewer, tried: Option<&str>) {
    let sketch = picture(table, viewer, tried);
    assert_eq!(sketch, picture(table, viewer, tried), "the same view, the same sketch");
    assert_eq!(sketch.size.0, parts::WIDTH);
    sketch.shapes.iter().for_each(|shape| check_shape(shape, sketch.size));
    phrases(&sketch).for_each(|phrase| assert!(!said(words, phrase).is_empty()));
    let told = alt(words, &sketch);
    assert!((20..=LONGEST_ALT).contains(&told.chars().count()), "{told}");
    assert_eq!(tried.is_some(), sketch.shapes.iter().any(|shape| shape.ghost));
}

/// Every way to lay a table, with some of its options.
fn tables() -> Vec<(String, u8)> {
    let mut tables = vec![(r#"{"solo":true}"#.to_owned(), 2)];
    for seats in 2..=MAX_SEATS {
        for flags in 0..16_u8 {
            let on = |bit: u8| flags & 1 << bit != 0;
            let boat = on(3) && seats >= BOAT_SEATS;
            let json = format!(
                r#"{{"secrets":{},"battle":{},"transparency":{},"strict":{},"boat":{boat},"values":{{"min":-999,"has9":999}}}}"#,
                on(0),
                on(1) && !boat,
                on(2),
                on(1) != on(2),
            );
            tables.push((json, seats));
        }
    }
    tables
}

#[test]
fn every_picture_of_every_table_is_sound() {
    let words = Words::embedded().unwrap();
    for (index, (json, seats)) in tables().into_iter().enumerate() {
        let mut source = Dice(index as u64);
        let mut table = Table::new(&json, seats);
        loop {
            let event = match table.0.awaits() {
                Awaits::Nobody(_) => break,
                Awaits::Chance => Event::Chance(table.0.draw(&mut source)),
                Awaits::Seats(waiting) => {
                    let seat = waiting.iter().next().unwrap();
                    let choice = table.0.random_choice(seat, &mut source).unwrap();
                    // Looking at every step of every table would take long, and most steps look alike.
                    if source.below(9) == 0 {
                        check(&words, &table, Viewer::Seat(seat), Some(&choice.to_string()));
                        let other = Seat(source.below(u32::from(seats)) as u8);
                        check(&words, &table, Viewer::Seat(other), None);
                        check(&words, &table, Viewer::Table, None);
                    }
                    Event::Choice(seat, choice)
                }
            };
            table.0.apply(&event).unwrap();
        }
        check(&words, &table, Viewer::Table, None);
        check(&words, &table, Viewer::Seat(Seat(0)), None);
    }
}

#[test]
fn there_is_nothing_to_see_before_somebody_has_the_chair() {
    let mut table = Table::new("{}", 2);
    assert_eq!(Binome::sketch(&table.0.view(Viewer::Table), Preview::Nothing), None);
    table.chance("chair 1");
    assert!(Binome::sketch(&table.0.view(Viewer::Table), Preview::Nothing).is_some());
}

/// The digits, numbers and names of spaces on a sketch, with whether they only show what would be.
fn texts(sketch: &Sketch) -> Vec<(&str, bool)> {
    let texts = sketch.shapes.iter().filter_map(|shape| match &shape.form {
        Form::Text {
            says: Label::Text(text),
            ..
        } => Some((text.as_str(), shape.ghost)),
        _ => None,
    });
    texts.collect()
}

fn count(sketch: &Sketch, text: &str) -> usize {
    texts(sketch).iter().filter(|(found, _)| *found == text).count()
}

/// How many shapes of a sketch have this line.
fn lines(sketch: &Sketch, ink: Ink, width: u8) -> usize {
    let lined = |shape: &&Shape| shape.line == Some((ink, width));
    sketch.shapes.iter().filter(lined).count()
}

#[test]
fn a_sheet_leaves_free_spaces_blank_and_shows_where_a_digit_would_stand() {
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    table.chance("roll 7");
    let empty = own(&table, 0, None);
    assert_eq!(
        (count(&empty, "3u"), count(&empty, "8t"), count(&empty, "7")),
        (0, 0, 2)
    );
    let tried = own(&table, 0, Some("3u"));
    let ghosts: Vec<_> = texts(&tried).into_iter().filter(|(_, ghost)| *ghost).collect();
    assert_eq!(ghosts, [("7", true)]);
    table.choose(0, "3u");
    let written = own(&table, 0, None);
    assert_eq!(
        count(&written, "7"),
        3,
        "the roll, its number, and the digit that is written"
    );
    assert_eq!(lines(&empty, Ink::Mark, 5), 0);
    assert_eq!(lines(&written, Ink::Mark, 5), 1, "the digit written last is marked");
    assert_eq!(lines(&own(&table, 1, None), Ink::Mark, 5), 0);
}

#[test]
fn another_choice_is_tried_out_in_the_place_of_the_one_that_was_made() {
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    table.chance("roll 7");
    let first = own(&table, 0, Some("3t"));
    table.choose(0, "3u");
    assert_eq!(
        own(&table, 0, Some("3t")).shapes,
        first.shapes,
        "the digit stands in one space alone"
    );
    assert_eq!(own(&table, 0, Some("3u")).shapes, {
        let mut table = Table::new("{}", 2);
        table.chance("chair 0");
        table.chance("roll 7");
        own(&table, 0, Some("3u")).shapes
    });
    let mut table = Table::conference(r#"{"secrets":true}"#, 0, &[SHEET; 3], &["has5"]);
    let first = own(&table, 0, Some("claim 05"));
    table.choose(0, "claim 35");
    assert_eq!(own(&table, 0, Some("claim 05")).shapes, first.shapes);
    assert_ne!(own(&table, 0, None).shapes, first.shapes);
}

#[test]
fn what_cannot_be_chosen_leaves_no_trace() {
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    table.chance("roll 7");
    table.choose(0, "3u");
    for (seat, choice) in [(0, "pass"), (1, "pass"), (1, "claim 07")] {
        assert_eq!(own(&table, seat, Some(choice)), own(&table, seat, None), "{choice}");
    }
    table.choose(1, "1t");
    table.chance("roll 4");
    assert_eq!(own(&table, 0, Some("3u")), own(&table, 0, None), "filled");

    let conference = |json| Table::conference(json, 0, &[SHEET; 3], &["has5"]);
    let table = conference("{}");
    for choice in ["claim 22", "claim 99", "1t"] {
        assert_eq!(own(&table, 0, Some(choice)), own(&table, 0, None), "{choice}");
    }
    assert_eq!(own(&table, 1, Some("claim 05")), own(&table, 1, None), "not its turn");
    assert_ne!(own(&table, 0, Some("claim 05")), own(&table, 0, None));
    let strict = conference(r#"{"strict":true}"#);
    assert_ne!(own(&strict, 0, Some("claim 22")), own(&strict, 0, None));
    let path = Binome::picture(&table.0.view(Viewer::Seat(Seat(0))), Preview::Path(&["5"])).unwrap();
    assert_eq!(path, own(&table, 0, None));
}

#[test]
fn a_sheet_shows_what_fits_what_is_used_and_what_it_brought() {
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["identical", "maxdiff"]);
    let fits = |table: &Table| lines(&own(table, 0, None), Ink::Good, 4);
    assert_eq!(fits(&table), 3, "22, 88 and 44");
    table.turn(&[Some(88), Some(22), None]);
    assert_eq!(fits(&table), 7, "all that are left");
    let winner = own(&table, 0, None);
    assert_eq!((count(&winner, "+4"), count(&winner, "88")), (1, 2));
    assert_eq!((count(&winner, "7 − 6 = 1"), count(&winner, "9 − 1 = 8")), (1, 1));
    let beaten = own(&table, 1, None);
    assert_eq!((count(&beaten, "+4"), count(&beaten, "22")), (0, 2));
    assert_eq!(count(&own(&table, 2, None), "88"), 1);
    assert_eq!(
        count(&own(&table, 0, Some("claim 19")), "19"),
        2,
        "and in the turn space"
    );
}

#[test]
fn a_sheet_shows_the_own_points_once_there_are_any_to_win() {
    let words = Words::embedded().unwrap();
    let written = |sketch: &Sketch, text: &str| {
        let labels = sketch.shapes.iter().filter(|shape| match &shape.form {
            Form::Text {
                says: Label::Phrase(phrase),
                ..
            } => said(&words, phrase) == text,
            _ => false,
        });
        labels.count()
    };
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["identical", "has5"]);
    assert_eq!(written(&own(&table, 2, None), "0 points"), 1);
    table.turn(&[Some(22), Some(22), Some(88)]);
    let seen = [0, 1, 2].map(|seat| {
        let sketch = own(&table, seat, None);
        (written(&sketch, "0 points"), written(&sketch, "4 points"))
    });
    assert_eq!(seen, [(1, 0), (1, 0), (0, 1)]);
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    table.chance("roll 7");
    assert_eq!(written(&own(&table, 0, None), "0 points"), 0, "nothing can be won yet");
}

#[test]
fn a_measure_is_shown_for_what_competes_by_it() {
    let measures = |json: &str, card: &str, seats: usize| {
        let table = Table::conference(json, 0, &vec![SHEET; seats], &[card]);
        let sketch = own(&table, 0, None);
        ["6 + 7 = 13", "7 − 6 = 1", "50 + 17", "50 − 45"].map(|text| count(&sketch, text))
    };
    assert_eq!(measures("{}", "maxsum", 3), [1, 0, 0, 0]);
    assert_eq!(measures("{}", "mindiff", 3), [0, 1, 0, 0]);
    assert_eq!(measures("{}", "near50", 3), [0, 0, 1, 1]);
    assert_eq!(measures("{}", "max", 3), [0; 4]);
    assert_eq!(
        measures(r#"{"boat":true}"#, "mindiff", 6),
        [0; 4],
        "only the greatest counts"
    );
}

#[test]
fn the_table_shows_words_and_revealed_numbers_and_no_others() {
    let sheets = [SHEET; 3];
    let mut table = Table::conference("{}", 0, &sheets, &["identical", "max"]);
    let before = picture(&table, Viewer::Table, None);
    for number in SHEET {
        assert_eq!(count(&before, &format!("{number:02}")), 0, "{number}");
    }
    table.choose(0, "claim 22");
    let claimed = picture(&table, Viewer::Table, None);
    let mut other = Table::conference("{}", 0, &sheets, &["identical", "max"]);
    other.choose(0, "claim 44");
    assert_eq!(
        picture(&other, Viewer::Table, None),
        claimed,
        "with what is not yet open"
    );
    table.choose(1, "claim 22");
    table.choose(2, "claim 44");
    let revealed = picture(&table, Viewer::Table, None);
    assert_eq!(
        (count(&revealed, "22"), count(&revealed, "44"), count(&revealed, "+4")),
        (2, 1, 1)
    );
    assert_eq!(lines(&revealed, Ink::Bad, 4), 2, "two are struck");
}

#[test]
fn the_end_lists_the_seats_by_their_places() {
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["identical", "max", "min"]);
    table.turn(&[None, None, Some(44)]);
    table.turn(&[Some(88), None, Some(67)]);
    for number in [22, 10, 35, 19, 5, 67, 44] {
        if table.outcome().is_none() {
            let card = table.0.card();
            let word = Some(number).filter(|value| card.accepts(super::support::number(*value)));
            table.turn(&[word, None, None]);
        }
    }
    while table.outcome().is_none() {
        table.turn(&[None, None, None]);
    }
    let (places, _) = table.outcome().unwrap();
    let mut listed: Vec<(i32, Seat)> = picture(&table, Viewer::Table, None)
        .shapes
        .iter()
        .filter_map(|shape| match shape.form {
            Form::Mark { centre, seat, .. } => Some((centre.1, seat)),
            _ => None,
        })
        .collect();
    listed.sort_unstable();
    let mut told: Vec<Seat> = listed.into_iter().map(|(_, seat)| seat).collect();
    told.dedup();
    let ranked: Vec<u8> = told.iter().map(|seat| places[seat.index()]).collect();
    assert!(ranked.is_sorted() && ranked.len() == 3, "{ranked:?}");
    assert_ne!(told, [Seat(0), Seat(1), Seat(2)], "seat 0 does not lead by chance");
}

#[test]
fn a_blind_player_is_told_enough_to_play_on() {
    let words = Words::embedded().unwrap();
    let mut table = Table::conference("{}", 0, &[SHEET; 3], &["identical", "has5"]);
    table.turn(&[Some(22), Some(22), Some(88)]);
    let told = alt(&words, &own(&table, 2, Some("claim 05")));
    for part in [
        "postulate 2 of 16",
        "Contains 5 (at least one digit is 5), for 3 points, a house value",
        "2 is 88 (used)",
        "5 is 35 (fits)",
        "7 is 05 (fits)",
        "Your turns: showed 88 (won 4).",
        "Your choice: claim with 05.",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let told = alt(&words, &picture(&table, Viewer::Table, None));
    for part in [
        "Postulate 1 was Two identical digits.",
        "-1 22",
        "-3 88",
        "-2 drop out.",
        "-3 gets 4 points.",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let lines = Binome::scene(&table.0.view(Viewer::Table)).seats;
    let marks: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| line.marks.iter().map(|mark| mark.key).collect())
        .collect();
    assert_eq!(
        lines.iter().map(|line| line.score).collect::<Vec<_>>(),
        [0, 0, 4].map(Some)
    );
    assert_eq!(marks[0], ["binome-mark-left"]);
    assert_eq!(marks[2], ["binome-mark-chair", "binome-mark-left"]);
    let mut table = Table::new("{}", 2);
    table.chance("chair 0");
    table.chance("roll 7");
    table.choose(0, "3u");
    let asked = alt(&words, &own(&table, 1, None));
    assert!(
        asked.contains("The die shows 7. Write it into a free space: each button"),
        "{asked}"
    );
    let told = alt(&words, &own(&table, 0, None));
    for part in [
        "The die shows 7.",
        "3 has free tens with units 7",
        "8 is free",
        "the units of number 3",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}
