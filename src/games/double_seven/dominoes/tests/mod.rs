//! Tests of the line game: one for every sentence of the rules that can be held against something.

mod evaluate;
mod knowledge;
mod notation;
mod opening;
mod pictures;
mod playing;
mod presentation;
mod refusals;
mod scoring;
mod setup;
mod snakes;
mod support;
