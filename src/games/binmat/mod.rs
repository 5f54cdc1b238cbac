//! BINMAT: two teams, six lanes, 110 turns (docs/RULES.md, "BINMAT").
//!
//! This module holds the rules ([`Binmat`]), what each viewer sees ([`View`]), and the game's presentation. It knows nothing but
//! [`crate::rules`]: no clock, no generator, no language, no other game.
//!
//! # How a game runs
//!
//! First `lane` deals each of the six lanes. Then the teams take turns, the defenders first. In a turn every member of the
//! team orders one action; the orders are sealed and given at the same time. A member may change an order until the last
//! order is in. With `shuffled` the `order` of the members is drawn at that point. Then the orders are resolved one after
//! another. A draw from an empty deck first reshuffles the discard pile. This is a chance event in the middle of an order;
//! the order then continues where it stopped.
//!
//! # What is public
//!
//! The tops of decks 3, 4 and 5, and so every card that is drawn from them; discard piles; stacks that lie face up; how
//! many cards each pile and hand has; who has ordered. A team sees its own stacks, a seat its own hand. From a resolved
//! order other seats learn what was done and where, and which card it showed. From an invalid order they learn only that it
//! was invalid.
//!
//! # What is refused
//!
//! The game refuses only text that is no order, and an order of a team whose turn it is not. An order that cannot be
//! carried out when it is resolved is invalid, and a fact says so.
//!
//! # Where rulebook and rulings are silent
//!
//! * An order that names a rank without its suit, when no such card is held, names a card that is not held.
//! * A swept stack or a dumped hand goes to its discard pile with the oldest card first. This affects only the order in
//!   which people look through the pile.
//! * When the attackers win in the middle of a combat, the cards not yet dealt with stay where they are.
//! * The bounced cards of the attackers leave before those of the defenders; of each stack the oldest card leaves first.

mod alt;
mod calls;
mod card;
mod cards;
mod combat;
mod evaluate;
mod flaw;
mod fought;
mod imagine;
mod lane;
mod letters;
mod log;
mod menu;
mod notation;
mod options;
mod order;
mod phrases;
mod pile;
mod presentation;
mod resolve;
mod sketch;
mod table;
mod tale;
mod telling;
#[cfg(test)]
mod tests;
mod view;
mod ways;

use crate::rules::{
    Awaits, Followed, Game, Listing, Malformed, Outcome, Refusal, Scoring, Seat, SeatSet, SetupError, Sides, Source,
    refuse,
};

pub use card::{CARDS, Card, Rank, Suit};
pub use flaw::Flaw;
pub use lane::{Deck, LANES, Lane, Side};
pub use notation::{Chance, Fact, MAX_MEMBERS, Members};
pub use options::{CLOCKS, Options};
pub use order::Order;
pub use pile::Pile;
pub use tale::{Clash, Step, Told};
pub use view::{LaneView, OrderView, OwnView, SeatView, StackView, Stage, TurnView, View};

use card::CardSet;
use resolve::Task;
use table::Table;
use tale::Tale;

/// The language files.
pub(crate) const WORDS: &[(&str, &str)] = &[("en", include_str!("en.ftl"))];

/// How many turns a game has, counting both teams.
pub const TURNS: u8 = 110;

const LAST_TURN: u8 = TURNS - 1;

/// How many cards are dealt to a lane.
pub const LANE_CARDS: u8 = 13;

/// The most seats.
pub const MAX_SEATS: u8 = 2 * MAX_MEMBERS;

const SEATS: usize = MAX_SEATS as usize;

/// A game of BINMAT. The seats are the defenders in the order of their numbers, then the attackers.
#[derive(Clone, Debug)]
pub struct Binmat {
    /// Includes the sizes of both teams.
    options: Options,
    phase: Phase,
    /// The number of the current turn.
    turn: u8,
    /// The seats that have yet to order.
    waiting: SeatSet,
    /// The orders, sealed until they are resolved.
    orders: [Option<Order>; SEATS],
    table: Table,
    hands: [Pile; SEATS],
    /// How many invalid orders in a row each seat has given.
    idle: [u8; SEATS],
    /// For each card in a hidden place: the cards that may be there, given what everybody has seen.
    hints: [CardSet; CARDS],
    /// The order in which the members act in this turn. `next` counts the members that have acted.
    sequence: Members,
    next: u8,
    /// The lanes from which the team has drawn in this turn, as bits.
    drawn: u8,
    /// The turn that was resolved last or is being resolved, and the turn before it.
    tales: [Tale; 2],
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// This lane is being dealt.
    Deal(Lane),
    /// The team whose turn it is gives its orders.
    Orders,
    /// The order of the members is being drawn.
    Sequence,
    /// A discard pile is being shuffled, so that this task can go on.
    Reshuffle(Task),
    /// This side has won.
    Over(Side),
}

/// Whether a card that `side` plays face up, validly, begins combat.
const fn begins_combat(card: Card, side: Side) -> bool {
    matches!((card.rank(), side), (Rank::Break, _) | (Rank::Bounce, Side::Attackers))
}

impl Binmat {
    const fn seat_count(&self) -> u8 {
        self.options.attackers + self.options.defenders
    }

    /// The side whose turn it is.
    const fn side(&self) -> Side {
        Side::BOTH[self.turn as usize % 2]
    }

    /// The seats of a side.
    fn team_of(&self, side: Side) -> SeatSet {
        let members = 0..self.options.members(side);
        members.map(|member| self.options.seat(side, member)).collect()
    }

    /// The cards that are not yet dealt to a lane.
    fn undealt(&self) -> CardSet {
        let Phase::Deal(next) = self.phase else {
            return CardSet::EMPTY;
        };
        let dealt = Lane::ALL.into_iter().take(next.index());
        let dealt = dealt.map(|lane| self.table.deck(Deck::Lane(lane)).set());
        dealt.fold(CardSet::ALL, CardSet::without)
    }

    fn begin_turn(&mut self) {
        self.phase = Phase::Orders;
        self.waiting = self.team_of(self.side());
        self.sequence = Members::ascending(self.options.members(self.side()));
        self.next = 0;
        self.drawn = 0;
    }

    /// Turns the discard pile into the deck, with its cards in the order of `cards`.
    fn reshuffle(&mut self, deck: Deck, cards: &Pile) {
        self.table.discard_mut(deck).clear();
        *self.table.deck_mut(deck) = *cards;
        let any = cards.set();
        self.hints.iter_mut().for_each(|hint| *hint = hint.without(any));
        for card in cards.as_slice() {
            self.hints[card.index()] = any;
        }
        self.show_top(deck);
        self.tales[0].step(Step::Reshuffled {
            deck,
            cards: cards.len(),
        });
    }

    fn outcome(&self, winner: Side) -> Outcome {
        let place = |seat: Seat| if self.options.side(seat) == winner { 1 } else { 2 };
        Outcome {
            places: Some(SeatSet::all(self.seat_count()).iter().map(place).collect()),
            scores: None,
        }
    }
}

impl Game for Binmat {
    type Options = Options;
    type Chance = Chance;
    type Choice = Order;
    type Fact = Fact;

    const SLUG: &'static str = "binmat";
    const EDITION: u16 = 1;
    const SCORING: Scoring = Scoring::None;
    const SIDES: Option<Sides> = Some(Sides {
        names: ["defenders", "attackers"],
        most: MAX_MEMBERS,
    });
    const TURN_CLOCKS: &'static [u32] = &CLOCKS;

    fn setup(options: &Options, seats: u8) -> Result<Binmat, SetupError> {
        Ok(Binmat {
            options: options.fitted(seats)?,
            phase: Phase::Deal(Lane::ALL[0]),
            turn: 0,
            waiting: SeatSet::EMPTY,
            orders: [None; SEATS],
            table: Table::default(),
            hands: [Pile::EMPTY; SEATS],
            idle: [0; SEATS],
            hints: [CardSet::ALL; CARDS],
            sequence: Members::default(),
            next: 0,
            drawn: 0,
            tales: Default::default(),
        })
    }

    fn options(&self) -> Options {
        self.options
    }

    fn seats(&self) -> u8 {
        self.seat_count()
    }

    fn awaits(&self) -> Awaits {
        match self.phase {
            Phase::Deal(_) | Phase::Sequence | Phase::Reshuffle(_) => Awaits::Chance,
            Phase::Orders => Awaits::Seats(self.waiting),
            Phase::Over(winner) => Awaits::Nobody(self.outcome(winner)),
        }
    }

    fn draw(&self, source: &mut dyn Source) -> Chance {
        match self.phase {
            Phase::Deal(lane) => {
                let mut left: Pile = self.undealt().iter().collect();
                source.shuffle(left.as_mut_slice());
                Chance::Lane(lane, left.as_slice().iter().take(LANE_CARDS.into()).copied().collect())
            }
            Phase::Reshuffle(task) => {
                let mut cards: Pile = self.table.discard(task.deck()).set().iter().collect();
                source.shuffle(cards.as_mut_slice());
                Chance::Reshuffle(task.deck(), cards)
            }
            _ => {
                let mut members = self.sequence;
                if let Some(others) = members.as_mut_slice().get_mut(1..) {
                    source.shuffle(others);
                }
                Chance::Order(members)
            }
        }
    }

    fn choices(&self, seat: Seat, into: &mut Vec<Order>) -> Listing {
        into.clear();
        if !self.may_choose(seat) {
            return Listing::Complete;
        }
        self.ways(seat).list(into);
        into.push(Order::Pass);
        // Invalid orders are accepted as well: a teammate may make them possible, and a seat is free to err.
        Listing::Partial
    }

    fn take_chance(&mut self, chance: &Chance) -> Followed<Fact> {
        let mut notes = Vec::new();
        match (self.phase, chance) {
            (Phase::Deal(next), Chance::Lane(lane, cards)) if *lane == next => {
                if cards.len() != LANE_CARDS || !cards.set().without(self.undealt()).is_empty() {
                    return refuse(Refusal::draw());
                }
                *self.table.deck_mut(Deck::Lane(next)) = *cards;
                self.show_top(Deck::Lane(next));
                match Lane::new(next.number() + 1) {
                    Some(after) => self.phase = Phase::Deal(after),
                    None => self.begin_turn(),
                }
            }
            (Phase::Sequence, Chance::Order(members)) if members.begins_whole(self.sequence.as_slice().len() as u8) => {
                self.sequence = *members;
                self.begin_resolving(&mut notes);
            }
            (Phase::Reshuffle(task), Chance::Reshuffle(deck, cards)) if *deck == task.deck() => {
                let pile = self.table.discard(*deck);
                if cards.len() != pile.len() || cards.set() != pile.set() {
                    return refuse(Refusal::draw());
                }
                self.reshuffle(*deck, cards);
                if self.carry_on(task) {
                    self.resolve_rest(&mut notes);
                }
            }
            _ => return refuse(Refusal::draw()),
        }
        Ok(notes)
    }

    fn take_choice(&mut self, seat: Seat, order: &Order) -> Followed<Fact> {
        self.orders[seat.index()] = Some(*order);
        self.waiting.remove(seat);
        let mut notes = Vec::new();
        if !self.waiting.is_empty() {
            return Ok(notes);
        }
        match self.options.shuffled && self.sequence.as_slice().len() > 1 {
            true => self.phase = Phase::Sequence,
            false => self.begin_resolving(&mut notes),
        }
        Ok(notes)
    }

    fn unasked(&self, _: Seat, _: SeatSet) -> Refusal {
        Refusal::because(match self.side() {
            Side::Defenders => "binmat-refused-defenders",
            Side::Attackers => "binmat-refused-attackers",
        })
    }

    /// Only a combat needs reading time.
    fn needs_reading_time(fact: &Fact) -> bool {
        matches!(fact, Fact::Combat { .. })
    }

    fn timeout_choice(&self, seat: Seat, _: &mut dyn Source) -> Option<Order> {
        self.may_choose(seat).then_some(Order::Pass)
    }

    fn may_choose(&self, seat: Seat) -> bool {
        self.phase == Phase::Orders && self.is_seat(seat) && self.options.side(seat) == self.side()
    }

    fn count(&self, seat: Seat) -> usize {
        match self.may_choose(seat) {
            true => self.ways(seat).count() + 1,
            false => 0,
        }
    }

    /// How many orders would be valid alone, not counting a pass.
    fn choice_count(&self, seat: Seat) -> Option<u32> {
        let valid = self.may_choose(seat).then(|| self.ways(seat).count());
        Some(valid.unwrap_or_default() as u32)
    }

    /// A random order that would be valid alone; a pass if there is none.
    fn random_choice(&self, seat: Seat, source: &mut dyn Source) -> Option<Order> {
        if !self.may_choose(seat) {
            return None;
        }
        Some(self.ways(seat).pick(source).unwrap_or(Order::Pass))
    }

    fn read(&self, seat: Seat, text: &str) -> Result<Order, Malformed> {
        let hand = self.hands.get(seat.index()).map_or(&[][..], Pile::as_slice);
        Order::read(text, hand)
    }

    /// 0 for the defenders, 1 for the attackers.
    fn team(&self, seat: Seat) -> u8 {
        self.options.side(seat).index() as u8
    }
}
