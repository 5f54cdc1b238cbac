//! The tiles as icons of menus. No button needs a tile in another direction: each lies with its lower symbol on the left.

use super::Tile;
use crate::rules::parts::{rect, rings};
use crate::rules::{Form, Icon, Ink, Shape};

/// The name of a tile's icon.
pub fn named(tile: Tile) -> String {
    format!("tile_{}_{}", tile.low(), tile.high())
}

/// An icon for every tile.
pub fn icons() -> Vec<Icon> {
    Tile::all().map(icon).collect()
}

fn icon(tile: Tile) -> Icon {
    const MIDDLE: i32 = Icon::SIDE / 2;
    let plate = Shape::filled(rect((2, 29), (124, 70), 12), Ink::White).with_line(Ink::Black, 4);
    let border = Shape::outlined(Form::Path(vec![(MIDDLE, 40), (MIDDLE, 88)]), Ink::Line, 3);
    let half = |(across, number): (i32, u8)| rings((across, MIDDLE), 29, number, Ink::Black);
    let halves = [(33, tile.low().number()), (95, tile.high().number())].map(half);
    Icon {
        name: named(tile),
        shapes: [plate, border].into_iter().chain(halves).collect(),
    }
}
