//! All chance of a schedule, from its seed.

use chacha20::ChaCha8Rng;
use rand::rand_core::{Rng, SeedableRng};

/// A stream of numbers. What one part of the world draws does not move what another one will.
pub(super) struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of that number, of this seed.
    pub(super) fn new(seed: u64, stream: u64) -> Dice {
        let mut words = ChaCha8Rng::seed_from_u64(seed);
        words.set_stream(stream);
        Dice(words)
    }

    /// A number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0.next_u64() % bound
    }

    /// A number from `low` to `high`, both included.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low).unsigned_abs() + 1).cast_signed()
    }

    /// Whether something happens that happens so many times in a thousand.
    pub(super) fn chance(&mut self, per_mille: u64) -> bool {
        per_mille > 0 && self.below(1000) < per_mille
    }

    /// One of several.
    pub(super) fn pick<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        (!all.is_empty()).then(|| &all[self.below(all.len() as u64) as usize])
    }

    /// One of several, each with its weight.
    pub(super) fn weigh<'t, T>(&mut self, all: &'t [(u64, T)]) -> Option<&'t T> {
        let total: u64 = all.iter().map(|(weight, _)| weight).sum();
        if total == 0 {
            return None;
        }
        let mut at = self.below(total);
        for (weight, one) in all {
            if at < *weight {
                return Some(one);
            }
            at -= weight;
        }
        None
    }
}
