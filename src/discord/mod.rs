//! The Discord room: everything that Discord's people see and press.
//!
//! Its pure half makes messages: [`payload`] says what a message is, [`limits`] what Discord takes, [`press`] what a button
//! carries. It may know tables and views, and Discord's rules; it may not know SQL, or any one game by name: all that
//! it says of a game comes from the catalogue.

mod about;
mod absent;
mod address;
mod answer;
mod backstage;
mod ban;
mod board;
mod closed;
mod commands;
mod crowd;
mod ear;
mod governor;
mod house;
mod http;
pub mod limits;
mod line;
mod messages;
mod moves;
mod mute;
mod opening;
mod past;
pub mod payload;
pub mod press;
mod presses;
mod private;
mod probe;
mod records;
mod removal;
mod run;
pub mod show;
mod start;
#[cfg(test)]
mod tests;
mod times;

pub use closed::close_codes;
pub use run::{Config, RunError, run, run_until};
