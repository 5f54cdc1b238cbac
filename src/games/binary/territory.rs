//! Territories: which squares belong together, and what they are worth.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::squares::{Square, Squares};
use crate::rules::{Malformed, read_list, write_list};

/// The smallest territory.
const SMALLEST: u32 = 2;

/// The territories within `ground`, the pieces of one side together with the empty squares of its colour: components
/// joined by their sides, of two squares or more, in the order of their first squares. Two squares of one colour never
/// share a side, so every territory holds a piece.
pub fn territories(ground: Squares) -> impl Iterator<Item = Squares> {
    // Lone squares leave first, all at once.
    let mut left = ground.and(ground.beside());
    std::iter::from_fn(move || {
        let mut whole = Squares::one(left.first()?);
        loop {
            let grown = whole.or(whole.beside()).and(left);
            if grown == whole {
                break;
            }
            whole = grown;
        }
        left = left.without(whole);
        assert!(whole.len() >= SMALLEST, "lone squares have left");
        Some(whole)
    })
}

/// The score for the territories within `ground`.
pub(super) fn score(ground: Squares) -> i64 {
    total(territories(ground).map(|whole| i64::from(whole.len())))
}

/// The score for territories of these sizes: the largest counts twice, the others once.
fn total(sizes: impl Iterator<Item = i64>) -> i64 {
    let (all, largest) = sizes.fold((0, 0), |(all, largest), size| (all + size, largest.max(size)));
    all + largest
}

/// The sizes of one side's territories, the largest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes(Vec<u8>);

impl Sizes {
    /// The sizes of the territories within `ground`.
    pub fn of(ground: Squares) -> Sizes {
        let mut sizes: Vec<u8> = territories(ground).map(|whole| whole.len() as u8).collect();
        sizes.sort_unstable_by(|one, other| other.cmp(one));
        Sizes(sizes)
    }

    /// These sizes; `None` when the largest is not first or one is no territory's.
    pub fn new(sizes: Vec<u8>) -> Option<Sizes> {
        let real = sizes.iter().all(|size| u32::from(*size) >= SMALLEST);
        (real && sizes.is_sorted_by(|one, other| one >= other)).then_some(Sizes(sizes))
    }

    /// The sizes, the largest first.
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// The score.
    pub fn score(&self) -> i64 {
        total(self.0.iter().map(|size| i64::from(*size)))
    }

    /// Which side is better: by score, then by the largest territory, the second, the third …; a missing territory has size
    /// 0. `Equal` is a draw.
    pub fn compare(&self, other: &Sizes) -> Ordering {
        // A list that ends before another differs from it comes before it, so a missing size is less than any.
        let by_score = self.score().cmp(&other.score());
        by_score.then_with(|| self.0.cmp(&other.0))
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_slice() {
            [] => f.write_str("-"),
            sizes => write_list(f, ",", sizes),
        }
    }
}

impl FromStr for Sizes {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Sizes, Malformed> {
        let sizes = match text {
            "-" => Vec::new(),
            list => read_list(list, ',')?,
        };
        Sizes::new(sizes).ok_or(Malformed)
    }
}

/// The square of a territory on which its number stands: the one nearest to its middle, free of pieces if there is one.
pub(super) fn place_of_number(whole: Squares, pieces: Squares) -> Option<Square> {
    let free = whole.without(pieces);
    let candidates = if free.is_empty() { whole } else { free };
    let far = |one: Square, other: Square| {
        let across = i32::from(one.file()) - i32::from(other.file());
        let up = i32::from(one.rank()) - i32::from(other.rank());
        across * across + up * up
    };
    candidates
        .iter()
        .min_by_key(|square| whole.iter().map(|other| far(*square, other)).sum::<i32>())
}
