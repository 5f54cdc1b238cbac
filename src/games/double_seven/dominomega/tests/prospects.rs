//! What is counted of what groups may become.

use super::super::prospects::{Prospects, WEIGHTS};
use super::super::*;
use crate::games::double_seven::SET;
use crate::games::double_seven::tests::support::laid;

fn counted(placements: &[&str]) -> [i64; 7] {
    Prospects::of(&laid(placements), Ring::Pip).counted
}

#[test]
fn free_cells_are_counted_by_how_many_groups_they_would_join() {
    // One pip with three free cells beside it; then another one on the other side of a corner.
    assert_eq!(counted(&["1@0,0 4@1,0"]), [0, 1000, 3000, 0, 0, 3000, 0]);
    let corner = ["1@0,0 4@1,0", "1@1,1 0@2,1"];
    assert_eq!(counted(&corner), [0, 2000, 3000, 1000, 0, 3000 + groups::weight(3), 0]);
}

#[test]
fn three_times_three_is_more_than_seven() {
    let rows = [
        "1@0,0 3@1,0",
        "5@2,0 4@3,0",
        "0@2,1 4@3,1",
        "7@1,2 1@2,2",
        "2@-1,2 5@0,2",
    ];
    let prospects = Prospects::of(&laid(&rows), Ring::Pip);
    let joined = groups::weight(7) - 2 * groups::weight(3);
    assert!(joined < 0);
    assert_eq!(prospects.product, 2 * groups::weight(3));
    assert_eq!((prospects.counted[3], prospects.counted[6]), (2000, 2 * joined));
}

#[test]
fn an_enclosed_group_has_no_prospects() {
    let around = ["1@0,0 4@1,0", "0@0,1 4@1,1", "0@0,-1 2@1,-1", "0@-1,0 6@-1,1"];
    let prospects = Prospects::of(&laid(&around), Ring::Pip);
    assert_eq!((prospects.product, prospects.counted), (0, [0; 7]));
}

#[test]
fn when_all_tiles_lie_the_product_counts_alone() {
    let prospects = Prospects::of(&laid(&["1@0,0 4@1,0", "3@-1,0 0@-1,1"]), Ring::Pip);
    assert_eq!(prospects.value(0, &WEIGHTS), groups::weight(2));
    assert_ne!(prospects.value(SET / 2, &WEIGHTS), groups::weight(2));
}
