//! Discord's rules for payloads, as pure functions over JSON.
//!
//! The playground asks these functions before it takes anything that a bot sends. So the playground refuses what Discord
//! refuses, with the same status, code and nested error path. The functions know nothing of channels, people, sockets or
//! clocks: the server itself checks what depends on the world (permissions, unknown ids, deadlines).
//!
//! Two things are not in Discord's documentation:
//!
//! - Lengths are counted in Unicode scalar values (`chars`), not UTF-16 units or grapheme clusters (docs/DISCORD.md, "Messages").
//! - The codes of leaves (`BASE_TYPE_MAX_LENGTH` and so on). Discord documents the shape of the tree, not the codes;
//!   the ones here are those seen in public reports, and where none was found, one named after its neighbours.
//!   Clients must not depend on them.
//!
//! Unknown extra fields are accepted, as Discord does. Numbers in decimal strings are accepted where an integer is
//! wanted (docs/DISCORD.md, "What openapi.json leaves out").

mod callback;
mod channels;
mod commands;
mod components;
mod embeds;
mod emoji;
mod form;
mod interactive;
pub mod limits;
mod message;
mod modal;
mod names;
mod options;
mod polls;
mod references;

#[cfg(test)]
mod tests;

pub use super::refused::Refused;
pub use callback::{AnsweredKind, autocomplete, callback};
pub use channels::{ThreadKind, bulk_delete, channel, channel_edit, dm, thread, thread_edit};
pub use commands::{command, command_edit, commands};
pub use emoji::{application_emoji, application_emoji_edit, is_emoji, known_emojis};
pub(crate) use message::{COMPONENTS_V2, EPHEMERAL, SUPPRESS_EMBEDS};
pub use message::{FileInfo, MessageKind, edit, flags_after, message};
pub use modal::modal;
pub use options::ValueKind;
