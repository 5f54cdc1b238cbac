//! The ways in which a computer player may look for its choice.

use super::effort::Effort;
use super::{greedy, search};
use crate::games::DynGame;
use crate::rules::{Seat, Source};

/// How a computer player looks for its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Any legal choice.
    Random,
    /// The choice after which the position looks best, on average over so many imagined games.
    Greedy {
        /// How many imagined games.
        worlds: u32,
        /// How far the choice strays from the best one: see [`Effort::noise`].
        noise: u16,
    },
    /// A search of what may follow.
    Search(Effort),
}

impl Strategy {
    /// A choice for `seat`, in notation. `imagine` deals a game that the seat cannot tell from the real one. `None` when the
    /// seat has nothing to choose.
    pub fn choose(
        self,
        seat: Seat,
        imagine: impl Fn(&mut dyn Source) -> Box<dyn DynGame>,
        source: &mut dyn Source,
    ) -> Option<String> {
        match self {
            Strategy::Random => greedy::choose(seat, imagine, source, 0, 0),
            Strategy::Greedy { worlds, noise } => greedy::choose(seat, imagine, source, worlds, noise),
            Strategy::Search(effort) => search::choose(seat, &imagine, source, effort),
        }
    }
}
