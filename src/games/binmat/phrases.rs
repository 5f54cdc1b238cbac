//! What the scene, the picture and its sentences say alike.

use super::lane::Side;
use super::view::{OwnView, Stage, View};
use super::{TURNS, calls};
use crate::rules::{Arg, Phrase};

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

/// The stage of the game, or how it ended, as a sentence.
pub(super) fn told_phase(view: &View) -> Phrase {
    Phrase::new("binmat-alt-phase").with("phase", phase(view))
}

pub(super) fn hand(own: &OwnView) -> Phrase {
    let cards: Arg = match own.hand.len() {
        0 => return Phrase::new("binmat-own-hand-empty"),
        1..=LARGE_HAND => own.hand.iter().map(|card| calls::card(*card)).collect(),
        _ => calls::pile(&own.hand),
    };
    Phrase::new("binmat-own-hand")
        .with("count", own.hand.len() as u32)
        .with("cards", cards)
}
