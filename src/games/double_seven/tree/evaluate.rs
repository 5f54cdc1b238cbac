//! What computer players search: other worlds ([`imagine`](super::imagine)) and the evaluation of a position. Only the end
//! has a score, so computer players play every game out.
//!
//! A tree closes easily, and then nobody wins and people play again. So such an end is neither won nor lost. It is worth as
//! much as the average place, and a fifth more, because the computer considers itself a little better than the others. The
//! leader keeps the tree open, and those behind close it. Scores from places and tiles before the end were tried, with many
//! weights; they predict less than games that are played to their end at random.

use super::super::Tiles;
use super::{Choice, Phase, Tree};
use crate::rules::{Game, Search, Seat, Source, Strategy, Viewer};

/// The value of first place.
const FIRST: i64 = 1_000;

/// How much each later place is worth more than the next one. The value is small, because being first matters most.
const STEP: i64 = 100;

/// The value of each tile by which the seat is ahead of another seat, on average. So an end says more than who won.
const AHEAD: i64 = 50;

impl Search for Tree {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(1, 4000),
        Strategy::greedy(1, 100),
        Strategy::greedy(1, 40),
        Strategy::greedy(1, 0),
        Strategy::greedy(12, 0),
        Strategy::greedy(48, 0),
    ];

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Tree {
        let mut world = self.clone();
        if self.phase != Phase::Play {
            // Either nothing is dealt yet, or all hands lie open.
            world.supply.sort_unstable();
            source.shuffle(&mut world.supply);
            return world;
        }
        for seat in self.all().iter().filter(|seat| viewer != Viewer::Seat(*seat)) {
            world.hands[seat.index()] = Tiles::EMPTY;
            world.drew[seat.index()] = Tiles::EMPTY;
        }
        world.supply.clear();
        for (tile, came) in self.deal_anew(viewer, source) {
            match came.and_then(|at| Some((at, self.ledger.gains().get(at)?.seat))) {
                None => world.supply.push(tile),
                Some(_) if self.growth.lies(tile) => {}
                Some((at, seat)) => {
                    world.hands[seat.index()].insert(tile);
                    if at >= self.first_of_draws(seat) {
                        world.drew[seat.index()].insert(tile);
                    }
                }
            }
        }
        source.shuffle(&mut world.supply);
        world
    }

    /// Of two random choices one that brings an extra turn.
    fn playout_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        let [one, other] = [(); 2].map(|()| self.random_choice(seat, source));
        let rewarded = |choice: &Option<Choice>| match choice {
            Some(Choice::Place(placement)) => self.growth.joints(*placement).reward(),
            _ => false,
        };
        if rewarded(&other) { other } else { one }
    }

    /// The score of the end for a seat. For a seat that is out of tiles the end has come, however the others go on.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        let place = *self.places.get(seat.index())?;
        if self.phase != Phase::Over && place == 0 {
            return None;
        }
        let places = self.outcome().places;
        let place = places.and_then(|places| places.get(seat.index()).copied());
        let seats = i64::from(self.seats);
        if seats == 1 {
            return Some(place.map_or(0, |place| self.worth(place)));
        }
        let all: i64 = (1..=self.seats).map(|place| self.worth(place)).sum();
        let worth = place.map_or(6 * all / (5 * seats), |place| self.worth(place));
        Some(worth + AHEAD * self.lead(seat) / (seats - 1))
    }
}

impl Tree {
    fn worth(&self, place: u8) -> i64 {
        match place {
            1 => FIRST,
            _ => STEP * i64::from(self.seats.saturating_sub(place)),
        }
    }

    /// How many tiles fewer a seat has than each other seat, summed over the others.
    fn lead(&self, seat: Seat) -> i64 {
        let tiles = |seat: Seat| self.hands[seat.index()].len() as i64;
        self.all().iter().map(|other| tiles(other) - tiles(seat)).sum()
    }
}
