//! A table for tests: games driven by notation, or brought to a position.

use super::super::*;
use crate::games::double_seven::{Placement, Tile};

/// A small generator for tests (SplitMix64), the same numbers for the same seed.
pub(super) struct Dice(pub(super) u64);

impl Source for Dice {
    fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        loop {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            let high = ((word ^ (word >> 31)) >> 32) as u32;
            if high < u32::MAX - u32::MAX % bound {
                return high % bound;
            }
        }
    }
}

/// A game that is driven by notation.
pub(super) struct Table(pub(super) Dominup);

pub(super) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

/// Tiles in notation, parted by spaces.
pub(super) fn tiles(text: &str) -> Tiles {
    text.split_whitespace()
        .map(|tile| tile.parse::<Tile>().unwrap())
        .collect()
}

/// A deck of all tiles that deals these first, and the others in their order.
pub(super) fn deck(first: &str) -> String {
    let first: Vec<Tile> = first.split_whitespace().map(|tile| tile.parse().unwrap()).collect();
    let rest = Tile::all().filter(|tile| !first.contains(tile));
    let order: Vec<String> = first.iter().copied().chain(rest).map(|tile| tile.to_string()).collect();
    format!("deck {}", order.join(","))
}

impl Table {
    pub(super) fn new(json: &str, seats: u8) -> Table {
        Table(Dominup::setup(&options(json), seats).unwrap())
    }

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

    pub(super) fn chance(&mut self, what: &str) -> Result<(), &'static str> {
        let before = format!("{:?}", self.0);
        let applied = self.0.apply(&Event::Chance(what.parse().unwrap()));
        applied.map(|facts| assert_eq!(facts, [])).map_err(|refusal| {
            assert_eq!(format!("{:?}", self.0), before, "a refusal changes nothing");
            refusal.reason.key
        })
    }

    /// A choice, and the facts that follow in notation.
    pub(super) fn choose(&mut self, seat: u8, what: &str) -> Vec<String> {
        match self.try_choose(seat, what) {
            Ok(facts) => facts,
            Err(key) => panic!("seat {seat} may not {what}: {key}"),
        }
    }

    /// A choice, or the key of its refusal; refused, it changes nothing.
    pub(super) fn try_choose(&mut self, seat: u8, what: &str) -> Result<Vec<String>, &'static str> {
        let before = format!("{:?}", self.0);
        let event = Event::Choice(Seat(seat), what.parse().unwrap());
        let applied = self.0.apply(&event);
        applied
            .map(|notes| {
                assert!(notes.iter().all(|note| *note == Note::public(note.fact)));
                notes.iter().map(|note| note.fact.to_string()).collect()
            })
            .map_err(|refusal| {
                assert_eq!(format!("{:?}", self.0), before, "a refusal changes nothing");
                refusal.reason.key
            })
    }

    /// Why a choice is refused; `None` when it is not.
    pub(super) fn refusal(&self, seat: u8, what: &str) -> Option<&'static str> {
        Table(self.0.clone()).try_choose(seat, what).err()
    }

    pub(super) fn choices(&self, seat: u8) -> Vec<String> {
        let mut choices = Vec::new();
        assert_eq!(self.0.choices(Seat(seat), &mut choices), Listing::Complete);
        assert_eq!(self.0.count(Seat(seat)), choices.len());
        choices.iter().map(ToString::to_string).collect()
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
        match self.0.awaits() {
            Awaits::Nobody(outcome) => {
                assert_eq!(outcome.scores, None, "there are no points");
                outcome.places
            }
            _ => None,
        }
    }
}
