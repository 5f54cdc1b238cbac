//! A yardstick for what the processor does: a chain of SplitMix64 steps, pure arithmetic that no change of this project makes faster
//! or slower.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long so many steps take.
pub(crate) fn yardstick(steps: u64) -> Duration {
    let begin = Instant::now();
    let end = (0..black_box(steps)).fold(1, |state: u64, _| {
        let word = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    });
    black_box(end);
    begin.elapsed()
}
