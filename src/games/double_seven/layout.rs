//! What lies on the table: tiles on an endless grid, and on each other where a game stacks them.
//!
//! A game asks thousands of times where the next tile may lie. So rows of cells are kept as the bits of one number, and
//! the table is a ring: column 127 lies beside column 0, and as many cells later everything is the same again. All
//! tiles in one line reach over 72 cells, so what is connected never meets itself.

use super::{Cell, Half, Placement, SET, Symbol, Tile};

/// How many cells a row and a column of the ring have.
const RING: usize = 128;

/// The bits of a cell's place on the ring.
const MASK: usize = RING - 1;

/// A tile as it was laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Where it lies.
    pub placement: Placement,
    /// How many tiles lie beneath it: 0 on the table.
    pub level: u8,
}

/// What a look from above sees on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Top {
    /// What the half shows.
    pub symbol: Symbol,
    /// Its tile.
    pub tile: Tile,
    /// How many tiles lie beneath it.
    pub level: u8,
    /// The place of its tile in [`Layout::laid`].
    pub number: u8,
}

/// The rectangle of cells in which everything lies, its edges included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The lowest column.
    pub left: i8,
    /// The highest column.
    pub right: i8,
    /// The lowest row.
    pub bottom: i8,
    /// The highest row.
    pub top: i8,
}

/// What lies on the table. What is laid must be connected with what lies there: see [`Layout::is_open`].
#[derive(Clone, derive_more::Debug)]
#[debug("{:?}", self.laid().collect::<Vec<_>>())]
pub struct Layout {
    laid: [Option<Laid>; SET],
    count: u8,
    bounds: Option<Bounds>,
    /// Which cells are taken, a bit for each column of a row.
    rows: [u128; RING],
    /// What lies uppermost on every cell: nothing is 0; a tile counts two, the half on its lower cell one less.
    tops: [[u8; RING]; RING],
}

/// The places on the table where a tile may lie beside others, in one row of the ring: where its first cell may be.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    /// Of tiles along the row.
    level: u128,
    /// Of tiles that reach up into the next row.
    upright: u128,
}

const fn place(at: i8) -> usize {
    at as u8 as usize & MASK
}

const fn bit(column: i8) -> u128 {
    1 << place(column)
}

/// Each bit shows what the next column shows.
const fn from_right(row: u128) -> u128 {
    row.rotate_right(1)
}

/// Each bit shows what the column before shows.
const fn from_left(row: u128) -> u128 {
    row.rotate_left(1)
}

/// The place of the set bit that has `skipped` others below it.
fn nth_bit(mut bits: u128, skipped: u32) -> u32 {
    for _ in 0..skipped {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros()
}

impl Bounds {
    /// Only this cell.
    pub const fn of(cell: Cell) -> Bounds {
        Bounds {
            left: cell.column,
            right: cell.column,
            bottom: cell.row,
            top: cell.row,
        }
    }

    /// The same and this cell.
    #[must_use]
    pub fn with(self, cell: Cell) -> Bounds {
        Bounds {
            left: self.left.min(cell.column),
            right: self.right.max(cell.column),
            bottom: self.bottom.min(cell.row),
            top: self.top.max(cell.row),
        }
    }

    /// All cells of these placements; `None` without any.
    pub fn over(placements: &[Placement]) -> Option<Bounds> {
        let first = placements.first()?.first();
        Some(Bounds::of(first.cell).with_all(placements))
    }

    /// The same and all cells of these placements.
    #[must_use]
    pub fn with_all(self, placements: &[Placement]) -> Bounds {
        let cells = placements.iter().flat_map(|placement| placement.cells());
        cells.fold(self, Bounds::with)
    }

    /// The same and so many more cells all around.
    #[must_use]
    pub const fn grown(self, more: i8) -> Bounds {
        Bounds {
            left: self.left.saturating_sub(more),
            right: self.right.saturating_add(more),
            bottom: self.bottom.saturating_sub(more),
            top: self.top.saturating_add(more),
        }
    }

    /// Whether this cell is one of them.
    pub const fn contain(self, cell: Cell) -> bool {
        self.left <= cell.column && cell.column <= self.right && self.bottom <= cell.row && cell.row <= self.top
    }

    /// How many columns and rows.
    pub const fn size(self) -> (u8, u8) {
        (
            self.right.abs_diff(self.left).saturating_add(1),
            self.top.abs_diff(self.bottom).saturating_add(1),
        )
    }
}

impl Default for Layout {
    fn default() -> Layout {
        Layout::new()
    }
}

impl Layout {
    /// An empty table.
    pub const fn new() -> Layout {
        Layout {
            laid: [None; SET],
            count: 0,
            bounds: None,
            rows: [0; RING],
            tops: [[0; RING]; RING],
        }
    }

    /// Lays a tile onto what lies on its cells, or onto the table: one level higher than the higher of the two. Whether a
    /// game allows it is asked before; beyond the 36 tiles that there are, nothing is laid.
    pub fn lay(&mut self, placement: Placement) {
        let [first, second] = placement.cells();
        let above = |top: Option<Top>| top.map_or(0, |top| top.level + 1);
        let level = above(self.top(first)).max(above(self.top(second)));
        let Some(space) = self.laid.get_mut(usize::from(self.count)) else {
            return;
        };
        *space = Some(Laid { placement, level });
        for (half, cell) in [(1, first), (2, second)] {
            self.rows[place(cell.row)] |= bit(cell.column);
            self.tops[place(cell.row)][place(cell.column)] = 2 * self.count + half;
            self.bounds = Some(self.bounds.map_or(Bounds::of(cell), |bounds| bounds.with(cell)));
        }
        self.count += 1;
    }

    /// All tiles as they were laid, in this order.
    pub fn laid(&self) -> impl DoubleEndedIterator<Item = Laid> + Clone + '_ {
        self.laid.iter().flatten().copied()
    }

    /// The tile laid last.
    pub fn last(&self) -> Option<Laid> {
        *self.laid.get(usize::from(self.count.checked_sub(1)?))?
    }

    /// How many tiles lie.
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether none does.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The rectangle in which everything lies.
    pub const fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// What lies uppermost on a cell.
    pub fn top(&self, cell: Cell) -> Option<Top> {
        let mark = self.tops[place(cell.row)][place(cell.column)].checked_sub(1)?;
        let number = mark / 2;
        let laid = (*self.laid.get(usize::from(number))?)?;
        let [first, second] = laid.placement.halves();
        let half = if mark % 2 == 0 { first } else { second };
        // Another cell of the same place on the ring is another cell.
        (half.cell == cell).then_some(Top {
            symbol: half.symbol,
            tile: laid.placement.tile(),
            level: laid.level,
            number,
        })
    }

    /// Halves on which nothing lies, each with a number of its own below 72: see [`Layout::half`].
    pub(super) fn uppermost(&self) -> impl Iterator<Item = (u8, Half)> + '_ {
        let halves = self.laid().flat_map(|laid| laid.placement.halves());
        (0..)
            .zip(halves)
            .filter(|(number, half)| self.tops[place(half.cell.row)][place(half.cell.column)] == number + 1)
    }

    /// The number of the half that lies uppermost on a cell, which is no farther away than tiles reach.
    pub(super) fn half(&self, cell: Cell) -> Option<u8> {
        self.tops[place(cell.row)][place(cell.column)].checked_sub(1)
    }

    /// The symbol that lies uppermost on a cell.
    pub fn symbol(&self, cell: Cell) -> Option<Symbol> {
        self.top(cell).map(|top| top.symbol)
    }

    /// Whether nothing lies on a cell.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.top(cell).is_none()
    }

    /// Whether something lies beside a cell.
    pub fn touches(&self, cell: Cell) -> bool {
        cell.neighbours().into_iter().any(|beside| !self.is_free(beside))
    }

    /// Whether a tile may lie there beside others: both cells free, and something beside one of them at least.
    pub fn is_open(&self, [first, second]: [Cell; 2]) -> bool {
        first.touches(second)
            && self.is_free(first)
            && self.is_free(second)
            && (self.touches(first) || self.touches(second))
    }

    /// Cells on which something lies, ascending, each with what lies uppermost.
    pub fn tops(&self) -> impl Iterator<Item = (Cell, Top)> + '_ {
        self.cells().filter_map(move |cell| Some((cell, self.top(cell)?)))
    }

    /// Cells on which something lies, ascending.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.rows_between(0, 0).flat_map(move |row| {
            let taken = self.rows[place(row)];
            self.columns(taken).map(move |column| Cell::new(column, row))
        })
    }

    /// Pairs of cells on which something lies, side by side, each pair and all pairs ascending: by the first cell, and of
    /// these the one along the row first.
    pub fn joints(&self) -> impl Iterator<Item = [Cell; 2]> + '_ {
        self.rows_between(0, 0).flat_map(move |row| {
            let (here, above) = (self.rows[place(row)], self.rows[place(row.wrapping_add(1))]);
            let joints = Open {
                level: here & from_right(here),
                upright: here & above,
            };
            self.pairs(row, joints)
        })
    }

    /// Pairs of cells where a tile may lie beside others ([`Layout::is_open`]), in the order of [`Layout::joints`]. None
    /// on an empty table.
    pub fn open(&self) -> impl Iterator<Item = [Cell; 2]> + '_ {
        self.rows_between(2, 1)
            .flat_map(move |row| self.pairs(row, self.open_in(row)))
    }

    /// How many pairs [`Layout::open`] names.
    pub fn count_open(&self) -> u32 {
        let rows = self.rows_between(2, 1).map(|row| self.open_in(row).count());
        rows.sum()
    }

    /// One of the pairs that [`Layout::open`] names: every number below [`Layout::count_open`] is another one, in no
    /// special order.
    pub fn nth_open(&self, mut number: u32) -> Option<[Cell; 2]> {
        for row in self.rows_between(2, 1) {
            let open = self.open_in(row);
            match open.count() {
                count if number >= count => number -= count,
                _ => {
                    let along = open.level.count_ones();
                    let (bits, skipped) = match number.checked_sub(along) {
                        None => (open.level, number),
                        Some(skipped) => (open.upright, skipped),
                    };
                    let (base, turned) = self.turned(bits);
                    let column = base.wrapping_add(nth_bit(turned, skipped) as i8);
                    let first = Cell::new(column, row);
                    let second = if number < along { first.right() } else { first.above() };
                    return Some([first, second]);
                }
            }
        }
        None
    }

    /// The rows in which something lies, and so many more below and above.
    fn rows_between(&self, below: i8, above: i8) -> impl Iterator<Item = i8> + Clone + use<> {
        // Without bounds, from 1 to 0 there is nothing.
        let (bottom, top) = match self.bounds {
            Some(bounds) => (bounds.bottom.wrapping_sub(below), bounds.top.wrapping_add(above)),
            None => (1, 0),
        };
        bottom..=top
    }

    /// The free cells of a row beside which something lies.
    fn edge(&self, row: i8) -> u128 {
        let here = self.rows[place(row)];
        let beside = self.rows[place(row.wrapping_add(1))] | self.rows[place(row.wrapping_sub(1))];
        (from_left(here) | from_right(here) | beside) & !here
    }

    fn open_in(&self, row: i8) -> Open {
        let next = row.wrapping_add(1);
        let (free, above) = (!self.rows[place(row)], !self.rows[place(next)]);
        let (edge, edge_above) = (self.edge(row), self.edge(next));
        Open {
            level: free & from_right(free) & (edge | from_right(edge)),
            upright: free & above & (edge | edge_above),
        }
    }

    /// A row's bits turned so that they begin left of everything, and the column of the first of them.
    fn turned(&self, bits: u128) -> (i8, u128) {
        let base = self.bounds.map_or(0, |bounds| bounds.left.wrapping_sub(2));
        (base, bits.rotate_right(place(base) as u32))
    }

    /// The columns of the bits of a row, ascending.
    fn columns(&self, bits: u128) -> impl Iterator<Item = i8> + use<> {
        let (base, mut left) = self.turned(bits);
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let column = base.wrapping_add(left.trailing_zeros() as i8);
            left &= left - 1;
            Some(column)
        })
    }

    /// The pairs that begin in a row, ascending.
    fn pairs(&self, row: i8, open: Open) -> impl Iterator<Item = [Cell; 2]> + use<> {
        let both = open.level | open.upright;
        self.columns(both).flat_map(move |column| {
            let cell = Cell::new(column, row);
            let along = (open.level & bit(column) != 0).then_some([cell, cell.right()]);
            let up = (open.upright & bit(column) != 0).then_some([cell, cell.above()]);
            along.into_iter().chain(up)
        })
    }
}

impl Open {
    const fn count(self) -> u32 {
        self.level.count_ones() + self.upright.count_ones()
    }
}

impl PartialEq for Layout {
    /// Whether the same tiles were laid in the same order; all else follows from it.
    fn eq(&self, other: &Layout) -> bool {
        self.laid == other.laid
    }
}
