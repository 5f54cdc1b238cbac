//! Which tile opens: the highest double that anybody holds; where nobody holds one, the tile with the greatest sum, and of
//! equal sums the one with the higher symbol. Tiles that were not dealt do not count.

use super::super::{SET, Symbol, Tile, Tiles};

/// All tiles, those that open before others first: a tile's place is its rank.
const fn ranked() -> [Tile; SET] {
    let mut order = [Tile::new(Symbol::BLANK, Symbol::BLANK); SET];
    let top = Symbol::COUNT as u8 - 1;
    let mut at = 0;
    let mut number = Symbol::COUNT as u8;
    while number > 0 {
        number -= 1;
        if let Some(symbol) = Symbol::new(number) {
            order[at] = Tile::new(symbol, symbol);
            at += 1;
        }
    }
    let mut sum = 2 * top;
    while sum > 0 {
        sum -= 1;
        let mut high = top + 1;
        while high > 0 {
            high -= 1;
            if high <= sum
                && sum - high < high
                && let (Some(low), Some(high)) = (Symbol::new(sum - high), Symbol::new(high))
            {
                order[at] = Tile::new(low, high);
                at += 1;
            }
        }
    }
    order
}

static RANKED: [Tile; SET] = ranked();

/// By index of a tile, the tiles that open before it.
static BEFORE: [Tiles; SET] = before();

const fn before() -> [Tiles; SET] {
    let order = ranked();
    let mut all = [Tiles::EMPTY; SET];
    let mut earlier = Tiles::EMPTY;
    let mut at = 0;
    while at < SET {
        all[order[at].index()] = earlier;
        earlier.insert(order[at]);
        at += 1;
    }
    all
}

/// The tiles that would open rather than this one.
pub(super) fn outranking(tile: Tile) -> Tiles {
    BEFORE[tile.index()]
}

/// The tile of `hand` that would open; `None` of no tiles.
pub(super) fn best(hand: Tiles) -> Option<Tile> {
    RANKED.iter().copied().find(|tile| hand.contains(*tile))
}
