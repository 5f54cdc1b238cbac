//! Dominomega: tiles laid side by side, until the groups of everybody's ring are multiplied (docs/RULES.md, "Dominomega").
//!
//! This module holds the rules ([`Dominomega`]), what each viewer sees ([`View`]), and the game's presentation. It knows the
//! family's tiles and [`crate::rules`]: no clock, no generator, no language, no other game.
//!
//! # How a game runs
//!
//! `deck` gives the order of the tiles: each seat is dealt one tile, and the rest is the supply. Then each seat in turn
//! places its tile and draws another, until all 36 tiles lie on the table.
//!
//! # What is secret
//!
//! The tile that a seat holds, and the order of the supply. That a tile was drawn is public.
//!
//! # Where rulebook and rulings are silent
//!
//! * The first tile lies on `0,0 1,0` with its lower symbol first. No other place is legal, but its seat is still asked.
//! * A cell with several rings counts for each of their seats, so the same cells may belong to several groups.

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

pub use notation::Fact;
pub use view::{SeatView, View};

use super::held::{Held, Reasons, Stage};
use super::{Deck, Placement, Ring, Tiles, groups};
use crate::rules::{
    Awaits, Followed, Game, Listing, Malformed, Note, Outcome, Refusal, Scoring, Seat, SeatSet, SetupError, Source,
    places_by_score, refuse,
};

/// The language files.
pub(crate) const WORDS: &[(&str, &str)] = &[("en", include_str!("en.ftl"))];

/// The fewest and the most seats.
pub const MIN_SEATS: u8 = 2;
/// See [`MIN_SEATS`].
pub const MAX_SEATS: u8 = 3;

const SEATS: usize = MAX_SEATS as usize;

/// Dominomega has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {}

/// A game of Dominomega.
#[derive(Clone, Debug)]
pub struct Dominomega {
    seats: u8,
    stage: Stage,
    held: Held,
    scores: [i64; SEATS],
}

/// The rings of the seats at a table of this many seats.
pub(super) const fn rings(seats: u8) -> &'static [Ring] {
    match seats {
        2 => &[Ring::Pip, Ring::Large],
        _ => &Ring::ALL,
    }
}

/// The names of the reasons for which a placement is refused.
const REASONS: Reasons = Reasons {
    tile: "dominomega-refused-tile",
    first: "dominomega-refused-first",
    apart: "dominomega-refused-apart",
    taken: "dominomega-refused-taken",
};

impl Dominomega {
    /// Ends the game: multiplies the groups.
    fn finish(&mut self) -> Vec<Note<Fact>> {
        self.stage = Stage::Over;
        let seats = (0..self.seats).map(Seat).zip(rings(self.seats));
        let sizes = seats.map(|(seat, ring)| (seat, groups::sizes(&self.held.layout, |symbol| symbol.has(*ring))));
        let sizes: Vec<(Seat, Vec<u8>)> = sizes.collect();
        for (seat, sizes) in &sizes {
            self.scores[seat.index()] = groups::product(sizes.iter().copied());
        }
        let fact = |(seat, sizes)| Note::public(Fact::Groups(seat, sizes));
        sizes.into_iter().map(fact).collect()
    }

    fn scores(&self) -> &[i64] {
        &self.scores[..usize::from(self.seats)]
    }
}

impl Game for Dominomega {
    type Options = Options;
    type Chance = Deck;
    type Choice = Placement;
    type Fact = Fact;

    const SLUG: &'static str = "dominomega";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::Most;
    const SEATS_DRAWN: bool = true;

    fn setup(_: &Options, seats: u8) -> Result<Dominomega, SetupError> {
        SetupError::check_seats(
            seats,
            MIN_SEATS..=MAX_SEATS,
            "dominomega-setup-alone",
            "dominomega-setup-seats",
        )?;
        Ok(Dominomega {
            seats,
            stage: Stage::Deal,
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
        match self.stage {
            Stage::Deal => Awaits::Chance,
            Stage::Place => Awaits::Seats(SeatSet::one(self.held.turn)),
            Stage::Over => Awaits::Nobody(Outcome {
                places: Some(places_by_score(self.scores())),
                scores: Some(self.scores().to_vec()),
            }),
        }
    }

    fn draw(&self, source: &mut dyn Source) -> Deck {
        Deck::shuffled(Tiles::ALL, source)
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Placement>) -> Listing {
        self.held.choices(seat, into)
    }

    fn take_chance(&mut self, deck: &Deck) -> Followed<Fact> {
        if deck.tiles() != Tiles::ALL {
            return refuse(Refusal::draw());
        }
        self.held.deal(deck);
        self.stage = Stage::Place;
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
