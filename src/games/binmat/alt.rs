//! The table in sentences, for people who cannot see its picture: what matters now first, then every lane.

use super::card::Card;
use super::lane::Side;
use super::order::Order;
use super::phrases::own;
use super::view::{LaneView, StackView, View};
use super::{calls, fought};
use crate::rules::{Phrase, joined};

/// What the picture shows beside what the scene says.
pub(super) fn alt(view: &View, shown: Option<Order>, picked: Option<Card>) -> Vec<Phrase> {
    // What names a rule ends in brackets.
    let names_rule = |line: &Phrase| line.args.iter().any(|(name, _)| *name == "rule");
    let own = own(view).into_iter().map(|line| match names_rule(&line) {
        true => line.into_sentence(),
        false => line,
    });
    let mut says: Vec<Phrase> = own.collect();
    let given = view.own.as_ref().and_then(|own| own.order);
    if let Some(order) = shown.filter(|order| given != Some(*order)) {
        says.push(Phrase::new("binmat-alt-order").with("order", calls::order(order)));
    }
    if let Some(card) = picked {
        says.push(Phrase::new("binmat-alt-picked").with("card", calls::card(card)));
    }
    says.extend(fought::last_combat(view));
    let lanes = (0_u8..).zip(&view.lanes);
    says.extend(lanes.map(|(number, lane)| told(number, lane)));
    says.push(
        Phrase::new("binmat-alt-attackers")
            .with("deck", view.attacker_deck)
            .with("discard", discard(&view.attacker_discard)),
    );
    says
}

fn told(number: u8, lane: &LaneView) -> Phrase {
    let deck = match lane.top {
        Some(top) => Phrase::new("binmat-alt-deck-top")
            .with("count", lane.deck)
            .with("card", top.to_string()),
        None => Phrase::new("binmat-alt-deck").with("count", lane.deck),
    };
    // Nothing is said of what is empty, for the description of a picture has little room.
    let mut piles = Phrase::new("binmat-alt-lane-deck").with("deck", deck);
    if !lane.discard.is_empty() {
        piles = Phrase::new("binmat-alt-lane-discard")
            .with("piles", piles)
            .with("discard", discard(&lane.discard));
    }
    let [defenders, attackers] = Side::BOTH.map(|side| lane.stack(side));
    if defenders.size > 0 {
        piles = Phrase::new("binmat-alt-lane-defenders")
            .with("piles", piles)
            .with("defenders", stack(defenders));
    }
    if attackers.size > 0 {
        piles = Phrase::new("binmat-alt-lane-attackers")
            .with("piles", piles)
            .with("attackers", stack(attackers));
    }
    Phrase::new("binmat-alt-lane").with("lane", number).with("piles", piles)
}

fn discard(cards: &[Card]) -> Phrase {
    match cards {
        [] => Phrase::new("binmat-alt-none"),
        cards => Phrase::new("binmat-alt-discard")
            .with("count", cards.len() as u32)
            .with("cards", joined(cards, " ")),
    }
}

fn stack(stack: &StackView) -> Phrase {
    match (stack.size, &stack.cards) {
        (0, _) => Phrase::new("binmat-alt-none"),
        (size, None) => Phrase::new("binmat-alt-hidden").with("count", size),
        (_, Some(cards)) => Phrase::new(match stack.face_up {
            true => "binmat-alt-open",
            false => "binmat-alt-closed",
        })
        .with("cards", joined(cards, " ")),
    }
}
