//! What message a press came from, and taking it in hand before anybody else writes there.
//!
//! Discord says which message it was, and whether only the asker sees it. What that message is to a table, only the store
//! knows; and only what is known to be private is treated so.

use std::time::Duration;

use poise::serenity_prelude as serenity;

use super::Pressed;
use crate::discord::delivery::{Held, Slot};
use crate::discord::press::Press;
use crate::referee::Look;
use crate::rules::Seat;

/// How long a press waits for a message that is just being written, before it is taken without a word and the message
/// follows by itself.
pub(super) const PATIENCE: Duration = Duration::from_millis(1000);

/// The message that a press came from.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) struct Source {
    pub(super) channel: u64,
    pub(super) message: u64,
    pub(super) ephemeral: bool,
    /// The table that its own buttons and menus are about.
    table: Option<u64>,
}

impl Source {
    pub(super) fn of(channel: serenity::ChannelId, message: &serenity::Message) -> Source {
        Source {
            channel: channel.get(),
            message: message.id.get(),
            ephemeral: message
                .flags
                .is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL)),
            table: table_of(message),
        }
    }
}

/// The table that a message's components are about. They are as Discord keeps them, whatever was sent as pressed.
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
    ids.find_map(|id| id.parse::<Press>().ok()?.table())
}

/// What kind of message that is. Only what is known to be private is treated so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A public message of the table.
    Public,
    /// The asker's own panel in the private chat.
    Panel,
    /// A message that only the asker sees.
    Here,
    /// Any other.
    Elsewhere,
}

impl Pressed<'_> {
    /// The slot of the message that the press probably came from. Held in vain, it delays what delivery writes there by
    /// one deed, and nothing else.
    pub(super) fn guess(&self, look: &Look) -> Option<Slot> {
        let (source, table) = (self.source?, &look.table);
        if !source.ephemeral && source.channel == table.place {
            return Some(Slot::Table);
        }
        let seat = table.seat_of(self.asker.person.id)?.0;
        Some(if source.ephemeral {
            Slot::Here(seat)
        } else {
            Slot::Seat(seat)
        })
    }

    /// What kind of message the press came from.
    pub(super) async fn origin(&self, look: &Look) -> Origin {
        let Some(source) = self.source else {
            return Origin::Elsewhere;
        };
        if source.ephemeral {
            return Origin::Here;
        }
        let Ok(rows) = self.house.delivery.shown(look.table.id).await else {
            return Origin::Elsewhere;
        };
        let row = rows
            .into_iter()
            .find(|row| row.message == source.message && row.channel == source.channel);
        match row.and_then(|row| row.slot.parse().ok()) {
            Some(Slot::Table) => Origin::Public,
            Some(Slot::Seat(seat)) if look.table.seat_of(self.asker.person.id) == Some(Seat(seat)) => Origin::Panel,
            Some(_) => Origin::Elsewhere,
            // An older copy of the public message, or one whose number was lost; but not that of another table, which somebody
            // names in a press of their own making.
            None if source.channel == look.table.place && source.table == Some(look.table.id) => Origin::Public,
            None => Origin::Elsewhere,
        }
    }

    /// Waits for a slot, but not so long that the press would go unanswered.
    pub(in crate::discord) async fn hold(&self, table: u64, slot: Slot) -> Option<Held> {
        tokio::time::timeout(PATIENCE, self.house.delivery.hold(table, slot))
            .await
            .ok()
    }

    /// A slot, and what its table looks like while nobody else writes there. What was held before the table was looked at
    /// needs no second look. `None` when another writes for too long, or the table cannot be looked at.
    pub(super) async fn holding(&self, look: Look, slot: Slot, held: Option<Held>) -> Option<(Held, Look)> {
        if let Some(held) = held.filter(|held| held.slot() == slot) {
            return Some((held, look));
        }
        let held = self.hold(look.table.id, slot).await?;
        let look = self.house.referee.look(look.table.id).await.ok().flatten()?;
        Some((held, look))
    }
}
