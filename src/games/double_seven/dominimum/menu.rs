//! The way to a placement.

use super::view::View;
use crate::games::double_seven::menus::Way;
use crate::games::double_seven::{Layout, Placement, placing};

/// The menus that lead the viewer through these placements: what keeps the symbols of its mission apart comes first.
pub(super) fn follow(view: &View, layout: &Layout, placements: &[Placement], path: &[&str]) -> Option<Way> {
    view.table.own?;
    let mission = view.mission.map(|mission| mission.tile.symbols()).unwrap_or_default();
    Way::along(placements, path, |placement| {
        -placing::joined(layout, placement, |one, other| one == other && mission.contains(&one))
    })
}
