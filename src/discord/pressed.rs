//! The message that a press came from.
//!
//! Discord says which message was pressed, and whether only the asker sees it. Only a message that is known to be private is
//! treated as private.

use poise::serenity_prelude as serenity;

use super::custom_id::CustomId;
use super::messages::Location;

/// The message that a press came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) at: Location,
    pub(super) ephemeral: bool,
    /// The table that the message's own buttons and menus are about.
    pub(super) table: Option<u64>,
}

impl Source {
    pub(super) fn of(channel: serenity::ChannelId, message: &serenity::Message) -> Source {
        Source {
            at: Location {
                channel: channel.get(),
                message: message.id.get(),
            },
            ephemeral: message
                .flags
                .is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL)),
            table: table_of(message),
        }
    }
}

/// The table that a message's components are about. Discord supplies these components, so they are real even if the press is
/// forged.
fn table_of(message: &serenity::Message) -> Option<u64> {
    use serenity::{ActionRowComponent, ButtonKind};
    let components = message.components.iter().flat_map(|row| &row.components);
    let mut ids = components.filter_map(|component| match component {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Some(custom_id),
            _ => None,
        },
        ActionRowComponent::SelectMenu(menu) => menu.custom_id.as_ref(),
        _ => None,
    });
    ids.find_map(|id| id.parse::<CustomId>().ok()?.table())
}
