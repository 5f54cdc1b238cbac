//! The way to a placement.

use super::view::View;
use crate::games::double_seven::menus::Way;
use crate::games::double_seven::{Layout, Placement, placing};

/// The menus that lead the viewer through these placements: what joins most cells of its ring comes first.
pub(super) fn follow(view: &View, layout: &Layout, placements: &[Placement], path: &[&str]) -> Option<Way> {
    let (_, seen) = view.own()?;
    let ring = seen.ring;
    Way::along(placements, path, |placement| {
        placing::joined(layout, placement, |one, other| one.has(ring) && other.has(ring))
    })
}
