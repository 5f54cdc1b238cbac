//! Tests of the bot as a whole, without a network.

pub(in crate::discord) mod leaks;
mod simulation;
