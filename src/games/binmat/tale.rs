//! What happened in a turn, order by order and step by step, for the views that tell it.

use serde::Serialize;

use super::card::Card;
use super::flaw::Flaw;
use super::lane::{Deck, Lane, Side};
use super::order::Order;
use crate::rules::Seat;

/// A step of what came of an order, in the order in which it happened.
///
/// A combat is told from `Combat` to `Clash` and what follows it: `Revealed` for every card of the attackers' stack and
/// then of the defenders', the oldest first; `Trapped`; `Summed` for both sides, the attackers first; `Clash`; then
/// `Bounced`, or `Lost` and `Drew` point by point; `Swept` at the end, where the attackers' stack still has a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub enum Step {
    /// A card was drawn.
    Drew {
        /// Who drew it.
        seat: Seat,
        /// From where.
        deck: Deck,
        /// Which, as far as the viewer may know: from an open deck, or drawn by the viewer.
        card: Option<Card>,
    },
    /// A discard pile was shuffled into its empty deck.
    Reshuffled {
        /// Which deck.
        deck: Deck,
        /// How many cards.
        cards: u8,
    },
    /// Two invalid orders in a row: the whole hand is discarded. One `Discarded` for each card follows.
    Dumped {
        /// Whose hand.
        seat: Seat,
        /// How many cards.
        cards: u8,
    },
    /// A card of a hand that is dumped.
    Discarded {
        /// Which.
        card: Card,
        /// To the discard pile of that deck.
        deck: Deck,
    },
    /// Combat begins.
    Combat {
        /// Where.
        lane: Lane,
        /// Who began it.
        by: Side,
    },
    /// A card lies open in the combat.
    Revealed {
        /// Whose stack.
        side: Side,
        /// Which.
        card: Card,
        /// Whether it was face down before.
        turned: bool,
    },
    /// A TRAP discards the newest card of the other stack to the discard pile of its own side.
    Trapped {
        /// Whose TRAP.
        side: Side,
        /// The TRAP.
        trap: Card,
        /// The card that it takes.
        card: Card,
    },
    /// What a stack comes to.
    Summed {
        /// Whose stack.
        side: Side,
        /// The sum of its numbers.
        sum: u16,
        /// How many WILDs it has.
        wilds: u8,
        /// Its power by these, before a BOUNCE is looked for.
        power: u8,
    },
    /// How the combat goes on.
    Clash(Clash),
    /// A BOUNCE of that side goes to the discard pile of the other.
    Bounced {
        /// Whose it was.
        side: Side,
        /// The card.
        card: Card,
    },
    /// A point of damage discards the newest card of the defenders' stack to the attackers' discard pile.
    Lost {
        /// The card.
        card: Card,
    },
    /// The attackers' stack leaves the lane.
    Swept {
        /// To the discard pile of that deck: the lane's, when it was the weaker one.
        deck: Deck,
        /// How many cards.
        cards: u8,
    },
    /// A draw that could not be made: the attackers win.
    Broken {
        /// The lane that has nothing left.
        lane: Lane,
    },
}

/// How a combat goes on once the powers are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "clash", rename_all = "lowercase")]
pub enum Clash {
    /// A BOUNCE is there, or both stacks have no power: no damage.
    Bounce,
    /// The attackers' stack is the weaker one.
    Repelled,
    /// Damage.
    Damage {
        /// How many points.
        points: u8,
        /// Whether a BREAK decides how many.
        breaks: bool,
    },
}

/// What viewers who are told of an order may know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "order", rename_all = "lowercase")]
pub enum Told {
    /// A card is drawn; which, a step says.
    Draw {
        /// From where.
        deck: Deck,
    },
    /// A card is played face down.
    Down {
        /// Where.
        lane: Lane,
        /// Which, told to its team.
        card: Option<Card>,
    },
    /// A card is played face up.
    Up {
        /// Where.
        lane: Lane,
        /// Which.
        card: Card,
    },
    /// Combat is begun.
    Combat {
        /// Where.
        lane: Lane,
    },
    /// A card is discarded; by an attacker, to draw two.
    Discard {
        /// Which.
        card: Card,
        /// To the discard pile of that deck.
        deck: Deck,
    },
    /// The order was invalid, or there was none.
    Invalid {
        /// What the order was and why it was invalid, told to who gave it.
        given: Option<(Order, Flaw)>,
    },
}

/// An order and what came of it, with all secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaleLine {
    /// An order begins to be resolved.
    Order {
        seat: Seat,
        order: Order,
        flaw: Option<Flaw>,
    },
    /// What came of it.
    Step(Step),
}

/// A turn as it was resolved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tale {
    pub(super) turn: u8,
    pub(super) lines: Vec<TaleLine>,
}

impl Tale {
    /// Begins the tale of another turn.
    pub(super) fn begin(&mut self, turn: u8) {
        self.turn = turn;
        self.lines.clear();
    }

    pub(super) fn step(&mut self, step: Step) {
        self.lines.push(TaleLine::Step(step));
    }
}
