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
    exact: Exact,
}

/// Of which choices the value counts, and not of the best one alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exact {
    Best,
    /// Of the choice with this number as well.
    And(usize),
    All,
}

/// The best choice and another one, as a search finds them that looks so far ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compared {
    /// The number of the best choice.
    pub(super) best: usize,
    /// The scores after the best choice and after the other one.
    pub(super) scores: [i64; 2],
}

/// A position after a choice, and how it looks to whoever made the choice. No number means that the game has no score yet.
struct Next {
    number: usize,
    looks: Option<i64>,
    world: Box<dyn World>,
}

/// The values of all listed choices of `seat`, between 0 and 1; `None` where this search cannot tell.
pub(super) fn search(world: &mut dyn World, seat: Seat, effort: Effort) -> Option<Vec<f32>> {
    let exact = if effort.noise > 0 { Exact::All } else { Exact::Best };
    let mut turns = Turns::new(effort.nodes, exact);
    let mut next = turns.follow(world, seat).ok()?;
    let count = next.len();
    let scored = next.iter().all(|next| next.looks.is_some());
    // What is not followed keeps the value of its first look, and never passes what is.
    let mut values: Vec<i64> = vec![-ALL; count];
    if scored {
        next.iter()
            .for_each(|next| values[next.number] = next.looks.unwrap_or(-ALL));
        next.sort_by_key(|next| Reverse(next.looks));
        next.truncate(FOLLOWED_AT_FIRST);
    } else {
        // Half of the effort is left for another search, should the end be too far away for this one.
        turns.left /= 2;
    }
    let mut deepest: Vec<(usize, i64)> = Vec::new();
    turns
        .deepen(next, seat, scored, |next, found| {
            deepest = next.iter().map(|next| next.number).zip(found.iter().copied()).collect();
        })
        .ok()?;
    if deepest.is_empty() && !scored {
        return None;
    }
    if let Some(least) = deepest.iter().map(|(_, value)| *value).min() {
        values
            .iter_mut()
            .for_each(|value| *value = (*value).min(least.saturating_sub(1)));
        deepest.iter().for_each(|(number, value)| values[*number] = *value);
    }
    let scale = Scale::of(&mut values.clone());
    Some(values.iter().map(|value| scale.place(*value)).collect())
}

/// The best choice of `seat` and the one with this number, at each depth that so many positions suffice for. `None` in a game that
/// this search is not for, or that has no score before its end.
pub(super) fn compare(world: &mut dyn World, seat: Seat, other: usize, nodes: u32) -> Option<Vec<Compared>> {
    let mut turns = Turns::new(nodes, Exact::And(other));
    let mut next = turns.follow(world, seat).ok()?;
    if next.iter().any(|next| next.looks.is_none()) {
        return None;
    }
    next.sort_by_key(|next| (next.number != other, Reverse(next.looks)));
    next.truncate(FOLLOWED_AT_FIRST);
    let mut all = Vec::new();
    turns
        .deepen(next, seat, true, |next, found| {
            let found = || found.iter().zip(next).map(|(value, next)| (*value, next.number));
            let best = found().max_by_key(|(value, number)| (*value, *number == other));
            let of_other = found().find(|(_, number)| *number == other);
            if let Some(((first, best), (second, _))) = best.zip(of_other) {
                let scores = [first, second];
                all.push(Compared { best, scores });
            }
        })
        .ok()?;
    Some(all)
}

impl Turns {
    fn new(nodes: u32, exact: Exact) -> Turns {
        Turns {
            sights: Sights::new(2),
            left: nodes.max(1),
            exact,
        }
    }

    /// Looks one choice further each time, until the effort is spent or every game is over, and tells of each time. Where there are
    /// scores only at the end, once.
    fn deepen(
        &mut self,
        mut next: Vec<Next>,
        seat: Seat,
        scored: bool,
        mut tell: impl FnMut(&[Next], &[i64]),
    ) -> Result<(), Stopped> {
        for depth in 1..DEEPEST {
            let found = match self.at_first(&mut next, seat, depth) {
                Err(Stopped::Spent) => break,
                found => found?,
            };
            tell(&next, &found);
            let is_over = |next: &Next| matches!(next.world.awaits(), Awaits::Nobody(_));
            if !scored || next.iter().all(is_over) {
                break;
            }
            let mut order: Vec<(i64, Next)> = found.into_iter().zip(next).collect();
            order.sort_by_key(|(value, _)| Reverse(*value));
            next = order.into_iter().map(|(_, next)| next).collect();
        }
        Ok(())
    }

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
    /// high, though not as high as the best, unless its value counts.
    fn at_first(&mut self, next: &mut [Next], seat: Seat, depth: u32) -> Result<Vec<i64>, Stopped> {
        let mut best = -ALL;
        let mut values = Vec::with_capacity(next.len());
        for next in next.iter_mut() {
            let counts = self.exact == Exact::All || self.exact == Exact::And(next.number);
            let floor = if counts { -ALL } else { best };
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
