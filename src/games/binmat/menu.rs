//! The way to an order in two or three presses: a card that is played and where, or what else is to be done, with which card,
//! and where.
//!
//! Only what would be valid alone on the table as it stands is offered; anything else can be typed. Suits mean nothing to
//! the rules, so a hand is offered rank by rank: the card of a rank that was held longest stands for the others, as it does
//! where an order is typed without a suit. So no menu has more entries than there are ranks, or twice the lanes.

use super::begins_combat;
use super::calls;
use super::card::{Card, Rank, Suit};
use super::cards::icon;
use super::lane::{Deck, Side};
use super::order::Order;
use super::view::View;
use crate::rules::{Button, Entry, Menu, Phrase};

/// How ranks are written in a step, where signs have no place.
const RANKS: &[u8; 13] = b"23456789atwbk";

/// What an order can be about, beside a card that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verb {
    Draw,
    Combat,
    Discard,
}

impl Verb {
    const ALL: [Verb; 3] = [Verb::Draw, Verb::Combat, Verb::Discard];

    const fn step(self) -> &'static str {
        match self {
            Verb::Draw => "d",
            Verb::Combat => "c",
            Verb::Discard => "x",
        }
    }

    const fn of(order: Order) -> Option<Verb> {
        match order {
            Order::Draw(_) => Some(Verb::Draw),
            Order::Combat(_) => Some(Verb::Combat),
            Order::Discard(..) => Some(Verb::Discard),
            Order::PlayDown(..) | Order::PlayUp(..) | Order::Pass => None,
        }
    }
}

/// How a card is written in a step.
fn step_of(card: Card) -> String {
    let rank = RANKS.get(card.rank() as usize).copied().unwrap_or_default();
    format!("{}{}", char::from(rank), card.suit() as u8)
}

/// The card that a step names.
fn card_of(step: &str) -> Option<Card> {
    let [rank, suit] = step.as_bytes() else { return None };
    let rank = RANKS.iter().position(|sign| sign == rank)?;
    let suit = suit.checked_sub(b'0')?;
    Some(Card::new(*Rank::ALL.get(rank)?, *Suit::ALL.get(usize::from(suit))?))
}

/// The longest held card of every rank in the hand, and how many there are of it; the numbers first.
fn ranks(hand: &[Card]) -> Vec<(Card, u32)> {
    let of = |rank: Rank| {
        let mut held = hand.iter().filter(|card| card.rank() == rank);
        let first = *held.next()?;
        Some((first, 1 + held.count() as u32))
    };
    Rank::ALL.into_iter().filter_map(of).collect()
}

/// The menu at the end of `path` for the seat whose view and valid orders these are.
pub(super) fn menu(view: &View, choices: &[Order], path: &[&str]) -> Option<Menu> {
    let own = view.own.as_ref()?;
    if choices.is_empty() {
        return None;
    }
    let Some((first, rest)) = path.split_first() else {
        return Some(orders(view, &own.hand, choices));
    };
    let Some(verb) = Verb::ALL.into_iter().find(|verb| verb.step() == *first) else {
        return card_of(first).filter(|_| rest.is_empty()).and_then(|card| {
            let leads = ranks(&own.hand).iter().any(|held| held.0 == card);
            let played = |order: &&Order| is_play(**order) && order.card() == Some(card);
            let with: Vec<Order> = choices.iter().filter(played).copied().collect();
            let begins = with
                .iter()
                .any(|order| matches!(order, Order::PlayUp(..)) && begins_combat(card, view.side));
            let ask = if begins {
                "binmat-ask-where-combat"
            } else {
                "binmat-ask-where"
            };
            (leads && !with.is_empty()).then(|| targets(ask, card, &with))
        });
    };
    let of_verb: Vec<Order> = choices
        .iter()
        .copied()
        .filter(|order| Verb::of(*order) == Some(verb))
        .collect();
    if of_verb.is_empty() {
        return None;
    }
    match (verb, rest) {
        (Verb::Draw, []) => Some(draws(view, &of_verb)),
        (Verb::Combat, []) => Some(places("binmat-ask-combat", &of_verb, lane_label)),
        (Verb::Discard, []) => Some(discards(view, &own.hand, &of_verb)),
        (Verb::Discard, [step]) => {
            let card = card_of(step)?;
            let with: Vec<Order> = of_verb.into_iter().filter(|order| order.card() == Some(card)).collect();
            let leads =
                !with.is_empty() && !is_exchange(view, verb) && ranks(&own.hand).iter().any(|held| held.0 == card);
            leads.then(|| targets("binmat-ask-discard-where", card, &with))
        }
        _ => None,
    }
}

/// The card that a path picks, if it leads somewhere.
pub(super) fn picked(view: &View, path: &[&str]) -> Option<Card> {
    let own = view.own.as_ref().filter(|_| view.is_asked())?;
    let step = match path {
        [verb, step] if *verb == Verb::Discard.step() => step,
        [step] => step,
        _ => return None,
    };
    card_of(step).filter(|card| ranks(&own.hand).iter().any(|held| held.0 == *card))
}

/// Attackers discard to one pile only: to draw two.
fn is_exchange(view: &View, verb: Verb) -> bool {
    verb == Verb::Discard && view.own_side() == Some(Side::Attackers)
}

const fn is_play(order: Order) -> bool {
    matches!(order, Order::PlayDown(..) | Order::PlayUp(..))
}

/// A card of the hand, with how many of its rank there are.
fn label(card: Card, count: u32) -> Phrase {
    Phrase::new("binmat-pick")
        .with("card", calls::card(card))
        .with("rank", calls::rank(card))
        .with("count", count)
}

/// The cards that may be played, rank by rank, and what else may be done.
fn orders(view: &View, hand: &[Card], choices: &[Order]) -> Menu {
    let may_play = |card: Card| {
        choices
            .iter()
            .any(|order| is_play(*order) && order.card() == Some(card))
    };
    let cards = ranks(hand).into_iter().filter(|(card, _)| may_play(*card));
    let mut entries: Vec<Entry> = cards
        .map(|(card, count)| Entry::step(label(card, count), &step_of(card)).beside(icon(card.rank())))
        .collect();
    for verb in Verb::ALL {
        if !choices.iter().any(|order| Verb::of(*order) == Some(verb)) {
            continue;
        }
        let label = Phrase::new(match verb {
            Verb::Draw => "binmat-verb-draw",
            Verb::Combat => "binmat-verb-combat",
            Verb::Discard if is_exchange(view, verb) => "binmat-verb-exchange",
            Verb::Discard => "binmat-verb-discard",
        });
        entries.push(Entry::step(label, &verb.step()));
    }
    let pass = match calls::risks_hand(view) {
        // It costs the whole hand, so it is asked about before it counts.
        true => Entry::preview(Phrase::new("binmat-verb-pass-again"), &Order::Pass),
        false => Entry::choice(Phrase::new("binmat-verb-pass"), &Order::Pass),
    };
    entries.push(pass.with(Button::Quiet));
    Menu::list(ask(view, hand, choices), entries)
}

/// The first question: what is ordered so far, or what the next order is about, and what it may cost.
fn ask(view: &View, hand: &[Card], choices: &[Order]) -> Phrase {
    if let Some(order) = view.own.as_ref().and_then(|own| own.order) {
        return Phrase::new("binmat-ask-other").with("order", calls::order(order));
    }
    let may_fight = choices.iter().any(|order| matches!(order, Order::Combat(_)));
    let ask = Phrase::new(match (hand.is_empty(), may_fight) {
        (false, _) => "binmat-ask-order",
        (true, false) => "binmat-ask-empty",
        (true, true) => "binmat-ask-empty-combat",
    });
    match calls::risks_hand(view) {
        true => Phrase::new("binmat-ask-careful").with("ask", ask),
        false => ask,
    }
}

/// Orders, each of which is named by where it is carried out.
fn places(ask: &'static str, orders: &[Order], label: impl Fn(Order) -> Phrase) -> Menu {
    let choice = |order: &Order| Entry::choice(label(*order), order);
    Menu::list(Phrase::new(ask), orders.iter().map(choice))
}

/// The decks to draw from: beside a deck whose topmost card is seen, that card.
fn draws(view: &View, orders: &[Order]) -> Menu {
    let mut menu = places("binmat-ask-draw", orders, |order| draw_label(view, order));
    for (entry, order) in menu.entries.iter_mut().zip(orders) {
        let Order::Draw(Deck::Lane(lane)) = order else { continue };
        let top = view.lanes.get(lane.index()).and_then(|seen| seen.top);
        entry.icon = top.map(|card| icon(card.rank()));
    }
    menu
}

fn draw_label(view: &View, order: Order) -> Phrase {
    let Order::Draw(Deck::Lane(lane)) = order else {
        return Phrase::new("binmat-place-attackers").with("count", view.attacker_deck);
    };
    let seen = view.lanes.get(lane.index());
    let count = seen.map_or(0, |seen| seen.deck);
    match seen.and_then(|seen| seen.top) {
        Some(top) => Phrase::new("binmat-place-top")
            .with("lane", lane.number())
            .with("card", top.to_string()),
        None => Phrase::new("binmat-place-deck")
            .with("lane", lane.number())
            .with("count", count),
    }
}

fn lane_label(order: Order) -> Phrase {
    Phrase::new("binmat-place-lane").with("lane", order.lane().map_or(0, |lane| lane.number()))
}

/// The hand, rank by rank, to discard from.
fn discards(view: &View, hand: &[Card], orders: &[Order]) -> Menu {
    let exchange = is_exchange(view, Verb::Discard);
    let mut entries = Vec::new();
    for (card, count) in ranks(hand) {
        let Some(order) = orders.iter().find(|order| order.card() == Some(card)) else {
            continue;
        };
        let entry = match exchange {
            true => Entry::choice(label(card, count), order),
            false => Entry::step(label(card, count), &step_of(card)),
        };
        entries.push(entry.beside(icon(card.rank())));
    }
    let ask = Phrase::new(match exchange {
        true => "binmat-ask-exchange",
        false => "binmat-ask-discard",
    });
    Menu::list(ask, entries)
}

/// Where a card may go, and which way it lies there.
fn targets(ask: &'static str, card: Card, orders: &[Order]) -> Menu {
    let one_way = !orders.iter().any(|order| matches!(order, Order::PlayUp(..)));
    let target = |order: &Order| {
        let lane = order.lane().map_or(0, |lane| lane.number());
        let key = match order {
            Order::PlayDown(..) if !one_way => "binmat-place-down",
            Order::PlayUp(..) => "binmat-place-up",
            _ => "binmat-place-lane",
        };
        Entry::choice(Phrase::new(key).with("lane", lane), order)
    };
    let ask = Phrase::new(ask).with("card", calls::card(card));
    let mut orders = orders.to_vec();
    orders.sort_by_key(|order| (order.lane(), matches!(order, Order::PlayUp(..))));
    Menu::list(ask, orders.iter().map(target))
}
