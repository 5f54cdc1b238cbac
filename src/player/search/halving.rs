//! Which choice does best over many imagined games (sequential halving).
//!
//! All choices are tried in the same imagined games with the same luck, so none looks better only because its dice were
//! better. A first look at each choice says which ones are looked into. Every round plays these out in the [`Tree`] for as
//! many positions as every other round, and drops the worse half.

use super::tree::{Tree, play_to_score};
use crate::games::{Sights, World};
use crate::player::luck::Luck;
use crate::player::value::{Scale, score};
use crate::rules::{Effort, Seat, Source};

/// How many choices are looked into after the first look.
const LOOKED_INTO: usize = 16;

/// The share of the effort that the first look may take, in percent, and in how many imagined games it is taken at most.
const FIRST_LOOK: u32 = 20;
const FIRST_WORLDS: u32 = 24;

/// In how many imagined games the first look finds out where scores usually lie.
const MEASURED: u32 = 3;

/// What is known of a choice.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    total: f32,
    times: f32,
    /// The average before the last rounds, which looked less far.
    before: f32,
}

impl Tried {
    fn mean(&self) -> f32 {
        // The first looks count as one try more: they are the only ones that a dropped choice has.
        (self.total + self.before) / (self.times + 1.0)
    }
}

/// A search among the choices of `seat` with these keys, in games that `imagine` deals.
pub(super) struct Halving<'s> {
    pub(super) seat: Seat,
    pub(super) seats: u8,
    pub(super) keys: &'s [u64],
    pub(super) imagine: &'s dyn Fn(&mut Luck) -> Box<dyn World>,
    pub(super) effort: Effort,
}

impl Halving<'_> {
    /// The values of the choices, between 0 and 1.
    pub(super) fn search(&self, source: &mut dyn Source) -> Vec<f32> {
        let (mut tried, mut tree) = self.look(source);
        let mut left: Vec<usize> = (0..self.keys.len()).collect();
        let by_mean = |tried: &[Tried], left: &mut Vec<usize>| {
            left.sort_by(|one, other| tried[*other].mean().total_cmp(&tried[*one].mean()).then(one.cmp(other)));
        };
        by_mean(&tried, &mut left);
        left.truncate(LOOKED_INTO);
        let rounds = usize::BITS - (left.len().max(2) - 1).leading_zeros();
        let each = self.effort.nodes.saturating_sub(tree.spent) / rounds;
        for _ in 0..rounds {
            let until = (tree.spent + each).min(self.effort.nodes);
            while tree.spent < until {
                self.play(&left, &mut tree, &mut tried, source);
            }
            by_mean(&tried, &mut left);
            left.truncate(left.len().div_ceil(2));
            if left.len() < 2 {
                break;
            }
        }
        // What was dropped is not better than what was kept.
        let best = left.first().map_or(0.0, |best| tried[*best].mean());
        let value = |(number, tried): (usize, &Tried)| match left.contains(&number) {
            true => tried.mean(),
            false => tried.mean().min(best - 1e-6),
        };
        tried.iter().enumerate().map(value).collect()
    }

    /// The trees after a first look at the choices, which knows where scores usually lie.
    pub(super) fn planted(&self, source: &mut dyn Source) -> Tree {
        self.look(source).1
    }

    /// An imagined game with the same choices, and the luck that goes with it.
    fn world(&self, source: &mut dyn Source) -> (Box<dyn World>, Luck) {
        let mut luck = Luck::draw(source);
        let mut world = (self.imagine)(&mut luck);
        world.list(self.seat, &mut Vec::new());
        (world, Luck::draw(source))
    }

    /// The first look: the scores right after each choice.
    fn look(&self, source: &mut dyn Source) -> (Vec<Tried>, Tree) {
        let count = self.keys.len();
        let mut scores: Vec<Vec<Option<i64>>> = Vec::new();
        let mut samples: Vec<Vec<i64>> = vec![Vec::new(); self.seats.into()];
        let (mut at_once, mut spent) = (true, 0);
        for nth in 0..FIRST_WORLDS {
            let before = spent;
            let (world, luck) = self.world(source);
            let mut of_world = Vec::with_capacity(count);
            for number in 0..count {
                let (mut luck, mut sights) = (luck, Sights::new(self.seats));
                let own = world.after(self.seat, number, &mut sights).map(|mut world| {
                    at_once &= world.evaluate(self.seat).is_some();
                    let own = play_to_score(&mut *world, self.seat, &mut luck, &mut spent);
                    if nth < MEASURED {
                        let seats = (0..self.seats).map(Seat);
                        seats.for_each(|seat| samples[seat.index()].extend(score(&*world, seat)));
                    }
                    own
                });
                of_world.push(own.flatten());
            }
            scores.push(of_world);
            let each = spent - before;
            if spent + each > self.effort.nodes / 100 * FIRST_LOOK {
                break;
            }
        }
        let scales: Vec<Scale> = samples.iter_mut().map(|scores| Scale::of(scores)).collect();
        let own = scales[self.seat.index()];
        let mut tried = vec![Tried::default(); count];
        for of_world in &scores {
            for (tried, score) in tried.iter_mut().zip(of_world) {
                tried.before += score.map_or(0.0, |score| own.place(score)) / scores.len() as f32;
            }
        }
        (tried, Tree::new(self.seat, self.seats, scales, at_once, spent))
    }

    /// Plays all choices that are left in one imagined game.
    fn play(&self, left: &[usize], tree: &mut Tree, tried: &mut [Tried], source: &mut dyn Source) {
        let (world, luck) = self.world(source);
        for number in left {
            let mut sights = Sights::new(self.seats);
            if let Some(world) = world.after(self.seat, *number, &mut sights) {
                let value = tree.play(world, luck, sights);
                tried[*number].total += value;
                tried[*number].times += 1.0;
            }
            tree.spent += 1;
        }
    }
}
