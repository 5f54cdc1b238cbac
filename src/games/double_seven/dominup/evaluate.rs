//! What computer players search: other worlds ([`imagine`](super::imagine)), the choices to try there, and the evaluation of
//! a position by how near each seat is to the end and whose tiles can climb.
//!
//! A turn is one expand and as many climbs as there are, so the game is a race for climbs. Which tiles lie beside each
//! other decides who can climb next. The evaluation considers nothing else.

use std::cmp::Reverse;

use super::super::{Placement, Tiles};
use super::imagine::{Deal, Share};
use super::storeys::double_seven;
use super::{Choice, Dominup, Phase, SEATS};
use crate::rules::{Game, Search, Seat, Source, Strategy, Viewer};

/// The value of a tile that is still held.
const TILE: i64 = 100;

/// The reduction for a tile that could climb now: for the seat that lays next (`STEP_NOW`), and for others, whose step may
/// be gone when it is their turn.
const STEP_NOW: i64 = 90;
const STEP_LATER: i64 = 60;

/// More than any lead in tiles.
const WIN: i64 = 1_000_000;

/// At most this many expands are tried: those that make the most climbs for the own hand and the fewest for others.
const EXPANDS: usize = 48;

impl Search for Dominup {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(12, 8000),
        Strategy::greedy(12, 430),
        Strategy::greedy(12, 138),
        Strategy::greedy(12, 62),
        Strategy::search(2_000),
        Strategy::search(60_000),
    ];
    const LEAD: i64 = 1_270;

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Dominup {
        let mut world = self.clone();
        // Before the deal there is nothing to know, and at the end all hands lie open.
        if self.phase != Phase::Play {
            return world;
        }
        let first = double_seven();
        let hidden = self.all().iter().filter(|seat| viewer != Viewer::Seat(*seat));
        let mut unseen = Tiles::EMPTY;
        let mut shares = Vec::with_capacity(SEATS);
        for seat in hidden {
            let hand = &mut world.hands[seat.index()];
            let dealt = hand.without(first);
            unseen = unseen.or(dealt);
            shares.push(Share {
                seat,
                room: dealt.len(),
                lacks: self.lacks[seat.index()],
            });
            *hand = hand.and(first);
        }
        let deal = Deal::new(unseen, shares);
        deal.each(source, |seat, tile| world.hands[seat.index()].insert(tile));
        world
    }

    /// The choices that a computer player tries: every climb or, if there is none, the best expands.
    fn candidates(&self, seat: Seat, into: &mut Vec<Choice>) {
        into.clear();
        if !self.may_choose(seat) {
            return;
        }
        let hand = self.hand(seat);
        self.storeys.choices(hand, into);
        if into.len() <= EXPANDS {
            return;
        }
        let others = Tiles::ALL.without(self.storeys.laid()).without(hand);
        into.sort_by_cached_key(|choice| {
            let gain = self.gain(hand, others, choice.placement());
            Reverse(if self.options.misere { -gain } else { gain })
        });
        into.truncate(EXPANDS);
    }

    /// The lead over the others that still play, above all over the nearest of them; in misère with the opposite sign.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        if self.phase == Phase::Deal || seat.0 >= self.seats {
            return Some(0);
        }
        if self.phase == Phase::Over || self.place_of(seat).is_some() {
            return Some(WIN * self.rank(seat));
        }
        let others = self
            .all()
            .iter()
            .filter(|other| *other != seat && !self.hand(*other).is_empty());
        let distances: Vec<i64> = others.map(|other| self.distance(other)).collect();
        let Some(nearest) = distances.iter().min() else {
            return Some(0);
        };
        let own = self.distance(seat);
        let lead = 2 * (nearest - own) + distances.iter().sum::<i64>() / distances.len() as i64 - own;
        Some(if self.options.misere { -lead } else { lead })
    }
}

impl Dominup {
    /// The distance of a seat from its last tile: a smaller number is nearer.
    fn distance(&self, seat: Seat) -> i64 {
        let hand = self.hand(seat);
        let able = hand.and(self.storeys.climbers()).len() as i64;
        let step = if seat == self.turn { STEP_NOW } else { STEP_LATER };
        TILE * hand.len() as i64 - step * able
    }

    /// How many more seats rank behind this seat than ahead of it, by the present places.
    fn rank(&self, seat: Seat) -> i64 {
        let places = self.outcome().places.unwrap_or_default();
        let own = places.get(seat.index()).copied().unwrap_or_default();
        places
            .iter()
            .map(|place| i64::from(*place > own) - i64::from(*place < own))
            .sum()
    }

    /// How many more of the climbs that an expand makes possible are for tiles of `hand` than for tiles that others may
    /// hold.
    fn gain(&self, mut hand: Tiles, others: Tiles, placement: Placement) -> i64 {
        hand.remove(placement.tile());
        let made = self.storeys.steps_beside(placement);
        let made = made.without(self.storeys.climbers());
        made.and(hand).len() as i64 - made.and(others).len() as i64
    }
}
