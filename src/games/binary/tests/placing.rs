//! Whose turn it is, and where pieces may go.

use super::super::*;
use super::support::Table;
use crate::rules::{Event, Observe, Search, Viewer, Visibility};

#[test]
fn black_begins_with_one_piece_on_a_dark_square_outside_the_centre() {
    for size in SIZES {
        let table = Table::begun(&format!(r#"{{"size":{size}}}"#));
        let frame = Frame::of(size).unwrap();
        let offered = table.choices(0);
        let dark: Vec<String> = frame.dark.without(frame.centre).iter().map(|s| s.to_string()).collect();
        assert_eq!(offered, dark);
        assert_eq!(offered.len() as u32, u32::from(size) * u32::from(size) / 2 - 2);
    }
    let mut table = Table::begun("{}");
    assert_eq!(table.refusal(0, "a2"), Some("binary-refused-opening-light"));
    assert_eq!(table.refusal(0, "d5"), Some("binary-refused-opening-light"));
    assert_eq!(table.refusal(0, "d4"), Some("binary-refused-opening-centre"));
    assert_eq!(table.refusal(0, "e5"), Some("binary-refused-opening-centre"));
    assert_eq!(table.refusal(0, "a1 c1"), Some("binary-refused-opening-two"));
    assert_eq!(table.choose(0, "c3"), Vec::<String>::new());
    assert_eq!(table.hands(), [15, 16]);
    assert_eq!(table.waiting(), [1]);
}

#[test]
fn the_seat_that_has_black_may_be_the_second() {
    let mut table = Table::new("{}");
    table.chance("black 1").unwrap();
    assert_eq!(table.refusal(0, "c3"), Some("refused-turn"));
    assert_eq!(table.refusal(1, "a2"), Some("binary-refused-opening-light"));
    table.choose(1, "a1");
    table.choose(0, "a2 b1");
    assert_eq!(table.hands(), [14, 15]);
    assert_eq!(table.refusal(1, "d1"), None);
    assert_eq!(table.refusal(1, "c1 e1"), None);
    assert_eq!(table.refusal(1, "c1 d1"), Some("binary-refused-two-colours"));
}

#[test]
fn seats_take_turns() {
    let mut table = Table::begun("{}");
    for (seat, what) in [(0, "a1"), (1, "b1"), (0, "c1 e1"), (1, "d1 f1"), (0, "a2"), (1, "a3")] {
        assert_eq!(table.waiting(), [seat]);
        assert_eq!(table.refusal(1 - seat, what), Some("refused-turn"));
        assert!(table.choices(1 - seat).is_empty());
        table.choose(seat, what);
    }
    assert_eq!(table.hands(), [12, 12]);
    for seat in [2, 3, 200] {
        assert_eq!(table.refusal(seat, "h8"), Some("refused-seat"));
        assert!(!table.0.may_choose(Seat(seat)));
        assert!(table.choices(seat).is_empty());
    }
}

#[test]
fn one_or_two_pieces_go_on_empty_squares_of_the_own_colour() {
    let table = Table::at(8, ["a1 c1", "a2 b1"], [14, 14], 0);
    for free in ["e1", "h8", "e1 h8", "b2 d2"] {
        assert_eq!(table.refusal(0, free), None, "{free}");
    }
    for (what, key) in [
        ("a1", "binary-refused-taken"),
        ("a2", "binary-refused-taken"),
        ("a1 e1", "binary-refused-taken"),
        ("b2 b3", "binary-refused-two-colours"),
        ("a4 b3", "binary-refused-two-colours"),
    ] {
        assert_eq!(table.refusal(0, what), Some(key), "{what}");
    }
}

#[test]
fn one_piece_goes_on_an_empty_square_of_the_other_colour() {
    let mut table = Table::at(8, ["a1", "a2"], [15, 15], 1);
    assert_eq!(table.choose(1, "c3"), Vec::<String>::new());
    assert_eq!(table.hands(), [15, 14]);
    assert_eq!(table.choose(0, "a4"), Vec::<String>::new());
    assert_eq!(table.hands(), [14, 14]);
}

#[test]
fn squares_beyond_the_board_are_refused() {
    for (size, on, beyond) in [
        (6, "f6", ["g1", "a7", "l12"]),
        (8, "h8", ["i1", "a9", "h9"]),
        (10, "j10", ["k1", "a11", "j12"]),
    ] {
        let table = Table::at(size, ["a1", "b1"], [5, 5], 0);
        assert_eq!(table.refusal(0, on), None);
        for square in beyond {
            assert_eq!(
                table.refusal(0, square),
                Some("binary-refused-off"),
                "{square} on {size}"
            );
            assert_eq!(table.refusal(0, &format!("a3 {square}")), Some("binary-refused-off"));
        }
    }
    assert_eq!(Table::at(12, ["a1", "b1"], [5, 5], 0).refusal(0, "l12"), None);
}

#[test]
fn two_pieces_take_two_in_hand() {
    let table = Table::at(8, ["a1", "b1"], [1, 5], 0);
    assert_eq!(table.refusal(0, "c1 e1"), Some("binary-refused-two-hand"));
    assert_eq!(table.refusal(0, "c1"), None);
    assert_eq!(table.refusal(0, "d1"), None);
    assert_eq!(Table::at(8, ["a1", "b1"], [2, 5], 0).refusal(0, "c1 e1"), None);
}

#[test]
fn passing_is_not_a_choice() {
    for text in ["pass", "", " ", "-"] {
        assert!(text.parse::<Choice>().is_err());
        assert!(Choice::read(text).is_err());
    }
}

#[test]
fn all_is_seen_by_all_and_nothing_is_imagined() {
    let table = Table::at(8, ["a1", "a2"], [15, 15], 1);
    let event = Event::Choice(Seat(1), "b1".parse().unwrap());
    for viewer in [Viewer::Table, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))] {
        assert_eq!(table.0.visibility(viewer, &event), Visibility::Whole);
        let world = table.0.imagine(viewer, &mut super::support::Dice(7));
        assert_eq!(format!("{world:?}"), format!("{:?}", table.0));
        let mut seen = table.0.view(viewer);
        seen.viewer = None;
        assert_eq!(seen, table.0.view(Viewer::Table));
    }
}
