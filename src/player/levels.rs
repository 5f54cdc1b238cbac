//! What the six levels of a computer player mean.

use super::level::Level;
use super::strategy::Strategy;
use crate::games::DynGame;
use crate::rules::{Seat, Source};

/// The levels, the lowest first. None of them searches yet: no measurement shows that the search is stronger
/// (docs/PLAYERS.md).
const LADDER: [Strategy; Level::ALL.len()] = [
    greedy(1, 200),
    greedy(4, 80),
    greedy(12, 0),
    greedy(24, 0),
    greedy(48, 0),
    greedy(96, 0),
];

const fn greedy(worlds: u32, noise: u16) -> Strategy {
    Strategy::Greedy { worlds, noise }
}

/// What a level means.
pub fn of_level(level: Level) -> Strategy {
    LADDER[usize::from(level.number()) - 1]
}

/// The choice of a computer player of this level at `seat`, in notation. `imagine` deals a game that the seat cannot tell from
/// the real one. `None` when the seat has nothing to choose.
pub fn choose(
    seat: Seat,
    imagine: impl Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    level: Level,
) -> Option<String> {
    of_level(level).choose(seat, imagine, source)
}
