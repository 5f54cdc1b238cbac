//! PNG files with a palette.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::chunk::IDAT;
use png::{BitDepth, ColorType, Encoder, EncodingError};

use super::palette::Indexed;

/// How hard the file is pressed: the least that makes it half as large as tiny-skia's, whatever the game.
const LEVEL: u32 = 4;

/// Goes before a row whose bytes are the pixels themselves (PNG specification, 9.2).
const NONE: u8 = 0;

/// Goes before a row whose bytes are what has to be added to the pixels above.
const UP: u8 = 2;

/// Writes a picture of this width and height as a file. Of the ways to write it, this is the fastest whose files are small:
/// `cargo bench --bench pictures` weighs them.
pub(super) fn png(image: &Indexed, (width, height): (u32, u32)) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(image.palette.concat());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(IDAT, &pressed(image, width as usize)?)?;
    writer.finish()?;
    // It is kept, many at a time, and most are a quarter of the room that was made for it.
    file.shrink_to_fit();
    Ok(file)
}

/// The rows, pressed. Those like the row above, which most are, become rows of nothing but zeros: what presses the file is
/// done with them at once. All others stay numbers, for differences of numbers of a palette mean nothing.
fn pressed(image: &Indexed, width: usize) -> std::io::Result<Vec<u8>> {
    let same = vec![0; width];
    let mut rows = Vec::with_capacity(image.pixels.len() + image.pixels.len() / width.max(1));
    let mut above: &[u8] = &[];
    for row in image.pixels.chunks_exact(width.max(1)) {
        let (filter, bytes) = if row == above {
            (UP, same.as_slice())
        } else {
            (NONE, row)
        };
        rows.push(filter);
        rows.extend_from_slice(bytes);
        above = row;
    }
    let mut encoder = ZlibEncoder::new(Vec::with_capacity(64 * 1024), Compression::new(LEVEL));
    encoder.write_all(&rows)?;
    encoder.finish()
}
