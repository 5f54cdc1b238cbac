//! Symbols, tiles, cells and placements, and how they are written.

use std::str::FromStr;

use std::collections::BTreeSet;

use crate::games::double_seven::{Cell, Deck, Half, Placement, Ring, Symbol, Tile, Tiles, names};

fn symbol(number: u8) -> Symbol {
    Symbol::new(number).expect("a symbol")
}

fn refused<T: FromStr + std::fmt::Debug>(texts: &[&str]) {
    for text in texts {
        assert!(text.parse::<T>().is_err(), "{text:?} is no notation");
    }
}

#[test]
fn symbols_are_numbers_in_binary() {
    assert_eq!(Symbol::new(8), None);
    assert_eq!(Symbol::all().count(), Symbol::COUNT);
    for symbol in Symbol::all() {
        let rings = Ring::ALL.into_iter().filter(|ring| symbol.has(*ring));
        assert_eq!(rings.map(Ring::bit).sum::<u8>(), symbol.number());
    }
    assert!(symbol(7).adds_one_ring_to(symbol(5)) && symbol(4).adds_one_ring_to(symbol(0)));
    assert!(!symbol(7).adds_one_ring_to(symbol(1)), "two more");
    assert!(!symbol(4).adds_one_ring_to(symbol(3)), "none of the lower one");
    assert!(!symbol(3).adds_one_ring_to(symbol(3)) && !symbol(1).adds_one_ring_to(symbol(3)));
}

#[test]
fn there_are_36_tiles_and_every_symbol_is_on_nine_halves() {
    let all: Vec<Tile> = Tile::all().collect();
    assert_eq!(all.len(), 36);
    for (index, tile) in all.iter().enumerate() {
        assert_eq!((tile.index(), Tile::of_index(index)), (index, Some(*tile)));
        assert_eq!(tile.to_string().parse(), Ok(*tile));
        assert!(tile.low() <= tile.high());
    }
    assert!(all.is_sorted());
    for symbol in Symbol::all() {
        let halves = all.iter().flat_map(|tile| tile.symbols());
        assert_eq!(halves.filter(|half| *half == symbol).count(), 9);
        assert_eq!(Tiles::with(symbol).len(), 8);
    }
    assert_eq!(all.iter().filter(|tile| tile.is_double()).count(), 8);
    assert_eq!(Tiles::ALL.sum(), 252);
}

#[test]
fn tiles_are_written_lower_symbol_first() {
    assert_eq!(Tile::new(symbol(4), symbol(3)).to_string(), "3-4");
    refused::<Tile>(&["4-3", "3-8", "34", "3-4 ", "", "3-", "-3-4", "٣-4"]);
    assert_eq!(Tile::read(" 4/3 "), "3-4".parse().ok());
    assert_eq!(Tile::read("77"), "7-7".parse().ok());
    assert_eq!(Tile::read("7-8"), None);
    let tile: Tile = "3-4".parse().expect("a tile");
    assert_eq!((tile.other(symbol(3)), tile.other(symbol(5))), (Some(symbol(4)), None));
}

#[test]
fn sets_of_tiles_hold_each_once() {
    let tile = |text: &str| text.parse::<Tile>().expect("a tile");
    let mut set: Tiles = [tile("7-7"), tile("0-0"), tile("3-4")].into_iter().collect();
    set.insert(tile("3-4"));
    assert_eq!(
        set.iter().map(|tile| tile.to_string()).collect::<Vec<_>>(),
        ["0-0", "3-4", "7-7"]
    );
    assert_eq!((set.nth(2), set.nth(3)), (Some(tile("7-7")), None));
    assert!(set.remove(tile("0-0")) && !set.remove(tile("0-0")));
    assert_eq!((set.len(), Tiles::ALL.without(set).len()), (2, 34));
    assert_eq!(Tiles::ALL.iter().count(), 36);
    assert!(set.without(set).is_empty() && set.and(Tiles::one(tile("7-7"))).contains(tile("7-7")));
}

#[test]
fn decks_keep_their_order() {
    let deck: Deck = "deck 3-4,0-1,7-7".parse().expect("a deck");
    assert_eq!(deck.to_string(), "deck 3-4,0-1,7-7");
    assert_eq!((deck.order().len(), deck.tiles().len()), (3, 3));
    refused::<Deck>(&[
        "deck",
        "deck ",
        "deck 3-4,",
        "deck 3-4,3-4",
        "deck 3-4, 0-1",
        "3-4",
        "deck 4-3",
    ]);
}

#[test]
fn cells_are_written_column_first_and_ordered_by_row_first() {
    assert_eq!("2,1".parse(), Ok(Cell::new(2, 1)));
    assert_eq!(Cell::new(-12, 0).to_string(), "-12,0");
    assert_eq!("-12,0".parse(), Ok(Cell::new(-12, 0)));
    refused::<Cell>(&[
        "-0,1", "1,-0", "01,1", "+1,1", "1", "1,", ",1", "1,1,1", "75,1", "-75,1", "100,1", "-100,1", " 1,1", "1.0,1",
    ]);
    assert!(Cell::new(5, 0) < Cell::new(-5, 1) && Cell::new(0, 1) < Cell::new(1, 1));
    let beside = Cell::new(0, 0).neighbours();
    assert!(beside.is_sorted() && beside.iter().all(|cell| cell.touches(Cell::new(0, 0))));
    assert!(!Cell::new(1, 1).touches(Cell::new(0, 0)) && !Cell::new(1, 1).touches(Cell::new(1, 1)));
    assert!(!Cell::new(-128, 0).touches(Cell::new(127, 0)));
}

#[test]
fn people_call_every_cell_by_a_name_of_its_own_that_is_read_back() {
    let named = |column, row| names::cell(Cell::new(column, row));
    assert_eq!(named(0, 0), "M75");
    assert_eq!([named(-12, -1), named(-13, 0), named(-38, 0)], ["A74", "AZ75", "AA75"]);
    assert_eq!([named(13, 1), named(14, 0), named(39, 0)], ["Z76", "ZA75", "ZZ75"]);
    assert_eq!([named(-39, -74), named(40, 74)], ["AAZ1", "ZZA149"]);
    let mut seen = BTreeSet::new();
    for column in -74..=74 {
        for row in -74..=74 {
            let (cell, name) = (Cell::new(column, row), named(column, row));
            assert!(name.bytes().all(|sign| sign.is_ascii_alphanumeric()), "{name}");
            for text in [&name, &name.to_lowercase(), &cell.to_string()] {
                assert_eq!(names::read(text), Some(cell), "{text}");
            }
            assert!(seen.insert(name.clone()), "{name} is the name of two cells");
        }
    }
    for text in [
        "",
        "M",
        "75",
        "M0",
        "M075",
        "M-1",
        "M+75",
        "M150",
        "ABC75",
        "AAAAAAA75",
        "M75 ",
        "\u{c4}75",
        "-75,0",
    ] {
        assert_eq!(names::read(text), None, "{text:?}");
    }
}

#[test]
fn placements_name_the_lower_cell_first() {
    let placement: Placement = "3@2,1 4@3,1".parse().expect("a placement");
    assert_eq!(placement.to_string(), "3@2,1 4@3,1");
    assert_eq!(placement.tile().to_string(), "3-4");
    assert_eq!(placement.swapped().to_string(), "4@2,1 3@3,1");
    assert_eq!(placement.first(), Half::new(symbol(3), Cell::new(2, 1)));
    assert!(placement.is_level());
    let upright: Placement = "4@-2,-1 3@-2,0".parse().expect("a placement");
    assert_eq!((upright.tile(), upright.is_level()), (placement.tile(), false));
    refused::<Placement>(&[
        "4@3,1 3@2,1",
        "3@2,1 4@4,1",
        "3@2,1 4@2,1",
        "3@2,1  4@3,1",
        "3@2,1",
        "8@2,1 4@3,1",
        "3@2,1 4@3,1 ",
        "33@2,1 4@3,1",
    ]);
    let double: Placement = "5@0,0 5@0,1".parse().expect("a placement");
    assert_eq!(double.swapped(), double);
}

#[test]
fn typed_placements_may_stand_in_any_order() {
    let placement: Placement = "3@2,1 4@3,1".parse().expect("a placement");
    assert_eq!(placement.typed(), "3@O76 4@P76");
    for text in [
        "3@2,1 4@3,1",
        " 4@3,1   3@2,1 ",
        "3-4 2,1 3,1",
        "4-3 3,1 2,1",
        "3@O76 4@P76",
        "4@p76  3@o76",
        "3-4 O76 P76",
        "4-3 p76 2,1",
    ] {
        assert_eq!(Placement::read(text), Ok(placement), "{text:?}");
    }
    assert!("3@O76 4@P76".parse::<Placement>().is_err(), "records keep their form");
    for text in [
        "3-4 O76",
        "3@O76 4@Q76",
        "3@O76 4@P076",
        "3-4 2,1",
        "3-4 2,1 4,1",
        "3-4",
        "",
        "3@2,1 4@3,1 5@4,1",
        "34 2,1 3,1",
    ] {
        assert!(Placement::read(text).is_err(), "{text:?}");
    }
}
