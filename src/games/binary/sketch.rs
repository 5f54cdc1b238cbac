//! Binary's picture: the board with its territories, and at its right what both sides have.
//!
//! The ground of a side has its holder's ink. Black's ground is striped and White's is dotted, black pieces carry a ring and
//! white ones do not, the last placement has a ring around it: nothing is told by colour alone. Every territory bears its
//! size, and the largest, which counts twice, says so. What is tried out lies faintly on the board, with the territories as
//! they would be.

use super::SEATS;
use super::alt;
use super::notation::Choice;
use super::outline::outlines;
use super::phrases::pieces;
use super::position::{Position, Tried};
use super::squares::Square;
use super::territory::place_of_number;
use super::view::{SideView, Stage, View};
use crate::rules::parts::{self, Board, GAP, WIDTH, badge, circle, crown, pointer, rect, text};
use crate::rules::{
    Anchor, Ended, Fill, Form, Icon, Ink, Label, Material, Phrase, Point, Preview, Seat, Shape, Sketch, marks,
};

/// Where the board begins, and how wide it may be.
const BOARD: (Point, i32) = ((40, 14), 480);

/// The font size of the names of columns and rows, by which buttons name squares: 14 px on a phone 390 px wide.
const NAMES: i32 = 32;

/// The cards of both sides: where the first begins, and how large one is.
const CARDS: Point = (BOARD.0.0 + BOARD.1 + 12, BOARD.0.1);
const CARD: Point = (WIDTH - 12 - CARDS.0, (BOARD.1 - GAP) / 2);

/// The sketch of a view.
pub(super) fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
    let now = Position::of(view)?;
    let tried = now.tried(view, preview);
    let then = view
        .turn
        .zip(tried.choice)
        .map(|(seat, choice)| now.after(seat, choice));
    let side = BOARD.1 / i32::from(view.options.size);
    let scene = Picture {
        view,
        now: &now,
        then: then.as_ref(),
        tried,
        board: Board {
            at: BOARD.0,
            side,
            columns: i32::from(view.options.size),
            rows: i32::from(view.options.size),
        },
    };
    let mut shapes = Vec::new();
    for seat in (0..SEATS).map(Seat) {
        scene.card(seat, &mut shapes);
    }
    scene.squares(&mut shapes);
    for seat in (0..SEATS).map(Seat) {
        scene.grounds(seat, &mut shapes);
    }
    scene.centre(&mut shapes);
    scene.hints(&mut shapes);
    for seat in (0..SEATS).map(Seat) {
        scene.pieces(seat, &mut shapes);
    }
    scene.ghosts(&mut shapes);
    for seat in (0..SEATS).map(Seat) {
        scene.numbers(seat, &mut shapes);
    }
    Some(Sketch::wide(
        Material::Wood,
        BOARD.0.1 + BOARD.1 + 44,
        shapes,
        alt::alt(view, &now, then.as_ref(), tried),
    ))
}

/// All that the shapes are made of.
struct Picture<'p> {
    view: &'p View,
    now: &'p Position,
    /// Where both sides would stand, when something is tried out.
    then: Option<&'p Position>,
    tried: Tried,
    board: Board,
}

/// A piece: black ones with a ring inside, white ones plain.
fn piece(black: bool, centre: Point, radius: i32) -> Vec<Shape> {
    let (fill, line) = if black {
        (Ink::Black, Ink::White)
    } else {
        (Ink::White, Ink::Black)
    };
    let mut shapes = vec![Shape::filled(circle(centre, radius), fill).with_line(Ink::Black, 2)];
    if black {
        shapes.push(Shape::outlined(circle(centre, radius * 62 / 100), line, 3));
    }
    shapes
}

/// The name of the icon of a piece on a square.
pub(super) fn icon(black: bool, dark: bool) -> String {
    let piece = if black { "black" } else { "white" };
    format!("{piece}_on_{}", if dark { "dark" } else { "light" })
}

/// The icons: each kind of piece on each kind of square.
pub(super) fn icons() -> Vec<Icon> {
    const MIDDLE: i32 = Icon::SIDE / 2;
    let draw = |(black, dark)| {
        let ground = if dark { Ink::Dark } else { Ink::Light };
        let square = Shape::filled(rect((2, 2), (Icon::SIDE - 4, Icon::SIDE - 4), 12), ground).with_line(Ink::Line, 4);
        let mut shapes = piece(black, (MIDDLE, MIDDLE), 46);
        // The line is still seen at a sixth of the size.
        shapes[0].line = Some((Ink::Black, 6));
        shapes.insert(0, square);
        Icon {
            name: icon(black, dark),
            shapes,
        }
    };
    [(false, false), (false, true), (true, false), (true, true)]
        .map(draw)
        .into()
}

fn patterned(form: Form, fill: Fill) -> Shape {
    Shape {
        form,
        fill: Some(fill),
        line: None,
        ghost: false,
    }
}

impl Picture<'_> {
    /// Where both sides stand on the board that is drawn: as it would be, when something is tried out.
    fn shown(&self) -> &Position {
        self.then.unwrap_or(self.now)
    }

    fn is_black(&self, seat: Seat) -> bool {
        seat == self.now.black
    }

    /// The ink and the pattern of a side's ground.
    fn ground(&self, seat: Seat) -> (Ink, Fill) {
        let ink = Ink::Own(seat);
        match self.is_black(seat) {
            true => (ink, Fill::Stripes(ink)),
            false => (ink, Fill::Dots(ink)),
        }
    }

    /// Column and row of a square as the board lies.
    fn at(&self, square: Square) -> (i32, i32) {
        (i32::from(square.file()), self.board.rows - 1 - i32::from(square.rank()))
    }

    fn middle(&self, square: Square) -> Point {
        let (column, row) = self.at(square);
        self.board.middle(column, row)
    }

    /// What a seat has: its colour on its ground, its name, its hand, its score.
    fn card(&self, seat: Seat, shapes: &mut Vec<Shape>) {
        let at = (CARDS.0, CARDS.1 + i32::from(seat.0) * (CARD.1 + GAP));
        let turn = self.view.turn == Some(seat);
        let (left, room) = (at.0 + 8, CARD.0 - 16);
        let won = match self.view.ended {
            Some(Ended::Resigned(loser)) => seat != loser,
            Some(Ended::Agreed) => false,
            None => self.view.stage == Stage::Over && self.now.ahead() == Some(seat),
        };
        shapes.push(parts::seat_card(at, CARD, turn, won));
        self.swatch(seat, (left, at.1 + 12), shapes);
        let sign = (left + 108, at.1 + 40);
        if won {
            shapes.push(crown(sign, 18));
        } else if turn {
            shapes.push(Shape::filled(pointer(sign, 26), Ink::Mark));
        }
        shapes.push(marks::mark((left + 75, at.1 + 40), 11, seat));
        let line = |down: i32, size: i32, says: Label| text((left, at.1 + down), size, Anchor::Left, room, says);
        shapes.push(line(86, 26, parts::name(seat)).bold());
        shapes.push(line(111, 22, pieces(self.is_black(seat)).into()).inked(Ink::Quiet));
        let (now, then) = (self.now.side(seat), self.then.map(|then| then.side(seat)));
        let counted = |key: &'static str, count: String| Phrase::new(key).with("count", count).into();
        if self.view.stage != Stage::Over {
            let hand = changed(now, then, |side| side.hand.to_string());
            shapes.push(line(135, 22, counted("binary-sketch-hand", hand)));
        }
        let discarded = changed(now, then, |side| side.discarded.to_string());
        if discarded != "0" {
            shapes.push(line(159, 22, counted("binary-sketch-discarded", discarded)));
        }
        let score = changed(now, then, |side| side.score.to_string());
        shapes.push(line(188, 32, score.into()).bold());
        shapes.push(line(214, 22, Phrase::new("binary-sketch-points").into()).inked(Ink::Quiet));
    }

    /// A piece of the side on a square of its colour with the pattern of its ground: a legend at the same time.
    fn swatch(&self, seat: Seat, at: Point, shapes: &mut Vec<Shape>) {
        let black = self.is_black(seat);
        let (ink, fill) = self.ground(seat);
        let form = rect(at, (56, 56), 4);
        shapes.push(Shape::filled(form.clone(), if black { Ink::Dark } else { Ink::Light }));
        shapes.push(patterned(form.clone(), fill));
        shapes.push(Shape::outlined(form, ink, 4));
        shapes.extend(piece(black, (at.0 + 28, at.1 + 28), 19));
    }

    fn squares(&self, shapes: &mut Vec<Shape>) {
        let board = self.board;
        shapes.push(Shape::filled(rect(board.at, board.size(), 0), Ink::Light));
        for square in self.now.frame.dark.iter() {
            let (column, row) = self.at(square);
            shapes.push(Shape::filled(board.space(column, row, 0, 0), Ink::Dark));
        }
        shapes.push(Shape::outlined(rect(board.at, board.size(), 0), Ink::Line, 2));
        let file = |column: i32| char::from(b'a' + column as u8).to_string();
        shapes.extend(board.column_names(-24, NAMES, file));
        shapes.extend(board.row_names(22, NAMES, |row| (board.rows - row).to_string()));
    }

    /// The territories of a seat: their pattern, and a line around each.
    fn grounds(&self, seat: Seat, shapes: &mut Vec<Shape>) {
        let (ink, fill) = self.ground(seat);
        for whole in &self.shown().side(seat).territories {
            for square in whole.iter() {
                let (column, row) = self.at(square);
                shapes.push(patterned(self.board.space(column, row, 0, 0), fill));
            }
            let new = self.then.is_some() && !self.now.side(seat).territories.contains(whole);
            for outline in outlines(*whole, self.now.frame.size) {
                let corner = |((across, down), (right, below)): &_| {
                    let (x, y): Point = self.board.corner(*across, *down);
                    (x + 3 * right, y + 3 * below)
                };
                let line = Shape::outlined(Form::Polygon(outline.iter().map(corner).collect()), ink, 5);
                shapes.push(if new { line.as_ghost() } else { line });
            }
        }
    }

    /// The frame around the four squares in the middle.
    fn centre(&self, shapes: &mut Vec<Shape>) {
        let half = self.board.columns / 2 - 1;
        let form = rect(
            self.board.corner(half, half),
            (2 * self.board.side, 2 * self.board.side),
            6,
        );
        shapes.push(Shape::outlined(form.clone(), Ink::Paper, 9));
        shapes.push(Shape::outlined(form, Ink::Text, 4));
    }

    /// Where the viewer may place now: a dot where two may be placed at once, a ring where it is the only one.
    fn hints(&self, shapes: &mut Vec<Shape>) {
        let Some(seat) = self.view.turn.filter(|seat| self.view.viewer == Some(*seat)) else {
            return;
        };
        let moves = self.now.moves(seat);
        let radius = (self.board.side / 11).max(5);
        for square in self.tried.open.iter() {
            let ink = if square.is_dark() { Ink::Light } else { Ink::Dark };
            let form = circle(self.middle(square), radius);
            shapes.push(if moves.leads_on(square) {
                Shape::filled(form, ink)
            } else {
                Shape::outlined(form, ink, 3)
            });
        }
    }

    fn radius(&self) -> i32 {
        self.board.side * 34 / 100
    }

    fn pieces(&self, seat: Seat, shapes: &mut Vec<Shape>) {
        let black = self.is_black(seat);
        let last = self.view.last.filter(|last| last.seat == seat);
        for square in self.now.side(seat).pieces.iter() {
            let middle = self.middle(square);
            if last.is_some_and(|last| last.choice.squares().any(|placed| placed == square)) {
                let ring = circle(middle, self.radius() + 5);
                shapes.push(Shape::outlined(ring.clone(), Ink::Paper, 11));
                shapes.push(Shape::outlined(ring, Ink::Mark, 6));
            }
            shapes.extend(piece(black, middle, self.radius()));
        }
    }

    /// What is tried out: pieces, and what they cost.
    fn ghosts(&self, shapes: &mut Vec<Shape>) {
        let Some(seat) = self.view.turn else {
            return;
        };
        for square in self.tried.choice.iter().flat_map(|choice| choice.squares()) {
            let (column, row) = self.at(square);
            shapes.extend(
                piece(self.is_black(seat), self.middle(square), self.radius())
                    .into_iter()
                    .map(Shape::as_ghost),
            );
            shapes.push(Shape::outlined(self.board.space(column, row, 4, 8), Ink::Mark, 6).as_ghost());
        }
        if let Some(choice) = self.tried.choice.filter(|choice| self.now.costs(seat, *choice)) {
            for square in choice.squares() {
                let (across, down) = self.middle(square);
                let at = (across + self.board.side * 3 / 10, down - self.board.side * 3 / 10);
                shapes.extend(badge(at, 26, "\u{2212}1", Ink::Paper, Ink::Bad, Ink::Bad));
            }
        }
    }

    /// The size of every territory of a seat.
    fn numbers(&self, seat: Seat, shapes: &mut Vec<Shape>) {
        let (ink, _) = self.ground(seat);
        let taken = self.shown().placed();
        let size = (self.board.side * 2 / 5).clamp(22, 30);
        for (index, whole) in self.shown().side(seat).territories.iter().enumerate() {
            let Some(square) = place_of_number(*whole, taken) else {
                continue;
            };
            let says = if index == 0 {
                format!("{}\u{d7}2", whole.len())
            } else {
                whole.len().to_string()
            };
            let writing = Ink::Text;
            shapes.extend(badge(self.middle(square), size, &says, Ink::Paper, ink, writing));
        }
    }
}

/// What is now, and what would be if that is something else.
fn changed(now: &SideView, then: Option<&SideView>, told: impl Fn(&SideView) -> String) -> String {
    let (now, then) = (told(now), then.map(told));
    match then {
        Some(then) if then != now => format!("{now} \u{2192} {then}"),
        _ => now,
    }
}
