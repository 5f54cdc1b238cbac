//! Tests of Dominomega: the rulebook's numbers, placing, what is secret, and what people see.

mod counting;
mod evaluate;
mod knowledge;
mod placing;
mod presentation;
mod prospects;
mod refusals;
mod shown;
mod support;
mod trained;
