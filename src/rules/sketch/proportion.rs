//! How high a sketch may be beside its width.

use super::{Form, Point, Sketch};

/// A sketch is at most so many hundredths as high as wide. A screen of 360 by 640 then shows the question and the first row
/// of buttons below the picture, and a wide screen shows the picture wide.
const HIGHEST: i32 = 95;

impl Sketch {
    /// The same sketch, wide enough for its height: what is too high gets empty ground at both sides.
    #[must_use]
    pub fn in_proportion(mut self) -> Sketch {
        let wide = (self.size.1 * 100 + HIGHEST - 1) / HIGHEST;
        let aside = (wide - self.size.0 + 1) / 2;
        if aside <= 0 {
            return self;
        }
        self.size.0 += 2 * aside;
        for shape in &mut self.shapes {
            for point in shape.form.points() {
                point.0 += aside;
            }
        }
        self
    }
}

impl Form {
    /// The points that say where it lies.
    pub fn points(&mut self) -> &mut [Point] {
        match self {
            Form::Rect { at, .. } | Form::Text { at, .. } => std::slice::from_mut(at),
            Form::Circle { centre, .. } | Form::Rings { centre, .. } | Form::Mark { centre, .. } => {
                std::slice::from_mut(centre)
            }
            Form::Polygon(points) | Form::Path(points) => points,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ink, Shape, parts};
    use super::*;

    #[test]
    fn a_high_sketch_becomes_wide_enough_and_lies_in_the_middle() {
        let sketch = |size| Sketch {
            size,
            shapes: vec![
                Shape::filled(parts::circle((10, 20), 5), Ink::Text),
                Shape::filled(Form::Path(vec![(1, 2), (3, 4)]), Ink::Text),
            ],
            ..Sketch::default()
        };
        assert_eq!(sketch((100, 95)).in_proportion(), sketch((100, 95)));
        let wide = sketch((100, 190)).in_proportion();
        assert_eq!(wide.size, (200, 190));
        assert_eq!(wide.shapes[0].form, parts::circle((60, 20), 5));
        assert_eq!(wide.shapes[1].form, Form::Path(vec![(51, 2), (53, 4)]));
        let odd = sketch((720, 905)).in_proportion().size;
        assert!(odd.1 * 100 <= odd.0 * HIGHEST && odd.0 < 956);
    }
}
