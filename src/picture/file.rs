//! PNG files with a palette.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use super::palette::Indexed;

/// How hard the file is pressed: the least that makes it half as large as tiny-skia's.
const LEVEL: u8 = 4;

/// Writes a picture of this width and height as a file. Of the ways to write it, this is the fastest whose files are small:
/// `cargo bench --bench pictures` weighs them.
pub(super) fn png(image: &Indexed, (width, height): (u32, u32)) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(image.palette.concat());
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&image.pixels)?;
    writer.finish()?;
    Ok(file)
}
