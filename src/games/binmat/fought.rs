//! What a combat did, step by step or in a line.

use super::calls;
use super::card::Card;
use super::lane::Side;
use super::tale::{Clash, Step};
use super::view::{OrderView, View};
use crate::rules::{Arg, Phrase, Seat};

/// About how long a line is that tells a combat briefly.
const SHORT: usize = 70;

/// How many similar orders stand in one line.
const ABREAST: usize = 8;

/// A line, and about how many letters it has.
pub(super) struct MeasuredLine(pub(super) Phrase, pub(super) usize);

/// How the combat of an order went on, if it began one.
pub(super) fn clash(order: &OrderView) -> Option<Clash> {
    order.steps.iter().find_map(|step| match step {
        Step::Clash(clash) => Some(*clash),
        _ => None,
    })
}

/// The powers in the combat of an order: the attackers', then the defenders'.
pub(super) fn powers(order: &OrderView) -> [u8; 2] {
    let of = |wanted: Side| {
        let power = order.steps.iter().find_map(|step| match step {
            Step::Summed { side, power, .. } if *side == wanted => Some(*power),
            _ => None,
        });
        power.unwrap_or_default()
    };
    [of(Side::Attackers), of(Side::Defenders)]
}

/// The lane of the combat of an order.
pub(super) fn battlefield(order: &OrderView) -> Option<u8> {
    order.steps.iter().find_map(|step| match step {
        Step::Combat { lane, .. } => Some(lane.number()),
        _ => None,
    })
}

/// The cards of a side that lay in a combat when it began.
fn stack(order: &OrderView, wanted: Side) -> Vec<Card> {
    let revealed = order.steps.iter().filter_map(|step| match step {
        Step::Revealed { side, card, .. } if *side == wanted => Some(*card),
        _ => None,
    });
    revealed.collect()
}

/// Puts a few items into each line; a line is made of its items and of their approximate number of letters.
pub(super) fn lines(items: Vec<(Phrase, usize)>, line: impl Fn(Arg) -> Phrase) -> Vec<MeasuredLine> {
    let made = |items: &[(Phrase, usize)]| {
        let length: usize = items.iter().map(|item| item.1 + 2).sum();
        MeasuredLine(line(items.iter().map(|item| item.0.clone()).collect()), length + 24)
    };
    items.chunks(ABREAST).map(made).collect()
}

/// A combat from its beginning to what it did.
pub(super) fn combat(view: &View, order: &OrderView) -> Vec<MeasuredLine> {
    let (Some(clash), Some(lane)) = (clash(order), battlefield(order)) else {
        return Vec::new();
    };
    let [attackers, defenders] = [Side::Attackers, Side::Defenders].map(|side| stack(order, side));
    let length = 80 + 3 * (attackers.len() + defenders.len());
    let begin = Phrase::new("binmat-combat")
        .with("lane", lane)
        .with("who", calls::who(view, order.seat))
        .with("attackers", calls::pile(&attackers))
        .with("defenders", calls::pile(&defenders));
    let mut told = vec![MeasuredLine(begin, length)];
    let traps: Vec<(Phrase, usize)> = order.steps.iter().filter_map(sprung).collect();
    told.extend(lines(traps, |list| {
        Phrase::new("binmat-combat-traps").with("list", list)
    }));
    let [attack, defence] = [Side::Attackers, Side::Defenders].map(|side| might(order, side));
    let sums = Phrase::new("binmat-combat-sums")
        .with("attackers", attack)
        .with("defenders", defence);
    told.push(MeasuredLine(sums, 80));
    told.push(MeasuredLine(result(view, order, clash, lane), 100));
    told
}

/// A combat in one line.
pub(super) fn combat_in_short(view: &View, order: &OrderView) -> MeasuredLine {
    let fought = in_a_clause(order, calls::who(view, order.seat));
    MeasuredLine(Phrase::new("binmat-did").with("list", fought), SHORT)
}

/// A combat that `who` began, in a clause.
pub(super) fn in_a_clause(order: &OrderView, who: Arg) -> Phrase {
    let [attackers, defenders] = powers(order);
    Phrase::new("binmat-did-combat")
        .with("who", who)
        .with("lane", battlefield(order).unwrap_or_default())
        .with("attackers", attackers)
        .with("defenders", defenders)
        .with("result", clash(order).map_or(Phrase::new("binmat-nothing"), outcome))
}

/// The result of a combat. The line names the combat, too: the line may be read alone.
fn result(view: &View, order: &OrderView, clash: Clash, lane: u8) -> Phrase {
    let told = |key: &'static str| {
        Phrase::new(key)
            .with("lane", lane)
            .with("who", calls::who(view, order.seat))
    };
    match clash {
        Clash::Repelled => told("binmat-combat-repelled"),
        Clash::Bounce => {
            let bounced = order.steps.iter().filter_map(|step| match step {
                Step::Bounced { card, .. } => Some(*card),
                _ => None,
            });
            let bounced: Vec<Card> = bounced.collect();
            match bounced.as_slice() {
                [] => told("binmat-combat-powerless"),
                cards => told("binmat-combat-bounced").with("cards", calls::pile(cards)),
            }
        }
        Clash::Damage { points, breaks } => {
            let mut done = damage(view, order);
            if done.is_empty() {
                done.push(Phrase::new("binmat-nothing").into());
            }
            let key = match breaks {
                false => "binmat-combat-damage",
                true => "binmat-combat-damage-break",
            };
            told(key).with("points", points).with("list", Arg::List(done))
        }
    }
}

/// The cards that damage discarded, and the cards that it drew.
fn damage(view: &View, order: &OrderView) -> Vec<Arg> {
    let lost = order.steps.iter().filter_map(|step| match step {
        Step::Lost { card } => Some(*card),
        _ => None,
    });
    let lost: Vec<Card> = lost.collect();
    let mut done: Vec<Arg> = Vec::new();
    if !lost.is_empty() {
        done.push(
            Phrase::new("binmat-combat-lost")
                .with("cards", calls::pile(&lost))
                .into(),
        );
    }
    let mut drawn: Vec<(Seat, Vec<Option<Card>>)> = Vec::new();
    for step in &order.steps {
        let Step::Drew { seat, card, .. } = step else { continue };
        match drawn.iter_mut().find(|(other, _)| other == seat) {
            Some((_, cards)) => cards.push(*card),
            None => drawn.push((*seat, vec![*card])),
        }
    }
    for (seat, cards) in drawn {
        let known: Vec<Card> = cards.iter().filter_map(|card| *card).collect();
        let count = Phrase::new("binmat-combat-drew")
            .with("who", calls::who(view, seat))
            .with("count", cards.len() as u32);
        done.push(match known.as_slice() {
            [] => count.into(),
            known => Phrase::new("binmat-combat-drew-cards")
                .with("drew", count)
                .with("cards", calls::pile(known))
                .into(),
        });
    }
    done
}

/// A TRAP and what it takes.
fn sprung(step: &Step) -> Option<(Phrase, usize)> {
    let Step::Trapped { side, trap, card } = step else {
        return None;
    };
    let item = Phrase::new("binmat-combat-trap")
        .with("side", calls::side(*side))
        .with("trap", trap.to_string())
        .with("card", card.to_string());
    Some((item, 36))
}

/// The sum and the power of a stack.
fn might(order: &OrderView, wanted: Side) -> Phrase {
    let summed = order.steps.iter().find_map(|step| match step {
        Step::Summed {
            side,
            sum,
            wilds,
            power,
        } if *side == wanted => Some((*sum, *wilds, *power)),
        _ => None,
    });
    let (sum, wilds, power) = summed.unwrap_or_default();
    Phrase::new("binmat-combat-might")
        .with("sum", sum)
        .with("wilds", wilds)
        .with("power", power)
}

/// How a combat ended, in a word or two.
pub(super) fn outcome(clash: Clash) -> Phrase {
    match clash {
        Clash::Bounce => Phrase::new("binmat-outcome-none"),
        Clash::Repelled => Phrase::new("binmat-outcome-repelled"),
        Clash::Damage { points, .. } => Phrase::new("binmat-outcome-damage").with("points", points),
    }
}

/// The last combat of a turn, in sentences for people who cannot see the picture.
pub(super) fn last_combat(view: &View) -> Option<Phrase> {
    let order = view
        .last
        .last()?
        .orders
        .iter()
        .rev()
        .find(|order| clash(order).is_some())?;
    Some(combat_in_short(view, order).0)
}
