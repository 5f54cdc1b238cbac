//! The bot as a whole in a world in which nothing goes wrong but what people do: the rooms of [`storm`](super) and its Discord,
//! over calm weather, with tables of every game that are in the middle of it.
//!
//! * [`twins`]: nothing is leaked.
//! * [`stuck`]: nobody is stuck.

mod deal;
mod doing;
mod lines;
mod parting;
mod plot;
mod stuck;
mod twins;
mod world;
