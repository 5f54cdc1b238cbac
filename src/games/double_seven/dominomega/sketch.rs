//! Dominomega's picture: everybody's ring and product, the viewer's tile, and the table with the groups of every ring.
//!
//! Neighbouring cells with a seat's ring are joined by a line in its holder's ink, each ring's a little beside the others', so
//! that all groups are seen at once; the viewer's own cells are tinted as well, and their groups bear their sizes, at corners
//! where no symbol is. The tile placed last has a frame and the mark of who placed it, what is tried out lies there faintly,
//! and letters show where it may lie.

use super::menu::follow;
use super::phrases::{DEAL, changes, own_ring};
use super::view::{SeatView, View, standing};
use crate::games::double_seven::ground::Ground;
use crate::games::double_seven::held::{self, Stage, presentation, sketch as family};
use crate::games::double_seven::menus::Tried;
use crate::games::double_seven::page::{Around, Page};
use crate::games::double_seven::pieces::{Card, Look};
use crate::games::double_seven::{Layout, Placement, Ring, Tile, groups};
use crate::rules::{Fill, Ink, Label, Material, Phrase, Point, Preview, Seat, Shape, Sketch};

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
        cards: cards(view, &then),
        says: says(view),
        hand: hand(view, &tried),
        ..Around::default()
    };
    let Page {
        mut shapes,
        ground,
        height,
    } = family::laid(&view.table, &layout, &tried, &around);
    table(view, &then, &tried, &ground, &mut shapes);
    let would = |placement| changes(view, &layout, placement);
    let alt = presentation::alt(&view.table, &layout, own_ring(view), &tried, would);
    Some(Sketch::wide(Material::Felt, height, shapes, alt))
}

/// Everybody's cards.
fn cards(view: &View, then: &Layout) -> Vec<Card> {
    let card = |(seat, seen): (Seat, &SeatView)| {
        let (sizes, would) = standing(then, seen.ring);
        let product = match would != seen.product {
            true => Phrase::new("dominomega-sketch-would")
                .with("now", seen.product)
                .with("product", would),
            false if seen.groups.is_empty() => Phrase::new("dominomega-sketch-none"),
            false => Phrase::new("dominomega-sketch-points").with("product", seen.product),
        };
        // The card keeps its lines while something is tried.
        let factors = factors(&seen.groups).and_then(|_| factors(&sizes));
        let factors = factors.map(|sizes| Phrase::new("dominomega-sketch-groups").with("sizes", sizes));
        let lines = std::iter::once(product).chain(factors).map(Label::from).collect();
        Card {
            seat: Some(seat),
            turn: view.table.turn == Some(seat),
            won: view.has_won(seen),
            rings: Some((seen.ring.bit(), Ink::Own(seat))),
            lines,
            ..Card::default()
        }
    };
    (0..).map(Seat).zip(&view.seats).map(card).collect()
}

/// What is multiplied, short enough for a card: sizes above one, equal ones as a power. `None` where there is nothing.
fn factors(sizes: &[u8]) -> Option<String> {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let power = |equal: &[u8]| {
        let mut text = equal[0].to_string();
        if equal.len() > 1 {
            let digits = equal.len().to_string();
            text.extend(digits.bytes().map(|digit| RAISED[usize::from(digit - b'0')]));
        }
        text
    };
    let above = sizes.chunk_by(|one, other| one == other).filter(|equal| equal[0] > 1);
    let powers: Vec<String> = above.map(power).collect();
    (!powers.is_empty()).then(|| powers.join("\u{b7}"))
}

/// The viewer's tile.
fn hand(view: &View, tried: &Tried) -> Vec<(Tile, Look)> {
    let tile = view.table.own.and_then(|own| own.tile);
    tile.into_iter()
        .map(|tile| (tile, family::look(&view.table, tried)))
        .collect()
}

/// How many tiles are left, and the viewer's ring.
fn says(view: &View) -> Vec<Label> {
    let says = match view.table.stage {
        Stage::Place => family::supply(&view.table),
        _ => presentation::phase(&view.table, DEAL),
    };
    std::iter::once(says).chain(own_ring(view)).map(Label::from).collect()
}

fn table(view: &View, then: &Layout, tried: &Tried, ground: &Ground, shapes: &mut Vec<Shape>) {
    family::bodies(&view.table, tried, ground, shapes);
    let mut counted = Vec::new();
    if let Some((seat, seen)) = view.own() {
        for (cell, _) in then.tops().filter(|(_, top)| top.symbol.has(seen.ring)) {
            ground.tint(cell, Fill::Plain(Ink::Pale(seat)), shapes);
        }
        let groups = groups::groups(then, |symbol| symbol.has(seen.ring));
        counted.extend(groups.into_iter().map(|group| (group, Ink::Own(seat))));
    }
    for (seat, seen) in (0..).map(Seat).zip(&view.seats) {
        links(then, (seat, seen.ring), ground, shapes);
    }
    family::symbols(&view.table, then, &counted, ground, shapes);
    tried.mark(ground, shapes);
}

/// Joins the cells of the groups of a seat's ring.
fn links(layout: &Layout, (seat, ring): (Seat, Ring), ground: &Ground, shapes: &mut Vec<Shape>) {
    let away = ground.side() / 6;
    let shift: Point = match ring {
        Ring::Pip => (0, 0),
        Ring::Small => (-away, -away),
        Ring::Large => (away, away),
    };
    let has = |cell| layout.symbol(cell).is_some_and(|symbol| symbol.has(ring));
    for joint in layout.joints().filter(|joint| joint.iter().all(|cell| has(*cell))) {
        ground.link(joint, shift, Ink::Own(seat), shapes);
    }
}
