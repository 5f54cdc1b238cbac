//! Dominimum's picture: who places, the viewer's mission and tile, and the table.
//!
//! On the viewer's own picture the largest groups of its two symbols are tinted and bear their sizes; at the end, on
//! everybody's, the groups of all missions, each symbol with a tint or stripes of its own. The tile placed last has a
//! frame, what is tried out lies there faintly, and dots show where something may lie.

use super::alt;
use super::face::standing;
use super::view::{MissionView, SeatView, Stage, View};
use crate::games::double_seven::ground::{Ground, Skin};
use crate::games::double_seven::menus::Tried;
use crate::games::double_seven::pieces::{self, Card, Look};
use crate::games::double_seven::placing::FIRST;
use crate::games::double_seven::{Layout, Placement, Symbol, Tile, groups};
use crate::rules::parts::{GAP, WIDTH, text};
use crate::rules::{Anchor, Fill, Ink, Label, Phrase, Seat, Shape, Sketch, Trial};

/// How high the table may be.
const TALLEST: i32 = 860;

/// The sketch of a view; nothing before the tiles are dealt.
pub(super) fn sketch(view: &View, trial: Trial<'_, Placement>) -> Option<Sketch> {
    if view.stage == Stage::Deal {
        return None;
    }
    let layout = view.layout();
    let tried = Tried::of(&view.placements(&layout), trial);
    let mut then = layout.clone();
    if let Some(choice) = tried.choice {
        then.lay(choice);
    }
    let mut shapes = Vec::new();
    let mut top = GAP + cards(view, &mut shapes);
    top += match view.stage {
        Stage::Place => own(view, top, &then, &tried, &mut shapes),
        _ => 0,
    };
    // While tiles are placed there is room for one all around.
    let margin = i8::from(view.stage == Stage::Place);
    let ground = tried.ground(&layout, margin, view.placed.last().copied(), (0, top), (WIDTH, TALLEST));
    table(view, &then, &tried, &ground, &mut shapes);
    Some(Sketch {
        size: (WIDTH, top + ground.height() + 8),
        shapes,
        alt: alt::alt(view, &layout, &tried),
    })
}

/// Everybody's cards, at the end with their missions; gives their height.
fn cards(view: &View, shapes: &mut Vec<Shape>) -> i32 {
    let order = view.order();
    let card = |(seat, seen): (Seat, &SeatView)| {
        let turn = order.iter().position(|other| *other == seat).unwrap_or(0);
        let line: Label = match &seen.mission {
            Some(mission) => standing(mission).into(),
            None => Phrase::new("dominimum-sketch-order")
                .with("turn", turn as u32 + 1)
                .into(),
        };
        Card {
            seat: Some(seat),
            turn: view.turn == Some(seat),
            won: seen.place == Some(1),
            tile: seen.mission.map(|mission| mission.tile),
            lines: vec![line],
            ..Card::default()
        }
    };
    let cards: Vec<Card> = (0..).map(Seat).zip(&view.seats).map(card).collect();
    pieces::cards(GAP, &cards, shapes)
}

/// The viewer's mission and tile, and how many tiles are left; gives the height.
fn own(view: &View, top: i32, then: &Layout, tried: &Tried, shapes: &mut Vec<Shape>) -> i32 {
    let supply = Phrase::new("dominimum-sketch-supply").with("count", view.supply);
    let Some(own) = view.own else {
        return pieces::caption(top, supply, shapes);
    };
    let mut left = GAP;
    let mut item = |tile: Tile, look: Look, says: Phrase, shapes: &mut Vec<Shape>| {
        pieces::hand((left, top), WIDTH, [(tile, look)].into_iter(), shapes);
        let at = (left + 3, top + 82);
        shapes.push(text(at, 22, Anchor::Left, 200, says).inked(Ink::Quiet));
        left += 220;
    };
    if let Some(tile) = own.tile {
        let look = match view.placing() {
            Some(_) if tried.choice.is_some() => Look::Picked,
            Some(_) => Look::Playable,
            None => Look::Plain,
        };
        item(tile, look, Phrase::new("dominimum-sketch-tile"), shapes);
    }
    if let Some(mission) = own.mission {
        item(
            mission.tile,
            Look::Plain,
            Phrase::new("dominimum-sketch-mission"),
            shapes,
        );
        let would = MissionView::on(then, mission.tile);
        let says = match would == mission {
            true => standing(&mission),
            false => format!("{} \u{2192} {}", standing(&mission), would.score),
        };
        let room = WIDTH - GAP - left;
        shapes.push(text((left, top + 28), 28, Anchor::Left, room, says).bold());
        shapes.push(text((left, top + 82), 22, Anchor::Left, room, supply).inked(Ink::Quiet));
    }
    102
}

/// The symbols whose largest groups are shown, ascending: of the viewer's mission, at the end of all missions.
fn symbols(view: &View) -> Vec<Symbol> {
    let own = view.own.and_then(|own| own.mission).map(|mission| mission.tile);
    let all = view.seats.iter().filter_map(|seen| Some(seen.mission?.tile));
    let mut symbols: Vec<Symbol> = own.into_iter().chain(all).flat_map(Tile::symbols).collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}

/// What the groups of the symbol with this number are filled with. There may be more symbols than tints: those beyond are
/// striped, so that no two look alike.
fn fill(number: u8) -> Fill {
    if number < Ink::TONES {
        Fill::Plain(Ink::Tint(number))
    } else {
        Fill::Stripes(Ink::Tone(number))
    }
}

fn table(view: &View, then: &Layout, tried: &Tried, ground: &Ground, shapes: &mut Vec<Shape>) {
    ground.paint(shapes);
    for placement in &view.placed {
        ground.body(*placement, Skin::default(), shapes);
    }
    if let Some(choice) = tried.choice {
        ground.body(choice, Skin::ghost(), shapes);
    }
    let counted: Vec<(u8, Vec<_>)> = (0..)
        .zip(symbols(view))
        .map(|(tint, symbol)| (tint, groups::largest(then, |other| other == symbol)))
        .collect();
    for (tint, group) in &counted {
        for cell in group {
            ground.tint(*cell, fill(*tint), shapes);
        }
    }
    for (cell, top) in then.tops() {
        ground.symbol(cell, top.symbol, Ink::Black, shapes);
    }
    if let Some(last) = view.placed.last() {
        ground.frame(last.cells(), Ink::Mark, shapes);
    }
    for (tint, group) in &counted {
        if let Some(cell) = group.last() {
            ground.number(*cell, &group.len().to_string(), Ink::Tone(*tint), shapes);
        }
    }
    if view.placing().is_none() || tried.choice.is_some() {
        return;
    }
    match &tried.way {
        Some(way) => way.mark(ground, shapes),
        None if then.is_empty() => FIRST.iter().for_each(|cell| ground.dot(*cell, shapes)),
        None => then.frontier().for_each(|cell| ground.dot(cell, shapes)),
    }
}
