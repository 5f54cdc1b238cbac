//! A decision of a computer player, and what it finds.

use std::sync::Arc;

use super::decision::Decisions;
use super::fair::Seed;
use super::state::Played;
use crate::games::{DynGame, GameEntry, Options};
use crate::player::Level;
use crate::rules::Seat;

/// A decision of a computer player, with all that it needs to think about it.
pub(super) struct Question {
    pub(super) seat: Seat,
    /// The entry with which the decision came up.
    pub(super) step: u64,
    pub(super) level: Level,
    /// The game as it is now.
    pub(super) play: Box<dyn DynGame>,
    /// The game from its beginning.
    pub(super) game: &'static GameEntry,
    pub(super) options: Options,
    pub(super) events: Arc<Vec<Played>>,
    /// What the luck of computer players follows from.
    pub(super) seed: Seed,
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
    pub(super) fn think(self) -> Thought {
        let Question { seat, step, .. } = self;
        let start = self.game.start(&self.options, self.play.seats()).ok();
        let events = self.events.iter().map(|event| (event.by, event.what.as_str()));
        let decisions = Decisions::reached(seat, start, events, &*self.play);
        let what = decisions.choice(seat, self.level, &self.seed, &*self.play);
        Thought { seat, step, what }
    }
}
