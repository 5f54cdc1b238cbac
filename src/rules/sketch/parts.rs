//! The parts that sketches of several games share: writing, cards, boards with coordinates, badges, stars, dice, check marks.
//!
//! Forms and their positions in whole points, nothing more. The game gives them meaning, the room `picture` their looks.

use super::{Anchor, Fill, Form, Ink, Label, Point, Shape};
use crate::rules::{Phrase, Seat};

/// The width of a sketch that fills a message.
pub const WIDTH: i32 = 720;

/// How high a sketch of [`WIDTH`] is at most: on a screen of 360 by 640 the question and the first row of buttons are seen
/// below the picture.
pub const HEIGHT: i32 = WIDTH * 85 / 100;

/// The size of the smallest letters that must be read.
pub const SMALLEST: i32 = 20;

/// The gap between the edge of a sketch and what lies on it, and between one card and the next.
pub const GAP: i32 = 16;

/// A line of writing in [`Ink::Text`], at most `room` wide. See [`Shape::bold`] and [`Shape::inked`].
pub fn text(at: Point, size: i32, anchor: Anchor, room: i32, says: impl Into<Label>) -> Shape {
    let form = Form::Text {
        at,
        size,
        anchor,
        bold: false,
        room,
        says: says.into(),
    };
    Shape::filled(form, Ink::Text)
}

/// The name of the holder of a seat.
pub fn name(seat: Seat) -> Label {
    Phrase::new("name-only").with("seat", seat).into()
}

/// A rectangle by its upper left corner, with corners of radius `round`.
pub const fn rect(at: Point, size: Point, round: i32) -> Form {
    Form::Rect { at, size, round }
}

/// A circle.
pub const fn circle(centre: Point, radius: i32) -> Form {
    Form::Circle { centre, radius }
}

/// A number from 0 to 7 as rings of this radius.
pub fn rings(centre: Point, radius: i32, number: u8, ink: Ink) -> Shape {
    Shape::filled(Form::Rings { centre, radius, number }, ink)
}

/// A card that groups what lies on it: a seat's things, a board.
pub fn card(at: Point, size: Point) -> Shape {
    Shape::filled(rect(at, size, 12), Ink::Surface).with_line(Ink::Line, 2)
}

/// The card of a seat: the one whose turn it is stands out, and more so who has won.
pub fn seat_card(at: Point, size: Point, turn: bool, won: bool) -> Shape {
    let card = card(at, size);
    match (won, turn) {
        (true, _) => card.with_line(Ink::Gold, 6),
        (false, true) => card.with_line(Ink::Mark, 5),
        (false, false) => card,
    }
}

/// A short text on its own background, as wide as the text needs; so it can be read on whatever lies beneath.
pub fn badge(middle: Point, size: i32, says: &str, ground: Ink, line: Ink, writing: Ink) -> [Shape; 2] {
    let letters = says.chars().count() as i32;
    let (wide, high) = ((letters * size * 7 / 10 + size / 2).max(size * 6 / 5), size * 6 / 5);
    let at = (middle.0 - wide / 2, middle.1 - high / 2);
    [
        Shape::filled(rect(at, (wide, high), high / 2), ground).with_line(line, 3),
        text(middle, size, Anchor::Middle, wide, says).bold().inked(writing),
    ]
}

/// Where a star's corners lie around its middle, in thousandths of its radius: points and notches in turn, from the top.
const STAR: [Point; 10] = [
    (0, -1000),
    (259, -356),
    (951, -309),
    (418, 136),
    (588, 809),
    (0, 440),
    (-588, 809),
    (-418, 136),
    (-951, -309),
    (-259, -356),
];

/// A star with five points, the first one up.
pub fn star(middle: Point, radius: i32) -> Form {
    Form::Polygon(STAR.map(|corner| scaled(middle, corner, radius, 1000)).to_vec())
}

/// A crown, for who has won.
pub fn crown(middle: Point, radius: i32) -> Shape {
    let corners = [
        (-85, 75),
        (-100, -50),
        (-48, 5),
        (0, -85),
        (48, 5),
        (100, -50),
        (85, 75),
    ];
    let form = Form::Polygon(around(middle, radius, &corners));
    Shape::filled(form, Ink::Gold).with_line(Ink::Text, 2)
}

/// A place, drawn on a crown for the first and in a ring for the others.
pub fn place(middle: Point, place: u8) -> [Shape; 2] {
    let number = |down: i32, size: i32| {
        let at = (middle.0, middle.1 + down);
        text(at, size, Anchor::Middle, 30, place.to_string()).bold()
    };
    match place {
        1 => [crown(middle, 26), number(7, 22).inked(Ink::White)],
        _ => [Shape::outlined(circle(middle, 20), Ink::Line, 2), number(0, 26)],
    }
}

/// A check mark in a square with sides of `size`.
pub fn check(middle: Point, size: i32) -> Form {
    let corners = [(-40, 5), (-10, 35), (42, -30)];
    Form::Path(around(middle, size, &corners))
}

/// A small triangle that points to the right.
pub fn pointer(middle: Point, size: i32) -> Form {
    let corners = [(-40, -50), (50, 0), (-40, 50)];
    Form::Polygon(around(middle, size, &corners))
}

/// Points around `middle`, given in hundredths of `size`.
pub fn around(middle: Point, size: i32, points: &[Point]) -> Vec<Point> {
    points.iter().map(|by| scaled(middle, *by, size, 100)).collect()
}

/// The point at a distance of `by` / `whole` of `size` from `middle`.
const fn scaled(middle: Point, by: Point, size: i32, whole: i32) -> Point {
    const fn moved(from: i32, by: i32, size: i32, whole: i32) -> i32 {
        from.saturating_add(by.saturating_mul(size) / whole)
    }
    (moved(middle.0, by.0, size, whole), moved(middle.1, by.1, size, whole))
}

/// Where the pips of a die's face lie, `apart` from its middle: 1 to 6; of any other number there are none.
pub fn pips(middle: Point, apart: i32, face: u8) -> Vec<Point> {
    let pips: &[Point] = match face {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6 => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        _ => &[],
    };
    pips.iter().map(|by| scaled(middle, *by, apart, 1)).collect()
}

/// A die with sides of `size`, and the pips of `face`: 1 to 6; any other number is a die that has not been thrown.
pub fn die(at: Point, size: i32, face: u8) -> Vec<Shape> {
    let middle = (at.0 + size / 2, at.1 + size / 2);
    let pips = pips(middle, size * 26 / 100, face).into_iter();
    let pip = |centre| Shape::filled(circle(centre, (size / 10).max(2)), Ink::Black);
    let cube = Shape::filled(rect(at, (size, size), size / 5), Ink::White).with_line(Ink::Black, 2);
    std::iter::once(cube).chain(pips.map(pip)).collect()
}

/// A board of square spaces, numbered from the upper left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Where the upper left space begins.
    pub at: Point,
    /// The side of a space.
    pub side: i32,
    /// How many spaces lie side by side.
    pub columns: i32,
    /// How many spaces lie one below the other.
    pub rows: i32,
}

impl Board {
    /// Width and height.
    pub const fn size(&self) -> Point {
        (self.columns * self.side, self.rows * self.side)
    }

    /// The upper left corner of a space; for the space after the last, the board's edge.
    pub const fn corner(&self, column: i32, row: i32) -> Point {
        (self.at.0 + column * self.side, self.at.1 + row * self.side)
    }

    /// The middle of a space.
    pub const fn middle(&self, column: i32, row: i32) -> Point {
        let (across, down) = self.corner(column, row);
        (across + self.side / 2, down + self.side / 2)
    }

    /// A space as a form, `less` smaller on every side.
    pub const fn space(&self, column: i32, row: i32, less: i32, round: i32) -> Form {
        let (across, down) = self.corner(column, row);
        let side = self.side - 2 * less;
        rect((across + less, down + less), (side, side), round)
    }

    /// The names of the columns, this many points above the board (below it, when the number is negative).
    pub fn column_names(&self, above: i32, size: i32, name: impl Fn(i32) -> String) -> impl Iterator<Item = Shape> {
        let edge = if above < 0 { self.size().1 } else { 0 };
        let (board, level) = (*self, self.at.1 + edge - above);
        (0..board.columns).map(move |column| {
            let at = (board.middle(column, 0).0, level);
            text(at, size, Anchor::Middle, board.side, name(column)).inked(Ink::Quiet)
        })
    }

    /// The names of the rows, this many points to the left of the board.
    pub fn row_names(&self, before: i32, size: i32, name: impl Fn(i32) -> String) -> impl Iterator<Item = Shape> {
        let board = *self;
        (0..board.rows).map(move |row| {
            let at = (board.at.0 - before, board.middle(0, row).1);
            text(at, size, Anchor::Middle, 2 * before, name(row)).inked(Ink::Quiet)
        })
    }
}

impl Shape {
    /// The same writing in bold; any other shape unchanged.
    #[must_use]
    pub fn bold(mut self) -> Shape {
        if let Form::Text { bold, .. } = &mut self.form {
            *bold = true;
        }
        self
    }

    /// The same shape filled with another ink.
    #[must_use]
    pub fn inked(self, ink: Ink) -> Shape {
        Shape {
            fill: Some(Fill::Plain(ink)),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_shows_as_many_pips_as_its_face_says() {
        for face in 1..=6 {
            let die = die((0, 0), 40, face);
            assert_eq!(die.len(), 1 + usize::from(face));
            let mut pips: Vec<String> = die.iter().map(|shape| format!("{:?}", shape.form)).collect();
            pips.dedup();
            assert_eq!(pips.len(), die.len(), "no two lie on each other");
        }
        assert_eq!(die((0, 0), 40, 0).len(), 1);
    }

    #[test]
    fn spaces_lie_side_by_side_and_names_beside_them() {
        let board = Board {
            at: (40, 10),
            side: 50,
            columns: 4,
            rows: 3,
        };
        assert_eq!(board.size(), (200, 150));
        assert_eq!(board.corner(1, 2), (90, 110));
        assert_eq!(board.middle(3, 0), (215, 35));
        assert_eq!(board.space(0, 1, 5, 3), rect((45, 65), (40, 40), 3));
        let places = |shapes: Vec<Shape>| -> Vec<Point> {
            let place = |shape: &Shape| match &shape.form {
                Form::Text { at, .. } => *at,
                other => panic!("{other:?} is no writing"),
            };
            shapes.iter().map(place).collect()
        };
        let above = places(board.column_names(6, 20, |column| column.to_string()).collect());
        assert_eq!(above, [(65, 4), (115, 4), (165, 4), (215, 4)]);
        let below = places(board.column_names(-15, 20, |column| column.to_string()).collect());
        assert_eq!(below[0], (65, 175));
        let left = places(board.row_names(20, 20, |row| row.to_string()).collect());
        assert_eq!(left, [(20, 35), (20, 85), (20, 135)]);
    }

    #[test]
    fn a_badge_is_as_wide_as_its_text_and_never_narrower_than_high() {
        let width = |says| match badge((100, 100), 20, says, Ink::Paper, Ink::Line, Ink::Text) {
            [
                Shape {
                    form: Form::Rect { at, size, .. },
                    ..
                },
                _,
            ] => {
                assert_eq!((at.0 + size.0 / 2, at.1 + size.1 / 2), (100, 100));
                assert!(size.0 >= size.1);
                size.0
            }
            other => panic!("{other:?}"),
        };
        assert!(width("1") < width("144") && width("144") < width("144 x 2"));
    }
}
