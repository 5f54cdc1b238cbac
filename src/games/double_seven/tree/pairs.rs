//! Ordered pairs of symbols: what lies left on a place for a tile, and what lies right of it.
//!
//! All 64 fit into one word, so that what a hand can do at a place is one multiplication and one comparison.

use std::fmt;

use super::super::{Symbol, Tile, Tiles};

/// Symbols as bits: symbol 3 is bit 3.
pub(super) type Symbols = u8;

/// A set of ordered pairs: left 3 and right 4 are bit 28.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pairs(u64);

/// A word with bit 8 × n set for each bit n of the index.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut at = 0;
    while at < spread.len() {
        let mut bit = 0;
        while bit < 8 {
            spread[at] |= ((at as u64) >> bit & 1) << (8 * bit);
            bit += 1;
        }
        at += 1;
    }
    spread
};

impl Pairs {
    /// No pair.
    pub(super) const EMPTY: Pairs = Pairs(0);

    /// Each of `left` with each of `right`.
    pub(super) fn product(left: Symbols, right: Symbols) -> Pairs {
        Pairs(SPREAD[usize::from(left)] * u64::from(right))
    }

    /// The two ways in which a tile can lie; of a double there is one.
    pub(super) const fn of(tile: Tile) -> Pairs {
        let (low, high) = (tile.low().index(), tile.high().index());
        Pairs(1 << (8 * low + high) | 1 << (8 * high + low))
    }

    pub(super) const fn or(self, other: Pairs) -> Pairs {
        Pairs(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Pairs) -> Pairs {
        Pairs(self.0 & other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The pairs, ascending by what lies left, then by what lies right.
    pub(super) fn iter(self) -> impl Iterator<Item = (Symbol, Symbol)> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let at = left.trailing_zeros() as u8;
            left &= left - 1;
            Some((Symbol::new(at / 8)?, Symbol::new(at % 8)?))
        })
    }

    /// The `at`th of them.
    pub(super) fn nth(self, at: usize) -> Option<(Symbol, Symbol)> {
        self.iter().nth(at)
    }

    /// The tiles that can lie in one of these ways.
    pub(super) fn tiles(self) -> Tiles {
        self.iter().map(|(left, right)| Tile::new(left, right)).collect()
    }
}

impl FromIterator<Tile> for Pairs {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Pairs {
        tiles
            .into_iter()
            .fold(Pairs::EMPTY, |all, tile| all.or(Pairs::of(tile)))
    }
}

impl fmt::Debug for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|(left, right)| (left.number(), right.number())))
            .finish()
    }
}
