//! How a game ends.

use serde::{Deserialize, Serialize};

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// 1 for the best seat, shared on ties; places after a tie skip. `None` where nobody wins.
    pub places: Option<Vec<u8>>,
    /// One number per seat, or `None` where the game has no scores.
    pub scores: Option<Vec<i64>>,
}

/// Which way the points of a game count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// The most points win.
    Most,
    /// The fewest points win. Such a game cannot end by word ([`Ended`](super::Ended)): a game that was not played to its end
    /// brings 0 points, which would be the best score of all.
    Fewest,
    /// There are no points.
    None,
}

impl Scoring {
    /// The places that follow from these scores; `None` where there are no points.
    pub fn places(self, scores: &[i64]) -> Option<Vec<u8>> {
        match self {
            Scoring::Most => Some(places_by_score(scores)),
            Scoring::Fewest => {
                let turned: Vec<i64> = scores.iter().map(|score| score.saturating_neg()).collect();
                Some(places_by_score(&turned))
            }
            Scoring::None => None,
        }
    }
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
    use super::{Scoring, places_by_score};

    #[test]
    fn places_after_a_tie_skip() {
        assert_eq!(places_by_score(&[5, 9, 9]), [3, 1, 1]);
        assert_eq!(places_by_score(&[0, 0]), [1, 1]);
        assert_eq!(places_by_score(&[1, 4, 3, 3]), [4, 1, 2, 2]);
    }

    #[test]
    fn the_best_score_is_the_one_that_the_game_calls_so() {
        assert_eq!(Scoring::Most.places(&[1, 4, 3, 3]), Some(vec![4, 1, 2, 2]));
        assert_eq!(Scoring::Fewest.places(&[1, 4, 3, 3]), Some(vec![1, 4, 2, 2]));
        assert_eq!(Scoring::Fewest.places(&[i64::MIN, i64::MAX]), Some(vec![1, 2]));
        assert_eq!(Scoring::None.places(&[1, 4, 3, 3]), None);
    }
}
