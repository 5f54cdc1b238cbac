//! Ratings: how strong the players of one game in one server are, as a pure function of the results there.
//!
//! The method is Weng and Lin's for any number of seats and for teams (crate `skillratings`). What this room adds:
//!
//! - Two people who meet again and again tell less each time: the k-th meeting of a pair counts 1/k³, though never less than
//!   a thousandth. A match counts for a player with the mean over the player's opponents. So twenty wins against the
//!   same person are worth less than a tenth of one win against each of twenty people.
//! - A match of n sides holds n − 1 comparisons for each of them, which share one piece of luck. Together these count as
//!   2(n − 1)/n comparisons.
//! - A rating is provisional until the weights of a player's matches come to [`ENOUGH`].
//!
//! Players are numbers that mean nothing here, so whoever is forgotten elsewhere stays the same player. The same results in the
//! same order give the same ratings to the last bit: nothing here depends on time, chance or the order of a hash map.

mod sides;

use std::collections::HashMap;

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

pub use sides::{Member, even_sides};

/// The points of a player of whom nothing is known. Inside of this room that is 0, so that sides of different size begin as
/// equals.
const START: f64 = 1000.0;
/// How far the luck of one game spreads: with this, 400 points more are ten times the chance, as with Elo.
const LUCK: f64 = 122.83;
/// How far the strengths of players are expected to spread.
const SPREAD: f64 = 98.0;
/// How much of what is not known of the strengths weighs on a chance, beside luck. Measured by `whistle ratings --check`: with this
/// the chances are told as they come true for two, for four, and for sides of three.
const UNKNOWN: f64 = 0.7;
/// Less than this share no meeting counts.
const LEAST: f64 = 1.0 / 1000.0;
/// A rating means something when the weights of its matches come to as much: after five matches, each against new people.
pub const ENOUGH: f64 = 5.0;

/// Somebody who played a match to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Who, by a number that is the same in all matches.
    pub player: i64,
    /// The place in the match, from 1. Equal places are a draw. In a match without a first place nobody is rated.
    pub place: u8,
    /// The side, for those who win and lose together; `None` for whoever plays alone.
    pub side: Option<u8>,
}

/// What is known of a player's strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Who.
    pub player: i64,
    /// The points: 1000 for a beginner; who has 400 more wins ten times of eleven.
    pub points: i32,
    /// The matches that were rated.
    pub matches: u32,
    /// The place among the ratings that mean something, shared by those with equal points; `None` while provisional.
    pub place: Option<u32>,
}

#[derive(Clone)]
struct Player {
    id: i64,
    strength: WengLinRating,
    weight: f64,
    matches: u32,
    /// The points after each match since the rating means something.
    course: Vec<i32>,
}

/// The ratings of all players of one game in one place.
#[derive(Clone, Default)]
pub struct Ratings {
    players: Vec<Player>,
    /// Where each player stands in `players`.
    at: HashMap<i64, u32>,
    /// How often two have met, the earlier player first.
    met: HashMap<(u32, u32), u32>,
}

/// Those who share a side and a place.
struct Side {
    name: (Option<u8>, u8),
    members: Vec<u32>,
    strengths: Vec<WengLinRating>,
}

impl Ratings {
    /// Adds a match. Matches are added in the order in which they ended, and the entrants in the order of their seats.
    pub fn add(&mut self, entrants: &[Entrant]) {
        if entrants.len() < 2 || entrants.iter().all(|entrant| entrant.place != 1) {
            return;
        }
        let sides = self.sides(entrants);
        if sides.len() < 2 {
            return;
        }
        let weights = self.meet(&sides);
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = sides
            .iter()
            .map(|side| (&side.strengths[..], MultiTeamOutcome::new(side.name.1.into())))
            .collect();
        let whole = weng_lin_multi_team(&ranked, &config());
        let shared = 2.0 / sides.len() as f64;
        let members = sides.iter().flat_map(|side| &side.members);
        for ((at, after), weight) in members.zip(whole.into_iter().flatten()).zip(weights) {
            self.players[*at as usize].learn(after, weight, shared);
        }
    }

    /// The chance of each side to come first in a match of these sides. Whoever has not played is a beginner.
    ///
    /// The crate's own chances are too careful for large sides. They count all that is not known of the strengths as if it were
    /// luck, and for many sides they add it up, though of two sides that are compared it matters for these alone.
    pub fn chances(&self, sides: &[&[i64]]) -> Vec<f64> {
        let strengths =
            |side: &[i64]| -> Vec<WengLinRating> { side.iter().map(|player| self.strength(*player)).collect() };
        let sides: Vec<Vec<WengLinRating>> = sides.iter().map(|side| strengths(side)).collect();
        let unknown = sides.iter().flatten().map(|one| one.uncertainty.powi(2)).sum::<f64>();
        let spread = 2.0_f64
            .mul_add(LUCK.powi(2), UNKNOWN * 2.0 * unknown / sides.len() as f64)
            .sqrt();
        let weight = |side: &Vec<WengLinRating>| (side.iter().map(|one| one.rating).sum::<f64>() / spread).exp();
        let weights: Vec<f64> = sides.iter().map(weight).collect();
        let all: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / all).collect()
    }

    /// How many points stronger than a beginner a player is.
    pub fn lead(&self, player: i64) -> i32 {
        self.strength(player).rating.round() as i32
    }

    /// The points of a player after each match since their rating means something.
    pub fn course(&self, player: i64) -> &[i32] {
        let at = self.at.get(&player);
        at.map_or(&[], |at| &self.players[*at as usize].course)
    }

    /// The players for whom `shown` holds, the strongest first, and the provisional ones behind all others.
    pub fn ranked(&self, shown: impl Fn(i64) -> bool) -> Vec<Rating> {
        let players = self.players.iter().filter(|player| player.matches > 0);
        let mut players: Vec<&Player> = players.filter(|player| shown(player.id)).collect();
        players.sort_by(|one, other| {
            let provisional = one.provisional().cmp(&other.provisional());
            let stronger = other.strength.rating.total_cmp(&one.strength.rating);
            provisional.then(stronger).then(one.id.cmp(&other.id))
        });
        let mut ranked: Vec<Rating> = Vec::with_capacity(players.len());
        for (above, player) in (0..).zip(players) {
            let points = player.points();
            let level = ranked.last().filter(|last| last.points == points);
            let place = level.and_then(|last| last.place).unwrap_or(above + 1);
            ranked.push(Rating {
                player: player.id,
                points,
                matches: player.matches,
                place: (!player.provisional()).then_some(place),
            });
        }
        ranked
    }

    fn strength(&self, player: i64) -> WengLinRating {
        let at = self.at.get(&player);
        at.map_or_else(beginner, |at| self.players[*at as usize].strength)
    }

    /// The sides of a match. Who is ranked apart from the rest of a side, by leaving the match, stands alone.
    fn sides(&mut self, entrants: &[Entrant]) -> Vec<Side> {
        let mut sides: Vec<Side> = Vec::with_capacity(entrants.len());
        for entrant in entrants {
            let at = self.place(entrant.player);
            let strength = self.players[at as usize].strength;
            let name = (entrant.side, entrant.place);
            match sides.iter_mut().find(|side| side.name == name && name.0.is_some()) {
                Some(side) => {
                    side.members.push(at);
                    side.strengths.push(strength);
                }
                None => sides.push(Side {
                    name,
                    members: vec![at],
                    strengths: vec![strength],
                }),
            }
        }
        sides
    }

    /// Counts the meetings of a match, and says what it weighs for each member of each side.
    fn meet(&mut self, sides: &[Side]) -> Vec<f64> {
        let members = || {
            sides
                .iter()
                .enumerate()
                .flat_map(|(nth, side)| side.members.iter().map(move |at| (nth, *at)))
        };
        for (nth, one) in members() {
            for (_, other) in members().filter(|(other, _)| *other > nth) {
                *self.met.entry((one.min(other), one.max(other))).or_default() += 1;
            }
        }
        let weight = |nth: usize, one: u32| {
            let opponents = members().filter(|(other, _)| *other != nth);
            let (sum, count) = opponents.fold((0.0, 0.0), |(sum, count), (_, other)| {
                let times = self.met.get(&(one.min(other), one.max(other))).copied().unwrap_or(1);
                (sum + fresh(times), count + 1.0)
            });
            sum / count
        };
        members().map(|(nth, one)| weight(nth, one)).collect()
    }

    fn place(&mut self, id: i64) -> u32 {
        let next = self.players.len() as u32;
        let at = *self.at.entry(id).or_insert(next);
        if at == next {
            self.players.push(Player {
                id,
                strength: beginner(),
                weight: 0.0,
                matches: 0,
                course: Vec::new(),
            });
        }
        at
    }
}

impl Player {
    /// Goes a part of the way to what a whole match would have told.
    fn learn(&mut self, whole: WengLinRating, weight: f64, shared: f64) {
        let part = weight * shared;
        let between = |before: f64, after: f64| before + part * (after - before);
        let before = self.strength;
        let variance = between(before.uncertainty.powi(2), whole.uncertainty.powi(2));
        self.strength = WengLinRating {
            rating: between(before.rating, whole.rating),
            uncertainty: variance.sqrt(),
        };
        self.weight += weight;
        self.matches += 1;
        if !self.provisional() {
            self.course.push(self.points());
        }
    }

    fn points(&self) -> i32 {
        (START + self.strength.rating).round() as i32
    }

    fn provisional(&self) -> bool {
        self.weight < ENOUGH
    }
}

/// What the `times`-th meeting of two people counts.
fn fresh(times: u32) -> f64 {
    f64::from(times).powi(-3).max(LEAST)
}

fn beginner() -> WengLinRating {
    WengLinRating {
        rating: 0.0,
        uncertainty: SPREAD,
    }
}

fn config() -> WengLinConfig {
    WengLinConfig {
        beta: LUCK,
        uncertainty_tolerance: 0.000_001,
    }
}

#[cfg(test)]
mod tests;
