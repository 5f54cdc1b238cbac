//! Squares and sets of squares: the board as bits.
//!
//! Boards of every size share one numbering, file by file, so that the order of the bits is the order of the notation.
//! Between two files one bit stays unused: a step up from the highest row or down from the lowest ends there, and no set
//! of squares of a board holds it.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::rules::{Malformed, serialized_as_written};

/// The longest side of a board.
pub const LONGEST: u8 = 12;

/// From a square to its neighbour in the next file.
const FILE: u8 = LONGEST + 1;

/// A square, wherever it lies; ordered by file, then rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display, derive_more::Debug)]
#[debug("{self}")]
#[display("{}{}", char::from(b'a' + self.file()), self.rank() + 1)]
pub struct Square(u8);

impl Square {
    /// The square in `file` and `rank`, both from 0; `None` where no board has one.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < LONGEST && rank < LONGEST {
            Some(Square(file * FILE + rank))
        } else {
            None
        }
    }

    /// Its file, from 0 (a).
    pub const fn file(self) -> u8 {
        self.0 / FILE
    }

    /// Its rank, from 0 (written 1).
    pub const fn rank(self) -> u8 {
        self.0 % FILE
    }

    /// Whether it is dark, as a1 is.
    pub const fn is_dark(self) -> bool {
        (self.file() + self.rank()).is_multiple_of(2)
    }
}

impl FromStr for Square {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Square, Malformed> {
        let (file, rank) = match *text.as_bytes() {
            [file, units @ b'1'..=b'9'] => (file, units - b'0'),
            [file, b'1', units @ b'0'..=b'9'] => (file, 10 + units - b'0'),
            _ => return Err(Malformed),
        };
        let file = file.checked_sub(b'a').ok_or(Malformed)?;
        Square::new(file, rank - 1).ok_or(Malformed)
    }
}

serialized_as_written!(Square);

/// A set of squares.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Squares([u64; 3]);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares([0; 3]);

    /// Only `square`.
    pub const fn one(square: Square) -> Squares {
        let mut set = Squares::EMPTY;
        set.insert(square);
        set
    }

    /// Adds `square`.
    pub const fn insert(&mut self, square: Square) {
        self.0[square.0 as usize / 64] |= 1 << (square.0 % 64);
    }

    /// Whether `square` is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.0 as usize / 64] & 1 << (square.0 % 64) != 0
    }

    /// How many squares there are.
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// In both.
    #[must_use]
    pub const fn and(self, other: Squares) -> Squares {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Squares([a & x, b & y, c & z])
    }

    /// In one or both.
    #[must_use]
    pub const fn or(self, other: Squares) -> Squares {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Squares([a | x, b | y, c | z])
    }

    /// In this one only.
    #[must_use]
    pub const fn without(self, other: Squares) -> Squares {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Squares([a & !x, b & !y, c & !z])
    }

    const fn up(self, by: u8) -> Squares {
        let [a, b, c] = self.0;
        let over = 64 - by;
        Squares([a << by, b << by | a >> over, c << by | b >> over])
    }

    const fn down(self, by: u8) -> Squares {
        let [a, b, c] = self.0;
        let over = 64 - by;
        Squares([a >> by | b << over, b >> by | c << over, c >> by])
    }

    /// The squares at the sides of these, and what lies beyond the edges: to be cut to squares of a board.
    #[must_use]
    pub const fn beside(self) -> Squares {
        let along = self.up(1).or(self.down(1));
        let across = self.up(FILE).or(self.down(FILE));
        along.or(across)
    }

    /// The squares of a file, the lowest rank as the lowest bit.
    pub const fn file(self, file: u8) -> u16 {
        let (word, at) = ((file * FILE / 64) as usize, file * FILE % 64);
        let mut bits = self.0[word] >> at;
        if at + FILE > 64 {
            bits |= self.0[word + 1] << (64 - at);
        }
        bits as u16 & ((1 << FILE) - 1)
    }

    /// The first square.
    pub const fn first(self) -> Option<Square> {
        let mut word = 0;
        while word < 3 {
            if self.0[word] != 0 {
                return Some(Square(word as u8 * 64 + self.0[word].trailing_zeros() as u8));
            }
            word += 1;
        }
        None
    }

    /// The square with so many before it.
    pub fn nth(self, index: u32) -> Option<Square> {
        let mut before = index;
        for (word, bits) in self.0.into_iter().enumerate() {
            let here = bits.count_ones();
            if before < here {
                let mut left = bits;
                for _ in 0..before {
                    left &= left - 1;
                }
                return Some(Square(word as u8 * 64 + left.trailing_zeros() as u8));
            }
            before -= here;
        }
        None
    }

    /// The squares in order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self;
        std::iter::from_fn(move || {
            let square = left.first()?;
            left.0[usize::from(square.0) / 64] &= !(1 << (square.0 % 64));
            Some(square)
        })
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares
            .into_iter()
            .fold(Squares::EMPTY, |set, square| set.or(Squares::one(square)))
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What never changes of a board of one size.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    /// How many squares a side has.
    pub size: u8,
    /// The dark squares, black's own.
    pub dark: Squares,
    /// The light squares, white's own.
    pub light: Squares,
    /// The four squares in the middle.
    pub centre: Squares,
}

/// The boards that there are, the smallest first.
pub const SIZES: [u8; 4] = [6, 8, 10, 12];

static FRAMES: [Frame; 4] = [
    Frame::new(SIZES[0]),
    Frame::new(SIZES[1]),
    Frame::new(SIZES[2]),
    Frame::new(SIZES[3]),
];

impl Frame {
    const fn new(size: u8) -> Frame {
        let mut frame = Frame {
            size,
            dark: Squares::EMPTY,
            light: Squares::EMPTY,
            centre: Squares::EMPTY,
        };
        let mut at = 0;
        while at < size * size {
            let square = Square((at / size) * FILE + at % size);
            if square.is_dark() {
                frame.dark.insert(square);
            } else {
                frame.light.insert(square);
            }
            if is_middle(square.file(), size) && is_middle(square.rank(), size) {
                frame.centre.insert(square);
            }
            at += 1;
        }
        frame
    }

    /// The board with sides of `size`, if there is one.
    pub fn of(size: u8) -> Option<&'static Frame> {
        FRAMES.iter().find(|frame| frame.size == size)
    }

    /// All its squares.
    pub const fn all(&self) -> Squares {
        self.dark.or(self.light)
    }

    /// How many pieces each side has to begin with: together half as many as there are squares.
    pub const fn pieces(&self) -> u8 {
        self.size * self.size / 4
    }
}

const fn is_middle(at: u8, size: u8) -> bool {
    at == size / 2 || at + 1 == size / 2
}
