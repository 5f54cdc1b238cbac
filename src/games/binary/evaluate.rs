//! What computer players search: the choices to try, and the evaluation of a position. Everything is public, so they search
//! the real position.

use std::cmp::Reverse;

use super::notation::Choice;
use super::squares::{Square, Squares};
use super::territory::Sizes;
use super::{Binary, Phase, SEATS};
use crate::rules::{Event, Game, Search, Seat, Source, Strategy, Viewer};

/// Computer players try pairs only among this many squares: those that are best by themselves.
const PAIRED: usize = 8;

/// The value of a point of the score (`POINT`) and of a piece in hand. A seat that keeps more pieces places more in the
/// end.
const POINT: i64 = 10;
const PIECE: i64 = 40;

/// More than any lead on the board.
const WIN: i64 = 1_000_000;

impl Search for Binary {
    const LEVELS: [Strategy; 6] = [
        Strategy::greedy(12, 4000),
        Strategy::greedy(12, 260),
        Strategy::greedy(12, 120),
        Strategy::greedy(12, 60),
        Strategy::greedy(12, 0),
        Strategy::search(200_000),
    ];
    const LEAD: i64 = 140;

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

    /// The lead in points if the game ended now, plus what the pieces in hand may still bring.
    fn evaluate(&self, seat: Seat) -> Option<i64> {
        let other = seat.next(SEATS);
        let [own, others] = [seat, other].map(|seat| Sizes::of(self.ground(seat)).score());
        let lead = POINT * (own - others);
        if self.phase == Phase::Over {
            let [place, beside] = [seat, other].map(|seat| i64::from(self.places[seat.index()]));
            return Some(lead + WIN * (beside - place));
        }
        let [own, others] = [seat, other].map(|seat| i64::from(self.side(seat).hand));
        Some(lead + PIECE * (own - others))
    }
}
