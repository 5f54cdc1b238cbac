//! A sketch as SVG: shapes in the colours of their inks, text as outlines.
//!
//! Drawing a line costs twice as much as filling the form that it surrounds. So rectangles and circles with a line are two
//! filled forms, one on top of the other; only ghosts, and forms with corners, have real lines.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::colours::colour;
use super::layers::{Bounds, Layers};
use super::letters::{self, EM, HALF_CAPITAL, PARTS};
use super::outlines::{Edge, Part, Solid, through};
use super::{LARGEST, Undrawn, checked};
use crate::rules::{Anchor, Fill, Form, Ink, Label, Point, Shape, Sketch};

/// The opacity of a ghost's fill, in percent.
const FAINT: u8 = 45;

/// The opacity of a ghost's writing, in percent: it must stay legible.
const FAINT_WRITING: u8 = 80;

/// The line of a ghost without a line of its own.
const GHOST_LINE: (Ink, u8) = (Ink::Mark, 3);

/// The distance between stripes, in points to the right and down.
pub(super) const STRIPES: i32 = 10;

/// The distance between rows of dots, and the radius of a dot, in points.
const DOTS: (i32, i32) = (12, 2);

/// A sketch as SVG with one point to a pixel. Labels that are still phrases are left out.
///
/// # Errors
/// When the sketch is empty or too large.
pub fn svg(sketch: &Sketch) -> Result<String, Undrawn> {
    checked(sketch)?;
    let mut svg = Svg::seen(((0, 0), sketch.size));
    let paper = Form::Rect {
        at: (0, 0),
        size: sketch.size,
        round: 0,
    };
    svg.shape(&Shape::filled(paper, Ink::Paper));
    for shape in &sketch.shapes {
        svg.shape(&Shape {
            form: near(&shape.form),
            ..shape.clone()
        });
    }
    Ok(svg.written(svg.seen))
}

/// The SVG of a shape by itself, on a transparent ground, and its bounds. The part outside `seen` may be left out. `None`
/// when there is nothing to draw.
pub(super) fn piece(shape: &Shape, seen: Bounds) -> Option<Piece> {
    let mut svg = Svg::seen(seen);
    svg.shape(shape);
    let bounds = svg.layers.bounds()?;
    Some(Piece { svg, bounds })
}

/// A shape by itself.
pub(super) struct Piece {
    svg: Svg,
    /// Its bounding box: no pixel outside is touched.
    pub(super) bounds: Bounds,
}

impl Piece {
    /// The SVG of the part within these bounds.
    pub(super) fn svg(&self, here: Bounds) -> String {
        self.svg.written(here)
    }
}

/// A form with all positions and extents clamped to near the largest picture, so that every number can be drawn with.
pub(super) fn near(form: &Form) -> Form {
    let bound = |number: i32| number.clamp(-2 * LARGEST, 2 * LARGEST);
    altered(form, |(x, y)| (bound(x), bound(y)), bound)
}

/// A form with all positions and extents mapped by these functions.
pub(super) fn altered(form: &Form, place: impl Fn(Point) -> Point, extent: impl Fn(i32) -> i32) -> Form {
    match form.clone() {
        Form::Rect { at, size, round } => Form::Rect {
            at: place(at),
            size: (extent(size.0), extent(size.1)),
            round: extent(round),
        },
        Form::Circle { centre, radius } => Form::Circle {
            centre: place(centre),
            radius: extent(radius),
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
            size: extent(size),
            anchor,
            bold,
            room: extent(room),
            says,
        },
        Form::Rings { centre, radius, number } => Form::Rings {
            centre: place(centre),
            radius: extent(radius),
            number,
        },
    }
}

/// A colour in SVG's notation.
fn hex(ink: Ink) -> String {
    let [red, green, blue] = colour(ink);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A fraction as a decimal number.
fn decimal(parts: i64, of: i64) -> String {
    let parts = (parts * 1_000_000_000).div_euclid(of.max(1));
    format!("{}.{:09}", parts / 1_000_000_000, parts % 1_000_000_000)
}

/// Stripes of these colours: a repeating gradient, so that the stripes of adjacent shapes meet.
fn stripes(text: &mut String, inks: &BTreeSet<String>) {
    for ink in inks {
        let name = &ink[1..];
        let _ = write!(
            text,
            "<linearGradient id=\"s{name}\" gradientUnits=\"userSpaceOnUse\" x2=\"{STRIPES}\" y2=\"{STRIPES}\" \
             spreadMethod=\"repeat\">"
        );
        for (offset, opacity) in [("0", 1), (".3", 1), (".4", 0), (".9", 0), ("1", 1)] {
            let _ = write!(
                text,
                "<stop offset=\"{offset}\" stop-color=\"{ink}\" stop-opacity=\"{opacity}\"/>"
            );
        }
        text.push_str("</linearGradient>");
    }
}

/// The paint that fills a form, and its opacity in percent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Paint(String, u8);

impl Paint {
    /// `None` for dots, which are forms of their own.
    fn of(fill: Fill, ghost: bool) -> Option<Paint> {
        let percent = if ghost { FAINT } else { 100 };
        match fill {
            Fill::Plain(ink) => Some(Paint(hex(ink), percent)),
            Fill::Stripes(ink) => Some(Paint(format!("url(#s{})", &hex(ink)[1..]), percent)),
            Fill::Dots(_) => None,
        }
    }

    fn solid(ink: Ink) -> Paint {
        Paint(hex(ink), 100)
    }

    /// The attributes of a path.
    fn look(&self) -> String {
        let mut look = format!(" fill=\"{}\"", self.0);
        if self.1 < 100 {
            let _ = write!(look, " fill-opacity=\".{:02}\"", self.1);
        }
        look
    }

    /// The attributes of a path that is one part of a form.
    fn part(&self, edge: Edge) -> String {
        match edge {
            Edge::Whole => self.look() + " shape-rendering=\"crispEdges\"",
            Edge::Faint => Paint(self.0.clone(), self.1 / 2).look() + " shape-rendering=\"crispEdges\"",
            Edge::Smooth => self.look() + " fill-rule=\"evenodd\"",
        }
    }
}

struct Svg {
    layers: Layers,
    /// The bounds of the visible part.
    seen: Bounds,
    /// The colours of all stripes.
    striped: BTreeSet<String>,
}

impl Svg {
    fn seen(seen: Bounds) -> Svg {
        Svg {
            layers: Layers::default(),
            seen,
            striped: BTreeSet::new(),
        }
    }

    /// The whole SVG text, with these bounds as the visible part.
    fn written(&self, (least, most): Bounds) -> String {
        let (width, height) = (most.0 - least.0, most.1 - least.1);
        let mut text = String::with_capacity(self.layers.length() + 1024);
        let _ = write!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{} {} {width} {height}\">",
            least.0, least.1
        );
        stripes(&mut text, &self.striped);
        self.layers.write(&mut text);
        text.push_str("</svg>");
        text
    }

    fn shape(&mut self, shape: &Shape) {
        if let Some(Fill::Stripes(ink)) = shape.fill {
            self.striped.insert(hex(ink));
        }
        if let Form::Rings { centre, radius, number } = shape.form {
            let parts = rings(centre, radius, number, shape);
            return parts.iter().for_each(|part| self.shape(part));
        }
        match Solid::of(&shape.form) {
            _ if matches!(shape.form, Form::Text { .. }) => self.writing(shape),
            Some(solid) if !shape.ghost => self.solid(shape, &solid),
            solid => self.angular(shape, solid.as_ref()),
        }
    }

    /// Draws a rectangle or a circle that is no ghost.
    fn solid(&mut self, shape: &Shape, solid: &Solid) {
        match (shape.fill, shape.line.filter(|line| line.1 > 0)) {
            (Some(Fill::Plain(fill)), Some((ink, width))) => {
                let (outer, inner) = solid.edges(width.into());
                self.fill(outer.bounds(), outer.parts(), &Paint::solid(ink));
                if let Some(inner) = inner.filter(|_| ink != fill) {
                    self.fill(inner.bounds(), inner.parts(), &Paint::solid(fill));
                }
            }
            (fill, line) => {
                match fill {
                    Some(Fill::Dots(ink)) => self.dots(&shape.form, ink, false),
                    fill => {
                        if let Some(paint) = fill.and_then(|fill| Paint::of(fill, false)) {
                            self.fill(solid.bounds(), solid.parts(), &paint);
                        }
                    }
                }
                if let Some((ink, width)) = line {
                    let (outer, _) = solid.edges(width.into());
                    self.fill(outer.bounds(), solid.line(width.into()), &Paint::solid(ink));
                }
            }
        }
    }

    fn fill(&mut self, bounds: Bounds, parts: Vec<Part>, paint: &Paint) {
        let pieces = parts.into_iter().map(|part| (paint.part(part.edge), part.data));
        self.layers.add(bounds, pieces);
    }

    /// Draws a form with corners, or the ghost of any form.
    fn angular(&mut self, shape: &Shape, solid: Option<&Solid>) {
        let data = match (&shape.form, solid) {
            (_, Some(solid)) => solid.outline(),
            (Form::Polygon(corners), None) if corners.len() > 2 => through(corners) + "z",
            (Form::Path(points), None) if points.len() > 1 => through(points),
            _ => return,
        };
        let Some(bounds) = bounds(&shape.form) else { return };
        let line = shape.line.or(shape.ghost.then_some(GHOST_LINE));
        let line = line.filter(|line| line.1 > 0);
        let mut look = " fill=\"none\"".to_owned();
        match shape.fill.filter(|_| !matches!(shape.form, Form::Path(_))) {
            Some(Fill::Dots(ink)) => self.dots(&shape.form, ink, shape.ghost),
            fill => {
                if let Some(paint) = fill.and_then(|fill| Paint::of(fill, shape.ghost)) {
                    look = paint.look();
                }
            }
        }
        let mut reach = 0;
        if let Some((ink, width)) = line {
            let _ = write!(
                look,
                " stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"",
                hex(ink)
            );
            match shape.ghost {
                true => look.push_str(" stroke-dasharray=\"9 6\""),
                false if matches!(shape.form, Form::Path(_)) => look.push_str(" stroke-linecap=\"round\""),
                false => {}
            }
            reach = i32::from(width) / 2 + 1;
        }
        let ((left, top), (right, bottom)) = bounds;
        let bounds = ((left - reach, top - reach), (right + reach, bottom + reach));
        self.layers.add(bounds, [(look, data)]);
    }

    /// Draws dots that lie wholly within a form, in rows around its middle.
    fn dots(&mut self, form: &Form, ink: Ink, ghost: bool) {
        let Some(bounds @ (least, most)) = bounds(form) else {
            return;
        };
        let (apart, radius) = DOTS;
        let middle = ((least.0 + most.0).div_euclid(2), (least.1 + most.1).div_euclid(2));
        // Draws only the visible dots.
        let (first, last) = self.seen;
        let least = (least.0.max(first.0 - apart), least.1.max(first.1 - apart));
        let most = (most.0.min(last.0 + apart), most.1.min(last.1 + apart));
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
        if let Some(paint) = Paint::of(Fill::Plain(ink), ghost).filter(|_| !path.is_empty()) {
            self.layers.add(bounds, [(paint.part(Edge::Smooth), path)]);
        }
    }

    /// Draws a line of text; the line around it, if it has one, lies behind the letters.
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
        // Divided by this and multiplied by the size of the letters, units become points.
        let whole = i64::from(EM) * i64::from(PARTS);
        let size = i64::from(line.size.max(1));
        let left = (i64::from(at.0) * whole).div_euclid(size)
            - match anchor {
                Anchor::Left => 0,
                Anchor::Middle => line.width / 2,
                Anchor::Right => line.width,
            };
        let base = (i64::from(at.1) * whole).div_euclid(size) + i64::from(HALF_CAPITAL);
        let mut look = format!(" transform=\"scale({})\"", decimal(size, whole));
        match shape.fill {
            Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)) => {
                let _ = write!(look, " fill=\"{}\"", hex(ink));
            }
            None => look.push_str(" fill=\"none\""),
        }
        if shape.ghost {
            let _ = write!(look, " fill-opacity=\".{FAINT_WRITING}\"");
        }
        let mut reach = 0;
        if let Some((ink, width)) = shape.line.filter(|line| line.1 > 0) {
            let wide = i64::from(width) * whole / size;
            let _ = write!(
                look,
                " stroke=\"{}\" stroke-width=\"{wide}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
                hex(ink)
            );
            reach = wide / 2 + 1;
        }
        let data = format!("M{} {}{}", left + line.start.0, base + line.start.1, line.path);
        // One point more than the outlines need, because numbers are rounded.
        let low = |units: i64| ((units - reach) * size).div_euclid(whole) as i32 - 1;
        let high = |units: i64| ((units + reach) * size).div_euclid(whole) as i32 + 2;
        let (least, most) = line.bounds;
        let bounds: Bounds = (
            (low(left + least.0), low(base + least.1)),
            (high(left + most.0), high(base + most.1)),
        );
        self.layers.add(bounds, [(look, data)]);
    }
}

/// A number from 0 to 7 as a dot and circles. A ghost's rings have unbroken lines: with broken ones they would be illegible.
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

/// The bounding box of a form.
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

/// Whether a dot of this radius at this position lies within a form.
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

/// Whether a position is inside a polygon: a ray to the right crosses its sides an odd number of times.
fn inside(corners: &[Point], (x, y): (i64, i64)) -> bool {
    let wide = |(x, y): Point| (i64::from(x), i64::from(y));
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossed = sides.filter(|(from, to)| {
        let (from, to) = (wide(**from), wide(**to));
        let (low, high) = if from.1 <= to.1 { (from, to) } else { (to, from) };
        let spans = low.1 <= y && y < high.1;
        // The position is to the left of the side.
        spans && (x - low.0) * (high.1 - low.1) < (high.0 - low.0) * (y - low.1)
    });
    crossed.count() % 2 == 1
}
