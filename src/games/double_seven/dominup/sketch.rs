//! Dominup's picture: everybody's card, the viewer's hand, and the table from above with its levels.
//!
//! What lies on other tiles is darker the higher it lies, and bears the number of its level. What was laid in the last turn
//! has a frame. A hand begins with the tiles that can climb; what may be laid has a green frame and a dot, and where
//! the viewer's tiles could climb, the cells have a green frame. What is tried out lies there faintly.

use super::super::ground::{Ground, Skin};
use super::super::menus::Tried;
use super::super::pieces::{self, Card, Look};
use super::super::placing::FIRST;
use super::super::{Bounds, Cell, Tile};
use super::alt;
use super::face::{last_turn, may, named_few};
use super::standing::Standing;
use super::view::{SeatView, Stage, View};
use crate::rules::parts::{GAP, WIDTH};
use crate::rules::{Ink, Label, Phrase, Seat, Shape, Sketch, Trial};

/// How high the picture may be.
const TALLEST: i32 = 1180;

/// How high the table may be.
const TABLE: i32 = 720;

/// The sketch of a view; nothing before the tiles are dealt.
pub(super) fn sketch(view: &View, trial: Trial<'_, super::Choice>) -> Option<Sketch> {
    if view.stage == Stage::Deal {
        return None;
    }
    let standing = Standing::of(view);
    let tried = standing.tried(trial);
    let mut shapes = Vec::new();
    let cards: Vec<Card> = (0..)
        .map(Seat)
        .zip(&view.seats)
        .map(|(seat, seen)| card(view, seat, seen))
        .collect();
    let mut top = GAP + pieces::cards(GAP, &cards, &mut shapes);
    top += hand(view, &standing, &tried, top, &mut shapes);
    let ground = ground(view, &standing, &tried, top);
    table(view, &standing, &tried, &ground, &mut shapes);
    Some(Sketch {
        size: (WIDTH, top + ground.height() + 8),
        shapes,
        alt: alt::alt(view, &standing, &tried),
    })
}

fn card(view: &View, seat: Seat, seen: &SeatView) -> Card {
    let mut lines: Vec<Label> = Vec::new();
    if let Some(place) = seen.place {
        lines.push(Phrase::new("dominup-mark-place").with("place", place).into());
    }
    match seen.hand {
        Some(hand) => lines.extend(named_few(hand).into_iter().map(Label::from)),
        None if seen.place.is_none() => {
            lines.push(Phrase::new("dominup-mark-tiles").with("count", seen.tiles).into());
        }
        None => {}
    }
    Card {
        seat: Some(seat),
        turn: view.turn == Some(seat),
        won: seen.place == Some(1),
        lines,
        ..Card::default()
    }
}

/// The viewer's hand with what to do; gives the height.
fn hand(view: &View, standing: &Standing, tried: &Tried, top: i32, shapes: &mut Vec<Shape>) -> i32 {
    if standing.hand.is_empty() || view.stage == Stage::Over {
        return 0;
    }
    let says = may(view, standing).unwrap_or_else(|| Phrase::new("dominup-sketch-hand"));
    let above = pieces::caption(top, says, shapes);
    let (able, playable) = (standing.able(), standing.playable(view.stage));
    let picked = tried.choice.map(|choice| choice.tile());
    let picked = picked.or(tried.way.as_ref().and_then(|way| way.tile));
    let look = |tile: Tile| match tile {
        tile if Some(tile) == picked => (tile, Look::Picked),
        tile if playable.contains(tile) => (tile, Look::Playable),
        tile => (tile, Look::Plain),
    };
    let tiles: Vec<(Tile, Look)> = able
        .iter()
        .chain(standing.hand.without(able).iter())
        .map(look)
        .collect();
    above + pieces::hand((GAP, top + above), WIDTH - 2 * GAP, tiles.into_iter(), shapes)
}

/// The part of the table that is shown, below `top`: while tiles are laid one more cell all around, and whatever is tried
/// out.
fn ground(view: &View, standing: &Standing, tried: &Tried, top: i32) -> Ground {
    let first = Bounds::of(FIRST[0]).with(FIRST[1]);
    let bounds = standing.storeys.layout().bounds().unwrap_or(first);
    let margin = i8::from(view.stage != Stage::Over);
    let mut shown = bounds.grown(margin);
    let way = tried.way.as_ref();
    let lower = way
        .iter()
        .flat_map(|way| &way.left)
        .map(|placement| placement.first().cell);
    let whole = tried.choice.iter().flat_map(|choice| choice.cells());
    for cell in whole.chain(lower) {
        shown = shown.with(cell);
    }
    let last = view.placed.last().map(|placed| placed.choice.placement());
    let last = tried.choice.or(last).map(|placement| placement.first().cell);
    let row = way.and_then(|way| way.row);
    let chosen = way.and_then(|way| way.cell);
    let focus = chosen.or(last.map(|cell| Cell::new(cell.column, row.unwrap_or(cell.row))));
    let room = TABLE.min(TALLEST - top);
    Ground::fit(shown, focus, (0, top), (WIDTH, room))
}

/// What a tile is made of that lies on so many others.
fn skin(level: u8) -> Skin {
    let body = match level {
        0 => Ink::White,
        1 => Ink::Light,
        2 => Ink::Dark,
        _ => Ink::Line,
    };
    Skin {
        body,
        ..Skin::default()
    }
}

fn table(view: &View, standing: &Standing, tried: &Tried, ground: &Ground, shapes: &mut Vec<Shape>) {
    let layout = standing.storeys.layout();
    ground.paint(shapes);
    for laid in layout.laid() {
        ground.tile(laid.placement, skin(laid.level), shapes);
    }
    levels(standing, ground, shapes);
    let recent = view.placed.len() - last_turn(view);
    for (number, laid) in (0..).zip(layout.laid()).skip(recent) {
        let cells = laid.placement.cells();
        let bare = |cell| layout.top(cell).is_some_and(|top| usize::from(top.number) == number);
        if cells.iter().all(|cell| bare(*cell)) {
            ground.frame(cells, Ink::Mark, shapes);
        }
    }
    if let Some(choice) = tried.choice {
        ground.tile(choice, Skin::ghost(), shapes);
        let level = standing.after(standing.choice(choice)).storeys.layout().last();
        if let Some(level) = level.map(|laid| laid.level).filter(|level| *level > 0) {
            ground.number(choice.second().cell, &(1 + level).to_string(), Ink::Mark, shapes);
        }
        return;
    }
    if view.stage == Stage::Over {
        return;
    }
    for climb in standing.storeys.climbs(standing.hand) {
        ground.frame(climb.cells(), Ink::Good, shapes);
    }
    match &tried.way {
        Some(way) => way.mark(ground, shapes),
        None if !standing.may || !standing.able().is_empty() => {}
        None if layout.is_empty() => FIRST.iter().for_each(|cell| ground.dot(*cell, shapes)),
        None => layout.frontier().for_each(|cell| ground.dot(cell, shapes)),
    }
}

/// The number of its level on every tile that lies on others, where it can be seen.
fn levels(standing: &Standing, ground: &Ground, shapes: &mut Vec<Shape>) {
    let layout = standing.storeys.layout();
    let high = (0..).zip(layout.laid()).filter(|(_, laid)| laid.level > 0);
    for (number, laid) in high {
        let mut seen = laid.placement.cells().into_iter().rev();
        let bare = |cell: &_| layout.top(*cell).is_some_and(|top| usize::from(top.number) == number);
        if let Some(cell) = seen.find(bare) {
            ground.number(cell, &(1 + laid.level).to_string(), Ink::Line, shapes);
        }
    }
}
