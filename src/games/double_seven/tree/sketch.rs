//! The picture: the tree as it grows upward from the ground, above it who has how many tiles, below it the viewer's hand.
//!
//! Tiles that lie above each other are joined by a short bough. The tile that was placed last has a frame, and so have the
//! tiles of the hand that fit somewhere; dots show where their left halves may lie, and letters where the chosen tile may.
//! What is tried out lies faintly on the tree.

use super::super::ground::{Ground, Skin};
use super::super::menus::Tried;
use super::super::pieces::{self, Card, Look};
use super::super::{Bounds, Cell, Tile};
use super::alt;
use super::growth::Growth;
use super::menu;
use super::notation::Choice;
use super::presentation::supply;
use super::view::{SeatView, Stage, View};
use crate::rules::parts::{GAP, WIDTH};
use crate::rules::{Form, Ink, Label, Material, Phrase, Preview, Seat, Shape, Sketch};

/// How high the picture may be, and the tree on it.
const TALLEST: i32 = 1180;
const TREE: i32 = 860;

/// The sketch of a view.
pub(super) fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
    if view.stage == Stage::Deal {
        return None;
    }
    let tried = menu::tried(view, preview);
    let mut shapes = Vec::new();
    let cards: Vec<Card> = (0..)
        .map(Seat)
        .zip(&view.seats)
        .map(|(seat, seen)| card(view, seat, seen))
        .collect();
    let mut top = GAP + pieces::cards(GAP, &cards, &mut shapes);
    if view.stage == Stage::Play {
        top += pieces::caption(top, supply(view), &mut shapes);
    }
    let own = view.own.as_ref().filter(|own| !own.hand.is_empty());
    let wide = WIDTH - 2 * GAP;
    let below = own.map_or(0, |own| pieces::CAPTION + pieces::hand_height(own.hand.len(), wide));
    let high = TREE.min(TALLEST - top - 2 * GAP - below);
    top += tree(view, &tried, (top, high), &mut shapes) + GAP;
    if let Some(own) = own {
        let says = match view.turn {
            Some(_) => Phrase::new("tree-sketch-hand").with("count", own.playable.len() as u32),
            None => Phrase::new("tree-sketch-left"),
        };
        top += pieces::caption(top, says, &mut shapes);
        let looks: Vec<(Tile, Look)> = own.hand.iter().map(|tile| (tile, look(view, &tried, tile))).collect();
        top += pieces::hand((GAP, top), wide, looks.into_iter(), &mut shapes);
    }
    Some(Sketch {
        material: Material::Felt,
        size: (WIDTH, top),
        shapes,
        alt: alt::alt(view, &tried),
    })
}

fn card(view: &View, seat: Seat, seen: &SeatView) -> Card {
    let over = view.turn.is_none();
    let line = |says: Phrase| vec![Label::from(says)];
    let mut lines = match (seen.place, seen.open) {
        (Some(place), _) => line(Phrase::new("tree-sketch-place").with("place", place)),
        (None, Some(open)) => pieces::in_lines(open, view.seats.len()),
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

/// The tree and what is tried out on it, so high at most below `top`; gives its height.
fn tree(view: &View, tried: &Tried, (top, high): (i32, i32), shapes: &mut Vec<Shape>) -> i32 {
    let growth = Growth::of(&view.placed);
    let last = view.last();
    let lies = bounds(&growth, view.turn.is_some());
    let ground = tried.ground(lies, last, (GAP, top), (WIDTH - 2 * GAP, high));
    ground.paint(shapes);
    for placement in &view.placed {
        ground.body(*placement, Skin::default(), shapes);
    }
    for cell in view.placed.iter().flat_map(|placement| placement.cells()) {
        if growth.symbol(cell.below()).is_some() {
            bough(&ground, cell, shapes);
        }
    }
    if let Some(last) = last {
        ground.frame(last.cells(), Ink::Mark, shapes);
    }
    for half in view.placed.iter().flat_map(|placement| placement.halves()) {
        ground.symbol(half.cell, half.symbol, Ink::Black, shapes);
    }
    match tried.choice {
        Some(placement) => ground.tile(placement, Skin::ghost(), shapes),
        None => tried.mark(&ground, shapes),
    }
    ground.height()
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
