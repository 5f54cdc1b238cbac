//! The bot's removal from a server: its tables there are closed in the log, and its messages there are forgotten.
//!
//! While the bot is away, Discord does not tell it about a removal. So each READY event is compared with the live tables: it
//! names every server of its shard, including those that are only unavailable (docs/DISCORD.md, "Servers"). An outage changes
//! nothing.

use poise::serenity_prelude as serenity;
use serenity::FullEvent;

use super::app::App;

/// The servers that the bot has been removed from, as an event tells.
#[derive(Debug, PartialEq, Eq)]
enum Gone {
    /// This one.
    From(u64),
    /// All servers of this shard (of so many) that are not among these.
    AllBut { shard: u64, shards: u64, guilds: Vec<u64> },
}

impl Gone {
    /// What an event tells about removals, if anything.
    fn said(event: &FullEvent) -> Option<Gone> {
        match event {
            FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
                Some(Gone::From(incomplete.id.get()))
            }
            FullEvent::Ready { data_about_bot } => {
                let info = data_about_bot.shard;
                Some(Gone::AllBut {
                    shard: info.map_or(0, |info| info.id.0.into()),
                    shards: info.map_or(1, |info| info.total.max(1).into()),
                    guilds: data_about_bot.guilds.iter().map(|guild| guild.id.get()).collect(),
                })
            }
            _ => None,
        }
    }

    /// Whether the bot has been removed from this server.
    fn is(&self, guild: u64) -> bool {
        match self {
            Gone::From(gone) => *gone == guild,
            Gone::AllBut { shard, shards, guilds } => (guild >> 22) % shards == *shard && !guilds.contains(&guild),
        }
    }
}

/// Closes the tables of servers from which the bot has been removed.
pub(super) async fn heard(app: &App, event: &FullEvent) {
    let Some(gone) = Gone::said(event) else { return };
    let closed = app.referee.close_where(|guild| gone.is(guild)).await;
    if closed > 0 {
        tracing::info!(closed, "the bot was removed from a server; its tables there are closed");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn deleted(guild: Value) -> Option<Gone> {
        Gone::said(&FullEvent::GuildDelete {
            incomplete: serde_json::from_value(guild).expect("a server"),
            full: None,
        })
    }

    fn ready(shard: Value, guilds: &[u64]) -> Gone {
        let guilds: Vec<Value> = guilds
            .iter()
            .map(|id| json!({ "id": id.to_string(), "unavailable": true }))
            .collect();
        let ready = json!({
            "v": 10, "guilds": guilds, "session_id": "s", "resume_gateway_url": "wss://gateway", "shard": shard,
            "user": { "id": "1", "username": "whistle", "discriminator": "0", "verified": true, "mfa_enabled": false },
            "application": { "id": "1", "flags": 0 },
        });
        let data_about_bot = serde_json::from_value(ready).expect("a READY");
        Gone::said(&FullEvent::Ready { data_about_bot }).expect("it says it")
    }

    /// Source: Discord's docs, Gateway Events, "Guild Delete" (2026-08-06).
    #[test]
    fn a_server_that_is_only_unavailable_is_not_gone() {
        assert_eq!(deleted(json!({ "id": "7", "unavailable": true })), None);
        let gone = deleted(json!({ "id": "7" })).expect("it is gone");
        assert!(gone.is(7) && !gone.is(8));
    }

    #[test]
    fn each_shard_speaks_of_its_own_servers_alone_and_names_those_that_are_unavailable() {
        let (even, odd) = (|n: u64| (2 * n) << 22, |n: u64| (2 * n + 1) << 22);
        let gone = ready(json!([1, 2]), &[odd(1)]);
        assert!(gone.is(odd(2)), "it is not named");
        assert!(!gone.is(odd(1)), "it is named, and comes later");
        assert!(!gone.is(even(1)) && !gone.is(even(2)), "they are another shard's");
        let gone = ready(Value::Null, &[5]);
        assert!(gone.is(odd(1)) && gone.is(even(1)) && !gone.is(5), "one shard has all");
    }
}
