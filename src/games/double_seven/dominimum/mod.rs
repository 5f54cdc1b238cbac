//! Dominimum: everybody lays tiles side by side, and two symbols that only you know must not come together
//! (docs/RULES.md, "Dominimum").
//!
//! This module holds the rules ([`Dominimum`]), what each viewer sees ([`View`]), and the game's presentation. It knows the
//! family's tiles and [`crate::rules`]: no clock, no generator, no language, no other game.
//!
//! # How a game runs
//!
//! `mission` for each seat in order, then `first`, then `deck`. The deck is what the missions left; each seat gets one tile
//! of it, seat 0 first. Then each seat in turn places its tile and draws another, until all tiles lie on the table.
//!
//! # What is secret
//!
//! The missions until the end, the tile that a seat holds, and the order of the supply. Everybody knows that a tile was
//! drawn.
//!
//! # Where rulebook and rulings are silent
//!
//! * A double that is drawn as a mission goes back and another tile is drawn. So a mission is any remaining tile with two
//!   symbols, each equally likely, and only the last drawn tile is an event.
//! * The first tile lies on `0,0 1,0` with its lower symbol first. No other place is legal, but its seat is still asked.
//! * Everybody places equally many tiles. So a seat that comes earlier in turn order, counted from the first seat, placed
//!   its last tile earlier and wins a tie.

mod evaluate;
mod menu;
mod notation;
mod phrases;
mod presentation;
mod prospects;
mod sketch;
#[cfg(test)]
mod tests;
mod view;

use serde::{Deserialize, Serialize};

pub use notation::{Chance, Fact};
pub use view::{MissionView, SeatView, View};

use super::held::{Held, Reasons};
use super::{Deck, Layout, Placement, Symbol, Tile, Tiles, groups};
use crate::rules::{
    Awaits, Followed, Game, Listing, Malformed, Note, Outcome, Refusal, Scoring, Seat, SeatSet, SetupError, Source,
    refuse,
};

/// The language files.
pub(crate) const WORDS: &[(&str, &str)] = &[("en", include_str!("en.ftl"))];

/// The fewest and the most seats.
pub const MIN_SEATS: u8 = 2;
/// See [`MIN_SEATS`].
pub const MAX_SEATS: u8 = 4;

const SEATS: usize = MAX_SEATS as usize;

/// Dominimum has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {}

/// A game of Dominimum.
#[derive(Clone, Debug)]
pub struct Dominimum {
    seats: u8,
    phase: Phase,
    /// How many seats have their mission.
    missions_drawn: u8,
    missions: [Tile; SEATS],
    first: Seat,
    held: Held,
    scores: [i64; SEATS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Missions,
    First,
    Deal,
    Place,
    Over,
}

/// The names of the reasons for which a placement is refused.
const REASONS: Reasons = Reasons {
    tile: "dominimum-refused-tile",
    first: "dominimum-refused-first",
    apart: "dominimum-refused-apart",
    taken: "dominimum-refused-taken",
};

/// The sizes of the largest groups of both symbols of a mission.
fn sizes(layout: &Layout, mission: Tile) -> [u8; 2] {
    let largest = |symbol: Symbol| groups::sizes(layout, |other| other == symbol).first().copied();
    mission.symbols().map(|symbol| largest(symbol).unwrap_or(0))
}

impl Dominimum {
    /// The mission of a seat, if it has one.
    fn mission(&self, seat: Seat) -> Option<Tile> {
        let mission = self.missions.get(seat.index()).copied();
        mission.filter(|_| seat.0 < self.missions_drawn)
    }

    /// The missions that have been drawn.
    fn taken(&self) -> Tiles {
        self.missions[..usize::from(self.missions_drawn)]
            .iter()
            .copied()
            .collect()
    }

    /// The tiles that may become a mission.
    fn possible_missions(&self) -> Tiles {
        let all: Tiles = Tile::all().filter(|tile| !tile.is_double()).collect();
        all.without(self.taken())
    }

    /// Ends the game: counts the groups of all missions.
    fn finish(&mut self) -> Vec<Note<Fact>> {
        self.phase = Phase::Over;
        let mut notes = Vec::new();
        for seat in (0..self.seats).map(Seat) {
            let sizes = sizes(&self.held.layout, self.missions[seat.index()]);
            self.scores[seat.index()] = groups::product(sizes);
            notes.push(Note::public(Fact::Groups(seat, sizes)));
        }
        notes
    }

    /// The position of a seat in each round, counted from 0: a seat that places its last tile earlier has a lower number.
    fn order(&self, seat: Seat) -> u8 {
        (seat.0 + self.seats - self.first.0) % self.seats
    }

    /// Places: the lowest score first. Between equal scores, the seat that placed its last tile first is ahead.
    fn places(&self) -> Vec<u8> {
        let rank = |seat: Seat| (self.scores[seat.index()], self.order(seat));
        let seats = || (0..self.seats).map(Seat);
        seats()
            .map(|seat| 1 + seats().filter(|other| rank(*other) < rank(seat)).count() as u8)
            .collect()
    }
}

impl Game for Dominimum {
    type Options = Options;
    type Chance = Chance;
    type Choice = Placement;
    type Fact = Fact;

    const SLUG: &'static str = "dominimum";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::Fewest;

    fn setup(_: &Options, seats: u8) -> Result<Dominimum, SetupError> {
        SetupError::check_seats(
            seats,
            MIN_SEATS..=MAX_SEATS,
            "dominimum-setup-alone",
            "dominimum-setup-seats",
        )?;
        Ok(Dominimum {
            seats,
            phase: Phase::Missions,
            missions_drawn: 0,
            missions: [Tile::default(); SEATS],
            first: Seat(0),
            held: Held::new(seats),
            scores: [0; SEATS],
        })
    }

    fn options(&self) -> Options {
        Options {}
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Missions | Phase::First | Phase::Deal => Awaits::Chance,
            Phase::Place => Awaits::Seats(SeatSet::one(self.held.turn)),
            Phase::Over => Awaits::Nobody(Outcome {
                places: Some(self.places()),
                scores: Some(self.scores[..usize::from(self.seats)].to_vec()),
            }),
        }
    }

    fn draw(&self, source: &mut dyn Source) -> Chance {
        match self.phase {
            Phase::Missions => {
                let possible: Vec<Tile> = self.possible_missions().iter().collect();
                let mission = source.pick(&possible).copied().unwrap_or_default();
                Chance::Mission(Seat(self.missions_drawn), mission)
            }
            Phase::First => Chance::First(Seat(source.below(u32::from(self.seats)) as u8)),
            _ => Chance::Deck(Deck::shuffled(Tiles::ALL.without(self.taken()), source)),
        }
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Placement>) -> Listing {
        self.held.choices(seat, into)
    }

    fn take_chance(&mut self, chance: &Chance) -> Followed<Fact> {
        match (self.phase, chance) {
            (Phase::Missions, Chance::Mission(seat, mission))
                if seat.0 == self.missions_drawn && self.possible_missions().contains(*mission) =>
            {
                self.missions[seat.index()] = *mission;
                self.missions_drawn += 1;
                if self.missions_drawn == self.seats {
                    self.phase = Phase::First;
                }
            }
            (Phase::First, Chance::First(seat)) if self.is_seat(*seat) => {
                (self.first, self.held.turn) = (*seat, *seat);
                self.phase = Phase::Deal;
            }
            (Phase::Deal, Chance::Deck(deck)) if deck.tiles() == Tiles::ALL.without(self.taken()) => {
                self.held.deal(deck);
                self.phase = Phase::Place;
            }
            _ => return refuse(Refusal::draw()),
        }
        Ok(Vec::new())
    }

    fn take_choice(&mut self, seat: Seat, placement: &Placement) -> Followed<Fact> {
        self.held.check(seat, *placement, &REASONS)?;
        match self.held.place(*placement) {
            true => Ok(Vec::new()),
            false => Ok(self.finish()),
        }
    }

    fn count(&self, seat: Seat) -> usize {
        self.held.count(seat)
    }

    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Placement> {
        self.held.random_choice(seat, source)
    }

    fn read(&self, _: Seat, text: &str) -> Result<Placement, Malformed> {
        Placement::read(text)
    }
}
