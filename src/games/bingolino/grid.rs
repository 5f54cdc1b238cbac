//! A seat's sixteen tiles: where they lie, which are turned over, and which lines have their star.
//!
//! Places are counted row by row from the top left corner, A1 first; a set of places is a mask of sixteen bits.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::rules::{Malformed, serialized_as_written, write_list};

/// How many tiles a seat has.
pub const TILES: usize = 16;

/// The greatest number on a tile; the least is 1.
pub const GREATEST: u8 = 22;

/// How often each number is among the tiles.
pub const COPIES: u8 = 3;

const SIDE: u8 = 4;

/// A place of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display)]
#[display("{}{}", char::from(b'A' + self.0 % SIDE), self.0 / SIDE + 1)]
pub struct Place(u8);

impl Place {
    /// The place at `index`, 0 to 15, row by row.
    pub const fn new(index: u8) -> Option<Place> {
        if index < TILES as u8 { Some(Place(index)) } else { None }
    }

    /// All sixteen, row by row.
    pub fn all() -> impl Iterator<Item = Place> {
        (0..TILES as u8).map(Place)
    }

    /// Its index, 0 to 15.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl FromStr for Place {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Place, Malformed> {
        match text.as_bytes() {
            [column @ b'A'..=b'D', row @ b'1'..=b'4'] => Ok(Place((row - b'1') * SIDE + (column - b'A'))),
            _ => Err(Malformed),
        }
    }
}

serialized_as_written!(Place);

/// A set of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places(pub(super) u16);

impl Places {
    /// Whether `place` is in the set.
    pub const fn contains(self, place: Place) -> bool {
        self.0 & place.bit() != 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The places, row by row.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let place = left.trailing_zeros() as u8;
            left &= left - 1;
            Some(Place(place))
        })
    }

    /// The `index`th of them.
    pub(super) fn nth(self, index: usize) -> Option<Place> {
        let mut left = self.0;
        for _ in 0..index {
            left &= left.wrapping_sub(1);
        }
        (left != 0).then(|| Place(left.trailing_zeros() as u8))
    }
}

/// A line that can earn a star: four rows, four columns, two diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line(u8);

/// The places of every line: `r1`-`r4`, `cA`-`cD`, `d1`, `d2`.
const LINES: [u16; 10] = [
    0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

/// What kind of line it is, and which of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A row, 1 to 4 from the top.
    Row(u8),
    /// A column, A to D from the left.
    Column(char),
    /// The diagonal from A1 to D4.
    Falling,
    /// The diagonal from D1 to A4.
    Rising,
}

impl Line {
    /// All ten, in the order of the notation.
    pub fn all() -> impl Iterator<Item = Line> {
        (0..LINES.len() as u8).map(Line)
    }

    /// Its four places.
    pub const fn places(self) -> Places {
        Places(LINES[self.0 as usize])
    }

    /// What kind of line it is.
    pub const fn kind(self) -> LineKind {
        match self.0 {
            row @ 0..=3 => LineKind::Row(row + 1),
            column @ 4..=7 => LineKind::Column((b'A' + column - 4) as char),
            8 => LineKind::Falling,
            _ => LineKind::Rising,
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            LineKind::Row(row) => write!(f, "r{row}"),
            LineKind::Column(column) => write!(f, "c{column}"),
            LineKind::Falling => f.write_str("d1"),
            LineKind::Rising => f.write_str("d2"),
        }
    }
}

impl FromStr for Line {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Line, Malformed> {
        match text.as_bytes() {
            [b'r', row @ b'1'..=b'4'] => Ok(Line(row - b'1')),
            [b'c', column @ b'A'..=b'D'] => Ok(Line(4 + column - b'A')),
            [b'd', which @ b'1'..=b'2'] => Ok(Line(8 + which - b'1')),
            _ => Err(Malformed),
        }
    }
}

serialized_as_written!(Line);

/// A set of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines(u16);

impl Lines {
    /// Whether `line` is in the set.
    pub const fn contains(self, line: Line) -> bool {
        self.0 & 1 << line.0 != 0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lines, in the order of the notation.
    pub fn iter(self) -> impl Iterator<Item = Line> {
        Line::all().filter(move |line| self.contains(*line))
    }
}

/// The numbers of a seat's tiles, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Layout(pub [u8; TILES]);

impl Layout {
    /// The number at `place`.
    pub const fn number(&self, place: Place) -> u8 {
        self.0[place.index()]
    }

    /// The same numbers in ascending order.
    pub fn sorted(&self) -> [u8; TILES] {
        let mut numbers = self.0;
        numbers.sort_unstable();
        numbers
    }

    /// How often each number is there; the index is the number.
    pub(super) fn census(&self) -> [u8; GREATEST as usize + 1] {
        let mut census = [0; GREATEST as usize + 1];
        for number in self.0 {
            census[usize::from(number)] += 1;
        }
        census
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, ",", self.0)
    }
}

impl FromStr for Layout {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Layout, Malformed> {
        let mut numbers = [0; TILES];
        let mut items = text.split(',');
        for number in &mut numbers {
            *number = tile(items.next().ok_or(Malformed)?)?;
        }
        match items.next() {
            None => Ok(Layout(numbers)),
            Some(_) => Err(Malformed),
        }
    }
}

/// Reads a number of a tile, without leading zeros.
fn tile(text: &str) -> Result<u8, Malformed> {
    match text.as_bytes() {
        [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'] => {}
        _ => return Err(Malformed),
    }
    let number = text.parse().map_err(|_| Malformed)?;
    if number <= GREATEST { Ok(number) } else { Err(Malformed) }
}

/// The tiles that lie before a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) layout: Layout,
    turned: u16,
    starred: u16,
    /// The places of every number; the index is the number.
    places: [u16; GREATEST as usize + 1],
}

impl Grid {
    /// Tiles laid out so, all of them open.
    pub(super) fn lay(layout: Layout) -> Grid {
        let mut grid = Grid {
            layout,
            ..Grid::default()
        };
        for place in Place::all() {
            grid.places[usize::from(layout.number(place))] |= place.bit();
        }
        grid
    }

    /// The places of the open tiles that show `number`.
    pub(super) fn open(&self, number: u8) -> Places {
        let places = self.places.get(usize::from(number)).copied().unwrap_or(0);
        Places(places & !self.turned)
    }

    pub(super) const fn turned(&self) -> Places {
        Places(self.turned)
    }

    pub(super) const fn starred(&self) -> Lines {
        Lines(self.starred)
    }

    pub(super) const fn stars(&self) -> u8 {
        self.starred.count_ones() as u8
    }

    /// Turns the tile at `place` over, and gives the lines that have just earned their star.
    pub(super) fn turn(&mut self, place: Place) -> Lines {
        self.turned |= place.bit();
        let mut earned = 0;
        for (index, line) in LINES.iter().enumerate() {
            let complete = self.turned & line == *line;
            earned |= u16::from(complete) << index;
        }
        earned &= !self.starred;
        self.starred |= earned;
        Lines(earned)
    }

    /// Turns the tile at `place` back. A star stays.
    pub(super) fn turn_back(&mut self, place: Place) {
        self.turned &= !place.bit();
    }
}
