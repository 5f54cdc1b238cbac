//! Other worlds that a viewer cannot tell from the real one.
//!
//! A viewer may know four things about another seat's hand: how many tiles it holds, which tiles lie on the table, and who
//! was asked to begin (the holder of the double seven). Also, a seat that expanded held no tile with which it could have
//! climbed just then. Every way to deal the unseen tiles that fits all of this is equally likely. No other hidden
//! information affects the result, so two games that the viewer cannot tell apart give the same world for the same throws.

use super::super::{Tile, Tiles};
use super::SEATS;
use crate::rules::{Seat, Source};

/// The tiles that a seat still needs.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) seat: Seat,
    /// How many tiles the seat needs.
    pub(super) room: usize,
    /// The tiles that it cannot have.
    pub(super) lacks: Tiles,
}

/// Tiles to be dealt, and the number of ways to deal the rest at each stage.
pub(super) struct Deal {
    tiles: Vec<Tile>,
    shares: Vec<Share>,
    /// By the number of tiles already dealt and by [`Deal::place`]: the number of ways to deal the rest.
    ways: Vec<Vec<u128>>,
}

/// How many tiles each share still needs.
type Rooms = [usize; SEATS];

impl Deal {
    pub(super) fn new(tiles: Tiles, shares: Vec<Share>) -> Deal {
        let mut deal = Deal {
            tiles: tiles.iter().collect(),
            shares,
            ways: Vec::new(),
        };
        deal.count();
        deal
    }

    /// The shares except the last one; the number of tiles left tells how many it still needs.
    fn counted(&self) -> &[Share] {
        self.shares.split_last().map_or(&[], |(_, counted)| counted)
    }

    fn rooms(&self) -> Rooms {
        let mut rooms = [0; SEATS];
        for (room, share) in rooms.iter_mut().zip(&self.shares) {
            *room = share.room;
        }
        rooms
    }

    /// The index, in a row, of the number of ways for shares that still need this many tiles.
    fn place(&self, rooms: &Rooms) -> usize {
        let counted = self.counted().iter().zip(rooms).rev();
        counted.fold(0, |place, (share, room)| place * (share.room + 1) + room)
    }

    /// The inverse of [`Deal::place`] with `left` tiles left; `None` if that index stands for no division of them.
    fn rooms_at(&self, mut place: usize, left: usize) -> Option<Rooms> {
        let (mut rooms, mut rest) = ([0; SEATS], left);
        let last = self.shares.len().checked_sub(1)?;
        for (room, share) in rooms.iter_mut().zip(self.counted()) {
            *room = place % (share.room + 1);
            place /= share.room + 1;
            rest = rest.checked_sub(*room)?;
        }
        rooms[last] = rest;
        (rest <= self.shares[last].room).then_some(rooms)
    }

    /// By share: the number of ways to deal the rest if that share gets the tile at `at`.
    fn ways(&self, at: usize, rooms: &Rooms) -> [u128; SEATS] {
        let mut ways = [0; SEATS];
        let (Some(after), Some(tile)) = (self.ways.get(at + 1), self.tiles.get(at)) else {
            return ways;
        };
        for (index, share) in self.shares.iter().enumerate() {
            if rooms[index] > 0 && !share.lacks.contains(*tile) {
                let mut rooms = *rooms;
                rooms[index] -= 1;
                ways[index] = after.get(self.place(&rooms)).copied().unwrap_or(0);
            }
        }
        ways
    }

    /// Counts the ways, from the last tile to the first.
    fn count(&mut self) {
        let places: usize = self.counted().iter().map(|share| share.room + 1).product();
        let tiles = self.tiles.len();
        self.ways = vec![Vec::new(); tiles + 1];
        self.ways[tiles] = vec![1; places];
        for at in (0..tiles).rev() {
            let way = |place| match self.rooms_at(place, tiles - at) {
                Some(rooms) => self.ways(at, &rooms).iter().sum(),
                None => 0,
            };
            let row: Vec<u128> = (0..places).map(way).collect();
            self.ways[at] = row;
        }
    }

    /// Deals; every way is equally likely.
    pub(super) fn each(&self, source: &mut dyn Source, mut gets: impl FnMut(Seat, Tile)) {
        let mut rooms = self.rooms();
        for (at, tile) in self.tiles.iter().enumerate() {
            let ways = self.ways(at, &rooms);
            let mut pick = below(source, ways.iter().sum());
            let takes = ways.iter().position(|ways| {
                let found = pick < *ways;
                pick = pick.saturating_sub(*ways);
                found
            });
            let Some((index, share)) = takes.and_then(|index| Some((index, self.shares.get(index)?))) else {
                return;
            };
            rooms[index] -= 1;
            gets(share.seat, *tile);
        }
    }
}

/// A number below `bound`, every one equally likely. A single throw has too few results, because the ways to deal are more.
fn below(source: &mut dyn Source, bound: u128) -> u128 {
    const BITS: u32 = 16;
    if bound < 2 {
        return 0;
    }
    let bits = u128::BITS - (bound - 1).leading_zeros();
    loop {
        let mut number = 0;
        for _ in 0..bits.div_ceil(BITS) {
            number = number << BITS | u128::from(source.below(1 << BITS));
        }
        number >>= bits.next_multiple_of(BITS) - bits;
        if number < bound {
            return number;
        }
    }
}
