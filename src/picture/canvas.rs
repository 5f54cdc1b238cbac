//! The pixels of a picture while it is being drawn.

use super::colours::Colour;

/// A pixel: red in the lowest byte, then green, blue and alpha; premultiplied, as resvg's pixels are.
pub(super) type Pixel = u32;

/// An opaque pixel.
pub(super) fn opaque([red, green, blue]: Colour) -> Pixel {
    Pixel::from_le_bytes([red, green, blue, u8::MAX])
}

/// The alpha of a pixel, from 0 to 255.
pub(super) fn cover(pixel: Pixel) -> u32 {
    pixel >> 24
}

/// A pixel composited over another, rounded as tiny-skia does. So the result is the same whether resvg draws a form on the
/// ground, or draws it on nothing and this function lays it on the ground.
fn over(pixel: Pixel, ground: Pixel) -> Pixel {
    // Computes two channels at once, each in two bytes of its own.
    const TWO: u32 = 0x00ff_00ff;
    let rest = 255 - cover(pixel);
    let shown = |two: u32| ((two * rest + TWO) >> 8) & TWO;
    pixel + (shown(ground & TWO) | (shown((ground >> 8) & TWO) << 8))
}

/// Opaque pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Canvas {
    width: usize,
    pixels: Vec<Pixel>,
}

impl Canvas {
    /// A canvas of this width and height, filled with one colour.
    pub(super) fn new((width, height): (u32, u32), ground: Colour) -> Canvas {
        let (width, height) = (width as usize, height as usize);
        Canvas {
            width,
            pixels: vec![opaque(ground); width * height],
        }
    }

    /// Its width in pixels.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Its rows from the top.
    pub(super) fn rows(&self) -> std::slice::ChunksExact<'_, Pixel> {
        self.pixels.chunks_exact(self.width.max(1))
    }

    /// The rows from `top` on.
    pub(super) fn rows_from(&mut self, top: usize) -> std::slice::ChunksExactMut<'_, Pixel> {
        let first = (top * self.width).min(self.pixels.len());
        self.pixels[first..].chunks_exact_mut(self.width.max(1))
    }
}

/// Lays `length` pixels on a row, from `left` to the right; pixels outside the row are left out.
pub(super) fn lay(row: &mut [Pixel], left: i32, length: i32, pixel: Pixel) {
    let within = |at: i32| usize::try_from(at).unwrap_or_default().min(row.len());
    let (from, to) = (within(left), within(left.saturating_add(length.max(0))));
    match cover(pixel) {
        0 => {}
        255 => row[from..to].fill(pixel),
        _ => row[from..to]
            .iter_mut()
            .for_each(|ground| *ground = over(pixel, *ground)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_covers_all_or_nothing_is_seen_or_not() {
        let ground = opaque([1, 128, 255]);
        for pixel in [opaque([0, 0, 0]), opaque([255, 7, 200])] {
            assert_eq!(over(pixel, ground), pixel);
        }
        assert_eq!(over(0, ground), ground);
    }

    #[test]
    fn what_covers_a_part_leaves_the_rest_and_no_hole() {
        for cover in 0..=255u8 {
            for level in [0, 1, 77, 254, 255u8] {
                let most = cover;
                let pixel = Pixel::from_le_bytes([most, 0, most / 2, cover]);
                let [red, green, blue, all] = over(pixel, opaque([level, level, level])).to_le_bytes();
                let rest = f64::from(level) * f64::from(255 - cover) / 255.0;
                for (found, own) in [(red, most), (green, 0), (blue, most / 2)] {
                    assert!(
                        (f64::from(found) - f64::from(own) - rest).abs() <= 1.0,
                        "{cover} {level}"
                    );
                }
                assert_eq!(all, 255);
            }
        }
    }

    #[test]
    fn what_is_beside_a_row_is_left_out() {
        let mut row = [0; 4];
        for (left, length) in [(-3, 4), (3, i32::MAX), (4, 2), (-9, 2), (2, -1), (i32::MAX, 5)] {
            lay(&mut row, left, length, opaque([9, 9, 9]));
        }
        assert_eq!(row.map(cover), [255, 0, 0, 255]);
    }
}
