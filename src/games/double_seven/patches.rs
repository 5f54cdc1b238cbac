//! What is written and drawn where on a picture, so that no writing lies on other writing or on a symbol.

use crate::rules::{Anchor, Form, Label, Point, Shape, parts};

/// The rectangle that something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Patch {
    /// Its middle.
    pub(super) middle: Point,
    /// Half of its width and of its height.
    pub(super) half: Point,
}

impl Patch {
    /// What writing in the middle of a place takes. A letter is about as wide and as high as 0.72 of its size.
    pub(super) fn written(middle: Point, size: i32, room: i32, says: &str) -> Patch {
        let reach = size * 36 / 100;
        let wide = says.chars().count() as i32 * reach;
        Patch {
            middle,
            half: (wide.min(room / 2), reach),
        }
    }

    /// What a shape takes: a letter, a number, a symbol or a thick line; `None` for what may lie beneath writing.
    pub(super) fn of(shape: &Shape) -> Option<Patch> {
        match &shape.form {
            Form::Text {
                at,
                size,
                anchor: Anchor::Middle,
                room,
                says: Label::Text(says),
                ..
            } => Some(Patch::written(*at, *size, *room, says)),
            Form::Rings { centre, radius, .. } => {
                // As large as a digit in its place is at least.
                let reach = *radius.max(&(parts::SMALLEST * 2 / 5));
                Some(Patch {
                    middle: *centre,
                    half: (reach, reach),
                })
            }
            Form::Path(ends) => {
                let (_, width) = shape.line.filter(|(_, width)| *width > 1)?;
                let (from, to) = (ends.first()?, ends.last()?);
                let reach = |from: i32, to: i32| ((from - to).abs() + i32::from(width)) / 2;
                Some(Patch {
                    middle: ((from.0 + to.0) / 2, (from.1 + to.1) / 2),
                    half: (reach(from.0, to.0), reach(from.1, to.1)),
                })
            }
            _ => None,
        }
    }

    /// Whether two patches have a point in common.
    pub(super) const fn meets(&self, other: &Patch) -> bool {
        (self.middle.0 - other.middle.0).abs() < self.half.0 + other.half.0
            && (self.middle.1 - other.middle.1).abs() < self.half.1 + other.half.1
    }
}
