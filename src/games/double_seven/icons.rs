//! The tiles as icons of menus: in each direction in which a button may mean that a tile lies. A double lies along a row or
//! upright, and any other tile either way round as well.

use super::{Placement, Symbol, Tile};
use crate::rules::parts::{rect, rings};
use crate::rules::{Form, Icon, Ink, Point, Shape};

/// The name of a tile's icon where nothing is said of how it lies: with its lower symbol on the left.
pub fn named(tile: Tile) -> String {
    level(tile.symbols())
}

/// The name of the icon of a tile that lies along a row, with these symbols from left to right.
pub fn level([left, right]: [Symbol; 2]) -> String {
    format!("tile_{left}_{right}")
}

/// The name of the icon of a tile that lies upright, with these symbols from the top.
pub fn upright([top, bottom]: [Symbol; 2]) -> String {
    format!("tile_{top}_over_{bottom}")
}

/// The name of the icon of a tile as it is placed.
pub fn placed(placement: Placement) -> String {
    let [first, second] = placement.halves().map(|half| half.symbol);
    match placement.is_level() {
        true => level([first, second]),
        false => upright([second, first]),
    }
}

/// The icons of every tile.
pub fn icons() -> Vec<Icon> {
    let ways = |tile: Tile| {
        let [low, high] = tile.symbols();
        let other = (low != high).then_some([high, low]);
        std::iter::once([low, high]).chain(other)
    };
    Tile::all()
        .flat_map(ways)
        .flat_map(|symbols| [icon(symbols, true), icon(symbols, false)])
        .collect()
}

fn icon(symbols: [Symbol; 2], is_level: bool) -> Icon {
    const MIDDLE: i32 = Icon::SIDE / 2;
    let turned = |(along, across): Point| if is_level { (along, across) } else { (across, along) };
    let plate = Shape::filled(rect(turned((2, 29)), turned((124, 70)), 12), Ink::White).with_line(Ink::Black, 4);
    let border = Form::Path([(MIDDLE, 40), (MIDDLE, 88)].map(turned).into());
    let half = |(along, symbol): (i32, Symbol)| rings(turned((along, MIDDLE)), 29, symbol.number(), Ink::Black);
    let [one, other] = symbols;
    let halves = [(33, one), (95, other)].map(half);
    let border = Shape::outlined(border, Ink::Line, 3);
    Icon {
        name: if is_level { level(symbols) } else { upright(symbols) },
        shapes: [plate, border].into_iter().chain(halves).collect(),
    }
}
