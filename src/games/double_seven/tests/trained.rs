//! How evaluations learn: weights that foresee best what became of positions, by least squares.
//!
//! `WHISTLE_TRAIN=1 cargo test --release --lib the_weights_foresee -- --nocapture` learns the weights of all games anew and says
//! what they are. The same program learns the same weights.

use super::support::Chances;
use crate::rules::Source;

/// How many games are played with what is known so far, and how often.
const GAMES: usize = 600;
const ROUNDS: usize = 4;

/// A weight for what there is of each of `N` things, and one for the square.
pub(crate) type Weights<const N: usize> = [[i64; 2]; N];

/// A position on the way.
pub(crate) struct Seen<const N: usize> {
    /// What is counted, in thousandths.
    pub(crate) counted: [i64; N],
    /// The share of the game that is to come.
    pub(crate) left: f64,
    /// How much the score grew from here until the end.
    pub(crate) grew: i64,
}

impl<const N: usize> Seen<N> {
    /// What the weights are multiplied with.
    fn factors(&self) -> Vec<f64> {
        let each = |counted: i64| [self.left, self.left * self.left].map(|left| counted as f64 / 1000.0 * left);
        self.counted.iter().flat_map(|counted| each(*counted)).collect()
    }

    /// How much the weights say that the score grows.
    fn foreseen(&self, weights: &Weights<N>) -> f64 {
        let weights = weights.as_flattened().iter();
        self.factors()
            .iter()
            .zip(weights)
            .map(|(factor, weight)| factor * *weight as f64)
            .sum()
    }
}

/// The weights that foresee best how the scores of these positions grew.
fn learn<const N: usize>(seen: &[Seen<N>]) -> Weights<N> {
    let learned = 2 * N;
    let mut rows = vec![vec![0.0; learned + 1]; learned];
    for seen in seen.iter().filter(|seen| seen.left > 0.0) {
        let factors = seen.factors();
        // Positions near the end say more.
        let counts = 1.0 / (0.05 + seen.left);
        for (row, factor) in rows.iter_mut().zip(&factors) {
            let sums = factors.iter().copied().chain([seen.grew as f64]);
            row.iter_mut()
                .zip(sums)
                .for_each(|(sum, other)| *sum += counts * factor * other);
        }
    }
    // A little more, so that what is seen seldom is worth little.
    (0..learned).for_each(|nth| rows[nth][nth] += 2.0);
    for pivot in 0..learned {
        let by = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|sum| *sum /= by);
        let row = rows[pivot].clone();
        for other in (0..learned).filter(|other| *other != pivot) {
            let times = rows[other][pivot];
            rows[other]
                .iter_mut()
                .zip(&row)
                .for_each(|(sum, of_row)| *sum -= times * of_row);
        }
    }
    std::array::from_fn(|nth| [0, 1].map(|power| rows[2 * nth + power][learned].round() as i64))
}

/// How many other games the weights are tried on.
const TRIED: usize = 60;

/// Holds weights against those that are learned, if that is asked for, and against none at all in other games. `play` plays a
/// game by some weights, with choices that stray from the best one by as much as it is told, and tells its positions.
pub(crate) fn hold<const N: usize>(
    weights: &Weights<N>,
    strays: f64,
    mut play: impl FnMut(&Weights<N>, f64, &mut Chances) -> Vec<Seen<N>>,
) {
    let none = [[0; 2]; N];
    if std::env::var_os("WHISTLE_TRAIN").is_some() {
        let (mut seen, mut learned, mut chances) = (Vec::new(), none, Chances(1));
        for _ in 0..ROUNDS {
            seen.extend((0..GAMES).flat_map(|_| play(&learned, strays, &mut chances)));
            learned = learn(&seen);
        }
        println!("{learned:?}");
        assert_eq!(learned, *weights);
    }
    let mut chances = Chances(1_000);
    let seen: Vec<Seen<N>> = (0..TRIED).flat_map(|_| play(weights, strays, &mut chances)).collect();
    let error = |weights: &Weights<N>| -> f64 {
        let errors = seen
            .iter()
            .map(|seen| (seen.grew as f64 - seen.foreseen(weights)).powi(2));
        errors.sum::<f64>() / seen.len() as f64
    };
    let [foreseen, as_it_lies] = [weights, &none].map(error);
    assert!(foreseen < 0.9 * as_it_lies, "{foreseen:.0} against {as_it_lies:.0}");
}

/// The best of `all` by `merit`, more or less: by `strays` it may be worse.
pub(crate) fn best<T>(
    all: impl Iterator<Item = T>,
    strays: f64,
    chances: &mut Chances,
    merit: impl Fn(&T) -> i64,
) -> Option<T> {
    let strayed = all.map(|one| {
        let even = f64::from(chances.below(1_000_000) + 1) / 1_000_002.0;
        (merit(&one) as f64 - strays * libm::log(-libm::log(even)), one)
    });
    strayed
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, best)| best)
}
