//! How a game ends.

use serde::{Deserialize, Serialize};

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// 1 for the best seat, shared on ties, places after a tie skip; `None` where nobody wins.
    pub places: Option<Vec<u8>>,
    /// One number a seat, or `None` where the game has no scores.
    pub scores: Option<Vec<i64>>,
}

/// Places by score, the highest first: `[5, 9, 9]` gives `[3, 1, 1]`.
pub fn places_by_score(scores: &[i64]) -> Vec<u8> {
    scores
        .iter()
        .map(|own| 1 + scores.iter().filter(|other| *other > own).count() as u8)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::places_by_score;

    #[test]
    fn places_after_a_tie_skip() {
        assert_eq!(places_by_score(&[5, 9, 9]), [3, 1, 1]);
        assert_eq!(places_by_score(&[0, 0]), [1, 1]);
        assert_eq!(places_by_score(&[1, 4, 3, 3]), [4, 1, 2, 2]);
    }
}
