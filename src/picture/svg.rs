//! A sketch as SVG: shapes in the colours of their inks, text as outlines.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::colours::colour;
use super::letters::{self, EM, HALF_CAPITAL, PARTS};
use super::{LARGEST, Undrawn, checked};
use crate::rules::{Anchor, Fill, Form, Ink, Label, Point, Shape, Sketch};

/// How much of a ghost's fill is seen, in percent.
const FAINT: u8 = 45;

/// How much of a ghost's writing is seen, in percent: it must still be read.
const FAINT_WRITING: u8 = 80;

/// The line of a ghost that has none of its own.
const GHOST_LINE: (Ink, u8) = (Ink::Mark, 3);

/// How far stripes are apart, in points to the right and down.
const STRIPES: i32 = 10;

/// How far rows of dots are apart, in points, and how large the dots are.
const DOTS: (i32, i32) = (12, 2);

/// For what lies on whole pixels anyway: it looks the same and is drawn faster.
const CRISP: &str = " shape-rendering=\"crispEdges\"";

/// A sketch as SVG of one point to a pixel. Labels that are still phrases are left out.
///
/// # Errors
/// When the sketch is empty or too large.
pub fn svg(sketch: &Sketch) -> Result<String, Undrawn> {
    let (width, height) = checked(sketch)?;
    let mut svg = Svg {
        text: String::with_capacity(64 * 1024),
        size: sketch.size,
    };
    let _ = write!(
        svg.text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">"
    );
    svg.stripes(sketch);
    let _ = write!(
        svg.text,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"{CRISP}/>",
        hex(Ink::Paper)
    );
    for shape in &sketch.shapes {
        svg.shape(&Shape {
            form: near(&shape.form),
            ..shape.clone()
        });
    }
    svg.text.push_str("</svg>");
    Ok(svg.text)
}

/// A form with every place and extent brought near the largest picture, so that no number is too large to draw with.
fn near(form: &Form) -> Form {
    let bound = |number: i32| number.clamp(-2 * LARGEST, 2 * LARGEST);
    let place = |(x, y): Point| (bound(x), bound(y));
    match form.clone() {
        Form::Rect { at, size, round } => Form::Rect {
            at: place(at),
            size: place(size),
            round: bound(round),
        },
        Form::Circle { centre, radius } => Form::Circle {
            centre: place(centre),
            radius: bound(radius),
        },
        Form::Polygon(corners) => Form::Polygon(corners.into_iter().map(place).collect()),
        Form::Path(points) => Form::Path(points.into_iter().map(place).collect()),
        Form::Text {
            at,
            size,
            anchor,
            bold,
            room,
            says,
        } => Form::Text {
            at: place(at),
            size: bound(size),
            anchor,
            bold,
            room: bound(room),
            says,
        },
        Form::Rings { centre, radius, number } => Form::Rings {
            centre: place(centre),
            radius: bound(radius),
            number,
        },
    }
}

/// A colour as SVG writes it.
fn hex(ink: Ink) -> String {
    let [red, green, blue] = colour(ink);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number of parts as a number with a point.
fn decimal(parts: i64, of: i64) -> String {
    let millionths = (parts * 1_000_000).div_euclid(of.max(1));
    let sign = if millionths < 0 { "-" } else { "" };
    let millionths = millionths.unsigned_abs();
    format!("{sign}{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
}

struct Svg {
    text: String,
    size: Point,
}

impl Svg {
    /// The stripes that the sketch is filled with: a gradient to and fro, so that the stripes of neighbours meet.
    fn stripes(&mut self, sketch: &Sketch) {
        let inks = sketch.shapes.iter().filter_map(|shape| match shape.fill {
            Some(Fill::Stripes(ink)) => Some(hex(ink)),
            _ => None,
        });
        for ink in inks.collect::<BTreeSet<String>>() {
            let name = &ink[1..];
            let _ = write!(
                self.text,
                "<linearGradient id=\"s{name}\" gradientUnits=\"userSpaceOnUse\" x2=\"{STRIPES}\" y2=\"{STRIPES}\" \
                 spreadMethod=\"repeat\">"
            );
            for (offset, opacity) in [("0", 1), (".3", 1), (".4", 0), (".9", 0), ("1", 1)] {
                let _ = write!(
                    self.text,
                    "<stop offset=\"{offset}\" stop-color=\"{ink}\" stop-opacity=\"{opacity}\"/>"
                );
            }
            self.text.push_str("</linearGradient>");
        }
    }

    fn shape(&mut self, shape: &Shape) {
        if let Form::Text { .. } = shape.form {
            return self.writing(shape);
        }
        if let Form::Rings { centre, radius, number } = shape.form {
            let parts = rings(centre, radius, number, shape);
            return parts.iter().for_each(|part| self.shape(part));
        }
        let Some(element) = element(&shape.form) else { return };
        let line = shape
            .line
            .or(shape.ghost.then_some(GHOST_LINE))
            .filter(|line| line.1 > 0);
        let fill = shape.fill.filter(|_| !matches!(shape.form, Form::Path(_)));
        match fill {
            Some(Fill::Dots(ink)) => {
                self.dots(&shape.form, ink, shape.ghost);
                if line.is_none() {
                    return;
                }
                let _ = write!(self.text, "<{element} fill=\"none\"");
            }
            Some(Fill::Plain(ink)) => {
                let _ = write!(self.text, "<{element} fill=\"{}\"", hex(ink));
                if line.is_none() && matches!(shape.form, Form::Rect { round: ..=0, .. }) {
                    self.text.push_str(CRISP);
                }
            }
            Some(Fill::Stripes(ink)) => {
                let _ = write!(self.text, "<{element} fill=\"url(#s{})\"", &hex(ink)[1..]);
            }
            None => {
                let _ = write!(self.text, "<{element} fill=\"none\"");
            }
        }
        if shape.ghost {
            let _ = write!(self.text, " fill-opacity=\".{FAINT}\"");
        }
        if let Some((ink, width)) = line {
            let _ = write!(
                self.text,
                " stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"",
                hex(ink)
            );
            match shape.ghost {
                true => self.text.push_str(" stroke-dasharray=\"9 6\""),
                false if matches!(shape.form, Form::Path(_)) => self.text.push_str(" stroke-linecap=\"round\""),
                false => {}
            }
        }
        self.text.push_str("/>");
    }

    /// Dots that lie wholly within a form, in rows around its middle.
    fn dots(&mut self, form: &Form, ink: Ink, ghost: bool) {
        let Some((least, most)) = bounds(form) else { return };
        let (apart, radius) = DOTS;
        let middle = ((least.0 + most.0).div_euclid(2), (least.1 + most.1).div_euclid(2));
        // Only those that can be seen.
        let least = (least.0.max(-apart), least.1.max(-apart));
        let most = (most.0.min(self.size.0 + apart), most.1.min(self.size.1 + apart));
        let rows =
            |from: i32, to: i32, step: i32| (from.div_euclid(step)..=to.div_euclid(step)).map(move |at| at * step);
        let mut path = String::new();
        for down in rows(least.1 - middle.1, most.1 - middle.1, apart / 2) {
            let shift = if down % apart == 0 { 0 } else { apart / 2 };
            for along in rows(least.0 - middle.0, most.0 - middle.0, apart) {
                let at = (middle.0 + along + shift, middle.1 + down);
                if within(form, at, radius + 1) {
                    let (left, wide) = (at.0 - radius, 2 * radius);
                    let _ = write!(
                        path,
                        "M{left} {}a{radius} {radius} 0 1 0 {wide} 0a{radius} {radius} 0 1 0 -{wide} 0z",
                        at.1
                    );
                }
            }
        }
        if path.is_empty() {
            return;
        }
        let _ = write!(self.text, "<path d=\"{path}\" fill=\"{}\"", hex(ink));
        if ghost {
            let _ = write!(self.text, " fill-opacity=\".{FAINT}\"");
        }
        self.text.push_str("/>");
    }

    /// A line of text; the line around it, if it has one, lies behind the letters.
    fn writing(&mut self, shape: &Shape) {
        let Form::Text {
            at,
            size,
            anchor,
            bold,
            room,
            says: Label::Text(says),
        } = &shape.form
        else {
            return;
        };
        let Some(line) = letters::fitted(says, *bold, *size, *room) else {
            return;
        };
        if line.path.is_empty() {
            return;
        }
        let whole = i64::from(EM) * i64::from(PARTS);
        let wide = line.width * i64::from(line.size);
        let left = i64::from(at.0) * whole
            - match anchor {
                Anchor::Left => 0,
                Anchor::Middle => wide / 2,
                Anchor::Right => wide,
            };
        let base = i64::from(at.1) * whole + i64::from(HALF_CAPITAL) * i64::from(line.size);
        let scale = decimal(i64::from(line.size), whole);
        let _ = write!(
            self.text,
            "<path transform=\"matrix({scale} 0 0 {scale} {} {})\" d=\"{}\"",
            decimal(left, whole),
            decimal(base, whole),
            line.path
        );
        match shape.fill {
            Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)) => {
                let _ = write!(self.text, " fill=\"{}\"", hex(ink));
            }
            None => self.text.push_str(" fill=\"none\""),
        }
        if shape.ghost {
            let _ = write!(self.text, " fill-opacity=\".{FAINT_WRITING}\"");
        }
        if let Some((ink, width)) = shape.line.filter(|line| line.1 > 0) {
            let width = i64::from(width) * whole / i64::from(line.size.max(1));
            let _ = write!(
                self.text,
                " stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
                hex(ink)
            );
        }
        self.text.push_str("/>");
    }
}

/// A form as the beginning of an element; `None` for one that has no extent.
fn element(form: &Form) -> Option<String> {
    match form {
        Form::Rect { at, size, round } => {
            if size.0 <= 0 || size.1 <= 0 {
                return None;
            }
            let mut rect = format!(
                "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                at.0, at.1, size.0, size.1
            );
            if *round > 0 {
                let _ = write!(rect, " rx=\"{round}\"");
            }
            Some(rect)
        }
        Form::Circle { centre, radius } => {
            (*radius > 0).then(|| format!("circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"", centre.0, centre.1))
        }
        Form::Polygon(corners) => (corners.len() > 2).then(|| format!("path d=\"{}Z\"", through(corners))),
        Form::Path(points) => (points.len() > 1).then(|| format!("path d=\"{}\"", through(points))),
        Form::Text { .. } | Form::Rings { .. } => None,
    }
}

/// A number from 0 to 7 as a dot and circles. The rings of a ghost are drawn whole: in pieces they could not be read.
fn rings(centre: Point, radius: i32, number: u8, shape: &Shape) -> Vec<Shape> {
    let Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)) = shape.fill else {
        return Vec::new();
    };
    let width = (radius / 5).clamp(2, 12);
    let ring = |radius: i32| Shape::outlined(Form::Circle { centre, radius }, ink, width as u8);
    let pip = Form::Circle {
        centre,
        radius: (radius / 4).max(2),
    };
    let all = [
        (1, Shape::filled(pip, ink)),
        (2, ring(radius * 11 / 20)),
        (4, ring(radius - width / 2)),
    ];
    let shown = all.into_iter().filter(|(bit, _)| number & bit != 0);
    shown.map(|(_, part)| part).collect()
}

/// Path data through these points.
fn through(points: &[Point]) -> String {
    let mut data = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let letter = if at == 0 { 'M' } else { 'L' };
        let _ = write!(data, "{letter}{x} {y}");
    }
    data
}

/// The least and the greatest place of a form.
fn bounds(form: &Form) -> Option<(Point, Point)> {
    match form {
        Form::Rect { at, size, .. } => Some((*at, (at.0 + size.0, at.1 + size.1))),
        Form::Circle { centre: (x, y), radius } => Some(((x - radius, y - radius), (x + radius, y + radius))),
        Form::Polygon(corners) | Form::Path(corners) => {
            let (first, rest) = corners.split_first()?;
            Some(rest.iter().fold((*first, *first), |(least, most), at| {
                (
                    (least.0.min(at.0), least.1.min(at.1)),
                    (most.0.max(at.0), most.1.max(at.1)),
                )
            }))
        }
        Form::Text { .. } | Form::Rings { .. } => None,
    }
}

/// Whether a dot of this radius at this place lies within a form.
fn within(form: &Form, at: Point, radius: i32) -> bool {
    let (x, y, radius) = (i64::from(at.0), i64::from(at.1), i64::from(radius));
    match form {
        Form::Rect { at, size, .. } => {
            let (left, top) = (i64::from(at.0), i64::from(at.1));
            let (right, bottom) = (left + i64::from(size.0), top + i64::from(size.1));
            x - radius >= left && x + radius <= right && y - radius >= top && y + radius <= bottom
        }
        Form::Circle { centre, radius: whole } => {
            let (dx, dy, room) = (
                x - i64::from(centre.0),
                y - i64::from(centre.1),
                i64::from(*whole) - radius,
            );
            room >= 0 && dx * dx + dy * dy <= room * room
        }
        Form::Polygon(corners) => {
            let around = [(0, 0), (radius, 0), (-radius, 0), (0, radius), (0, -radius)];
            around.iter().all(|(dx, dy)| inside(corners, (x + dx, y + dy)))
        }
        Form::Path(_) | Form::Text { .. } | Form::Rings { .. } => false,
    }
}

/// Whether a place is inside a polygon: a ray to the right crosses its sides an odd number of times.
fn inside(corners: &[Point], (x, y): (i64, i64)) -> bool {
    let wide = |(x, y): Point| (i64::from(x), i64::from(y));
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = sides.filter(|(from, to)| {
        let (from, to) = (wide(**from), wide(**to));
        let (low, high) = if from.1 <= to.1 { (from, to) } else { (to, from) };
        let spans = low.1 <= y && y < high.1;
        // The place lies to the left of the side.
        spans && (x - low.0) * (high.1 - low.1) < (high.0 - low.0) * (y - low.1)
    });
    crossed.count() % 2 == 1
}
