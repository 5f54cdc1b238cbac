//! Binome in pictures: the sheet of a seat, and the table. They show what a view holds and nothing else, and say the same
//! in sentences.

mod alt;
mod card;
mod sheet;
mod signs;
mod table;

use super::notation::Choice;
use super::postulate::Number;
use super::turn::Turn;
use super::view::{OwnView, Phase, View};
use crate::rules::{Preview, Seat, Sketch};

/// The picture of a view; none before the first seat has the chair.
pub(super) fn sketch(view: &View, preview: Preview<'_, Choice>) -> Option<Sketch> {
    if view.stage == Phase::Chair {
        return None;
    }
    let tried = match preview {
        Preview::Choice(choice) => Some(*choice),
        _ => None,
    };
    Some(match &view.own {
        Some(own) => match (tried, view.movable()) {
            (Some(tried), Some(space)) => sheet::draw(view, &own.without(space), Some(tried)),
            (tried, _) => sheet::draw(view, own, tried),
        },
        None => table::draw(view),
    })
}

impl OwnView {
    /// The number at `index`, 0 to 7, if both its digits are written.
    fn number(&self, index: usize) -> Option<Number> {
        match self.digits[2 * index..2 * index + 2] {
            [Some(tens), Some(units)] => Some(Number::of(tens, units)),
            _ => None,
        }
    }

    /// Where an unused number stands, the first of several.
    fn place_of(&self, number: Number) -> Option<usize> {
        (0..8).find(|index| !self.used[*index] && self.number(*index) == Some(number))
    }
}

/// What became of a number that was revealed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It scored so many points.
    Won(i16),
    /// It was eliminated.
    Out,
    /// Another was better.
    Beaten,
}

impl Turn {
    /// The number that a seat revealed, and what became of it; `None` when it passed.
    fn shown(&self, seat: Seat) -> Option<(Number, Fate)> {
        let number = self.claims.get(seat)?;
        let fate = if self.scorers.contains(seat) {
            Fate::Won(self.points)
        } else if self.out.contains(seat) {
            Fate::Out
        } else {
            Fate::Beaten
        };
        Some((number, fate))
    }
}

/// Points that were won, with their sign.
fn gain(points: i16) -> String {
    format!("{points:+}")
}
