//! Placing one tile beside others on the table, as several of the games do: where it may lie, how many ways there are, and
//! why another place is refused.

use super::{Cell, Layout, Placement, Symbol, Tile};
use crate::rules::Source;

/// Where the first tile of a game lies.
pub const FIRST: [Cell; 2] = [Cell::new(0, 0), Cell::new(1, 0)];

/// Why a placement is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplaced {
    /// The first tile must lie at [`FIRST`], with its lower symbol first.
    First,
    /// Something lies on this cell.
    Taken(Cell),
    /// Nothing lies beside it.
    Apart,
}

/// How the first tile of a game lies.
fn first(tile: Tile) -> Option<Placement> {
    let [low, high] = FIRST;
    Placement::of(tile, low, high)
}

/// All ways to place `tile`, ascending by cells; for equal cells the lower symbol comes first.
pub fn all(layout: &Layout, tile: Tile) -> impl Iterator<Item = Placement> + '_ {
    let begin = layout.is_empty().then(|| first(tile)).flatten();
    let beside = layout.open().flat_map(move |[low, high]| {
        let one = Placement::of(tile, low, high);
        let other = one.filter(|_| !tile.is_double()).map(Placement::swapped);
        one.into_iter().chain(other)
    });
    begin.into_iter().chain(beside)
}

/// How many ways there are to place `tile`.
pub fn count(layout: &Layout, tile: Tile) -> u32 {
    if layout.is_empty() {
        return 1;
    }
    layout.count_open() * tile.ways()
}

/// One way to place `tile`, every one equally likely.
pub fn random(layout: &Layout, tile: Tile, source: &mut dyn Source) -> Option<Placement> {
    if layout.is_empty() {
        return first(tile);
    }
    let number = source.below(layout.count_open() * tile.ways());
    let [low, high] = layout.nth_open(number / tile.ways())?;
    let placement = Placement::of(tile, low, high)?;
    Some(if number.is_multiple_of(tile.ways()) {
        placement
    } else {
        placement.swapped()
    })
}

/// With how many neighbours on the table the halves of a placement `go` together.
pub fn joined(layout: &Layout, placement: Placement, go: impl Fn(Symbol, Symbol) -> bool) -> i64 {
    let halves = placement.halves().into_iter();
    let pairs = halves.flat_map(|half| {
        half.cell
            .neighbours()
            .map(|beside| (half.symbol, layout.symbol(beside)))
    });
    let together = pairs.filter(|(half, beside)| beside.is_some_and(|beside| go(*half, beside)));
    together.count() as i64
}

/// Whether a tile may lie there.
///
/// # Errors
/// Why it may not.
pub fn check(layout: &Layout, placement: Placement) -> Result<(), Misplaced> {
    let cells = placement.cells();
    if layout.is_empty() {
        let right = first(placement.tile()) == Some(placement);
        return if right { Ok(()) } else { Err(Misplaced::First) };
    }
    match cells.into_iter().find(|cell| !layout.is_free(*cell)) {
        Some(cell) => Err(Misplaced::Taken(cell)),
        None if layout.is_open(cells) => Ok(()),
        None => Err(Misplaced::Apart),
    }
}
