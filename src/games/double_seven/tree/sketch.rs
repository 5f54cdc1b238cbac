//! The picture: the tree as it grows upward from the ground, and around it who has how many tiles, and the viewer's hand.
//!
//! Tiles that lie above each other are joined by a short bough. The tile that was placed last has a frame and the mark of who
//! placed it. The tiles of the hand that fit somewhere have a frame, too, and those that were drawn have a dot below them. Dots
//! on the tree show where left halves may lie, and letters where the chosen tile may. What is tried out lies faintly on the tree.

use super::super::ground::{Ground, Skin};
use super::super::menus::Tried;
use super::super::page::{Around, Page, page};
use super::super::pieces::{self, Card, Look};
use super::super::{Bounds, Cell, Tile};
use super::alt;
use super::growth::Growth;
use super::menu;
use super::notation::Choice;
use super::phrases::supply;
use super::view::{SeatView, Stage, View};
use crate::rules::{Form, Ink, Label, Material, Phrase, Preview, Seat, Shape, Sketch};

/// The sketch of a view.
pub(super) fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
    if view.stage == Stage::Deal {
        return None;
    }
    let tried = menu::tried(view, preview);
    let seats = (0..).map(Seat).zip(&view.seats);
    let mut around = Around {
        cards: seats.map(|(seat, seen)| card(view, seat, seen)).collect(),
        ..Around::default()
    };
    if view.stage == Stage::Play {
        around.says.push(supply(view).into());
    }
    if let Some(own) = view.own.as_ref().filter(|own| !own.hand.is_empty()) {
        let says = match view.turn {
            Some(_) => Phrase::new("tree-sketch-hand").with("count", own.playable.len() as u32),
            None => Phrase::new("tree-sketch-left"),
        };
        around.says.push(says.into());
        let tiles = own.hand.iter();
        around.hand = tiles.map(|tile| (tile, look(view, &tried, tile))).collect();
    }
    let growth = Growth::of(&view.placed);
    let lies = bounds(&growth, view.turn.is_some());
    let Page {
        mut shapes,
        ground,
        height,
    } = page(&around, &tried, lies, view.last());
    tree(view, &tried, &growth, &ground, &mut shapes);
    Some(Sketch::wide(Material::Felt, height, shapes, alt::alt(view, &tried)))
}

fn card(view: &View, seat: Seat, seen: &SeatView) -> Card {
    let over = view.turn.is_none();
    let line = |says: Phrase| vec![Label::from(says)];
    let mut lines = match (seen.place, seen.open) {
        (Some(_), _) if view.seats.len() == 1 => line(Phrase::new("tree-sketch-alone")),
        (Some(place), _) => line(Phrase::new("tree-sketch-place").with("place", place)),
        (None, Some(open)) => pieces::in_lines(open),
        (None, None) => line(Phrase::new("tree-sketch-tiles").with("count", seen.tiles)),
    };
    let turn = view.turn == Some(seat);
    lines.extend((turn && view.extra).then(|| Phrase::new("tree-sketch-extra").into()));
    Card {
        seat: Some(seat),
        turn,
        won: over && seen.place == Some(1),
        lines,
        ..Card::default()
    }
}

fn look(view: &View, tried: &Tried, tile: Tile) -> Look {
    let fits = view.own.as_ref().is_some_and(|own| own.playable.contains(tile));
    match tried.tile() {
        Some(other) if other == tile => Look::Picked,
        _ if fits && view.turn.is_some() => Look::Playable,
        _ if view.own.as_ref().is_some_and(|own| own.drew.contains(tile)) => Look::New,
        _ => Look::Plain,
    }
}

/// All cells where tiles lie, and while the game `goes_on` those where they may come to lie next.
fn bounds(growth: &Growth, goes_on: bool) -> Bounds {
    let tiles = growth.placed().iter().flat_map(|placement| placement.cells());
    let spots = growth.spots().iter().filter(|_| goes_on);
    let spots = spots.flat_map(|spot| [spot.cell, spot.cell.right()]);
    let ground = Bounds::of(Cell::new(0, 0));
    tiles.chain(spots).fold(ground, Bounds::with)
}

/// The tree and what is tried out on it.
fn tree(view: &View, tried: &Tried, growth: &Growth, ground: &Ground, shapes: &mut Vec<Shape>) {
    ground.paint(shapes);
    for placement in &view.placed {
        ground.body(*placement, Skin::default(), shapes);
    }
    for cell in view.placed.iter().flat_map(|placement| placement.cells()) {
        if growth.symbol(cell.below()).is_some() {
            bough(ground, cell, shapes);
        }
    }
    for half in view.placed.iter().flat_map(|placement| placement.halves()) {
        ground.symbol(half.cell, half.symbol, Ink::Black, shapes);
    }
    if let Some(last) = view.last() {
        ground.last(last, view.last_placer(), &[], shapes);
    }
    match tried.choice {
        Some(placement) => ground.tile(placement, Skin::ghost(), shapes),
        None => tried.mark(ground, shapes),
    }
}

/// What joins the half on `cell` to the one below it.
fn bough(ground: &Ground, cell: Cell, shapes: &mut Vec<Shape>) {
    if !ground.shows(cell) || !ground.shows(cell.below()) {
        return;
    }
    let (across, level) = ground.middle(cell);
    let seam = level + ground.side() / 2;
    let reach = (ground.side() / 7).max(3);
    let width = (ground.side() / 6).clamp(4, 10) as u8;
    let ends = vec![(across, seam - reach), (across, seam + reach)];
    shapes.push(Shape::outlined(Form::Path(ends), Ink::Good, width));
}
