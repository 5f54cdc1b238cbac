//! How large the largest group of a symbol may become by the end.
//!
//! Until then a group grows by halves with its symbol that are to come, and it can grow on free cells beside it. How much was
//! learned from games in which a computer played against itself (`tests/trained.rs` of this game).

use crate::games::double_seven::groups::{self, Growing};
use crate::games::double_seven::{Layout, Symbol};

/// How many things are counted.
pub(super) const COUNTED: usize = 3;

/// What each counted thing is worth: in thousandths, times the share of all halves with the symbol that are to come; and
/// times the square of this share.
pub(super) type Weights = [[i64; 2]; COUNTED];

/// The weights that were learned.
pub(super) const WEIGHTS: Weights = [[-1454, 3061], [406, -346], [537, -332]];

/// How many halves of all tiles have the same symbol.
pub(super) const ALIKE: i64 = 9;

/// What is counted of the groups of one symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prospects {
    /// The largest group, in thousandths of a doubling ([`groups::weight`]).
    pub(super) largest: i64,
    /// In thousandths:
    ///
    /// 0. one;
    /// 1. how many free cells let a group that is the largest grow alone;
    /// 2. by how much half a tile on each cell between groups would multiply the largest group.
    pub(super) counted: [i64; COUNTED],
    /// How many halves with the symbol lie on the table.
    pub(super) laid: i64,
}

impl Prospects {
    /// The prospects of the groups of `symbol`.
    pub(super) fn of(layout: &Layout, symbol: Symbol) -> Prospects {
        let groups = Growing::of(layout, |other| other == symbol);
        let size = |group: &u8| groups.sizes[usize::from(*group)];
        let largest = groups::weight(groups.sizes.iter().max().copied().unwrap_or(0));
        let mut counted = [1000, 0, 0];
        groups.free(|beside| {
            let gain = groups::weight(beside.iter().map(size).sum::<u8>() + 1) - largest;
            match beside.len() {
                _ if gain <= 0 => {}
                1 => counted[1] += 1000,
                _ => counted[2] += gain,
            }
        });
        Prospects {
            largest,
            counted,
            laid: groups.sizes.iter().map(|size| i64::from(*size)).sum(),
        }
    }

    /// How large the largest group is expected to be at the end, when so many halves with the symbol are to come, in
    /// thousandths of a doubling.
    pub(super) fn value(&self, to_come: i64, weights: &Weights) -> i64 {
        let worth =
            |(counted, [once, squared]): (&i64, &[i64; 2])| counted * to_come * (once * ALIKE + squared * to_come);
        let worth: i64 = self.counted.iter().zip(weights).map(worth).sum();
        self.largest + worth / (1000 * ALIKE * ALIKE)
    }
}
