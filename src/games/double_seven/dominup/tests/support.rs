//! Tables for tests: games that are dealt, or brought to a position.

use super::super::*;
use crate::games::double_seven::tests::support::{self, tile};
pub(super) use crate::games::double_seven::tests::support::{Chances, Fixed, tiles};
use crate::games::double_seven::{Placement, Tile};

pub(super) type Table = support::Table<Dominup>;

pub(super) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

/// A deck of all tiles that deals these first, and the others in their order.
pub(super) fn deck(first: &str) -> String {
    let first: Vec<Tile> = first.split_whitespace().map(tile).collect();
    support::deck(Tiles::ALL, &first).to_string()
}

impl Table {
    /// A game whose tiles are dealt: these first, the others in their order.
    pub(super) fn dealt(json: &str, seats: u8, first: &str) -> Table {
        let mut table = Table::new(json, seats);
        table.chance(&deck(first)).unwrap();
        table
    }

    /// A position: what lies on the table (`3@2,1 4@3,1`, in the order in which it was laid), what every seat holds, and
    /// whose turn it is.
    pub(super) fn at(json: &str, laid: &[&str], hands: &[&str], turn: u8) -> Table {
        let mut table = Table::new(json, hands.len() as u8);
        for placement in laid {
            table.lay(placement);
        }
        for (hand, held) in table.0.hands.iter_mut().zip(hands) {
            *hand = tiles(held);
        }
        table.0.phase = Phase::Play;
        table.0.turn = Seat(turn);
        table
    }

    /// Lays a tile that may lie there.
    fn lay(&mut self, placement: &str) {
        let placement: Placement = placement.parse().unwrap();
        let storeys = &mut self.0.storeys;
        let hand = Tiles::one(placement.tile());
        let allowed = [Choice::Climb(placement), Choice::Expand(placement)]
            .into_iter()
            .any(|choice| storeys.check(hand, choice).is_ok());
        assert!(allowed || storeys.layout().is_empty(), "{placement}");
        storeys.lay(placement);
    }

    pub(super) fn waiting(&self) -> Vec<u8> {
        match self.0.awaits() {
            Awaits::Seats(seats) => seats.iter().map(|seat| seat.0).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn hand(&self, seat: u8) -> Tiles {
        self.0.hand(Seat(seat))
    }

    /// The level of what lies uppermost on a cell.
    pub(super) fn level(&self, cell: &str) -> Option<u8> {
        let top = self.0.storeys.layout().top(cell.parse().unwrap());
        top.map(|top| top.level)
    }

    pub(super) fn places(&self) -> Option<Vec<u8>> {
        let outcome = self.ended()?;
        assert_eq!(outcome.scores, None, "there are no points");
        outcome.places
    }
}
