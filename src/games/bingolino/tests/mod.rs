//! Tests of Bingolino, by the sentences of its rulebook and rulings.

mod ending;
mod evaluate;
mod knowledge;
mod notation;
mod pictures;
mod presentation;
mod random;
mod refusals;
mod rolls;
mod setup;
mod stars;
mod support;
