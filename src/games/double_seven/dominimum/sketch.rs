//! Dominimum's picture: who places, the viewer's mission and tile, and the table.
//!
//! On the viewer's own picture the largest groups of its two symbols are tinted and bear their sizes, at corners where no
//! symbol is; at the end, on everybody's, the groups of all missions, each symbol with a tint or stripes of its own. The
//! tile placed last has a frame, what is tried out lies there faintly, and letters show where it may lie.

use super::alt;
use super::presentation::{follow, standing};
use super::view::{MissionView, SeatView, View};
use crate::games::double_seven::ground::Ground;
use crate::games::double_seven::held::{self, Stage, sketch as family};
use crate::games::double_seven::menus::Tried;
use crate::games::double_seven::pieces::{self, Card, Look};
use crate::games::double_seven::{Layout, Placement, Symbol, Tile, groups};
use crate::rules::parts::{GAP, WIDTH, text};
use crate::rules::{Anchor, Fill, Ink, Label, Material, Phrase, Preview, Seat, Shape, Sketch};

/// The sketch of a view; nothing before the tiles are dealt.
pub(super) fn sketch(view: &View, preview: Preview<'_, Placement>) -> Option<Sketch> {
    if view.table.stage == Stage::Deal {
        return None;
    }
    let layout = view.table.layout();
    let tried = Tried::of(view.table.placements(&layout), preview, |placements, path| {
        follow(view, &layout, placements, path)
    });
    let then = held::after(&layout, tried.choice);
    let mut shapes = Vec::new();
    let mut top = GAP + cards(view, &mut shapes);
    top += match view.table.stage {
        Stage::Place => own(view, top, &then, &tried, &mut shapes),
        _ => 0,
    };
    let ground = family::ground(&view.table, &layout, &tried, top);
    table(view, &then, &tried, &ground, &mut shapes);
    Some(Sketch {
        material: Material::Felt,
        size: (WIDTH, top + ground.height() + 8),
        shapes,
        alt: alt::alt(view, &layout, &tried),
    })
}

/// Everybody's cards, at the end with their missions; gives their height.
fn cards(view: &View, shapes: &mut Vec<Shape>) -> i32 {
    let order = view.table.order();
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
            turn: view.table.turn == Some(seat),
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
    let supply = family::supply(&view.table);
    let Some(own) = view.table.own else {
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
        let look = family::look(&view.table, tried);
        item(tile, look, Phrase::new("dominimum-sketch-tile"), shapes);
    }
    if let Some(mission) = view.mission {
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
    let own = view.mission.map(|mission| mission.tile);
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
    family::bodies(&view.table, tried, ground, shapes);
    let counted: Vec<(u8, Vec<_>)> = (0..)
        .zip(symbols(view))
        .map(|(tint, symbol)| (tint, groups::largest(then, |other| other == symbol)))
        .collect();
    for (tint, group) in &counted {
        for cell in group {
            ground.tint(*cell, fill(*tint), shapes);
        }
    }
    family::symbols(&view.table, then, ground, shapes);
    for (tint, group) in &counted {
        if let Some(cell) = group.last() {
            ground.count(*cell, group.len(), Ink::Tone(*tint), shapes);
        }
    }
    tried.mark(ground, shapes);
}
