//! Layouts that are suggested to people who would rather not lay out sixteen tiles by hand.
//!
//! These are only suggestions: whoever presses "ready" makes the choice. So nothing here is chance in the game's sense; the
//! same tiles and the same press always give the same suggestion.

use super::grid::{GREATEST, Layout, TILES};
use crate::rules::Source;

/// How likely the roller reaches a number with the best count of dice, by the total or the total without one die: in
/// thousandths, rounded down, counted over all rolls. The index is the number.
pub(super) const EASE: [u16; GREATEST as usize + 1] = [
    0, 305, 333, 361, 388, 416, 444, 486, 449, 398, 445, 464, 452, 435, 466, 465, 436, 387, 322, 252, 184, 127, 84,
];

/// The places in the order in which they deserve easy numbers. Rows 1 and 2, column A and the diagonal from D1 are four
/// lines on eleven places, and no four lines need fewer. Of those come first the places on two of the lines; of the
/// other five, those on the most lines.
const BEST_FIRST: [usize; TILES] = [0, 3, 12, 4, 6, 1, 2, 8, 9, 5, 7, 15, 10, 11, 13, 14];

/// The tiles so that the hardest numbers stand least in the way of four lines.
pub(super) fn arranged(tiles: &Layout) -> Layout {
    let mut numbers = tiles.0;
    numbers.sort_unstable_by_key(|number| (std::cmp::Reverse(EASE[usize::from(*number)]), *number));
    let mut layout = Layout::default();
    for (place, number) in BEST_FIRST.into_iter().zip(numbers) {
        layout.0[place] = number;
    }
    layout
}

/// The tiles in another order for every `turn`.
pub(super) fn shuffled(tiles: &Layout, turn: u32) -> Layout {
    let start = tiles.0.iter().fold(turn, |mixed, number| {
        mixed.wrapping_mul(31).wrapping_add(u32::from(*number))
    });
    let mut layout = *tiles;
    (&mut Stirrer(start) as &mut dyn Source).shuffle(&mut layout.0);
    layout
}

/// Mixes numbers well enough for a suggestion.
struct Stirrer(u32);

impl Source for Stirrer {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85EB_CA6B);
        mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xC2B2_AE35);
        (mixed ^ (mixed >> 16)).checked_rem(bound).unwrap_or(0)
    }
}
