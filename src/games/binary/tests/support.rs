//! A table for tests: games driven by notation, or brought to a position.

use super::super::*;
use crate::rules::Event;

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

/// A source that gives one number, and notes how large it could have been.
pub(super) struct Fixed {
    pub(super) number: u32,
    pub(super) bounds: Vec<u32>,
}

impl Source for Fixed {
    fn below(&mut self, bound: u32) -> u32 {
        self.bounds.push(bound);
        self.number
    }
}

/// A game that is driven by notation.
pub(super) struct Table(pub(super) Binary);

pub(super) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

pub(super) fn square(text: &str) -> Square {
    text.parse().unwrap()
}

pub(super) fn squares(text: &str) -> Squares {
    text.split_whitespace().map(square).collect()
}

impl Table {
    pub(super) fn new(json: &str) -> Table {
        Table(Binary::setup(&options(json), 2).unwrap())
    }

    /// A game in which seat 0 has black and begins.
    pub(super) fn begun(json: &str) -> Table {
        let mut table = Table::new(json);
        table.chance("black 0").unwrap();
        table
    }

    /// A position: where seat 0 (black) and seat 1 (white) have pieces, what both have in hand, and whose turn it is.
    pub(super) fn at(size: u8, [black, white]: [&str; 2], hands: [u8; 2], turn: u8) -> Table {
        let mut table = Table::begun(&format!(r#"{{"size":{size}}}"#));
        let placed = [squares(black), squares(white)];
        for ((side, placed), hand) in table.0.sides.iter_mut().zip(placed).zip(hands) {
            (side.placed, side.hand) = (placed, hand);
        }
        table.0.turn = Seat(turn);
        table
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
            .map(|notes| notes.iter().map(|note| note.fact.to_string()).collect())
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
        choices.iter().map(ToString::to_string).collect()
    }

    pub(super) fn waiting(&self) -> Vec<u8> {
        match self.0.awaits() {
            Awaits::Seats(seats) => seats.iter().map(|seat| seat.0).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn hands(&self) -> [u8; 2] {
        self.0.sides.map(|side| side.hand)
    }

    pub(super) fn outcome(&self) -> Option<(Vec<u8>, Vec<i64>)> {
        match self.0.awaits() {
            Awaits::Nobody(outcome) => Some((outcome.places.unwrap(), outcome.scores.unwrap())),
            _ => None,
        }
    }
}
