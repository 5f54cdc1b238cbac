//! Draws the shapes of a sketch as pixels.
//!
//! A point of a sketch is a pixel, and most of a board is upright rectangles on whole pixels, which tiny-skia fills without
//! anti-aliasing. Stroking an outline costs twice as much as filling the form within it. So the line around a rectangle or a
//! circle is the area between two forms; only ghosts, polygons and paths have strokes.

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, Pixmap, Rect, Shader,
    SpreadMode, Stroke, StrokeDash, Transform,
};

use super::LARGEST;
use super::colours::colour;
use super::letters;
use crate::rules::{Fill, Form, Ink, Material, Point, Shape, marks};

/// The opacity of a ghost's fill.
const FAINT: f32 = 0.45;

/// The opacity of a ghost's writing: it must stay legible.
const FAINT_WRITING: f32 = 0.8;

/// The line of a ghost without a line of its own.
const GHOST_LINE: (Ink, u8) = (Ink::Mark, 3);

/// The dashes and the gaps of a ghost's line, in points.
const BROKEN: [f32; 2] = [9.0, 6.0];

/// The distance between stripes, in points to the right and down.
const STRIPES: f32 = 10.0;

/// The distance between rows of dots, and the radius of a dot, in points.
const DOTS: (i32, i32) = (12, 2);

/// How far the control points of a quarter of a circle are from its ends, as a part of the radius.
const QUARTER: f32 = 0.552_284_8;

/// The pixels of shapes on a picture of this size. On a material they are all opaque, and shapes cast shadows; else the ground
/// is transparent. Labels that are still phrases are left out.
pub(super) fn pixels(shapes: &[Shape], (width, height): (u32, u32), ground: Option<Material>) -> Option<Pixmap> {
    let mut brush = Brush {
        material: ground.unwrap_or_default(),
        pixels: Pixmap::new(width, height)?,
    };
    if ground.is_some() {
        brush.pixels.fill(brush.tinted(Ink::Paper, 1.0));
    }
    for shape in shapes {
        let shadow = shape.shadow().filter(|_| ground.is_some());
        shadow.iter().for_each(|shadow| brush.shape(shadow));
        brush.shape(shape);
    }
    Some(brush.pixels)
}

/// A position or an extent as tiny-skia takes it, clamped to near the largest picture: every such number can be drawn with.
fn near(number: i32) -> f32 {
    number.clamp(-2 * LARGEST, 2 * LARGEST) as f32
}

struct Brush {
    material: Material,
    pixels: Pixmap,
}

impl Brush {
    /// A colour of this opacity.
    fn tinted(&self, ink: Ink, opacity: f32) -> Color {
        let [red, green, blue] = colour(self.material, ink);
        let mut tinted = Color::from_rgba8(red, green, blue, u8::MAX);
        tinted.set_alpha(opacity);
        tinted
    }

    fn plain(&self, ink: Ink, opacity: f32) -> Paint<'static> {
        Paint {
            shader: Shader::SolidColor(self.tinted(ink, opacity)),
            ..Paint::default()
        }
    }

    /// Stripes of an ink: a repeating gradient across the whole picture, so that the stripes of adjacent shapes meet.
    fn stripes(&self, ink: Ink, opacity: f32) -> Paint<'static> {
        let stops = [(0.0, opacity), (0.3, opacity), (0.4, 0.0), (0.9, 0.0), (1.0, opacity)];
        let gradient = LinearGradient::new(
            tiny_skia::Point::zero(),
            tiny_skia::Point::from_xy(STRIPES, STRIPES),
            stops
                .map(|(at, opacity)| GradientStop::new(at, self.tinted(ink, opacity)))
                .to_vec(),
            SpreadMode::Repeat,
            Transform::identity(),
        );
        Paint {
            shader: gradient.unwrap_or(Shader::SolidColor(self.tinted(ink, opacity))),
            ..Paint::default()
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match &shape.form {
            Form::Rings { centre, radius, number } => {
                let parts = rings(*centre, *radius, *number, shape);
                parts.iter().for_each(|part| self.shape(part));
            }
            Form::Mark { centre, radius, seat } => self.shape(&Shape {
                form: marks::form(*centre, *radius, seat.0),
                ..shape.clone()
            }),
            Form::Text { .. } => self.writing(shape),
            Form::Rect { .. } | Form::Circle { .. } if !shape.ghost => self.solid(shape),
            form => {
                if let Some(path) = outline(form) {
                    self.outlined(shape, &path);
                }
            }
        }
    }

    /// Draws a rectangle or a circle that is no ghost.
    fn solid(&mut self, shape: &Shape) {
        let Some(whole) = Area::of(&shape.form) else { return };
        let line = shape.line.filter(|line| line.1 > 0);
        let around = line.map(|(ink, width)| {
            let half = f32::from(width) / 2.0;
            (self.plain(ink, 1.0), whole.grown(half), whole.grown(-half))
        });
        match (shape.fill, around) {
            (Some(Fill::Plain(fill)), Some((paint, outer, inner))) => {
                self.fill(outer, &paint);
                self.fill(inner, &self.plain(fill, 1.0));
            }
            (fill, around) => {
                match fill {
                    Some(Fill::Plain(ink)) => self.fill(Some(whole), &self.plain(ink, 1.0)),
                    Some(Fill::Stripes(ink)) => self.fill(Some(whole), &self.stripes(ink, 1.0)),
                    Some(Fill::Dots(ink)) => self.dots(&shape.form, ink, 1.0),
                    None => {}
                }
                if let Some((paint, outer, inner)) = around {
                    let mut between = PathBuilder::new();
                    outer.into_iter().chain(inner).for_each(|area| area.trace(&mut between));
                    self.fill_path(between.finish(), &paint, FillRule::EvenOdd);
                }
            }
        }
    }

    /// Draws a form with corners, or the ghost of any form.
    fn outlined(&mut self, shape: &Shape, path: &Path) {
        let (opacity, is_path) = (
            if shape.ghost { FAINT } else { 1.0 },
            matches!(shape.form, Form::Path(_)),
        );
        let fill = match shape.fill.filter(|_| !is_path) {
            Some(Fill::Plain(ink)) => Some(self.plain(ink, opacity)),
            Some(Fill::Stripes(ink)) => Some(self.stripes(ink, opacity)),
            Some(Fill::Dots(ink)) => {
                self.dots(&shape.form, ink, opacity);
                None
            }
            None => None,
        };
        if let Some(paint) = fill {
            self.pixels
                .fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
        }
        let line = shape.line.or(shape.ghost.then_some(GHOST_LINE));
        if let Some((ink, width)) = line.filter(|line| line.1 > 0) {
            let stroke = Stroke {
                width: width.into(),
                line_cap: if is_path && !shape.ghost {
                    LineCap::Round
                } else {
                    LineCap::Butt
                },
                line_join: LineJoin::Round,
                dash: StrokeDash::new(BROKEN.to_vec(), 0.0).filter(|_| shape.ghost),
                ..Stroke::default()
            };
            self.pixels
                .stroke_path(path, &self.plain(ink, 1.0), &stroke, Transform::identity(), None);
        }
    }

    fn fill(&mut self, area: Option<Area>, paint: &Paint) {
        let Some(area) = area else { return };
        // Between the corners the sides are upright: most of a card is filled as a rectangle.
        let (first, last) = ((area.top + area.round).ceil(), (area.bottom - area.round).floor());
        let middle = Rect::from_ltrb(area.left, first, area.right, last).filter(|middle| middle.height() >= 1.0);
        let parts = match (area.square(), middle) {
            (Some(rect), _) => return self.fill_rect(rect, paint),
            (None, Some(middle)) => {
                self.fill_rect(middle, paint);
                vec![
                    ((area.top, first), (area.round, 0.0)),
                    ((last, area.bottom), (0.0, area.round)),
                ]
            }
            (None, None) => vec![((area.top, area.bottom), (area.round, area.round))],
        };
        for (rows, rounds) in parts {
            let mut path = PathBuilder::new();
            area.trace_rows(&mut path, rows, rounds);
            self.fill_path(path.finish(), paint, FillRule::Winding);
        }
    }

    fn fill_rect(&mut self, rect: Rect, paint: &Paint) {
        self.pixels.fill_rect(rect, paint, Transform::identity(), None);
    }

    fn fill_path(&mut self, path: Option<Path>, paint: &Paint, rule: FillRule) {
        if let Some(path) = path {
            self.pixels.fill_path(&path, paint, rule, Transform::identity(), None);
        }
    }

    /// Draws dots that lie wholly within a form, in rows around its middle.
    fn dots(&mut self, form: &Form, ink: Ink, opacity: f32) {
        let Some(bounds) = outline(form).map(|path| path.bounds()) else {
            return;
        };
        let (apart, radius) = DOTS;
        let (left, top, right, bottom) = (bounds.left(), bounds.top(), bounds.right(), bounds.bottom());
        let (x, y) = (
            ((left + right) / 2.0).floor() as i32,
            ((top + bottom) / 2.0).floor() as i32,
        );
        // Only the visible dots are drawn.
        let (wide, high) = (self.pixels.width() as i32 + apart, self.pixels.height() as i32 + apart);
        let rows =
            |from: i32, to: i32, step: i32| (from.div_euclid(step)..=to.div_euclid(step)).map(move |at| at * step);
        let mut path = PathBuilder::new();
        for down in rows((top as i32).max(-apart) - y, (bottom as i32).min(high) - y, apart / 2) {
            let shift = if down % apart == 0 { 0 } else { apart / 2 };
            for along in rows((left as i32).max(-apart) - x, (right as i32).min(wide) - x, apart) {
                let at = (x + along + shift, y + down);
                if within(form, at, radius + 1) {
                    path.push_circle(near(at.0), near(at.1), radius as f32);
                }
            }
        }
        self.fill_path(path.finish(), &self.plain(ink, opacity), FillRule::Winding);
    }

    /// Draws a line of text; the line around it, if it has one, lies behind the letters.
    fn writing(&mut self, shape: &Shape) {
        let Some(path) = letters::outlines(&shape.form) else {
            return;
        };
        if let Some((ink, width)) = shape.line.filter(|line| line.1 > 0) {
            let stroke = Stroke {
                width: width.into(),
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            self.pixels
                .stroke_path(&path, &self.plain(ink, 1.0), &stroke, Transform::identity(), None);
        }
        if let Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)) = shape.fill {
            let opacity = if shape.ghost { FAINT_WRITING } else { 1.0 };
            self.fill_path(Some(path), &self.plain(ink, opacity), FillRule::Winding);
        }
    }
}

/// The area of a rectangle with corners of this radius; a circle is all corners.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Area {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
    round: f32,
}

impl Area {
    /// `None` for other forms, and for forms without extent.
    fn of(form: &Form) -> Option<Area> {
        let (left, top, width, height, round) = match form {
            Form::Rect { at, size, round } => (near(at.0), near(at.1), near(size.0), near(size.1), near(*round)),
            Form::Circle { centre, radius } => {
                let radius = near(*radius);
                let corner = (near(centre.0) - radius, near(centre.1) - radius);
                (corner.0, corner.1, 2.0 * radius, 2.0 * radius, radius)
            }
            _ => return None,
        };
        let area = Area {
            left,
            top,
            right: left + width,
            bottom: top + height,
            round: round.clamp(0.0, width.min(height).max(0.0) / 2.0),
        };
        area.grown(0.0)
    }

    /// The area within an edge that lies so far outside of this one, in points; `None` where nothing is left. Square corners
    /// stay square.
    fn grown(self, by: f32) -> Option<Area> {
        let grown = Area {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
            round: if self.round > 0.0 {
                (self.round + by).max(0.0)
            } else {
                0.0
            },
        };
        (grown.left < grown.right && grown.top < grown.bottom).then_some(grown)
    }

    /// The area as a rectangle, if its corners are square.
    fn square(self) -> Option<Rect> {
        let Area {
            left,
            top,
            right,
            bottom,
            round,
        } = self;
        Rect::from_ltrb(left, top, right, bottom).filter(|_| round == 0.0)
    }

    fn trace(self, path: &mut PathBuilder) {
        match self.square() {
            Some(rect) => path.push_rect(rect),
            None => self.trace_rows(path, (self.top, self.bottom), (self.round, self.round)),
        }
    }

    /// Traces the part between two rows, with corners of these radii above and below.
    fn trace_rows(self, path: &mut PathBuilder, (top, bottom): (f32, f32), (above, below): (f32, f32)) {
        let Area { left, right, .. } = self;
        let bent = |round: f32| round * (1.0 - QUARTER);
        let (high, low) = (bent(above), bent(below));
        path.move_to(left + above, top);
        path.line_to(right - above, top);
        path.cubic_to(right - high, top, right, top + high, right, top + above);
        path.line_to(right, bottom - below);
        path.cubic_to(right, bottom - low, right - low, bottom, right - below, bottom);
        path.line_to(left + below, bottom);
        path.cubic_to(left + low, bottom, left, bottom - low, left, bottom - below);
        path.line_to(left, top + above);
        path.cubic_to(left, top + high, left + high, top, left + above, top);
        path.close();
    }
}

/// The outline of any form but text, rings and marks; `None` for a form without extent.
fn outline(form: &Form) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut through = |points: &[Point]| {
        for (nth, (x, y)) in points.iter().enumerate() {
            match nth {
                0 => path.move_to(near(*x), near(*y)),
                _ => path.line_to(near(*x), near(*y)),
            }
        }
    };
    match form {
        Form::Polygon(corners) if corners.len() > 2 => {
            through(corners);
            path.close();
        }
        Form::Path(points) if points.len() > 1 => through(points),
        // A broken line around a circle begins at its right.
        Form::Circle { centre, radius } => path.push_circle(near(centre.0), near(centre.1), near(*radius)),
        form => Area::of(form)?.trace(&mut path),
    }
    path.finish()
}

/// A number from 0 to 7 as a dot and circles. A ghost's rings have unbroken lines: with broken ones they would be illegible.
fn rings(centre: Point, radius: i32, number: u8, shape: &Shape) -> Vec<Shape> {
    let Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)) = shape.fill else {
        return Vec::new();
    };
    let radius = radius.clamp(0, 2 * LARGEST);
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
            // The square of the widest distance has more than 64 bits.
            let (dx, dy, room) = (
                i128::from(x - i64::from(centre.0)),
                i128::from(y - i64::from(centre.1)),
                i128::from(i64::from(*whole) - radius),
            );
            room >= 0 && dx * dx + dy * dy <= room * room
        }
        Form::Polygon(corners) => {
            let around = [(0, 0), (radius, 0), (-radius, 0), (0, radius), (0, -radius)];
            around.iter().all(|(dx, dy)| inside(corners, (x + dx, y + dy)))
        }
        Form::Path(_) | Form::Text { .. } | Form::Rings { .. } | Form::Mark { .. } => false,
    }
}

/// Whether a position is inside a polygon: a ray to the right crosses its sides an odd number of times.
fn inside(corners: &[Point], (x, y): (i64, i64)) -> bool {
    // The product of two distances does not always fit into 64 bits.
    let wide = |(x, y): Point| (i128::from(x), i128::from(y));
    let (x, y) = (i128::from(x), i128::from(y));
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
