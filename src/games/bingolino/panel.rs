//! What lies before one seat, drawn large or small: a name, sixteen tiles with coordinates, and stars at their lines.

use super::grid::{Layout, Line, LineKind, Place, TILES};
use super::notation::Choice;
use crate::rules::parts::{self, Board, check, circle, crown, pointer, star, text};
use crate::rules::{Anchor, Form, Ink, Point, Seat, Shape, marks};

/// Tiles in a row.
const ROW: i32 = 4;

/// From this side on, a tile has room for more than its number.
const ROOMY: i32 = 60;

/// Only the viewer's own tiles are as large as this.
const LARGE: i32 = 80;

/// A card with the things of a seat.
pub(super) struct Panel {
    /// Its upper left corner.
    pub(super) at: Point,
    /// The side of a tile with the gap around it.
    pub(super) side: i32,
}

/// How a tile looks.
#[derive(Clone, Debug, Default)]
pub(super) struct Tile {
    /// Whether it is turned over.
    pub(super) turned: bool,
    /// Whether it stands out: turned just now, or picked up.
    pub(super) marked: bool,
    /// Whether it would change sides.
    pub(super) turning: bool,
    /// How it may be turned now.
    pub(super) ways: Vec<Choice>,
}

/// What stands beside a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Title {
    /// Whether the seat still plays.
    pub(super) plays: bool,
    /// Whether it has won.
    pub(super) won: bool,
    /// Whether it has chosen.
    pub(super) sealed: bool,
    /// How many stars it has, once there can be some.
    pub(super) stars: Option<usize>,
}

impl Panel {
    /// The font size of the letters of coordinates, by which buttons name tiles: 14 px on the viewer's own panel, on a phone
    /// 390 px wide.
    fn letters(&self) -> i32 {
        match self.side {
            LARGE.. => 32,
            ROOMY.. => 24,
            _ => parts::SMALLEST,
        }
    }

    fn radius(&self) -> i32 {
        (self.side / 4).clamp(9, 18)
    }

    /// The height of the line with the name.
    fn head(&self) -> i32 {
        if self.side < ROOMY { 32 } else { 46 }
    }

    fn board(&self) -> Board {
        let letters = self.letters();
        Board {
            at: (self.at.0 + letters + 6, self.at.1 + self.head() + letters + 4),
            side: self.side,
            columns: ROW,
            rows: ROW,
        }
    }

    /// Beside and below the tiles, where the stars are.
    fn margin(&self) -> i32 {
        2 * self.radius() + 8
    }

    /// Width and height.
    pub(super) fn size(&self) -> Point {
        let (board, margin) = (self.board(), self.margin());
        let (across, down) = board.corner(ROW, ROW);
        (across - self.at.0 + margin, down - self.at.1 + margin)
    }

    /// The card itself; that of the one who rolls stands out, and of those who have won.
    pub(super) fn card(&self, rolls: bool, won: bool, shapes: &mut Vec<Shape>) {
        shapes.push(parts::seat_card(self.at, self.size(), rolls, won));
    }

    /// The name, and what stands beside it.
    pub(super) fn title(&self, seat: Seat, title: Title, shapes: &mut Vec<Shape>) {
        let size = if self.side < ROOMY { 20 } else { 26 };
        let level = self.at.1 + self.head() / 2 + 3;
        let mut right = self.at.0 + self.size().0 - 12;
        if let Some(stars) = title.stars {
            shapes.push(text((right, level), size, Anchor::Right, 2 * size, stars.to_string()).bold());
            right -= size * 3 / 4 + size / 2;
            let form = star((right, level), size / 2);
            shapes.push(Shape::filled(form, Ink::Gold).with_line(Ink::Text, 1));
            right -= size * 3 / 4;
        }
        if title.sealed {
            shapes.push(Shape::outlined(check((right - size / 2, level), size), Ink::Good, 5));
            right -= size + 6;
        }
        if !title.plays {
            let (middle, radius) = ((right - size / 2, level), size / 2);
            shapes.push(Shape::outlined(circle(middle, radius), Ink::Quiet, 3));
            let bar = [-1, 1].map(|side| (middle.0 + side * radius / 2, level));
            shapes.push(Shape::outlined(Form::Path(bar.to_vec()), Ink::Quiet, 3));
            right -= size + 6;
        }
        let ink = if title.plays { Ink::Text } else { Ink::Quiet };
        let mut left = self.at.0 + 12;
        if title.won {
            shapes.push(crown((left + size / 2, level), size * 11 / 20));
            left += size + 8;
        }
        let [mark, name] = marks::holder((left, level), size, right - left, seat);
        shapes.extend([mark, name.inked(ink)]);
    }

    /// The names of columns and rows.
    pub(super) fn names(&self, shapes: &mut Vec<Shape>) {
        let (board, letters) = (self.board(), self.letters());
        let column = |column: i32| char::from(b'A' + column as u8).to_string();
        shapes.extend(board.column_names(letters / 2 + 1, letters, column));
        shapes.extend(board.row_names(letters / 2 + 3, letters, |row| (row + 1).to_string()));
    }

    /// Tiles that are not laid out yet, in ascending order.
    pub(super) fn loose(&self, tiles: &Layout, shapes: &mut Vec<Shape>) {
        let board = self.board();
        for (index, number) in (0..).zip(tiles.sorted()) {
            let less = self.side / 8;
            let form = board.space(index % ROW, index / ROW, less, self.side / 8);
            shapes.push(Shape::filled(form, Ink::White).with_line(Ink::Line, 1));
            shapes.push(self.number(board.middle(index % ROW, index / ROW), number, Ink::Text));
        }
    }

    fn number(&self, middle: Point, number: u8, ink: Ink) -> Shape {
        let size = (self.side * 2 / 5).clamp(parts::SMALLEST, 40);
        let number = text(middle, size, Anchor::Middle, self.side, number.to_string());
        let number = if self.side < ROOMY { number } else { number.bold() };
        number.inked(ink)
    }

    /// The tiles as they are laid out.
    pub(super) fn tiles(&self, layout: &Layout, look: impl Fn(Place) -> Tile, shapes: &mut Vec<Shape>) {
        for place in Place::all().take(TILES) {
            self.tile(place, layout.number(place), &look(place), shapes);
        }
    }

    fn tile(&self, place: Place, number: u8, look: &Tile, shapes: &mut Vec<Shape>) {
        let board = self.board();
        let (column, row) = (place.index() as i32 % ROW, place.index() as i32 / ROW);
        let middle = board.middle(column, row);
        let less = (self.side / 20).max(2);
        let form = board.space(column, row, less, self.side / 8);
        let (fill, ink) = if look.turned {
            (Ink::Black, Ink::White)
        } else {
            (Ink::White, Ink::Text)
        };
        shapes.push(Shape::filled(form.clone(), fill).with_line(Ink::Line, 2));
        let corner = |across: i32, down: i32| {
            let away = self.side * 3 / 10;
            (middle.0 + across * away, middle.1 + down * away)
        };
        let mut ink = ink;
        if look.turning {
            let would = if look.turned { Ink::White } else { Ink::Black };
            shapes.push(Shape::filled(form.clone(), would).with_line(Ink::Mark, 5).as_ghost());
            ink = if look.turned { Ink::White } else { Ink::Text };
        }
        shapes.push(self.number(middle, number, ink));
        if self.side >= ROOMY && (look.turned || look.turning) {
            let mark = Shape::outlined(check(corner(1, -1), self.side / 5), ink, 4);
            shapes.push(mark);
        }
        if look.marked {
            shapes.push(Shape::outlined(form.clone(), Ink::Mark, 5));
        }
        if !look.ways.is_empty() {
            shapes.push(Shape::outlined(form, Ink::Good, 6));
            shapes.extend(self.ways(&look.ways, corner(-1, 1), corner(0, 1)));
        }
    }

    /// By what a tile may be turned: a dot for the total, a number for each die that is left out, a pointer back.
    fn ways(&self, ways: &[Choice], dot: Point, die: Point) -> Vec<Shape> {
        let way = |way: &Choice| match way {
            Choice::Flip(_, None) => Some(Shape::filled(circle(dot, self.side / 12), Ink::Good)),
            Choice::Flip(_, Some(without)) => {
                let says = format!("\u{2212}{without}");
                Some(
                    text(
                        die,
                        parts::SMALLEST.max(self.side / 4),
                        Anchor::Middle,
                        self.side / 2,
                        says,
                    )
                    .bold()
                    .inked(Ink::Good),
                )
            }
            Choice::Back(_) => Some(Shape::filled(pointer(dot, self.side / 5), Ink::White)),
            _ => None,
        };
        ways.iter().filter_map(way).collect()
    }

    /// The star of a line, at its end.
    pub(super) fn star(&self, line: Line, new: bool, ghost: bool, shapes: &mut Vec<Shape>) {
        let board = self.board();
        let away = self.radius() + 3;
        // To the left there is less room than to the right: a star there stays within the card.
        let left = (board.at.0 - away).max(self.at.0 + self.radius() + 6);
        let right = board.corner(ROW, 0).0 + away;
        let below = board.corner(0, ROW).1 + away;
        let middle = match line.kind() {
            LineKind::Row(row) => (right, board.middle(0, i32::from(row) - 1).1),
            LineKind::Column(column) => (board.middle((column as i32) - ('A' as i32), 0).0, below),
            LineKind::Falling => (right, below),
            LineKind::Rising => (left, below),
        };
        let ink = if new { Ink::Mark } else { Ink::Text };
        let star = Shape::filled(star(middle, self.radius()), Ink::Gold).with_line(ink, if new { 2 } else { 1 });
        shapes.push(if ghost { star.as_ghost() } else { star });
    }
}
