//! What Binome's pictures are made of: the width between their margins, and small signs. It knows no rules and no views.
//! Every sign has a form of its own, so that none is told by its colour alone.

use crate::rules::parts::{self, check, circle, text};
use crate::rules::{Anchor, Form, Ink, Label, Point, Shape};

pub(super) use crate::rules::parts::{WIDTH, around};

/// What is left free at its edges.
pub(super) const MARGIN: i32 = 28;
/// What is left between the margins.
pub(super) const INNER: i32 = WIDTH - 2 * MARGIN;

/// Writing that may be overlooked.
pub(super) fn quiet(at: Point, size: i32, anchor: Anchor, room: i32, says: impl Into<Label>) -> Shape {
    text(at, size, anchor, room, says).inked(Ink::Quiet)
}

/// All that `draw` puts, as what would be.
pub(super) fn ghost(shapes: &mut Vec<Shape>, draw: impl FnOnce(&mut Vec<Shape>)) {
    let from = shapes.len();
    draw(shapes);
    for shape in &mut shapes[from..] {
        shape.ghost = true;
    }
}

/// A tick in a disc: ready, possible. The radius is that of the disc.
pub(super) fn tick(centre: Point, radius: i32, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::filled(circle(centre, radius), Ink::Good));
    shapes.push(Shape::outlined(
        check(centre, radius * 5 / 4),
        Ink::Paper,
        thick(radius),
    ));
}

/// A cross in a disc: out.
pub(super) fn cross(centre: Point, radius: i32, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::filled(circle(centre, radius), Ink::Bad));
    for ends in [[(-40, -40), (40, 40)], [(-40, 40), (40, -40)]] {
        shapes.push(Shape::outlined(
            Form::Path(around(centre, radius, &ends)),
            Ink::Paper,
            thick(radius),
        ));
    }
}

/// A dash in a ring: a pass.
pub(super) fn dash(centre: Point, radius: i32, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::outlined(circle(centre, radius - 1), Ink::Quiet, 3));
    let dash = around(centre, radius, &[(-48, 0), (48, 0)]);
    shapes.push(Shape::outlined(Form::Path(dash), Ink::Quiet, 4));
}

/// A flag in a disc: a claim.
pub(super) fn flag(centre: Point, radius: i32, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::filled(circle(centre, radius), Ink::Mark));
    let pole = around(centre, radius, &[(-28, -58), (-28, 60)]);
    shapes.push(Shape::outlined(Form::Path(pole), Ink::Paper, 3));
    let cloth = around(centre, radius, &[(-28, -58), (56, -24), (-28, 10)]);
    shapes.push(Shape::filled(Form::Polygon(cloth), Ink::Paper));
}

/// A ring with three dots: still thinking.
pub(super) fn pending(centre: Point, radius: i32, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::outlined(circle(centre, radius - 1), Ink::Quiet, 3));
    for dot in around(centre, radius, &[(-42, 0), (0, 0), (42, 0)]) {
        shapes.push(Shape::filled(circle(dot, (radius / 7).max(2)), Ink::Quiet));
    }
}

/// A star: a win.
pub(super) fn star(centre: Point, radius: i32, shapes: &mut Vec<Shape>) {
    shapes.push(Shape::filled(parts::star(centre, radius), Ink::Gold).with_line(Ink::Text, 2));
}

/// A chair seen from the side: the chair of the conference.
pub(super) fn chair(centre: Point, size: i32, shapes: &mut Vec<Shape>) {
    let back = around(centre, size, &[(-32, -55), (-32, 55)]);
    let seat = around(centre, size, &[(-32, 6), (34, 6), (34, 55)]);
    for lines in [back, seat] {
        shapes.push(Shape::outlined(Form::Path(lines), Ink::Text, thick(size)));
    }
}

/// The die of ten sides, with its digit, or none while it rolls. It is about as wide as high: twice the radius.
pub(super) fn die(centre: Point, radius: i32, digit: Option<u8>, shapes: &mut Vec<Shape>) {
    let outline = [(0, -100), (92, -22), (92, 22), (0, 100), (-92, 22), (-92, -22)];
    let presentation = [(0, -100), (62, 22), (0, 56), (-62, 22)];
    let outline = Form::Polygon(around(centre, radius, &outline));
    shapes.push(Shape::filled(outline, Ink::Tint(0)).with_line(Ink::Text, 3));
    let edges = [[(62, 22), (92, 22)], [(-62, 22), (-92, 22)], [(0, 56), (0, 100)]];
    for edge in edges {
        shapes.push(Shape::outlined(Form::Path(around(centre, radius, &edge)), Ink::Text, 3));
    }
    let presentation = Form::Polygon(around(centre, radius, &presentation));
    shapes.push(Shape::filled(presentation, Ink::Surface).with_line(Ink::Text, 3));
    let at = (centre.0, centre.1 + radius / 25);
    let written = |says: String| text(at, radius * 3 / 4, Anchor::Middle, radius, says).bold();
    shapes.push(match digit {
        Some(digit) => written(digit.to_string()),
        None => written("?".to_owned()).inked(Ink::Quiet),
    });
}

/// How thick the lines of a sign of this size are.
const fn thick(size: i32) -> u8 {
    if size < 16 { 3 } else { 4 }
}
