//! A table for tests: games brought to a roll with chosen tiles and dice.

use super::super::*;
use crate::rules::{Event, Observe, Viewer};

/// A small generator for tests (SplitMix64), the same numbers for the same seed.
pub(super) struct Chances(pub(super) u64);

impl Source for Chances {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u64::from((word ^ (word >> 31)) as u32) * u64::from(bound)) >> 32) as u32
    }
}

/// The rulebook's example of a display.
pub(super) const EDGAR: &str = "3,21,10,16,17,2,22,17,12,10,15,21,4,4,9,7";
/// Tiles for the others, none of them too often together with Edgar's. Only the first has a 21, at A1.
pub(super) const SECOND: &str = "21,1,1,2,5,5,6,6,8,8,11,13,14,14,18,19";
pub(super) const THIRD: &str = "1,2,3,3,5,6,7,7,8,9,9,11,11,13,13,14";
pub(super) const FOURTH: &str = "12,12,15,15,16,16,18,18,19,19,20,20,20,22,22,10";
pub(super) const ALL: [&str; 4] = [EDGAR, SECOND, THIRD, FOURTH];

/// A game that is driven by notation.
pub(super) struct Table(pub(super) Bingolino);

pub(super) fn place(text: &str) -> Place {
    text.parse().unwrap()
}

impl Table {
    pub(super) fn new(seats: u8) -> Table {
        Table(Bingolino::setup(&Options {}, seats).unwrap())
    }

    /// So many seats with their tiles, before the layouts.
    pub(super) fn dealt(seats: u8) -> Table {
        let mut table = Table::new(seats);
        for (seat, tiles) in ALL.iter().take(usize::from(seats)).enumerate() {
            table.chance(&format!("tiles {seat} {tiles}"));
        }
        table
    }

    /// So many seats with their tiles as they were given, seat 0 (Edgar) about to roll first.
    pub(super) fn laid(seats: u8) -> Table {
        let mut table = Table::dealt(seats);
        for (seat, tiles) in ALL.iter().take(usize::from(seats)).enumerate() {
            table.choose(seat as u8, &format!("layout {tiles}"));
        }
        table.chance("first 0");
        table
    }

    /// Turns tiles over before the game goes on, with whatever stars that brings.
    pub(super) fn with(mut self, seat: usize, places: &str) -> Table {
        for text in places.split_whitespace() {
            self.0.grids[seat].turn(place(text));
        }
        self
    }

    pub(super) fn chance(&mut self, what: &str) -> Vec<String> {
        let event = Event::Chance(what.parse().unwrap());
        let notes = self.0.apply(&event).unwrap();
        notes.iter().map(|note| note.fact.to_string()).collect()
    }

    pub(super) fn try_chance(&mut self, what: &str) -> Result<(), &'static str> {
        let before = format!("{:?}", self.0);
        let event = Event::Chance(what.parse().unwrap());
        self.0.apply(&event).map(|_| ()).map_err(|refusal| {
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
        self.0
            .apply(&event)
            .map(|notes| notes.iter().map(|note| note.fact.to_string()).collect())
            .map_err(|refusal| {
                assert_eq!(format!("{:?}", self.0), before, "a refusal changes nothing");
                refusal.reason.key
            })
    }

    /// The roller rolls these dice.
    pub(super) fn roll(&mut self, dice: &str) -> Vec<String> {
        let count = dice.split(',').count();
        self.choose(self.0.roller.0, &format!("roll {count}"));
        self.chance(&format!("dice {dice}"))
    }

    pub(super) fn choices(&self, seat: u8) -> Vec<String> {
        let mut choices = Vec::new();
        self.0.choices(Seat(seat), &mut choices);
        assert_eq!(self.0.count(Seat(seat)), choices.len());
        choices.iter().map(ToString::to_string).collect()
    }

    pub(super) fn waiting(&self) -> Vec<u8> {
        match self.0.awaits() {
            Awaits::Seats(seats) => seats.iter().map(|seat| seat.0).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn turned(&self, seat: usize) -> String {
        let turned: Vec<String> = self.0.grids[seat]
            .turned()
            .iter()
            .map(|place| place.to_string())
            .collect();
        turned.join(" ")
    }

    pub(super) fn stars(&self, seat: usize) -> String {
        let stars: Vec<String> = self.0.grids[seat]
            .starred()
            .iter()
            .map(|line| line.to_string())
            .collect();
        stars.join(" ")
    }

    pub(super) fn outcome(&self) -> Option<(Vec<u8>, Vec<i64>)> {
        match self.0.awaits() {
            Awaits::Nobody(outcome) => Some((outcome.places.unwrap(), outcome.scores.unwrap())),
            _ => None,
        }
    }

    pub(super) fn scene(&self, viewer: Viewer) -> crate::rules::Scene {
        <Bingolino as crate::rules::Presentation>::scene(&self.0.view(viewer))
    }

    pub(super) fn menu(&self, seat: u8, path: &[&str]) -> Option<crate::rules::Menu> {
        let mut choices = Vec::new();
        self.0.choices(Seat(seat), &mut choices);
        <Bingolino as crate::rules::Presentation>::menu(&self.0.view(Viewer::Seat(Seat(seat))), &choices, path)
    }
}
