//! Tests of the bot as a whole, without a network.

mod storm;
