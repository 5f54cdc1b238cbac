//! The 36 tiles, sets of them, and the order in which they are dealt.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::Symbol;
use crate::rules::{Malformed, Source, read_list, serialized_as_written, write_list};

/// How many tiles there are.
pub const SET: usize = 36;

/// A tile: two symbols, the lower one first. Its notation is `3-4`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display, derive_more::Debug)]
#[debug("{self}")]
#[display("{}-{}", self.low, self.high)]
pub struct Tile {
    low: Symbol,
    high: Symbol,
}

/// By index: see [`Tile::index`].
static ALL: [Tile; SET] = every();

const fn every() -> [Tile; SET] {
    let mut all = [Tile {
        low: Symbol::BLANK,
        high: Symbol::BLANK,
    }; SET];
    let (mut low, mut high) = (0, 0);
    let mut at = 0;
    while at < SET {
        if let (Some(one), Some(other)) = (Symbol::new(low), Symbol::new(high)) {
            all[at] = Tile { low: one, high: other };
        }
        high += 1;
        if high as usize == Symbol::COUNT {
            low += 1;
            high = low;
        }
        at += 1;
    }
    all
}

impl Tile {
    /// The tile with these two symbols, in either order.
    pub const fn new(one: Symbol, other: Symbol) -> Tile {
        if one.number() <= other.number() {
            Tile { low: one, high: other }
        } else {
            Tile { low: other, high: one }
        }
    }

    /// The tile with this index, 0 to 35; see [`Tile::index`].
    pub fn of_index(index: usize) -> Option<Tile> {
        ALL.get(index).copied()
    }

    /// All 36, ascending by their lower symbol, then by the higher one.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator + Clone {
        ALL.iter().copied()
    }

    /// Its place among all tiles, 0 to 35.
    pub const fn index(self) -> usize {
        let low = self.low.index();
        low * (15 - low) / 2 + self.high.index()
    }

    /// Its lower symbol.
    pub const fn low(self) -> Symbol {
        self.low
    }

    /// Its higher symbol.
    pub const fn high(self) -> Symbol {
        self.high
    }

    /// Both symbols, the lower one first.
    pub const fn symbols(self) -> [Symbol; 2] {
        [self.low, self.high]
    }

    /// Whether both symbols are the same.
    pub const fn is_double(self) -> bool {
        self.low.number() == self.high.number()
    }

    /// Whether one of its symbols is this.
    pub const fn has(self, symbol: Symbol) -> bool {
        self.low.number() == symbol.number() || self.high.number() == symbol.number()
    }

    /// The symbol beside this one (of a double the same), if it has it.
    pub fn other(self, symbol: Symbol) -> Option<Symbol> {
        match symbol {
            _ if symbol == self.low => Some(self.high),
            _ if symbol == self.high => Some(self.low),
            _ => None,
        }
    }

    /// Ways round that it may lie on the same cells: of a double, no half is told from the other.
    pub const fn ways(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// The sum of both symbols.
    pub const fn sum(self) -> u8 {
        self.low.number() + self.high.number()
    }

    /// Reads a tile that somebody typed: its symbols in either order, with or without a sign between them.
    pub fn read(text: &str) -> Option<Tile> {
        let (one, other) = match *text.trim().as_bytes() {
            [one, other] | [one, b'-' | b'/' | b':' | b'|', other] => (one, other),
            _ => return None,
        };
        Some(Tile::new(Symbol::of_digit(one)?, Symbol::of_digit(other)?))
    }
}

impl FromStr for Tile {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Tile, Malformed> {
        let &[low, b'-', high] = text.as_bytes() else {
            return Err(Malformed);
        };
        match (Symbol::of_digit(low), Symbol::of_digit(high)) {
            (Some(low), Some(high)) if low <= high => Ok(Tile { low, high }),
            _ => Err(Malformed),
        }
    }
}

serialized_as_written!(Tile);

/// A set of tiles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Tiles(u64);

impl Tiles {
    /// No tile.
    pub const EMPTY: Tiles = Tiles(0);

    /// All 36.
    pub const ALL: Tiles = Tiles((1 << SET) - 1);

    /// Only this one.
    pub const fn one(tile: Tile) -> Tiles {
        Tiles(1 << tile.index())
    }

    /// All tiles that have this symbol.
    pub fn with(symbol: Symbol) -> Tiles {
        Symbol::all().map(|other| Tile::new(symbol, other)).collect()
    }

    /// Whether this tile is in the set.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & (1 << tile.index()) != 0
    }

    /// Adds a tile.
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.index();
    }

    /// Takes a tile out; says whether it was there.
    pub const fn remove(&mut self, tile: Tile) -> bool {
        let was = self.contains(tile);
        self.0 &= !(1 << tile.index());
        was
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of either.
    #[must_use]
    pub const fn or(self, other: Tiles) -> Tiles {
        Tiles(self.0 | other.0)
    }

    /// Those of both.
    #[must_use]
    pub const fn and(self, other: Tiles) -> Tiles {
        Tiles(self.0 & other.0)
    }

    /// Those that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Tiles) -> Tiles {
        Tiles(self.0 & !other.0)
    }

    /// The one at place `at`, counted ascending from 0.
    pub fn nth(self, at: usize) -> Option<Tile> {
        self.iter().nth(at)
    }

    /// All of them, ascending.
    pub fn iter(self) -> impl Iterator<Item = Tile> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let tile = Tile::of_index(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(tile)
        })
    }

    /// The sum of their symbols.
    pub fn sum(self) -> u32 {
        self.iter().map(|tile| u32::from(tile.sum())).sum()
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        tiles
            .into_iter()
            .fold(Tiles::EMPTY, |set, tile| set.or(Tiles::one(tile)))
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Tiles in the order in which they are dealt, each at most once. Its notation is `deck 0-1,3-4,…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck(Vec<Tile>);

impl Deck {
    /// These tiles in a random order.
    pub fn shuffled(tiles: Tiles, source: &mut dyn Source) -> Deck {
        let mut order: Vec<Tile> = tiles.iter().collect();
        source.shuffle(&mut order);
        Deck(order)
    }

    /// These tiles in this order; `None` when one is there twice, or none at all.
    pub fn new(tiles: Vec<Tile>) -> Option<Deck> {
        let deck = Deck(tiles);
        (!deck.0.is_empty() && deck.tiles().len() == deck.0.len()).then_some(deck)
    }

    /// In order, the first dealt first.
    pub fn order(&self) -> &[Tile] {
        &self.0
    }

    /// As a set.
    pub fn tiles(&self) -> Tiles {
        self.0.iter().copied().collect()
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("deck ")?;
        write_list(f, ",", &self.0)
    }
}

impl FromStr for Deck {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Deck, Malformed> {
        let tiles = text.strip_prefix("deck ").ok_or(Malformed)?;
        Deck::new(read_list(tiles, ',')?).ok_or(Malformed)
    }
}
