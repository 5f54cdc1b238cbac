//! The stamps that pictures are laid together from.
//!
//! A game has a few dozen pieces, which lie elsewhere in each of its pictures: each is drawn once, the first time that it is
//! seen, and kept while pictures want it. What a stamp looks like depends on nothing but its piece, so it does not matter to
//! a picture which of them were there before. Names and scores are pieces too, and there is no end to those: of what is kept
//! the bytes are counted.
//!
//! A picture looks as if resvg had been given all of it at once, up to the rounding of an edge. There is one exception: what
//! the end of the picture cuts off is drawn whole here, and in one it would be cut before it is drawn. Its curves then fall
//! into other short lines, and a line of one point into other pixels.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::canvas::Canvas;
use super::colours::colour;
use super::key::content;
use super::layers::Bounds;
use super::stamp::{Stamp, Stretch};
use super::svg::{STRIPES, altered, near, piece};
use super::{Picture, Undrawn, checked, colours, file, key, palette, pixels};
use crate::rules::{Fill, Form, Ink, Label, Point, Shape, Sketch};

/// How many bytes of stamps are kept.
const KEPT: usize = 16 * 1024 * 1024;

/// Stamps larger than one part in so many of all are not kept: they would drive out too many others.
const SHARE: usize = 16;

/// What a stamp takes beside its pixels and its name, at most.
const OVERHEAD: usize = 128;

/// Pieces wider or higher than this are drawn where they lie, as far as they are seen.
const WIDEST: i32 = 1024;

/// How many pixels are around a piece while it is drawn by itself.
const RIM: i32 = 2;

/// Draws pictures of what it has drawn before, as far as it can. What it keeps is bounded; clones share it.
#[derive(Clone, Debug)]
pub struct Stamps {
    drawers: Arc<Mutex<Drawers>>,
}

/// Those that were wanted lately, and those that were before; what nobody wants until the first are full is let go of.
#[derive(Debug)]
struct Drawers {
    /// How many bytes may be in each of the two.
    room: usize,
    young: BTreeMap<Vec<u8>, Arc<Stamp>>,
    /// How many bytes those take.
    bytes: usize,
    old: BTreeMap<Vec<u8>, Arc<Stamp>>,
}

impl Default for Stamps {
    fn default() -> Stamps {
        Stamps::new()
    }
}

impl Stamps {
    /// With nothing in it.
    pub fn new() -> Stamps {
        Stamps::keeping(KEPT)
    }

    /// One that keeps so many bytes at most.
    pub(super) fn keeping(room: usize) -> Stamps {
        let drawers = Drawers {
            room: room / 2,
            young: BTreeMap::new(),
            bytes: 0,
            old: BTreeMap::new(),
        };
        Stamps {
            drawers: Arc::new(Mutex::new(drawers)),
        }
    }

    /// Draws a sketch, the same as [`draw`](super::draw) does and with the same errors, but of the pieces only those that it
    /// does not know yet.
    ///
    /// # Errors
    /// See [`Undrawn`].
    pub fn draw(&self, sketch: &Sketch) -> Result<Picture, Undrawn> {
        let canvas = self.canvas(sketch)?;
        let image = palette::indexed(&canvas, &colours::exact(sketch));
        let size = checked(sketch)?;
        let png = file::png(&image, size).map_err(|error| Undrawn::Failed(error.to_string()))?;
        Ok(Picture {
            png,
            key: key(sketch),
            size,
        })
    }

    /// The pixels of a sketch.
    pub(super) fn canvas(&self, sketch: &Sketch) -> Result<Canvas, Undrawn> {
        let mut canvas = Canvas::new(checked(sketch)?, colour(Ink::Paper));
        let mut name = Vec::new();
        for shape in &sketch.shapes {
            let Some(place) = place(&shape.form) else { continue };
            let (alone, stretch) = alone(shape, place);
            name.clear();
            content(&alone, &mut name);
            let kept = self.drawers().take(&name);
            match kept {
                Some(stamp) => stamp.lay(&mut canvas, place, stretch),
                None => match drawn(&alone)? {
                    Some(stamp) => self.drawers().put(&name, stamp).lay(&mut canvas, place, stretch),
                    None => in_place(shape, sketch.size)?.lay(&mut canvas, (0, 0), Stretch::default()),
                },
            }
        }
        Ok(canvas)
    }

    /// How many bytes it takes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        let drawers = self.drawers();
        let all = drawers.young.iter().chain(&drawers.old);
        all.map(|(name, stamp)| taken(name, stamp)).sum()
    }

    /// Whether it has all the pieces of a sketch.
    #[cfg(test)]
    pub(super) fn keeps(&self, sketch: &Sketch) -> bool {
        let drawers = self.drawers();
        sketch.shapes.iter().all(|shape| {
            let mut name = Vec::new();
            let place = place(&shape.form).expect("a place");
            content(&alone(shape, place).0, &mut name);
            drawers.young.contains_key(&name) || drawers.old.contains_key(&name)
        })
    }

    fn drawers(&self) -> MutexGuard<'_, Drawers> {
        // Nothing is left half done when a thread panics here.
        self.drawers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drawers {
    /// A kept stamp.
    fn take(&mut self, name: &[u8]) -> Option<Arc<Stamp>> {
        if let Some(stamp) = self.young.get(name) {
            return Some(Arc::clone(stamp));
        }
        let (name, stamp) = self.old.remove_entry(name)?;
        self.lay_in(name, Arc::clone(&stamp));
        Some(stamp)
    }

    /// Keeps a stamp that was not there, unless it is very large.
    fn put(&mut self, name: &[u8], stamp: Stamp) -> Arc<Stamp> {
        let stamp = Arc::new(stamp);
        // Somebody else may have drawn it meanwhile.
        if taken(name, &stamp) * SHARE <= 2 * self.room && !self.young.contains_key(name) {
            self.old.remove(name);
            self.lay_in(name.to_vec(), Arc::clone(&stamp));
        }
        stamp
    }

    fn lay_in(&mut self, name: Vec<u8>, stamp: Arc<Stamp>) {
        let bytes = taken(&name, &stamp);
        if self.bytes + bytes > self.room {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.young.insert(name, stamp);
    }
}

fn taken(name: &[u8], stamp: &Stamp) -> usize {
    name.len() + stamp.bytes() + OVERHEAD
}

/// From where the places of a form are counted; `None` for what has none and for words that nobody has said.
fn place(form: &Form) -> Option<Point> {
    match near(form) {
        Form::Rect { at, .. } => Some(at),
        Form::Circle { centre, .. } | Form::Rings { centre, .. } => Some(centre),
        Form::Polygon(points) | Form::Path(points) => points.first().copied(),
        Form::Text { at, says, .. } => matches!(says, Label::Text(_)).then_some(at),
    }
}

/// A shape as it is whatever its place, and how it is to be stretched there.
fn alone(shape: &Shape, (x, y): Point) -> (Shape, Stretch) {
    let mut alone = Shape {
        form: near(&shape.form),
        ..shape.clone()
    };
    // Stripes begin where the picture does.
    let phase = match shape.fill {
        Some(Fill::Stripes(_)) => (x + y).rem_euclid(2 * STRIPES),
        _ => 0,
    };
    alone.form = altered(
        &alone.form,
        |(along, down)| (along - x + phase, down - y),
        |extent| extent,
    );
    let stretch = lessened(&mut alone);
    (alone, stretch)
}

/// Makes an even rectangle as small as its corners and its line allow: between those it looks the same all along.
fn lessened(shape: &mut Shape) -> Stretch {
    let mut stretch = Stretch::default();
    let plain = matches!(shape.fill, None | Some(Fill::Plain(_))) && !shape.ghost;
    let line = shape.line.map_or(0, |(_, width)| i32::from(width));
    if let Form::Rect { size, round, .. } = &mut shape.form
        && plain
    {
        // In halves of a point: what of a side is not straight, or is covered by the line of the one beside it.
        let corner = (2 * *round).clamp(0, size.0.min(size.1).max(0)).max(line);
        let middle = (corner + 1).div_euclid(2);
        let least = |extent: i32| extent.min(2 * middle + 1);
        let less = (least(size.0), least(size.1));
        stretch.at = (middle, middle);
        stretch.by = (size.0 - less.0, size.1 - less.1);
        *size = less;
    }
    stretch
}

/// A shape by itself; `None` when it is too large for a stamp.
fn drawn(shape: &Shape) -> Result<Option<Stamp>, Undrawn> {
    let all = ((-WIDEST, -WIDEST), (WIDEST + 2 * STRIPES, WIDEST));
    let Some(piece) = piece(shape, all) else {
        return Ok(Some(Stamp::nothing()));
    };
    let (least, most) = beyond(piece.bounds);
    if most.0 - least.0 > WIDEST || most.1 - least.1 > WIDEST {
        return Ok(None);
    }
    let pixels = pixels(&piece.svg((least, most)))?;
    let (x, y) = place(&shape.form).unwrap_or_default();
    let corner = (least.0 - x, least.1 - y);
    Ok(Some(Stamp::of(pixels.data(), pixels.width() as usize, corner)))
}

/// Some bounds and a rim around them: an edge that runs along the end of what is drawn is cut off there, and then not drawn
/// quite as it is elsewhere.
fn beyond((least, most): Bounds) -> Bounds {
    ((least.0 - RIM, least.1 - RIM), (most.0 + RIM, most.1 + RIM))
}

/// What is seen of a shape in a picture of this size.
fn in_place(shape: &Shape, size: Point) -> Result<Stamp, Undrawn> {
    let all = ((0, 0), size);
    let shape = Shape {
        form: near(&shape.form),
        ..shape.clone()
    };
    let Some(piece) = piece(&shape, all) else {
        return Ok(Stamp::nothing());
    };
    let pixels = pixels(&piece.svg(all))?;
    Ok(Stamp::of(pixels.data(), pixels.width() as usize, (0, 0)))
}
