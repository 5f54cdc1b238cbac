//! The table in sentences, for people who cannot see its picture: what matters now first, then every lane.

use super::card::Card;
use super::lane::Side;
use super::menu::Picked;
use super::order::Order;
use super::phrases::{hand, told_phase};
use super::view::{LaneView, StackView, Stage, View};
use super::{calls, fought};
use crate::rules::Phrase;

/// Hands with more cards than this are told in notation.
const LARGE_HAND: usize = 6;

/// Everything that the picture shows.
pub(super) fn alt(view: &View, shown: Option<Order>, picked: Picked) -> Vec<Phrase> {
    let mut says = vec![told_phase(view)];
    if view.stage == Stage::Deal {
        return says;
    }
    if let Some(order) = shown {
        says.push(Phrase::new("binmat-alt-order").with("order", order.to_string()));
    }
    if let Picked::Card(card) = picked {
        says.push(Phrase::new("binmat-alt-picked").with("card", calls::card(card)));
    }
    if let Some(own) = &view.own {
        says.push(match own.hand.len() <= LARGE_HAND {
            true => hand(own),
            false => Phrase::new("binmat-own-hand")
                .with("count", own.hand.len() as u32)
                .with("cards", calls::pile(&own.hand)),
        });
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
    let [defenders, attackers] = Side::BOTH.map(|side| stack(lane.stack(side)));
    Phrase::new("binmat-alt-lane")
        .with("lane", number)
        .with("deck", deck)
        .with("discard", discard(&lane.discard))
        .with("defenders", defenders)
        .with("attackers", attackers)
}

fn discard(cards: &[Card]) -> Phrase {
    match cards {
        [] => Phrase::new("binmat-alt-none"),
        cards => Phrase::new("binmat-alt-discard")
            .with("count", cards.len() as u32)
            .with("cards", calls::signs(cards.iter().copied())),
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
        .with("cards", calls::signs(cards.iter().copied())),
    }
}
