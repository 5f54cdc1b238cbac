//! Dominomega's picture in sentences, for who cannot see it, and what a placement would bring.

use super::phrases::{DEAL, changes, decided, groups_of, own_ring, ring};
use super::view::View;
use crate::games::double_seven::held::presentation;
use crate::games::double_seven::menus::Tried;
use crate::games::double_seven::{Layout, Placement, letters};
use crate::rules::{Phrase, Seat};

/// All that the picture shows. The table comes before what the public message tells, too, for a description has little room.
pub(super) fn alt(view: &View, layout: &Layout, tried: &Tried) -> Vec<Phrase> {
    let mut says = presentation::alt(&view.table, DEAL, tried, |placement| changes(view, layout, placement));
    says.extend(own_ring(view).into_iter().chain(presentation::own_tile(&view.table)));
    says.extend(letters::sentence(layout));
    for (seat, seen) in (0..).map(Seat).zip(&view.seats) {
        says.push(
            Phrase::new("dominomega-alt-seat")
                .with("seat", seat)
                .with("ring", ring(seen.ring))
                .with("groups", groups_of(&seen.groups)),
        );
    }
    says.extend(decided(view).into_iter().chain(presentation::supply(&view.table)));
    says
}

/// What a placement would bring the one who is about to make it.
pub(super) fn consequences(view: &View, placement: Placement) -> Vec<Phrase> {
    if view.table.may_place(placement) {
        changes(view, &view.table.layout(), placement)
    } else {
        Vec::new()
    }
}
