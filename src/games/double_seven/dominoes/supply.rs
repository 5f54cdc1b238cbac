//! The tiles that nobody holds, face down.

use super::super::{SET, Symbol, Tile};

/// Tiles in a fixed order; a place whose tile was drawn remembers nothing of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Supply {
    /// The next one last.
    pub(super) tiles: [Tile; SET],
    pub(super) len: u8,
}

impl Supply {
    const NO_TILE: Tile = Tile::new(Symbol::BLANK, Symbol::BLANK);

    /// A supply of these tiles, the first one drawn first.
    pub(super) fn of(order: &[Tile]) -> Supply {
        let mut supply = Supply {
            tiles: [Supply::NO_TILE; SET],
            len: order.len().min(SET) as u8,
        };
        for (place, tile) in supply.tiles.iter_mut().zip(order.iter().take(SET).rev()) {
            *place = *tile;
        }
        supply
    }

    /// Takes the next tile.
    pub(super) fn draw(&mut self) -> Option<Tile> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::replace(
            &mut self.tiles[usize::from(self.len)],
            Supply::NO_TILE,
        ))
    }
}
