//! The picture in sentences, for who cannot see it, and what a choice would bring.
//!
//! The hand with what of it fits comes first, then every tile of the tree with its place: with what the scene says, enough
//! to play on. What letters mean comes last, for it may have no room.

use super::super::Placement;
use super::super::menus::{Tried, Way};
use super::growth::Growth;
use super::notation::Choice;
use super::phrases::{did, listed, own};
use super::view::{Move, View};
use super::{Tree, letters};
use crate::rules::{Phrase, Presentation};

/// What the picture shows beside what the scene says.
pub(super) fn alt(view: &View, tried: &Tried) -> Vec<Phrase> {
    let mut says = own(view);
    if let Some(placement) = tried.choice {
        says.push(Tree::chosen(&Choice::Place(placement)));
        says.extend(weight(view, placement));
    }
    says.extend(tried.way.iter().filter_map(Way::chosen));
    let placed = |made: &&Move| matches!(made, Move::Placed { .. });
    says.extend(view.recent.iter().rev().find(placed).map(did));
    says.extend(letters::sentence(view));
    says.extend(tried.way.iter().flat_map(Way::meanings));
    says
}

/// Whether a placement brings an extra turn, if it is not the viewer's last tile.
pub(super) fn brings_extra(view: &View, placement: Placement) -> bool {
    let last = view.own.as_ref().is_some_and(|own| own.hand.len() == 1);
    !last && Growth::of(&view.placed).joints(placement).reward()
}

/// What a placement brings the one whose turn it is.
fn weight(view: &View, placement: Placement) -> Vec<Phrase> {
    let Some(own) = &view.own else {
        return Vec::new();
    };
    let mut left = own.hand;
    left.remove(placement.tile());
    if left.is_empty() {
        return vec![Phrase::new("tree-would-out")];
    }
    let mut growth = Growth::of(&view.placed);
    let extra = growth.joints(placement).reward();
    growth.place(placement);
    let fit = growth.open().tiles().and(left);
    let mut says = Vec::new();
    says.extend(extra.then(|| Phrase::new("tree-would-extra")));
    says.push(match fit.is_empty() {
        true => Phrase::new("tree-would-none"),
        false => Phrase::new("tree-would-fit")
            .with("count", fit.len() as u32)
            .with("tiles", listed(fit)),
    });
    says
}

/// What a choice brings, for the one who is about to make it.
pub(super) fn consequences(view: &View, choice: &Choice) -> Vec<Phrase> {
    match choice {
        Choice::Place(placement) => weight(view, *placement),
        Choice::Draw | Choice::Pass => Vec::new(),
    }
}
