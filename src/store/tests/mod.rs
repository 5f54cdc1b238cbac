//! Tests of the store as a whole: the plans of its queries, and files of earlier schemas.

mod plans;
mod upgrades;
