//! Tests of The Tree, by the sentences of its rulebook and rulings.

mod ending;
mod evaluate;
mod knowledge;
mod menus;
mod notation;
mod offers;
mod pictures;
mod placing;
mod presentation;
mod refusals;
mod setup;
mod shown;
mod support;
mod turns;
