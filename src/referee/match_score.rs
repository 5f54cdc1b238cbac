//! The score of a match: the sum of its finished games, whether it is over, and who is ahead.

use crate::rules::{MatchLength, Outcome, Scoring};

/// A match so far: the sum of its finished games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    length: MatchLength,
    scoring: Scoring,
    games: u32,
    totals: Option<Vec<i64>>,
    /// The places of the last finished game.
    places: Option<Vec<u8>>,
}

impl Course {
    /// A match of this length before its first game; `scoring` says who is ahead.
    pub fn new(length: MatchLength, scoring: Scoring, seats: usize) -> Course {
        Course {
            length,
            scoring,
            games: 0,
            totals: Some(vec![0; seats]),
            places: None,
        }
    }

    /// Adds a finished game.
    pub fn add(&mut self, outcome: &Outcome) {
        self.games += 1;
        self.totals = self.totals.take().zip(outcome.scores.as_ref()).map(|(totals, scores)| {
            let sums = totals.iter().zip(scores);
            sums.map(|(total, score)| total.saturating_add(*score)).collect()
        });
        self.places.clone_from(&outcome.places);
    }

    /// How many games are finished.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The points of the finished games, by seat; `None` where a game had none.
    pub fn totals(&self) -> Option<&[i64]> {
        self.totals.as_deref()
    }

    /// Whether the match is over. A match to points whose points cannot be counted is over with its first game.
    pub fn is_over(&self) -> bool {
        match self.length {
            MatchLength::Games(games) => self.games >= u32::from(games),
            MatchLength::Points(_) if self.games == 0 => false,
            MatchLength::Points(to) => {
                let reached = |totals: &Vec<i64>| totals.iter().any(|total| *total >= to);
                self.totals.as_ref().is_none_or(reached) || to == 0
            }
        }
    }

    /// The places of the match, once a game is over: by its totals (1 for the grand winner, shared on ties). A match of a
    /// single game has the places of that game, which may part seats of equal points.
    pub fn places(&self) -> Option<Vec<u8>> {
        let single = matches!(self.length, MatchLength::Games(1) | MatchLength::Points(0));
        let totals = self.totals.as_deref().filter(|_| !single);
        totals
            .and_then(|totals| self.scoring.places(totals))
            .or_else(|| self.places.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(places: &[u8], scores: Option<&[i64]>) -> Outcome {
        Outcome {
            places: Some(places.to_vec()),
            scores: scores.map(<[i64]>::to_vec),
        }
    }

    #[test]
    fn a_match_to_points_is_over_with_the_game_that_reaches_them() {
        let mut match_score = Course::new(MatchLength::Points(50), Scoring::Most, 3);
        assert!(!match_score.is_over());
        for (scores, over) in [([20, 0, 0], false), ([0, 29, 0], false), ([30, 0, 0], true)] {
            match_score.add(&outcome(&[1, 2, 2], Some(&scores)));
            assert_eq!(match_score.is_over(), over);
        }
        assert_eq!(match_score.totals(), Some(&[50, 29, 0][..]));
        assert_eq!((match_score.games(), match_score.places()), (3, Some(vec![1, 2, 3])));
    }

    #[test]
    fn partners_reach_them_together() {
        let mut match_score = Course::new(MatchLength::Points(50), Scoring::Most, 4);
        match_score.add(&outcome(&[3, 1, 3, 1], Some(&[0, 55, 0, 55])));
        assert!(match_score.is_over());
        assert_eq!(match_score.places(), Some(vec![3, 1, 3, 1]));
    }

    #[test]
    fn where_the_fewest_points_win_the_lowest_total_is_first() {
        let mut match_score = Course::new(MatchLength::Games(2), Scoring::Fewest, 3);
        match_score.add(&outcome(&[2, 1, 3], Some(&[10, 4, 12])));
        match_score.add(&outcome(&[1, 2, 2], Some(&[1, 6, 6])));
        assert_eq!(match_score.totals(), Some(&[11, 10, 18][..]));
        assert_eq!(match_score.places(), Some(vec![2, 1, 3]));
    }

    #[test]
    fn a_single_game_parts_seats_of_equal_points_as_it_does() {
        for length in [MatchLength::Games(1), MatchLength::Points(0)] {
            let mut match_score = Course::new(length, Scoring::Most, 2);
            assert_eq!((match_score.is_over(), match_score.places()), (false, None));
            match_score.add(&outcome(&[2, 1], Some(&[0, 0])));
            assert_eq!((match_score.is_over(), match_score.places()), (true, Some(vec![2, 1])));
        }
        let mut several = Course::new(MatchLength::Games(2), Scoring::Most, 2);
        several.add(&outcome(&[2, 1], Some(&[7, 7])));
        assert_eq!((several.is_over(), several.places()), (false, Some(vec![1, 1])));
    }

    #[test]
    fn a_game_without_points_has_places_only() {
        let mut match_score = Course::new(MatchLength::Games(1), Scoring::Most, 2);
        match_score.add(&outcome(&[2, 1], None));
        assert_eq!((match_score.totals(), match_score.places()), (None, Some(vec![2, 1])));
        let mut to_points = Course::new(MatchLength::Points(100), Scoring::Most, 2);
        to_points.add(&outcome(&[2, 1], None));
        assert!(to_points.is_over());
    }
}
