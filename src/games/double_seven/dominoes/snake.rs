//! Where the tiles of a line lie on a picture: in rows that are all read from left to right, as one reads.
//!
//! The first tile lies in the middle; from it the right arm runs to the right and goes on at the left of the next row, the
//! left arm runs to the left and goes on at the right of the row above. So the left end always points to the left and comes
//! before all else, the right end points to the right and comes last, and nothing that lies there moves when a tile is added.
//! A double takes half the way of another tile, for it lies across. What comes after an arm's last tile, a sign for its open
//! end, is laid like a tile.

use super::notation::End;
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
pub(super) struct TilePlace {
    /// Its middle across the picture.
    pub(super) middle: i32,
    /// Its row: 0 is that of the first tile, and rows count downward.
    pub(super) row: i32,
}

/// Where an arm goes on in another row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bend {
    /// Where the last thing of a row ends, and that row.
    pub(super) from: i32,
    pub(super) row: i32,
}

/// An arm as it lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arm {
    pub(super) spots: Vec<TilePlace>,
    pub(super) bends: Vec<Bend>,
}

/// How far beyond the edge a turn runs.
const BEYOND: i32 = 12;

/// Where an end points: to the right (and its rows follow downward) or to the left (and upward).
pub(super) const fn outward(end: End) -> i32 {
    match end {
        End::Left => -1,
        End::Right => 1,
    }
}

impl Room {
    /// Where the rows of an arm begin and where they end.
    const fn edges(self, end: End) -> (i32, i32) {
        match end {
            End::Left => (self.right, self.left),
            End::Right => (self.left, self.right),
        }
    }
}

/// Lays things of these lengths, from the first tile outward. `from` is where the first tile ends.
pub(super) fn arm(lengths: &[Length], from: i32, end: End, room: Room) -> Arm {
    let mut arm = Arm::default();
    let (sign, (begin, edge)) = (outward(end), room.edges(end));
    let (mut at, mut row) = (from, 0);
    for length in lengths {
        if sign * (at + sign * (room.gap + length) - edge) > 0 {
            arm.bends.push(Bend { from: at, row });
            (at, row) = (begin, row + sign);
        } else {
            at += sign * room.gap;
        }
        arm.spots.push(TilePlace {
            middle: at + sign * length / 2,
            row,
        });
        at += sign * length;
    }
    arm
}

/// The level of a row below `top`, where the highest one is `highest`.
pub(super) const fn level(row: i32, highest: i32, top: i32, room: Room) -> i32 {
    top + room.pitch / 2 + (row - highest) * room.pitch
}

/// The corners of a turn on the picture: around the edge, between the two rows to the other edge, and around that.
pub(super) fn corners(bend: Bend, end: End, highest: i32, top: i32, room: Room) -> [Point; 6] {
    let (sign, (begin, edge)) = (outward(end), room.edges(end));
    let [here, there] = [bend.row, bend.row + sign].map(|row| level(row, highest, top, room));
    let between = (here + there) / 2;
    let (beyond, before) = (edge + sign * BEYOND, begin - sign * BEYOND);
    [
        (bend.from, here),
        (beyond, here),
        (beyond, between),
        (before, between),
        (before, there),
        (begin, there),
    ]
}
