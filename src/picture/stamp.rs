//! Pieces that have been drawn once, to be laid anywhere.
//!
//! Places on a sketch are whole points and a point is a pixel, so a piece has the same pixels wherever it lies. They are kept
//! as runs of one colour: most of a piece is even, or nothing.

use std::ops::Range;

use super::canvas::{Canvas, Pixel, cover, lay};
use crate::rules::Point;

/// The pixels of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// Where its first pixel lies, from the place of the piece.
    corner: Point,
    /// Which of the runs are a row; rows that are alike share theirs.
    rows: Vec<Range<u32>>,
    /// Pixels of one colour beside one another: how many, and which.
    runs: Vec<(u16, Pixel)>,
}

/// How a piece grows on its way to a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The column and the row, from the place of the piece, that are there once more for each point it grows by.
    pub(super) at: Point,
    /// By how much it grows to the right and down.
    pub(super) by: Point,
}

impl Stamp {
    /// What nothing is seen of.
    pub(super) fn nothing() -> Stamp {
        Stamp {
            corner: (0, 0),
            rows: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// A piece from its pixels (red, green, blue and alpha, premultiplied) in rows of this width, at most [`u16::MAX`], of
    /// which the first begins at this corner.
    pub(super) fn of(rgba: &[u8], width: usize, corner: Point) -> Stamp {
        let mut stamp = Stamp {
            corner,
            ..Stamp::nothing()
        };
        let mut above: &[u8] = &[];
        for row in rgba.chunks_exact(4 * width.max(1)) {
            let runs = match stamp.rows.last() {
                Some(runs) if row == above => runs.clone(),
                _ => stamp.read(row),
            };
            stamp.rows.push(runs);
            above = row;
        }
        stamp.rows.shrink_to_fit();
        stamp.runs.shrink_to_fit();
        stamp
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

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Stamp>() + size_of_val(self.rows.as_slice()) + size_of_val(self.runs.as_slice())
    }

    /// Lays it on a canvas with its place at this point. What is beside the canvas is left out.
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
