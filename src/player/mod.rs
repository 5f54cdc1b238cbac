//! Computer players: they see what the holder of their seat would see, and no more.
//!
//! A player gets imagined games that its seat cannot tell from the real one
//! ([`Search::imagine`](crate::rules::Search::imagine)), never the real one. How it looks for its choice there is a
//! [`Strategy`]: any legal choice, the best one by the look of the next position (`greedy`), or a search of what may follow
//! (`search`). People choose a [`Level`], and `levels` says which strategy stands for which level of which game. One player serves all games: it knows no
//! rules.
//!
//! The effort is counted in positions, never in time: the same source gives the same choice on every machine.

mod draw_offer;
mod effort;
mod greedy;
mod level;
mod levels;
mod luck;
mod noise;
mod search;
mod strategy;
#[cfg(test)]
mod tests;
mod value;

pub use draw_offer::agrees;
pub use effort::Effort;
pub use level::{Level, NoLevel};
pub use levels::{choose, of_level};
pub use strategy::Strategy;
