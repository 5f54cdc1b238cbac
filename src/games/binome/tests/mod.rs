//! Tests of Binome, by the sentences of its rulebook and rulings.

mod conference;
mod ending;
mod faces;
mod knowledge;
mod notation;
mod numerology;
mod postulates;
mod promise;
mod refusals;
mod setup;
mod sketch;
mod support;
mod variants;
