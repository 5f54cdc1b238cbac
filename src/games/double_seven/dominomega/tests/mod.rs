//! Tests of Dominomega: the rulebook's numbers, placing, what is secret, and what people see.

mod counting;
mod evaluate;
mod faces;
mod knowledge;
mod placing;
mod refusals;
mod shown;
mod support;
