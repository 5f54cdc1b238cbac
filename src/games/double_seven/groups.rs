//! Connected groups: cells side by side whose uppermost symbols have something in common.

use super::{Cell, Layout, SET, Symbol};

/// How many halves all tiles have.
const HALVES: usize = 2 * SET;

/// Shows every group of cells whose uppermost symbols satisfy `belongs`, in no special order.
fn each(layout: &Layout, belongs: impl Fn(Symbol) -> bool, mut see: impl FnMut(&[Cell])) {
    // A bit for each half that belongs and is in no group yet.
    let mut left = 0_u128;
    let mut cells = [Cell::default(); HALVES];
    for (number, half) in layout.uppermost() {
        left |= u128::from(belongs(half.symbol)) << number;
        cells[usize::from(number)] = half.cell;
    }
    let mut group = [Cell::default(); HALVES];
    while left != 0 {
        group[0] = cells[left.trailing_zeros() as usize];
        left &= left - 1;
        let (mut size, mut reached) = (1, 0);
        while reached < size {
            for beside in group[reached].neighbours() {
                if let Some(number) = layout.half(beside)
                    && left & 1 << number != 0
                {
                    left &= !(1 << number);
                    group[size] = beside;
                    size += 1;
                }
            }
            reached += 1;
        }
        see(&group[..size]);
    }
}

/// All groups of cells whose uppermost symbols satisfy `belongs`, in the order of their first cells; each group's cells are
/// ascending. Cells that meet only at a corner are not connected.
pub fn groups(layout: &Layout, belongs: impl Fn(Symbol) -> bool) -> Vec<Vec<Cell>> {
    let mut all = Vec::new();
    each(layout, belongs, |group| {
        let mut group = group.to_vec();
        group.sort_unstable();
        all.push(group);
    });
    all.sort_unstable();
    all
}

/// The sizes of all such groups, the largest first.
pub fn sizes(layout: &Layout, belongs: impl Fn(Symbol) -> bool) -> Vec<u8> {
    let mut sizes = Vec::new();
    each(layout, belongs, |group| sizes.push(group.len() as u8));
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    sizes
}

/// The product of the sizes of groups; 1 if there is no group.
pub fn product(sizes: impl IntoIterator<Item = u8>) -> i64 {
    sizes.into_iter().map(i64::from).product()
}

/// The largest such group; of several equally large groups, the first.
pub fn largest(layout: &Layout, belongs: impl Fn(Symbol) -> bool) -> Vec<Cell> {
    let mut largest = Vec::new();
    for group in groups(layout, belongs) {
        if group.len() > largest.len() {
            largest = group;
        }
    }
    largest
}

/// A thousand times the base-2 logarithm of every possible size of a group, from 0 on: comparing sums of these compares
/// products. Size 0 counts as one.
const WEIGHT: [i64; 37] = [
    0, 0, 1000, 1585, 2000, 2322, 2585, 2807, 3000, 3170, 3322, 3459, 3585, 3700, 3807, 3907, 4000, 4087, 4170, 4248,
    4322, 4392, 4459, 4524, 4585, 4644, 4700, 4755, 4807, 4858, 4907, 4954, 5000, 5044, 5087, 5129, 5170,
];

/// How much a factor of this size adds to a product's weight: thousandths of a doubling.
pub fn weight(size: u8) -> i64 {
    WEIGHT.get(usize::from(size)).copied().unwrap_or(WEIGHT[36])
}

/// Groups that may still grow, and which half on the table belongs to which.
pub struct Growing<'l> {
    layout: &'l Layout,
    /// The sizes of the groups, in no special order.
    pub sizes: Vec<u8>,
    /// The place of each half's group in `sizes`; [`NONE`] for no group.
    group: [u8; HALVES],
    cells: Vec<Cell>,
}

/// No group.
const NONE: u8 = u8::MAX;

impl Growing<'_> {
    /// The groups of cells whose uppermost symbols satisfy `belongs`.
    pub fn of(layout: &Layout, belongs: impl Fn(Symbol) -> bool) -> Growing<'_> {
        let mut growing = Growing {
            layout,
            sizes: Vec::new(),
            group: [NONE; HALVES],
            cells: Vec::with_capacity(HALVES),
        };
        each(layout, belongs, |cells| {
            for half in cells.iter().filter_map(|cell| layout.half(*cell)) {
                growing.group[usize::from(half)] = growing.sizes.len() as u8;
            }
            growing.sizes.push(cells.len() as u8);
            growing.cells.extend(cells);
        });
        growing
    }

    fn group(&self, cell: Cell) -> u8 {
        self.layout
            .half(cell)
            .map_or(NONE, |half| self.group[usize::from(half)])
    }

    /// Shows every free cell beside these groups: the places in `sizes` of the groups beside it, each once. Half a tile there
    /// makes all of them one group, if it belongs.
    pub fn free(&self, mut see: impl FnMut(&[u8])) {
        for cell in &self.cells {
            let around = cell.neighbours();
            for free in around.into_iter().filter(|free| self.layout.half(*free).is_none()) {
                let around = free.neighbours();
                let groups = around.map(|beside| self.group(beside));
                // Each free cell is shown once, from the first of the cells beside it.
                let first = (0..4).find(|nth| groups[*nth] != NONE);
                if first.is_none_or(|first| around[first] != *cell) {
                    continue;
                }
                let (mut joined, mut count) = ([NONE; 4], 0);
                for group in groups {
                    if group != NONE && !joined[..count].contains(&group) {
                        joined[count] = group;
                        count += 1;
                    }
                }
                see(&joined[..count]);
            }
        }
    }
}
