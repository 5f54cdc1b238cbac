//! A decision of a computer player, and what it finds.

use crate::games::DynGame;
use crate::player::{self, Level};
use crate::rules::{Seat, Source, Viewer};

/// A decision of a computer player, with all that it needs to think about it.
pub(super) struct Question {
    pub(super) seat: Seat,
    /// The entry with which the decision came up.
    pub(super) step: u64,
    pub(super) level: Level,
    pub(super) play: Box<dyn DynGame>,
}

/// What a computer player will choose.
pub(super) struct Thought {
    pub(super) seat: Seat,
    pub(super) step: u64,
    /// The choice in notation; `None` if the player found none.
    pub(super) what: Option<String>,
}

impl Question {
    /// Finds the choice.
    pub(super) fn think(self, source: &mut dyn Source) -> Thought {
        let Question { seat, step, .. } = self;
        let imagine = |source: &mut dyn Source| self.play.imagine(Viewer::Seat(seat), source);
        let what = player::choose(self.level.strategy(&*self.play), seat, imagine, source);
        Thought { seat, step, what }
    }
}
