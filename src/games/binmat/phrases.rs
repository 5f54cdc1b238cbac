//! What the scene, the picture and its sentences say alike.

use super::lane::Side;
use super::view::{OwnView, Stage, View};
use super::{TURNS, calls};
use crate::rules::{Arg, Phrase, Seat};

/// Hands with more cards than this are told in notation alone.
const LARGE_HAND: usize = 14;

pub(super) fn phase(view: &View) -> Phrase {
    let at = |key: &'static str| Phrase { key, args: Vec::new() };
    let turn = match (view.stage, view.side) {
        (Stage::Deal, _) => return Phrase::new("binmat-phase-deal"),
        (Stage::Over, _) => {
            return Phrase::new(match view.winner {
                Some(Side::Attackers) => "binmat-phase-attackers-won",
                _ => "binmat-phase-defenders-won",
            });
        }
        (Stage::Orders, Side::Defenders) => at("binmat-phase-defenders"),
        (Stage::Orders, Side::Attackers) => at("binmat-phase-attackers"),
        (Stage::Resolving, _) => at("binmat-phase-resolving"),
    };
    turn.with("turn", view.turn + 1).with("turns", TURNS)
}

/// What only the viewer knows, including the order that it has given. What lies in the stacks, the lanes say, too.
pub(super) fn own(view: &View) -> Vec<Phrase> {
    let Some(own) = view.own.as_ref().filter(|_| view.stage != Stage::Deal) else {
        return Vec::new();
    };
    let mut lines = vec![place(view, own), hand(own)];
    lines.extend(ready(view));
    if let Some(order) = own.order {
        lines.push(Phrase::new("binmat-own-order").with("order", calls::order(order)));
        lines.extend(calls::warnings(view, order));
    } else if view.is_asked() && view.seats.get(own.seat.index()).is_some_and(|seat| seat.invalid > 0) {
        lines.push(Phrase::new("binmat-own-warned"));
    }
    lines
}

fn place(view: &View, own: &OwnView) -> Phrase {
    let tag = calls::tag(&view.options, own.seat);
    match view.options.side(own.seat) {
        Side::Defenders => Phrase::new("binmat-own-defender").with("tag", tag),
        Side::Attackers => Phrase::new("binmat-own-attacker").with("tag", tag),
    }
}

/// The members of the viewer's team that have ordered.
fn ready(view: &View) -> Option<Phrase> {
    let side = view.own_side()?;
    if !view.is_asked() || view.options.members(side) < 2 {
        return None;
    }
    let seats = (0..).map(Seat).zip(&view.seats).filter(|(_, seat)| seat.side == side);
    let ready = seats.filter(|(_, seat)| seat.ready);
    let ready: Vec<String> = ready.map(|(seat, _)| calls::tag(&view.options, seat)).collect();
    Some(
        Phrase::new("binmat-own-ready")
            .with("count", ready.len() as u32)
            .with("members", view.options.members(side))
            .with("tags", ready.join(" ")),
    )
}

fn hand(own: &OwnView) -> Phrase {
    let cards: Arg = match own.hand.len() {
        0 => return Phrase::new("binmat-own-hand-empty"),
        1..=LARGE_HAND => own.hand.iter().map(|card| calls::card(*card)).collect(),
        _ => calls::pile(&own.hand),
    };
    Phrase::new("binmat-own-hand")
        .with("count", own.hand.len() as u32)
        .with("cards", cards)
}
