//! The results of simulated games: their lengths and their winners.

use std::collections::BTreeMap;

use crate::referee::Course;
use crate::rules::Outcome;

/// The results of some games.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) choices: u64,
    /// How many games had each number of choices.
    pub(super) lengths: BTreeMap<u64, u64>,
    /// How many games each seat won, alone or with others.
    pub(super) wins: Vec<u64>,
    /// How many games several seats won.
    pub(super) shared: u64,
    /// How many games nobody won.
    pub(super) nobody: u64,
    /// The results of whole matches, when these were played.
    pub(super) matches: Option<Matches>,
}

/// The results of some matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matches {
    pub(super) played: u64,
    /// How many matches had each number of games.
    pub(super) lengths: BTreeMap<u64, u64>,
    /// How many matches each seat won, alone or with others.
    pub(super) wins: Vec<u64>,
}

impl Matches {
    pub(super) fn add(&mut self, course: &Course) {
        self.played += 1;
        *self.lengths.entry(course.games().into()).or_default() += 1;
        let places = course.places().unwrap_or_default();
        for (won, _) in self.wins.iter_mut().zip(&places).filter(|(_, place)| **place == 1) {
            *won += 1;
        }
    }

    fn join(&mut self, other: &Matches) {
        self.played += other.played;
        for (length, matches) in &other.lengths {
            *self.lengths.entry(*length).or_default() += matches;
        }
        for (own, won) in self.wins.iter_mut().zip(&other.wins) {
            *own += won;
        }
    }
}

/// The length at index `place` when all are sorted by length.
fn length_at(lengths: &BTreeMap<u64, u64>, place: u64) -> u64 {
    let (mut passed, mut found) = (0, 0);
    for (length, count) in lengths {
        found = *length;
        passed += count;
        if passed > place {
            break;
        }
    }
    found
}

/// The least, the median and the greatest length.
pub(super) fn spread(lengths: &BTreeMap<u64, u64>) -> [u64; 3] {
    let last = lengths.values().sum::<u64>().saturating_sub(1);
    [0, last / 2, last].map(|place| length_at(lengths, place))
}

impl Tally {
    /// An empty tally for this many seats; `whole` counts matches, too.
    pub(super) fn new(seats: u8, whole: bool) -> Tally {
        let wins = vec![0; seats.into()];
        Tally {
            matches: whole.then(|| Matches {
                wins: wins.clone(),
                ..Matches::default()
            }),
            wins,
            ..Tally::default()
        }
    }

    pub(super) fn add(&mut self, choices: u64, outcome: &Outcome) {
        self.games += 1;
        self.choices += choices;
        *self.lengths.entry(choices).or_default() += 1;
        let places = outcome.places.as_deref().unwrap_or_default();
        let mut winners = 0;
        for (won, _) in self.wins.iter_mut().zip(places).filter(|(_, place)| **place == 1) {
            *won += 1;
            winners += 1;
        }
        self.nobody += u64::from(winners == 0);
        self.shared += u64::from(winners > 1);
    }

    pub(super) fn join(&mut self, other: &Tally) {
        self.games += other.games;
        self.choices += other.choices;
        self.shared += other.shared;
        self.nobody += other.nobody;
        for (length, games) in &other.lengths {
            *self.lengths.entry(*length).or_default() += games;
        }
        for (own, won) in self.wins.iter_mut().zip(&other.wins) {
            *own += won;
        }
        if let (Some(own), Some(others)) = (&mut self.matches, &other.matches) {
            own.join(others);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MatchLength, Scoring};

    fn outcome(places: Option<Vec<u8>>) -> Outcome {
        Outcome { places, scores: None }
    }

    #[test]
    fn a_tally_counts_wins_shares_and_lengths() {
        let mut tally = Tally::new(3, false);
        tally.add(10, &outcome(Some(vec![1, 2, 3])));
        tally.add(30, &outcome(Some(vec![1, 1, 3])));
        tally.add(20, &outcome(None));
        let mut other = Tally::new(3, false);
        other.add(90, &outcome(Some(vec![3, 2, 1])));
        tally.join(&other);
        assert_eq!((tally.games, tally.choices, tally.shared, tally.nobody), (4, 150, 1, 1));
        assert_eq!(tally.wins, [2, 1, 1]);
        assert_eq!(spread(&tally.lengths), [10, 20, 90]);
    }

    #[test]
    fn matches_are_counted_by_their_games_and_their_winners() {
        let mut tally = Tally::new(2, true);
        let scored = |scores: [i64; 2]| Outcome {
            places: Some(crate::rules::places_by_score(&scores)),
            scores: Some(scores.to_vec()),
        };
        for games in [&[[30, 0], [0, 60]][..], &[[55, 0]]] {
            let mut course = Course::new(MatchLength::Points(50), Scoring::Most, 2);
            for scores in games {
                tally.add(10, &scored(*scores));
                course.add(&scored(*scores));
            }
            tally.matches.iter_mut().for_each(|matches| matches.add(&course));
        }
        let mut all = Tally::new(2, true);
        all.join(&tally);
        assert_eq!((all.games, all.matches.clone()), (3, tally.matches));
        let matches = all.matches.unwrap();
        assert_eq!((matches.played, matches.wins.as_slice()), (2, &[1, 1][..]));
        assert_eq!(spread(&matches.lengths), [1, 1, 2]);
    }
}
