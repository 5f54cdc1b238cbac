//! The room of pictures: a [`Sketch`] in, a PNG out.
//!
//! A sketch says what lies where and what it means. This room gives it colours and letters and makes an SVG, which resvg
//! turns into pixels. The room knows sketches and nothing else: no game, no language, no Discord. Words arrive as final
//! text ([`Sketch::labelled`]); a label that is still a phrase is not drawn.
//!
//! # The path of a picture
//!
//! [`svg`] writes SVG: shapes in the colours of `colours`, and text as the outlines of its glyphs, laid out by `letters`
//! from two fonts that are part of the program. So a picture needs no system font and looks the same everywhere, and no
//! text, however hostile, is ever part of the SVG.
//!
//! Most of a picture was part of an earlier one. So resvg never gets the whole picture, but each piece once, in an SVG of
//! its own. The piece's pixels become a `sprite`, which [`Sprites`] keeps and lays on the `canvas` of every later picture
//! with that piece. The result looks as if the SVG of the whole sketch had been drawn. `palette` counts the colours of the
//! pixels, and `file` writes a PNG with a palette. A [`Renderer`] has a `render_pool` do all that off the async threads,
//! shares each picture among all who ask for it, and keeps it for a while.
//!
//! The same sketch gives the same bytes, whatever was drawn before: they do not depend on time, on hash order or on which
//! pieces are kept. Nothing in a sketch can make this room panic.

mod canvas;
mod colours;
mod file;
mod key;
mod layers;
mod letters;
mod outlines;
mod palette;
mod render_pool;
mod renderer;
mod sprite;
mod sprites;
mod svg;
#[cfg(test)]
mod tests;

use resvg::{tiny_skia, usvg};

use crate::rules::Sketch;

pub use key::key;
pub use letters::legible;
pub(crate) use render_pool::step_back;
pub use renderer::Renderer;
pub use sprites::Sprites;
pub use svg::svg;

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

/// Draws a sketch, each of its pieces anew. Takes milliseconds, more than [`Sprites::draw`]: not for an async thread, see
/// [`Renderer::picture`].
///
/// # Errors
/// See [`Undrawn`].
pub fn draw(sketch: &Sketch) -> Result<Picture, Undrawn> {
    Sprites::new().draw(sketch)
}

/// The pixels of an SVG that this room wrote: red, green, blue and alpha, premultiplied.
fn pixels(svg: &str) -> Result<tiny_skia::Pixmap, Undrawn> {
    let failed = |what: &dyn std::fmt::Display| Undrawn::Failed(what.to_string());
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size();
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or_else(|| failed(&"no room"))?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
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
