//! A table for tests: games with chosen tiles, driven by notation.

use super::super::*;
use crate::games::double_seven::Tile;
use crate::games::double_seven::tests::support::{deck, placement};
use crate::rules::{Face, Menu, Scene, Sketch, Trial};

pub(super) struct Table(pub(super) Dominomega);

impl Table {
    pub(super) fn new(seats: u8) -> Table {
        Table(Dominomega::setup(&Options {}, seats).unwrap())
    }

    /// A table at which these tiles are drawn first, in this order: so the seats in turn place them.
    pub(super) fn dealt(seats: u8, tiles: &[Tile]) -> Table {
        let mut table = Table::new(seats);
        table.chance(&deck(Tiles::ALL, tiles).to_string()).unwrap();
        table
    }

    /// A table at which these placements were made in turn.
    pub(super) fn placed(seats: u8, placements: &[&str]) -> Table {
        let tiles: Vec<Tile> = placements.iter().map(|text| placement(text).tile()).collect();
        let mut table = Table::dealt(seats, &tiles);
        for text in placements {
            table.place(text);
        }
        table
    }

    pub(super) fn chance(&mut self, what: &str) -> Result<(), &'static str> {
        let before = format!("{:?}", self.0);
        let event = Event::Chance(what.parse().unwrap());
        self.0.apply(&event).map(|_| ()).map_err(|refusal| {
            assert_eq!(format!("{:?}", self.0), before, "a refusal changes nothing");
            refusal.reason.key
        })
    }

    /// Whoever's turn it is places so; the facts that follow in notation.
    pub(super) fn place(&mut self, what: &str) -> Vec<String> {
        let event = Event::Choice(self.0.held.turn, placement(what));
        match self.0.apply(&event) {
            Ok(notes) => notes.iter().map(|note| note.fact.to_string()).collect(),
            Err(refusal) => panic!("{what}: {}", refusal.reason.key),
        }
    }

    pub(super) fn choices(&self, seat: u8) -> Vec<String> {
        let mut choices = Vec::new();
        assert_eq!(self.0.choices(Seat(seat), &mut choices), Listing::Complete);
        assert_eq!(self.0.count(Seat(seat)), choices.len());
        choices.iter().map(ToString::to_string).collect()
    }

    pub(super) fn outcome(&self) -> Option<(Vec<u8>, Vec<i64>)> {
        match self.0.awaits() {
            Awaits::Nobody(outcome) => Some((outcome.places.unwrap(), outcome.scores.unwrap())),
            _ => None,
        }
    }

    /// Plays on at random to the end; the facts that follow.
    pub(super) fn play_out(&mut self, source: &mut dyn Source) -> Vec<String> {
        loop {
            let choice = self.0.random_choice(self.0.held.turn, source).unwrap();
            let facts = self.place(&choice.to_string());
            if self.outcome().is_some() {
                return facts;
            }
        }
    }

    pub(super) fn scene(&self, viewer: Viewer) -> Scene {
        Dominomega::scene(&self.0.view(viewer))
    }

    pub(super) fn sketch(&self, viewer: Viewer, trial: Trial<'_, Placement>) -> Option<Sketch> {
        Dominomega::sketch(&self.0.view(viewer), trial)
    }

    pub(super) fn menu(&self, seat: u8, path: &[&str]) -> Option<Menu> {
        let mut choices = Vec::new();
        self.0.choices(Seat(seat), &mut choices);
        Dominomega::menu(&self.0.view(Viewer::Seat(Seat(seat))), &choices, path)
    }
}
