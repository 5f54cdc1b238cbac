//! The board, the pieces, and who begins.

use super::super::*;
use super::support::{Dice, Table, options};
use crate::rules::MatchLength;

#[test]
fn half_of_the_squares_get_a_piece_in_every_size() {
    for (size, pieces) in [(6, 9), (8, 16), (10, 25), (12, 36)] {
        let table = Table::begun(&format!(r#"{{"size":{size}}}"#));
        assert_eq!(table.hands(), [pieces; 2]);
        let frame = Frame::of(size).unwrap();
        let half = u32::from(size) * u32::from(size) / 2;
        assert_eq!(
            (frame.dark.len(), frame.light.len(), frame.all().len()),
            (half, half, 2 * half)
        );
        assert!(frame.dark.and(frame.light).is_empty());
        assert!(frame.dark.contains("a1".parse().unwrap()), "a1 is dark, as in chess");
        assert!(frame.light.contains("a2".parse().unwrap()));
    }
}

#[test]
fn the_centre_is_the_two_by_two_in_the_middle() {
    for (size, centre) in [
        (6, "c3 c4 d3 d4"),
        (8, "d4 d5 e4 e5"),
        (10, "e5 e6 f5 f6"),
        (12, "f6 f7 g6 g7"),
    ] {
        let frame = Frame::of(size).unwrap();
        let named: Vec<String> = frame.centre.iter().map(|square| square.to_string()).collect();
        assert_eq!(named.join(" "), centre);
        assert_eq!(frame.centre.and(frame.dark).len(), 2);
    }
}

#[test]
fn neighbours_share_a_side_and_never_lie_across_an_edge() {
    for size in SIZES {
        let all = Frame::of(size).unwrap().all();
        for square in all.iter() {
            let beside = Squares::one(square).beside().and(all);
            for other in all.iter() {
                let apart = square.file().abs_diff(other.file()) + square.rank().abs_diff(other.rank());
                assert_eq!(beside.contains(other), apart == 1, "{square} and {other} of {size}");
            }
        }
    }
}

#[test]
fn sizes_are_6_8_10_and_12_and_8_unless_said() {
    assert_eq!(Options::default(), options("{}"));
    assert_eq!(Options::default().size, 8);
    for size in 0..=u8::MAX {
        let set = Binary::setup(&Options { size, first: None }, 2);
        match set {
            Ok(game) => assert!(SIZES.contains(&size) && game.options().size == size),
            Err(SetupError::Value { reason }) => {
                assert!(!SIZES.contains(&size) && reason.key == "binary-setup-size");
            }
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn only_two_seats_are_set_up() {
    for seats in (0..=40).filter(|seats| *seats != 2) {
        match Binary::setup(&Options::default(), seats) {
            Err(SetupError::Seats { seats: found, reason }) => {
                assert_eq!(found, seats);
                assert_eq!(reason.key == "binary-setup-alone", seats < 2);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn options_hold_the_size_always_and_who_begins_when_it_is_settled() {
    let written = |json: &str| serde_json::to_string(&Binary::setup(&options(json), 2).unwrap().options()).unwrap();
    assert_eq!(written("{}"), r#"{"size":8}"#);
    assert_eq!(written(r#"{"size":12}"#), r#"{"size":12}"#);
    assert_eq!(written(r#"{"first":null}"#), r#"{"size":8}"#);
    assert_eq!(written(r#"{"first":"other"}"#), r#"{"size":8,"first":"other"}"#);
    for wrong in [
        r#"{"first":"guest"}"#,
        r#"{"first":0}"#,
        r#"{"sizes":8}"#,
        r#"{"size":"8"}"#,
        r#"{"size":-8}"#,
    ] {
        assert!(serde_json::from_str::<Options>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_match_is_one_game() {
    assert_eq!(Binary::match_length(&Options::default()), MatchLength::Games(1));
}

#[test]
fn who_has_black_is_drawn_from_both() {
    let table = Table::new("{}");
    assert_eq!(table.0.awaits(), Awaits::Chance);
    let mut drawn = [0; 2];
    let mut dice = Dice(1);
    for _ in 0..200 {
        let Chance::Black(seat) = table.0.draw(&mut dice);
        drawn[seat.index()] += 1;
    }
    assert!(drawn.iter().all(|times| *times > 60), "{drawn:?}");
    for seat in [0, 1] {
        let mut table = Table::new("{}");
        table.chance(&format!("black {seat}")).unwrap();
        assert_eq!(table.waiting(), [seat]);
        assert_eq!(table.chance("black 0"), Err("refused-draw"), "black is drawn once");
    }
    assert_eq!(Table::new("{}").chance("black 2"), Err("refused-draw"));
}

#[test]
fn who_has_black_may_be_settled_and_is_an_event_all_the_same() {
    for (json, seat) in [(r#"{"first":"host"}"#, 0), (r#"{"first":"other"}"#, 1)] {
        let mut table = Table::new(json);
        assert_eq!(table.0.awaits(), Awaits::Chance);
        for seed in 0..20 {
            assert_eq!(table.0.draw(&mut Dice(seed)), Chance::Black(Seat(seat)));
        }
        assert_eq!(table.chance(&format!("black {}", 1 - seat)), Err("refused-draw"));
        table.chance(&format!("black {seat}")).unwrap();
        assert_eq!(table.waiting(), [seat]);
    }
}

#[test]
fn nobody_chooses_before_black_is_drawn() {
    let table = Table::new("{}");
    for seat in [0, 1] {
        assert_eq!(table.refusal(seat, "c3"), Some("refused-wait"));
        assert!(table.choices(seat).is_empty());
    }
}
