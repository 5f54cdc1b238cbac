//! Sprites: how much of each pixel a part of a form covers, kept for the next time that the same part is drawn.
//!
//! Most of the time of a picture would go into the edges of its forms and letters, and most of these were in earlier
//! pictures: the numbers on tiles, the names of people, the corners of cards. A sprite is drawn once, in white, at the origin,
//! by `trace`. Points are whole pixels, so a part covers the same pixels wherever it lies. Rectangles that differ only in the
//! length of their sides share one sprite, which is stretched at its middle.
//!
//! A sprite has no colour: any ink is laid through it, rounded as tiny-skia rounds.

use std::sync::{Arc, LazyLock};

use moka::sync::Cache;
use tiny_skia::{Color, Paint, Pixmap, PremultipliedColorU8, Shader};

use super::trace::{Part, bounds, trace};
use crate::rules::{Form, Point};

/// How many bytes of sprites are kept.
const KEPT: u64 = 4 * 1024 * 1024;

/// The longest side of a form that has sprites.
const LONGEST: i32 = 400;

/// The greatest size of letters that have sprites, and the greatest room for them.
const LETTERS: (i32, i32) = (100, 1000);

/// The sprites by what they show.
static SPRITES: LazyLock<Cache<(Form, Part), Arc<Sprite>>> = LazyLock::new(|| {
    let cache = Cache::builder().max_capacity(KEPT);
    cache.weigher(|_, sprite: &Arc<Sprite>| sprite.bytes()).build()
});

/// Draws a part of a form in this colour; `false` for a part that has no sprite.
pub(super) fn lay(pixels: &mut Pixmap, form: &Form, part: Part, colour: PremultipliedColorU8) -> bool {
    let Some((form, at, longer)) = standing(form, part) else {
        return false;
    };
    let key = (form, part);
    let sprite = SPRITES.get_with_by_ref(&key, || Arc::new(Sprite::drawn(&key.0, part)));
    sprite.lay(pixels, at, longer, colour);
    true
}

/// A form of which there is a sprite, where it stands, and by how much the sprite is stretched. `None` for a form that is too
/// large, and for rings and marks, which are drawn as other forms.
fn standing(form: &Form, part: Part) -> Option<(Form, Point, Point)> {
    let mut form = form.clone();
    let mut longer = (0, 0);
    let at = match &mut form {
        Form::Rect { at, size, round } => {
            let reach = match part {
                Part::Grown(halves) => halves.abs(),
                Part::Around(width) => width.into(),
                // A broken line is not the same all along a side.
                Part::Within | Part::Stroke(..) => LONGEST,
            };
            let round = (*round).clamp(0, LONGEST);
            // Between the corners there are some pixels that can be repeated.
            let least = 2 * (round + reach + 2);
            let shorten = |side: &mut i32| {
                let whole = *side;
                *side = whole.min(least);
                whole.saturating_sub(*side)
            };
            longer = (shorten(&mut size.0), shorten(&mut size.1));
            (size.0.max(size.1) <= LONGEST).then_some(at)
        }
        Form::Circle { centre, radius } => (*radius <= LONGEST / 2).then_some(centre),
        Form::Text { at, size, room, .. } => (*size <= LETTERS.0 && *room <= LETTERS.1).then_some(at),
        Form::Polygon(points) | Form::Path(points) => {
            let (x, y) = *points.first()?;
            let near = |from: i32, to: i32| from.abs_diff(to) <= LONGEST.unsigned_abs() / 2;
            if !points.iter().all(|point| near(point.0, x) && near(point.1, y)) {
                return None;
            }
            points.iter_mut().for_each(|point| *point = (point.0 - x, point.1 - y));
            return Some((form, (x, y), longer));
        }
        Form::Rings { .. } | Form::Mark { .. } => None,
    }?;
    let at = std::mem::take(at);
    Some((form, at, longer))
}

/// Adjacent pixels of a row that are covered alike: the first, how many, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    from: u16,
    length: u16,
    cover: u8,
}

/// How much of each pixel a part of a form at the origin covers.
#[derive(Debug, PartialEq, Eq)]
struct Sprite {
    /// Where the first pixel of the first row lies.
    corner: Point,
    /// How many pixels a row has.
    width: i32,
    /// The rows, each as the end of its runs.
    rows: Vec<u32>,
    /// The runs of all rows; what is not covered has none.
    runs: Vec<Span>,
}

impl Sprite {
    fn drawn(form: &Form, part: Part) -> Sprite {
        Sprite::of(form, part).unwrap_or(Sprite {
            corner: (0, 0),
            width: 0,
            rows: Vec::new(),
            runs: Vec::new(),
        })
    }

    fn of(form: &Form, part: Part) -> Option<Sprite> {
        let [left, top, right, bottom] = bounds(form, part)?;
        let (width, height) = ((right - left).max(1), (bottom - top).max(1));
        let mut pixels = Pixmap::new(width.try_into().ok()?, height.try_into().ok()?)?;
        let white = Paint {
            shader: Shader::SolidColor(Color::WHITE),
            ..Paint::default()
        };
        trace(&mut pixels, &moved(form, (-left, -top)), part, &white);
        let mut sprite = Sprite {
            corner: (left, top),
            width,
            rows: Vec::with_capacity(height as usize),
            runs: Vec::new(),
        };
        for row in pixels.pixels().chunks_exact(width as usize) {
            let mut from = 0;
            for alike in row.chunk_by(|one, other| one.alpha() == other.alpha()) {
                let (length, cover) = (alike.len() as u16, alike[0].alpha());
                if cover > 0 {
                    sprite.runs.push(Span { from, length, cover });
                }
                from += length;
            }
            sprite.rows.push(sprite.runs.len() as u32);
        }
        sprite.runs.shrink_to_fit();
        Some(sprite)
    }

    fn bytes(&self) -> u32 {
        let kept = size_of::<(Form, Part)>() + size_of::<Sprite>() + 64;
        (kept + size_of_val(&*self.rows) + size_of_val(&*self.runs)) as u32
    }

    /// Lays a colour through the sprite of a form that stands at `at`, stretched in its middle by so many columns and rows.
    fn lay(&self, pixels: &mut Pixmap, at: Point, longer: Point, colour: PremultipliedColorU8) {
        let (wide, high) = (pixels.width() as i32, pixels.height() as i32);
        let (left, top) = (at.0.saturating_add(self.corner.0), at.1.saturating_add(self.corner.1));
        let (middle, middle_row) = (self.width / 2, self.rows.len() / 2);
        let colour = u32::from_le_bytes([colour.red(), colour.green(), colour.blue(), colour.alpha()]);
        let (pixels, _) = pixels.data_mut().as_chunks_mut::<4>();
        let mut begin = 0;
        let mut y = top;
        for (row, end) in self.rows.iter().enumerate() {
            let runs = &self.runs[begin as usize..*end as usize];
            begin = *end;
            let times = if row == middle_row { 1 + longer.1 } else { 1 };
            let last = y.saturating_add(times);
            for line in y.clamp(0, high)..last.clamp(0, high) {
                let line = &mut pixels[(line * wide) as usize..][..wide as usize];
                for run in runs {
                    let (mut from, mut to) = (i32::from(run.from), i32::from(run.from) + i32::from(run.length));
                    if from > middle {
                        from += longer.0;
                    }
                    if to > middle {
                        to += longer.0;
                    }
                    let [from, to] = [from, to].map(|edge| left.saturating_add(edge).clamp(0, wide) as usize);
                    blend(&mut line[from..to], colour, run.cover);
                }
            }
            y = last;
        }
    }
}

/// A form so much further to the right and down.
fn moved(form: &Form, by: Point) -> Form {
    let mut form = form.clone();
    for point in form.points() {
        *point = (point.0 + by.0, point.1 + by.1);
    }
    form
}

/// Lays a premultiplied colour over pixels of which it covers so much.
fn blend(pixels: &mut [[u8; 4]], colour: u32, cover: u8) {
    let over = scaled(colour, cover);
    let rest = u8::MAX - (over >> 24) as u8;
    if rest == 0 {
        pixels.fill(over.to_le_bytes());
        return;
    }
    for pixel in pixels {
        *pixel = (over + scaled(u32::from_le_bytes(*pixel), rest)).to_le_bytes();
    }
}

/// All four levels of a pixel, times a level: rounded up, as tiny-skia does.
fn scaled(pixel: u32, by: u8) -> u32 {
    const EVERY_OTHER: u32 = 0x00ff_00ff;
    let times = |levels: u32| (levels & EVERY_OTHER) * u32::from(by) + EVERY_OTHER;
    (times(pixel) >> 8 & EVERY_OTHER) | (times(pixel >> 8) & !EVERY_OTHER)
}
