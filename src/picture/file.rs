//! PNG files with a palette.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::chunk::IDAT;
use png::{BitDepth, ColorType, Encoder, EncodingError};
use tiny_skia::Pixmap;

use super::palette::Indexed;

/// The compression level: the lowest that halves tiny-skia's file size, whatever the game.
const LEVEL: u32 = 5;

/// Pictures of more bytes than this, of full boards of many people, are compressed once more at the level that gives the
/// smallest files: a phone should load 30,000 bytes at most.
const LARGE: usize = 29_500;

/// The filter byte of a row whose bytes are the pixels themselves (PNG specification, 9.2).
const NONE: u8 = 0;

/// The filter byte of a row whose bytes are the differences from the pixels above.
const UP: u8 = 2;

/// Writes a picture of this width and height as a file. Of the ways that give small files, this is the fastest:
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
    // Many files are kept at a time, and most need a quarter of the reserved capacity.
    file.shrink_to_fit();
    Ok(file)
}

/// Writes a small picture with its transparency.
pub(super) fn transparent(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let colours = pixels.pixels().iter().map(|pixel| pixel.demultiply());
    let bytes: Vec<u8> = colours
        .flat_map(|colour| [colour.red(), colour.green(), colour.blue(), colour.alpha()])
        .collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(file)
}

/// The compressed rows. Most rows equal the row above and become rows of zeros, which compress at once. All other rows keep
/// their palette numbers, because differences of palette numbers mean nothing.
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
    let compressed = |level: Compression| {
        let mut encoder = ZlibEncoder::new(Vec::with_capacity(64 * 1024), level);
        encoder.write_all(&rows)?;
        encoder.finish()
    };
    match compressed(Compression::new(LEVEL))? {
        large if large.len() > LARGE => compressed(Compression::best()),
        small => Ok(small),
    }
}
