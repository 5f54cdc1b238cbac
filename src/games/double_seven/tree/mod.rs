//! The Tree: tiles are placed one above the other, each symbol with exactly one ring more than the one below it
//! (docs/RULES.md, "The Tree").
//!
//! This module holds the rules ([`Tree`]), what each viewer sees ([`View`]), and the game's presentation. It knows nothing but the
//! family's vocabulary ([`super`]) and [`crate::rules`].
//!
//! # How a game runs
//!
//! `deck` is the only draw: hands as blocks in seat order, the rest is the supply. Then the seats place in turn. A seat
//! that cannot place draws one tile or, if none is left, passes. Either ends the turn, even an extra turn. The game is over
//! when at most one seat has tiles left (without `play_on`: when one seat has none), or when all seats with tiles passed in
//! succession.
//!
//! # What is public
//!
//! The tiles in the tree, how many tiles everybody has, how many the supply has, and who draws or passes when. A draw or a
//! pass reveals that nothing in that hand fitted; `imagine` respects this. As this is public anyway, the referee draws or
//! passes for a seat. So everybody knows that an asked seat has something that fits. Hidden are the hands, which lie open
//! at the end, and the order of the supply.
//!
//! # Where rulebook and rulings are silent
//!
//! * Each placement of an extra turn may bring another extra turn.
//! * When all seats but one are out, the remaining seat takes the last place, and the game is over.
//! * In a game for one, a pass is an event like any other. It ends the game, because nobody else could still place.
//! * A drawn tile cannot be placed at once, even if it fits.

mod alt;
mod evaluate;
mod growth;
mod imagine;
mod ledger;
mod letters;
mod menu;
mod notation;
mod options;
mod pairs;
mod phrases;
mod presentation;
mod refusal;
mod sketch;
#[cfg(test)]
mod tests;
mod view;

use super::{Deck, Tile, Tiles};
use crate::rules::{
    Awaits, Followed, Game, Listing, Malformed, Note, Outcome, Refusal, Scoring, Seat, SeatSet, SetupError, Source,
    refuse,
};

pub use notation::{Choice, Fact};
pub use options::{MAX_SEATS, Options};
pub use view::{Move, OwnView, SeatView, Stage, View};

use growth::Growth;
use ledger::Ledger;
use pairs::Pairs;

/// The language files.
pub(crate) const WORDS: &[(&str, &str)] = &[("en", include_str!("en.ftl"))];

/// How many tiles a seat is dealt; the last of four seats gets one tile fewer.
const HAND: u8 = 9;

/// All tiles except the one on the ground.
const DEALT: Tiles = Tiles::ALL.without(Tiles::one(GROUND));

/// The tile on the ground.
const GROUND: Tile = Tile::new(super::Symbol::BLANK, super::Symbol::BLANK);

const SEATS: usize = MAX_SEATS as usize;

/// How many recent moves a view shows.
const RECENT: usize = 6;

/// A game of The Tree.
#[derive(Clone, Debug)]
pub struct Tree {
    options: Options,
    seats: u8,
    phase: Phase,
    turn: Seat,
    /// Whether this turn is an extra one.
    extra: bool,
    growth: Growth,
    hands: [Tiles; SEATS],
    /// The tiles that each seat has drawn since it placed a tile.
    drew: [Tiles; SEATS],
    /// The supply; the last tile is drawn next.
    supply: Vec<Tile>,
    /// The place of each seat that is out; 0 for the others.
    places: [u8; SEATS],
    /// How many seats passed in succession.
    passes: u8,
    ledger: Ledger,
    /// The last moves, the oldest first.
    recent: Vec<Move>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Deal,
    Play,
    Over,
}

/// How many tiles a seat is dealt.
fn hand_size(seat: Seat, seats: u8) -> u8 {
    HAND - u8::from(seats == MAX_SEATS && seat.0 == MAX_SEATS - 1)
}

impl Tree {
    /// The seats that have tiles left.
    fn still_in(&self) -> SeatSet {
        self.all()
            .iter()
            .filter(|seat| self.places[seat.index()] == 0)
            .collect()
    }

    /// How many seats are out of tiles.
    fn out(&self) -> u8 {
        self.seats - self.still_in().len() as u8
    }

    /// All the ways in which the tiles of a seat can be placed.
    fn ways(&self, seat: Seat) -> Pairs {
        self.hands[seat.index()].iter().collect()
    }

    /// Whether a seat can place any of its tiles.
    fn can_place(&self, seat: Seat) -> bool {
        !self.growth.open().and(self.ways(seat)).is_empty()
    }

    /// How many placements a seat has.
    fn placements(&self, seat: Seat) -> usize {
        let ways = self.ways(seat);
        let spots = self.growth.spots().iter();
        spots.map(|spot| spot.pairs().and(ways).len()).sum()
    }

    /// What a seat that cannot place does: it draws, or passes if there is nothing to draw.
    fn stuck(&self) -> Choice {
        match self.supply.is_empty() {
            true => Choice::Pass,
            false => Choice::Draw,
        }
    }

    fn remember(&mut self, made: Move) {
        if self.recent.len() == RECENT {
            self.recent.remove(0);
        }
        self.recent.push(made);
    }

    /// Merges consecutive draws of a seat into one move while nobody does anything else. Otherwise the draws would soon
    /// fill the list.
    fn remember_draw(&mut self, seat: Seat) {
        let draws = self.recent.iter_mut().rev().map_while(|made| match made {
            Move::Drew { seat, count } => Some((*seat, count)),
            _ => None,
        });
        match draws.into_iter().find(|(other, _)| *other == seat) {
            Some((_, count)) => *count += 1,
            None => self.remember(Move::Drew { seat, count: 1 }),
        }
    }

    /// Passes the turn to the next seat that has tiles.
    fn next(&mut self) -> Vec<Fact> {
        let still_in = self.still_in();
        self.extra = false;
        for _ in 0..self.seats {
            self.turn = self.turn.next(self.seats);
            if still_in.contains(self.turn) {
                break;
            }
        }
        Vec::new()
    }

    /// Records that a seat has placed its last tile.
    fn go_out(&mut self, seat: Seat) -> Vec<Fact> {
        self.places[seat.index()] = self.out() + 1;
        match self.options.play_on && self.still_in().len() > 1 {
            true => drop(self.next()),
            false => self.finish(),
        }
        vec![Fact::Out(seat)]
    }

    fn finish(&mut self) {
        self.phase = Phase::Over;
        self.extra = false;
        self.drew = [Tiles::EMPTY; SEATS];
    }

    /// The seats that are out have their places, and all others share the next place. Nobody wins if no seat is out.
    fn outcome(&self) -> Outcome {
        let out = self.out();
        let place = |seat: Seat| match self.places[seat.index()] {
            0 => out + 1,
            place => place,
        };
        Outcome {
            places: (out > 0).then(|| self.all().iter().map(place).collect()),
            scores: None,
        }
    }
}

impl Game for Tree {
    type Options = Options;
    type Chance = Deck;
    type Choice = Choice;
    type Fact = Fact;

    const SLUG: &'static str = "tree";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::None;
    const SEATS_DRAWN: bool = true;

    fn setup(options: &Options, seats: u8) -> Result<Tree, SetupError> {
        SetupError::check_seats(seats, 1..=MAX_SEATS, "tree-setup-seats", "tree-setup-seats")?;
        Ok(Tree {
            options: *options,
            seats,
            phase: Phase::Deal,
            turn: Seat(0),
            extra: false,
            growth: Growth::new(),
            hands: [Tiles::EMPTY; SEATS],
            drew: [Tiles::EMPTY; SEATS],
            supply: Vec::new(),
            places: [0; SEATS],
            passes: 0,
            ledger: Ledger::new(),
            recent: Vec::with_capacity(RECENT),
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

    fn draw(&self, source: &mut dyn Source) -> Deck {
        Deck::shuffled(DEALT, source)
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Choice>) -> Listing {
        into.clear();
        if self.may_choose(seat) {
            let ways = self.ways(seat);
            for spot in self.growth.spots() {
                let here = spot.pairs().and(ways).iter();
                into.extend(here.filter_map(|pair| spot.with(pair)).map(Choice::Place));
            }
            if into.is_empty() {
                into.push(self.stuck());
            }
        }
        Listing::Complete
    }

    fn take_chance(&mut self, deck: &Deck) -> Followed<Fact> {
        if deck.tiles() != DEALT {
            return refuse(Refusal::draw());
        }
        let mut order = deck.order().iter().copied();
        for seat in self.all().iter() {
            let count = hand_size(seat, self.seats);
            self.hands[seat.index()] = order.by_ref().take(count.into()).collect();
            self.ledger.gain(seat, count);
        }
        self.supply = order.rev().collect();
        self.phase = Phase::Play;
        Ok(Vec::new())
    }

    fn take_choice(&mut self, seat: Seat, choice: &Choice) -> Followed<Fact> {
        self.check(seat, *choice)?;
        let facts = match *choice {
            Choice::Place(placement) => {
                let reward = self.growth.joints(placement).reward();
                self.drew[seat.index()] = Tiles::EMPTY;
                self.growth.place(placement);
                self.hands[seat.index()].remove(placement.tile());
                self.ledger.placed(seat, placement.tile());
                self.passes = 0;
                let out = self.hands[seat.index()].is_empty();
                let extra = reward && !out;
                self.remember(Move::Placed { seat, placement, extra });
                match (out, extra) {
                    (true, _) => self.go_out(seat),
                    (_, true) => {
                        self.extra = true;
                        vec![Fact::Extra(seat)]
                    }
                    _ => self.next(),
                }
            }
            Choice::Draw => {
                self.ledger.stuck(seat, self.growth.open());
                self.ledger.gain(seat, 1);
                if let Some(tile) = self.supply.pop() {
                    self.hands[seat.index()].insert(tile);
                    self.drew[seat.index()].insert(tile);
                }
                self.remember_draw(seat);
                self.next()
            }
            Choice::Pass => {
                self.ledger.stuck(seat, self.growth.open());
                self.passes += 1;
                self.remember(Move::Passed { seat });
                match usize::from(self.passes) < self.still_in().len() {
                    true => self.next(),
                    false => {
                        self.finish();
                        vec![Fact::Blocked]
                    }
                }
            }
        };
        Ok(facts.into_iter().map(Note::public).collect())
    }

    fn unasked(&self, seat: Seat, _: SeatSet) -> Refusal {
        match self.places[seat.index()] {
            0 => Refusal::turn(self.turn),
            _ => Refusal::because("tree-refused-out"),
        }
    }

    fn forced(&self, seat: Seat) -> Option<Choice> {
        (self.may_choose(seat) && !self.can_place(seat)).then(|| self.stuck())
    }

    fn count(&self, seat: Seat) -> usize {
        match self.may_choose(seat) {
            true => self.placements(seat).max(1),
            false => 0,
        }
    }

    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Choice> {
        if !self.may_choose(seat) {
            return None;
        }
        let ways = self.ways(seat);
        if self.growth.open().and(ways).is_empty() {
            return Some(self.stuck());
        }
        let mut here = [0_u8; growth::MOST_SPOTS];
        let mut all = 0;
        for (count, spot) in here.iter_mut().zip(self.growth.spots()) {
            *count = spot.pairs().and(ways).len() as u8;
            all += u32::from(*count);
        }
        let mut pick = source.below(all) as usize;
        for (count, spot) in here.iter().zip(self.growth.spots()) {
            if pick < usize::from(*count) {
                let pair = spot.pairs().and(ways).nth(pick)?;
                return spot.with(pair).map(Choice::Place);
            }
            pick -= usize::from(*count);
        }
        None
    }

    fn read(&self, _: Seat, text: &str) -> Result<Choice, Malformed> {
        Choice::read(text)
    }
}
