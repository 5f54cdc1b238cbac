//! The service room: shows whoever runs the bot how the bot is.
//!
//! A small server on an address of the operator's answers three questions: whether the process runs, whether the bot is ready,
//! and what its metrics are ([`metrics`]). The room knows no other room: what the server asks about the bot is a [`Watched`].

mod health;
mod machine;
pub mod metrics;
mod server;

pub use health::{Health, Watched};
pub use server::{Service, ServiceError, Sockets, copied, listen};
