//! How promising a position is, for computer players: how many places the tiles have that are still to be placed.
//!
//! A tree closes easily, and then nobody wins. So places for the tiles of others count as well, only less than those for the
//! own ones. The weights were found by playing some hundred games with each of many others.

use super::super::{Placement, SET, Tile, Tiles};
use super::{Growth, Phase, Tree};
use crate::rules::Seat;

/// What it counts that a tile has so many places: the first ones count most.
const PLACES: [i64; 5] = [0, 31, 137, 188, 300];

/// What these count for tiles in the own hand, in the hands of others, and in the supply.
const OWN: i64 = 62;
const OTHERS: i64 = 42;
const SUPPLY: i64 = 8;

/// What a tile in the hand counts.
const TILE: i64 = 10_000;

/// What it counts to be on turn again.
const TURN: i64 = 18_300;

/// More than anything in play.
const WIN: i64 = 1_000_000_000;

impl Tree {
    /// Of the seat that is on turn: what it has after the best that it can place now, or as it stands when nothing fits.
    /// While others are on turn there is no opinion, and with two seats there is none before the end: there it tells more to
    /// play on.
    pub(super) fn outlook(&self, seat: Seat) -> Option<i64> {
        if self.phase == Phase::Over || self.places[seat.index()] > 0 {
            return Some(self.end(seat));
        }
        if self.seats == 2 || self.turn != seat {
            return None;
        }
        let ways = self.ways(seat);
        let spots = self.growth.spots().iter();
        let placements = spots.flat_map(|spot| spot.pairs().and(ways).iter().filter_map(|pair| spot.with(pair)));
        let best = placements.map(|placement| self.after(seat, placement)).max();
        Some(best.unwrap_or_else(|| self.room(seat, &self.growth, self.hands[seat.index()]) - TILE))
    }

    /// What a seat has after it has placed a tile.
    fn after(&self, seat: Seat, placement: Placement) -> i64 {
        let mut hand = self.hands[seat.index()];
        hand.remove(placement.tile());
        if hand.is_empty() {
            return WIN * i64::from(self.seats - self.out());
        }
        let turn = if self.growth.joints(placement).reward() {
            TURN
        } else {
            0
        };
        let mut growth = self.growth.clone();
        growth.place(placement);
        turn + self.room(seat, &growth, hand)
    }

    /// Few tiles in the hand of a seat, many places for them, and a tree that stays open.
    fn room(&self, seat: Seat, growth: &Growth, own: Tiles) -> i64 {
        let counts = place_counts(growth);
        let worth = |tile: Tile| PLACES[usize::from(counts[tile.index()]).min(PLACES.len() - 1)];
        let hand = |hand: Tiles| hand.iter().map(worth).sum::<i64>();
        let others = self.still_in().iter().filter(|other| *other != seat);
        OWN * hand(own)
            + OTHERS * others.map(|other| hand(self.hands[other.index()])).sum::<i64>()
            + SUPPLY * self.supply.iter().copied().map(worth).sum::<i64>()
            - TILE * own.len() as i64
    }

    /// The better the place, the more; nothing where nobody wins.
    fn end(&self, seat: Seat) -> i64 {
        let places = self.outcome().places;
        let place = places.and_then(|places| places.get(seat.index()).copied());
        place.map_or(0, |place| WIN * (i64::from(self.seats) + 1 - i64::from(place)))
    }
}

/// In how many ways each tile can be placed, by its index, whoever has it.
fn place_counts(growth: &Growth) -> [u8; SET] {
    let mut counts = [0_u8; SET];
    for (left, right) in growth.spots().iter().flat_map(|spot| spot.pairs().iter()) {
        let count = &mut counts[Tile::new(left, right).index()];
        *count = count.saturating_add(1);
    }
    counts
}
