//! The bot as a whole with tables of every game that are in the middle of it: the rooms of [`simulation`](super) and its
//! Discord, in a world in which nothing goes wrong but what people do, and what is told to.
//!
//! * [`noninterference`]: nothing is leaked.
//! * [`liveness`]: nobody is stuck.

mod divergence;
mod faults;
mod input;
mod liveness;
mod log_lines;
mod noninterference;
mod scenario;
mod setup;
mod world;
