//! The outlines of forms as data of SVG paths.
//!
//! Edges on whole pixels need no anti-aliasing, and drawing without it is several times as fast. Most of a board is
//! rectangles. This module splits them into parts whose edges lie on whole pixels and parts whose edges do not. A pixel that
//! an upright edge covers by half is drawn as a whole pixel of half the opacity. The parts look like one drawing.

use super::layers::Bounds;
use crate::rules::{Form, Point};

/// Path data in the making. Boards have thousands of numbers; the standard library's formatting would take ten times as
/// long.
#[derive(Default)]
struct Data(String);

impl Data {
    /// Writes a number of half points as points.
    fn half(&mut self, halves: i32) {
        let (size, odd) = (halves.unsigned_abs() / 2, halves % 2 != 0);
        if halves < 0 {
            self.0.push('-');
        }
        if size > 0 || !odd {
            self.digits(size);
        }
        if odd {
            self.0.push_str(".5");
        }
    }

    fn digits(&mut self, number: u32) {
        if number >= 10 {
            self.digits(number / 10);
        }
        self.0.push(char::from(b'0' + (number % 10) as u8));
    }

    /// A command with its numbers, in halves of a point.
    fn to(&mut self, command: &str, numbers: &[i32]) {
        self.0.push_str(command);
        for (at, number) in numbers.iter().enumerate() {
            if at > 0 {
                self.0.push(' ');
            }
            self.half(*number);
        }
    }

    /// An arc of this radius, turning right, by this offset; no arc when there is no radius.
    fn arc(&mut self, radius: i32, large: bool, to: Point) {
        if radius > 0 {
            self.to("a", &[radius, radius]);
            self.to(if large { " 0 1 1 " } else { " 0 0 1 " }, &[to.0, to.1]);
        }
    }
}

/// The greatest whole number of points at or below this number of half points; `up` gives the least at or above.
fn down(halves: i32) -> i32 {
    halves.div_euclid(2)
}

fn up(halves: i32) -> i32 {
    (halves + 1).div_euclid(2)
}

/// How a part of a form is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// Its edges lie on whole pixels.
    Whole,
    /// Its edges lie on whole pixels, and it covers half of each of its pixels.
    Faint,
    /// Its edges need anti-aliasing.
    Smooth,
}

/// A part of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// How to draw it.
    pub(super) edge: Edge,
    /// Data of a path, filled by the even-odd rule.
    pub(super) data: String,
}

impl Part {
    fn smooth(data: String) -> Part {
        Part {
            edge: Edge::Smooth,
            data,
        }
    }
}

/// A form whose line is the area between two forms of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solid {
    Slab(Slab),
    Disc(Disc),
}

impl Solid {
    /// `None` for other forms and for forms without extent.
    pub(super) fn of(form: &Form) -> Option<Solid> {
        match form {
            Form::Rect { at, size, round } => Slab::new(*at, *size, *round).map(Solid::Slab),
            Form::Circle { centre, radius } if *radius > 0 => Some(Solid::Disc(Disc {
                centre: *centre,
                radius: 2 * radius,
            })),
            _ => None,
        }
    }

    /// The forms within the outer and the inner edge of a line of this width in points; there is no inner form where the line
    /// leaves no room.
    pub(super) fn edges(&self, width: i32) -> (Solid, Option<Solid>) {
        match self {
            Solid::Slab(slab) => {
                let (outer, inner) = slab.edges(width);
                (Solid::Slab(outer), inner.map(Solid::Slab))
            }
            Solid::Disc(disc) => {
                let of = |radius: i32| Disc { radius, ..*disc };
                let inner = Some(disc.radius - width).filter(|radius| *radius > 0);
                (
                    Solid::Disc(of(disc.radius + width)),
                    inner.map(|inner| Solid::Disc(of(inner))),
                )
            }
        }
    }

    /// Its parts when it is filled. They do not overlap.
    pub(super) fn parts(&self) -> Vec<Part> {
        match self {
            Solid::Slab(slab) => slab.parts(),
            Solid::Disc(disc) => vec![Part::smooth(disc.outline())],
        }
    }

    /// The parts of a line around it.
    pub(super) fn line(&self, width: i32) -> Vec<Part> {
        match self.edges(width) {
            (Solid::Slab(outer), Some(Solid::Slab(inner))) => outer.parts_around(inner),
            (Solid::Disc(outer), Some(Solid::Disc(inner))) => {
                vec![Part::smooth(outer.outline() + &inner.outline())]
            }
            (outer, _) => outer.parts(),
        }
    }

    /// Its bounding box.
    pub(super) fn bounds(&self) -> Bounds {
        match self {
            Solid::Slab(slab) => slab.bounds(),
            Solid::Disc(disc) => disc.bounds(),
        }
    }

    /// The whole outline.
    pub(super) fn outline(&self) -> String {
        match self {
            Solid::Slab(slab) => slab.outline(),
            Solid::Disc(disc) => disc.outline(),
        }
    }
}

/// A circle around a position in points; its radius is in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Disc {
    centre: Point,
    radius: i32,
}

impl Disc {
    fn outline(self) -> String {
        let wide = 2 * self.radius;
        let mut data = Data::default();
        data.to("M", &[2 * self.centre.0 + self.radius, 2 * self.centre.1]);
        data.arc(self.radius, true, (-wide, 0));
        data.arc(self.radius, true, (wide, 0));
        data.0.push('z');
        data.0
    }

    fn bounds(self) -> Bounds {
        let ((x, y), reach) = (self.centre, up(self.radius));
        ((x - reach, y - reach), (x + reach, y + reach))
    }
}

/// A rectangle with rounded corners, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slab {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    round: i32,
}

impl Slab {
    /// A rectangle in points; `None` when it has no extent.
    fn new(at: Point, size: Point, round: i32) -> Option<Slab> {
        (size.0 > 0 && size.1 > 0).then(|| Slab {
            left: 2 * at.0,
            top: 2 * at.1,
            right: 2 * (at.0 + size.0),
            bottom: 2 * (at.1 + size.1),
            round: (2 * round).clamp(0, size.0.min(size.1)),
        })
    }

    /// The edges of a line of this width around it: the outer one, and the inner one where there is room for it.
    fn edges(self, width: i32) -> (Slab, Option<Slab>) {
        let grown = |by: i32| Slab {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
            round: (self.round + by).max(0),
        };
        let inner = grown(-width);
        let room = inner.left < inner.right && inner.top < inner.bottom;
        (grown(width), room.then_some(inner))
    }

    fn bounds(self) -> Bounds {
        ((down(self.left), down(self.top)), (up(self.right), up(self.bottom)))
    }

    /// The rows in which its sides are straight, in points.
    fn straight(self) -> (i32, i32) {
        (up(self.top + self.round), down(self.bottom - self.round))
    }

    /// The whole outline, from the upper left corner to the right.
    fn outline(self) -> String {
        let Slab {
            left,
            top,
            right,
            bottom,
            round,
        } = self;
        let mut data = Data::default();
        data.to("M", &[left + round, top]);
        data.to("H", &[right - round]);
        data.arc(round, false, (round, round));
        data.to("V", &[bottom - round]);
        data.arc(round, false, (-round, round));
        data.to("H", &[left + round]);
        data.arc(round, false, (-round, -round));
        data.to("V", &[top + round]);
        data.arc(round, false, (round, -round));
        data.0.push('z');
        data.0
    }

    /// The part above a row, in points, in which the sides are straight.
    fn head(self, data: &mut Data, row: i32) {
        let Slab {
            left,
            top,
            right,
            round,
            ..
        } = self;
        data.to("M", &[left, 2 * row]);
        data.to("V", &[top + round]);
        data.arc(round, false, (round, -round));
        data.to("H", &[right - round]);
        data.arc(round, false, (round, round));
        data.to("V", &[2 * row]);
        data.0.push('z');
    }

    /// The part below such a row.
    fn foot(self, data: &mut Data, row: i32) {
        let Slab {
            left,
            right,
            bottom,
            round,
            ..
        } = self;
        data.to("M", &[right, 2 * row]);
        data.to("V", &[bottom - round]);
        data.arc(round, false, (-round, round));
        data.to("H", &[left + round]);
        data.arc(round, false, (-round, -round));
        data.to("V", &[2 * row]);
        data.0.push('z');
    }

    /// Its parts when it is filled.
    fn parts(self) -> Vec<Part> {
        let (first, last) = self.straight();
        let mut parts = Vec::new();
        if first >= last || up(self.left) >= down(self.right) {
            parts.push(Part::smooth(self.outline()));
            return parts;
        }
        ends(&mut parts, &[self], (first, last));
        sides(&mut parts, (self.left, self.right), (first, last));
        parts
    }

    /// The parts of the area between it and a smaller one inside it.
    fn parts_around(self, inner: Slab) -> Vec<Part> {
        let (rows, within) = (self.straight(), inner.straight());
        let (first, last) = (rows.0.max(within.0), rows.1.min(within.1));
        let mut parts = Vec::new();
        if first >= last {
            parts.push(Part::smooth(self.outline() + &inner.outline()));
            return parts;
        }
        ends(&mut parts, &[self, inner], (first, last));
        sides(&mut parts, (self.left, inner.left), (first, last));
        sides(&mut parts, (inner.right, self.right), (first, last));
        parts
    }
}

/// The areas of nested rectangles above and below these rows, if there are any.
fn ends(parts: &mut Vec<Part>, slabs: &[Slab], (first, last): (i32, i32)) {
    let Some(outer) = slabs.first() else { return };
    let mut end = |there: bool, write: fn(Slab, &mut Data, i32), row: i32| {
        if there {
            let mut data = Data::default();
            slabs.iter().for_each(|slab| write(*slab, &mut data, row));
            parts.push(Part::smooth(data.0));
        }
    };
    end(outer.top < 2 * first, Slab::head, first);
    end(2 * last < outer.bottom, Slab::foot, last);
}

/// The area in these rows between two upright edges, in half points.
fn sides(parts: &mut Vec<Part>, (left, right): (i32, i32), (first, last): (i32, i32)) {
    let mut part = |edge: Edge, left: i32, right: i32| {
        if left < right {
            let mut data = Data::default();
            data.to("M", &[2 * left, 2 * first]);
            data.to("H", &[2 * right]);
            data.to("V", &[2 * last]);
            data.to("H", &[2 * left]);
            data.0.push('z');
            parts.push(Part { edge, data: data.0 });
        }
    };
    part(Edge::Faint, down(left), up(left));
    part(Edge::Whole, up(left), down(right));
    part(Edge::Faint, down(right), up(right));
}

/// Path data through these points.
pub(super) fn through(points: &[Point]) -> String {
    let mut data = Data::default();
    for (at, (x, y)) in points.iter().enumerate() {
        data.to(if at == 0 { "M" } else { "L" }, &[2 * x, 2 * y]);
    }
    data.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[Part]) -> Vec<(Edge, &str)> {
        parts.iter().map(|part| (part.edge, part.data.as_str())).collect()
    }

    #[test]
    fn halves_are_shown_in_points() {
        let mut data = Data::default();
        data.to("M", &[-3, -2, -1, 0, 1, 2, 3, 25, 20_480]);
        assert_eq!(data.0, "M-1.5 -1 -.5 0 .5 1 1.5 12.5 10240");
    }

    #[test]
    fn whole_edges_need_no_smoothing() {
        let slab = Slab::new((10, 20), (30, 40), 0).expect("a slab");
        assert_eq!(shown(&slab.parts()), [(Edge::Whole, "M10 20H40V60H10z")]);
        let (outer, inner) = slab.edges(2);
        let parts = outer.parts_around(inner.expect("room"));
        assert_eq!(
            shown(&parts)[2..],
            [(Edge::Whole, "M9 21H11V59H9z"), (Edge::Whole, "M39 21H41V59H39z")]
        );
        assert_eq!((outer.bounds(), parts.len()), (((9, 19), (41, 61)), 4));
    }

    #[test]
    fn half_covered_columns_are_faint() {
        let (outer, inner) = Slab::new((10, 20), (30, 40), 0).expect("a slab").edges(1);
        let parts = outer.parts();
        assert_eq!(
            shown(&parts)[2..],
            [
                (Edge::Faint, "M9 20H10V60H9z"),
                (Edge::Whole, "M10 20H40V60H10z"),
                (Edge::Faint, "M40 20H41V60H40z"),
            ]
        );
        let line = outer.parts_around(inner.expect("room"));
        let columns = [
            "M9 21H10V59H9z",
            "M10 21H11V59H10z",
            "M39 21H40V59H39z",
            "M40 21H41V59H40z",
        ];
        assert_eq!(shown(&line)[2..], columns.map(|data| (Edge::Faint, data)));
    }

    #[test]
    fn a_line_with_no_room_within_leaves_none() {
        let slab = Slab::new((0, 0), (4, 40), 0).expect("a slab");
        assert!(slab.edges(3).1.is_some() && slab.edges(4).1.is_none());
        assert_eq!(Slab::new((0, 0), (0, 5), 0), None);
    }
}
