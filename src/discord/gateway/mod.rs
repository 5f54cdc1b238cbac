//! The line to Discord's gateway: how the bot connects, what it hears, whether it hears, and how it lets go.

pub(super) mod backstage;
pub(super) mod ban;
pub(super) mod closed;
pub(super) mod ear;
pub(super) mod events;
pub(super) mod line;
pub(super) mod mute;
pub(super) mod start;
