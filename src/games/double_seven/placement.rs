//! Placements: a tile on two cells that lie side by side.

use std::str::FromStr;

use super::{Cell, Symbol, Tile, names};
use crate::rules::{Malformed, serialized_as_written};

/// Half a tile on a cell. Its notation is `3@2,1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, derive_more::Display)]
#[display("{}@{}", self.symbol, self.cell)]
pub struct Half {
    /// What it shows.
    pub symbol: Symbol,
    /// Where it lies.
    pub cell: Cell,
}

/// A tile on two cells side by side, the lower one first (by row, then by column). Its notation is `3@2,1 4@3,1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, derive_more::Display, derive_more::Debug)]
#[debug("{self}")]
#[display("{} {}", self.first, self.second)]
pub struct Placement {
    first: Half,
    second: Half,
}

impl Half {
    /// This symbol on this cell.
    pub const fn new(symbol: Symbol, cell: Cell) -> Half {
        Half { symbol, cell }
    }

    /// A symbol, `@`, and a cell as `cell` reads it.
    fn read(text: &str, cell: impl Fn(&str) -> Option<Cell>) -> Result<Half, Malformed> {
        let (symbol, place) = text.split_once('@').ok_or(Malformed)?;
        let &[digit] = symbol.as_bytes() else {
            return Err(Malformed);
        };
        let symbol = Symbol::of_digit(digit).ok_or(Malformed)?;
        cell(place).map(|cell| Half::new(symbol, cell)).ok_or(Malformed)
    }
}

impl Placement {
    /// These two halves, in either order; `None` when their cells do not lie side by side.
    pub fn new(one: Half, other: Half) -> Option<Placement> {
        if !one.cell.touches(other.cell) {
            return None;
        }
        let (first, second) = if one.cell < other.cell {
            (one, other)
        } else {
            (other, one)
        };
        Some(Placement { first, second })
    }

    /// A tile on two cells side by side, its lower symbol on `low`.
    pub fn of(tile: Tile, low: Cell, high: Cell) -> Option<Placement> {
        Placement::new(Half::new(tile.low(), low), Half::new(tile.high(), high))
    }

    /// The half on the lower cell.
    pub const fn first(self) -> Half {
        self.first
    }

    /// The half on the higher cell.
    pub const fn second(self) -> Half {
        self.second
    }

    /// Both halves.
    pub const fn halves(self) -> [Half; 2] {
        [self.first, self.second]
    }

    /// Both cells, ascending.
    pub const fn cells(self) -> [Cell; 2] {
        [self.first.cell, self.second.cell]
    }

    /// The tile.
    pub const fn tile(self) -> Tile {
        Tile::new(self.first.symbol, self.second.symbol)
    }

    /// The same tile on the same cells the other way round: of a double the same.
    #[must_use]
    pub const fn swapped(self) -> Placement {
        Placement {
            first: Half::new(self.second.symbol, self.first.cell),
            second: Half::new(self.first.symbol, self.second.cell),
        }
    }

    /// Whether it lies along a row.
    pub const fn is_level(self) -> bool {
        self.first.cell.row == self.second.cell.row
    }

    /// As people type it: `3@M75 4@N75`.
    pub fn typed(self) -> String {
        let [first, second] = self
            .halves()
            .map(|half| format!("{}@{}", half.symbol, names::cell(half.cell)));
        format!("{first} {second}")
    }

    /// As people may type it as well, by the tile's name in either order: `3-4 M75 N75` and `4-3 N75 M75`. The lower symbol
    /// comes first.
    pub fn named(self) -> [String; 2] {
        let name = |[one, other]: [Half; 2]| {
            let cells = [one, other].map(|half| names::cell(half.cell)).join(" ");
            format!("{}-{} {cells}", one.symbol, other.symbol)
        };
        let (first, second) = (self.first, self.second);
        match first.symbol <= second.symbol {
            true => [name([first, second]), name([second, first])],
            false => [name([second, first]), name([first, second])],
        }
    }

    /// Reads a placement that somebody typed: the halves in either order (`4@N75 3@M75`), or the tile and the cells of
    /// its symbols in the order in which these were named (`4-3 N75 M75`). Cells may stand in notation as well (`1,0`).
    ///
    /// # Errors
    /// When the text is neither, or the cells do not lie side by side.
    pub fn read(text: &str) -> Result<Placement, Malformed> {
        let mut parts = text.split_whitespace();
        let placement = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(one), Some(other), None, None) => {
                Placement::new(Half::read(one, names::read)?, Half::read(other, names::read)?)
            }
            (Some(tile), Some(one), Some(other), None) => {
                let &[first, b'-', second] = tile.as_bytes() else {
                    return Err(Malformed);
                };
                let half = |digit, cell| {
                    let symbol = Symbol::of_digit(digit).ok_or(Malformed)?;
                    names::read(cell).map(|cell| Half::new(symbol, cell)).ok_or(Malformed)
                };
                Placement::new(half(first, one)?, half(second, other)?)
            }
            _ => None,
        };
        placement.ok_or(Malformed)
    }
}

impl FromStr for Half {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Half, Malformed> {
        Half::read(text, |cell| cell.parse().ok())
    }
}

impl FromStr for Placement {
    type Err = Malformed;

    /// Strict: one space, and the lower cell first.
    fn from_str(text: &str) -> Result<Placement, Malformed> {
        let (first, second) = text.split_once(' ').ok_or(Malformed)?;
        let (first, second): (Half, Half) = (first.parse()?, second.parse()?);
        match Placement::new(first, second) {
            Some(placement) if placement.first == first => Ok(placement),
            _ => Err(Malformed),
        }
    }
}

serialized_as_written!(Placement);
