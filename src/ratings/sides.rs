//! Two sides of players that are as strong as each other as can be.
//!
//! The strength of a side is the sum of its members' strengths, as it is where matches of sides are rated. The search is exact:
//! it knows every sum that some of the players can have together, for each number of them.

use num_bigint::BigUint;

/// A strength beyond this counts as this: it bounds the work.
const MOST: i32 = 2000;

/// A player who is to be on one of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// How many points stronger than a beginner.
    pub strength: i32,
    /// The side where the player is so far: 0 or 1.
    pub side: u8,
}

/// How many more players a side needs, and which sum of weights, to be as strong as the other side as can be.
type Way = (usize, usize);

/// The side of each player when the sides are as large as each other as can be, and then as strong as each other as can be. Of
/// several such ways this is the one in which those stay where they are who come first on their side.
pub fn even_sides(members: &[Member]) -> Vec<u8> {
    let strength = |at: &usize| members[*at].strength.clamp(-MOST, MOST);
    let order = order(members);
    let lowest = order.iter().map(strength).min().unwrap_or_default();
    let weights: Vec<usize> = order.iter().map(|at| (strength(at) - lowest) as usize).collect();
    let sums = sums(&weights);
    // With an odd number of players either side can be the larger one.
    let sizes = [members.len() / 2, members.len().div_ceil(2)];
    let all = order.iter().map(strength).map(i64::from).sum();
    let mut ways = best(&sums[0], sizes, lowest.into(), all);
    let mut sides = vec![0; members.len()];
    for (nth, at) in order.into_iter().enumerate() {
        let on = |side: u8| -> Vec<Way> {
            let taken = |(count, sum): &Way| Some((count.checked_sub(1)?, sum.checked_sub(weights[nth])?));
            let left = ways
                .iter()
                .filter_map(|way| if side == 1 { taken(way) } else { Some(*way) });
            left.filter(|(count, sum)| sums[nth + 1][*count].bit(*sum as u64))
                .collect()
        };
        let side = members[at].side.min(1);
        let stays = on(side);
        (sides[at], ways) = match stays.is_empty() {
            true => (1 - side, on(1 - side)),
            false => (side, stays),
        };
    }
    sides
}

/// The first of each side, then the second ones, and so on.
fn order(members: &[Member]) -> Vec<usize> {
    let before = |at: usize| {
        members[..at]
            .iter()
            .filter(|other| other.side == members[at].side)
            .count()
    };
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|at| before(*at));
    order
}

/// For each player and each number of players, the sums that as many of the players from this one on can have. A sum is a bit.
fn sums(weights: &[usize]) -> Vec<Vec<BigUint>> {
    let most = weights.len().div_ceil(2);
    let mut none = vec![BigUint::ZERO; most + 1];
    none[0] = BigUint::from(1_u8);
    let mut sums = vec![none];
    for weight in weights.iter().rev() {
        let after = &sums[sums.len() - 1];
        let with = |count: usize| match count {
            0 => after[0].clone(),
            _ => &after[count] | (&after[count - 1] << weight),
        };
        sums.push((0..=most).map(with).collect());
    }
    sums.reverse();
    sums
}

/// The ways to the least difference of the sides, from the sums that all players can have, and the sum of all strengths.
fn best(sums: &[BigUint], sizes: [usize; 2], lowest: i64, all: i64) -> Vec<Way> {
    let ways = |count: usize| {
        let of_size = &sums[count];
        let can = (0..of_size.bits()).filter(|sum| of_size.bit(*sum));
        can.map(move |sum| (count, sum as usize))
    };
    let apart = |(count, sum): &Way| (2 * (*sum as i64 + *count as i64 * lowest) - all).abs();
    let (mut best, mut least): (Vec<Way>, i64) = (Vec::new(), i64::MAX);
    for way in sizes.into_iter().flat_map(ways) {
        if apart(&way) < least {
            best.clear();
            least = apart(&way);
        }
        if apart(&way) == least {
            best.push(way);
        }
    }
    best
}
