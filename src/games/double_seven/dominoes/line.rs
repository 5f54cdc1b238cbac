//! The line on the table: tiles end to end, open at the left and at the right.

use serde::Serialize;

use super::super::{SET, Symbol, Tile, Tiles};
use super::notation::End;
use crate::rules::Seat;

/// A tile in the line, as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Laid {
    /// Its left symbol.
    pub left: Symbol,
    /// Its right symbol.
    pub right: Symbol,
    /// Who played it.
    pub by: Seat,
}

impl Laid {
    /// The tile.
    pub const fn tile(&self) -> Tile {
        Tile::new(self.left, self.right)
    }
}

/// The tiles in the line. They lie in a ring of places, so that both ends grow without moving anything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    places: [Laid; SET],
    /// The place of the leftmost tile.
    head: u8,
    len: u8,
    /// What the open ends show.
    ends: [Symbol; 2],
    /// The tiles with these symbols, kept because computer players ask for them often.
    fitting: [Tiles; 2],
}

impl Default for Line {
    fn default() -> Line {
        let blank = Laid {
            left: Symbol::BLANK,
            right: Symbol::BLANK,
            by: Seat(0),
        };
        Line {
            places: [blank; SET],
            head: 0,
            len: 0,
            ends: [Symbol::BLANK; 2],
            fitting: [Tiles::with(Symbol::BLANK); 2],
        }
    }
}

impl Line {
    /// Whether no tile lies there yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What an open end shows; of an empty line nothing that counts.
    pub(super) const fn shows(&self, end: End) -> Symbol {
        self.ends[end as usize]
    }

    /// The tiles that could be played to an end.
    pub(super) fn takes(&self, end: End) -> Tiles {
        self.fitting[end as usize]
    }

    /// The tiles that could be played at all.
    pub(super) fn takes_anywhere(&self) -> Tiles {
        self.takes(End::Left).or(self.takes(End::Right))
    }

    /// Lays the first tile, its lower symbol left.
    pub(super) fn open(&mut self, tile: Tile, by: Seat) {
        *self = Line::default();
        self.places[0] = Laid {
            left: tile.low(),
            right: tile.high(),
            by,
        };
        self.len = 1;
        self.ends = tile.symbols();
        self.fitting = self.ends.map(Tiles::with);
    }

    /// Plays a tile to an end. One that does not fit is not played.
    pub(super) fn lay(&mut self, tile: Tile, end: End, by: Seat) {
        let inner = self.shows(end);
        let Some(outer) = tile.other(inner).filter(|_| usize::from(self.len) < SET) else {
            return;
        };
        let (place, laid) = match end {
            End::Left => {
                self.head = (self.head + SET as u8 - 1) % SET as u8;
                (
                    self.head,
                    Laid {
                        left: outer,
                        right: inner,
                        by,
                    },
                )
            }
            End::Right => (
                (self.head + self.len) % SET as u8,
                Laid {
                    left: inner,
                    right: outer,
                    by,
                },
            ),
        };
        self.places[usize::from(place)] = laid;
        self.len += 1;
        self.ends[end as usize] = outer;
        self.fitting[end as usize] = Tiles::with(outer);
    }

    /// The tiles from left to right.
    pub(super) fn iter(&self) -> impl Iterator<Item = Laid> + '_ {
        (0..self.len).map(|at| self.places[usize::from((self.head + at) % SET as u8)])
    }

    /// Where in the line the first tile lies, counted from the left.
    pub(super) const fn first(&self) -> u8 {
        (SET as u8 - self.head) % SET as u8
    }

    /// All its tiles.
    pub(super) fn tiles(&self) -> Tiles {
        self.iter().map(|laid| laid.tile()).collect()
    }
}
