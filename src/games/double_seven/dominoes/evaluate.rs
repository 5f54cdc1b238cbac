//! What computer players search: other worlds ([`imagine`](super::imagine)) and the evaluation of a hand. A hand has no score
//! before it is over.
//!
//! Until then computer players play on at random, in worlds that their seat considers possible. The number of points that
//! change hands counts. In a match, every point is worth the same.

use super::super::{Tile, Tiles};
use super::imagine::{HiddenPlace, of};
use super::known::Group;
use super::{Choice, Dominoes, Phase, Supply};
use crate::rules::{Game, Observe, Search, Seat, Source, Strategy, Viewer};

impl Search for Dominoes {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(1, 4000),
        Strategy::greedy(12, 420),
        Strategy::greedy(12, 200),
        Strategy::greedy(12, 100),
        Strategy::greedy(12, 0),
        Strategy::greedy(200, 0),
    ];

    fn imagine(&self, viewer: Viewer, source: &mut dyn Source) -> Dominoes {
        let own = self.seat_of(viewer);
        if self.phase == Phase::Deck {
            return self.clone();
        }
        let open = self.phase == Phase::Over;
        let hidden_seats = || self.all().iter().filter(|seat| !open && own != Some(*seat));
        let known = self.all().iter().filter(|seat| open || own == Some(*seat));
        let seen = known.fold(self.line.tiles(), |all, seat| all.or(self.hand(seat)));
        let hidden = Tiles::ALL.without(seen);
        let mut places: Vec<HiddenPlace> = hidden_seats().flat_map(|seat| self.places(seat, own)).collect();
        let none_of = Tiles::EMPTY;
        places.push(HiddenPlace {
            seat: None,
            group: Group {
                count: self.supply.len,
                none_of,
            },
        });
        let dealt = match self.phase {
            Phase::Open => self.deal_opening(hidden, &places, own, source),
            _ => self.deal_play(hidden, places, own, source),
        };
        let mut world = self.clone();
        for seat in hidden_seats() {
            world.hands[seat.index()] = of(&dealt, Some(seat)).collect();
            world.drawn[seat.index()] = Tiles::EMPTY;
        }
        let mut rest: Vec<Tile> = of(&dealt, None).collect();
        source.shuffle(&mut rest);
        world.supply = Supply::of(&rest);
        world
    }

    /// Of two random choices the one that lays the heavier tile.
    fn playout_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        let [one, other] = [(); 2].map(|()| self.random_choice(seat, source));
        let pips = |choice: &Option<Choice>| match choice {
            Some(Choice::Play(tile, _)) => tile.sum(),
            _ => 0,
        };
        if pips(&other) > pips(&one) { other } else { one }
    }

    fn evaluate(&self, seat: Seat) -> Option<i64> {
        let over = self.over.filter(|_| self.phase == Phase::Over)?;
        if over.winners.is_empty() {
            return Some(0);
        }
        let won = over.winners.iter().any(|winner| self.team(winner) == self.team(seat));
        let worth = WIN + i64::from(over.points);
        Some(if won { worth } else { -worth })
    }
}

/// The value of winning a hand, in points.
const WIN: i64 = 20;
