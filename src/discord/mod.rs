//! The Discord room: everything that people on Discord see and press.
//!
//! Its pure half makes messages: [`payload`] defines a message, [`limits`] holds what Discord accepts, and [`custom_id`]
//! defines what a button carries. The room may know tables, views and Discord's rules. It may know neither SQL nor any one
//! game by name: everything that it says about a game comes from the catalogue.

mod about;
mod absent;
mod answer;
mod app;
mod assembly;
mod boards;
mod clock_options;
mod commands;
mod components;
mod config;
pub mod custom_id;
mod daily;
mod desired_messages;
mod emojis;
mod endpoint;
mod gateway;
mod governor;
mod handler;
mod history;
mod http;
pub mod limits;
mod lock;
mod messages;
mod moves;
mod opening;
mod past;
pub mod payload;
pub mod play;
mod post;
mod pressed;
mod private;
mod probe;
mod records;
mod removal;
mod renewal;
mod review;
mod run;
pub mod show;
mod table_options;
#[cfg(test)]
mod tests;
mod threads;
mod times;
mod user_limiter;
mod watched;

pub use assembly::declared_commands;
pub use config::{Config, EndpointConfig, RunError};
pub use endpoint::signature::PublicKey;
pub use gateway::ban::banned_until;
pub use gateway::closed::close_codes;
pub use run::{run, run_until};
