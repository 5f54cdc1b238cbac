//! Where the tiles of a line lie on a picture: a snake that folds at the picture's edges.
//!
//! The first tile lies in the middle; from it the right arm runs to the right and folds downward, the left arm runs to the
//! left and folds upward. So nothing that lies there moves when a tile is added. A double takes half the way of another tile, for
//! it lies across. What comes after an arm's last tile, a sign for its open end, is laid like a tile.

use crate::rules::Point;

/// Something in an arm: how long it is, along the way.
pub(super) type Length = i32;

/// The measures of a snake.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The leftmost and the rightmost point that anything may reach.
    pub(super) left: i32,
    pub(super) right: i32,
    /// From the middle of one row to that of the next.
    pub(super) pitch: i32,
    /// Between one thing and the next.
    pub(super) gap: i32,
}

/// Where something lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Its middle across the picture.
    pub(super) middle: i32,
    /// Its row: 0 is that of the first tile, and rows count downward.
    pub(super) row: i32,
    /// Whether the way there leads to the right.
    pub(super) to_right: bool,
}

/// An arm as it lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arm {
    pub(super) spots: Vec<Spot>,
    /// Where it folds: corners of a line from the end of one row to the beginning of the next, as points across and rows.
    pub(super) folds: Vec<[(i32, i32); 4]>,
}

/// How far beyond the edge a fold runs.
const BEYOND: i32 = 12;

/// Lays things of these lengths, from the first tile outward. `from` is where the first tile ends.
pub(super) fn arm(lengths: &[Length], from: i32, to_right: bool, room: Room) -> Arm {
    let mut arm = Arm::default();
    // The right arm folds downward, the left one upward.
    let down = if to_right { 1 } else { -1 };
    let (mut at, mut row, mut to_right) = (from, 0, to_right);
    for length in lengths {
        let sign = if to_right { 1 } else { -1 };
        let end = at + sign * (room.gap + length);
        if end > room.right || end < room.left {
            let edge = if to_right { room.right } else { room.left };
            let beyond = edge + sign * BEYOND;
            arm.folds
                .push([(at, row), (beyond, row), (beyond, row + down), (edge, row + down)]);
            (at, row, to_right) = (edge, row + down, !to_right);
        } else {
            at += sign * room.gap;
        }
        let sign = if to_right { 1 } else { -1 };
        arm.spots.push(Spot {
            middle: at + sign * length / 2,
            row,
            to_right,
        });
        at += sign * length;
    }
    arm
}

/// The level of a row below `top`, where the highest one is `highest`.
pub(super) const fn level(row: i32, highest: i32, top: i32, room: Room) -> i32 {
    top + room.pitch / 2 + (row - highest) * room.pitch
}

/// The corners of a fold on the picture.
pub(super) fn corners(fold: &[(i32, i32); 4], highest: i32, top: i32, room: Room) -> Vec<Point> {
    fold.iter()
        .map(|(across, row)| (*across, level(*row, highest, top, room)))
        .collect()
}
