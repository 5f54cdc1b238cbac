//! What is counted of what the groups of a symbol may become.

use super::super::prospects::{ALIKE, Prospects, WEIGHTS};
use super::super::*;
use crate::games::double_seven::tests::support::laid;

fn ones(placements: &[&str]) -> Prospects {
    Prospects::of(&laid(placements), Symbol::new(1).unwrap())
}

#[test]
fn only_cells_that_make_the_largest_group_larger_are_counted() {
    // Two ones on both sides of a corner: three cells let one of them grow alone, one cell joins both.
    let corner = ones(&["1@0,0 5@1,0", "1@1,1 0@2,1"]);
    assert_eq!((corner.largest, corner.laid), (0, 2));
    assert_eq!(corner.counted, [1000, 3000, groups::weight(3)]);
    // Beside a larger group, what lets a small one grow does not count.
    let apart = ones(&["1@0,0 1@1,0", "0@2,0 7@3,0", "1@4,0 2@5,0"]);
    assert_eq!((apart.largest, apart.laid), (groups::weight(2), 3));
    assert_eq!(apart.counted, [1000, 5000, 0]);
}

#[test]
fn when_no_half_with_the_symbol_is_to_come_the_largest_group_counts_alone() {
    let corner = ones(&["1@0,0 5@1,0", "1@1,1 0@2,1"]);
    assert_eq!(corner.value(0, &WEIGHTS), 0);
    assert_ne!(corner.value(ALIKE - 2, &WEIGHTS), 0);
}
