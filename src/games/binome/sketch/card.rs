//! The postulate cards: each condition as a row of signs, of our own design. Spaces stand for the two digits of a number,
//! an arrow for a measure by which numbers compete.

use super::super::options::Options;
use super::super::phrases::{card_name, condition};
use super::super::postulate::{Postulate, Value};
use super::super::view::View;
use super::signs::{INNER, MARGIN, WIDTH, around, quiet};
use crate::rules::parts::{circle, rect, text};
use crate::rules::{Anchor, Form, Ink, Phrase, Point, Shape};

/// A sign on a card.
#[derive(Clone, Copy)]
enum Sign {
    /// A number of two digits; a space without a digit takes any.
    Pair(Option<u8>, Option<u8>),
    /// A number of twice the same digit, whichever.
    Twins,
    /// One digit of a number.
    Space,
    Plus,
    Minus,
    Over,
    Equals,
    Or,
    /// The more the better.
    Up,
    /// The less the better.
    Down,
    /// Towards what stands to the right.
    Right,
    /// Towards what stands to the left.
    Left,
    /// A number that is given.
    Given(&'static str),
}

const fn signs(card: Postulate) -> &'static [Sign] {
    use Sign::{Down, Equals, Given, Left, Minus, Or, Over, Pair, Plus, Right, Space, Twins, Up};
    match card {
        Postulate::Identical => &[Twins],
        Postulate::By10 => &[Pair(None, Some(0))],
        Postulate::By5 => &[Pair(None, Some(0)), Or, Pair(None, Some(5))],
        Postulate::Has0 => &[Pair(Some(0), None), Or, Pair(None, Some(0))],
        Postulate::Has5 => &[Pair(Some(5), None), Or, Pair(None, Some(5))],
        Postulate::Has9 => &[Pair(Some(9), None), Or, Pair(None, Some(9))],
        Postulate::Has1 => &[Pair(Some(1), None), Or, Pair(None, Some(1))],
        Postulate::Max => &[Pair(None, None), Up],
        Postulate::Min => &[Pair(None, None), Down],
        Postulate::MaxSum => &[Space, Plus, Space, Up],
        Postulate::MinSum => &[Space, Plus, Space, Down],
        Postulate::MaxDiff => &[Space, Minus, Space, Up],
        Postulate::MinDiff => &[Space, Minus, Space, Down],
        Postulate::Divides => &[Space, Over, Space],
        Postulate::Near50 => &[Right, Given("50"), Left],
        Postulate::Sum10 => &[Space, Plus, Space, Equals, Given("10")],
    }
}

impl Sign {
    /// How wide it is where a space is `unit` high.
    const fn width(self, unit: i32) -> i32 {
        match self {
            Sign::Pair(..) | Sign::Twins => 2 * space(unit).0,
            Sign::Space => space(unit).0,
            Sign::Given(_) => unit * 9 / 10,
            Sign::Right | Sign::Left => unit * 7 / 10,
            Sign::Or => unit * 7 / 10,
            Sign::Plus | Sign::Minus | Sign::Over | Sign::Equals | Sign::Up | Sign::Down => unit / 2,
        }
    }

    /// Draws it around `centre`.
    fn draw(self, centre: Point, unit: i32, shapes: &mut Vec<Shape>) {
        const ARROW: [Point; 7] = [
            (0, -100),
            (80, -10),
            (32, -10),
            (32, 100),
            (-32, 100),
            (-32, -10),
            (-80, -10),
        ];
        let turned = |turn: fn(Point) -> Point| ARROW.map(turn);
        let mut strokes = |lines: &[[Point; 2]]| {
            for line in lines {
                let line = around(centre, unit / 5, line);
                shapes.push(Shape::outlined(Form::Path(line), Ink::Text, 5));
            }
        };
        match self {
            Sign::Plus => strokes(&[[(-100, 0), (100, 0)], [(0, -100), (0, 100)]]),
            Sign::Minus => strokes(&[[(-100, 0), (100, 0)]]),
            Sign::Equals => strokes(&[[(-100, -45), (100, -45)], [(-100, 45), (100, 45)]]),
            Sign::Or => {
                shapes.push(quiet(
                    centre,
                    unit * 2 / 5,
                    Anchor::Middle,
                    unit * 7 / 10,
                    Phrase::new("binome-picture-or"),
                ));
            }
            Sign::Over => {
                strokes(&[[(-100, 0), (100, 0)]]);
                for dot in around(centre, unit / 5, &[(0, -85), (0, 85)]) {
                    shapes.push(Shape::filled(circle(dot, 5), Ink::Text));
                }
            }
            Sign::Up => arrow(centre, unit, &ARROW, shapes),
            Sign::Down => arrow(centre, unit, &turned(|(x, y)| (x, -y)), shapes),
            Sign::Right => arrow(centre, unit, &turned(|(x, y)| (-y, x)), shapes),
            Sign::Left => arrow(centre, unit, &turned(|(x, y)| (y, x)), shapes),
            Sign::Given(number) => {
                shapes.push(text(centre, unit * 3 / 4, Anchor::Middle, unit * 9 / 10, number).bold());
            }
            Sign::Space => empty(centre, unit, shapes),
            Sign::Pair(tens, units) => {
                for (digit, at) in [tens, units].into_iter().zip(halves(centre, unit)) {
                    empty(at, unit, shapes);
                    if let Some(digit) = digit {
                        shapes.push(Shape::filled(shrunk(at, unit), Ink::Tint(0)));
                        shapes.push(text(at, unit * 3 / 4, Anchor::Middle, space(unit).0, digit.to_string()).bold());
                    }
                }
            }
            Sign::Twins => {
                for at in halves(centre, unit) {
                    empty(at, unit, shapes);
                    shapes.push(Shape::filled(shrunk(at, unit), Ink::Tint(0)));
                    let diamond = around(at, unit, &[(0, -26), (20, 0), (0, 26), (-20, 0)]);
                    shapes.push(Shape::filled(Form::Polygon(diamond), Ink::Text));
                }
            }
        }
    }
}

/// The size of a space that is `unit` high.
const fn space(unit: i32) -> Point {
    (unit * 3 / 4, unit)
}

/// The middles of the two spaces of a number.
const fn halves(centre: Point, unit: i32) -> [Point; 2] {
    let half = space(unit).0 / 2;
    [(centre.0 - half, centre.1), (centre.0 + half, centre.1)]
}

/// A space around `centre`, `less` points smaller on every side.
const fn inset(centre: Point, unit: i32, less: i32) -> Form {
    let (width, height) = space(unit);
    let at = (centre.0 - width / 2 + less, centre.1 - height / 2 + less);
    rect(at, (width - 2 * less, height - 2 * less), 8 - less)
}

/// What lies within the line of a space.
const fn shrunk(centre: Point, unit: i32) -> Form {
    inset(centre, unit, 4)
}

fn empty(centre: Point, unit: i32, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::filled(inset(centre, unit, 0), Ink::Paper).with_line(Ink::Text, 3));
}

fn arrow(centre: Point, unit: i32, points: &[Point], shapes: &mut Vec<Shape>) {
    shapes.push(Shape::filled(
        Form::Polygon(around(centre, unit * 2 / 5, points)),
        Ink::Tone(0),
    ));
}

/// Draws a card's condition from `at` on to the right, around that height; its spaces are `unit` high.
fn formula(card: Postulate, at: Point, unit: i32, shapes: &mut Vec<Shape>) {
    let mut left = at.0;
    for sign in signs(card) {
        let width = sign.width(unit);
        sign.draw((left + width / 2, at.1), unit, shapes);
        left += width + unit / 6;
    }
}

/// What a card asks for, in the fewest words where it has many.
fn in_short(card: Postulate, options: &Options) -> Phrase {
    if options.boat && card.is_measure() {
        Phrase::new("binome-picture-boat")
    } else if card == Postulate::Divides {
        Phrase::new("binome-picture-divides")
    } else {
        condition(card, options)
    }
}

/// How high [`draw`] draws a card.
pub(super) const HEIGHT: i32 = 196;

/// Draws the card on the table as wide as the picture, its upper edge at `top`.
pub(super) fn draw(view: &View, card: Postulate, value: Value, top: i32, shapes: &mut Vec<Shape>) {
    const UNIT: i32 = 76;
    let right = WIDTH - MARGIN;
    shapes.push(Shape::filled(rect((MARGIN, top), (INNER, HEIGHT), 18), Ink::Surface).with_line(Ink::Line, 2));
    formula(card, (MARGIN + 22, top + 24 + UNIT / 2), UNIT, shapes);
    let badge = (right - 62, top + 62);
    let worth = match value {
        Value::Tried => "X".to_owned(),
        Value::Points(points) => points.to_string(),
    };
    shapes.push(Shape::filled(circle(badge, 40), Ink::Tone(1)).with_line(Ink::Text, 3));
    shapes.push(text(badge, 46, Anchor::Middle, 64, worth).bold().inked(Ink::Black));
    if view.options.has_house_value(card) {
        shapes.push(quiet(
            (badge.0, badge.1 + 54),
            20,
            Anchor::Middle,
            100,
            Phrase::new("binome-picture-house"),
        ));
    }
    if view.options.battle {
        shapes.push(quiet(
            (badge.0 - 52, badge.1),
            24,
            Anchor::Right,
            190,
            Phrase::new("binome-picture-battle"),
        ));
    }
    let left = MARGIN + 22;
    let room = INNER - 44;
    let beside = room - 96;
    shapes.push(text((left, top + 130), 32, Anchor::Left, beside, card_name(card)).bold());
    shapes.push(text(
        (left, top + 166),
        24,
        Anchor::Left,
        room,
        in_short(card, &view.options),
    ));
}
