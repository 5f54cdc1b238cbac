//! Dominomega's picture: everybody's ring and product, the viewer's tile, and the table with the groups of every ring.
//!
//! Each seat has a tone. Neighbouring cells with a seat's ring are joined by a line in its tone, each ring's a little
//! beside the others', so that all groups are seen at once; the viewer's own cells are tinted as well, and their groups
//! bear their sizes. The tile placed last has a frame, what is tried out lies there faintly, and dots show where something
//! may lie.

use super::alt;
use super::face::own_ring;
use super::view::{SeatView, Stage, View, standing};
use crate::games::double_seven::ground::{Ground, Skin};
use crate::games::double_seven::menus::Tried;
use crate::games::double_seven::pieces::{self, Card, Look};
use crate::games::double_seven::placing::FIRST;
use crate::games::double_seven::{Layout, Placement, Ring, groups};
use crate::rules::parts::{GAP, WIDTH, text};
use crate::rules::{Anchor, Fill, Ink, Label, Phrase, Point, Seat, Shape, Sketch, Trial};

/// How high the table may be.
const TALLEST: i32 = 860;

/// The tone of a ring.
const fn tone(ring: Ring) -> u8 {
    match ring {
        Ring::Pip => 0,
        Ring::Small => 1,
        Ring::Large => 2,
    }
}

/// The sketch of a view; nothing before the tiles are dealt.
pub(super) fn sketch(view: &View, trial: Trial<'_, Placement>) -> Option<Sketch> {
    if view.stage == Stage::Deal {
        return None;
    }
    let layout = view.layout();
    let tried = Tried::of(&view.placements(&layout), trial);
    let mut shapes = Vec::new();
    let mut top = GAP + cards(view, &layout, &tried, &mut shapes);
    top += own(view, top, &tried, &mut shapes);
    // While tiles are placed there is room for one all around.
    let margin = i8::from(view.stage == Stage::Place);
    let ground = tried.ground(&layout, margin, view.placed.last().copied(), (0, top), (WIDTH, TALLEST));
    table(view, &layout, &tried, &ground, &mut shapes);
    Some(Sketch {
        size: (WIDTH, top + ground.height() + 8),
        shapes,
        alt: alt::alt(view, &layout, &tried),
    })
}

/// Everybody's cards; gives their height.
fn cards(view: &View, layout: &Layout, tried: &Tried, shapes: &mut Vec<Shape>) -> i32 {
    let then = tried.choice.map(|choice| {
        let mut then = layout.clone();
        then.lay(choice);
        then
    });
    let card = |(seat, seen): (Seat, &SeatView)| {
        let would = then.as_ref().map(|then| standing(then, seen.ring).1);
        let product: Label = match would.filter(|would| *would != seen.product) {
            Some(would) => format!("{} \u{2192} {would}", seen.product).into(),
            None if seen.groups.is_empty() => Phrase::new("dominomega-none").into(),
            None => seen.product.to_string().into(),
        };
        let mut lines = vec![product];
        lines.extend(factors(&seen.groups).map(Label::from));
        Card {
            seat: Some(seat),
            turn: view.turn == Some(seat),
            won: view.has_won(seen),
            rings: Some((seen.ring.bit(), Ink::Tone(tone(seen.ring)))),
            lines,
            ..Card::default()
        }
    };
    let cards: Vec<Card> = (0..).map(Seat).zip(&view.seats).map(card).collect();
    pieces::cards(GAP, &cards, shapes)
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
    (!powers.is_empty()).then(|| powers.join(" \u{b7} "))
}

/// The viewer's tile, its ring, and how many tiles are left; gives the height.
fn own(view: &View, top: i32, tried: &Tried, shapes: &mut Vec<Shape>) -> i32 {
    let mut left = GAP;
    let mut high = 0;
    if let Some(tile) = view.own.and_then(|own| own.tile) {
        let look = match view.placing() {
            Some(_) if tried.choice.is_some() => Look::Picked,
            Some(_) => Look::Playable,
            None => Look::Plain,
        };
        high = pieces::hand((left, top), WIDTH, [(tile, look)].into_iter(), shapes);
        left += 130;
    }
    let says = match view.stage {
        Stage::Place => Phrase::new("dominomega-sketch-supply").with("count", view.supply),
        _ => Phrase::new("dominomega-phase-over"),
    };
    let mut lines = vec![says];
    lines.extend(own_ring(view));
    let line = |at: i32, says: Phrase, shapes: &mut Vec<Shape>| {
        shapes.push(text((left, at), 22, Anchor::Left, WIDTH - GAP - left, says).inked(Ink::Quiet));
    };
    let mut at = top + 14;
    for says in lines {
        line(at, says, shapes);
        at += 30;
    }
    high.max(at - top)
}

fn table(view: &View, layout: &Layout, tried: &Tried, ground: &Ground, shapes: &mut Vec<Shape>) {
    ground.paint(shapes);
    let mut shown = layout.clone();
    for placement in &view.placed {
        ground.body(*placement, Skin::default(), shapes);
    }
    if let Some(choice) = tried.choice {
        ground.body(choice, Skin::ghost(), shapes);
        shown.lay(choice);
    }
    let own = view.own.and_then(|own| view.seats.get(own.seat.index()));
    if let Some(seen) = own {
        for (cell, _) in shown.tops().filter(|(_, top)| top.symbol.has(seen.ring)) {
            ground.tint(cell, Fill::Plain(Ink::Tint(tone(seen.ring))), shapes);
        }
    }
    for seen in &view.seats {
        links(&shown, seen.ring, ground, shapes);
    }
    for (cell, top) in shown.tops() {
        ground.symbol(cell, top.symbol, Ink::Black, shapes);
    }
    if let Some(last) = view.placed.last() {
        ground.frame(last.cells(), Ink::Mark, shapes);
    }
    if let Some(seen) = own.filter(|_| ground.side() >= ROOMY) {
        for group in groups::groups(&shown, |symbol| symbol.has(seen.ring)) {
            if let Some(cell) = group.last() {
                ground.number(*cell, &group.len().to_string(), Ink::Tone(tone(seen.ring)), shapes);
            }
        }
    }
    hints(view, layout, tried, ground, shapes);
}

/// From this side on, a cell has room for a number.
const ROOMY: i32 = 40;

/// Joins the cells of a ring's groups.
fn links(layout: &Layout, ring: Ring, ground: &Ground, shapes: &mut Vec<Shape>) {
    let away = ground.side() / 6;
    let shift: Point = match ring {
        Ring::Pip => (0, 0),
        Ring::Small => (-away, -away),
        Ring::Large => (away, away),
    };
    let has = |cell| layout.symbol(cell).is_some_and(|symbol| symbol.has(ring));
    for joint in layout.joints().filter(|joint| joint.iter().all(|cell| has(*cell))) {
        ground.link(joint, shift, Ink::Tone(tone(ring)), shapes);
    }
}

/// Where the viewer may place, and what it has chosen of that.
fn hints(view: &View, layout: &Layout, tried: &Tried, ground: &Ground, shapes: &mut Vec<Shape>) {
    if view.placing().is_none() || tried.choice.is_some() {
        return;
    }
    match &tried.way {
        Some(way) => way.mark(ground, shapes),
        None if layout.is_empty() => FIRST.iter().for_each(|cell| ground.dot(*cell, shapes)),
        None => layout.frontier().for_each(|cell| ground.dot(cell, shapes)),
    }
}
