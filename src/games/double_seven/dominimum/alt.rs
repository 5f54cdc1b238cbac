//! Dominimum's picture in sentences, for who cannot see it, and what a placement would bring.

use super::phrases::{DEAL, change, own_mission, standing, tie_rule, ties};
use super::view::View;
use crate::games::double_seven::held::presentation;
use crate::games::double_seven::menus::Tried;
use crate::games::double_seven::{Layout, Placement, letters};
use crate::rules::{Arg, Phrase, Seat};

/// All that the picture shows. The table comes before what the public message tells, too, for a description has little room.
pub(super) fn alt(view: &View, layout: &Layout, tried: &Tried) -> Vec<Phrase> {
    let would = |placement| change(view, layout, placement).into_iter().collect();
    let mut says = presentation::alt(&view.table, DEAL, tried, would);
    says.extend(own_mission(view).into_iter().chain(presentation::own_tile(&view.table)));
    says.extend(letters::sentence(layout));
    for (seat, seen) in (0..).map(Seat).zip(&view.seats) {
        let Some(mission) = &seen.mission else { continue };
        says.push(
            Phrase::new("dominimum-alt-seat")
                .with("seat", seat)
                .with("mission", mission.tile.to_string())
                .with("standing", standing::<Arg>(mission))
                .with("place", seen.place.unwrap_or(0)),
        );
    }
    says.extend(ties(view));
    says.extend(presentation::supply(&view.table).into_iter().chain(tie_rule(view)));
    says
}

/// What a placement would bring the one who is about to make it.
pub(super) fn consequences(view: &View, placement: Placement) -> Vec<Phrase> {
    if view.table.may_place(placement) {
        change(view, &view.table.layout(), placement).into_iter().collect()
    } else {
        Vec::new()
    }
}
