//! A table for tests: games brought to a conference with chosen numbers and cards.

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

/// A game that is driven by notation.
pub(super) struct Table(pub(super) Binome);

pub(super) fn number(value: u8) -> Number {
    Number::new(value).unwrap()
}

/// Options out of JSON, as a record writes them.
pub(super) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

/// A deck that begins with `first`, the other cards in the rulebook's order.
pub(super) fn deck(first: &[&str]) -> String {
    let rest = CARDS.iter().map(|card| card.slug).filter(|slug| !first.contains(slug));
    let cards: Vec<&str> = first.iter().copied().chain(rest).collect();
    format!("deck {}", cards.join(","))
}

impl Table {
    pub(super) fn new(json: &str, seats: u8) -> Table {
        Table(Binome::setup(&options(json), seats).unwrap())
    }

    /// A game in its conference: the chair, each seat's eight numbers (all of the same digits), and the first cards.
    pub(super) fn conference(json: &str, chair: u8, sheets: &[[u8; 8]], first: &[&str]) -> Table {
        let mut table = Table::new(json, sheets.len() as u8);
        table.chance(&format!("chair {chair}"));
        let digits = |sheet: &[u8; 8]| sheet.map(|number| [number / 10, number % 10]).concat();
        let mut left: Vec<Vec<Option<u8>>> = sheets
            .iter()
            .map(|sheet| digits(sheet).into_iter().map(Some).collect())
            .collect();
        for digit in digits(&sheets[0]) {
            table.chance(&format!("roll {digit}"));
            for (seat, spaces) in left.iter_mut().enumerate() {
                let space = spaces.iter().position(|space| *space == Some(digit));
                let space = space.expect("all sheets are made of the same digits");
                spaces[space] = None;
                table.choose(seat as u8, &Space::new(space as u8).unwrap().to_string());
            }
        }
        table.chance(&deck(first));
        table
    }

    pub(super) fn chance(&mut self, what: &str) {
        let facts = self.0.apply(&Event::Chance(what.parse().unwrap())).unwrap();
        assert_eq!(facts, []);
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
        self.0
            .apply(&event)
            .map(|notes| notes.iter().map(|note| note.fact.to_string()).collect())
            .map_err(|refusal| {
                assert_eq!(format!("{:?}", self.0), before, "a refusal changes nothing");
                refusal.reason.key
            })
    }

    /// A whole turn: each seat's word in turn from the chair on (a number claims, `None` passes), and its facts.
    pub(super) fn turn(&mut self, words: &[Option<u8>]) -> Vec<String> {
        let seats = words.len() as u8;
        let mut seat = self.0.chair;
        for said in 1..=seats {
            let word = match words[seat.index()] {
                Some(number) => format!("claim {number:02}"),
                None => "pass".to_owned(),
            };
            let facts = self.choose(seat.0, &word);
            if said == seats {
                return facts;
            }
            assert_eq!(facts, Vec::<String>::new(), "facts come with the last word only");
            seat = seat.next(seats);
        }
        Vec::new()
    }

    pub(super) fn scores(&self) -> Vec<i32> {
        self.0.scores[..usize::from(self.0.rules.seats)].to_vec()
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

    pub(super) fn outcome(&self) -> Option<(Vec<u8>, Vec<i64>)> {
        match self.0.awaits() {
            Awaits::Nobody(outcome) => Some((outcome.places.unwrap(), outcome.scores.unwrap())),
            _ => None,
        }
    }
}
