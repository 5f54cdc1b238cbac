//! The bot as a whole with tables of every game that are in the middle of it: the rooms of [`storm`](super) and its Discord, in
//! a world in which nothing goes wrong but what people do, and what is told to.
//!
//! * [`twins`]: nothing is leaked.
//! * [`stuck`]: nobody is stuck.

mod deal;
mod doing;
mod faults;
mod lines;
mod parting;
mod plot;
mod stuck;
mod twins;
mod world;
