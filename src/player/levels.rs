//! What the six levels of a computer player mean in each game.

use super::effort::Effort;
use super::level::Level;
use super::strategy::Strategy;
use crate::games::DynGame;
use crate::rules::{Seat, Source};

/// The effort of each level, the lowest first: positions and noise.
type Ladder = [(u32, u16); Level::ALL.len()];

/// What a game that is not named here gets.
const USUAL: Ladder = [(100, 250), (200, 120), (500, 60), (1_500, 30), (6_000, 10), (24_000, 0)];

/// The levels of the game called `slug`.
fn ladder(slug: &str) -> Ladder {
    match slug {
        _ => USUAL,
    }
}

/// What a level means in the game called `slug`.
pub fn of_level(slug: &str, level: Level) -> Strategy {
    let (nodes, noise) = ladder(slug)[usize::from(level.number()) - 1];
    Strategy::Search(Effort { nodes, noise })
}

/// The choice of a computer player of this level at `seat` of the game called `slug`, in notation. `imagine` deals a game that
/// the seat cannot tell from the real one. `None` when the seat has nothing to choose.
pub fn choose(
    slug: &str,
    seat: Seat,
    imagine: impl Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    level: Level,
) -> Option<String> {
    of_level(slug, level).choose(seat, imagine, source)
}
