//! How a game ends: the last pieces, playing on alone, and who wins.

use super::super::*;
use super::support::Table;

#[test]
fn who_has_pieces_left_plays_on_alone_by_the_same_rules() {
    let mut table = Table::at(8, ["a1", "a2"], [2, 4], 0);
    assert_eq!(table.choose(0, "c1 e1"), Vec::<String>::new());
    assert_eq!(table.waiting(), [1]);
    table.choose(1, "b1");
    assert_eq!(table.waiting(), [1], "white places again");
    assert_eq!(table.refusal(0, "g1"), Some("binary-refused-alone"));
    assert_eq!(table.refusal(1, "d1 d2"), Some("binary-refused-two-colours"));
    assert_eq!(table.choose(1, "d4"), ["discard 1"], "the centre costs a piece still");
    assert_eq!(table.waiting(), [1]);
    assert_eq!(table.choose(1, "d1").len(), 2);
    assert_eq!(table.waiting(), Vec::<u8>::new());
    assert!(table.outcome().is_some());
}

#[test]
fn either_seat_may_be_the_one_that_plays_on() {
    let mut table = Table::at(8, ["a1", "a2"], [3, 1], 1);
    table.choose(1, "b1");
    assert_eq!(table.waiting(), [0]);
    table.choose(0, "c1");
    assert_eq!(table.waiting(), [0]);
    assert_eq!(table.refusal(1, "d1"), Some("binary-refused-alone"));
    assert_eq!(table.choose(0, "e1 g1").len(), 2);
}

#[test]
fn a_hand_emptied_by_a_discard_is_empty() {
    let mut table = Table::at(8, ["a1", "a2"], [2, 2], 0);
    assert_eq!(table.choose(0, "e4"), ["discard 0"]);
    assert_eq!((table.hands(), table.waiting()), ([0, 2], vec![1]));
    assert_eq!(table.choose(1, "b1"), Vec::<String>::new());
    assert_eq!(table.waiting(), [1]);
}

#[test]
fn facts_come_with_the_last_choice_the_discard_first_then_both_seats() {
    let mut table = Table::at(6, ["a1 b1", "a6 b6"], [0, 2], 1);
    let facts = table.choose(1, "c3");
    assert_eq!(facts[0], "discard 1");
    assert!(facts[1].starts_with("territories 0 ") && facts[2].starts_with("territories 1 "));
    assert_eq!(facts.len(), 3);
    let mut table = Table::begun(r#"{"size":6}"#);
    let mut facts = Vec::new();
    while let [seat] = table.waiting()[..] {
        assert_eq!(facts, Vec::<String>::new(), "only the last choice tells");
        let first = table.choices(seat).remove(0);
        facts = table.choose(seat, &first);
    }
    assert!(facts.last().unwrap().starts_with("territories 1 "));
}

#[test]
fn when_it_is_over_nothing_is_taken() {
    let mut table = Table::at(8, ["a1", "a2"], [0, 1], 1);
    table.choose(1, "b1");
    for seat in [0, 1] {
        assert_eq!(table.refusal(seat, "c1"), Some("refused-over"));
        assert!(table.choices(seat).is_empty());
        assert_eq!(table.0.count(Seat(seat)), 0);
    }
    assert_eq!(table.chance("black 0"), Err("refused-draw"));
}

/// The end on a board of 6 after white's last piece on f2: the facts and the outcome.
fn end(black: &str, white: &str) -> (Vec<String>, (Vec<u8>, Vec<i64>)) {
    let mut table = Table::at(6, [black, white], [0, 1], 1);
    let facts = table.choose(1, "f2");
    (facts, table.outcome().unwrap())
}

#[test]
fn the_higher_score_wins() {
    // Black: b1 and d1 with a1, c1, e1, b2 and d2. White: f2 with f1, f3 and e2.
    let (facts, result) = end("b1 d1", "a2");
    assert_eq!(facts, ["territories 0 7", "territories 1 4"]);
    assert_eq!(result, (vec![1, 2], vec![14, 8]));
    // Black: a piece by itself. White: f2 as before, and b4 with the four squares around it.
    let (facts, result) = end("a1", "b4");
    assert_eq!(facts, ["territories 0 -", "territories 1 5,4"]);
    assert_eq!(result, (vec![2, 1], vec![0, 14]));
}

#[test]
fn equal_scores_are_decided_by_the_largest_territory() {
    // Black: a2 and b1 with a1, a3, b2 and c1. White: a5 with a4, a6 and b5, and f2.
    let (facts, result) = end("a2 b1", "a5");
    assert_eq!(facts, ["territories 0 6", "territories 1 4,4"]);
    assert_eq!(result, (vec![1, 2], vec![12, 12]));
}

#[test]
fn all_equal_is_a_draw() {
    // Black: b1 with a1, c1 and b2, and e6 with d6, f6 and e5.
    let (facts, result) = end("b1 e6", "a5");
    assert_eq!(facts, ["territories 0 4,4", "territories 1 4,4"]);
    assert_eq!(result, (vec![1, 1], vec![12, 12]));
}

#[test]
fn facts_and_places_go_by_seat_and_not_by_colour() {
    let mut table = Table::new(r#"{"size":6}"#);
    table.chance("black 1").unwrap();
    for (seat, placed, hand) in [(1, "b1 d1", 1), (0, "f2", 0)] {
        table.0.sides[seat].placed = super::support::squares(placed);
        table.0.sides[seat].hand = hand;
    }
    assert_eq!(table.choose(1, "a1"), ["territories 0 4", "territories 1 7"]);
    assert_eq!(table.outcome(), Some((vec![2, 1], vec![8, 14])));
}
