//! The room of pictures: a [`Sketch`] in, a PNG out.
//!
//! A sketch says what lies where and what it means. This room gives it colours and letters, and draws it. The room knows
//! sketches and nothing else: no game, no language, no Discord. Words arrive as final text ([`Sketch::labelled`]); a label
//! that is still a phrase is not drawn.
//!
//! # The path of a picture
//!
//! `brush` draws the shapes in the colours of `colours`, part by part. `trace` draws a part with tiny-skia, and `sprites` keeps
//! how much of each pixel the part covers: the next time it is laid on the picture without that work. Text is drawn as the
//! outlines of its glyphs, laid out by `letters` from two fonts that are part of the program. So a picture needs no system font and looks the same everywhere.
//! `palette` counts the colours of the pixels, and `file` writes a PNG with a palette. A [`Renderer`] has its `render_pool` do all
//! that off the async threads, shares each picture among all who ask for it, and keeps it for a while.
//!
//! The same sketch gives the same bytes: they do not depend on time or on hash order. Nothing in a sketch can make this room
//! panic.

mod brush;
mod colours;
mod file;
mod key;
mod letters;
mod palette;
mod render_pool;
mod renderer;
mod sprites;
#[cfg(test)]
mod tests;
mod trace;

use crate::rules::{Icon, Material, Shape, Sketch};

pub use colours::colour;
pub use key::key;
pub use letters::{legible, outlines};
pub(crate) use render_pool::step_back;
pub use renderer::Renderer;

/// A sketch that has been drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The file: a PNG.
    pub png: Vec<u8>,
    /// The [`key()`] of its sketch.
    pub key: String,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undrawn {
    /// The sketch is empty or larger than [`LARGEST`].
    #[error("a sketch of {0} x {1} points cannot be drawn")]
    Size(i32, i32),
    /// The drawing itself failed: a bug of the program.
    #[error("the picture could not be drawn: {0}")]
    Failed(String),
}

/// The greatest width or height of a sketch, in points.
pub const LARGEST: i32 = 4096;

/// Draws a sketch. Takes milliseconds: not for an async thread, see [`Renderer::picture`].
///
/// # Errors
/// See [`Undrawn`].
pub fn draw(sketch: &Sketch) -> Result<Picture, Undrawn> {
    let size = checked(sketch)?;
    let pixels = brush::pixels(&sketch.shapes, size, Some(sketch.material))
        .ok_or_else(|| Undrawn::Failed("no room".to_owned()))?;
    let image = palette::indexed(&pixels, &colours::exact(sketch));
    let png = file::png(&image, size).map_err(|error| Undrawn::Failed(error.to_string()))?;
    Ok(Picture {
        png,
        key: key(sketch),
        size,
    })
}

/// Draws an [icon](crate::rules::Icon) as a PNG whose ground is transparent. Takes milliseconds, as [`draw`].
///
/// # Errors
/// See [`Undrawn`].
pub fn icon(shapes: &[Shape]) -> Result<Vec<u8>, Undrawn> {
    let side = Icon::SIDE as u32;
    let pixels = brush::pixels(shapes, (side, side), None).ok_or_else(|| Undrawn::Failed("no room".to_owned()))?;
    file::transparent(&pixels).map_err(|error| Undrawn::Failed(error.to_string()))
}

/// The [`key()`] of an icon.
pub fn icon_key(shapes: &[Shape]) -> String {
    key::of(Material::default(), (Icon::SIDE, Icon::SIDE), shapes)
}

/// The size of a sketch in pixels, if a picture can have that size.
fn checked(sketch: &Sketch) -> Result<(u32, u32), Undrawn> {
    let (width, height) = sketch.size;
    let fits = |extent: i32| (1..=LARGEST).contains(&extent);
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(wide), Ok(high)) if fits(width) && fits(height) => Ok((wide, high)),
        _ => Err(Undrawn::Size(width, height)),
    }
}
