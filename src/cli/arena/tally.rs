//! The results of a contest, and what they say.

use std::time::Duration;

/// Two-sided bounds of 95 % lie so many standard errors away.
const BOUND: f64 = 1.96;

/// Where a sequential test with 5 % error on each side stops: the logarithm of 0.95 / 0.05.
const DECIDED: f64 = 2.944;

/// The fewest deals from which a test may stop.
const FEWEST: u64 = 12;

/// The results of one deal.
#[derive(Debug, Default)]
pub(super) struct Deal {
    /// What share of the first places each player took, over all games.
    first: [f64; 2],
    /// What share would have been its, had nobody been stronger.
    expected: [f64; 2],
    /// The points of the first player: 1 for a win, 0.5 where nobody wins alone. Only where two teams play.
    points: f64,
    games: f64,
    /// How long each player's choices took.
    pub(super) times: [Vec<Duration>; 2],
    /// Why each player lost games that it could not play on.
    pub(super) faults: [Vec<String>; 2],
}

impl Deal {
    /// Adds a game: the places of all seats, and which player sat on each seat of which team.
    pub(super) fn end(&mut self, places: Option<&[u8]>, sits: &[usize], teams: &[usize]) {
        self.games += 1.0;
        let places = places.unwrap_or_default();
        let count = teams.iter().max().map_or(1, |last| last + 1);
        let first: Vec<bool> = (0..count)
            .map(|team| teams.iter().zip(places).any(|(own, place)| *own == team && *place == 1))
            .collect();
        let shared = first.iter().filter(|first| **first).count();
        for (team, is_first) in first.iter().copied().enumerate() {
            let at = teams.iter().position(|own| *own == team).unwrap_or_default();
            if shared > 0 {
                self.expected[sits[at]] += 1.0 / count as f64;
            }
            if is_first {
                self.first[sits[at]] += 1.0 / shared as f64;
            }
            if sits[at] == 0 && count == 2 {
                self.points += match (is_first, shared) {
                    (true, 1) => 1.0,
                    (false, 1) => 0.0,
                    _ => 0.5,
                };
            }
        }
    }
}

/// A number and its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounded {
    pub(super) low: f64,
    pub(super) middle: f64,
    pub(super) high: f64,
}

/// The results of a contest so far.
#[derive(Debug)]
pub(super) struct ContestResult {
    pub(super) names: [String; 2],
    /// Whether two teams play: then the difference in strength is told.
    two: bool,
    sprt: Option<f64>,
    /// For each deal the first player's share of what both could take, and the first places of each with what was expected.
    shares: Vec<f64>,
    firsts: Vec<[f64; 2]>,
    expected: [f64; 2],
    pub(super) times: [Vec<Duration>; 2],
    pub(super) faults: [Vec<String>; 2],
}

impl ContestResult {
    pub(super) fn new(names: [String; 2], teams: usize, sprt: Option<f64>) -> ContestResult {
        ContestResult {
            names,
            two: teams == 2,
            sprt,
            shares: Vec::new(),
            firsts: Vec::new(),
            expected: [0.0; 2],
            times: Default::default(),
            faults: Default::default(),
        }
    }

    pub(super) fn add(&mut self, deal: Deal) {
        self.shares.push(deal.points / deal.games.max(1.0));
        self.firsts.push(deal.first);
        for (at, faults) in deal.faults.into_iter().enumerate() {
            self.faults[at].extend(faults);
        }
        for (at, times) in deal.times.into_iter().enumerate() {
            self.expected[at] += deal.expected[at];
            self.times[at].extend(times);
        }
    }

    pub(super) fn deals(&self) -> u64 {
        self.shares.len() as u64
    }

    /// How much stronger the first player is, in Elo, where two teams play.
    pub(super) fn elo(&self) -> Option<Bounded> {
        let (mean, error) = mean_and_error(&self.shares);
        let elo = |share: f64| {
            let share = share.clamp(0.001, 0.999);
            400.0 * (share / (1.0 - share)).log10()
        };
        self.two.then(|| Bounded {
            low: elo(mean - BOUND * error),
            middle: elo(mean),
            high: elo(mean + BOUND * error),
        })
    }

    /// The share of points of the first player, where two teams play.
    pub(super) fn share(&self) -> Option<f64> {
        self.two.then(|| mean_and_error(&self.shares).0)
    }

    /// How many times as often as the second player the first one took first place.
    pub(super) fn ratio(&self) -> Bounded {
        let sums = self
            .firsts
            .iter()
            .fold([0.0; 2], |sum, first| [sum[0] + first[0], sum[1] + first[1]]);
        let rate = |at: usize| sums[at] / self.expected[at].max(f64::MIN_POSITIVE);
        let middle = rate(0) / rate(1).max(1e-9);
        // The error of a ratio, from how much each deal differs from it (the delta method).
        let scale = self.expected[0] / self.expected[1].max(f64::MIN_POSITIVE);
        let residue: f64 = self
            .firsts
            .iter()
            .map(|first| (first[0] - middle * scale * first[1]).powi(2))
            .sum();
        let error = residue.sqrt() / (scale * sums[1]).max(1e-9);
        Bounded {
            low: (middle - BOUND * error).max(0.0),
            middle,
            high: middle + BOUND * error,
        }
    }

    /// How much likelier the results are if the first player is stronger by what was asked than if both are equal, as a
    /// logarithm.
    pub(super) fn likelihood(&self) -> Option<f64> {
        let stronger = self.sprt.filter(|_| self.two)?;
        let (mean, error) = mean_and_error(&self.shares);
        let share = 1.0 / (1.0 + 10_f64.powf(-stronger / 400.0));
        let variance = (error * error).max(1e-6 / self.shares.len().max(1) as f64);
        Some((share - 0.5) * (2.0 * mean - share - 0.5) / (2.0 * variance))
    }

    /// Whether the sequential test has its answer.
    pub(super) fn is_decided(&self) -> bool {
        self.deals() >= FEWEST && self.likelihood().is_some_and(|likelihood| likelihood.abs() >= DECIDED)
    }

    /// The median and the 99th percentile of a player's times for one choice, in milliseconds.
    pub(super) fn milliseconds(&self, player: usize) -> [f64; 2] {
        let mut times = self.times[player].clone();
        times.sort_unstable();
        [50, 99].map(|percent| {
            let at = (times.len() * percent / 100).min(times.len().saturating_sub(1));
            times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
        })
    }
}

/// The mean of numbers, and its standard error.
fn mean_and_error(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tally of deals at a table of two, in each of which the first player has these places in its two games.
    fn tally(sprt: Option<f64>, deals: &[[u8; 2]]) -> ContestResult {
        let mut tally = ContestResult::new(["one".to_owned(), "other".to_owned()], 2, sprt);
        for places in deals {
            let mut deal = Deal::default();
            deal.end(Some(&[places[0], 3 - places[0]]), &[0, 1], &[0, 1]);
            deal.end(Some(&[3 - places[1], places[1]]), &[1, 0], &[0, 1]);
            tally.add(deal);
        }
        tally
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        let deals = [[1, 1], [1, 2]].repeat(50);
        let elo = tally(None, &deals).elo().unwrap();
        assert!((elo.middle - 190.85).abs() < 0.1, "{elo:?}");
        assert!(elo.low > 140.0 && elo.high < 250.0, "{elo:?}");
        assert!((tally(None, &deals).ratio().middle - 3.0).abs() < 1e-9);
    }

    #[test]
    fn bounds_count_deals_and_not_games() {
        // Whoever has the better seat wins: nobody is stronger, and this is certain.
        let even = tally(None, &[[1, 2]].repeat(40)).elo().unwrap();
        assert!(even.high - even.low < 1e-6, "{even:?}");
        // The deals decide: as many games, and nothing is certain.
        let lucky = tally(None, &[[1, 1], [2, 2]].repeat(20)).elo().unwrap();
        assert!(lucky.high - lucky.low > 200.0, "{lucky:?}");
    }

    #[test]
    fn the_test_stops_when_it_knows() {
        assert!(tally(Some(30.0), &[[1, 1], [1, 2]].repeat(20)).likelihood() > Some(DECIDED));
        assert!(tally(Some(100.0), &[[1, 2], [2, 1], [2, 2], [1, 1]].repeat(60)).likelihood() < Some(-DECIDED));
        let early = tally(Some(30.0), &[[1, 1], [1, 2]]);
        assert!(!early.is_decided(), "two deals say nothing");
    }

    #[test]
    fn where_several_play_first_places_are_held_against_the_share_of_the_seats() {
        let mut tally = ContestResult::new(["one".to_owned(), "other".to_owned()], 3, None);
        for number in 0..40 {
            let mut deal = Deal::default();
            // The first player has one seat and then two, and wins as often as the other whatever it has.
            let won: &[u8] = if number % 2 == 0 { &[1, 2, 2] } else { &[2, 1, 2] };
            deal.end(Some(won), &[0, 1, 0], &[0, 1, 2]);
            deal.end(Some(won), &[1, 0, 1], &[0, 1, 2]);
            tally.add(deal);
        }
        assert_eq!(tally.elo(), None);
        let ratio = tally.ratio();
        assert!(
            (ratio.middle - 1.0).abs() < 1e-9 && ratio.low > 0.5 && ratio.high < 1.5,
            "{ratio:?}"
        );
    }

    #[test]
    fn teams_win_together_and_nobody_wins_a_game_without_places() {
        let mut deal = Deal::default();
        deal.end(Some(&[1, 3, 1, 3]), &[0, 1, 0, 1], &[0, 1, 0, 1]);
        deal.end(None, &[1, 0, 1, 0], &[0, 1, 0, 1]);
        assert_eq!((deal.first, deal.expected, deal.points), ([1.0, 0.0], [0.5, 0.5], 1.5));
    }
}
