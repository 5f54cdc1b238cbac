//! How the game is written, and what is read.

use super::super::*;
use super::support::{Table, tile};
use crate::rules::{Event, Observe, Viewer, Visibility};

#[test]
fn choices_and_facts_are_written_and_read_alike() {
    for text in ["7-7", "0-1", "3-4 L", "3-4 R", "draw", "pass"] {
        assert_eq!(
            text.parse::<Choice>().map(|choice| choice.to_string()).as_deref(),
            Ok(text)
        );
    }
    for text in ["blocked", "points 0 0", "points 3 123"] {
        assert_eq!(text.parse::<Fact>().map(|fact| fact.to_string()).as_deref(), Ok(text));
    }
}

#[test]
fn only_the_one_notation_is_read() {
    let not_choices = [
        "", " ", "7", "4-3", "4-3 L", "3-4 l", "3-4 X", "3-4  L", "3-4L", " 3-4 L", "3-4 L ", "3-8", "Draw", "draw 1",
        "pass ", "L", "3-4 R L",
    ];
    for text in not_choices {
        assert_eq!(text.parse::<Choice>(), Err(Malformed), "{text:?}");
    }
    for text in [
        "",
        "blocked ",
        "points 4 1",
        "points 0",
        "points 0 01",
        "points 0 -1",
        "points 0 +1",
        "points  0 1",
    ] {
        assert_eq!(text.parse::<Fact>(), Err(Malformed), "{text:?}");
    }
}

#[test]
fn people_may_type_it_in_many_ways() {
    let table = Table::middle("{}", "3-5", &["3-4 3-5 0-0", "0-1"], "", 0);
    let read = |text: &str| table.0.read(Seat(0), text).map(|choice| choice.to_string());
    for text in [
        "3-4 L",
        "34l",
        "L 43",
        "left 3/4",
        "the 3-4 on the left",
        "3 4 left end",
        "play 3-4 to the left",
        "3-4",
    ] {
        assert_eq!(read(text).as_deref(), Ok("3-4 L"), "{text:?}");
    }
    for text in ["3-5 right", "R 5-3", "5:3 r"] {
        assert_eq!(read(text).as_deref(), Ok("3-5 R"), "{text:?}");
    }
    // What fits both ends, or neither, is not guessed at; an end that was said is kept.
    assert_eq!(read("3-5").as_deref(), Ok("3-5"));
    assert_eq!(read("0-0").as_deref(), Ok("0-0"));
    assert_eq!(read("3-4 R").as_deref(), Ok("3-4 R"));
    for (text, wanted) in [("Draw", "draw"), (" PASS ", "pass"), ("knock", "pass")] {
        assert_eq!(read(text).as_deref(), Ok(wanted));
    }
    for text in [
        "",
        "left",
        "3",
        "3-4-5",
        "38",
        "3-4 up",
        "draw 3-4",
        "3-4 L R",
        "٣٤ L",
        "pass left",
    ] {
        assert_eq!(read(text), Err(Malformed), "{text:?}");
    }
}

#[test]
fn the_first_tile_needs_no_end_and_one_that_is_said_does_not_matter() {
    let hands = [
        "7-7 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-1",
        "1-2 1-3 1-4 1-5 1-6 1-7 2-2 2-3 2-4",
    ];
    let table = Table::dealt("{}", &hands, "");
    for text in ["7-7", "77", "7-7 left"] {
        assert_eq!(table.0.read(Seat(0), text), Ok(Choice::Open(tile("7-7"))));
    }
}

#[test]
fn everybody_sees_what_is_played_and_nobody_the_deck() {
    let table = Table::middle("{}", "3-5", &["3-4 3-5", "0-1"], "", 0);
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        for what in ["3-4 L", "draw", "pass"] {
            let event = Event::Choice(Seat(0), what.parse().unwrap());
            assert_eq!(table.0.visibility(viewer, &event), Visibility::Whole);
        }
        let deck = Table::new("{}", 2).0.draw(&mut super::support::Chances(1));
        assert_eq!(table.0.visibility(viewer, &Event::Chance(deck)), Visibility::Hidden);
    }
}
