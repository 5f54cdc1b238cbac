//! Repeatable luck: the dice of imagined games, which decide nothing in a real one.

use crate::rules::Source;

/// A small generator (SplitMix64). A copy throws the same numbers again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Luck {
    state: u64,
    asked: bool,
}

impl Luck {
    /// Luck that is seeded from `source`.
    pub(super) fn draw(source: &mut dyn Source) -> Luck {
        let [high, low] = [0; 2].map(|_| u64::from(source.below(u32::MAX)));
        Luck::seeded(high << 32 | low)
    }

    /// The luck with this seed.
    pub(super) const fn seeded(seed: u64) -> Luck {
        Luck {
            state: seed,
            asked: false,
        }
    }

    /// Whether a number was drawn that could have been another.
    pub(super) const fn was_asked(&self) -> bool {
        self.asked
    }

    fn word(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((word ^ (word >> 31)) >> 32) as u32
    }
}

impl Source for Luck {
    fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        self.asked = true;
        // The high half of a product; words that would favour some numbers are drawn again.
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.word()) * u64::from(bound);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }
}
