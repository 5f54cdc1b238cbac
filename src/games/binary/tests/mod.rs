//! Tests of Binary, by the sentences of its rulebook and rulings.

mod centre;
mod counting;
mod ending;
mod evaluate;
mod menus;
mod notation;
mod offers;
mod pictures;
mod placing;
mod presentation;
mod refusals;
mod setup;
mod support;
mod trained;
