//! Orders, resolved one after another in the order of the members (rulebook, "Turn Order", "Invalid Actions", "Drawing a
//! Card").
//!
//! A draw from an empty deck waits until chance has shuffled its discard pile. The unfinished action is kept as a [`Task`]
//! and continues where it stopped.

use super::card::{Card, CardSet};
use super::combat::{Combat, sweep};
use super::flaw::{Flaw, Ground, OwnStack};
use super::lane::{Deck, Lane, Side};
use super::notation::Fact;
use super::order::Order;
use super::tale::{Step, TaleLine};
use super::{Binmat, LAST_TURN, Phase};
use crate::rules::{Note, Seat};

/// An unfinished action for which cards must still be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A seat draws this many cards from a deck.
    Draw { seat: Seat, deck: Deck, left: u8 },
    /// This many points of damage are left in a lane. An attacker who began the combat makes all draws. If a defender began
    /// it, the attackers take turns, and `next` is the member that draws next.
    Damage {
        lane: Lane,
        left: u8,
        by: Option<Seat>,
        next: u8,
    },
}

impl Task {
    /// The deck from which the cards are drawn.
    pub(super) const fn deck(self) -> Deck {
        match self {
            Task::Draw { deck, .. } => deck,
            Task::Damage { lane, .. } => Deck::Lane(lane),
        }
    }
}

/// The game as seen when a seat's orders are judged.
pub(super) struct At<'g> {
    pub(super) game: &'g Binmat,
    pub(super) seat: Seat,
    pub(super) side: Side,
}

impl Ground for At<'_> {
    fn side(&self) -> Side {
        self.side
    }

    fn holds(&self, card: Card) -> bool {
        self.game.hands[self.seat.index()].place_of(card).is_some()
    }

    fn has_cards(&self, deck: Deck) -> bool {
        self.game.table.has_cards(deck)
    }

    fn is_guarded(&self, lane: Lane) -> bool {
        !self.game.table.stack(Side::Defenders, lane).is_empty()
    }

    fn own_stack(&self, lane: Lane) -> OwnStack {
        self.game.table.standing(self.side, lane)
    }
}

impl Binmat {
    pub(super) const fn at(&self, seat: Seat) -> At<'_> {
        At {
            game: self,
            seat,
            side: self.options.side(seat),
        }
    }

    /// Begins to resolve the orders of the turn, after all of them are in.
    pub(super) fn begin_resolving(&mut self, notes: &mut Vec<Note<Fact>>) {
        self.tales.swap(0, 1);
        self.tales[0].begin(self.turn);
        self.next = 0;
        self.resolve_rest(notes);
    }

    /// Resolves the rest of the turn, up to the next chance event.
    pub(super) fn resolve_rest(&mut self, notes: &mut Vec<Note<Fact>>) {
        while let Some(member) = self.sequence.as_slice().get(usize::from(self.next)) {
            let seat = self.options.seat(self.side(), *member);
            self.next += 1;
            let order = self.orders[seat.index()].take().unwrap_or(Order::Pass);
            if !self.resolve(seat, order, notes) {
                return;
            }
        }
        self.end_turn();
    }

    /// What is wrong with an order at its place in the sequence.
    fn flaw_now(&self, seat: Seat, order: Order) -> Option<Flaw> {
        match order {
            Order::Draw(Deck::Lane(lane)) if self.drawn & 1 << lane.number() != 0 => Some(Flaw::Taken),
            order => self.at(seat).flaw(order),
        }
    }

    /// Resolves one order. Returns whether the next order may follow: not when the game is over or a chance event is due.
    pub(super) fn resolve(&mut self, seat: Seat, order: Order, notes: &mut Vec<Note<Fact>>) -> bool {
        let flaw = self.flaw_now(seat, order);
        self.tales[0].lines.push(TaleLine::Order { seat, order, flaw });
        if flaw.is_some() {
            self.take_invalid(seat, notes);
            return true;
        }
        self.idle[seat.index()] = 0;
        match order {
            Order::Draw(deck) => self.carry_on(Task::Draw { seat, deck, left: 1 }),
            Order::PlayDown(card, lane) => {
                self.hide_leaving(seat);
                self.take_from_hand(seat, card);
                let side = self.side();
                self.table.stack_mut(side, lane).push(card, false);
                true
            }
            Order::PlayUp(card, lane) => {
                self.show_leaving(seat, card);
                self.take_from_hand(seat, card);
                let side = self.side();
                self.table.stack_mut(side, lane).push(card, true);
                match super::begins_combat(card, side) {
                    true => self.fight(seat, lane, notes),
                    false => true,
                }
            }
            Order::Combat(lane) => self.fight(seat, lane, notes),
            Order::Discard(card, deck) => {
                self.show_leaving(seat, card);
                self.take_from_hand(seat, card);
                self.table.discard_mut(deck).push(card);
                match deck {
                    Deck::Attackers => self.carry_on(Task::Draw { seat, deck, left: 2 }),
                    Deck::Lane(_) => true,
                }
            }
            Order::Pass => true,
        }
    }

    fn take_from_hand(&mut self, seat: Seat, card: Card) {
        let hand = &mut self.hands[seat.index()];
        if let Some(place) = hand.place_of(card) {
            hand.take(place);
        }
    }

    /// Counts an invalid order. From the second in a row on, the whole hand is discarded.
    fn take_invalid(&mut self, seat: Seat, notes: &mut Vec<Note<Fact>>) {
        notes.push(Note::public(Fact::Invalid(seat)));
        let idle = &mut self.idle[seat.index()];
        *idle = idle.saturating_add(1);
        if *idle < 2 {
            return;
        }
        notes.push(Note::public(Fact::Dump(seat)));
        let hand = std::mem::take(&mut self.hands[seat.index()]);
        let cards = hand.len();
        self.tales[0].step(Step::Dumped { seat, cards });
        let attacks = self.side() == Side::Attackers;
        let mut lane = Lane::ALL[0];
        for card in hand.as_slice() {
            let deck = match attacks {
                true => Deck::Attackers,
                false => Deck::Lane(lane),
            };
            lane = lane.next();
            self.table.discard_mut(deck).push(*card);
            self.tales[0].step(Step::Discarded { card: *card, deck });
        }
    }

    /// Resolves the combat that `seat` begins. Returns whether the next order may follow.
    fn fight(&mut self, seat: Seat, lane: Lane, notes: &mut Vec<Note<Fact>>) -> bool {
        let by = self.side();
        let mut combat = Combat {
            table: &mut self.table,
            lane,
            by,
            tale: &mut self.tales[0],
            notes,
        };
        let Some(left) = combat.fight() else { return true };
        self.carry_on(Task::Damage {
            lane,
            left,
            by: (by == Side::Attackers).then_some(seat),
            next: 0,
        })
    }

    /// Continues a task. Returns whether the next order may follow: not when a shuffle is needed first or the game is over.
    pub(super) fn carry_on(&mut self, mut task: Task) -> bool {
        loop {
            match &mut task {
                Task::Draw { left: 0, deck, .. } => {
                    if let Deck::Lane(lane) = deck {
                        self.drawn |= 1 << lane.number();
                    }
                    return true;
                }
                Task::Damage { left: 0, lane, .. } => {
                    sweep(&mut self.table, *lane, Deck::Attackers, &mut self.tales[0]);
                    return true;
                }
                Task::Damage { left, lane, .. } => {
                    if let Some(card) = self.table.stack_mut(Side::Defenders, *lane).pop() {
                        *left -= 1;
                        self.table.discard_mut(Deck::Attackers).push(card);
                        self.tales[0].step(Step::Lost { card });
                        continue;
                    }
                }
                Task::Draw { .. } => {}
            }
            let deck = task.deck();
            let Some(card) = self.table.deck_mut(deck).pop() else {
                match self.table.discard(deck).is_empty() {
                    true => self.break_through(deck),
                    false => self.phase = Phase::Reshuffle(task),
                }
                return false;
            };
            self.draw_for(&mut task, card);
        }
    }

    /// Gives the drawn card to the seat that draws.
    fn draw_for(&mut self, task: &mut Task, card: Card) {
        let seat = match task {
            Task::Draw { seat, left, .. } => {
                *left -= 1;
                *seat
            }
            Task::Damage { left, by, next, .. } => {
                *left -= 1;
                by.unwrap_or_else(|| {
                    let seat = self.options.seat(Side::Attackers, *next);
                    *next = (*next + 1) % self.options.attackers;
                    seat
                })
            }
        };
        let deck = task.deck();
        self.hands[seat.index()].push(card);
        self.show_top(deck);
        self.tales[0].step(Step::Drew {
            seat,
            deck,
            card: Some(card),
        });
    }

    /// Everybody sees the top card of an open deck: the hints put it there, and nowhere else.
    pub(super) fn show_top(&mut self, deck: Deck) {
        if let Some(top) = self.table.deck(deck).top().filter(|_| deck.is_open()) {
            self.hints.iter_mut().for_each(|hint| hint.remove(top));
            self.hints[top.index()] = CardSet::one(top);
        }
    }

    /// Ends the game when a lane has nothing left to draw: the attackers win.
    fn break_through(&mut self, deck: Deck) {
        if let Deck::Lane(lane) = deck {
            self.tales[0].step(Step::Broken { lane });
        }
        self.end(Side::Attackers);
    }

    fn end(&mut self, winner: Side) {
        self.phase = Phase::Over(winner);
        self.orders.fill(None);
    }

    fn end_turn(&mut self) {
        if self.turn == LAST_TURN {
            return self.end(Side::Defenders);
        }
        self.turn += 1;
        self.begin_turn();
    }

    /// Updates the hints when a card leaves a hand unseen: only its holder still knows which card of the hand is which.
    fn hide_leaving(&mut self, seat: Seat) {
        let hand = self.hands[seat.index()];
        let hints = hand.as_slice().iter().map(|card| self.hints[card.index()]);
        let any = hints.fold(CardSet::EMPTY, CardSet::with);
        for card in hand.as_slice() {
            self.hints[card.index()] = any;
        }
    }

    /// A card leaves the hand of a seat openly: it may have been any that could be this one, and the others of these stay.
    fn show_leaving(&mut self, seat: Seat, shown: Card) {
        let hand = self.hands[seat.index()];
        let hints = hand.as_slice().iter().map(|card| self.hints[card.index()]);
        let any = hints
            .filter(|hint| hint.contains(shown))
            .fold(CardSet::EMPTY, CardSet::with);
        for card in hand.as_slice() {
            if self.hints[card.index()].contains(shown) {
                self.hints[card.index()] = any;
            }
        }
    }
}
