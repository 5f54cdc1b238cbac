//! Dominimum's picture in sentences, for who cannot see it, and what a placement would bring.

use super::face::{change, own_mission, own_tile, phase, placed, standing, supply, tie_rule, ties};
use super::view::{Stage, View};
use crate::games::double_seven::menus::{self, Tried};
use crate::games::double_seven::{Layout, Placement, letters};
use crate::rules::{Phrase, Seat};

/// All that the picture shows.
pub(super) fn alt(view: &View, layout: &Layout, tried: &Tried) -> Vec<Phrase> {
    let mut says = vec![Phrase::new("dominimum-alt-phase").with("phase", phase(view))];
    match (tried.choice, &tried.way) {
        (Some(placement), _) => {
            says.push(Phrase::new("dominimum-alt-tried").with("lies", menus::lies(placement)));
            says.extend(change(view, layout, placement));
        }
        (None, Some(way)) => says.extend(way.chosen()),
        (None, None) => {}
    }
    if let Some(last) = view.placed.last() {
        says.push(placed(view.placer(view.placed.len() - 1), *last));
    }
    says.extend(own_mission(view).into_iter().chain(own_tile(view)));
    for (seat, seen) in (0..).map(Seat).zip(&view.seats) {
        let Some(mission) = &seen.mission else { continue };
        says.push(
            Phrase::new("dominimum-alt-seat")
                .with("seat", seat)
                .with("mission", mission.tile.to_string())
                .with("standing", standing(mission))
                .with("place", seen.place.unwrap_or(0)),
        );
    }
    says.extend(ties(view));
    says.extend(supply(view).into_iter().chain(tie_rule(view)));
    says.extend(letters::sentence(layout));
    says
}

/// What a placement would bring the one who is about to make it.
pub(super) fn weighed(view: &View, placement: Placement) -> Vec<Phrase> {
    let layout = view.layout();
    if view.stage == Stage::Place && view.placements(&layout).contains(&placement) {
        change(view, &layout, placement).into_iter().collect()
    } else {
        Vec::new()
    }
}
