//! Binome: eight numbers made of rolled digits, then sixteen postulates to claim with them (docs/RULES.md, "Binome").
//!
//! This module holds the rules ([`Binome`]), what each viewer sees ([`View`]), and the game's presentation. It knows nothing but
//! [`crate::rules`]: no clock, no generator, no language, no other game.
//!
//! # How a game runs
//!
//! The game begins with `chair`. Then come sixteen rounds: in each, every seat writes a `roll` into a free space of its
//! sheet (all at once, sealed). Then come `deck` and the turns. In a turn the seats speak one after another, beginning with
//! the chair, or all at once with `secrets`. The word that completes the turn decides it, and the facts follow from that
//! word.
//!
//! # What can be changed
//!
//! A seat may move the rolled digit until every seat has written it, and with `secrets` a seat may choose again until every
//! seat has chosen: nobody has seen the choice, and nothing has followed from it. A word that all have heard stays, and so
//! does the number that was picked with it.
//!
//! # What is public
//!
//! The chair, the rolls, the cards drawn so far, every revealed number, and so how many numbers each seat has left. Sheets
//! are secret, and so is the order of the cards to come. A claim is public at once; the claimed number is public only when
//! the turn is decided. With `secrets` neither is public before then, but everybody sees who has chosen.
//!
//! # Where rulebook and rulings are silent
//!
//! * An operator may make a card worth nothing, or less than nothing. The card is still awarded, and the chair goes with
//!   it.
//! * An override that repeats the house's own value is kept in the record. So the record says what was played, even if the
//!   house changes its value later.
//! * Solo is always played in secret: to ask for it without `secrets` is a conflict.

mod evaluate;
mod imagine;
mod notation;
mod options;
mod phrases;
mod postulate;
mod presentation;
mod sheet;
mod sketch;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use std::sync::Arc;

use crate::rules::{
    Awaits, Followed, Game, Listing, Malformed, MatchLength, Note, Outcome, Phrase, Refusal, Scoring, Seat, SeatSet,
    SetupError, Source, places_by_score, refuse,
};

pub use notation::{Chance, Choice, Deck, Fact, Reveal, Space};
pub use options::{BOAT_SEATS, MAX_SEATS, Options};
pub use postulate::{CARDS, Card, MOST_POINTS, Number, Postulate, Value};
pub use turn::Turn;
pub use view::{Chosen, OwnView, Phase, SeatView, View};

use sheet::{Numbers, Sheet};

/// The language files.
pub(crate) const WORDS: &[(&str, &str)] = &[("en", include_str!("en.ftl"))];

const SEATS: usize = MAX_SEATS as usize;
const ROLLS: usize = 16;
const CARD_COUNT: usize = 16;

/// A game of Binome.
#[derive(Clone, Debug)]
pub struct Binome {
    rules: Arc<Rules>,
    phase: Phase,
    chair: Seat,
    /// The seats that are asked now.
    waiting: SeatSet,
    rolls: [u8; ROLLS],
    rolled: u8,
    sheets: [Sheet; SEATS],
    deck: Deck,
    turns: [Option<Turn>; CARD_COUNT],
    /// The number of decided turns, which is also the index of the card on the table.
    decided: u8,
    /// What the seats chose in this turn.
    claims: Reveal,
    passes: SeatSet,
    scores: [i32; SEATS],
}

/// What does not change during a game.
#[derive(Debug)]
struct Rules {
    seats: u8,
    secret: bool,
    options: Options,
    values: [Value; CARD_COUNT],
}

impl Binome {
    fn sheet(&self, seat: Seat) -> &Sheet {
        &self.sheets[seat.index()]
    }

    /// The postulate on the table.
    fn card(&self) -> Postulate {
        self.deck.cards()[usize::from(self.decided).min(CARD_COUNT - 1)]
    }

    /// The numbers with which `seat` may claim now.
    fn claimable(&self, seat: Seat) -> Numbers {
        let (card, strict) = (self.card(), self.rules.options.strict);
        self.sheet(seat).unused(|number| strict || card.accepts(number))
    }

    /// Whether `seat` has chosen in secret, and others are still choosing.
    fn may_change(&self, seat: Seat) -> bool {
        let sealed = self.phase == Phase::Write || (self.phase == Phase::Conference && self.rules.secret);
        sealed && self.is_seat(seat) && !self.waiting.contains(seat)
    }

    /// The sheet of `seat` without the rolled digit, which may still be moved.
    fn sheet_before(&self, seat: Seat) -> Sheet {
        let mut sheet = *self.sheet(seat);
        if self.phase == Phase::Write && self.may_change(seat) {
            sheet.erase_last();
        }
        sheet
    }

    /// Takes back what `seat` chose in this turn.
    fn forget(&mut self, seat: Seat) {
        self.claims.remove(seat);
        self.passes.remove(seat);
    }

    fn open_turn(&mut self) {
        self.claims = Reveal::new();
        self.passes = SeatSet::EMPTY;
        self.waiting = if self.rules.secret {
            self.all()
        } else {
            SeatSet::one(self.chair)
        };
    }

    fn write(&mut self, seat: Seat, space: Space) -> Followed<Fact> {
        let mut sheet = self.sheet_before(seat);
        if let Some(digit) = sheet.digit(space) {
            return refuse(Phrase::new("binome-refused-filled").with("digit", digit));
        }
        sheet.write(space, self.rolls[usize::from(self.rolled) - 1]);
        self.sheets[seat.index()] = sheet;
        self.waiting.remove(seat);
        if self.waiting.is_empty() {
            self.phase = if usize::from(self.rolled) == ROLLS {
                Phase::Deck
            } else {
                Phase::Roll
            };
        }
        Ok(Vec::new())
    }

    fn check_claim(&self, seat: Seat, number: Number) -> Result<(), Refusal> {
        let key = if self.sheet(seat).find(number).is_some() {
            if self.rules.options.strict || self.card().accepts(number) {
                return Ok(());
            }
            "binome-refused-ineligible"
        } else if (0..8).any(|index| self.sheet(seat).number(index) == number) {
            "binome-refused-used"
        } else {
            "binome-refused-missing"
        };
        refuse(Phrase::new(key).with("number", number.to_string()))
    }

    /// The space that a bare number means while a digit is to be written: the only free space of that number. For a full
    /// number it is one of its spaces, so that the refusal can say why.
    fn read_number(&self, seat: Seat, text: &str) -> Option<Space> {
        if self.phase != Phase::Write || !self.may_choose(seat) {
            return None;
        }
        let [number @ b'1'..=b'8'] = text.trim().as_bytes() else {
            return None;
        };
        let sheet = self.sheet_before(seat);
        let own = |space: &Space| space.number() == number - b'0';
        let mut free = Space::all().filter(own).filter(|space| sheet.is_free(*space));
        match (free.next(), free.next()) {
            (Some(_), Some(_)) => None,
            (Some(space), None) => Some(space),
            (None, _) => Space::all().find(own),
        }
    }

    /// After the word of `seat`: asks the next seat or decides the turn.
    fn spoken(&mut self, seat: Seat) -> Vec<Note<Fact>> {
        self.waiting.remove(seat);
        let next = seat.next(self.rules.seats);
        if !self.rules.secret && next != self.chair {
            self.waiting.insert(next);
        }
        if self.waiting.is_empty() {
            self.decide()
        } else {
            Vec::new()
        }
    }

    fn decide(&mut self) -> Vec<Note<Fact>> {
        let card = self.card();
        let value = self.rules.values[card.index()];
        let mut turn = Turn::decide(card, self.claims, &self.rules.options, value);
        for (seat, number) in self.claims.iter() {
            self.sheets[seat.index()].spend(number);
        }
        for seat in turn.scorers.iter() {
            self.scores[seat.index()] += i32::from(turn.points);
        }
        if self.rules.options.transparency {
            turn.last = self.all().iter().filter(|seat| self.sheet(*seat).left() == 1).collect();
        }
        self.chair = turn.chair.unwrap_or(self.chair);
        self.turns[usize::from(self.decided)] = Some(turn);
        self.decided += 1;
        if usize::from(self.decided) == CARD_COUNT || self.all().iter().any(|seat| self.sheet(seat).left() == 0) {
            self.phase = Phase::Over;
            self.claims = Reveal::new();
            self.passes = SeatSet::EMPTY;
        } else {
            self.open_turn();
        }
        turn.notes()
    }

    fn outcome(&self) -> Outcome {
        let seats = usize::from(self.rules.seats);
        let scores: Vec<i64> = self.scores[..seats].iter().copied().map(i64::from).collect();
        Outcome {
            places: Some(places_by_score(&scores)),
            scores: Some(scores),
        }
    }
}

impl Game for Binome {
    type Options = Options;
    type Chance = Chance;
    type Choice = Choice;
    type Fact = Fact;

    const SLUG: &'static str = "binome";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::Most;

    fn setup(options: &Options, seats: u8) -> Result<Binome, SetupError> {
        options.check(seats)?;
        let secret = options.secret(seats);
        let rules = Rules {
            seats,
            secret,
            options: Options {
                secrets: Some(secret),
                ..options.clone()
            },
            values: CARDS.map(|card| options.value(card.postulate)),
        };
        Ok(Binome {
            rules: Arc::new(rules),
            phase: Phase::Chair,
            chair: Seat(0),
            waiting: SeatSet::EMPTY,
            rolls: [0; ROLLS],
            rolled: 0,
            sheets: [Sheet::default(); SEATS],
            deck: Deck::sorted(),
            turns: [None; CARD_COUNT],
            decided: 0,
            claims: Reveal::new(),
            passes: SeatSet::EMPTY,
            scores: [0; SEATS],
        })
    }

    fn options(&self) -> Options {
        self.rules.options.clone()
    }

    fn seats(&self) -> u8 {
        self.rules.seats
    }

    fn match_length(options: &Options) -> MatchLength {
        MatchLength::Games(options.games)
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Chair | Phase::Roll | Phase::Deck => Awaits::Chance,
            Phase::Write | Phase::Conference => Awaits::Seats(self.waiting),
            Phase::Over => Awaits::Nobody(self.outcome()),
        }
    }

    fn draw(&self, source: &mut dyn Source) -> Chance {
        match self.phase {
            Phase::Roll => Chance::Roll(source.below(10) as u8),
            Phase::Deck => {
                let mut deck = Deck::sorted();
                source.shuffle(deck.reorder());
                Chance::Deck(deck)
            }
            _ => Chance::Chair(Seat(source.below(u32::from(self.rules.seats)) as u8)),
        }
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Choice>) -> Listing {
        into.clear();
        if self.may_choose(seat) {
            if self.phase == Phase::Write {
                let sheet = self.sheet_before(seat);
                into.extend(Space::all().filter(|space| sheet.is_free(*space)).map(Choice::Write));
            } else {
                let numbers = self.claimable(seat);
                into.extend(numbers.as_slice().iter().copied().map(Choice::Claim));
                into.push(Choice::Pass);
            }
        }
        Listing::Complete
    }

    fn take_chance(&mut self, chance: &Chance) -> Followed<Fact> {
        match (self.phase, *chance) {
            (Phase::Chair, Chance::Chair(seat)) if self.is_seat(seat) => {
                self.chair = seat;
                self.phase = Phase::Roll;
            }
            (Phase::Roll, Chance::Roll(digit @ 0..=9)) => {
                self.rolls[usize::from(self.rolled)] = digit;
                self.rolled += 1;
                self.waiting = self.all();
                self.phase = Phase::Write;
            }
            (Phase::Deck, Chance::Deck(deck)) => {
                self.deck = deck;
                self.phase = Phase::Conference;
                self.open_turn();
            }
            _ => return refuse(Refusal::draw()),
        }
        Ok(Vec::new())
    }

    fn take_choice(&mut self, seat: Seat, choice: &Choice) -> Followed<Fact> {
        match (self.phase, *choice) {
            (Phase::Write, Choice::Write(space)) => self.write(seat, space),
            (Phase::Write, _) => refuse("binome-refused-digits-first"),
            (_, Choice::Write(_)) => refuse("binome-refused-digits-over"),
            (_, Choice::Claim(number)) => {
                self.check_claim(seat, number)?;
                self.forget(seat);
                self.claims.insert(seat, number);
                Ok(self.spoken(seat))
            }
            (_, Choice::Pass) => {
                self.forget(seat);
                self.passes.insert(seat);
                Ok(self.spoken(seat))
            }
        }
    }

    fn unasked(&self, seat: Seat, asked: SeatSet) -> Refusal {
        if self.claims.seats().contains(seat) || self.passes.contains(seat) {
            return Refusal::because("binome-refused-chosen");
        }
        let speaker = asked.iter().next().unwrap_or(self.chair);
        Phrase::new("binome-refused-turn").with("seat", speaker).into()
    }

    fn timeout_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        match self.phase {
            Phase::Conference if self.may_choose(seat) => Some(Choice::Pass),
            _ => self.random_choice(seat, source),
        }
    }

    fn may_choose(&self, seat: Seat) -> bool {
        self.waiting.contains(seat) || self.may_change(seat)
    }

    fn count(&self, seat: Seat) -> usize {
        match self.phase {
            _ if !self.may_choose(seat) => 0,
            Phase::Write => self.sheet_before(seat).free_spaces() as usize,
            _ => self.claimable(seat).as_slice().len() + 1,
        }
    }

    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        if !self.may_choose(seat) {
            return None;
        }
        if self.phase == Phase::Write {
            let sheet = self.sheet_before(seat);
            return sheet.free_space(source.below(sheet.free_spaces())).map(Choice::Write);
        }
        let numbers = self.claimable(seat);
        let numbers = numbers.as_slice();
        let pick = source.below(numbers.len() as u32 + 1) as usize;
        Some(numbers.get(pick).copied().map_or(Choice::Pass, Choice::Claim))
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Choice, Malformed> {
        match self.read_number(seat, text) {
            Some(space) => Ok(Choice::Write(space)),
            None => Choice::read(text),
        }
    }
}
