//! The tree: what lies where, and every place where a tile may still lie, with the symbols that fit there.
//!
//! A tile has a half above a tile, so a row reaches at most one column farther on each side than the row below, and 36
//! tiles make at most 36 rows: that is all the room there is. The places are kept up to date by each placement, and what
//! fits on any of them, so that nobody has to search for them: computer players play thousands of trees to their end.

use super::super::{Cell, Half, Placement, SET, Symbol, Tile, Tiles};
use super::pairs::{Pairs, Symbols};

/// The rows that 36 tiles can make.
const ROWS: usize = SET;

/// The columns that they can reach: row 0 has two cells, and each further row one more on either side.
const COLUMNS: usize = 2 * ROWS;

/// How many columns lie left of column 0.
const LEFT: i8 = ROWS as i8 - 1;

/// No tree has more places than this: each lies above a tile, and there are three above each.
pub(super) const MOST_SPOTS: usize = 3 * SET;

/// What stands for no symbol, where a cell is empty.
const NONE: u8 = Symbol::COUNT as u8;

/// Every symbol.
const ANY: Symbols = u8::MAX;

/// The symbols that may lie above each symbol (the last: above nothing), and those that may lie below each.
static ABOVE: [Symbols; Symbol::COUNT + 1] = fitting(true);
static BELOW: [Symbols; Symbol::COUNT + 1] = fitting(false);

const fn fitting(above: bool) -> [Symbols; Symbol::COUNT + 1] {
    let mut fits = [ANY; Symbol::COUNT + 1];
    let mut one = 0;
    while one < NONE {
        fits[one as usize] = 0;
        let mut other = 0;
        while other < NONE {
            let (upper, lower) = if above { (other, one) } else { (one, other) };
            if upper & lower == lower && (upper ^ lower).count_ones() == 1 {
                fits[one as usize] |= 1 << other;
            }
            other += 1;
        }
        one += 1;
    }
    fits
}

/// The symbols that are in `symbols`, ascending.
pub(super) fn listed(symbols: Symbols) -> impl Iterator<Item = Symbol> {
    Symbol::all().filter(move |symbol| symbols & 1 << symbol.number() != 0)
}

/// Whether some symbol may lie directly above `symbol`.
pub(super) fn may_bear(symbol: Symbol) -> bool {
    ABOVE[symbol.index()] != 0
}

/// Whether some symbol may lie directly below `symbol`.
pub(super) fn may_rest(symbol: Symbol) -> bool {
    BELOW[symbol.index()] != 0
}

/// A place where some tile may lie: two empty cells side by side, one of them at least directly above a tile.
#[derive(Clone, Copy, PartialEq, Eq, derive_more::Debug)]
#[debug("{}: {:08b} {:08b}", self.cell, self.left, self.right)]
pub(super) struct Spot {
    /// Its left cell.
    pub(super) cell: Cell,
    /// What may lie left.
    left: Symbols,
    /// What may lie right.
    right: Symbols,
}

impl Spot {
    /// What fits, both halves together.
    pub(super) fn pairs(self) -> Pairs {
        Pairs::product(self.left, self.right)
    }

    /// These symbols placed here.
    pub(super) fn with(self, (left, right): (Symbol, Symbol)) -> Option<Placement> {
        Placement::new(Half::new(left, self.cell), Half::new(right, self.cell.right()))
    }
}

/// Why a placement is not possible, whoever would make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    /// The halves lie one above the other.
    Upright,
    /// It lies lower than row 1.
    Ground,
    /// There is a tile on this cell.
    Taken(Cell),
    /// Neither half lies directly above a tile.
    Air,
    /// `upper` lies directly above `lower`, and is not `lower` with one ring more.
    Rings {
        /// What lies above.
        upper: Half,
        /// What lies below.
        lower: Half,
        /// Whether the upper one is the one that would be placed.
        rests: bool,
    },
}

/// How a placement is joined to the tree: how many of its halves have a tile directly below them, and how many above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joints {
    /// 0 to 2.
    pub(super) below: u8,
    /// 0 to 2.
    pub(super) above: u8,
}

impl Joints {
    /// Whether it brings an extra turn: it rests on both halves, or has been inserted below something.
    pub(super) const fn reward(self) -> bool {
        self.below == 2 || self.above > 0
    }
}

/// What lies where.
#[derive(Clone, derive_more::Debug)]
#[debug("{placed:?}")]
pub(super) struct Growth {
    /// Row by row.
    symbols: [u8; ROWS * COLUMNS],
    placed: Vec<Placement>,
    lying: Tiles,
    /// Ascending by their cells.
    spots: Vec<Spot>,
    /// All that fits on any of them.
    open: Pairs,
}

impl Growth {
    /// The tree as it begins: the double blank on the ground.
    pub(super) fn new() -> Growth {
        let mut growth = Growth {
            symbols: [NONE; ROWS * COLUMNS],
            placed: Vec::with_capacity(SET),
            lying: Tiles::EMPTY,
            spots: Vec::with_capacity(2 * SET),
            open: Pairs::EMPTY,
        };
        let ground = Cell::new(0, 0);
        growth.place_at(ground, Symbol::BLANK, Symbol::BLANK);
        growth
    }

    /// The tree that these tiles make, the one on the ground first: that one is always there.
    pub(super) fn of(placed: &[Placement]) -> Growth {
        let mut growth = Growth::new();
        for placement in placed.iter().skip(1) {
            growth.place(*placement);
        }
        growth
    }

    /// Every tile in the order in which it was placed, the first on the ground.
    pub(super) fn placed(&self) -> &[Placement] {
        &self.placed
    }

    /// Whether a tile lies in the tree.
    pub(super) fn lies(&self, tile: Tile) -> bool {
        self.lying.contains(tile)
    }

    /// The places where a tile may lie, ascending by their cells.
    pub(super) fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// All that fits anywhere.
    pub(super) fn open(&self) -> Pairs {
        self.open
    }

    /// What lies on a cell.
    pub(super) fn symbol(&self, cell: Cell) -> Option<Symbol> {
        Symbol::new(self.number(cell))
    }

    /// Where a cell's symbol is kept; `None` where no tile can come to lie.
    fn index(cell: Cell) -> Option<usize> {
        // What is below zero becomes very large.
        let row = usize::from(cell.row as u8);
        let column = usize::from(cell.column.wrapping_add(LEFT) as u8);
        (row < ROWS && column < COLUMNS).then_some(row * COLUMNS + column)
    }

    fn number(&self, cell: Cell) -> u8 {
        Growth::index(cell).map_or(NONE, |at| self.symbols[at])
    }

    /// Why `placement` is not possible; `None` when it is.
    pub(super) fn flaw(&self, placement: Placement) -> Option<Flaw> {
        let halves = placement.halves();
        if !placement.is_level() {
            return Some(Flaw::Upright);
        }
        if placement.first().cell.row < 1 {
            return Some(Flaw::Ground);
        }
        if let Some(half) = halves.iter().find(|half| self.symbol(half.cell).is_some()) {
            return Some(Flaw::Taken(half.cell));
        }
        if self.joints(placement).below == 0 {
            return Some(Flaw::Air);
        }
        let wrong = |upper: Half, lower: Half, rests| {
            let fits = upper.symbol.adds_one_ring_to(lower.symbol);
            (!fits).then_some(Flaw::Rings { upper, lower, rests })
        };
        let at = |cell: Cell| self.symbol(cell).map(|symbol| Half::new(symbol, cell));
        let below = |half: &Half| wrong(*half, at(half.cell.below())?, true);
        let above = |half: &Half| wrong(at(half.cell.above())?, *half, false);
        halves.iter().find_map(below).or_else(|| halves.iter().find_map(above))
    }

    /// The symbols that may lie on a cell, by what lies directly below and above it.
    pub(super) fn fit(&self, cell: Cell) -> Symbols {
        let [below, above] = [cell.below(), cell.above()].map(|cell| usize::from(self.number(cell)));
        ABOVE[below] & BELOW[above]
    }

    /// How `placement` is joined to what lies there.
    pub(super) fn joints(&self, placement: Placement) -> Joints {
        let count = |of: fn(Cell) -> Cell| {
            let halves = placement.cells();
            halves.iter().filter(|cell| self.symbol(of(**cell)).is_some()).count() as u8
        };
        Joints {
            below: count(Cell::below),
            above: count(Cell::above),
        }
    }

    /// Places a tile that may lie there.
    pub(super) fn place(&mut self, placement: Placement) {
        let [first, second] = placement.halves();
        self.place_at(first.cell, first.symbol, second.symbol);
    }

    fn place_at(&mut self, cell: Cell, left: Symbol, right: Symbol) {
        for half in [Half::new(left, cell), Half::new(right, cell.right())] {
            if let Some(at) = Growth::index(half.cell) {
                self.symbols[at] = half.symbol.number();
            }
        }
        let placement = Placement::new(Half::new(left, cell), Half::new(right, cell.right()));
        self.placed.extend(placement);
        self.lying.insert(Tile::new(left, right));
        // Three places of a row are touched by it, from the one that begins left of it.
        let first = cell.left();
        let (from, to) = self.three(first);
        self.spots.drain(from..to);
        self.narrow(first.below());
        self.look_again(first.above());
        self.open = self.spots.iter().fold(Pairs::EMPTY, |all, spot| all.or(spot.pairs()));
    }

    /// Those of the three places from `first` on that there are: where they stand in the list, and where they end.
    fn three(&self, first: Cell) -> (usize, usize) {
        let from = self.spots.partition_point(|spot| spot.cell < first);
        let last = first.moved(2, 0);
        let after = self.spots[from..].iter().take(3);
        (from, from + after.take_while(|spot| spot.cell <= last).count())
    }

    /// Finds out what still fits on three places from `first` on, after a tile was placed above them: no new one comes of it.
    fn narrow(&mut self, first: Cell) {
        let (from, to) = self.three(first);
        for at in (from..to).rev() {
            match self.spot(self.spots[at].cell) {
                Some(spot) => self.spots[at] = spot,
                None => drop(self.spots.remove(at)),
            }
        }
    }

    /// Finds out what fits on three places from `first` on, after a tile was placed below them.
    fn look_again(&mut self, first: Cell) {
        let (from, to) = self.three(first);
        let now = [0, 1, 2].map(|column| self.spot(first.moved(column, 0)));
        self.spots.splice(from..to, now.into_iter().flatten());
    }

    fn spot(&self, cell: Cell) -> Option<Spot> {
        let right = cell.right();
        let empty = |cell: Cell| Growth::index(cell).is_some_and(|at| self.symbols[at] == NONE);
        if cell.row < 1 || !empty(cell) || !empty(right) {
            return None;
        }
        if [cell, right].iter().all(|cell| self.number(cell.below()) == NONE) {
            return None;
        }
        let (left, right) = (self.fit(cell), self.fit(right));
        (left != 0 && right != 0).then_some(Spot { cell, left, right })
    }
}
