//! Why an order is invalid, judged by what the one who gives it may know (rulebook, "Invalid Actions" and the rules of
//! each action).

use serde::Serialize;

use super::card::{Card, Rank};
use super::lane::{Deck, Lane, Side};
use super::order::Order;

/// Why an order is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Flaw {
    /// A pass is no order.
    Pass,
    /// The card is not in the hand.
    NotHeld,
    /// Only attackers may do that: begin combat by an order of its own, draw from their deck, discard to their pile.
    AttackersOnly,
    /// Only defenders may do that: discard to a lane.
    DefendersOnly,
    /// An attacker draws from a lane where defenders stand.
    Guarded,
    /// A teammate has drawn from that lane in this turn.
    Taken,
    /// The deck has no card, and its discard pile has none.
    NoCards,
    /// There is no stack to fight with.
    NoStack,
    /// The stack lies face up, and the card would lie face down.
    FaceUp,
    /// The stack lies face down (an empty one does), and the card would lie face up.
    FaceDown,
    /// A BREAK needs another card beneath it.
    BreakFirst,
    /// A BREAK lies face up in that stack.
    BreakTwice,
}

/// What a seat must know about its own stack to play to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OwnStack {
    pub(super) empty: bool,
    pub(super) faces_up: bool,
    /// Whether a BREAK lies face up in it.
    pub(super) broken: bool,
}

/// The table as known to the seat whose orders are judged.
pub(super) trait Ground {
    /// The side of the seat.
    fn side(&self) -> Side;
    /// Whether the seat holds the card.
    fn holds(&self, card: Card) -> bool;
    /// Whether that deck or its discard pile has a card.
    fn has_cards(&self, deck: Deck) -> bool;
    /// Whether the defenders have a stack in the lane.
    fn is_guarded(&self, lane: Lane) -> bool;
    /// The stack of the seat's own side.
    fn own_stack(&self, lane: Lane) -> OwnStack;

    /// What is wrong with an order if it is resolved on the table as it stands. Does not see whether a teammate has drawn
    /// there first.
    fn flaw(&self, order: Order) -> Option<Flaw> {
        if order.card().is_some_and(|card| !self.holds(card)) {
            return Some(Flaw::NotHeld);
        }
        match order {
            Order::Pass => Some(Flaw::Pass),
            Order::Draw(deck) => self.flaw_of_draw(deck),
            Order::PlayDown(card, lane) => {
                let stack = self.own_stack(lane);
                match card.rank() {
                    Rank::Break if stack.empty => Some(Flaw::BreakFirst),
                    _ => stack.faces_up.then_some(Flaw::FaceUp),
                }
            }
            Order::PlayUp(card, lane) => self.flaw_of_face_up(card.rank(), self.own_stack(lane)),
            Order::Combat(lane) => match self.side() {
                Side::Defenders => Some(Flaw::AttackersOnly),
                Side::Attackers => self.own_stack(lane).empty.then_some(Flaw::NoStack),
            },
            Order::Discard(_, deck) => match (self.side(), deck) {
                (Side::Defenders, Deck::Lane(_)) => None,
                (Side::Defenders, Deck::Attackers) => Some(Flaw::AttackersOnly),
                (Side::Attackers, Deck::Lane(_)) => Some(Flaw::DefendersOnly),
                (Side::Attackers, Deck::Attackers) => (!self.has_cards(deck)).then_some(Flaw::NoCards),
            },
        }
    }

    /// An attacker's draw from a lane that has nothing left is valid: it wins the game.
    fn flaw_of_draw(&self, deck: Deck) -> Option<Flaw> {
        match (self.side(), deck) {
            (Side::Defenders, Deck::Attackers) => Some(Flaw::AttackersOnly),
            (Side::Attackers, Deck::Lane(lane)) => self.is_guarded(lane).then_some(Flaw::Guarded),
            _ => (!self.has_cards(deck)).then_some(Flaw::NoCards),
        }
    }

    fn flaw_of_face_up(&self, rank: Rank, stack: OwnStack) -> Option<Flaw> {
        match (rank, self.side()) {
            (Rank::Break, _) if stack.empty => Some(Flaw::BreakFirst),
            (Rank::Break, Side::Defenders) => stack.broken.then_some(Flaw::BreakTwice),
            (Rank::Break, Side::Attackers) => None,
            (Rank::Bounce, Side::Attackers) if stack.empty => None,
            _ => (!stack.faces_up).then_some(Flaw::FaceDown),
        }
    }
}
