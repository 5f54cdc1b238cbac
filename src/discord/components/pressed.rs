//! The message that a press came from.
//!
//! Discord says which message was pressed, and whether only the asker sees it. The table's records tell which slot the
//! message belongs to. Only a message that is known to be private is treated as private.

use poise::serenity_prelude as serenity;

use crate::discord::custom_id::CustomId;
use crate::discord::handler::Handler;
use crate::discord::messages::{Location, Slot};
use crate::referee::TableSnapshot;
use crate::rules::Seat;

/// The message that a press came from.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) struct Source {
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

impl Handler<'_> {
    /// The slot of the pressed message, as far as it is known before the slot's writer is held: a message whose id is unknown
    /// yet may have been sent just now. `None` for a message that is not the asker's.
    pub(super) async fn slot(&self, snapshot: &TableSnapshot) -> Option<Slot> {
        let (source, table) = (self.source?, &snapshot.table);
        let seat = table.seat_of(self.asker.person.id);
        if source.ephemeral {
            return seat.map(|Seat(seat)| Slot::Here(seat));
        }
        let records = self.app.messages.records(table.id).await.ok()?;
        let known = records.iter().find(|(_, record)| record.location() == Some(source.at));
        match known.map(|(slot, _)| *slot) {
            Some(Slot::Table) => Some(Slot::Table),
            Some(Slot::Seat(own)) if seat == Some(Seat(own)) => Some(Slot::Seat(own)),
            Some(_) => None,
            None if source.at.channel == table.channel => Some(Slot::Table),
            None => seat.map(|Seat(seat)| Slot::Seat(seat)),
        }
    }
}
