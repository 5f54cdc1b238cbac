//! Which tile opens: the highest double that anybody holds; where nobody holds one, the tile with the greatest sum, and of
//! equal sums the one with the higher symbol. Tiles that were not dealt do not count.

use super::super::{Symbol, Tile, Tiles};

/// What a tile opens by: of two tiles, the one with the greater rank opens.
fn rank(tile: Tile) -> (bool, u8, Symbol) {
    (tile.is_double(), tile.sum(), tile.high())
}

/// The tiles that would open rather than this one.
pub(super) fn outranking(tile: Tile) -> Tiles {
    Tile::all().filter(|other| rank(*other) > rank(tile)).collect()
}

/// The tile of `hand` that would open; `None` of no tiles.
pub(super) fn best(hand: Tiles) -> Option<Tile> {
    hand.iter().max_by_key(|tile| rank(*tile))
}
