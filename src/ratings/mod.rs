//! Ratings: how strong the players of one game in one server are, as a pure function of the results there.
//!
//! The method is Weng and Lin's for any number of seats and for teams (crate `skillratings`). What this room adds:
//!
//! - Two people who meet again and again tell less each time: the k-th meeting of a pair counts 1/k³, though never less than
//!   a thousandth. A match counts for a player with the mean over the player's opponents. So twenty wins against the
//!   same person are worth less than a tenth of one win against each of twenty people.
//! - A match of n sides holds n − 1 comparisons for each of them, which share one piece of luck. Together these count as
//!   2(n − 1)/n comparisons.
//! - A side wins and loses together, with whoever left it: otherwise one of a losing side could leave, and the rest would gain for
//!   not being last. Who left a side that is not last is rated as if they had come last alone, and nobody gains by that.
//! - Computer players of a level are one player, who is rated against people only. Nobody's rating changes by a match with them, so
//!   nobody can gain points from them.
//! - A rating is provisional until the weights of a player's matches come to [`ENOUGH`].
//!
//! Players are numbers that mean nothing here, so whoever is forgotten elsewhere stays the same player. The same results in the
//! same order give the same ratings to the last bit: nothing here depends on time, chance or the order of a hash map.

mod sides;

use std::collections::{BTreeMap, BTreeSet, HashMap};

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
/// The information that the matches must have brought before they weigh as much as the guess that a lead tells what it should, and
/// that its square tells nothing beside it.
const GUESS: [f64; 2] = [25.0, 100.0];
/// As much information counts at most. So the latest matches weigh most: how far points lie apart changes while people get known.
/// The bend of the line changes less, so that more matches count.
const LATELY: [f64; 2] = [100.0, 1000.0];
/// A point tells at most so many times as much, or as little, as it should.
const FAR: f64 = 4.0;
/// From this lead on the line is straight.
const LONG: f64 = 4.0;
/// Less than this share no meeting counts.
const LEAST: f64 = 1.0 / 1000.0;
/// A rating means something when the weights of its matches come to as much: after five matches, each against new people.
pub const ENOUGH: f64 = 5.0;

/// The number of the computer players of a level. No number of a person is below 0.
pub const fn computer(level: u8) -> i64 {
    -(level as i64)
}

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
    scale: Scale,
    /// Where each player stands in `players`.
    at: HashMap<i64, u32>,
    /// How often two have met, the earlier player first.
    met: HashMap<(u32, u32), u32>,
}

/// How much points tell in this game. Where luck decides more than elsewhere, or people are much alike, points lie further apart
/// than they should, and closer where people differ much. And in some games who is far behind hardly ever wins, in others now
/// and then. So the chances that are told are held against what happens.
#[derive(Clone)]
struct Scale {
    /// What a lead tells, and what its square tells beside it.
    tells: [f64; 2],
    /// What the matches have told of each.
    information: [f64; 2],
}

impl Default for Scale {
    fn default() -> Scale {
        Scale {
            tells: [1.0, 0.0],
            information: GUESS,
        }
    }
}

/// A lead, and its square with the sign of the lead.
fn features(lead: f64) -> [f64; 2] {
    [lead, lead * lead.abs().min(LONG)]
}

impl Scale {
    /// The chance of each side, from how far its points lead.
    fn chances(&self, leads: &[f64]) -> Vec<f64> {
        let told = |lead: f64| {
            let told = features(lead).into_iter().zip(self.tells);
            told.map(|(feature, tells)| feature * tells).sum::<f64>()
        };
        let told: Vec<f64> = leads.iter().map(|lead| told(*lead)).collect();
        // Only differences matter. So no power is too large for a number.
        let most = told.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = told.into_iter().map(|told| (told - most).exp()).collect();
        let all: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / all).collect()
    }

    /// Takes a step towards that with which it would have been likelier that these sides came `first`. It is a step of Newton's
    /// method for the latest matches, in one direction after the other.
    fn learn(&mut self, leads: &[f64], first: &[bool]) {
        let chances = self.chances(leads);
        let firsts = first.iter().filter(|first| **first).count() as f64;
        for (nth, (tells, information)) in self.tells.iter_mut().zip(&mut self.information).enumerate() {
            let seen = leads.iter().map(|lead| features(*lead)[nth]);
            let sides = || seen.clone().zip(&chances);
            let expected: f64 = sides().map(|(seen, chance)| chance * seen).sum();
            *information += sides()
                .map(|(seen, chance)| chance * (seen - expected).powi(2))
                .sum::<f64>();
            *information = information.min(LATELY[nth]);
            let came = seen.clone().zip(first).filter(|(_, first)| **first);
            *tells += (came.map(|(seen, _)| seen).sum::<f64>() / firsts - expected) / *information;
        }
        let [lead, square] = &mut self.tells;
        *lead = lead.clamp(1.0 / FAR, FAR);
        // So the line rises everywhere: at least half as fast as without a bend.
        *square = square.clamp(-*lead / (4.0 * LONG), *lead);
    }
}

/// Those who win and lose together.
struct Side {
    name: Option<u8>,
    /// That of whoever stayed to the end.
    place: u8,
    members: Vec<u32>,
    strengths: Vec<WengLinRating>,
    /// Who of them left the match, and so has a place behind the rest.
    left: Vec<bool>,
}

impl Ratings {
    /// Adds a match. Matches are added in the order in which they ended, and the entrants in the order of their seats.
    pub fn add(&mut self, entrants: &[Entrant]) {
        let people = entrants.iter().filter(|entrant| entrant.player >= 0).count();
        if entrants.len() < 2 || people == 0 || entrants.iter().all(|entrant| entrant.place != 1) {
            return;
        }
        let sides = self.sides(entrants);
        if sides.len() < 2 {
            return;
        }
        if people < entrants.len() {
            self.rate_computers(&sides);
            return;
        }
        let weights = self.meet(&sides);
        let last = sides.iter().map(|side| side.place).max().unwrap_or_default();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = sides
            .iter()
            .map(|side| (&side.strengths[..], MultiTeamOutcome::new(side.place.into())))
            .collect();
        let leads = leads(ranked.iter().map(|(side, _)| *side));
        let first: Vec<bool> = sides.iter().map(|side| side.place == 1).collect();
        self.scale.learn(&leads, &first);
        let mut whole = weng_lin_multi_team(&ranked, &config());
        let shared = 2.0 / sides.len() as f64;
        for (nth, side) in sides.iter().enumerate() {
            let is_last = sides.iter().filter(|other| other.place >= side.place).count() == 1;
            for at in (0..side.members.len()).filter(|at| side.left[*at] && !is_last) {
                let mut alone = ranked.clone();
                alone[nth] = (&side.strengths[at..=at], MultiTeamOutcome::new(usize::from(last) + 1));
                whole[nth][at] = weng_lin_multi_team(&alone, &config())[nth][0];
            }
        }
        let members = sides.iter().flat_map(|side| &side.members);
        for ((at, after), weight) in members.zip(whole.into_iter().flatten()).zip(weights) {
            self.players[*at as usize].learn(after, weight, shared);
        }
    }

    /// Rates the computer players of a match by the sides with people that they met. Each level is rated once, by the mean of its
    /// seats.
    fn rate_computers(&mut self, sides: &[Side]) {
        let people = |side: &Side| -> Vec<u32> {
            let members = side.members.iter().copied();
            members.filter(|at| !self.players[*at as usize].is_computer()).collect()
        };
        let team = |side: &'_ Side| (side.strengths.clone(), MultiTeamOutcome::new(side.place.into()));
        let mut seats: BTreeMap<u32, Vec<(WengLinRating, Vec<u32>, f64)>> = BTreeMap::new();
        for (nth, side) in sides.iter().enumerate() {
            let others = sides.iter().enumerate().filter(|(other, _)| *other != nth);
            let met: Vec<&Side> = others
                .map(|(_, other)| other)
                .filter(|other| !people(other).is_empty())
                .collect();
            if met.is_empty() {
                continue;
            }
            let teams: Vec<_> = [side].into_iter().chain(met.iter().copied()).map(team).collect();
            let ranked: Vec<_> = teams.iter().map(|(members, place)| (&members[..], *place)).collect();
            let after = weng_lin_multi_team(&ranked, &config())
                .into_iter()
                .next()
                .unwrap_or_default();
            for (at, after) in side.members.iter().zip(after) {
                if self.players[*at as usize].is_computer() {
                    let opponents = met.iter().flat_map(|other| people(other)).collect();
                    let seat = (after, opponents, 2.0 / teams.len() as f64);
                    seats.entry(*at).or_default().push(seat);
                }
            }
        }
        for (at, seats) in seats {
            let opponents: BTreeSet<u32> = seats.iter().flat_map(|(_, opponents, _)| opponents).copied().collect();
            let fresh = |other: &u32| {
                let met = self.met.entry((at.min(*other), at.max(*other))).or_default();
                *met += 1;
                fresh(*met)
            };
            let weight = opponents.iter().map(fresh).sum::<f64>() / opponents.len() as f64;
            let mean =
                |of: fn(&(WengLinRating, Vec<u32>, f64)) -> f64| seats.iter().map(of).sum::<f64>() / seats.len() as f64;
            let after = WengLinRating {
                rating: mean(|(after, ..)| after.rating),
                uncertainty: mean(|(after, ..)| after.uncertainty.powi(2)).sqrt(),
            };
            let shared = mean(|(.., shared)| *shared);
            self.players[at as usize].learn(after, weight, shared);
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
        self.scale.chances(&leads(sides.iter().map(Vec::as_slice)))
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

    /// The sides of a match.
    fn sides(&mut self, entrants: &[Entrant]) -> Vec<Side> {
        let mut sides: Vec<Side> = Vec::with_capacity(entrants.len());
        let own = |entrant: &Entrant| {
            let partner = |other: &&Entrant| entrant.side.is_some() && other.side == entrant.side;
            let partners = entrants.iter().filter(partner).map(|other| other.place);
            partners.min().unwrap_or(entrant.place)
        };
        for entrant in entrants {
            let at = self.place(entrant.player);
            let strength = self.players[at as usize].strength;
            let (name, place) = (entrant.side, own(entrant));
            let known = sides.iter().position(|side| side.name == name && name.is_some());
            let nth = known.unwrap_or(sides.len());
            if known.is_none() {
                sides.push(Side {
                    name,
                    place,
                    members: Vec::new(),
                    strengths: Vec::new(),
                    left: Vec::new(),
                });
            }
            let side = &mut sides[nth];
            side.members.push(at);
            side.strengths.push(strength);
            side.left.push(entrant.place != place);
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
            for (_, other) in members().filter(|(side, _)| *side > nth) {
                *self.met.entry((one.min(other), one.max(other))).or_default() += 1;
            }
        }
        let weight = |nth: usize, one: u32| {
            let opponents = members().filter(|(side, _)| *side != nth);
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

    fn is_computer(&self) -> bool {
        self.id < 0
    }

    fn provisional(&self) -> bool {
        self.weight < ENOUGH
    }
}

/// What the `times`-th meeting of two people counts.
fn fresh(times: u32) -> f64 {
    f64::from(times).powi(-3).max(LEAST)
}

/// How far the points of each side lead before the mean of all sides, in the unit in which one more makes the chance 2.7 times as
/// great as before.
fn leads<'s>(sides: impl ExactSizeIterator<Item = &'s [WengLinRating]> + Clone) -> Vec<f64> {
    let all = sides.clone().flatten();
    let unknown = all.map(|one| one.uncertainty.powi(2)).sum::<f64>();
    let spread = 2.0_f64
        .mul_add(LUCK.powi(2), UNKNOWN * 2.0 * unknown / sides.len() as f64)
        .sqrt();
    let lead = |side: &[WengLinRating]| side.iter().map(|one| one.rating).sum::<f64>() / spread;
    let leads: Vec<f64> = sides.map(lead).collect();
    let mean = leads.iter().sum::<f64>() / leads.len() as f64;
    leads.into_iter().map(|lead| lead - mean).collect()
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
