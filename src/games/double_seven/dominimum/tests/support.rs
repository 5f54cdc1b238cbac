//! A table for tests: games with chosen missions and tiles, driven by notation.

use super::super::*;
use crate::games::double_seven::tests::support::{deck, placement, tile};
use crate::rules::{Face, Menu, Scene, Sketch, Trial};

pub(super) struct Table(pub(super) Dominimum);

/// Missions of the seats, as many as there are.
pub(super) const MISSIONS: [&str; 4] = ["1-4", "0-7", "2-3", "5-6"];

impl Table {
    pub(super) fn new(seats: u8) -> Table {
        Table(Dominimum::setup(&Options {}, seats).unwrap())
    }

    /// A table with the usual missions, before the first seat is drawn.
    pub(super) fn with_missions(seats: u8) -> Table {
        let mut table = Table::new(seats);
        for (seat, mission) in MISSIONS.iter().enumerate().take(usize::from(seats)) {
            table.chance(&format!("mission {seat} {mission}")).unwrap();
        }
        table
    }

    /// A table with the usual missions at which `first` begins; seat 0 gets the first of these tiles, and so on.
    pub(super) fn dealt(seats: u8, first: u8, tiles: &[&str]) -> Table {
        let mut table = Table::with_missions(seats);
        table.chance(&format!("first {first}")).unwrap();
        let tiles: Vec<Tile> = tiles.iter().map(|text| tile(text)).collect();
        let left = Tiles::ALL.without(table.0.taken());
        table.chance(&deck(left, &tiles).to_string()).unwrap();
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
        Dominimum::scene(&self.0.view(viewer))
    }

    pub(super) fn sketch(&self, viewer: Viewer, trial: Trial<'_, Placement>) -> Option<Sketch> {
        Dominimum::sketch(&self.0.view(viewer), trial)
    }

    pub(super) fn menu(&self, seat: u8, path: &[&str]) -> Option<Menu> {
        let mut choices = Vec::new();
        self.0.choices(Seat(seat), &mut choices);
        Dominimum::menu(&self.0.view(Viewer::Seat(Seat(seat))), &choices, path)
    }
}
