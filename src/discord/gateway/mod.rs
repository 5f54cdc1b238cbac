//! The line to Discord's gateway: how the bot connects, what it hears, whether it hears, and how it lets go.

pub(super) mod background_runtime;
pub(super) mod ban;
pub(super) mod client;
pub(super) mod closed;
pub(super) mod events;
pub(super) mod mute;
pub(super) mod shard_health;
pub(super) mod start;
