//! How promising a position is, for computer players: everything lies open, so it is looked at as it is.

use std::cmp::Reverse;

use super::notation::Choice;
use super::squares::{Square, Squares};
use super::territory::Sizes;
use super::{Binary, Phase, SEATS};
use crate::rules::{Event, Game, Seat};

/// Two pieces at once are tried on so many squares only: those that are best by themselves.
const PAIRED: usize = 8;

/// What a point of the score counts, and a piece in hand: who keeps more of them places more in the end.
const POINT: i64 = 10;
const PIECE: i64 = 40;

/// More than any lead on the board.
const WIN: i64 = 1_000_000;

impl Binary {
    /// The lead in points if the game ended now, and what the pieces in hand may still bring.
    pub(super) fn outlook(&self, seat: Seat) -> i64 {
        let other = seat.next(SEATS);
        let [own, others] = [seat, other].map(|seat| Sizes::of(self.ground(seat)).score());
        let lead = POINT * (own - others);
        if self.phase == Phase::Over {
            let [place, beside] = [seat, other].map(|seat| i64::from(self.places[seat.index()]));
            return lead + WIN * (beside - place);
        }
        let [own, others] = [seat, other].map(|seat| i64::from(self.side(seat).hand));
        lead + PIECE * (own - others)
    }

    /// Every single square; and two at once, of those that are best by themselves.
    pub(super) fn worth_trying(&self, seat: Seat, into: &mut Vec<Choice>) {
        let moves = self.moves(seat);
        into.clear();
        into.extend(moves.single.iter().map(Choice::One));
        let alone = |square: &Square| {
            let mut tried = self.clone();
            match tried.apply(&Event::Choice(seat, Choice::One(*square))) {
                Ok(_) => tried.outlook(seat),
                Err(_) => i64::MIN,
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
}
