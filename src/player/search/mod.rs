//! A search of what may follow a choice.
//!
//! Where nothing is hidden and nothing is left to chance, the search looks at both sides' choices in turn ([`turns`]). In every
//! other game the search plays in imagined games ([`halving`]), and remembers in a tree of each seat's own which choices did
//! well there ([`tree`]). A seat's tree branches by what that seat sees. So the search never lets a seat, its own or another,
//! make use of what is hidden from it, and seats that choose at once choose without knowing of each other.
//!
//! What was chosen already can be held against what the search would choose ([`weigh`]), and so can all choices at once. The last
//! choices of a game in which nothing is hidden are followed to every end ([`solve`]).

mod halving;
mod solve;
#[cfg(test)]
mod tests;
mod tree;
mod turns;
mod weigh;

pub use weigh::{judge, weigh};

use halving::Halving;

use super::luck::Luck;
use super::noise::pick;
use crate::games::DynGame;
use crate::rules::{Effort, Seat, Source};

/// How many imagined games are compared before the search believes that nothing is hidden.
const COMPARED: usize = 4;

/// A choice for `seat`, in notation; `None` when the seat has nothing to choose.
pub(super) fn choose(
    seat: Seat,
    imagine: &dyn Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    effort: Effort,
) -> Option<String> {
    let mut luck = Luck::draw(source);
    let first = imagine(&mut luck);
    let seats = first.seats();
    let certain = seats == 2 && (!luck.was_asked() || all_equal(&*first, imagine, source, COMPARED));
    let fallback = first.random_choice(seat, source);
    let mut world = first.world();
    let mut keys = Vec::new();
    world.list(seat, &mut keys);
    if keys.len() < 2 {
        return world.notation(0).or(fallback);
    }
    let values = certain.then(|| turns::search(&mut *world, seat, effort)).flatten();
    let values = values.unwrap_or_else(|| {
        let halving = Halving {
            seat,
            seats,
            keys: &keys,
            imagine: &|luck| imagine(luck).world(),
            effort,
        };
        halving.search(source)
    });
    let best = pick(&values, effort.noise, source);
    world.notation(best).or(fallback)
}

/// Whether so many imagined games are the same as this one, which is one of them.
fn all_equal(
    first: &dyn DynGame,
    imagine: &dyn Fn(&mut dyn Source) -> Box<dyn DynGame>,
    source: &mut dyn Source,
    compared: usize,
) -> bool {
    let state = first.state();
    (1..compared).all(|_| imagine(&mut Luck::draw(source)).state() == state)
}
