//! Tests of Dominimum: the rulebook's numbers, missions, placing, ties, what is secret, and what people see.

mod counting;
mod faces;
mod knowledge;
mod placing;
mod promise;
mod refusals;
mod shown;
mod support;
