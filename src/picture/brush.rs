//! Draws the shapes of a sketch as pixels: which parts of a shape are drawn, in which order, and in which colours.

use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, PathBuilder, Pixmap, Shader, SpreadMode, Transform,
};

use super::colours::colour;
use super::trace::{Part, near, outline, trace};
use super::{LARGEST, sprites};
use crate::rules::{Fill, Form, Ink, Material, Point, Shape, marks};

/// The opacity of a ghost's fill.
const FAINT: f32 = 0.45;

/// The opacity of a ghost's writing: it must stay legible.
const FAINT_WRITING: f32 = 0.8;

/// The line of a ghost without a line of its own.
const GHOST_LINE: (Ink, u8) = (Ink::Mark, 3);

/// The distance between stripes, in points to the right and down.
const STRIPES: f32 = 10.0;

/// The distance between rows of dots, and the radius of a dot, in points.
const DOTS: (i32, i32) = (12, 2);

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
            _ => self.outlined(shape),
        }
    }

    /// Draws a rectangle or a circle that is no ghost.
    fn solid(&mut self, shape: &Shape) {
        let line = shape.line.filter(|line| line.1 > 0);
        match (shape.fill, line) {
            (Some(Fill::Plain(fill)), Some((ink, width))) => {
                self.lay(&shape.form, Part::Grown(width.into()), ink, 1.0);
                if fill != ink {
                    self.lay(&shape.form, Part::Grown(-i32::from(width)), fill, 1.0);
                }
            }
            (Some(Fill::Plain(fill)), None) => self.lay(&shape.form, Part::Grown(0), fill, 1.0),
            (fill, line) => {
                self.pattern(&shape.form, fill, Part::Grown(0), 1.0);
                if let Some((ink, width)) = line {
                    self.lay(&shape.form, Part::Around(width), ink, 1.0);
                }
            }
        }
    }

    /// Draws a form with corners, or the ghost of any form.
    fn outlined(&mut self, shape: &Shape) {
        let opacity = if shape.ghost { FAINT } else { 1.0 };
        let fill = shape.fill.filter(|_| !matches!(shape.form, Form::Path(_)));
        match fill {
            Some(Fill::Plain(ink)) => self.lay(&shape.form, Part::Within, ink, opacity),
            fill => self.pattern(&shape.form, fill, Part::Within, opacity),
        }
        let line = shape.line.or(shape.ghost.then_some(GHOST_LINE));
        if let Some((ink, width)) = line.filter(|line| line.1 > 0) {
            self.lay(&shape.form, Part::Stroke(width, shape.ghost), ink, 1.0);
        }
    }

    /// Draws the stripes or the dots of a fill.
    fn pattern(&mut self, form: &Form, fill: Option<Fill>, part: Part, opacity: f32) {
        match fill {
            Some(Fill::Stripes(ink)) => {
                let paint = self.stripes(ink, opacity);
                trace(&mut self.pixels, form, part, &paint);
            }
            Some(Fill::Dots(ink)) => self.dots(form, ink, opacity),
            Some(Fill::Plain(_)) | None => {}
        }
    }

    /// Draws a line of text; the line around it, if it has one, lies behind the letters.
    fn writing(&mut self, shape: &Shape) {
        if let Some((ink, width)) = shape.line.filter(|line| line.1 > 0) {
            self.lay(&shape.form, Part::Stroke(width, false), ink, 1.0);
        }
        if let Some(Fill::Plain(ink) | Fill::Stripes(ink) | Fill::Dots(ink)) = shape.fill {
            let opacity = if shape.ghost { FAINT_WRITING } else { 1.0 };
            self.lay(&shape.form, Part::Within, ink, opacity);
        }
    }

    /// Draws a part of a form in one ink: as its sprite, where there is one.
    fn lay(&mut self, form: &Form, part: Part, ink: Ink, opacity: f32) {
        let colour = self.tinted(ink, opacity).premultiply().to_color_u8();
        if !sprites::lay(&mut self.pixels, form, part, colour) {
            let paint = self.plain(ink, opacity);
            trace(&mut self.pixels, form, part, &paint);
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
        if let Some(path) = path.finish() {
            self.pixels.fill_path(
                &path,
                &self.plain(ink, opacity),
                FillRule::Winding,
                Transform::identity(),
                None,
            );
        }
    }
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
