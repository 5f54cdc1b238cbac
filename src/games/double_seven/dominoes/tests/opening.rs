//! The first tile.

use super::super::opening::{best, outranking};
use super::super::*;
use super::support::{Table, tile, tiles};
use crate::rules::{Event, Observe, Viewer};

#[test]
fn tiles_open_in_one_order_doubles_first_then_by_sum_then_by_the_higher_symbol() {
    let mut all: Vec<Tile> = Tile::all().collect();
    all.sort_by_key(|tile| {
        let sum = i32::from(tile.sum());
        (!tile.is_double(), -sum, -i32::from(tile.high().number()))
    });
    let mut left = Tiles::ALL;
    for (rank, tile) in all.iter().enumerate() {
        assert_eq!(best(left), Some(*tile));
        assert_eq!(outranking(*tile).len(), rank);
        left.remove(*tile);
    }
    assert_eq!(best(left), None);
    assert_eq!(
        best(tiles("5-6 4-7 3-7")),
        Some(tile("4-7")),
        "of equal sums the higher symbol"
    );
    assert_eq!(
        best(tiles("6-7 0-0")),
        Some(tile("0-0")),
        "any double before the heaviest tile"
    );
}

const LOW: &str = "0-0 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-1";
const HIGH: &str = "3-3 1-2 1-3 1-4 1-5 1-6 1-7 2-3 2-4";

#[test]
fn the_highest_double_that_anybody_holds_opens_and_tiles_in_the_supply_do_not_count() {
    let mut table = Table::dealt("{}", &[LOW, HIGH], "7-7");
    assert_eq!(table.turn(), Some(1));
    assert_eq!(table.choices(1), ["3-3"]);
    assert_eq!(table.forced(1), None, "a seat is asked for its only tile");
    assert_eq!(table.try_choose(1, "1-7"), Err("dominoes-refused-open"));
    assert_eq!(table.try_choose(1, "3-3 L"), Err("dominoes-refused-open"));
    assert_eq!(table.try_choose(1, "draw"), Err("dominoes-refused-open"));
    assert_eq!(table.try_choose(1, "7-7"), Err("dominoes-refused-tile"));
    assert_eq!(table.try_choose(0, "0-0"), Err("refused-turn"));
    assert_eq!(table.choose(1, "3-3"), Vec::<String>::new());
    assert_eq!((table.line().as_str(), table.turn()), ("3-3", Some(0)));
}

#[test]
fn without_a_double_the_heaviest_tile_opens_its_lower_symbol_left() {
    let hands = [
        "5-6 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-2",
        "4-7 1-3 1-4 1-5 1-6 1-7 2-3 2-4 2-5",
    ];
    let mut table = Table::dealt("{}", &hands, "");
    assert_eq!((table.turn(), table.choices(1)), (Some(1), vec!["4-7".to_owned()]));
    assert_eq!(table.try_choose(1, "1-7"), Err("dominoes-refused-open-heaviest"));
    table.choose(1, "4-7");
    let view = table.0.view(Viewer::Table);
    let laid = view.line[0];
    assert_eq!((laid.left.number(), laid.right.number(), laid.by), (4, 7, Seat(1)));
    assert_eq!(view.ends.map(|ends| ends.map(|end| end.number())), Some([4, 7]));
}

#[test]
fn the_next_seat_follows_the_one_that_opened() {
    let hands = [
        "0-0 0-1 0-2 0-3 0-4 0-5 0-6 0-7 1-1",
        "1-2 1-3 1-4 1-5 1-6 1-7 2-2 2-3 2-4",
        "7-7 2-6 2-7 3-3 3-4 3-5 3-6 3-7 4-4",
    ];
    let mut table = Table::dealt("{}", &hands, "");
    table.choose(2, "7-7");
    assert_eq!(table.turn(), Some(0));
}

#[test]
fn with_four_seats_the_double_seven_always_opens() {
    for seed in 0..20 {
        let mut table = Table::new("{}", 4);
        let deck = table.0.draw(&mut super::support::Chances(seed));
        table.0.apply(&Event::Chance(deck)).unwrap();
        let seat = table.turn().unwrap();
        assert_eq!(table.choices(seat), ["7-7"]);
    }
}
