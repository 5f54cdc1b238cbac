//! Dominomega's picture in sentences, for who cannot see it, and what a placement would bring.

use super::phrases::{changes, own_ring};
use super::view::View;
use crate::games::double_seven::held::presentation;
use crate::games::double_seven::menus::Tried;
use crate::games::double_seven::{Layout, Placement};
use crate::rules::Phrase;

/// What the picture shows beside what the scene says.
pub(super) fn alt(view: &View, layout: &Layout, tried: &Tried) -> Vec<Phrase> {
    let would = |placement| changes(view, layout, placement);
    presentation::alt(&view.table, layout, own_ring(view), tried, would)
}

/// What a placement would bring the one who is about to make it.
pub(super) fn consequences(view: &View, placement: Placement) -> Vec<Phrase> {
    if view.table.may_place(placement) {
        changes(view, &view.table.layout(), placement)
    } else {
        Vec::new()
    }
}
