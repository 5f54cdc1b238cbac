//! Tests of Binome, by the sentences of its rulebook and rulings.

mod conference;
mod ending;
mod evaluate;
mod knowledge;
mod notation;
mod numerology;
mod postulates;
mod presentation;
mod refusals;
mod setup;
mod sketch;
mod support;
mod variants;
