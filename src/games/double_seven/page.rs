//! How a picture is laid out: the table, and around it everybody's cards and the viewer's tiles.
//!
//! A telephone shows the question and the first buttons below the picture, so a picture is no higher than [`HEIGHT`] unless
//! letters on its cells would lie on one another. What lies around the table stands above it or at its left, whichever leaves the larger cells.

use super::menus::Tried;
use super::pieces::{self, Card, Look};
use super::{Bounds, Placement, Tile};
use crate::games::double_seven::ground::Ground;
use crate::rules::parts::{GAP, HEIGHT, WIDTH, text};
use crate::rules::{Anchor, Ink, Label, Phrase, Point, Shape};

/// What lies around a table.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// Everybody's cards.
    pub cards: Vec<Card>,
    /// Short lines about the viewer's tiles.
    pub says: Vec<Label>,
    /// Room below these lines, for marks that reach out of the table.
    pub below: i32,
    /// The viewer's tiles.
    pub hand: Vec<(Tile, Look)>,
    /// What each tile of the hand is, where that is said: below it.
    pub named: Vec<Phrase>,
}

/// A picture before the table is drawn.
#[derive(Clone, Debug)]
pub struct Page {
    /// What lies around the table.
    pub shapes: Vec<Shape>,
    /// Where the table lies.
    pub ground: Ground,
    /// How high the picture is.
    pub height: i32,
}

/// Where something lies: above the table, or in a column at its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Above,
    Beside,
}

/// A way to lay a picture out.
#[derive(Clone, Copy, Debug)]
struct Arrangement {
    cards: Place,
    hand: Place,
    /// How wide the column at the left is.
    column: i32,
}

/// All ways, the best first where the cells are as large.
const WAYS: [Arrangement; 5] = {
    const fn way(cards: Place, hand: Place, column: i32) -> Arrangement {
        Arrangement { cards, hand, column }
    }
    [
        way(Place::Above, Place::Above, 0),
        way(Place::Above, Place::Beside, NARROW),
        way(Place::Beside, Place::Above, NARROW),
        way(Place::Beside, Place::Beside, NARROW),
        way(Place::Above, Place::Beside, BROAD),
    ]
};

/// A column with room for two tiles side by side, and one for three.
const NARROW: i32 = 196;
const BROAD: i32 = 312;

/// Below the table.
const FOOT: i32 = 8;

/// How high a line is, and how wide one is at least beside a hand.
const LINE: i32 = 30;
const READABLE: i32 = 330;

/// How high a picture of a very long table may be.
const TALL: i32 = WIDTH * 5 / 4;

/// Cells whose letters do not lie on one another.
const LEGIBLE: i32 = 17;

/// Lays a picture out: the table with what `lies` there, what was placed `last`, and what is `tried`.
pub fn page(around: &Around, tried: &Tried, lies: Bounds, last: Option<Placement>) -> Page {
    let (side, page) = laid(around, tried, lies, last, HEIGHT);
    match side < LEGIBLE {
        true => laid(around, tried, lies, last, TALL).1,
        false => page,
    }
}

/// The best page that is so high at most, and the side of the cells of its whole table.
fn laid(around: &Around, tried: &Tried, lies: Bounds, last: Option<Placement>, most: i32) -> (i32, Page) {
    let mut best: Option<(i32, (i32, Page))> = None;
    for way in WAYS {
        let mut shapes = Vec::new();
        let (at, down) = around.lay(way, &mut shapes);
        let room = (WIDTH - at.0, most - FOOT - at.1);
        let whole = tried.whole(lies, last, at, room);
        let height = down.max(at.1 + whole.height()) + FOOT;
        // The step of a menu changes what is shown of the table, and never where the table lies.
        let ground = tried.ground(lies, last, at, room);
        let worth = match height <= most {
            true => whole.side(),
            false => most - height,
        };
        if best.as_ref().is_none_or(|(found, _)| worth > *found) {
            let page = Page { shapes, ground, height };
            best = Some((worth, (whole.side(), page)));
        }
    }
    let (_, page) = best.expect("there are ways");
    page
}

impl Around {
    /// Lays this out; gives the corner of the table, and how far down the column at its left reaches.
    fn lay(&self, way: Arrangement, shapes: &mut Vec<Shape>) -> (Point, i32) {
        let beside = [way.cards, way.hand].contains(&Place::Beside);
        let left = if beside { GAP + way.column } else { 0 };
        let mut top = GAP;
        if way.cards == Place::Above {
            top += pieces::cards((GAP, top), WIDTH - 2 * GAP, &self.cards, shapes);
        }
        let mut down = top;
        if way.cards == Place::Beside {
            down += pieces::column((GAP, down), way.column, &self.cards, shapes);
        }
        let (wide, high) = match self.hand.as_slice() {
            [] => (0, 0),
            _ if way.hand == Place::Beside => {
                down += self.tiles((GAP, down), way.column, shapes);
                (0, 0)
            }
            _ => {
                let room = WIDTH - left - 2 * GAP;
                let pitch = if self.named.is_empty() { pieces::PITCH } else { LABELLED };
                let wide = (self.hand.len() as i32 * pitch).min(room);
                if room - wide < READABLE && !self.says.is_empty() {
                    top += self.lines((left + GAP, top), room, shapes);
                    top += self.tiles((left + GAP, top), room, shapes);
                    return ((left, top), down);
                }
                (wide, self.tiles((left + GAP, top), wide, shapes))
            }
        };
        let at = (left + GAP + wide, top);
        top += self.lines(at, WIDTH - GAP - at.0, shapes).max(high);
        ((left, top), down)
    }

    /// The lines below `at`, so wide; gives their height.
    fn lines(&self, at: Point, wide: i32, shapes: &mut Vec<Shape>) -> i32 {
        let mut down = 0;
        for says in &self.says {
            let middle = (at.0, at.1 + down + 14);
            shapes.push(text(middle, 22, Anchor::Left, wide, says.clone()).inked(Ink::Quiet));
            down += LINE;
        }
        match self.says.is_empty() {
            true => 0,
            false => down + self.below,
        }
    }

    /// The hand below `at`, so wide, with what its tiles are; gives its height.
    fn tiles(&self, at: Point, wide: i32, shapes: &mut Vec<Shape>) -> i32 {
        if self.named.is_empty() {
            return pieces::hand(at, wide, self.hand.iter().copied(), shapes);
        }
        let pitch = LABELLED.min(wide / self.hand.len().max(1) as i32);
        let mut high = 0;
        for (number, (held, name)) in (0..).zip(self.hand.iter().zip(&self.named)) {
            let left = at.0 + number * pitch;
            high = pieces::hand((left, at.1), pitch, [*held].into_iter(), shapes);
            let middle = (left + 3, at.1 + high + 4);
            let room = pitch - 8;
            shapes.push(text(middle, 22, Anchor::Left, room, name.clone()).inked(Ink::Quiet));
        }
        high + 24
    }
}

/// From one tile with a name to the next.
const LABELLED: i32 = 170;
