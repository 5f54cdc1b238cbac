//! How Binome is written: what chance brings, what seats choose, and what follows (docs/RULES.md, "Binome").
//!
//! Reading is strict: only what would be written is read back. People who type are met by
//! [`Game::read`](crate::rules::Game::read), which forgives more.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::options::MAX_SEATS;
use super::postulate::{CARDS, Number, Postulate};
use crate::rules::{Malformed, Seat, SeatSet, notation, read_list, write_list};

/// The sixteen postulates in the order in which they are drawn. Each is there exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck([Postulate; 16]);

impl Deck {
    /// A deck in this order; `None` when a card is missing or twice there.
    pub fn new(cards: [Postulate; 16]) -> Option<Deck> {
        let seen = cards.iter().fold(0_u32, |seen, card| seen | 1 << card.index());
        (seen == 0xFFFF).then_some(Deck(cards))
    }

    /// The cards in the order of the rulebook.
    pub(super) const fn sorted() -> Deck {
        let mut cards = [Postulate::Identical; 16];
        let mut index = 0;
        while index < 16 {
            cards[index] = CARDS[index].postulate;
            index += 1;
        }
        Deck(cards)
    }

    /// The cards, first drawn first.
    pub const fn cards(&self) -> &[Postulate; 16] {
        &self.0
    }

    /// The cards, for changing their order and nothing else.
    pub(super) const fn reorder(&mut self) -> &mut [Postulate; 16] {
        &mut self.0
    }
}

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Who takes the chair first.
    Chair(Seat),
    /// A digit, 0 to 9.
    Roll(u8),
    /// The shuffled cards.
    Deck(Deck),
}

/// One of the sixteen spaces for digits on a sheet: number 1's tens, number 1's units, number 2's tens …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, derive_more::Display)]
#[display("{}{}", self.number(), if self.is_tens() { 't' } else { 'u' })]
pub struct Space(u8);

impl Space {
    /// The space at `index`, 0 to 15.
    pub const fn new(index: u8) -> Option<Space> {
        if index < 16 { Some(Space(index)) } else { None }
    }

    /// All sixteen, in order.
    pub fn all() -> impl Iterator<Item = Space> {
        (0..16).map(Space)
    }

    /// Its index, 0 to 15.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that it is part of, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0 / 2 + 1
    }

    /// Whether it is the place of the tens.
    pub const fn is_tens(self) -> bool {
        self.0.is_multiple_of(2)
    }
}

/// What a seat chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// To write the rolled digit there.
    Write(Space),
    /// To claim the postulate with this number.
    Claim(Number),
    /// To let the postulate go.
    Pass,
}

/// The numbers that were revealed in one turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reveal {
    seats: SeatSet,
    numbers: [Number; MAX_SEATS as usize],
}

impl Reveal {
    /// Nothing revealed.
    pub const fn new() -> Reveal {
        Reveal {
            seats: SeatSet::EMPTY,
            numbers: [Number::of(0, 0); MAX_SEATS as usize],
        }
    }

    /// Adds the number of `seat`; a seat that no table of Binome has is left out.
    pub fn insert(&mut self, seat: Seat, number: Number) {
        if let Some(place) = self.numbers.get_mut(seat.index()) {
            *place = number;
            self.seats.insert(seat);
        }
    }

    /// Takes the number of `seat` away.
    pub fn remove(&mut self, seat: Seat) {
        if let Some(place) = self.numbers.get_mut(seat.index()) {
            *place = Number::default();
            self.seats.remove(seat);
        }
    }

    /// The seats that revealed one.
    pub const fn seats(&self) -> SeatSet {
        self.seats
    }

    /// The number of `seat`.
    pub fn get(&self, seat: Seat) -> Option<Number> {
        self.seats.contains(seat).then(|| self.numbers[seat.index()])
    }

    /// Seats and numbers, ascending by seat.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, Number)> + '_ {
        self.seats.iter().map(|seat| (seat, self.numbers[seat.index()]))
    }
}

/// What follows when the last word of a turn is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// These tried to claim the postulate.
    Claims(SeatSet),
    /// With these numbers.
    Reveal(Reveal),
    /// These were eliminated: by an equal number, or by one that is not eligible.
    Out(SeatSet),
    /// This seat scores so many points.
    Award(Seat, i16),
    /// No seat scores.
    Nobody,
    /// These have one number left.
    Last(SeatSet),
}

notation! { Chance {
    Chair(seat) if seat.0 < MAX_SEATS => "chair {seat}",
    Roll(digit) if *digit < 10 => "roll {digit}",
    Deck(deck) => "deck {deck}",
} }

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, ",", self.cards())
    }
}

impl FromStr for Deck {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Deck, Malformed> {
        let cards: Vec<Postulate> = read_list(text, ',')?;
        cards.try_into().ok().and_then(Deck::new).ok_or(Malformed)
    }
}

impl FromStr for Space {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Space, Malformed> {
        match text.as_bytes() {
            [number @ b'1'..=b'8', b't'] => Ok(Space((number - b'1') * 2)),
            [number @ b'1'..=b'8', b'u'] => Ok(Space((number - b'1') * 2 + 1)),
            _ => Err(Malformed),
        }
    }
}

notation! { Choice {
    Write(space) => "{space}",
    Claim(number) => "claim {number}",
    Pass => "pass",
} }

impl Choice {
    /// Reads what a person typed: capitals, spaces and a missing zero are forgiven, and a bare number is a claim.
    pub(super) fn read(text: &str) -> Result<Choice, Malformed> {
        let typed = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        let bare = typed.strip_prefix("claim").map_or(typed.as_str(), str::trim_start);
        match bare.as_bytes() {
            [units @ b'0'..=b'9'] => return Ok(Choice::Claim(Number::of(0, units - b'0'))),
            [b'0'..=b'9', b'0'..=b'9'] => return bare.parse().map(Choice::Claim),
            _ => {}
        }
        let place = |word: &str| match word.trim() {
            "t" | "tens" => Some('t'),
            "u" | "units" => Some('u'),
            _ => None,
        };
        // The number comes first as it is written, or last as one may say it.
        let first = typed.split_at_checked(1);
        let last = typed.len().checked_sub(1).and_then(|at| typed.split_at_checked(at));
        let found = first
            .and_then(|(number, word)| Some((number, place(word)?)))
            .or_else(|| last.and_then(|(word, number)| Some((number, place(word)?))));
        match found {
            Some((number, place)) => format!("{number}{place}").parse().map(Choice::Write),
            None => typed.parse(),
        }
    }
}

notation! { Fact {
    Claims(seats) if may_sit(*seats) => "claims {seats}",
    Reveal(reveal) => "reveal {reveal}",
    Out(seats) if may_sit(*seats) => "out {seats}",
    Award(seat, points) if seat.0 < MAX_SEATS => "award {seat} {points}",
    Nobody => "nobody",
    Last(seats) if may_sit(*seats) => "last {seats}",
} }

fn may_sit(seats: SeatSet) -> bool {
    seats.iter().all(|seat| seat.0 < MAX_SEATS)
}

impl Serialize for Reveal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl fmt::Display for Reveal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, " ", self.iter().map(|(seat, number)| format!("{seat}={number}")))
    }
}

impl FromStr for Reveal {
    type Err = Malformed;

    /// The seats may stand in any order.
    fn from_str(text: &str) -> Result<Reveal, Malformed> {
        let mut reveal = Reveal::new();
        for item in text.split(' ') {
            let (seat, number) = item.split_once('=').ok_or(Malformed)?;
            reveal.insert(seat.parse()?, number.parse()?);
        }
        Ok(reveal)
    }
}
