//! The marks by which pictures tell people apart: a shape and an ink for each holder of a seat.
//!
//! A game draws the mark of a seat and knows nothing else. Who holds the seats says which number each mark has
//! ([`Sketch::marked`]), so that people keep their mark on whichever seat they play again. No two shapes are alike, so that
//! the ink alone tells nothing; and none looks like what pictures use for something else: a star, a ring, a die, a check.
//!
//! Only pictures have marks. Text names people: a screen reader would say "black up-pointing triangle" before every name. Where
//! a picture names nobody, because the board tells whose something is or because a crowd is told by numbers, it has no marks
//! either.

use super::parts::{self, around, circle, rect, text};
use super::{Anchor, Fill, Form, Ink, Point, Shape, Sketch};
use crate::rules::Seat;

/// How many marks there are; higher numbers wrap around.
pub const MARKS: u8 = 8;

/// The ink of the mark with this number.
pub const fn ink(number: u8) -> Ink {
    match number % MARKS {
        tone if tone < Ink::TONES => Ink::Tone(tone),
        Ink::TONES => Ink::Black,
        _ => Ink::White,
    }
}

/// The shape of the mark with this number.
pub fn form(centre: Point, radius: i32, number: u8) -> Form {
    let corners: &[Point] = match number % MARKS {
        0 => return circle(centre, radius),
        1 => {
            let half = radius.saturating_mul(9) / 10;
            let at = (centre.0.saturating_sub(half), centre.1.saturating_sub(half));
            return rect(at, (half.saturating_mul(2), half.saturating_mul(2)), 0);
        }
        2 => &[(0, -100), (100, 80), (-100, 80)],
        3 => &[(0, -110), (110, 0), (0, 110), (-110, 0)],
        4 => &[
            (-35, -100),
            (35, -100),
            (35, -35),
            (100, -35),
            (100, 35),
            (35, 35),
            (35, 100),
            (-35, 100),
            (-35, 35),
            (-100, 35),
            (-100, -35),
            (-35, -35),
        ],
        5 => &[(-100, -80), (100, -80), (0, 100)],
        6 => &[(-95, -100), (95, -100), (30, 0), (95, 100), (-95, 100), (-30, 0)],
        _ => &[(-100, -95), (0, -30), (100, -95), (100, 95), (0, 30), (-100, 95)],
    };
    Form::Polygon(around(centre, radius, corners))
}

/// The mark of who holds a seat.
pub fn mark(centre: Point, radius: i32, seat: Seat) -> Shape {
    Shape::filled(Form::Mark { centre, radius, seat }, Ink::Own(seat)).with_line(Ink::Text, 2)
}

/// The holder of a seat, from `at` to the right: the mark, and in bold the name, both together at most `room` wide.
pub fn holder(at: Point, size: i32, room: i32, seat: Seat) -> [Shape; 2] {
    let radius = size * 2 / 5;
    let aside = 2 * radius + size * 2 / 5;
    let name = text(
        (at.0 + aside, at.1),
        size,
        Anchor::Left,
        room - aside,
        parts::name(seat),
    );
    [mark((at.0 + radius + 1, at.1), radius, seat), name.bold()]
}

impl Sketch {
    /// The same sketch with the marks and inks of seats as `number` says; without this call a seat's own number counts.
    #[must_use]
    pub fn marked(mut self, number: impl Fn(Seat) -> u8) -> Sketch {
        let given = |seat: &mut Seat| *seat = Seat(number(*seat));
        let of = |ink: &mut Ink| {
            if let Ink::Own(seat) | Ink::Pale(seat) = ink {
                given(seat);
            }
        };
        for shape in &mut self.shapes {
            if let Form::Mark { seat, .. } = &mut shape.form {
                given(seat);
            }
            if let Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)) = &mut shape.fill {
                of(ink);
            }
            if let Some((ink, _)) = &mut shape.line {
                of(ink);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_has_a_shape_and_an_ink_of_its_own_within_its_radius() {
        for number in 0..MARKS {
            for other in 0..number {
                assert_ne!(form((50, 50), 20, number), form((50, 50), 20, other));
                assert_ne!(ink(number), ink(other));
            }
            if let Form::Polygon(corners) = form((50, 50), 20, number) {
                let reach = |(x, y): &Point| (x - 50).abs().max((y - 50).abs());
                assert!(corners.iter().all(|corner| reach(corner) <= 22), "{corners:?}");
            }
        }
        assert_eq!(form((50, 50), 20, MARKS), form((50, 50), 20, 0));
    }

    #[test]
    fn marks_go_where_their_holders_sit_and_nothing_else_changes() {
        let disc = Shape::filled(circle((5, 5), 4), Ink::Tone(0)).with_line(Ink::Mark, 2);
        let ground = |seat| Shape {
            fill: Some(Fill::Stripes(Ink::Pale(seat))),
            ..Shape::outlined(rect((0, 0), (9, 9), 0), Ink::Own(seat), 3)
        };
        let sketch = |seat| Sketch {
            shapes: vec![disc.clone(), mark((20, 20), 9, seat), ground(seat)],
            ..Sketch::default()
        };
        assert_eq!(sketch(Seat(1)).marked(|seat| 4 + seat.0), sketch(Seat(5)));
    }
}
