//! What lies around the table on a picture: hands of tiles, and a card for each seat.

use super::{Symbol, Tile, Tiles};
use crate::rules::parts::{self, GAP, WIDTH, circle, crown, pointer, rect, text};
use crate::rules::{Anchor, Form, Ink, Label, Phrase, Point, Seat, Shape, joined, marks};

/// How a tile in a hand looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// It lies there.
    #[default]
    Plain,
    /// It was drawn lately: a dot beneath.
    New,
    /// It can be played now: a frame, and a dot beneath.
    Playable,
    /// It was chosen: a broken frame, and a dot beneath.
    Picked,
}

/// Room below a tile for its dot.
const DOT: i32 = 16;

/// Between tiles.
const BETWEEN: i32 = 10;

/// From one tile of a small hand to the next.
pub const PITCH: i32 = 2 * 52 + BETWEEN;

/// A tile that lies on no cell: half beside half, each with sides of `side`.
pub fn tile(at: Point, side: i32, symbols: [Symbol; 2], look: Look, shapes: &mut Vec<Shape>) {
    let form = rect(at, (2 * side, side), side / 6);
    let plate = Shape::filled(form, Ink::White);
    shapes.push(match look {
        Look::Plain | Look::New => plate.with_line(Ink::Black, 2),
        Look::Playable => plate.with_line(Ink::Good, 5),
        Look::Picked => plate.with_line(Ink::Mark, 5).as_ghost(),
    });
    let reach = side / 4;
    let (across, level) = (at.0 + side, at.1 + side / 2);
    let middle = Form::Path(vec![(across, level - reach), (across, level + reach)]);
    shapes.push(Shape::outlined(middle, Ink::Line, 1));
    for (half, symbol) in (0..).zip(symbols) {
        let centre = (at.0 + half * side + side / 2, level);
        shapes.push(parts::rings(centre, side * 37 / 100, symbol.number(), Ink::Black));
    }
    let dot = match look {
        Look::Plain => return,
        Look::Playable => Ink::Good,
        Look::New | Look::Picked => Ink::Mark,
    };
    shapes.push(Shape::filled(circle((across, at.1 + side + DOT / 2 + 1), 5), dot));
}

/// The side of half a tile in a hand of so many, and how many lie in a row: two at least, where there are two.
fn measures(count: usize, wide: i32) -> (i32, i32) {
    let side = match count {
        0..=6 => 52,
        7..=12 => 48,
        // Smaller rings have no digit beside them.
        _ => 44,
    };
    let halves = if count > 1 { 4 } else { 2 };
    let side = side.min((wide - BETWEEN) / halves);
    (side, ((wide + BETWEEN) / (2 * side + BETWEEN)).max(1))
}

/// How high a hand of so many tiles is that may be so wide; nothing without tiles.
pub fn hand_height(count: usize, wide: i32) -> i32 {
    let (side, abreast) = measures(count, wide);
    (count as i32 + abreast - 1) / abreast * (side + DOT + BETWEEN)
}

/// A hand of tiles in rows, and gives its height: see [`hand_height`].
pub fn hand(at: Point, wide: i32, tiles: impl ExactSizeIterator<Item = (Tile, Look)>, shapes: &mut Vec<Shape>) -> i32 {
    let high = hand_height(tiles.len(), wide);
    let (side, abreast) = measures(tiles.len(), wide);
    for (place, (held, look)) in (0..).zip(tiles) {
        let (column, row) = (place % abreast, place / abreast);
        let corner = (
            at.0 + column * (2 * side + BETWEEN) + 3,
            at.1 + row * (side + DOT + BETWEEN) + 3,
        );
        tile(corner, side, held.symbols(), look, shapes);
    }
    high
}

/// A seat's card.
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// Whose; `None` for nobody's.
    pub seat: Option<Seat>,
    /// Whether it is this seat's turn.
    pub turn: bool,
    /// Whether it has won.
    pub won: bool,
    /// Rings that are the seat's own, and their ink.
    pub rings: Option<(u8, Ink)>,
    /// A tile that is shown.
    pub tile: Option<Tile>,
    /// A number that stands out, such as points.
    pub score: Option<Label>,
    /// Lines of writing.
    pub lines: Vec<Label>,
}

const NAME: i32 = 44;
const LINE: i32 = 28;
const SCORE: i32 = 30;
/// How wide a digit of a score is.
const DIGIT: i32 = 22;
/// The side of half a tile on a card.
const SHOWN: i32 = 36;

/// Small rings of a number that stay rings where the symbols of tiles become digits.
fn plain_rings(centre: Point, number: u8) -> impl Iterator<Item = Shape> {
    let all = [
        (1, Shape::filled(circle(centre, 4), Ink::Black)),
        (2, Shape::outlined(circle(centre, 8), Ink::Black, 2)),
        (4, Shape::outlined(circle(centre, 13), Ink::Black, 2)),
    ];
    all.into_iter()
        .filter(move |(bit, _)| number & bit != 0)
        .map(|(_, ring)| ring)
}

impl Card {
    fn height(&self) -> i32 {
        let shown = if self.tile.is_some() { SHOWN + 10 } else { 0 };
        NAME + shown + LINE * self.lines.len() as i32 + 10
    }

    fn draw(&self, at: Point, size: Point, shapes: &mut Vec<Shape>) {
        shapes.push(parts::seat_card(at, size, self.turn, self.won));
        let (mut left, mut right) = (at.0 + 14, at.0 + size.0 - 14);
        let level = at.1 + NAME / 2 + 3;
        if self.won {
            shapes.push(crown((left + 12, level), 14));
            left += 34;
        } else if self.turn {
            shapes.push(Shape::filled(pointer((left + 10, level), 22), Ink::Mark));
            left += 28;
        }
        if let Some((number, ink)) = self.rings {
            shapes.push(Shape::filled(circle((left + 16, level), 17), Ink::White).with_line(ink, 3));
            shapes.extend(plain_rings((left + 16, level), number));
            left += 42;
        }
        if let Some(score) = &self.score {
            let room = match score {
                Label::Text(digits) => DIGIT * digits.chars().count() as i32 + 4,
                Label::Phrase(_) => size.0 / 3,
            };
            shapes.push(text((right, level), SCORE, Anchor::Right, room, score.clone()).bold());
            right -= room + 6;
        }
        if let Some(seat) = self.seat {
            let room = (right - left).max(60);
            shapes.extend(marks::holder((left, level), 24, room, seat));
        }
        let mut top = at.1 + NAME + 4;
        if let Some(shown) = self.tile {
            tile((at.0 + 14, top), SHOWN, shown.symbols(), Look::Plain, shapes);
            top += SHOWN + 10;
        }
        for line in &self.lines {
            let at = (at.0 + 14, top + LINE / 2 - 3);
            shapes.push(text(at, 22, Anchor::Left, size.0 - 28, line.clone()));
            top += LINE;
        }
    }
}

/// How many of so many cards lie beside one another.
fn abreast(cards: usize) -> usize {
    match cards {
        0..=3 => cards.max(1),
        _ => 2,
    }
}

/// Tiles in notation, in lines that have room on any card.
pub fn in_lines(tiles: Tiles) -> Vec<Label> {
    let tiles: Vec<Tile> = tiles.iter().collect();
    let lines = tiles.chunks(4).map(|few| joined(few, " "));
    lines.map(Label::from).collect()
}

/// The cards of all seats below `at`, two or three beside one another, all together so wide; gives their height with the gap
/// below.
pub fn cards(at: Point, wide: i32, cards: &[Card], shapes: &mut Vec<Shape>) -> i32 {
    rows(at, wide, abreast(cards.len()), cards, shapes)
}

/// The same with all cards one below the other.
pub fn column(at: Point, wide: i32, cards: &[Card], shapes: &mut Vec<Shape>) -> i32 {
    rows(at, wide, 1, cards, shapes)
}

fn rows(at: Point, wide: i32, abreast: usize, cards: &[Card], shapes: &mut Vec<Shape>) -> i32 {
    let wide = (wide + GAP) / abreast as i32 - GAP;
    let high = cards.iter().map(Card::height).max().unwrap_or(0);
    let mut down = 0;
    for row in cards.chunks(abreast) {
        for (column, card) in (0..).zip(row) {
            let corner = (at.0 + column * (wide + GAP), at.1 + down);
            card.draw(corner, (wide, high), shapes);
        }
        down += high + GAP;
    }
    down
}

/// How high a caption is.
pub const CAPTION: i32 = 32;

/// A short line of writing over a hand or a board, below `top`; gives its height.
pub fn caption(top: i32, says: Phrase, shapes: &mut Vec<Shape>) -> i32 {
    shapes.push(text((GAP, top + 14), 22, Anchor::Left, WIDTH - 2 * GAP, says).inked(Ink::Quiet));
    CAPTION
}
