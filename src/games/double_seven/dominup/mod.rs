//! Dominup: lay your tiles beside the others, and on top of them wherever you can (docs/RULES.md, "Dominup").
//!
//! This module holds the rules ([`Dominup`]), what each viewer sees ([`View`]), and the game's presentation. It knows nothing but
//! the tiles of its family and [`crate::rules`]: no clock, no generator, no language, no other game.
//!
//! # How a game runs
//!
//! `deck` deals all tiles as blocks in seat order. The holder of 7-7 lays it in the middle, which is its first turn. Then
//! the seats take turns. A seat climbs as long as any tile of its hand can, whatever the level. Then it expands once, if it
//! has a tile left. The expand ends the turn, even if it makes another climb possible.
//!
//! # What is public
//!
//! Every tile on the table, who laid it, and how many tiles each seat holds. Hands are secret until the game is over; then
//! they all lie open. An expand reveals that no tile of the seat's hand could climb just then; nothing else is revealed.
//!
//! # Where rulebook and rulings are silent
//!
//! * A seat that climbs with its last tile is out at once: without a tile there is nothing to expand.
//! * Once only one seat has tiles left, its place is certain and the game is over; it need not lay the rest.
//! * In misère the game ends with the first seat out, so `play_on` changes nothing there. Neither of its values is then the
//!   effective one, so a record holds the chosen value or the default, as for any other option.

mod alt;
mod evaluate;
mod imagine;
mod notation;
mod options;
mod phrases;
mod position;
mod presentation;
mod sketch;
mod storeys;
#[cfg(test)]
mod tests;
mod view;

use super::{Deck, SET, Tiles, names};
use crate::rules::{
    Arg, Awaits, Followed, Game, Listing, Malformed, Note, Outcome, Phrase, Refusal, Scoring, Seat, SeatSet,
    SetupError, Source, refuse,
};

use storeys::{Fault, Storeys, double_seven};

pub use notation::{Chance, Choice, Fact};
pub use options::Options;
pub use view::{Own, Placed, SeatView, Stage, View};

/// The language files.
pub(crate) const WORDS: &[(&str, &str)] = &[("en", include_str!("en.ftl"))];

const MIN_SEATS: u8 = 2;
const MAX_SEATS: u8 = 4;
const SEATS: usize = MAX_SEATS as usize;

/// A game of Dominup.
#[derive(Clone, Debug)]
pub struct Dominup {
    options: Options,
    seats: u8,
    phase: Phase,
    /// The seat that lays now; at the end, the seat that laid last.
    turn: Seat,
    hands: [Tiles; SEATS],
    /// By seat: the tiles that it cannot hold, because it expanded while they could have climbed.
    lacks: [Tiles; SEATS],
    storeys: Storeys,
    /// The seats that laid the tiles, in the order of laying.
    layers: [Seat; SET],
    /// The seats that are out of tiles, in the order in which they went out.
    out: [Option<Seat>; SEATS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Deal,
    Play,
    Over,
}

impl Dominup {
    fn hand(&self, seat: Seat) -> Tiles {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// Whether nothing lies on the table yet.
    fn is_opening(&self) -> bool {
        self.storeys.layout().is_empty()
    }

    /// The place of a seat that is out of tiles, from 1.
    fn place_of(&self, seat: Seat) -> Option<u8> {
        let at = self.out.iter().position(|out| *out == Some(seat))?;
        Some(1 + at as u8)
    }

    /// Records that the seat is out of tiles: gives it its place and may end the game.
    fn leave(&mut self, seat: Seat) {
        if let Some(place) = self.out.iter_mut().find(|place| place.is_none()) {
            *place = Some(seat);
        }
        let holders = self.all().iter().filter(|seat| !self.hand(*seat).is_empty()).count();
        if holders < 2 || !self.options.goes_on() {
            self.phase = Phase::Over;
        }
    }

    /// The next seat that has tiles.
    fn after(&self, seat: Seat) -> Seat {
        let mut next = seat.next(self.seats);
        while next != seat && self.hand(next).is_empty() {
            next = next.next(self.seats);
        }
        next
    }

    fn check_choice(&self, seat: Seat, choice: Choice) -> Result<(), Refusal> {
        let fault = match self.storeys.check(self.hand(seat), choice) {
            Ok(()) => return Ok(()),
            Err(fault) => fault,
        };
        let phrase = match fault {
            Fault::Opening => Phrase::new("dominup-refused-opening"),
            Fault::Held => Phrase::new("dominup-refused-held").with("tile", choice.tile().to_string()),
            Fault::Must(able) => {
                let tiles: Arg = able.iter().map(|tile| tile.to_string()).collect();
                Phrase::new("dominup-refused-must").with("tiles", tiles)
            }
            Fault::Empty(cell) => Phrase::new("dominup-refused-empty").with("cell", names::cell(cell)),
            Fault::Half(cell, taken) => Phrase::new("dominup-refused-half")
                .with("cell", names::cell(cell))
                .with("taken", names::cell(taken)),
            Fault::OneTile => Phrase::new("dominup-refused-one"),
            Fault::Levels([one, other]) => Phrase::new("dominup-refused-levels")
                .with("one", 1 + one)
                .with("other", 1 + other),
            Fault::Symbol(cell, symbol) => Phrase::new("dominup-refused-symbol")
                .with("cell", names::cell(cell))
                .with("symbol", symbol.number()),
            Fault::Taken(cell) => Phrase::new("dominup-refused-taken").with("cell", names::cell(cell)),
            Fault::Apart => Phrase::new("dominup-refused-apart"),
        };
        Err(phrase.into())
    }

    fn outcome(&self) -> Outcome {
        let place = |seat: Seat| match self.place_of(seat) {
            Some(_) if self.options.misere => self.seats,
            None if self.options.misere => 1,
            Some(place) => place,
            // A seat that still holds tiles ranks behind those that are out.
            None => 1 + self.out.iter().flatten().count() as u8,
        };
        Outcome {
            places: Some(self.all().iter().map(place).collect()),
            scores: None,
        }
    }
}

impl Game for Dominup {
    type Options = Options;
    type Chance = Chance;
    type Choice = Choice;
    type Fact = Fact;

    const SLUG: &'static str = "dominup";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::None;

    fn setup(options: &Options, seats: u8) -> Result<Dominup, SetupError> {
        SetupError::check_seats(
            seats,
            MIN_SEATS..=MAX_SEATS,
            "dominup-setup-alone",
            "dominup-setup-seats",
        )?;
        Ok(Dominup {
            options: *options,
            seats,
            phase: Phase::Deal,
            turn: Seat(0),
            hands: [Tiles::EMPTY; SEATS],
            lacks: [Tiles::EMPTY; SEATS],
            storeys: Storeys::new(),
            layers: [Seat(0); SET],
            out: [None; SEATS],
        })
    }

    fn options(&self) -> Options {
        self.options
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Deal => Awaits::Chance,
            Phase::Play => Awaits::Seats(SeatSet::one(self.turn)),
            Phase::Over => Awaits::Nobody(self.outcome()),
        }
    }

    fn draw(&self, source: &mut dyn Source) -> Chance {
        Chance(Deck::shuffled(Tiles::ALL, source))
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Choice>) -> Listing {
        into.clear();
        if self.may_choose(seat) {
            self.storeys.choices(self.hand(seat), into);
        }
        Listing::Complete
    }

    fn take_chance(&mut self, Chance(deck): &Chance) -> Followed<Fact> {
        if deck.order().len() != SET {
            return refuse(Refusal::draw());
        }
        let block = SET / usize::from(self.seats);
        let blocks = deck.order().chunks(block);
        for (seat, block) in self.all().iter().zip(blocks) {
            let hand: Tiles = block.iter().copied().collect();
            self.hands[seat.index()] = hand;
            if !hand.and(double_seven()).is_empty() {
                self.turn = seat;
            }
        }
        self.phase = Phase::Play;
        Ok(Vec::new())
    }

    fn take_choice(&mut self, seat: Seat, choice: &Choice) -> Followed<Fact> {
        let choice = *choice;
        self.check_choice(seat, choice)?;
        let expands = matches!(choice, Choice::Expand(_));
        if expands {
            let lacks = &mut self.lacks[seat.index()];
            *lacks = lacks.or(self.storeys.climbers());
        }
        if let Some(layer) = self.layers.get_mut(self.storeys.layout().len()) {
            *layer = seat;
        }
        self.storeys.lay(choice.placement());
        let hand = &mut self.hands[seat.index()];
        hand.remove(choice.tile());
        let is_out = hand.is_empty();
        if is_out {
            self.leave(seat);
        }
        if (is_out || expands) && self.phase == Phase::Play {
            self.turn = self.after(seat);
        }
        let fact = is_out.then(|| Note::public(Fact::Out(seat)));
        Ok(fact.into_iter().collect())
    }

    fn unasked(&self, seat: Seat, _: SeatSet) -> Refusal {
        match self.hand(seat).is_empty() {
            true => Refusal::because("dominup-refused-out"),
            false => Refusal::turn(self.turn),
        }
    }

    fn count(&self, seat: Seat) -> usize {
        match self.may_choose(seat) {
            true => self.storeys.count(self.hand(seat)) as usize,
            false => 0,
        }
    }

    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        match self.may_choose(seat) {
            true => self.storeys.random(self.hand(seat), source),
            false => None,
        }
    }

    fn read(&self, _: Seat, text: &str) -> Result<Choice, Malformed> {
        let layout = self.storeys.layout();
        Choice::read(text, |placement| {
            placement.cells().into_iter().any(|cell| !layout.is_free(cell))
        })
    }
}
