//! The eight symbols: every set of three rings, read as a number in binary.

use serde::Serialize;

/// A symbol of half a tile, 0 to 7: which rings it is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, derive_more::Display)]
#[serde(transparent)]
pub struct Symbol(u8);

/// A ring: one of the three forms that symbols are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ring {
    /// The pip in the middle: 1.
    Pip,
    /// The small circle: 2.
    Small,
    /// The large circle: 4.
    Large,
}

impl Ring {
    /// All rings, the innermost first.
    pub const ALL: [Ring; 3] = [Ring::Pip, Ring::Small, Ring::Large];

    /// What it counts in a symbol: 1, 2 or 4.
    pub const fn bit(self) -> u8 {
        match self {
            Ring::Pip => 1,
            Ring::Small => 2,
            Ring::Large => 4,
        }
    }
}

impl Symbol {
    /// How many symbols there are.
    pub const COUNT: usize = 8;

    /// The symbol without rings.
    pub const BLANK: Symbol = Symbol(0);

    /// The symbol of a number from 0 to 7.
    pub const fn new(number: u8) -> Option<Symbol> {
        if number < Symbol::COUNT as u8 {
            Some(Symbol(number))
        } else {
            None
        }
    }

    /// All symbols, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Symbol> + Clone {
        (0..Symbol::COUNT as u8).map(Symbol)
    }

    /// Its number, 0 to 7: the sum of its rings, and what it counts.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its number as an index into lists by symbol.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its rings as bits: pip 1, small circle 2, large circle 4.
    pub const fn rings(self) -> u8 {
        self.0
    }

    /// Whether it has this ring.
    pub const fn has(self, ring: Ring) -> bool {
        self.0 & ring.bit() != 0
    }

    /// Whether it is `lower` with exactly one ring more.
    pub const fn adds_one_ring_to(self, lower: Symbol) -> bool {
        self.0 & lower.0 == lower.0 && (self.0 ^ lower.0).count_ones() == 1
    }

    /// The symbol that a digit stands for.
    pub(super) const fn of_digit(digit: u8) -> Option<Symbol> {
        Symbol::new(digit.wrapping_sub(b'0'))
    }
}
