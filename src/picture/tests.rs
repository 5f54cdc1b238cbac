//! Letters by their pixels, hostile text, forms and fills, sprites, the reference, palettes, and the renderer.

mod drawing;
mod laying;
mod lettering;
mod reference;
mod sharing;

use crate::rules::{Anchor, Fill, Form, Ink, Label, Material, Point, Shape, Sketch};

/// A sketch of these shapes.
fn sketch(size: Point, shapes: Vec<Shape>) -> Sketch {
    Sketch {
        size,
        shapes,
        alt: Vec::new(),
        ..Sketch::default()
    }
}

/// A text in black, 32 points high.
fn text(at: Point, room: i32, says: &str) -> Shape {
    let form = Form::Text {
        at,
        size: 32,
        anchor: Anchor::Left,
        bold: false,
        room,
        says: Label::Text(says.to_owned()),
    };
    Shape::filled(form, Ink::Black)
}

fn rect(at: Point, size: Point) -> Form {
    Form::Rect { at, size, round: 0 }
}

/// A form filled so.
fn with(form: Form, fill: Fill) -> Shape {
    Shape {
        form,
        fill: Some(fill),
        line: None,
        ghost: false,
    }
}

/// The pixels of a picture, as they come out of its file.
struct Seen {
    width: usize,
    rgb: Vec<[u8; 3]>,
}

impl Seen {
    fn of(sketch: &Sketch) -> Seen {
        Seen::in_file(&super::draw(sketch).expect("it can be drawn").png)
    }

    fn in_file(png: &[u8]) -> Seen {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("whole pixels");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        Seen {
            width: info.width as usize,
            rgb: pixels.as_chunks::<3>().0.to_vec(),
        }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.rgb[y * self.width + x]
    }

    /// Left, top, right and bottom of all that is not paper.
    fn drawn(&self) -> Option<(usize, usize, usize, usize)> {
        let paper = super::colours::colour(Material::Paper, Ink::Paper);
        let marked = self.rgb.iter().enumerate().filter(|(_, colour)| **colour != paper);
        marked.fold(None, |box_, (at, _)| {
            let (x, y) = (at % self.width, at / self.width);
            let (left, top, right, bottom) = box_.unwrap_or((x, y, x, y));
            Some((left.min(x), top.min(y), right.max(x), bottom.max(y)))
        })
    }
}
