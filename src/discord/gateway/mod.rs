//! Discord's gateway: how the bot connects, which events it receives, whether it still receives them, and how it disconnects.

pub(super) mod advice;
pub(super) mod background_runtime;
pub(super) mod ban;
pub(super) mod client;
pub(super) mod closed;
pub(super) mod dispatch;
mod elsewhere;
pub(super) mod events;
pub(super) mod kept;
pub(super) mod labels;
pub(super) mod mute;
pub(super) mod passed;
pub(super) mod relay;
mod secret_path;
pub(super) mod session;
pub(super) mod shard_health;
pub(super) mod shards;
pub(super) mod start;
mod turns;
