//! What Binome's pictures are made of: a sheet of shapes that grows, hands of writing, and small signs. It knows no rules
//! and no views. Every sign has a form of its own, so that none is told by its colour alone.

use crate::rules::parts::{check, circle, star, text};
use crate::rules::{Anchor, Form, Ink, Label, Point, Seat, Shape, marks};

pub(super) use crate::rules::parts::{WIDTH, around};

/// What is left free at its edges.
pub(super) const MARGIN: i32 = 28;
/// What is left between the margins.
pub(super) const INNER: i32 = WIDTH - 2 * MARGIN;

/// How a text is written.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    size: i32,
    bold: bool,
    ink: Ink,
    anchor: Anchor,
    room: i32,
}

impl Hand {
    /// Letters of this size, from left to right, in the ink of writing, with room as far as the margins are apart.
    pub(super) const fn of(size: i32) -> Hand {
        Hand {
            size,
            bold: false,
            ink: Ink::Text,
            anchor: Anchor::Left,
            room: INNER,
        }
    }

    pub(super) const fn bold(self) -> Hand {
        Hand { bold: true, ..self }
    }

    pub(super) const fn ink(self, ink: Ink) -> Hand {
        Hand { ink, ..self }
    }

    /// Writing that may be overlooked.
    pub(super) const fn quiet(self) -> Hand {
        self.ink(Ink::Quiet)
    }

    pub(super) const fn anchor(self, anchor: Anchor) -> Hand {
        Hand { anchor, ..self }
    }

    pub(super) const fn room(self, room: i32) -> Hand {
        Hand { room, ..self }
    }
}

/// Shapes, from the back to the front.
#[derive(Default)]
pub(super) struct Pen {
    pub(super) shapes: Vec<Shape>,
}

impl Pen {
    pub(super) fn put(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// A form filled with an ink.
    pub(super) fn fill(&mut self, form: Form, ink: Ink) {
        self.put(Shape::filled(form, ink));
    }

    /// A line around a form, or along a path.
    pub(super) fn line(&mut self, form: Form, ink: Ink, width: u8) {
        self.put(Shape::outlined(form, ink, width));
    }

    /// A form in one ink with a line of another around it.
    pub(super) fn both(&mut self, form: Form, fill: Ink, line: Ink, width: u8) {
        self.put(Shape::filled(form, fill).with_line(line, width));
    }

    /// A text whose middle, or end, stands at `at`.
    pub(super) fn write(&mut self, at: Point, hand: Hand, says: impl Into<Label>) {
        let written = text(at, hand.size, hand.anchor, hand.room, says).inked(hand.ink);
        self.put(if hand.bold { written.bold() } else { written });
    }

    /// The mark and the name of who holds a seat, so wide at most.
    pub(super) fn holder(&mut self, at: Point, room: i32, seat: Seat) {
        self.shapes.extend(marks::holder(at, 26, room, seat));
    }

    /// All that `draw` puts, as what would be.
    pub(super) fn ghost(&mut self, draw: impl FnOnce(&mut Pen)) {
        let from = self.shapes.len();
        draw(self);
        for shape in &mut self.shapes[from..] {
            shape.ghost = true;
        }
    }

    /// A tick in a disc: ready, possible. The radius is that of the disc.
    pub(super) fn tick(&mut self, centre: Point, radius: i32) {
        self.fill(circle(centre, radius), Ink::Good);
        self.line(check(centre, radius * 5 / 4), Ink::Paper, thick(radius));
    }

    /// A cross in a disc: out.
    pub(super) fn cross(&mut self, centre: Point, radius: i32) {
        self.fill(circle(centre, radius), Ink::Bad);
        for ends in [[(-40, -40), (40, 40)], [(-40, 40), (40, -40)]] {
            self.line(Form::Path(around(centre, radius, &ends)), Ink::Paper, thick(radius));
        }
    }

    /// A dash in a ring: a pass.
    pub(super) fn dash(&mut self, centre: Point, radius: i32) {
        self.line(circle(centre, radius - 1), Ink::Quiet, 3);
        let dash = around(centre, radius, &[(-48, 0), (48, 0)]);
        self.line(Form::Path(dash), Ink::Quiet, 4);
    }

    /// A flag in a disc: a claim.
    pub(super) fn flag(&mut self, centre: Point, radius: i32) {
        self.fill(circle(centre, radius), Ink::Mark);
        let pole = around(centre, radius, &[(-28, -58), (-28, 60)]);
        self.line(Form::Path(pole), Ink::Paper, 3);
        let cloth = around(centre, radius, &[(-28, -58), (56, -24), (-28, 10)]);
        self.fill(Form::Polygon(cloth), Ink::Paper);
    }

    /// A ring with three dots: still thinking.
    pub(super) fn pending(&mut self, centre: Point, radius: i32) {
        self.line(circle(centre, radius - 1), Ink::Quiet, 3);
        for dot in around(centre, radius, &[(-42, 0), (0, 0), (42, 0)]) {
            self.fill(circle(dot, (radius / 7).max(2)), Ink::Quiet);
        }
    }

    /// A star: a win.
    pub(super) fn star(&mut self, centre: Point, radius: i32) {
        self.both(star(centre, radius), Ink::Gold, Ink::Text, 2);
    }

    /// A chair seen from the side: the chair of the conference.
    pub(super) fn chair(&mut self, centre: Point, size: i32) {
        let back = around(centre, size, &[(-32, -55), (-32, 55)]);
        let seat = around(centre, size, &[(-32, 6), (34, 6), (34, 55)]);
        for lines in [back, seat] {
            self.line(Form::Path(lines), Ink::Text, thick(size));
        }
    }

    /// The die of ten sides, with its digit, or none while it rolls. It is about as wide as high: twice the radius.
    pub(super) fn die(&mut self, centre: Point, radius: i32, digit: Option<u8>) {
        let outline = [(0, -100), (92, -22), (92, 22), (0, 100), (-92, 22), (-92, -22)];
        let presentation = [(0, -100), (62, 22), (0, 56), (-62, 22)];
        let outline = Form::Polygon(around(centre, radius, &outline));
        self.both(outline, Ink::Tint(0), Ink::Text, 3);
        let edges = [[(62, 22), (92, 22)], [(-62, 22), (-92, 22)], [(0, 56), (0, 100)]];
        for edge in edges {
            self.line(Form::Path(around(centre, radius, &edge)), Ink::Text, 3);
        }
        let presentation = Form::Polygon(around(centre, radius, &presentation));
        self.both(presentation, Ink::Surface, Ink::Text, 3);
        let hand = Hand::of(radius * 3 / 4).bold().anchor(Anchor::Middle).room(radius);
        let at = (centre.0, centre.1 + radius / 25);
        match digit {
            Some(digit) => self.write(at, hand, digit.to_string()),
            None => self.write(at, hand.quiet(), "?"),
        }
    }
}

/// How thick the lines of a sign of this size are.
const fn thick(size: i32) -> u8 {
    if size < 16 { 3 } else { 4 }
}
