//! Stars for lines that are turned over.

use super::super::*;
use super::support::{Table, place};

#[test]
fn third_example_one_flip_two_stars() {
    let turned = "C2 B3 A4 D2 D3 D4 B2 B4";
    let mut table = Table::laid(2).with(0, turned);
    assert_eq!(table.stars(0), "");
    table.roll("6,6,5,4");
    assert_eq!(
        table.choices(0),
        ["flip B1", "flip A2 -4", "flip D1 -5", "flip C3 -6", "decline"]
    );
    table.choose(1, "decline");
    assert_eq!(table.choose(0, "flip D1 -5"), ["star 0 cD", "star 0 d2"]);
    assert_eq!(table.stars(0), "cD d2");
    // The 21 would have completed column B.
    let mut table = Table::laid(2).with(0, turned);
    table.roll("6,6,5,4");
    table.choose(1, "decline");
    assert_eq!(table.choose(0, "flip B1"), ["star 0 cB"]);
}

#[test]
fn every_row_column_and_diagonal_earns_a_star() {
    for (line, places) in [
        ("r1", "A1 B1 C1 D1"),
        ("r2", "A2 B2 C2 D2"),
        ("r3", "A3 B3 C3 D3"),
        ("r4", "A4 B4 C4 D4"),
        ("cA", "A1 A2 A3 A4"),
        ("cB", "B1 B2 B3 B4"),
        ("cC", "C1 C2 C3 C4"),
        ("cD", "D1 D2 D3 D4"),
        ("d1", "A1 B2 C3 D4"),
        ("d2", "D1 C2 B3 A4"),
    ] {
        let three = Table::laid(2).with(0, &places[..8]);
        assert_eq!(three.stars(0), "", "three are not enough");
        let four = three.with(0, &places[9..]);
        assert_eq!(four.stars(0), line);
        assert_eq!(line.parse::<Line>().unwrap().places().len(), 4);
    }
    assert_eq!(Line::all().count(), 10);
}

#[test]
fn one_flip_can_earn_three_stars() {
    let mut table = Table::laid(2).with(0, "B1 C1 D1 A2 A3 A4 B2 C3 D4");
    table.roll("3");
    assert_eq!(table.choose(0, "flip A1"), ["star 0 r1", "star 0 cA", "star 0 d1"]);
    assert_eq!(table.outcome(), None, "three are not four");
}

#[test]
fn a_star_stays_and_is_not_earned_twice() {
    let mut table = Table::laid(2).with(0, "A1 B1 C1 D1");
    assert_eq!(table.stars(0), "r1");
    table.roll("1");
    table.choose(1, "decline");
    table.choose(0, "back A1");
    assert_eq!((table.turned(0).as_str(), table.stars(0).as_str()), ("B1 C1 D1", "r1"));
    table.roll("3");
    assert_eq!(table.choose(0, "flip A1"), Vec::<String>::new(), "no second Bingolino");
    assert_eq!(table.stars(0), "r1");
}

#[test]
fn the_others_take_stars_too_and_facts_go_by_seat() {
    let mut table = Table::laid(2).with(0, "A1 C1 D1").with(1, "B1 C1 D1 A2 A3 A4");
    table.roll("6,6,5,4");
    assert_eq!(
        table.choose(1, "flip A1"),
        Vec::<String>::new(),
        "facts come when the roll is complete"
    );
    assert_eq!(table.choose(0, "flip B1"), ["star 0 r1", "star 1 r1", "star 1 cA"]);
}

#[test]
fn all_flips_of_a_roll_are_simultaneous() {
    // Edgar turns a tile back with the same roll by which the other completes a line.
    let mut table = Table::laid(2).with(0, "D4").with(1, "A1 C1 D1");
    table.roll("1");
    assert_eq!(table.choices(1), ["flip B1", "decline"]);
    table.choose(1, "flip B1");
    assert_eq!(table.choose(0, "back D4"), ["star 1 r1"]);
}

#[test]
fn there_are_stars_for_everybody() {
    // Four seats, one line short of the end each, and a roll that brings every seat more: no cap of 17.
    let mut table = Table::laid(4);
    for seat in 0..4 {
        table.0.grids[seat] = Grid::lay("1,2,2,2,3,3,3,4,4,4,5,5,5,6,6,6".parse().unwrap());
        for text in ["B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "B3", "A4", "C3", "D4"] {
            table.0.grids[seat].turn(place(text));
        }
        assert_eq!(table.stars(seat), "r2 d2");
    }
    table.roll("1");
    let facts: Vec<Vec<String>> = (0..4).map(|seat| table.choose(seat, "flip A1")).collect();
    assert_eq!(facts[3].len(), 12, "three for each of four: {facts:?}");
    assert_eq!(table.outcome(), Some((vec![1; 4], vec![5; 4])));
    let stars: u8 = table.0.grids.iter().map(Grid::stars).sum();
    assert_eq!(stars, 20);
}
