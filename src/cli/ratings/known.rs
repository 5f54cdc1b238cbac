//! People of known strength, and how well their ratings tell it.
//!
//! The strengths of made-up people follow the bell curve. Who comes first is drawn: a strength of 400 points more comes first
//! ten times of eleven. Everybody plays as often as anybody, against others drawn anew for each match. People are not as regular as
//! that; so the check says that the computing is right, and not how real people will do.
//!
//! Computer players are less regular: how often one of them beats another was [played out](Played), game by game, and follows no
//! formula.

use chacha20::ChaCha8Rng;
use rand::rand_core::{Rng, SeedableRng};

use super::played::Played;
use crate::ratings::{Entrant, Member, Ratings, even_sides};

const PEOPLE: usize = 1000;
/// After as many matches each the order is looked at.
const EACH: usize = 10;
/// The matches whose chances are told before.
const TOLD: usize = 100_000;
/// The lobbies whose sides are made even, and how many people there are in each.
const LOBBIES: usize = 10_000;
const LOBBY: usize = 32;
/// One of these is the chance of whoever is 400 points stronger.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The matches whose chances are told: how many sides, and how many people on each.
const MATCHES: [(usize, usize); 3] = [(2, 1), (4, 1), (2, 3)];

/// How good the ratings were.
pub(super) struct Checked {
    pub(super) orders: Vec<Order>,
    pub(super) chances: Vec<Chances>,
    /// Only of made-up people.
    pub(super) even: Option<Even>,
}

/// How many lobbies of a hundred have sides whose chances are within two of a hundred of one half.
pub(super) struct Even {
    /// By the ratings, which are all that is known when the sides are made.
    pub(super) told: f64,
    /// By the strengths, which nobody knows.
    pub(super) known: f64,
}

/// The chances of all sides of such matches to come first, and what happened.
pub(super) struct Chances {
    pub(super) sides: usize,
    /// How many play on a side.
    pub(super) members: usize,
    pub(super) tenths: Vec<Tenth>,
}

/// How many pairs of a hundred are in the right order after ten matches each.
pub(super) struct Order {
    pub(super) seats: usize,
    pub(super) right: f64,
    /// How many whoever knew all chances, and how strong each opponent was, would put in the right order by the same matches. No rating
    /// knows as much.
    pub(super) most: Option<f64>,
}

/// The mean chance told before a tenth of the matches, and how often it happened, of a hundred.
pub(super) struct Tenth {
    pub(super) told: f64,
    pub(super) happened: f64,
}

impl Chances {
    /// By how much the chances of the worst tenth are off.
    pub(super) fn off(&self) -> f64 {
        let off = self.tenths.iter().map(|tenth| (tenth.told - tenth.happened).abs());
        off.fold(0.0, f64::max)
    }
}

/// Lets people play whose strengths spread by so many points.
pub(super) fn check(seed: u64, spread: f64) -> Checked {
    let orders = [2, 4].into_iter().map(|seats| Order {
        seats,
        right: World::new(seed, spread).order(seats),
        most: None,
    });
    Checked {
        orders: orders.collect(),
        chances: MATCHES.map(|matches| World::new(seed, spread).chances(matches)).into(),
        even: Some(World::new(seed, spread).even()),
    }
}

/// Lets people play each of whom plays as one of these computer players does, at tables of two.
pub(super) fn check_played(seed: u64, played: &Played) -> Checked {
    let order = Order {
        seats: 2,
        right: World::of_players(seed, played).order(2),
        most: Some(World::of_players(seed, played).most(played)),
    };
    Checked {
        orders: vec![order],
        chances: vec![World::of_players(seed, played).chances(MATCHES[0])],
        even: None,
    }
}

struct World<'p> {
    luck: ChaCha8Rng,
    strengths: Vec<f64>,
    /// Where strengths are the numbers of computer players, the weakest first.
    played: Option<&'p Played>,
    ratings: Ratings,
}

impl<'p> World<'p> {
    /// As many people play as each of the players.
    fn of_players(seed: u64, played: &'p Played) -> World<'p> {
        World {
            luck: ChaCha8Rng::seed_from_u64(seed),
            strengths: (0..PEOPLE).map(|person| (person % played.players()) as f64).collect(),
            played: Some(played),
            ratings: Ratings::default(),
        }
    }

    fn new(seed: u64, spread: f64) -> World<'p> {
        let mut world = World {
            luck: ChaCha8Rng::seed_from_u64(seed),
            strengths: Vec::new(),
            played: None,
            ratings: Ratings::default(),
        };
        // The sum of twelve even draws is close to the bell curve of spread 1.
        let bell = |world: &mut World| (0..12).map(|_| world.fraction()).sum::<f64>() - 6.0;
        for _ in 0..PEOPLE {
            let strength = bell(&mut world) * spread;
            world.strengths.push(strength);
        }
        world
    }

    /// Between 0 and 1, and neither.
    fn fraction(&mut self) -> f64 {
        ((self.luck.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    /// Everybody in an order drawn anew.
    fn shuffled(&mut self) -> Vec<usize> {
        let mut people: Vec<(u64, usize)> = (0..PEOPLE).map(|person| (self.luck.next_u64(), person)).collect();
        people.sort_unstable();
        people.into_iter().map(|(_, person)| person).collect()
    }

    /// A match of sides of so many people: every side shows the strengths of its members and its luck, and the places follow.
    fn play(&mut self, people: &[usize], members: usize) -> Vec<Entrant> {
        let shown: Vec<f64> = match (self.played, people) {
            (Some(played), [one, other]) => {
                let chance = played.chance([one, other].map(|person| self.strengths[*person] as usize));
                vec![chance, self.fraction()]
            }
            _ => people
                .chunks_exact(members)
                .map(|side| self.strength(side) / SCALE - (-self.fraction().ln()).ln())
                .collect(),
        };
        let place = |own: f64| 1 + shown.iter().filter(|other| **other > own).count() as u8;
        let entrants = people.iter().enumerate().map(|(at, person)| Entrant {
            player: *person as i64,
            place: place(shown[at / members]),
            side: (members > 1).then_some((at / members) as u8),
        });
        entrants.collect()
    }

    /// The strength of people together.
    fn strength(&self, people: &[usize]) -> f64 {
        people.iter().map(|person| self.strengths[*person]).sum()
    }

    /// Lets everybody play as often as the order is looked at after.
    fn play_each(&mut self, seats: usize) {
        for _ in 0..EACH {
            for people in self.shuffled().chunks_exact(seats) {
                let entrants = self.play(people, 1);
                self.ratings.add(&entrants);
            }
        }
    }

    /// Makes the sides of lobbies even in which the first half sits on one side.
    fn even(mut self) -> Even {
        self.play_each(2);
        let (mut lobbies, mut told, mut known) = (0_u32, 0_u32, 0_u32);
        while lobbies < LOBBIES as u32 {
            for people in self.shuffled().chunks_exact(LOBBY) {
                let member = |(at, person): (usize, &usize)| Member {
                    strength: self.ratings.lead(*person as i64),
                    side: u8::from(at >= LOBBY / 2),
                };
                let sides = even_sides(&people.iter().enumerate().map(member).collect::<Vec<_>>());
                let on = |side: u8| -> Vec<usize> {
                    let people = people.iter().zip(&sides).filter(|(_, own)| **own == side);
                    people.map(|(person, _)| *person).collect()
                };
                let (one, other) = (on(0), on(1));
                let even = |chance: f64| u32::from(one.len() == LOBBY / 2 && (chance - 0.5).abs() <= 0.02);
                told += even(self.ratings.chances(&[&players(&one), &players(&other)])[0]);
                let ahead = (self.strength(&one) - self.strength(&other)) / SCALE;
                known += even(1.0 / (1.0 + (-ahead).exp()));
                lobbies += 1;
            }
        }
        let share = |even: u32| 100.0 * f64::from(even) / f64::from(lobbies);
        Even {
            told: share(told),
            known: share(known),
        }
    }

    fn order(mut self, seats: usize) -> f64 {
        self.play_each(seats);
        // By the points that people see, the provisional ones among them.
        let ranked = self.ratings.ranked(|_| true);
        let (mut right, mut pairs) = (0_u32, 0_u32);
        for (at, one) in ranked.iter().enumerate() {
            for other in &ranked[at + 1..] {
                let strength = |player: i64| self.strengths[player as usize];
                let (one_is, other_is) = (strength(one.player), strength(other.player));
                if one_is != other_is {
                    right += u32::from((one_is > other_is) == (one.points > other.points));
                    pairs += 1;
                }
            }
        }
        100.0 * f64::from(right) / f64::from(pairs)
    }

    /// See [`Order::most`].
    fn most(mut self, played: &Played) -> f64 {
        let players = played.players();
        // By Bayes' rule, with every player as likely as any other before the first match.
        let mut likely = vec![vec![1.0 / players as f64; players]; PEOPLE];
        for _ in 0..EACH {
            for people in self.shuffled().chunks_exact(2) {
                let entrants = self.play(people, 1);
                for (own, other) in [(0, 1), (1, 0)] {
                    let opponent = self.strengths[people[other]] as usize;
                    let likely = &mut likely[people[own]];
                    for (player, likely) in likely.iter_mut().enumerate() {
                        let chance = played.chance([player, opponent]);
                        *likely *= if entrants[own].place == 1 { chance } else { 1.0 - chance };
                    }
                    let all: f64 = likely.iter().sum();
                    likely.iter_mut().for_each(|likely| *likely /= all);
                }
            }
        }
        let (mut right, mut pairs) = (0.0, 0_u32);
        for (one, of_one) in likely.iter().enumerate() {
            for (other, of_other) in likely.iter().enumerate().skip(one + 1) {
                let (is, other_is) = (self.strengths[one], self.strengths[other]);
                if is != other_is {
                    let better = stronger(of_one, of_other) - stronger(of_other, of_one);
                    right += if better == 0.0 {
                        0.5
                    } else {
                        f64::from(u8::from((better > 0.0) == (is > other_is)))
                    };
                    pairs += 1;
                }
            }
        }
        100.0 * right / f64::from(pairs)
    }

    fn chances(mut self, (sides, members): (usize, usize)) -> Chances {
        let mut told: Vec<(f64, bool)> = Vec::with_capacity(sides * TOLD);
        while told.len() < sides * TOLD {
            for people in self.shuffled().chunks_exact(sides * members) {
                let ids = players(people);
                let named: Vec<&[i64]> = ids.chunks_exact(members).collect();
                let chances = self.ratings.chances(&named);
                let entrants = self.play(people, members);
                let firsts = entrants.chunks_exact(members).map(|side| side[0].place == 1);
                told.extend(chances.into_iter().zip(firsts));
                self.ratings.add(&entrants);
            }
        }
        let tenth = |tenth: &[(f64, bool)]| {
            let all = tenth.len() as f64;
            let happened = tenth.iter().filter(|(_, happened)| *happened).count();
            Tenth {
                told: 100.0 * tenth.iter().map(|(chance, _)| chance).sum::<f64>() / all,
                happened: 100.0 * happened as f64 / all,
            }
        };
        told.truncate(sides * TOLD);
        told.sort_by(|one, other| one.0.total_cmp(&other.0));
        Chances {
            sides,
            members,
            tenths: told.chunks(sides * TOLD / 10).map(tenth).collect(),
        }
    }
}

/// The chance that somebody is stronger than somebody else, of whom it is known how likely they are each of the players.
fn stronger(one: &[f64], other: &[f64]) -> f64 {
    let weaker = |player: usize| other[..player].iter().sum::<f64>();
    one.iter()
        .enumerate()
        .map(|(player, likely)| likely * weaker(player))
        .sum()
}

/// People as the ratings know them.
fn players(people: &[usize]) -> Vec<i64> {
    people.iter().map(|person| *person as i64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_ten_matches_three_of_four_pairs_are_in_the_right_order() {
        for seats in [2, 4] {
            let right = World::new(1, 140.0).order(seats);
            assert!(right >= 75.0, "{seats} seats: {right} %");
        }
    }

    #[test]
    fn chances_are_what_happens_within_two_of_a_hundred() {
        for matches in MATCHES {
            let chances = World::new(1, 140.0).chances(matches);
            assert_eq!(chances.tenths.len(), 10);
            assert!(chances.off() <= 2.0, "{matches:?}: {}", chances.off());
        }
    }

    /// What `whistle arena --players 1,2,3,4,5,6 --json` said of computer players on 2026-11-29: by the first player of each two, the
    /// share of each stronger one. First whole matches of Dominoes (`--matches`, 200 each), then BINMAT (`--games 400`).
    const SHARES: [[&[f64]; 5]; 2] = [
        [
            &[0.375, 0.265, 0.135, 0.11, 0.04],
            &[0.39, 0.28, 0.12, 0.055],
            &[0.355, 0.15, 0.075],
            &[0.33, 0.225],
            &[0.34],
        ],
        [
            &[0.385, 0.1625, 0.0475, 0.015, 0.0025],
            &[0.3275, 0.155, 0.0325, 0.005],
            &[0.3425, 0.14, 0.055],
            &[0.27, 0.1875],
            &[0.29],
        ],
    ];

    #[test]
    fn levels_of_computer_players_are_told_apart_as_far_as_they_are() {
        for shares in SHARES {
            let contests = shares.iter().enumerate().flat_map(|(one, shares)| {
                let other = (one + 1..).zip(*shares);
                other.map(move |(other, share)| format!(r#"{{"players":["{one}","{other}"],"share":{share}}}"#))
            });
            let contests: Vec<String> = contests.collect();
            let report = format!(r#"{{"contests":[{}]}}"#, contests.join(","));
            let checked = check_played(1, &Played::read(&report).unwrap());
            let (order, off) = (&checked.orders[0], checked.chances[0].off());
            let (right, most) = (order.right, order.most.unwrap());
            assert!(right >= 75.0 && off <= 2.0, "{right} %, {off} off: {shares:?}");
            assert!(right < most && most < right + 6.0, "{right} of {most} %: {shares:?}");
        }
    }

    #[test]
    fn sides_of_sixteen_are_even_within_two_of_a_hundred() {
        let even = World::new(1, 140.0).even();
        assert!(even.told >= 95.0, "{} %", even.told);
        // What is not known yet of sixteen people weighs more than what sides can be made even by.
        assert!(even.known < even.told, "{} %", even.known);
    }
}
