//! Two sides' choices in turn, where nothing is hidden and nothing is left to chance (alpha-beta search).
//!
//! The search looks one choice further ahead each time, until its effort is spent. The game's evaluation says in which order
//! choices are tried, and which of very many are not followed further. A game that has a score only at its end is searched to
//! the end, or not at all.

use std::cmp::Reverse;

use crate::games::{Sights, World};
use crate::player::value::{Scale, score};
use crate::rules::{Awaits, Effort, Seat};

/// How many choices are followed further, by how they look: at first, and later on.
const FOLLOWED_AT_FIRST: usize = 40;
const FOLLOWED: usize = 14;

/// How many choices ahead the search looks at most.
const DEEPEST: u32 = 40;

/// More than any score.
const ALL: i64 = i64::MAX / 2;

/// Why a search ends without a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stopped {
    /// The effort is spent.
    Spent,
    /// Chance decides, or several seats choose at once: this is no game for this search.
    Unfit,
}

struct Turns {
    sights: Sights,
    left: u32,
    /// Whether each choice's value counts, and not the best one's alone.
    all_values: bool,
}

/// A position after a choice, and how it looks to whoever made the choice. No number means that the game has no score yet.
struct Next {
    number: usize,
    looks: Option<i64>,
    world: Box<dyn World>,
}

/// The values of all listed choices of `seat`, between 0 and 1; `None` where this search cannot tell.
pub(super) fn search(world: &mut dyn World, seat: Seat, effort: Effort) -> Option<Vec<f32>> {
    let mut turns = Turns {
        sights: Sights::new(2),
        left: effort.nodes.max(1),
        all_values: effort.noise > 0,
    };
    let mut next = turns.follow(world, seat).ok()?;
    let count = next.len();
    let mut looks: Vec<i64> = next.iter().filter_map(|next| next.looks).collect();
    let scored = looks.len() == count;
    if !scored {
        // Half of the effort is left for another search, should the end be too far away for this one.
        turns.left /= 2;
    }
    // What is not followed keeps the value of its first look, and never passes what is.
    let mut values: Vec<i64> = vec![-ALL; count];
    if scored {
        next.iter()
            .zip(&looks)
            .for_each(|(next, looks)| values[next.number] = *looks);
        next.sort_by_key(|next| Reverse(next.looks));
        next.truncate(FOLLOWED_AT_FIRST);
    }
    let mut deepest = None;
    for depth in 1..DEEPEST {
        let found = match turns.at_first(&mut next, seat, depth) {
            Ok(found) => found,
            Err(Stopped::Spent) => break,
            Err(Stopped::Unfit) => return None,
        };
        deepest = Some(depth);
        next.iter()
            .zip(&found)
            .for_each(|(next, found)| values[next.number] = *found);
        let is_over = |next: &Next| matches!(next.world.awaits(), Awaits::Nobody(_));
        if !scored || next.iter().all(is_over) {
            break;
        }
        let mut order: Vec<(i64, Next)> = found.into_iter().zip(next).collect();
        order.sort_by_key(|(value, _)| Reverse(*value));
        next = order.into_iter().map(|(_, next)| next).collect();
    }
    if deepest.is_none() && !scored {
        return None;
    }
    if deepest.is_some() {
        looks = next.iter().map(|next| values[next.number]).collect();
        let followed: Vec<usize> = next.iter().map(|next| next.number).collect();
        let least = looks.iter().min().copied().unwrap_or(-ALL);
        for (number, value) in values.iter_mut().enumerate() {
            if !followed.contains(&number) {
                *value = (*value).min(least.saturating_sub(1));
            }
        }
    }
    let scale = Scale::of(&mut values.clone());
    Some(values.iter().map(|value| scale.place(*value)).collect())
}

impl Turns {
    /// All positions after a choice of `seat`.
    fn follow(&mut self, world: &mut dyn World, seat: Seat) -> Result<Vec<Next>, Stopped> {
        let mut keys = Vec::new();
        world.list(seat, &mut keys);
        let mut all = Vec::with_capacity(keys.len());
        for number in 0..keys.len() {
            let world = world.after(seat, number, &mut self.sights).ok_or(Stopped::Unfit)?;
            let looks = score(&*world, seat);
            all.push(Next { number, looks, world });
        }
        Ok(all)
    }

    fn spend(&mut self, nodes: usize) -> Result<(), Stopped> {
        self.left = self.left.checked_sub(nodes as u32).ok_or(Stopped::Spent)?;
        Ok(())
    }

    /// The values of the choices after which these positions come. Of a choice that is not the best one the value may be too
    /// high, though not as high as the best, unless all values count.
    fn at_first(&mut self, next: &mut [Next], seat: Seat, depth: u32) -> Result<Vec<i64>, Stopped> {
        let mut best = -ALL;
        let mut values = Vec::with_capacity(next.len());
        for next in next.iter_mut() {
            let floor = if self.all_values { -ALL } else { best };
            let value = self.value(next, seat, depth - 1, floor, ALL)?;
            // A bound that equals the best value is no equal.
            let value = if value <= floor && floor > -ALL {
                value.saturating_sub(1).min(best - 1)
            } else {
                value
            };
            best = best.max(value);
            values.push(value);
        }
        Ok(values)
    }

    /// The value of a position for `seat`, which has just chosen, if it lies between two bounds.
    fn value(&mut self, at: &mut Next, seat: Seat, depth: u32, floor: i64, ceiling: i64) -> Result<i64, Stopped> {
        let asked = match at.world.awaits() {
            Awaits::Nobody(_) => return at.looks.ok_or(Stopped::Unfit),
            Awaits::Chance => return Err(Stopped::Unfit),
            Awaits::Seats(seats) if seats.len() > 1 => return Err(Stopped::Unfit),
            Awaits::Seats(seats) => seats.iter().next().ok_or(Stopped::Unfit)?,
        };
        if let (0, Some(looks)) = (depth, at.looks) {
            return Ok(looks);
        }
        let same = asked == seat;
        let (low, high) = if same { (floor, ceiling) } else { (-ceiling, -floor) };
        let best = self.best(&mut *at.world, asked, depth.saturating_sub(1), low, high)?;
        Ok(if same { best } else { -best })
    }

    /// The value of the best choice of `seat`.
    fn best(
        &mut self,
        world: &mut dyn World,
        seat: Seat,
        depth: u32,
        floor: i64,
        ceiling: i64,
    ) -> Result<i64, Stopped> {
        let mut next = self.follow(world, seat)?;
        self.spend(next.len())?;
        next.sort_by_key(|next| Reverse(next.looks));
        if next.iter().all(|next| next.looks.is_some()) {
            next.truncate(if depth == 0 { 1 } else { FOLLOWED });
        }
        let mut best = -ALL;
        for next in &mut next {
            let value = self.value(next, seat, depth, floor.max(best), ceiling)?;
            best = best.max(value);
            if best >= ceiling {
                break;
            }
        }
        Ok(best)
    }
}
