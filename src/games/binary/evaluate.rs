//! What computer players search: the choices to try, and the evaluation of a position. Everything is public, so they search
//! the real position.

use std::cmp::Reverse;

use super::notation::Choice;
use super::prospects::Counted;
use super::squares::{Square, Squares};
use super::territory::score;
use super::{Binary, Phase, SEATS};
use crate::rules::{Effort, Event, Game, Search, Seat, Source, Strategy, Viewer};

/// Computer players try pairs only among this many squares: those that are best by themselves.
const PAIRED: usize = 8;

/// The value of a point of the score.
const POINT: i64 = 1000;

/// No two positions are worth quite the same, so without any noise the same game would be played each time.
const VARIETY: u16 = 6;

/// More than any lead on the board.
const WIN: i64 = 1_000_000_000;

impl Search for Binary {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(12, 1950),
        Strategy::greedy(12, 1070),
        Strategy::greedy(12, 370),
        Strategy::greedy(12, 120),
        Strategy::greedy(12, 45),
        Strategy::Search(Effort {
            nodes: 80_000,
            noise: VARIETY,
        }),
    ];
    const LEAD: i64 = 10_000;

    fn imagine(&self, _: Viewer, _: &mut dyn Source) -> Binary {
        self.clone()
    }

    /// The choices that a computer player tries: every single square, and pairs of the squares that are best by themselves.
    fn candidates(&self, seat: Seat, into: &mut Vec<Choice>) {
        let moves = self.moves(seat);
        into.clear();
        into.extend(moves.single.iter().map(Choice::One));
        let alone = |square: &Square| {
            let mut tried = self.clone();
            match tried.apply(&Event::Choice(seat, Choice::One(*square))) {
                Ok(_) => tried.evaluate(seat),
                Err(_) => None,
            }
        };
        let mut paired: Vec<Square> = moves.paired.iter().collect();
        paired.sort_by_cached_key(|square| Reverse(alone(square)));
        paired.truncate(PAIRED);
        let mut later: Squares = paired.into_iter().collect();
        while let Some(first) = later.first() {
            later = later.without(Squares::one(first));
            into.extend(later.iter().map(|second| Choice::Two(first, second)));
        }
    }

    /// The lead that can be expected at the end.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        if self.phase != Phase::Over {
            return Some(Counted::of(self, seat).value());
        }
        let sides = [seat, seat.next(SEATS)];
        let [own, others] = sides.map(|seat| score(self.ground(seat)));
        let [place, beside] = sides.map(|seat| i64::from(self.places[seat.index()]));
        Some(POINT * (own - others) + WIN * (beside - place))
    }
}
