//! Computer players: they see what the holder of their seat would see, and no more.
//!
//! A player gets imagined games that its seat cannot tell from the real one
//! ([`Search::imagine`](crate::rules::Search::imagine)), never the real one. How it looks for its choice there is a
//! [`Strategy`]: any legal choice, the best one by the look of the next position (`greedy`), or a search of what may follow
//! (`search`). People choose a [`Level`], and each game says which strategy that means
//! ([`Search::LEVELS`](crate::rules::Search::LEVELS)). One player serves all games: it knows no rules.
//!
//! The effort is counted in positions, never in time: the same source gives the same choice on every machine.

mod cost;
mod draw_offer;
mod greedy;
mod level;
mod luck;
#[cfg(test)]
mod measured;
mod noise;
mod search;
#[cfg(test)]
mod tests;
mod value;

pub use cost::{ChoiceCost, Judgement};
pub use draw_offer::agrees;
pub use level::{Level, NoLevel};
pub use search::{judge, weigh};

use crate::games::DynGame;
use crate::rules::{Seat, Source, Strategy};

/// The version of the computer players. It is raised with every change after which some level chooses otherwise with the same luck:
/// records tell it, so that nobody computes a choice again by other players than those that made it.
pub const VERSION: u16 = 4;

/// A choice for `seat`, in notation. `imagine` deals a game that the seat cannot tell from the real one. `None` when the seat
/// has nothing to choose.
pub fn choose(
    strategy: Strategy,
    seat: Seat,
    imagine: impl Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
) -> Option<String> {
    match strategy {
        Strategy::Random => greedy::choose(seat, imagine, source, 0, 0),
        Strategy::Greedy { worlds, noise } => greedy::choose(seat, imagine, source, worlds, noise),
        Strategy::Search(effort) => search::choose(seat, &imagine, source, effort),
    }
}
