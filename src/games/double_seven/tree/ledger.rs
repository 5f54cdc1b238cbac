//! What everybody knows of everybody's tiles without having seen them.
//!
//! Whoever draws or passes shows that nothing in their hand fitted anywhere at that moment. So each tile that a seat has
//! got (with the deal, or by a draw) is none of those that fitted at such a moment, for as long as it was in the hand. All
//! of this is public: it follows from what lies open and from who drew or passed when.

use super::super::{SET, Tile};
use super::pairs::Pairs;
use crate::rules::Seat;

/// Tiles that a seat got at once, and what none of them can be unless it was placed before that became known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    pub(super) seat: Seat,
    pub(super) count: u8,
    barred: Pairs,
}

/// All gains, and for every tile in the tree which of them it may have come with.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    gains: Vec<Gain>,
    /// By the tile's index; a bit for each gain. There are at most 27: a deal and 26 draws.
    from: [u32; SET],
}

impl Ledger {
    pub(super) fn new() -> Ledger {
        Ledger {
            gains: Vec::new(),
            from: [0; SET],
        }
    }

    /// In the order in which they were made.
    pub(super) fn gains(&self) -> &[Gain] {
        &self.gains
    }

    /// A seat gets so many tiles.
    pub(super) fn gain(&mut self, seat: Seat, count: u8) {
        let barred = Pairs::EMPTY;
        self.gains.push(Gain { seat, count, barred });
    }

    /// A seat has nothing that fits, and `open` is all that would.
    pub(super) fn stuck(&mut self, seat: Seat, open: Pairs) {
        for gain in self.gains.iter_mut().filter(|gain| gain.seat == seat) {
            gain.barred = gain.barred.or(open);
        }
    }

    /// A seat places a tile.
    pub(super) fn placed(&mut self, seat: Seat, tile: Tile) {
        self.from[tile.index()] = self.sources(tile, |gain| gain.seat == seat);
    }

    /// The gains with which a tile may have come that a seat still holds, or that nobody got.
    pub(super) fn held(&self, tile: Tile) -> u32 {
        self.sources(tile, |_| true)
    }

    /// The gains with which a tile may have come that lies in the tree.
    pub(super) fn source(&self, tile: Tile) -> u32 {
        self.from[tile.index()]
    }

    fn sources(&self, tile: Tile, counts: impl Fn(&Gain) -> bool) -> u32 {
        let ways = Pairs::of(tile);
        let possible = |gain: &Gain| counts(gain) && gain.barred.and(ways).is_empty();
        let bits = self
            .gains
            .iter()
            .enumerate()
            .map(|(at, gain)| u32::from(possible(gain)) << at);
        bits.sum()
    }
}
