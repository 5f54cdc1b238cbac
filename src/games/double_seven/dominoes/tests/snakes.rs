//! The snake of a line on a picture.

use super::super::notation::End;
use super::super::snake::{Bend, Room, arm, corners};

const ROOM: Room = Room {
    left: 0,
    right: 700,
    pitch: 100,
    gap: 4,
};

#[test]
fn an_arm_runs_outward_and_goes_on_at_the_other_edge() {
    let lengths = [96; 12];
    let right = arm(&lengths, 398, End::Right, ROOM);
    let at = |index: usize| right.spots[index];
    assert_eq!((at(0).middle, at(0).row), (450, 0));
    assert_eq!((at(2).middle, at(2).row), (650, 0));
    assert_eq!((at(3).middle, at(3).row), (48, 1), "the next row, from the left");
    assert_eq!((at(9).row, at(10).row, at(10).middle), (1, 2, 48));
    assert_eq!(right.bends, [Bend { from: 698, row: 0 }, Bend { from: 696, row: 1 }]);
    let left = arm(&lengths, 302, End::Left, ROOM);
    assert_eq!((left.spots[0].middle, left.spots[0].row), (250, 0));
    assert_eq!(
        (left.spots[3].middle, left.spots[3].row),
        (652, -1),
        "the row above, from the right"
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
fn a_turn_runs_between_the_rows_to_the_other_edge() {
    let right = corners(Bend { from: 698, row: 0 }, End::Right, -1, 0, ROOM);
    assert_eq!(
        right,
        [(698, 150), (712, 150), (712, 200), (-12, 200), (-12, 250), (0, 250)]
    );
    let left = corners(Bend { from: 2, row: 0 }, End::Left, -1, 0, ROOM);
    assert_eq!(
        left,
        [(2, 150), (-12, 150), (-12, 100), (712, 100), (712, 50), (700, 50)]
    );
}

#[test]
fn rows_are_read_from_left_to_right_one_after_another() {
    let lengths: Vec<i32> = (0..17).map(|at| if at % 4 == 2 { 48 } else { 96 }).collect();
    let place = |end: End| {
        arm(&lengths, 350, end, ROOM)
            .spots
            .into_iter()
            .map(|spot| (spot.row, spot.middle))
    };
    let read: Vec<(i32, i32)> = place(End::Left).rev().chain(place(End::Right)).collect();
    assert!(read.is_sorted(), "{read:?}");
}

#[test]
fn nothing_reaches_over_the_edge_or_lies_on_anything() {
    let lengths: Vec<i32> = (0..33).map(|at| if at % 4 == 2 { 48 } else { 96 }).collect();
    for from in [380, 398, 420] {
        let arm = arm(&lengths, from, End::Right, ROOM);
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
    let whole = arm(&lengths, 398, End::Right, ROOM);
    for count in 0..lengths.len() {
        assert_eq!(
            arm(&lengths[..count], 398, End::Right, ROOM).spots,
            whole.spots[..count]
        );
    }
}
