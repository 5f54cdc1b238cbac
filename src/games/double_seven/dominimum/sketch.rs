//! Dominimum's picture: who places, the viewer's mission and tile, and the table.
//!
//! On the viewer's own picture the largest groups of its two symbols are tinted and bear their sizes, at corners where no
//! symbol is; at the end, on everybody's, the groups of all missions, each symbol with a tint or stripes of its own. The
//! tile placed last has a frame and the mark of who placed it, what is tried out lies there faintly, and letters show where it
//! may lie.

use super::menu::follow;
use super::phrases::{change, own_mission, product, standing};
use super::view::{MissionView, SeatView, View};
use crate::games::double_seven::ground::Ground;
use crate::games::double_seven::held::{self, Stage, presentation, sketch as family};
use crate::games::double_seven::menus::Tried;
use crate::games::double_seven::page::{Around, Page};
use crate::games::double_seven::pieces::{Card, Look};
use crate::games::double_seven::{Cell, Layout, Placement, Symbol, Tile, groups};
use crate::rules::{Fill, Ink, Label, Material, Phrase, Preview, Seat, Shape, Sketch};

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
    let around = Around {
        cards: cards(view),
        ..match view.table.stage {
            Stage::Place => own(view, &then, &tried),
            _ => Around::default(),
        }
    };
    let Page {
        mut shapes,
        ground,
        height,
    } = family::laid(&view.table, &layout, &tried, &around);
    table(view, &then, &tried, &ground, &mut shapes);
    let would = |placement| change(view, &layout, placement).into_iter().collect();
    let alt = presentation::alt(&view.table, &layout, own_mission(view), &tried, would);
    Some(Sketch::wide(Material::Felt, height, shapes, alt))
}

/// Everybody's cards, at the end with their missions.
fn cards(view: &View) -> Vec<Card> {
    let order = view.table.order();
    let card = |(seat, seen): (Seat, &SeatView)| {
        let turn = order.iter().position(|other| *other == seat).unwrap_or(0);
        let line: Label = match &seen.mission {
            Some(mission) => standing(mission),
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
    (0..).map(Seat).zip(&view.seats).map(card).collect()
}

/// The viewer's tile and mission, and how many tiles are left.
fn own(view: &View, then: &Layout, tried: &Tried) -> Around {
    let mut around = Around::default();
    if let Some(tile) = view.table.own.and_then(|own| own.tile) {
        around.hand.push((tile, family::look(&view.table, tried)));
        around.named.push(Phrase::new("dominimum-sketch-tile"));
    }
    if let Some(mission) = view.mission {
        around.hand.push((mission.tile, Look::Plain));
        around.named.push(Phrase::new("dominimum-sketch-mission"));
        let would = MissionView::on(then, mission.tile);
        let now = match mission.score {
            0 => "0".to_owned(),
            _ => product(&mission),
        };
        around.says.push(match would.score == mission.score {
            true => standing(&would),
            false => format!("{now} \u{2192} {}", would.score).into(),
        });
    }
    around.says.push(family::supply(&view.table).into());
    around
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
    let mut counted: Vec<(Vec<Cell>, Ink)> = Vec::new();
    for (tint, symbol) in (0..).zip(symbols(view)) {
        let group = groups::largest(then, |other| other == symbol);
        for cell in &group {
            ground.tint(*cell, fill(tint), shapes);
        }
        counted.extend((!group.is_empty()).then_some((group, Ink::Tone(tint))));
    }
    family::symbols(&view.table, then, &counted, ground, shapes);
    tried.mark(ground, shapes);
}
