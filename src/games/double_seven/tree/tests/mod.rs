//! Tests of The Tree, by the sentences of its rulebook and rulings.

mod ending;
mod evaluate;
mod faces;
mod knowledge;
mod menus;
mod notation;
mod offers;
mod pictures;
mod placing;
mod refusals;
mod setup;
mod shown;
mod support;
mod turns;
