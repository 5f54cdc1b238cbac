//! Sprites: pieces that are drawn once and can be laid anywhere.
//!
//! Positions on a sketch are whole points and a point is a pixel, so a piece has the same pixels wherever it lies. A sprite
//! keeps them as runs of one colour: most of a piece is even, or empty.

use std::ops::Range;

use super::canvas::{Canvas, Pixel, cover, lay};
use crate::rules::Point;

/// The pixels of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sprite {
    /// The position of its first pixel, relative to the position of the piece.
    corner: Point,
    /// The runs that make up each row; equal rows share theirs.
    rows: Vec<Range<u32>>,
    /// Adjacent pixels of one colour: how many, and which colour.
    runs: Vec<(u16, Pixel)>,
}

/// How a piece is enlarged when it is laid on a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The column and the row, relative to the position of the piece, that are repeated once for each point of growth.
    pub(super) at: Point,
    /// How many points it grows to the right and down.
    pub(super) by: Point,
}

impl Sprite {
    /// The sprite of a piece that shows nothing.
    pub(super) fn nothing() -> Sprite {
        Sprite {
            corner: (0, 0),
            rows: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// A piece from its pixels (red, green, blue and alpha, premultiplied) in rows of this width, at most [`u16::MAX`].
    /// The first row begins at this corner.
    pub(super) fn of(rgba: &[u8], width: usize, corner: Point) -> Sprite {
        let mut sprite = Sprite {
            corner,
            ..Sprite::nothing()
        };
        let mut above: &[u8] = &[];
        for row in rgba.chunks_exact(4 * width.max(1)) {
            let runs = match sprite.rows.last() {
                Some(runs) if row == above => runs.clone(),
                _ => sprite.read(row),
            };
            sprite.rows.push(runs);
            above = row;
        }
        sprite.rows.shrink_to_fit();
        sprite.runs.shrink_to_fit();
        sprite
    }

    fn read(&mut self, row: &[u8]) -> Range<u32> {
        let first = self.runs.len();
        for pixel in row.as_chunks::<4>().0 {
            let pixel = Pixel::from_le_bytes(*pixel);
            match self.runs[first..].last_mut() {
                Some((length, last)) if *last == pixel => *length += 1,
                _ => self.runs.push((1, pixel)),
            }
        }
        while self.runs[first..].last().is_some_and(|(_, pixel)| cover(*pixel) == 0) {
            self.runs.pop();
        }
        first as u32..self.runs.len() as u32
    }

    /// Its size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Sprite>() + size_of_val(self.rows.as_slice()) + size_of_val(self.runs.as_slice())
    }

    /// Lays it on a canvas with its position at this point. Pixels outside the canvas are left out.
    pub(super) fn lay(&self, canvas: &mut Canvas, (x, y): Point, stretch: Stretch) {
        let (left, top) = (x + self.corner.0, y + self.corner.1);
        let (column, row) = (stretch.at.0 - self.corner.0, stretch.at.1 - self.corner.1);
        let all = self.rows.len() as i32 + stretch.by.1;
        let hidden = (-top).max(0);
        for (down, line) in (hidden..all).zip(canvas.rows_from((top + hidden) as usize)) {
            let of = if down <= row {
                down
            } else {
                (down - stretch.by.1).max(row)
            };
            let Some(runs) = self.rows.get(of as usize) else {
                continue;
            };
            let (mut read, mut at) = (0, left);
            for (length, pixel) in &self.runs[runs.start as usize..runs.end as usize] {
                let mut length = i32::from(*length);
                let grows = (read..read + length).contains(&column);
                read += length;
                if grows {
                    length += stretch.by.0;
                }
                lay(line, at, length, *pixel);
                at += length;
            }
        }
    }
}
