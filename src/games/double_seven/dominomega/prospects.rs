//! What the groups of a seat may become by the end.
//!
//! Groups that nothing encloses grow while tiles are to come. That is good for a small group, of little use to a large one, and bad
//! where two groups grow together: 3 × 3 is more than 7. So a few things are counted for each ring, and each of them is
//! worth more or less by how many tiles are to come. How much was learned from games in which a computer played against
//! itself (`tests/trained.rs` of this game).

use crate::games::double_seven::groups::{self, Growing};
use crate::games::double_seven::{Layout, Ring, SET};

/// How many things are counted.
pub(super) const COUNTED: usize = 7;

/// What each counted thing is worth: in thousandths, times the share of all tiles that are to come; and times the square of this
/// share.
pub(super) type Weights = [[i64; 2]; COUNTED];

/// The weights that were learned.
pub(super) const WEIGHTS: Weights = [
    [-217, -437],
    [1158, -1151],
    [-712, 368],
    [-1296, 693],
    [-1859, 1150],
    [697, -395],
    [1643, -2390],
];

/// What is counted of the groups of one ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prospects {
    /// The product of the groups, in thousandths of a doubling ([`groups::weight`]).
    pub(super) product: i64,
    /// In thousandths:
    ///
    /// 0. the product of the open groups, those beside which a cell is free;
    /// 1. how many groups are open;
    /// 2. how many free cells lie beside one group, 3. beside two, 4. beside more;
    /// 5. by how much half a tile on each of these cells would multiply the product, where that makes the product larger;
    /// 6. and where that makes the product smaller.
    pub(super) counted: [i64; COUNTED],
}

impl Prospects {
    /// The prospects of the groups of `ring`.
    pub(super) fn of(layout: &Layout, ring: Ring) -> Prospects {
        let groups = Growing::of(layout, |symbol| symbol.has(ring));
        let mut counted = [0; COUNTED];
        let mut open = 0_u128;
        groups.free(|beside| {
            let sizes = || beside.iter().map(|group| groups.sizes[usize::from(*group)]);
            let apart: i64 = sizes().map(groups::weight).sum();
            let gain = groups::weight(sizes().sum::<u8>() + 1) - apart;
            beside.iter().for_each(|group| open |= 1 << group);
            counted[1 + beside.len().min(3)] += 1000;
            counted[if gain > 0 { 5 } else { 6 }] += gain;
        });
        let sizes = || (0..).zip(&groups.sizes);
        let is_open = |group: u32| open & 1 << group != 0;
        counted[0] = sizes()
            .filter(|(group, _)| is_open(*group))
            .map(|(_, size)| groups::weight(*size))
            .sum();
        counted[1] = 1000 * i64::from(open.count_ones());
        Prospects {
            product: sizes().map(|(_, size)| groups::weight(*size)).sum(),
            counted,
        }
    }

    /// How large the product is expected to be when `left` more tiles lie, in thousandths of a doubling. At the end it is
    /// the product.
    pub(super) fn value(&self, left: usize, weights: &Weights) -> i64 {
        let (left, all) = (left as i64, SET as i64);
        let worth =
            |(counted, [once, squared]): (&i64, &[i64; 2])| counted * (once * left * all + squared * left * left);
        let worth: i64 = self.counted.iter().zip(weights).map(worth).sum();
        self.product + worth / (1000 * all * all)
    }
}
