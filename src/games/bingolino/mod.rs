//! Bingolino: sixteen numbers a seat, up to five dice, and a star for every line that is turned over (docs/RULES.md, "Bingolino").
//!
//! This module holds the rules ([`Bingolino`]), what each viewer sees ([`View`]), and the game's presentation. It knows nothing but
//! [`crate::rules`]: no clock, no generator, no language, no other game.
//!
//! # How a game runs
//!
//! The game begins with `tiles` for every seat in order. Then all seats give their layouts at once, `first` is drawn, and
//! the rolls follow. For a roll the roller chooses how many `dice` fall. Then everybody who could turn over a tile chooses,
//! at the same time; so does a roller that must turn one back. When all have chosen, the tiles are turned, stars are taken,
//! and the next seat rolls.
//!
//! # What is public
//!
//! Nearly everything: the tiles of every seat, the grids, the dice, and so what anybody could choose. Only two things are
//! secret: a layout until all are in, and what a seat turns over until the roll is complete. That a seat has chosen is
//! public.
//!
//! # Where rulebook and rulings are silent
//!
//! * Tiles are public as soon as they are drawn. On a real table they also lie open while people lay them out.
//! * A seat may replace its layout until the last layout is in, and what it turns over for a roll until the last seat has
//!   chosen. Nobody has seen it before then, and no tile is turned.
//! * When nobody has anything to choose after a roll, the roll is complete at once and the next seat rolls.
//! * The number that a removed die shows identifies it: two dice that show the same are one choice.
//! * Tiles with the same number are different tiles: which of them is turned over is a choice.
//! * Seats outside a play-off keep their stars, and so do those who lose it: they rank by stars behind the winners.

mod alt;
mod arrange;
mod board;
mod evaluate;
mod grid;
mod menu;
mod notation;
mod panel;
mod phase;
mod phrases;
mod presentation;
mod preview;
mod rolls;
mod sketch;
#[cfg(test)]
mod tests;
mod view;

use crate::rules::{
    Awaits, Followed, Game, Listing, Malformed, Outcome, Phrase, Refusal, Scoring, Seat, SeatSet, SetupError, Source,
    refuse,
};
use serde::{Deserialize, Serialize};

pub use grid::{COPIES, GREATEST, Layout, Line, LineKind, Lines, Place, Places, TILES};
pub use notation::{Chance, Choice, Dice, Fact, MAX_DICE, MAX_SEATS};
pub use phase::Phase;
pub use view::{OwnView, RollView, SeatView, View};

use grid::Grid;
use rolls::{Roll, Ways};

/// The language files.
pub(crate) const WORDS: &[(&str, &str)] = &[("en", include_str!("en.ftl"))];

/// The fewest seats.
pub const MIN_SEATS: u8 = 2;

/// How many stars end the game (`GOAL`), and how many end a play-off.
const GOAL: u8 = 4;
const PLAY_OFF_GOAL: u8 = 5;

const SEATS: usize = MAX_SEATS as usize;

/// Bingolino has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {}

/// A game of Bingolino.
#[derive(Clone, Debug)]
pub struct Bingolino {
    seats: u8,
    phase: Phase,
    /// How many seats have their tiles.
    dealt: u8,
    /// The seats that roll and flip: all seats, or the seats in the play-off.
    playing: SeatSet,
    /// How many stars end the game.
    goal: u8,
    roller: Seat,
    /// How many dice are rolled.
    count: u8,
    dice: Dice,
    /// The seats that are asked now.
    waiting: SeatSet,
    /// The choices, sealed until all have chosen.
    chosen: [Option<Choice>; SEATS],
    grids: [Grid; SEATS],
    /// The roll that was completed last.
    last: Option<Roll>,
    winners: SeatSet,
}

impl Bingolino {
    fn grid(&self, seat: Seat) -> &Grid {
        &self.grids[seat.index()]
    }

    /// How many tiles of each number are still in the bag, while tiles are drawn; the index is the number.
    fn bag(&self) -> [u8; GREATEST as usize + 1] {
        let mut bag = [COPIES; GREATEST as usize + 1];
        bag[0] = 0;
        for grid in &self.grids[..usize::from(self.dealt)] {
            for (left, drawn) in bag.iter_mut().zip(grid.layout.census()) {
                *left -= drawn;
            }
        }
        bag
    }

    fn begin_turn(&mut self) {
        self.phase = Phase::Roll;
        self.waiting = SeatSet::one(self.roller);
    }

    /// What `seat` could turn over for the dice on the table.
    fn ways(&self, seat: Seat) -> Ways {
        Ways::of(self.grid(seat), &self.dice, seat == self.roller)
    }

    /// Whether `seat` has a choice other than to decline.
    fn has_choice(&self, seat: Seat) -> bool {
        !self.ways(seat).is_empty() || (seat == self.roller && !self.grid(seat).turned().is_empty())
    }

    fn lay(&mut self, seat: Seat, layout: Layout) -> Followed<Fact> {
        let own = self.grid(seat).layout.census();
        let laid = layout.census();
        if let Some(number) = (1..=GREATEST).find(|number| laid[usize::from(*number)] > own[usize::from(*number)]) {
            let count = own[usize::from(number)];
            return refuse(
                Phrase::new("bingolino-refused-tiles")
                    .with("number", number)
                    .with("count", count),
            );
        }
        self.chosen[seat.index()] = Some(Choice::Layout(layout));
        self.waiting.remove(seat);
        if self.waiting.is_empty() {
            for seat in self.all().iter() {
                if let Some(Choice::Layout(layout)) = self.chosen[seat.index()].take() {
                    self.grids[seat.index()] = Grid::lay(layout);
                }
            }
            self.phase = Phase::First;
        }
        Ok(Vec::new())
    }

    fn outcome(&self) -> Outcome {
        let stars = |seat: Seat| self.grid(seat).stars();
        let place = |seat: Seat| {
            if self.winners.contains(seat) {
                return 1;
            }
            let ahead = |other: &Seat| self.winners.contains(*other) || stars(*other) > stars(seat);
            1 + self.all().iter().filter(ahead).count() as u8
        };
        Outcome {
            places: Some(self.all().iter().map(place).collect()),
            scores: Some(self.all().iter().map(|seat| i64::from(stars(seat))).collect()),
        }
    }
}

impl Game for Bingolino {
    type Options = Options;
    type Chance = Chance;
    type Choice = Choice;
    type Fact = Fact;

    const SLUG: &'static str = "bingolino";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::Most;

    fn setup(_: &Options, seats: u8) -> Result<Bingolino, SetupError> {
        SetupError::check_seats(
            seats,
            MIN_SEATS..=MAX_SEATS,
            "bingolino-setup-alone",
            "bingolino-setup-seats",
        )?;
        Ok(Bingolino {
            seats,
            phase: Phase::Tiles,
            dealt: 0,
            playing: SeatSet::all(seats),
            goal: GOAL,
            roller: Seat(0),
            count: 0,
            dice: Dice::default(),
            waiting: SeatSet::EMPTY,
            chosen: [None; SEATS],
            grids: [Grid::default(); SEATS],
            last: None,
            winners: SeatSet::EMPTY,
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
            Phase::Tiles | Phase::First | Phase::Dice => Awaits::Chance,
            Phase::Layout | Phase::Roll | Phase::Flip => Awaits::Seats(self.waiting),
            Phase::Over => Awaits::Nobody(self.outcome()),
        }
    }

    fn draw(&self, source: &mut dyn Source) -> Chance {
        match self.phase {
            Phase::Tiles => Chance::Tiles(Seat(self.dealt), self.draw_tiles(source)),
            Phase::Dice => {
                let mut dice = Dice::default();
                for _ in 0..self.count {
                    dice.push(source.below(6) as u8 + 1);
                }
                Chance::Dice(dice)
            }
            _ => Chance::First(Seat(source.below(u32::from(self.seats)) as u8)),
        }
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Choice>) -> Listing {
        into.clear();
        if !self.may_choose(seat) {
            return Listing::Complete;
        }
        match self.phase {
            Phase::Layout => {
                let given = self.grid(seat).layout;
                let arranged = arrange::arranged(&given);
                into.push(Choice::Layout(given));
                into.extend((arranged != given).then_some(Choice::Layout(arranged)));
                return Listing::Partial;
            }
            Phase::Roll => into.extend((1..=MAX_DICE).map(Choice::Roll)),
            _ => {
                let ways = self.ways(seat);
                if ways.is_empty() && seat == self.roller {
                    into.extend(self.grid(seat).turned().iter().map(Choice::Back));
                } else {
                    into.extend(ways.iter());
                    into.push(Choice::Decline);
                }
            }
        }
        Listing::Complete
    }

    fn take_chance(&mut self, chance: &Chance) -> Followed<Fact> {
        match (self.phase, chance) {
            (Phase::Tiles, Chance::Tiles(seat, tiles)) if seat.0 == self.dealt => {
                let census = tiles.census();
                if census.iter().zip(self.bag()).any(|(drawn, left)| *drawn > left) {
                    return refuse(Refusal::draw());
                }
                self.grids[seat.index()].layout = *tiles;
                self.dealt += 1;
                if self.dealt == self.seats {
                    self.phase = Phase::Layout;
                    self.waiting = self.all();
                }
            }
            (Phase::First, Chance::First(seat)) if self.is_seat(*seat) => {
                self.roller = *seat;
                self.begin_turn();
            }
            (Phase::Dice, Chance::Dice(dice)) if dice.presentation().len() == usize::from(self.count) => {
                self.dice = *dice;
                self.phase = Phase::Flip;
                self.waiting = self.playing.iter().filter(|seat| self.has_choice(*seat)).collect();
                if self.waiting.is_empty() {
                    return Ok(self.complete_roll());
                }
            }
            _ => return refuse(Refusal::draw()),
        }
        Ok(Vec::new())
    }

    fn take_choice(&mut self, seat: Seat, choice: &Choice) -> Followed<Fact> {
        match (self.phase, *choice) {
            (Phase::Layout, Choice::Layout(layout)) => self.lay(seat, layout),
            (Phase::Layout, _) => refuse("bingolino-refused-layout-first"),
            (_, Choice::Layout(_)) => refuse("bingolino-refused-layout-over"),
            (Phase::Roll, Choice::Roll(count)) => {
                self.count = count;
                self.phase = Phase::Dice;
                self.waiting = SeatSet::EMPTY;
                Ok(Vec::new())
            }
            (Phase::Roll, _) => refuse("bingolino-refused-roll-first"),
            (_, Choice::Roll(number)) => self.refuse_roll(seat, number),
            (_, Choice::Flip(..) | Choice::Decline | Choice::Back(_)) => {
                self.check_flip(seat, *choice)?;
                self.chosen[seat.index()] = Some(*choice);
                self.waiting.remove(seat);
                if self.waiting.is_empty() {
                    return Ok(self.complete_roll());
                }
                Ok(Vec::new())
            }
        }
    }

    fn unasked(&self, seat: Seat, _: SeatSet) -> Refusal {
        match self.phase {
            _ if !self.playing.contains(seat) => Refusal::because("bingolino-refused-play-off"),
            Phase::Roll => Refusal::turn(self.roller),
            _ if seat == self.roller => Refusal::because("bingolino-refused-nothing-roller"),
            _ => Phrase::new("bingolino-refused-nothing")
                .with("total", self.dice.total())
                .into(),
        }
    }

    fn timeout_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        match self.phase {
            _ if !self.may_choose(seat) => None,
            Phase::Layout => Some(Choice::Layout(self.grid(seat).layout)),
            Phase::Flip if !self.must_turn_back(seat) => Some(Choice::Decline),
            _ => self.random_choice(seat, source),
        }
    }

    fn may_choose(&self, seat: Seat) -> bool {
        self.waiting.contains(seat) || (self.is_seat(seat) && self.chosen[seat.index()].is_some())
    }

    fn count(&self, seat: Seat) -> usize {
        if !self.may_choose(seat) {
            return 0;
        }
        match self.phase {
            Phase::Layout => 1 + usize::from(arrange::arranged(&self.grid(seat).layout) != self.grid(seat).layout),
            Phase::Roll => usize::from(MAX_DICE),
            _ if self.must_turn_back(seat) => self.grid(seat).turned().len(),
            _ => self.ways(seat).len() + 1,
        }
    }

    fn choice_count(&self, seat: Seat) -> Option<u32> {
        (self.phase != Phase::Layout).then(|| self.count(seat) as u32)
    }

    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        if !self.may_choose(seat) {
            return None;
        }
        match self.phase {
            Phase::Layout => {
                let mut layout = self.grid(seat).layout;
                source.shuffle(&mut layout.0);
                Some(Choice::Layout(layout))
            }
            Phase::Roll => Some(Choice::Roll(source.below(u32::from(MAX_DICE)) as u8 + 1)),
            _ => {
                let ways = self.ways(seat);
                if ways.is_empty() && seat == self.roller {
                    let turned = self.grid(seat).turned();
                    let pick = source.below(turned.len() as u32) as usize;
                    return turned.nth(pick).map(Choice::Back);
                }
                let pick = source.below(ways.len() as u32 + 1) as usize;
                Some(ways.nth(pick).unwrap_or(Choice::Decline))
            }
        }
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Choice, Malformed> {
        match self.read_tile(seat, text) {
            Some(choice) => Ok(choice),
            None => Choice::read(text),
        }
    }
}
