//! Binary: black and white pieces on a chequered board, where empty squares of one's own colour count too
//! (docs/RULES.md, "Binary").
//!
//! This module holds the rules ([`Binary`]), what people see ([`View`]), and the game's presentation. It knows nothing but
//! [`crate::rules`]: no clock, no generator, no language, no other game.
//!
//! # How a game runs
//!
//! `black` says who begins. Then the seats place pieces, one choice a turn, until both hands are empty. When one hand is
//! empty, the other seat plays on alone with the pieces that it has left. Nothing is ever secret.
//!
//! # Where rulebook and rulings are silent
//!
//! * The option `first` may settle who has black, instead of a draw. The record still has the event: chance then has only
//!   one result.
//! * A piece given up for a square of the centre is placed nowhere, so it belongs to no territory.

mod alt;
mod evaluate;
mod menu;
mod notation;
mod options;
mod outline;
mod phrases;
mod position;
mod presentation;
mod prospects;
mod sketch;
mod squares;
mod territory;
#[cfg(test)]
mod tests;
mod view;
mod way;

use std::cmp::Ordering;

use crate::rules::{
    Awaits, Followed, Game, Listing, Malformed, Note, Outcome, Phrase, Refusal, Scoring, Seat, SeatSet, SetupError,
    Source, refuse,
};

pub use notation::{Chance, Choice, Fact};
pub use options::{First, Options};
pub use squares::{Frame, LONGEST, SIZES, Square, Squares};
pub use territory::{Sizes, territories};
pub use view::{Placed, SideView, Stage, View};

/// The language files.
pub(crate) const WORDS: &[(&str, &str)] = &[("en", include_str!("en.ftl"))];

const SEATS: u8 = 2;

/// A game of Binary.
#[derive(Clone, Debug)]
pub struct Binary {
    options: Options,
    frame: &'static Frame,
    phase: Phase,
    black: Seat,
    /// The seat that places now; at the end, the seat that placed last.
    turn: Seat,
    sides: [Pieces; SEATS as usize],
    last: Option<Placed>,
    places: [u8; SEATS as usize],
    scores: [i64; SEATS as usize],
}

/// What a seat has.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    /// The pieces not yet placed.
    hand: u8,
    /// The pieces given up.
    discarded: u8,
    placed: Squares,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Draw,
    Place,
    Over,
}

/// The legal moves of a seat: a single piece on any square of `single`, or two pieces at once on any two squares of
/// `paired`.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    single: Squares,
    paired: Squares,
}

fn refuse_square<T>(key: &'static str, square: Square) -> Result<T, Refusal> {
    refuse(Phrase::new(key).with("square", square.to_string()))
}

impl Moves {
    /// The moves of a seat whose colour has the squares `own`, given the squares with pieces (`placed`) and the number of
    /// pieces in its `hand`.
    fn on(frame: &Frame, own: Squares, placed: Squares, hand: u8) -> Moves {
        let centre = frame.centre;
        if placed.is_empty() {
            return Moves {
                single: own.without(centre),
                paired: Squares::EMPTY,
            };
        }
        let empty = frame.all().without(placed);
        if hand < 2 {
            return Moves {
                single: empty.without(centre.without(own)),
                paired: Squares::EMPTY,
            };
        }
        Moves {
            single: empty,
            paired: empty.and(own).without(centre),
        }
    }

    /// Whether a second piece may be placed beside one on `square`.
    fn leads_on(&self, square: Square) -> bool {
        self.pairs() > 0 && self.paired.contains(square)
    }

    fn pairs(&self) -> u32 {
        let squares = self.paired.len();
        squares * squares.saturating_sub(1) / 2
    }

    fn count(&self) -> u32 {
        self.single.len() + self.pairs()
    }

    /// The choice with number `index`; every number below [`Moves::count`] gives a different choice.
    ///
    /// For pairs, an odd number of squares forms a circle. Each pair is a square and the square some steps further on, at
    /// most half the circle away. With an even number, the last square stays outside the circle and is paired with each of
    /// the others.
    fn choice(&self, index: u32) -> Option<Choice> {
        let Some(index) = index.checked_sub(self.single.len()) else {
            return self.single.nth(index).map(Choice::One);
        };
        if index >= self.pairs() {
            return None;
        }
        let squares = self.paired.len();
        let even = squares.is_multiple_of(2);
        let circle = squares - u32::from(even);
        let (at, step) = (index % circle, index / circle + u32::from(!even));
        let other = if step == 0 { circle } else { (at + step) % circle };
        Choice::two(self.paired.nth(at)?, self.paired.nth(other)?)
    }
}

impl Binary {
    fn side(&self, seat: Seat) -> &Pieces {
        &self.sides[seat.index()]
    }

    /// The squares of a seat's colour.
    fn own(&self, seat: Seat) -> Squares {
        if seat == self.black {
            self.frame.dark
        } else {
            self.frame.light
        }
    }

    fn placed(&self) -> Squares {
        self.sides[0].placed.or(self.sides[1].placed)
    }

    /// Where territories of a seat can be: its pieces and the empty squares of its colour.
    fn ground(&self, seat: Seat) -> Squares {
        self.own(seat).without(self.placed()).or(self.side(seat).placed)
    }

    /// Whether the first piece of the game is due; it goes to a dark square outside the centre.
    fn is_opening(&self) -> bool {
        self.placed().is_empty()
    }

    fn moves(&self, seat: Seat) -> Moves {
        if !self.may_choose(seat) {
            return Moves::default();
        }
        let hand = self.side(seat).hand;
        Moves::on(self.frame, self.own(seat), self.placed(), hand)
    }

    fn check_choice(&self, seat: Seat, choice: Choice) -> Result<(), Refusal> {
        let (all, taken) = (self.frame.all(), self.placed());
        for square in choice.squares() {
            if !all.contains(square) {
                let corner = Square::new(self.frame.size - 1, self.frame.size - 1);
                let last = corner.map(|square| square.to_string()).unwrap_or_default();
                let refusal = Phrase::new("binary-refused-off")
                    .with("square", square.to_string())
                    .with("last", last);
                return Err(refusal.into());
            }
            if taken.contains(square) {
                return refuse_square("binary-refused-taken", square);
            }
        }
        if self.is_opening() {
            return self.check_opening(choice);
        }
        let (own, centre) = (self.own(seat), self.frame.centre);
        let hand = self.side(seat).hand;
        match choice {
            Choice::One(square) if hand < 2 && centre.without(own).contains(square) => {
                refuse_square("binary-refused-cost", square)
            }
            Choice::One(_) => Ok(()),
            Choice::Two(first, second) => {
                for square in [first, second] {
                    if !own.contains(square) {
                        return refuse_square("binary-refused-two-colours", square);
                    }
                    if centre.contains(square) {
                        return refuse_square("binary-refused-two-centre", square);
                    }
                }
                if hand < 2 {
                    return refuse("binary-refused-two-hand");
                }
                Ok(())
            }
        }
    }

    fn check_opening(&self, choice: Choice) -> Result<(), Refusal> {
        let Choice::One(square) = choice else {
            return refuse("binary-refused-opening-two");
        };
        if !self.frame.dark.contains(square) {
            return refuse_square("binary-refused-opening-light", square);
        }
        if self.frame.centre.contains(square) {
            return refuse_square("binary-refused-opening-centre", square);
        }
        Ok(())
    }

    /// Ends the game: counts the territories of both seats, by seat.
    fn finish(&mut self) -> [Fact; 2] {
        let [one, other] = [Seat(0), Seat(1)].map(|seat| Sizes::of(self.ground(seat)));
        self.phase = Phase::Over;
        self.scores = [one.score(), other.score()];
        self.places = match one.compare(&other) {
            Ordering::Greater => [1, 2],
            Ordering::Equal => [1, 1],
            Ordering::Less => [2, 1],
        };
        [Fact::Territories(Seat(0), one), Fact::Territories(Seat(1), other)]
    }
}

impl Game for Binary {
    type Options = Options;
    type Chance = Chance;
    type Choice = Choice;
    type Fact = Fact;

    const SLUG: &'static str = "binary";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::Most;
    const DRAWS: bool = true;

    fn setup(options: &Options, seats: u8) -> Result<Binary, SetupError> {
        let frame = options.frame(seats)?;
        let side = Pieces {
            hand: frame.pieces(),
            discarded: 0,
            placed: Squares::EMPTY,
        };
        Ok(Binary {
            options: *options,
            frame,
            phase: Phase::Draw,
            black: Seat(0),
            turn: Seat(0),
            sides: [side; 2],
            last: None,
            places: [1; 2],
            scores: [0; 2],
        })
    }

    fn options(&self) -> Options {
        self.options
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Draw => Awaits::Chance,
            Phase::Place => Awaits::Seats(SeatSet::one(self.turn)),
            Phase::Over => Awaits::Nobody(Outcome {
                places: Some(self.places.to_vec()),
                scores: Some(self.scores.to_vec()),
            }),
        }
    }

    fn draw(&self, source: &mut dyn Source) -> Chance {
        Chance::Black(match self.options.first {
            Some(first) => first.seat(),
            None => Seat(source.below(u32::from(SEATS)) as u8),
        })
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Choice>) -> Listing {
        into.clear();
        let moves = self.moves(seat);
        into.reserve(moves.count() as usize);
        into.extend(moves.single.iter().map(Choice::One));
        let mut later = moves.paired;
        while let Some(first) = later.first() {
            later = later.without(Squares::one(first));
            into.extend(later.iter().map(|second| Choice::Two(first, second)));
        }
        Listing::Complete
    }

    fn take_chance(&mut self, chance: &Chance) -> Followed<Fact> {
        let Chance::Black(seat) = *chance;
        let settled = self.options.first.is_some_and(|first| first.seat() != seat);
        if !self.is_seat(seat) || settled {
            return refuse(Refusal::draw());
        }
        (self.black, self.turn) = (seat, seat);
        self.phase = Phase::Place;
        Ok(Vec::new())
    }

    fn take_choice(&mut self, seat: Seat, choice: &Choice) -> Followed<Fact> {
        let choice = *choice;
        self.check_choice(seat, choice)?;
        let costly = self.frame.centre.without(self.own(seat));
        let discard = choice.squares().any(|square| costly.contains(square));
        let side = &mut self.sides[seat.index()];
        for square in choice.squares() {
            side.placed.insert(square);
            side.hand -= 1;
        }
        side.hand -= u8::from(discard);
        side.discarded += u8::from(discard);
        self.last = Some(Placed { seat, choice, discard });
        let mut notes = Vec::new();
        if discard {
            notes.push(Note::public(Fact::Discard(seat)));
        }
        let next = seat.next(SEATS);
        if self.side(next).hand > 0 {
            self.turn = next;
        } else if self.side(seat).hand == 0 {
            notes.extend(self.finish().into_iter().map(Note::public));
        }
        Ok(notes)
    }

    fn unasked(&self, seat: Seat, _: SeatSet) -> Refusal {
        match self.side(seat).hand {
            0 => Phrase::new("binary-refused-alone").with("seat", self.turn).into(),
            _ => Refusal::turn(self.turn),
        }
    }

    fn may_concede(&self) -> bool {
        true
    }

    fn count(&self, seat: Seat) -> usize {
        self.moves(seat).count() as usize
    }

    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        let moves = self.moves(seat);
        match moves.count() {
            0 => None,
            count => moves.choice(source.below(count)),
        }
    }

    fn read(&self, _: Seat, text: &str) -> Result<Choice, Malformed> {
        Choice::read(text)
    }
}
