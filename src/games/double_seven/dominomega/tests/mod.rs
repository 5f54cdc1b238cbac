//! Tests of Dominomega: the rulebook's numbers, placing, what is secret, and what people see.

mod counting;
mod faces;
mod knowledge;
mod placing;
mod promise;
mod refusals;
mod shown;
mod support;
