//! The line game's picture: everybody's tiles as numbers, the line with its open ends, and for a seat its own hand.
//!
//! The line is read like writing, row after row from left to right ([`snake`](super::snake)); doubles lie across it. Its ends
//! bear their letter and what they show. The tile that was played last has a frame and the mark of who played it, what is
//! tried out lies faintly at its end, and in the own hand the tiles that can be played have a frame and a dot. After the hand
//! everybody's tiles are shown.

use super::super::pieces::{self, Card, Look};
use super::super::{Symbol, Tile};
use super::alt;
use super::menu::Tried;
use super::notation::{Choice, End};
use super::phrases::{fits, partner, supply, tied};
use super::snake::{self, Room, TilePlace};
use super::view::{Stage, View};
use crate::rules::parts::{self, GAP, WIDTH, badge, rect, text};
use crate::rules::{Anchor, Arg, Form, Ink, Material, Phrase, Point, Preview, Seat, Shape, Sketch, marks};

/// The side of half a tile in the line: of a short one, and of a long one.
const SIDES: [i32; 2] = [48, 40];

/// So many rows are short.
const SHORT: i32 = 4;

/// The side of half a tile that somebody else held.
const HELD: i32 = 34;

/// How long the sign of an open end is.
const SIGN: i32 = 84;

/// The sketch of a view.
pub(super) fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
    if view.stage == Stage::Deal {
        return None;
    }
    let tried = Tried::of(view, preview);
    let mut shapes = Vec::new();
    let mut down = GAP + pieces::cards((GAP, GAP), WIDTH - 2 * GAP, &cards(view), &mut shapes);
    if let Some(says) = supply(view) {
        down += pieces::caption(down, says, &mut shapes);
    }
    down += line(view, &tried, down, &mut shapes) + GAP;
    down += match view.stage {
        Stage::Over => shown(view, down, &mut shapes),
        _ => own(view, &tried, down, &mut shapes),
    };
    Some(Sketch::wide(Material::Felt, down, shapes, alt::alt(view, &tried)))
}

fn cards(view: &View) -> Vec<Card> {
    let winners = view.over.iter().flat_map(|over| &over.winners);
    let winners: Vec<Seat> = winners.copied().collect();
    let seats = (0..).map(Seat).zip(&view.seats);
    seats
        .map(|(seat, seen)| {
            let won = winners.contains(&seat);
            let mut lines = vec![Phrase::new("dominoes-mark-tiles").with("count", seen.tiles).into()];
            lines
                .extend(partner(view, seat).map(|with| Phrase::new("dominoes-mark-partner").with("seat", with).into()));
            Card {
                seat: Some(seat),
                turn: view.turn == Some(seat),
                won,
                score: won.then(|| format!("+{}", seen.score).into()),
                lines,
                ..Card::default()
            }
        })
        .collect()
}

/// How a tile lies in the line.
#[derive(Clone, Copy)]
enum Lies {
    Before,
    /// Played last, by this seat.
    Last(Seat),
    /// Tried out.
    Tried,
}

impl Lies {
    /// The tile with this index in the line.
    fn of(view: &View, index: usize) -> Lies {
        let last = view.last().filter(|(last, _)| *last == index);
        last.map_or(Lies::Before, |(_, seat)| Lies::Last(seat))
    }
}

/// A tile in the line, or the sign of an open end, from the first tile outward.
#[derive(Clone, Copy)]
enum Thing {
    /// With its left and its right symbol.
    Tile {
        symbols: [Symbol; 2],
        lies: Lies,
    },
    Sign(End),
}

impl Thing {
    fn is_double(self) -> bool {
        matches!(self, Thing::Tile { symbols: [left, right], .. } if left == right)
    }

    fn length(self, side: i32) -> i32 {
        match self {
            Thing::Sign(_) => SIGN,
            Thing::Tile { .. } if self.is_double() => side,
            Thing::Tile { .. } => 2 * side,
        }
    }
}

/// What lies on one side of the first tile.
fn things(view: &View, end: End, tried: &Tried) -> Vec<Thing> {
    let tile = |at: usize| {
        let laid = view.line[at];
        Thing::Tile {
            symbols: [laid.left, laid.right],
            lies: Lies::of(view, at),
        }
    };
    let mut things: Vec<Thing> = match end {
        End::Left => (0..view.first).rev().map(tile).collect(),
        End::Right => (view.first + 1..view.line.len()).map(tile).collect(),
    };
    if let Some(symbols) = tried.ghost(end).and_then(|ghost| view.lies(ghost, end)) {
        let lies = Lies::Tried;
        things.push(Thing::Tile { symbols, lies });
    }
    things.push(Thing::Sign(end));
    things
}

/// Whether the viewer can lay a tile at an end now.
fn may_grow(view: &View, end: End) -> bool {
    let hand = view
        .own
        .iter()
        .filter(|_| view.is_asked())
        .flat_map(|own| own.hand.iter());
    hand.into_iter().any(|tile| view.ends_for(tile).contains(&end))
}

/// The line below `top`; gives its height. There is room for whatever tile may be tried out, so that the height stays while a
/// choice is made.
fn line(view: &View, tried: &Tried, top: i32, shapes: &mut Vec<Shape>) -> i32 {
    let Some(first) = view.line.get(view.first) else {
        return nothing(tried, top, shapes);
    };
    let sides = End::ALL.map(|end| things(view, end, tried));
    let double = first.left == first.right;
    let laid = |side: i32| {
        let room = Room {
            left: GAP + 14,
            right: WIDTH - GAP - 14,
            pitch: 2 * side + 16,
            gap: 4,
        };
        let half = if double { side / 2 } else { side };
        let arms = End::ALL.map(|end| {
            let lengths: Vec<i32> = sides[end as usize].iter().map(|thing| thing.length(side)).collect();
            snake::arm(&lengths, WIDTH / 2 + snake::outward(end) * half, end, room)
        });
        // A double is shorter, and so never needs more rows than another tile.
        let rows = End::ALL.map(|end| {
            let grows = may_grow(view, end).then_some(2 * side);
            let things = things(view, end, &Tried::default());
            let lengths = things.iter().map(|thing| thing.length(side));
            let mut lengths: Vec<i32> = lengths.collect();
            lengths.splice(lengths.len() - 1..lengths.len() - 1, grows);
            let from = WIDTH / 2 + snake::outward(end) * half;
            let spots = snake::arm(&lengths, from, end, room).spots;
            spots.last().map_or(0, |spot| spot.row)
        });
        let [highest, lowest] = rows;
        (room, arms, highest, lowest - highest + 1)
    };
    let mut side = SIDES[0];
    let (mut room, mut arms, mut highest, mut rows) = laid(side);
    if rows > SHORT {
        side = SIDES[1];
        (room, arms, highest, rows) = laid(side);
    }
    for (end, arm) in End::ALL.into_iter().zip(&arms) {
        for bend in &arm.bends {
            let corners = snake::corners(*bend, end, highest, top, room);
            shapes.push(Shape::outlined(Form::Path(corners.to_vec()), Ink::Line, 4));
        }
    }
    let here = |spot: &TilePlace| (spot.middle, snake::level(spot.row, highest, top, room));
    let start = TilePlace {
        middle: WIDTH / 2,
        row: 0,
    };
    let opening = Thing::Tile {
        symbols: [first.left, first.right],
        lies: Lies::of(view, view.first),
    };
    draw(view, opening, here(&start), side, tried, shapes);
    for (arm, things) in arms.iter().zip(&sides) {
        for (spot, thing) in arm.spots.iter().zip(things) {
            draw(view, *thing, here(spot), side, tried, shapes);
        }
    }
    rows * room.pitch
}

/// The empty table, with the tile that is tried out.
fn nothing(tried: &Tried, top: i32, shapes: &mut Vec<Shape>) -> i32 {
    let side = SIDES[0];
    let middle = (WIDTH / 2, top + side + 8);
    match tried.tile {
        Some(tile) => plate(middle, side, tile.symbols(), Lies::Tried, shapes),
        None => {
            let says = Phrase::new("dominoes-sketch-empty");
            shapes.push(text(middle, 24, Anchor::Middle, WIDTH - 4 * GAP, says).inked(Ink::Quiet));
        }
    }
    2 * side + 16
}

fn draw(view: &View, thing: Thing, middle: Point, side: i32, tried: &Tried, shapes: &mut Vec<Shape>) {
    match thing {
        Thing::Tile { symbols, lies } => plate(middle, side, symbols, lies, shapes),
        Thing::Sign(end) => sign(view, end, middle, tried, shapes),
    }
}

/// The sign of an open end: its letter and what it shows, or would show.
fn sign(view: &View, end: End, middle: Point, tried: &Tried, shapes: &mut Vec<Shape>) {
    let shows = match tried.choice {
        Some(Choice::Play(tile, at)) if at == end => view.ends_after(tile, end).map(|ends| ends[end as usize]),
        _ => view.shows(end),
    };
    let Some(shows) = shows else { return };
    let asked = tried.tile.is_some() && tried.choice.is_none();
    let (ground, ink) = match (view.stage, asked) {
        (Stage::Over, _) => (Ink::Paper, Ink::Line),
        (_, true) => (Ink::Paper, Ink::Mark),
        (_, false) => (Ink::Paper, Ink::Good),
    };
    let says = format!("{end} {shows}");
    // A little line joins the sign to its tile.
    let sign = snake::outward(end);
    let (from, to) = (middle.0 - sign * SIGN / 2, middle.0 - sign * SIGN / 4);
    let joint = Form::Path(vec![(from, middle.1), (to, middle.1)]);
    shapes.push(Shape::outlined(joint, ink, 3));
    shapes.extend(badge(
        (middle.0 + sign * 6, middle.1),
        28,
        &says,
        ground,
        ink,
        Ink::Text,
    ));
}

/// A tile in the line around a middle: a double upright, any other with its symbols from left to right. The mark of who played
/// it last stands on its edge, where no symbol is near.
fn plate(middle: Point, side: i32, symbols: [Symbol; 2], lies: Lies, shapes: &mut Vec<Shape>) {
    let upright = symbols[0] == symbols[1];
    let size = if upright { (side, 2 * side) } else { (2 * side, side) };
    let at = (middle.0 - size.0 / 2, middle.1 - size.1 / 2);
    let body = Shape::filled(rect(at, size, side / 6), Ink::White);
    shapes.push(match lies {
        Lies::Tried => body.with_line(Ink::Mark, 5).as_ghost(),
        Lies::Last(_) => body.with_line(Ink::Mark, 6),
        Lies::Before => body.with_line(Ink::Black, 2),
    });
    let reach = side / 4;
    let halves = if upright {
        shapes.push(Shape::outlined(
            Form::Path(vec![(middle.0 - reach, middle.1), (middle.0 + reach, middle.1)]),
            Ink::Line,
            1,
        ));
        [(middle.0, middle.1 - side / 2), (middle.0, middle.1 + side / 2)]
    } else {
        shapes.push(Shape::outlined(
            Form::Path(vec![(middle.0, middle.1 - reach), (middle.0, middle.1 + reach)]),
            Ink::Line,
            1,
        ));
        [(middle.0 - side / 2, middle.1), (middle.0 + side / 2, middle.1)]
    };
    for (centre, symbol) in halves.into_iter().zip(symbols) {
        shapes.push(parts::rings(centre, side * 37 / 100, symbol.number(), Ink::Black));
    }
    if let Lies::Last(seat) = lies {
        let edge = if upright { at } else { (middle.0, at.1) };
        shapes.push(marks::mark(edge, side / 5, seat));
    }
}

/// The viewer's own hand below `top`; gives its height.
fn own(view: &View, tried: &Tried, top: i32, shapes: &mut Vec<Shape>) -> i32 {
    let Some(own) = view.own.as_ref().filter(|own| !own.hand.is_empty()) else {
        return 0;
    };
    let says = fits(view).unwrap_or_else(|| Phrase::new("dominoes-sketch-hand"));
    let down = pieces::caption(top, says, shapes);
    let look = |tile: Tile| {
        let playable = match view.opens_with() {
            Some(opening) => tile == opening,
            None => view.is_asked() && !view.ends_for(tile).is_empty(),
        };
        match (tried.tile == Some(tile), playable) {
            (true, _) => Look::Picked,
            (false, true) => Look::Playable,
            (false, false) => Look::Plain,
        }
    };
    let tiles: Vec<(Tile, Look)> = own.hand.iter().map(|tile| (tile, look(tile))).collect();
    down + pieces::hand((GAP, top + down), WIDTH - 2 * GAP, tiles.into_iter(), shapes)
}

/// What everybody held at the end, below `top`; gives its height.
fn shown(view: &View, top: i32, shapes: &mut Vec<Shape>) -> i32 {
    let mut down = 0;
    if let Some(over) = &view.over {
        let says = match over.winners.as_slice() {
            [] if view.is_team_play() => tied(view),
            [] => Phrase::new("dominoes-sketch-tied"),
            winners => Phrase::new("dominoes-sketch-won")
                .with("count", winners.len() as u32)
                .with("seats", winners.iter().copied().collect::<Arg>()),
        };
        let title = text((GAP, top + 14), 26, Anchor::Left, WIDTH - 2 * GAP, says).bold();
        shapes.push(title);
        down += 40;
    }
    let mut seats: Vec<_> = (0..).map(Seat).zip(&view.seats).collect();
    // Partners follow each other: their tiles count together.
    seats.sort_by_key(|(_, seen)| if view.is_team_play() { seen.team } else { 0 });
    let held = seats.into_iter();
    for (seat, hand) in held.filter_map(|(seat, seen)| Some((seat, seen.hand.filter(|hand| !hand.is_empty())?))) {
        let says = Phrase::new("dominoes-sketch-held")
            .with("seat", seat)
            .with("points", hand.sum());
        down += pieces::caption(top + down, says, shapes);
        let (wide, high) = (2 * HELD + 8, HELD + 8);
        let abreast = (WIDTH - 2 * GAP) / wide;
        for (place, tile) in (0..).zip(hand.iter()) {
            let at = (
                GAP + place % abreast * wide + 1,
                top + down + place / abreast * high + 1,
            );
            pieces::tile(at, HELD, tile.symbols(), Look::Plain, shapes);
        }
        down += (hand.len() as i32 + abreast - 1) / abreast * high + 8;
    }
    down
}
