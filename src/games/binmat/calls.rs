//! The names of cards, decks, sides, members and orders: in words, together with their notation.

use super::card::{Card, Rank};
use super::flaw::Flaw;
use super::lane::{Deck, Lane, Side};
use super::options::Options;
use super::order::Order;
use super::view::{Stage, View};
use crate::rules::{Arg, Phrase, Seat, joined};

/// Up to this many seats are called by the names of their holders; more seats are called by side and number.
const FEW: usize = 4;

impl View {
    /// The side of the viewer; `None` for the table.
    pub(super) fn own_side(&self) -> Option<Side> {
        self.own.as_ref().map(|own| self.options.side(own.seat))
    }

    /// Whether the viewer may order now, or change its order.
    pub(super) fn is_asked(&self) -> bool {
        self.stage == Stage::Orders && self.own_side() == Some(self.side)
    }
}

/// A card: a modifier with its name.
pub(super) fn card(card: Card) -> Phrase {
    named(card.rank(), card.to_string())
}

/// The rank of a card, which several cards share.
pub(super) fn rank(card: Card) -> Phrase {
    named(card.rank(), card.to_string().chars().take(1).collect())
}

fn named(rank: Rank, card: String) -> Phrase {
    let key = match rank {
        Rank::Trap => "binmat-card-trap",
        Rank::Wild => "binmat-card-wild",
        Rank::Bounce => "binmat-card-bounce",
        Rank::Break => "binmat-card-break",
        Rank::Ten => "binmat-card-ten",
        _ => "binmat-card",
    };
    Phrase::new(key).with("card", card)
}

/// Cards in notation, or the words for no cards.
pub(super) fn pile(cards: &[Card]) -> Arg {
    match cards {
        [] => Phrase::new("binmat-nothing").into(),
        cards => joined(cards, " ").into(),
    }
}

/// A deck.
pub(super) fn deck(deck: Deck) -> Phrase {
    match deck {
        Deck::Lane(lane) => Phrase::new("binmat-deck-lane").with("lane", lane.number()),
        Deck::Attackers => Phrase::new("binmat-deck-attackers"),
    }
}

/// A side, in the middle of a sentence.
pub(super) fn side(side: Side) -> Phrase {
    Phrase::new(match side {
        Side::Defenders => "binmat-the-defenders",
        Side::Attackers => "binmat-the-attackers",
    })
}

/// The letter of a side and the number of a member as a hexadecimal digit: `a0`, `df`.
pub(super) fn tag(options: &Options, seat: Seat) -> String {
    let letter = match options.side(seat) {
        Side::Defenders => 'd',
        Side::Attackers => 'a',
    };
    format!("{letter}{:x}", options.member(seat))
}

/// Whether the table is so small that seats are called by the names of their holders.
pub(super) fn by_name(view: &View) -> bool {
    view.seats.len() <= FEW
}

/// A seat, by name if the table is small.
pub(super) fn who(view: &View, seat: Seat) -> Arg {
    match by_name(view) {
        true => seat.into(),
        false => tag(&view.options, seat).into(),
    }
}

/// An order in words, as an instruction.
pub(super) fn order(order: Order) -> Phrase {
    match order {
        Order::Draw(from) => Phrase::new("binmat-order-draw").with("deck", deck(from)),
        Order::PlayDown(played, lane) => Phrase::new("binmat-order-down")
            .with("card", card(played))
            .with("lane", lane.number()),
        Order::PlayUp(played, lane) => Phrase::new("binmat-order-up")
            .with("card", card(played))
            .with("lane", lane.number()),
        Order::Combat(lane) => Phrase::new("binmat-order-combat").with("lane", lane.number()),
        Order::Discard(thrown, Deck::Lane(lane)) => Phrase::new("binmat-order-discard")
            .with("card", card(thrown))
            .with("lane", lane.number()),
        Order::Discard(thrown, Deck::Attackers) => Phrase::new("binmat-order-exchange").with("card", card(thrown)),
        Order::Pass => Phrase::new("binmat-order-pass"),
    }
}

/// An order in a few words, beside the picture of the hand.
pub(super) fn order_in_short(order: Order) -> Phrase {
    let card_in = |key: &'static str, named: Card, lane: Lane| {
        Phrase::new(key).with("card", card(named)).with("lane", lane.number())
    };
    match order {
        Order::Draw(from) => Phrase::new("binmat-sketch-draw").with("deck", deck(from)),
        Order::PlayDown(played, lane) => card_in("binmat-sketch-play-down", played, lane),
        Order::PlayUp(played, lane) => card_in("binmat-sketch-play-up", played, lane),
        Order::Combat(lane) => Phrase::new("binmat-sketch-combat").with("lane", lane.number()),
        Order::Discard(thrown, Deck::Lane(lane)) => card_in("binmat-sketch-discard", thrown, lane),
        Order::Discard(thrown, Deck::Attackers) => Phrase::new("binmat-sketch-exchange").with("card", card(thrown)),
        Order::Pass => Phrase::new("binmat-order-pass"),
    }
}

/// Why an order is invalid.
pub(super) fn flaw(order: Order, flaw: Flaw) -> Phrase {
    Phrase::new(match flaw {
        Flaw::Pass => "binmat-flaw-pass",
        Flaw::NotHeld => "binmat-flaw-not-held",
        Flaw::AttackersOnly => match order {
            Order::Combat(_) => "binmat-flaw-attackers-fight",
            _ => "binmat-flaw-attackers-deck",
        },
        Flaw::DefendersOnly => "binmat-flaw-defenders-only",
        Flaw::Guarded => "binmat-flaw-guarded",
        Flaw::Taken => "binmat-flaw-taken",
        Flaw::NoCards => "binmat-flaw-no-cards",
        Flaw::NoStack => "binmat-flaw-no-stack",
        Flaw::FaceUp => "binmat-flaw-face-up",
        Flaw::FaceDown => "binmat-flaw-face-down",
        Flaw::BreakFirst => "binmat-flaw-break-first",
        Flaw::BreakTwice => "binmat-flaw-break-twice",
    })
}

/// The rule that an order is judged by, as the heading that the rules give it.
pub(super) fn rule(order: Order) -> Phrase {
    Phrase::new(match order {
        Order::Draw(_) | Order::Discard(..) => "binmat-rule-draw",
        Order::PlayDown(..) | Order::PlayUp(..) => "binmat-rule-play",
        Order::Combat(_) => "binmat-rule-combat",
        Order::Pass => "binmat-rule-invalid",
    })
}

/// Whether another invalid order costs the viewer cards: the last one was invalid, too.
pub(super) fn risks_hand(view: &View) -> bool {
    view.own.as_ref().is_some_and(|own| {
        let idle = view.seats.get(own.seat.index()).is_some_and(|seat| seat.invalid > 0);
        idle && !own.hand.is_empty()
    })
}

/// What the holder of a seat should know about an order before it is resolved: that the order would be invalid, and what an
/// invalid order costs.
pub(super) fn warnings(view: &View, order: Order) -> Vec<Phrase> {
    let Some(found) = view.flaw(order) else {
        return Vec::new();
    };
    if found == Flaw::Pass && risks_hand(view) {
        return vec![Phrase::new("binmat-warn-pass-dump").with("rule", rule(order))];
    }
    let mut says = vec![match found {
        Flaw::Pass => Phrase::new("binmat-warn-pass").with("rule", rule(order)),
        found => Phrase::new("binmat-warn-invalid")
            .with("why", flaw(order, found))
            .with("rule", rule(order)),
    }];
    if risks_hand(view) {
        says.push(Phrase::new("binmat-warn-dump"));
    }
    says
}
