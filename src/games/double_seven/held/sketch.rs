//! The parts that the pictures of these games have alike.

use super::super::ground::{Ground, Skin};
use super::super::menus::{self, Tried};
use super::super::page::{Around, Page, page};
use super::super::pieces::Look;
use super::super::{Cell, Layout};
use super::view::{Seen, Stage};
use crate::rules::{Ink, Phrase, Shape};

/// The picture with what lies around the table.
pub fn laid(seen: &Seen, layout: &Layout, tried: &Tried, around: &Around) -> Page {
    // While tiles are placed there is room for one all around.
    let margin = i8::from(seen.stage == Stage::Place);
    let lies = menus::around(layout, margin);
    page(around, tried, lies, seen.placed.last().copied())
}

/// How many tiles are still to come, short.
pub fn supply(seen: &Seen) -> Phrase {
    Phrase::new("tiles-sketch-supply").with("count", seen.supply)
}

/// How the viewer's tile looks.
pub fn look(seen: &Seen, tried: &Tried) -> Look {
    match seen.placing() {
        Some(_) if tried.choice.is_some() => Look::Picked,
        Some(_) => Look::Playable,
        None => Look::Plain,
    }
}

/// The tiles without their symbols, with what is tried out.
pub fn bodies(seen: &Seen, tried: &Tried, ground: &Ground, shapes: &mut Vec<Shape>) {
    ground.paint(shapes);
    for placement in &seen.placed {
        ground.body(*placement, Skin::default(), shapes);
    }
    if let Some(choice) = tried.choice {
        ground.body(choice, Skin::ghost(), shapes);
    }
}

/// The symbols of what lies there `then`, the tile that was placed last, and the sizes of groups, each in the group's ink.
pub fn symbols(seen: &Seen, then: &Layout, groups: &[(Vec<Cell>, Ink)], ground: &Ground, shapes: &mut Vec<Shape>) {
    for (cell, top) in then.tops() {
        ground.symbol(cell, top.symbol, Ink::Black, shapes);
    }
    let counted: Vec<Cell> = groups.iter().filter_map(|(group, _)| group.last().copied()).collect();
    for (seat, placement) in seen.last(1) {
        ground.last(placement, Some(seat), &counted, shapes);
    }
    for (cell, (group, ink)) in counted.iter().zip(groups) {
        ground.count(*cell, group.len(), *ink, shapes);
    }
}
