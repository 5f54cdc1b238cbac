//! The parts of a form as tiny-skia draws them, in one paint: what is within it, the line around it, what lies between two
//! edges.
//!
//! A point of a sketch is a pixel, and most of a board is upright rectangles on whole pixels, which tiny-skia fills without
//! anti-aliasing. Stroking an outline costs twice as much as filling the form within it. So the line around a rectangle or a
//! circle is the area between two forms; only ghosts, polygons, paths and letters have strokes.

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};

use super::LARGEST;
use super::letters;
use crate::rules::{Form, Point};

/// The dashes and the gaps of a ghost's line, in points.
const BROKEN: [f32; 2] = [9.0, 6.0];

/// How far the control points of a quarter of a circle are from its ends, as a part of the radius.
const QUARTER: f32 = 0.552_284_8;

/// A part of a form that is drawn in one paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// A rectangle or a circle, within an edge that lies so many halves of a point outside of its own.
    Grown(i32),
    /// What lies within any form; of a text its letters.
    Within,
    /// The line of this width around a rectangle or a circle.
    Around(u8),
    /// The stroke of this width along the outline of any form, with gaps for a ghost.
    Stroke(u8, bool),
}

/// Draws a part of a form.
pub(super) fn trace(pixels: &mut Pixmap, form: &Form, part: Part, paint: &Paint) {
    let grown = |halves: i32| Area::of(form).and_then(|area| area.grown(halves as f32 / 2.0));
    match part {
        Part::Grown(halves) => {
            if let Some(area) = grown(halves) {
                area.fill(pixels, paint);
            }
        }
        Part::Around(width) => {
            let mut between = PathBuilder::new();
            let edges = [grown(i32::from(width)), grown(-i32::from(width))];
            edges.into_iter().flatten().for_each(|area| area.trace(&mut between));
            fill_path(pixels, between.finish(), paint, FillRule::EvenOdd);
        }
        Part::Within => fill_path(pixels, outline(form), paint, FillRule::Winding),
        Part::Stroke(width, broken) => {
            let Some(path) = outline(form) else { return };
            let round = matches!(form, Form::Path(_)) && !broken;
            let stroke = Stroke {
                width: width.into(),
                line_cap: if round { LineCap::Round } else { LineCap::Butt },
                line_join: LineJoin::Round,
                dash: StrokeDash::new(BROKEN.to_vec(), 0.0).filter(|_| broken),
                ..Stroke::default()
            };
            pixels.stroke_path(&path, paint, &stroke, Transform::identity(), None);
        }
    }
}

fn fill_path(pixels: &mut Pixmap, path: Option<Path>, paint: &Paint, rule: FillRule) {
    if let Some(path) = path {
        pixels.fill_path(&path, paint, rule, Transform::identity(), None);
    }
}

/// The bounds of a part of a form, rounded out: left, top, right and bottom. `None` where nothing is drawn.
pub(super) fn bounds(form: &Form, part: Part) -> Option<[i32; 4]> {
    let more = match part {
        Part::Grown(halves) => halves as f32 / 2.0,
        Part::Around(width) => f32::from(width) / 2.0,
        Part::Within => 0.0,
        // A join or an end reaches out half of the width, and a hairline a pixel.
        Part::Stroke(width, _) => f32::from(width) / 2.0 + 1.0,
    };
    let bounds = outline(form)?.bounds().outset(more, more)?;
    let [left, top] = [bounds.left(), bounds.top()].map(|edge| edge.floor() as i32);
    let [right, bottom] = [bounds.right(), bounds.bottom()].map(|edge| edge.ceil() as i32);
    Some([left, top, right, bottom])
}

/// A position or an extent as tiny-skia takes it, clamped to near the largest picture: every such number can be drawn with.
pub(super) fn near(number: i32) -> f32 {
    number.clamp(-2 * LARGEST, 2 * LARGEST) as f32
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

    fn fill(self, pixels: &mut Pixmap, paint: &Paint) {
        // Between the corners the sides are upright: most of a card is filled as a rectangle.
        let (first, last) = ((self.top + self.round).ceil(), (self.bottom - self.round).floor());
        let middle = Rect::from_ltrb(self.left, first, self.right, last).filter(|middle| middle.height() >= 1.0);
        let parts = match (self.square(), middle) {
            (Some(rect), _) => return pixels.fill_rect(rect, paint, Transform::identity(), None),
            (None, Some(middle)) => {
                pixels.fill_rect(middle, paint, Transform::identity(), None);
                vec![
                    ((self.top, first), (self.round, 0.0)),
                    ((last, self.bottom), (0.0, self.round)),
                ]
            }
            (None, None) => vec![((self.top, self.bottom), (self.round, self.round))],
        };
        for (rows, rounds) in parts {
            let mut path = PathBuilder::new();
            self.trace_rows(&mut path, rows, rounds);
            fill_path(pixels, path.finish(), paint, FillRule::Winding);
        }
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

/// The outline of any form but rings and marks; `None` for a form without extent and for a text that is still a phrase.
pub(super) fn outline(form: &Form) -> Option<Path> {
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
        Form::Text { .. } => return letters::outlines(form),
        form => Area::of(form)?.trace(&mut path),
    }
    path.finish()
}
