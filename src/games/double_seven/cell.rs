//! The cells of the table: an endless grid, on each of which half a tile may lie.

use std::str::FromStr;

use crate::rules::{Malformed, serialized_as_written};

/// A cell: columns count to the right, rows upward, both from any number that is at most 74 either way. Its notation is
/// `2,1`, the column first; people call it otherwise ([`names`](super::names)). Ordered by row, then by column.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display, derive_more::Debug)]
#[debug("{self}")]
#[display("{},{}", self.column, self.row)]
pub struct Cell {
    /// Counted upward. Stands first, so that cells are ordered by it first.
    pub row: i8,
    /// Counted to the right.
    pub column: i8,
}

/// The farthest that a cell can be written to lie: more than all tiles in a row reach, which is 71.
const FARTHEST: i8 = 74;

impl Cell {
    /// The cell in this column and row.
    pub const fn new(column: i8, row: i8) -> Cell {
        Cell { row, column }
    }

    /// The cell so many columns to the right and so many rows up.
    #[must_use]
    pub const fn moved(self, columns: i8, rows: i8) -> Cell {
        Cell {
            row: self.row.wrapping_add(rows),
            column: self.column.wrapping_add(columns),
        }
    }

    /// The cell to the right.
    #[must_use]
    pub const fn right(self) -> Cell {
        self.moved(1, 0)
    }

    /// The cell to the left.
    #[must_use]
    pub const fn left(self) -> Cell {
        self.moved(-1, 0)
    }

    /// The cell above.
    #[must_use]
    pub const fn above(self) -> Cell {
        self.moved(0, 1)
    }

    /// The cell below.
    #[must_use]
    pub const fn below(self) -> Cell {
        self.moved(0, -1)
    }

    /// The four cells beside it, ascending: below, left, right, above.
    pub const fn neighbours(self) -> [Cell; 4] {
        [self.below(), self.left(), self.right(), self.above()]
    }

    /// Whether the cells lie side by side in a row or a column.
    pub const fn touches(self, other: Cell) -> bool {
        self.column.abs_diff(other.column) as u16 + self.row.abs_diff(other.row) as u16 == 1
    }

    /// The cell in this column and row, if it can be written.
    pub(super) fn within(column: i16, row: i16) -> Option<Cell> {
        let number = |number: i16| i8::try_from(number).ok().filter(|number| number.abs() <= FARTHEST);
        Some(Cell::new(number(column)?, number(row)?))
    }

    /// Reads a number of a row or a column, with neither a plus sign, nor leading zeros, nor a zero below zero.
    pub(super) fn number(text: &str) -> Option<i8> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let sound = match digits.as_bytes() {
            [b'0'] => text.len() == 1,
            [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'] => true,
            _ => false,
        };
        let number = text.parse().ok().filter(|_| sound)?;
        (-FARTHEST..=FARTHEST).contains(&number).then_some(number)
    }
}

impl FromStr for Cell {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Cell, Malformed> {
        let (column, row) = text.split_once(',').ok_or(Malformed)?;
        match (Cell::number(column), Cell::number(row)) {
            (Some(column), Some(row)) => Ok(Cell { row, column }),
            _ => Err(Malformed),
        }
    }
}

serialized_as_written!(Cell);
