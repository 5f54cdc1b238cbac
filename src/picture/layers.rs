//! Draws many pieces in few SVG elements.
//!
//! A board is hundreds of pieces of a dozen looks, and parsing an SVG element costs about as much as drawing a small piece.
//! So pieces of one look become one path, where that does not change the picture. A piece lies in the lowest layer above all
//! earlier pieces that it overlaps. Pieces of one layer overlap nowhere, so their order does not matter.

use std::fmt::Write as _;

use crate::rules::Point;

/// The bounding box of something, in whole points, as its least and greatest corner: no pixel outside is touched.
pub(super) type Bounds = (Point, Point);

/// Pieces in layers, from the back to the front.
#[derive(Debug, Default)]
pub(super) struct Layers {
    layers: Vec<Layer>,
}

#[derive(Debug, Default)]
struct Layer {
    /// The bounding boxes of its pieces.
    taken: Vec<Bounds>,
    /// The attributes of each path, and its data.
    paths: Vec<(String, String)>,
}

impl Layers {
    /// Lays something on top whose pieces do not overlap. Each piece has the attributes of a path, and path data that begins
    /// with an absolute position.
    pub(super) fn add(&mut self, bounds: Bounds, pieces: impl IntoIterator<Item = (String, String)>) {
        let met = |layer: &Layer| layer.taken.iter().any(|other| meet(*other, bounds));
        let at = self.layers.iter().rposition(met).map_or(0, |below| below + 1);
        if at == self.layers.len() {
            self.layers.push(Layer::default());
        }
        let layer = &mut self.layers[at];
        layer.taken.push(bounds);
        for (look, data) in pieces {
            match layer.paths.iter_mut().find(|path| path.0 == look) {
                Some(path) => path.1.push_str(&data),
                None => layer.paths.push((look, data)),
            }
        }
    }

    /// The bounding box of all layers; `None` when they are empty.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        let all = self.layers.iter().flat_map(|layer| layer.taken.iter().copied());
        let bounds = all.reduce(|(least, most), (other_least, other_most)| {
            (
                (least.0.min(other_least.0), least.1.min(other_least.1)),
                (most.0.max(other_most.0), most.1.max(other_most.1)),
            )
        });
        bounds.filter(|(least, most)| least.0 < most.0 && least.1 < most.1)
    }

    /// About how many bytes [`Layers::write`] writes.
    pub(super) fn length(&self) -> usize {
        let paths = self.layers.iter().flat_map(|layer| &layer.paths);
        paths.map(|(look, data)| look.len() + data.len() + 16).sum()
    }

    /// The elements, from the back to the front.
    pub(super) fn write(&self, svg: &mut String) {
        for (look, data) in self.layers.iter().flat_map(|layer| &layer.paths) {
            let _ = write!(svg, "<path{look} d=\"{data}\"/>");
        }
    }
}

/// Whether two boxes have pixels in common.
fn meet((least, most): Bounds, (other_least, other_most): Bounds) -> bool {
    least.0 < other_most.0 && other_least.0 < most.0 && least.1 < other_most.1 && other_least.1 < most.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: &[(&str, &str, Bounds)]) -> String {
        let mut layers = Layers::default();
        for (look, data, bounds) in pieces {
            layers.add(*bounds, [(format!(" fill=\"{look}\""), (*data).to_owned())]);
        }
        let mut svg = String::new();
        layers.write(&mut svg);
        svg
    }

    const LEFT: Bounds = ((0, 0), (10, 10));
    const RIGHT: Bounds = ((10, 0), (20, 10));
    const BOTH: Bounds = ((9, 0), (11, 10));

    #[test]
    fn pieces_that_do_not_meet_share_a_path() {
        let svg = written(&[("red", "a", LEFT), ("blue", "b", RIGHT), ("red", "c", RIGHT)]);
        assert_eq!(
            svg,
            "<path fill=\"red\" d=\"a\"/><path fill=\"blue\" d=\"b\"/><path fill=\"red\" d=\"c\"/>"
        );
        let svg = written(&[("red", "a", LEFT), ("red", "b", RIGHT)]);
        assert_eq!(svg, "<path fill=\"red\" d=\"ab\"/>");
    }

    #[test]
    fn what_is_laid_on_top_stays_there() {
        let svg = written(&[("red", "a", LEFT), ("red", "b", BOTH), ("red", "c", RIGHT)]);
        assert_eq!(
            svg,
            "<path fill=\"red\" d=\"a\"/><path fill=\"red\" d=\"b\"/><path fill=\"red\" d=\"c\"/>"
        );
        // What is beside the pile lies at its foot, whatever has come before.
        let svg = written(&[("red", "a", LEFT), ("blue", "b", LEFT), ("red", "c", RIGHT)]);
        assert_eq!(svg, "<path fill=\"red\" d=\"ac\"/><path fill=\"blue\" d=\"b\"/>");
    }
}
