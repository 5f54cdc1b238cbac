//! Choices that are not always the best ones: for players of lower levels.

use crate::rules::Source;

/// The number of one of the choices with these values: the best one without noise, and often a good one with some. Of equal
/// ones, the source decides.
pub(super) fn pick(values: &[f32], noise: u16, source: &mut dyn Source) -> usize {
    let usual = usual_difference(values);
    let floor = floor(values, noise);
    let strays = f32::from(noise) / 100.0 * usual;
    let mut best = (f32::NEG_INFINITY, 0, 0);
    for (number, value) in values.iter().enumerate() {
        let lot = source.below(u32::MAX);
        let strayed = value + strays * gumbel(lot);
        if *value < floor {
            continue;
        }
        if (strayed, lot) > (best.0, best.1) {
            best = (strayed, lot, number);
        }
    }
    best.2
}

/// The least value of a choice that is ever made: the best quarter of the choices have it, with a noise of 4,000 the better half, and
/// always at least six choices.
fn floor(values: &[f32], noise: u16) -> f32 {
    const ALWAYS: usize = 6;
    let mut sorted = values.to_vec();
    sorted.sort_by(|one, other| other.total_cmp(one));
    let better = (values.len() * (4_000 + usize::from(noise))).div_ceil(16_000);
    let made = ALWAYS.max(better).min(values.len());
    sorted.get(made.saturating_sub(1)).copied().unwrap_or(f32::NEG_INFINITY)
}

/// How far values lie apart, usually: their standard deviation.
fn usual_difference(values: &[f32]) -> f32 {
    let known = || values.iter().copied().filter(|value| value.is_finite());
    let count = known().count().max(1) as f32;
    let mean = known().sum::<f32>() / count;
    (known().map(|value| (value - mean).powi(2)).sum::<f32>() / count).sqrt()
}

/// A number by Gumbel's distribution, no further out than happens once in a thousand times: the highest of values with such
/// numbers added is each one with a probability that grows exponentially with its value.
fn gumbel(lot: u32) -> f32 {
    let even = (lot as f32 / u32::MAX as f32).clamp(0.001, 0.999);
    -libm::logf(-libm::logf(even))
}
