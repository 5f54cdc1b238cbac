//! Made-up people of known strength, and how well their ratings tell it.
//!
//! Strengths follow the bell curve. Who comes first is drawn: a strength of 400 points more comes first ten times of eleven.
//! Everybody plays as often as anybody, against others drawn anew for each match. People are not as regular as that; so the
//! check says that the computing is right, and not how real people will do.

use chacha20::ChaCha8Rng;
use rand::rand_core::{Rng, SeedableRng};

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

/// How good the ratings were.
pub(super) struct Checked {
    pub(super) orders: Vec<Order>,
    pub(super) tenths: Vec<Tenth>,
    /// How many lobbies of a hundred have sides whose chances are within two of a hundred of one half.
    pub(super) even: f64,
}

/// How many pairs of a hundred are in the right order after ten matches each.
pub(super) struct Order {
    pub(super) seats: usize,
    pub(super) right: f64,
}

/// The mean chance told before a tenth of the matches, and how often it happened, of a hundred.
pub(super) struct Tenth {
    pub(super) told: f64,
    pub(super) happened: f64,
}

/// By how much the chances of the worst tenth are off.
pub(super) fn off(tenths: &[Tenth]) -> f64 {
    let off = tenths.iter().map(|tenth| (tenth.told - tenth.happened).abs());
    off.fold(0.0, f64::max)
}

/// Lets people play whose strengths spread by so many points.
pub(super) fn check(seed: u64, spread: f64) -> Checked {
    let orders = [2, 4].into_iter().map(|seats| Order {
        seats,
        right: World::new(seed, spread).order(seats),
    });
    Checked {
        orders: orders.collect(),
        tenths: World::new(seed, spread).tenths(),
        even: World::new(seed, spread).even(),
    }
}

struct World {
    luck: ChaCha8Rng,
    strengths: Vec<f64>,
    ratings: Ratings,
}

impl World {
    fn new(seed: u64, spread: f64) -> World {
        let mut world = World {
            luck: ChaCha8Rng::seed_from_u64(seed),
            strengths: Vec::new(),
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

    /// A match: everybody shows their strength and their luck, and the places follow.
    fn play(&mut self, people: &[usize]) -> Vec<Entrant> {
        let shown: Vec<f64> = people
            .iter()
            .map(|person| self.strengths[*person] / SCALE - (-self.fraction().ln()).ln())
            .collect();
        let place = |own: f64| 1 + shown.iter().filter(|other| **other > own).count() as u8;
        let entrants = people.iter().zip(&shown).map(|(person, own)| Entrant {
            player: *person as i64,
            place: place(*own),
            side: None,
        });
        entrants.collect()
    }

    /// Lets everybody play as often as the order is looked at after.
    fn play_each(&mut self, seats: usize) {
        for _ in 0..EACH {
            for people in self.shuffled().chunks_exact(seats) {
                let entrants = self.play(people);
                self.ratings.add(&entrants);
            }
        }
    }

    /// Makes the sides of lobbies even in which the first half sits on one side.
    fn even(mut self) -> f64 {
        self.play_each(2);
        let (mut lobbies, mut even) = (0_u32, 0_u32);
        while lobbies < LOBBIES as u32 {
            for people in self.shuffled().chunks_exact(LOBBY) {
                let member = |(at, person): (usize, &usize)| Member {
                    strength: self.ratings.lead(*person as i64),
                    side: u8::from(at >= LOBBY / 2),
                };
                let sides = even_sides(&people.iter().enumerate().map(member).collect::<Vec<_>>());
                let on = |side: u8| -> Vec<i64> {
                    let people = people.iter().zip(&sides).filter(|(_, own)| **own == side);
                    people.map(|(person, _)| *person as i64).collect()
                };
                let chance = self.ratings.chance(&on(0), &on(1));
                even += u32::from(on(0).len() == LOBBY / 2 && (chance - 0.5).abs() <= 0.02);
                lobbies += 1;
            }
        }
        100.0 * f64::from(even) / f64::from(lobbies)
    }

    fn order(mut self, seats: usize) -> f64 {
        self.play_each(seats);
        // By the points that people see, the provisional ones among them.
        let ranked = self.ratings.ranked(|_| true);
        let (mut right, mut pairs) = (0_u32, 0_u32);
        for (at, one) in ranked.iter().enumerate() {
            for other in &ranked[at + 1..] {
                let strength = |player: i64| self.strengths[player as usize];
                let known = strength(one.player) > strength(other.player);
                right += u32::from(known == (one.points > other.points));
                pairs += 1;
            }
        }
        100.0 * f64::from(right) / f64::from(pairs)
    }

    fn tenths(mut self) -> Vec<Tenth> {
        let mut told: Vec<(f64, bool)> = Vec::with_capacity(TOLD);
        while told.len() < TOLD {
            for people in self.shuffled().chunks_exact(2) {
                let (one, other) = (people[0] as i64, people[1] as i64);
                let chance = self.ratings.chance(&[one], &[other]);
                let entrants = self.play(people);
                told.push((chance, entrants[0].place == 1));
                self.ratings.add(&entrants);
            }
        }
        told.sort_by(|one, other| one.0.total_cmp(&other.0));
        let tenth = |tenth: &[(f64, bool)]| {
            let all = tenth.len() as f64;
            let happened = tenth.iter().filter(|(_, happened)| *happened).count();
            Tenth {
                told: 100.0 * tenth.iter().map(|(chance, _)| chance).sum::<f64>() / all,
                happened: 100.0 * happened as f64 / all,
            }
        };
        told.chunks(TOLD / 10).map(tenth).collect()
    }
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
        let tenths = World::new(1, 140.0).tenths();
        assert_eq!(tenths.len(), 10);
        assert!(off(&tenths) <= 2.0, "{}", off(&tenths));
    }

    #[test]
    fn sides_of_sixteen_are_even_within_two_of_a_hundred() {
        let even = World::new(1, 140.0).even();
        assert!(even >= 95.0, "{even} %");
    }
}
