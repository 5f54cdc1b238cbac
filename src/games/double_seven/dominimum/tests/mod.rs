//! Tests of Dominimum: the rulebook's numbers, missions, placing, ties, what is secret, and what people see.

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
