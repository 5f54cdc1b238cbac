//! Dominup's picture: everybody's card, the viewer's hand, and the table from above with its levels.
//!
//! What lies on other tiles is darker the higher it lies, and bears as many bars as its level, at a corner where no symbol
//! is; a line says so. What was laid in the last turn has a frame and the mark of who laid it. A hand begins with the tiles
//! that can climb; what may be laid has a green frame and a dot, and where the viewer's tiles could climb, the cells have a
//! green frame. What is tried out lies there faintly.

use super::super::ground::{Ground, Skin};
use super::super::menus::{self, Tried};
use super::super::page::{Around, Page, page};
use super::super::pieces::{self, Card, Look};
use super::super::{Cell, Layout, Tile, letters};
use super::alt;
use super::phrases::{last_turn, may};
use super::position::Position;
use super::view::{SeatView, Stage, View};
use crate::rules::{Ink, Label, Material, Phrase, Preview, Seat, Shape, Sketch};

/// How far the mark of a level reaches from the first row of cells into the lines above. While tiles are laid, a free row
/// lies between.
pub(super) const ABOVE: i32 = 16;

/// The sketch of a view; nothing before the tiles are dealt.
pub(super) fn sketch(view: &View, preview: Preview<'_, super::Choice>) -> Option<Sketch> {
    if view.stage == Stage::Deal {
        return None;
    }
    let position = Position::of(view);
    let tried = position.tried(preview);
    let seats = (0..).map(Seat).zip(&view.seats);
    let mut around = Around {
        cards: seats.map(|(seat, seen)| card(view, seat, seen)).collect(),
        ..hand(view, &position, &tried)
    };
    if letters::is_stacked(position.storeys.layout()) {
        around.says.push(Phrase::new("dominup-sketch-levels").into());
        around.below = if view.stage == Stage::Over { ABOVE } else { 0 };
    }
    // While tiles are laid there is room for one all around.
    let margin = i8::from(view.stage != Stage::Over);
    let last = view.placed.last().map(|placed| placed.choice.placement());
    let lies = menus::around(position.storeys.layout(), margin);
    let Page {
        mut shapes,
        ground,
        height,
    } = page(&around, &tried, lies, last);
    table(view, &position, &tried, &ground, &mut shapes);
    Some(Sketch::wide(
        Material::Felt,
        height,
        shapes,
        alt::alt(view, &position, &tried),
    ))
}

fn card(view: &View, seat: Seat, seen: &SeatView) -> Card {
    let mut lines: Vec<Label> = Vec::new();
    if let Some(place) = seen.place {
        lines.push(Phrase::new("dominup-mark-place").with("place", place).into());
    }
    match seen.hand {
        Some(hand) => lines.extend(pieces::in_lines(hand)),
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

/// The viewer's hand with what to do.
fn hand(view: &View, position: &Position, tried: &Tried) -> Around {
    if position.hand.is_empty() || view.stage == Stage::Over {
        return Around::default();
    }
    let (able, playable) = (position.able(), position.playable(view.stage));
    let says = may(view, position).unwrap_or_else(|| {
        Phrase::new(match playable.is_empty() {
            true => "dominup-sketch-hand-none",
            false => "dominup-sketch-hand",
        })
    });
    let picked = tried.tile();
    let look = |tile: Tile| match tile {
        tile if Some(tile) == picked => (tile, Look::Picked),
        tile if playable.contains(tile) => (tile, Look::Playable),
        tile => (tile, Look::Plain),
    };
    let others = position.hand.without(able);
    Around {
        says: vec![says.into()],
        hand: able.iter().chain(others.iter()).map(look).collect(),
        ..Around::default()
    }
}

/// What a tile is made of that lies on so many others.
fn skin(level: u8) -> Skin {
    let body = match level {
        0 => Ink::White,
        1 => Ink::Light,
        2 => Ink::Dark,
        // Black rings are legible on a tone, and it is darker than what is beneath.
        _ => Ink::Tone(1),
    };
    Skin {
        body,
        ..Skin::default()
    }
}

fn table(view: &View, position: &Position, tried: &Tried, ground: &Ground, shapes: &mut Vec<Shape>) {
    let layout = position.storeys.layout();
    ground.paint(shapes);
    for laid in layout.laid() {
        ground.tile(laid.placement, skin(laid.level), shapes);
    }
    let marked: Vec<Cell> = marked(layout).map(|(cell, _)| cell).collect();
    let recent = view.placed.len() - last_turn(view);
    for ((number, laid), placed) in (0..).zip(layout.laid()).zip(&view.placed).skip(recent) {
        let bare = |cell| layout.top(cell).is_some_and(|top| usize::from(top.number) == number);
        if laid.placement.cells().iter().all(|cell| bare(*cell)) {
            ground.last(laid.placement, Some(placed.seat), &marked, shapes);
        }
    }
    if let Some(choice) = tried.choice {
        ground.tile(choice, Skin::ghost(), shapes);
        let then = position.after(position.choice(choice));
        levels(then.storeys.layout(), ground, shapes);
        return;
    }
    let climbs = view.stage != Stage::Over && !position.able().is_empty();
    if climbs {
        let climbs = position.storeys.climbs(position.hand);
        climbs.for_each(|climb| ground.frame(climb.cells(), Ink::Good, shapes));
    } else {
        tried.mark(ground, shapes);
    }
    levels(layout, ground, shapes);
    let places = tried.way.as_ref().and_then(|way| way.places.as_ref());
    if let Some(places) = places.filter(|_| climbs) {
        ground.letters_on_tiles(places, shapes);
    }
}

/// The level of every tile that lies on others, where it can be seen.
fn levels(layout: &Layout, ground: &Ground, shapes: &mut Vec<Shape>) {
    marked(layout).for_each(|(cell, level)| ground.storeys(cell, level, shapes));
}

/// The cells that bear the level of their tile, each with the level.
fn marked(layout: &Layout) -> impl Iterator<Item = (Cell, u8)> {
    let high = (0..).zip(layout.laid()).filter(|(_, laid)| laid.level > 0);
    high.filter_map(move |(number, laid)| {
        let bare = |cell: &Cell| layout.top(*cell).is_some_and(|top| usize::from(top.number) == number);
        let cell = laid.placement.cells().into_iter().find(bare)?;
        Some((cell, 1 + laid.level))
    })
}
