//! The postulate cards: each condition as a row of signs, of our own design. Spaces stand for the two digits of a number,
//! an arrow for a measure by which numbers compete.

use super::super::options::Options;
use super::super::phrases::{card_name, condition};
use super::super::postulate::{Postulate, Value};
use super::super::view::View;
use super::pen::{Hand, INNER, MARGIN, Pen, WIDTH, around};
use crate::rules::parts::{circle, rect};
use crate::rules::{Anchor, Form, Ink, Phrase, Point};

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
    fn draw(self, pen: &mut Pen, centre: Point, unit: i32) {
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
                pen.line(Form::Path(line), Ink::Text, 5);
            }
        };
        match self {
            Sign::Plus => strokes(&[[(-100, 0), (100, 0)], [(0, -100), (0, 100)]]),
            Sign::Minus => strokes(&[[(-100, 0), (100, 0)]]),
            Sign::Equals => strokes(&[[(-100, -45), (100, -45)], [(-100, 45), (100, 45)]]),
            Sign::Or => {
                let hand = Hand::of(unit * 2 / 5).quiet().anchor(Anchor::Middle);
                pen.write(centre, hand.room(unit * 7 / 10), Phrase::new("binome-picture-or"));
            }
            Sign::Over => {
                strokes(&[[(-100, 0), (100, 0)]]);
                for dot in around(centre, unit / 5, &[(0, -85), (0, 85)]) {
                    pen.fill(circle(dot, 5), Ink::Text);
                }
            }
            Sign::Up => arrow(pen, centre, unit, &ARROW),
            Sign::Down => arrow(pen, centre, unit, &turned(|(x, y)| (x, -y))),
            Sign::Right => arrow(pen, centre, unit, &turned(|(x, y)| (-y, x))),
            Sign::Left => arrow(pen, centre, unit, &turned(|(x, y)| (y, x))),
            Sign::Given(number) => {
                let hand = Hand::of(unit * 3 / 4).bold().anchor(Anchor::Middle);
                pen.write(centre, hand.room(unit * 9 / 10), number);
            }
            Sign::Space => empty(pen, centre, unit),
            Sign::Pair(tens, units) => {
                for (digit, at) in [tens, units].into_iter().zip(halves(centre, unit)) {
                    empty(pen, at, unit);
                    if let Some(digit) = digit {
                        pen.fill(shrunk(at, unit), Ink::Tint(0));
                        let hand = Hand::of(unit * 3 / 4).bold().anchor(Anchor::Middle);
                        pen.write(at, hand.room(space(unit).0), digit.to_string());
                    }
                }
            }
            Sign::Twins => {
                for at in halves(centre, unit) {
                    empty(pen, at, unit);
                    pen.fill(shrunk(at, unit), Ink::Tint(0));
                    let diamond = around(at, unit, &[(0, -26), (20, 0), (0, 26), (-20, 0)]);
                    pen.fill(Form::Polygon(diamond), Ink::Text);
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

fn empty(pen: &mut Pen, centre: Point, unit: i32) {
    pen.both(inset(centre, unit, 0), Ink::Paper, Ink::Text, 3);
}

fn arrow(pen: &mut Pen, centre: Point, unit: i32, points: &[Point]) {
    pen.fill(Form::Polygon(around(centre, unit * 2 / 5, points)), Ink::Tone(0));
}

/// Draws a card's condition from `at` on to the right, around that height; its spaces are `unit` high.
fn formula(pen: &mut Pen, card: Postulate, at: Point, unit: i32) {
    let mut left = at.0;
    for sign in signs(card) {
        let width = sign.width(unit);
        sign.draw(pen, (left + width / 2, at.1), unit);
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
pub(super) fn draw(pen: &mut Pen, view: &View, card: Postulate, value: Value, top: i32) {
    const UNIT: i32 = 76;
    let right = WIDTH - MARGIN;
    pen.both(rect((MARGIN, top), (INNER, HEIGHT), 18), Ink::Surface, Ink::Line, 2);
    formula(pen, card, (MARGIN + 22, top + 24 + UNIT / 2), UNIT);
    let badge = (right - 62, top + 62);
    let worth = match value {
        Value::Tried => "X".to_owned(),
        Value::Points(points) => points.to_string(),
    };
    pen.both(circle(badge, 40), Ink::Tone(1), Ink::Text, 3);
    let hand = Hand::of(46).bold().anchor(Anchor::Middle).ink(Ink::Black);
    pen.write(badge, hand.room(64), worth);
    if view.options.has_house_value(card) {
        let hand = Hand::of(20).quiet().anchor(Anchor::Middle).room(100);
        pen.write((badge.0, badge.1 + 54), hand, Phrase::new("binome-picture-house"));
    }
    if view.options.battle {
        let hand = Hand::of(24).quiet().anchor(Anchor::Right).room(190);
        pen.write((badge.0 - 52, badge.1), hand, Phrase::new("binome-picture-battle"));
    }
    let left = MARGIN + 22;
    let room = INNER - 44;
    let beside = room - 96;
    pen.write((left, top + 130), Hand::of(32).bold().room(beside), card_name(card));
    pen.write(
        (left, top + 166),
        Hand::of(24).room(room),
        in_short(card, &view.options),
    );
}
