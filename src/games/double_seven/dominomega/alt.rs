//! Dominomega's picture in sentences, for who cannot see it, and what a placement would bring.

use super::face::{changes, groups_of, own_ring, own_tile, phase, placed, ring, supply};
use super::view::{Stage, View};
use crate::games::double_seven::menus::{self, Tried};
use crate::games::double_seven::{Layout, Placement, letters};
use crate::rules::{Phrase, Seat};

/// All that the picture shows.
pub(super) fn alt(view: &View, layout: &Layout, tried: &Tried) -> Vec<Phrase> {
    let mut says = vec![Phrase::new("dominomega-alt-phase").with("phase", phase(view))];
    match (tried.choice, &tried.way) {
        (Some(placement), _) => {
            says.push(Phrase::new("dominomega-alt-tried").with("lies", menus::lies(placement)));
            says.extend(changes(view, layout, placement));
        }
        (None, Some(way)) => says.extend(way.chosen()),
        (None, None) => {}
    }
    if let Some(last) = view.placed.last() {
        says.push(placed(view.placer(view.placed.len() - 1), *last));
    }
    says.extend(own_ring(view).into_iter().chain(own_tile(view)));
    for (seat, seen) in (0..).map(Seat).zip(&view.seats) {
        says.push(
            Phrase::new("dominomega-alt-seat")
                .with("seat", seat)
                .with("ring", ring(seen.ring))
                .with("groups", groups_of(&seen.groups)),
        );
    }
    says.extend(supply(view));
    says.extend(letters::sentence(layout));
    says
}

/// What a placement would bring the one who is about to make it.
pub(super) fn weighed(view: &View, placement: Placement) -> Vec<Phrase> {
    let layout = view.layout();
    if view.stage == Stage::Place && view.placements(&layout).contains(&placement) {
        changes(view, &layout, placement)
    } else {
        Vec::new()
    }
}
