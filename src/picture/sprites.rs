//! The sprites that pictures are composed of.
//!
//! A game has a few dozen pieces, at other positions in each of its pictures. Each piece is drawn once, when it is first seen,
//! and kept while pictures want it. The look of a sprite depends on its piece alone, so a picture does not depend on which
//! sprites were there before. Names and scores are pieces too, and their number has no limit: so there is a limit on the
//! bytes that are kept.
//!
//! A picture looks as if resvg had drawn all of it at once, except for the rounding of an edge and for one more case. A shape
//! that the picture's border cuts off is drawn whole here; in one drawing, it would be cut before it is drawn. Its curves are
//! then split into other short lines, and a line of one point falls on other pixels.

use std::sync::Arc;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use super::canvas::Canvas;
use super::colours::colour;
use super::key::content;
use super::layers::Bounds;
use super::sprite::{Sprite, Stretch};
use super::svg::{STRIPES, altered, near, piece};
use super::{Picture, Undrawn, checked, colours, file, key, palette, pixels};
use crate::rules::{Fill, Form, Ink, Label, Point, Shape, Sketch};

/// How many bytes of sprites are kept.
const KEPT: usize = 16 * 1024 * 1024;

/// Sprites larger than one part in this many of the limit are not kept: they would displace too many others.
const SHARE: usize = 16;

/// About the most memory that a sprite takes besides its pixels and its name, with the cache's own records of it.
const OVERHEAD: usize = 384;

/// Pieces wider or higher than this are not kept; their visible part is drawn in place.
const WIDEST: i32 = 1024;

/// How many pixels are left free around a piece while it is drawn by itself.
const RIM: i32 = 2;

/// Draws pictures and reuses the pieces that it has drawn before. The memory that it keeps is bounded; clones share it.
#[derive(Clone, Debug)]
pub struct Sprites {
    /// The sprites by what they show.
    cache: Cache<Vec<u8>, Arc<Sprite>>,
    /// How many bytes a sprite may take that is kept.
    most: usize,
}

impl Default for Sprites {
    fn default() -> Sprites {
        Sprites::new()
    }
}

impl Sprites {
    /// An empty set of sprites.
    pub fn new() -> Sprites {
        Sprites::keeping(KEPT)
    }

    /// An empty set that keeps at most this many bytes.
    pub(super) fn keeping(room: usize) -> Sprites {
        let cache = Cache::builder()
            .eviction_policy(EvictionPolicy::lru())
            .max_capacity(room as u64)
            .weigher(|name: &Vec<u8>, sprite: &Arc<Sprite>| taken(name, sprite).try_into().unwrap_or(u32::MAX));
        Sprites {
            cache: cache.build(),
            most: room / SHARE,
        }
    }

    /// Draws a sketch, with the same result and the same errors as [`draw`](super::draw), but draws only those pieces anew that
    /// it has not kept.
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
            match self.cache.get(name.as_slice()) {
                Some(sprite) => sprite.lay(&mut canvas, place, stretch),
                None => match drawn(&alone)? {
                    Some(sprite) => self.keep(&name, sprite).lay(&mut canvas, place, stretch),
                    None => in_place(shape, sketch.size)?.lay(&mut canvas, (0, 0), Stretch::default()),
                },
            }
        }
        Ok(canvas)
    }

    /// Keeps a new sprite, unless it is very large.
    fn keep(&self, name: &[u8], sprite: Sprite) -> Arc<Sprite> {
        let sprite = Arc::new(sprite);
        if taken(name, &sprite) <= self.most {
            self.cache.insert(name.to_vec(), Arc::clone(&sprite));
            // Otherwise the cache would hold more than it may until it next tidies itself.
            self.cache.run_pending_tasks();
        }
        sprite
    }

    /// How many bytes it takes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.cache.iter().map(|(name, sprite)| taken(&name, &sprite)).sum()
    }

    /// Whether it keeps all the pieces of a sketch.
    #[cfg(test)]
    pub(super) fn keeps(&self, sketch: &Sketch) -> bool {
        sketch.shapes.iter().all(|shape| {
            let mut name = Vec::new();
            let place = place(&shape.form).expect("a place");
            content(&alone(shape, place).0, &mut name);
            self.cache.contains_key(&name)
        })
    }
}

/// How many bytes a sprite and its name take.
fn taken(name: &[u8], sprite: &Sprite) -> usize {
    name.len() + sprite.bytes() + OVERHEAD
}

/// The origin of a form's positions; `None` for a form without one, and for a label that is still a phrase.
fn place(form: &Form) -> Option<Point> {
    match near(form) {
        Form::Rect { at, .. } => Some(at),
        Form::Circle { centre, .. } | Form::Rings { centre, .. } => Some(centre),
        Form::Polygon(points) | Form::Path(points) => points.first().copied(),
        Form::Text { at, says, .. } => matches!(says, Label::Text(_)).then_some(at),
    }
}

/// A shape independent of its position, and how its sprite is stretched at that position.
fn alone(shape: &Shape, (x, y): Point) -> (Shape, Stretch) {
    let mut alone = Shape {
        form: near(&shape.form),
        ..shape.clone()
    };
    // Stripes are aligned with the picture, not with the shape.
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

/// Shrinks an even rectangle as far as its corners and its line allow: between them, all its rows and columns are alike.
fn lessened(shape: &mut Shape) -> Stretch {
    let mut stretch = Stretch::default();
    let plain = matches!(shape.fill, None | Some(Fill::Plain(_))) && !shape.ghost;
    let line = shape.line.map_or(0, |(_, width)| i32::from(width));
    if let Form::Rect { size, round, .. } = &mut shape.form
        && plain
    {
        // In half points: the part of a side that is not straight, or that the line of the adjacent side covers.
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

/// Draws a shape by itself; `None` when it is too large for a sprite.
fn drawn(shape: &Shape) -> Result<Option<Sprite>, Undrawn> {
    let all = ((-WIDEST, -WIDEST), (WIDEST + 2 * STRIPES, WIDEST));
    let Some(piece) = piece(shape, all) else {
        return Ok(Some(Sprite::nothing()));
    };
    let (least, most) = beyond(piece.bounds);
    if most.0 - least.0 > WIDEST || most.1 - least.1 > WIDEST {
        return Ok(None);
    }
    let pixels = pixels(&piece.svg((least, most)))?;
    let (x, y) = place(&shape.form).unwrap_or_default();
    let corner = (least.0 - x, least.1 - y);
    Ok(Some(Sprite::of(pixels.data(), pixels.width() as usize, corner)))
}

/// Some bounds plus a rim: an edge that runs along the border of a drawing is clipped there, and then drawn a little
/// differently than elsewhere.
fn beyond((least, most): Bounds) -> Bounds {
    ((least.0 - RIM, least.1 - RIM), (most.0 + RIM, most.1 + RIM))
}

/// Draws the visible part of a shape in a picture of this size.
fn in_place(shape: &Shape, size: Point) -> Result<Sprite, Undrawn> {
    let all = ((0, 0), size);
    let shape = Shape {
        form: near(&shape.form),
        ..shape.clone()
    };
    let Some(piece) = piece(&shape, all) else {
        return Ok(Sprite::nothing());
    };
    let pixels = pixels(&piece.svg(all))?;
    Ok(Sprite::of(pixels.data(), pixels.width() as usize, (0, 0)))
}
