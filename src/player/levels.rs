//! What the six levels of a computer player mean in each game.

use super::effort::Effort;
use super::strategy::Strategy;
use crate::games::DynGame;
use crate::rules::{Seat, Source};

/// How many levels there are, from 1 for a beginner.
pub const LEVELS: u8 = 6;

/// The effort of each level, the lowest first: positions and noise.
type Ladder = [(u32, u16); LEVELS as usize];

/// What a game that is not named here gets.
const USUAL: Ladder = [(100, 250), (200, 120), (500, 60), (1_500, 30), (6_000, 10), (24_000, 0)];

/// The levels of the game called `slug`.
fn ladder(slug: &str) -> Ladder {
    match slug {
        _ => USUAL,
    }
}

/// What `level` means in the game called `slug`. A number below the lowest level counts as the lowest, and one above the
/// highest as the highest.
pub fn of_level(slug: &str, level: u8) -> Strategy {
    let (nodes, noise) = ladder(slug)[usize::from(level.clamp(1, LEVELS)) - 1];
    Strategy::Search(Effort { nodes, noise })
}

/// A choice for `seat` at `level`, in notation. `imagine` deals a game that the seat cannot tell from the real one. `None`
/// when the seat has nothing to choose.
pub fn choose_at(
    seat: Seat,
    imagine: impl Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    slug: &str,
    level: u8,
) -> Option<String> {
    of_level(slug, level).choose(seat, imagine, source)
}
