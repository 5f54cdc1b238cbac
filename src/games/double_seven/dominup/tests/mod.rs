//! The rules of Dominup and its rulings, sentence by sentence; and what of it reaches whom.

mod climbing;
mod ending;
mod evaluate;
mod expanding;
mod knowledge;
mod notation;
mod pictures;
mod presentation;
mod random;
mod refusals;
mod setup;
mod shown;
mod support;
mod turns;
