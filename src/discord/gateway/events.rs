//! Hands the gateway's events to the parts that they concern.

use poise::serenity_prelude as serenity;
use serenity::{FullEvent, Interaction};

use super::super::app::{App, take_in_hand};
use super::super::messages::Wake;
use super::super::{components, moves, removal};

/// Handles one event.
pub(in crate::discord) async fn heard(app: &App, event: &FullEvent) {
    let bot = *app.bot.borrow();
    match event {
        FullEvent::InteractionCreate { interaction } => {
            let Some(_token) = take_in_hand(&app.in_flight) else {
                return;
            };
            app.passed.taken(interaction.id().get());
            match interaction {
                Interaction::Component(pressed) => Box::pin(components::component(app, pressed)).await,
                Interaction::Modal(form) => Box::pin(components::form(app, form)).await,
                Interaction::Autocomplete(typing) => Box::pin(moves::complete(app, typing)).await,
                // poise runs commands.
                _ => {}
            }
        }
        FullEvent::Ready { .. } | FullEvent::GuildDelete { .. } => removal::heard(app, event).await,
        FullEvent::Message { new_message } if new_message.author.id.get() != bot => {
            app.messages.access().spoken(new_message.channel_id.get());
        }
        event => {
            if let Some(where_to) = may_open(event, bot) {
                app.messages.wake(where_to);
            }
        }
    }
}

/// Where the bot may have gained access through an event.
fn may_open(event: &FullEvent, bot: u64) -> Option<Wake> {
    Some(match event {
        FullEvent::GuildCreate { guild, .. } => Wake::Guild(guild.id.get()),
        FullEvent::GuildRoleUpdate { new, .. } => Wake::Guild(new.guild_id.get()),
        // The bot may have a new role. Without the privileged intent, Discord sends no updates of other members.
        FullEvent::GuildMemberUpdate { event, .. } if event.user.id.get() == bot => Wake::Guild(event.guild_id.get()),
        // Permissions in a channel also hold in its threads.
        FullEvent::ChannelUpdate { new, .. } => Wake::Guild(new.guild_id.get()),
        FullEvent::ThreadListSync { thread_list_sync } => Wake::Guild(thread_list_sync.guild_id.get()),
        FullEvent::ThreadCreate { thread, .. } => Wake::Channel(thread.id.get()),
        FullEvent::ThreadUpdate { new, .. } => Wake::Channel(new.id.get()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_role_of_the_bot_may_open_its_server_and_one_of_somebody_else_nothing() {
        let update = |user: &str| {
            let event = serde_json::json!({
                "guild_id": "4", "nick": null, "joined_at": "2026-01-01T00:00:00Z", "roles": ["9"], "premium_since": null,
                "avatar": null, "user": { "id": user, "username": "somebody", "discriminator": "0" },
            });
            let event = serde_json::from_value(event).expect("an event");
            FullEvent::GuildMemberUpdate {
                old_if_available: None,
                new: None,
                event,
            }
        };
        assert_eq!(may_open(&update("7"), 7), Some(Wake::Guild(4)));
        assert_eq!(may_open(&update("8"), 7), None);
    }
}
