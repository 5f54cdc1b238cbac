//! The snake of a line on a picture.

use super::super::snake::{Room, arm};

const ROOM: Room = Room {
    left: 0,
    right: 700,
    pitch: 100,
    gap: 4,
};

#[test]
fn an_arm_runs_outward_and_folds_at_the_edge() {
    let lengths = [96; 12];
    let right = arm(&lengths, 398, true, ROOM);
    let at = |index: usize| right.spots[index];
    assert_eq!((at(0).middle, at(0).row, at(0).to_right), (450, 0, true));
    assert_eq!((at(2).middle, at(2).row), (650, 0));
    assert_eq!(
        (at(3).middle, at(3).row, at(3).to_right),
        (652, 1, false),
        "folded downward, back to the left"
    );
    assert_eq!((at(9).row, at(10).row, at(10).to_right), (1, 2, true));
    assert_eq!(right.folds.len(), 2);
    assert_eq!(right.folds[0], [(698, 0), (712, 0), (712, 1), (700, 1)]);
    let left = arm(&lengths, 302, false, ROOM);
    assert_eq!((left.spots[0].middle, left.spots[0].to_right), (250, false));
    assert_eq!(
        (left.spots[3].row, left.spots[3].to_right),
        (-1, true),
        "the left arm folds upward"
    );
    for (one, other) in right.spots.iter().zip(&left.spots) {
        assert_eq!(
            (one.row, one.middle),
            (-other.row, 700 - other.middle),
            "the arms mirror each other"
        );
    }
}

#[test]
fn nothing_reaches_over_the_edge_or_lies_on_anything() {
    let lengths: Vec<i32> = (0..33).map(|at| if at % 4 == 2 { 48 } else { 96 }).collect();
    for from in [380, 398, 420] {
        let arm = arm(&lengths, from, true, ROOM);
        let mut spans: Vec<(i32, i32, i32)> = Vec::new();
        for (spot, length) in arm.spots.iter().zip(&lengths) {
            let (least, most) = (spot.middle - length / 2, spot.middle + length / 2);
            assert!(least >= ROOM.left && most <= ROOM.right);
            let apart = |(row, other_least, other_most): &(i32, i32, i32)| {
                *row != spot.row || *other_most + ROOM.gap <= least || most + ROOM.gap <= *other_least
            };
            assert!(spans.iter().all(apart));
            spans.push((spot.row, least, most));
        }
    }
}

#[test]
fn adding_to_an_arm_moves_nothing_that_lies_there() {
    let lengths: Vec<i32> = (0..20).map(|at| if at % 3 == 1 { 48 } else { 96 }).collect();
    let whole = arm(&lengths, 398, true, ROOM);
    for count in 0..lengths.len() {
        assert_eq!(arm(&lengths[..count], 398, true, ROOM).spots, whole.spots[..count]);
    }
}
