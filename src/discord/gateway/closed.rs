//! The close codes with which the gateway refuses the bot, and which serenity reports only in its log.
//!
//! After 4010 and 4011 serenity starts the same session again and again, and after 4012 it reconnects for ever
//! (docs/DISCORD.md, "serenity"). Neither its errors nor its events tell this. So the bot listens to serenity's warnings:
//! whoever sets up the log adds [`close_codes`]. From a warning it takes nothing but a close code.

use std::fmt;
use std::sync::atomic::{AtomicU16, Ordering};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// The target of serenity's warnings.
const SAYS: &str = "serenity::gateway::shard";

/// The last close code that was heard and not taken yet; 0 if there is none.
static HEARD: AtomicU16 = AtomicU16::new(0);

/// Why the gateway refuses the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum TurnedAway {
    /// 4010: the gateway knows no such shard.
    Shard,
    /// 4011: the bot is in too many servers for its shards.
    TooFewShards,
    /// 4012: the gateway does not support this version of the API.
    Version,
}

const CODES: [(u16, TurnedAway, &str); 3] = [
    (4010, TurnedAway::Shard, "Sent invalid shard data."),
    (4011, TurnedAway::TooFewShards, "Shard has too many guilds."),
    (4012, TurnedAway::Version, "Unknown unclean close 4012:"),
];

/// The close code that was heard since the last call.
pub(in crate::discord) fn take() -> Option<TurnedAway> {
    let heard = HEARD.swap(0, Ordering::AcqRel);
    CODES.iter().find(|(code, ..)| *code == heard).map(|(_, why, _)| *why)
}

/// A layer of the log that listens for close codes and writes nothing.
pub fn close_codes<S: Subscriber + for<'s> LookupSpan<'s>>() -> impl Layer<S> {
    let warnings = Targets::new().with_target(SAYS, Level::WARN);
    CloseCodes(&HEARD).with_filter(warnings)
}

struct CloseCodes(&'static AtomicU16);

impl<S: Subscriber> Layer<S> for CloseCodes {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut words = Words(0);
        event.record(&mut words);
        if words.0 != 0 {
            self.0.store(words.0, Ordering::Release);
        }
    }
}

/// Reads the close code from a warning's message.
struct Words(u16);

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            let said = format!("{value:?}");
            let found = CODES.iter().find(|(_, _, words)| said.contains(words));
            self.0 = found.map_or(0, |(code, ..)| *code);
        }
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::*;

    /// An end-to-end test, tests/e2e/shards.rs, shows that serenity really uses these words.
    #[test]
    fn a_close_code_is_heard_once_and_other_words_are_none() {
        let log = tracing_subscriber::registry().with(close_codes());
        tracing::subscriber::with_default(log, || {
            tracing::warn!(target: "serenity::gateway::shard", "[ShardInfo] Sent invalid sequence.");
            tracing::warn!(target: "serenity::gateway::shard", "[ShardInfo] Unknown unclean close 4000: None");
            tracing::warn!(target: "serenity::gateway::ws", "Sent invalid shard data.");
            tracing::info!(target: "serenity::gateway::shard", "Sent invalid shard data.");
            assert_eq!(take(), None);
            let shard = "ShardInfo { id: ShardId(0), total: 1 }";
            tracing::warn!(target: "serenity::gateway::shard", "[{shard:?}] Sent invalid shard data.");
            assert_eq!((take(), take()), (Some(TurnedAway::Shard), None));
            tracing::error!(target: "serenity::gateway::shard", "[{shard:?}] Shard has too many guilds.");
            assert_eq!(take(), Some(TurnedAway::TooFewShards));
            tracing::warn!(target: "serenity::gateway::shard", "[{shard:?}] Unknown unclean close {}: {:?}", 4012, Some("x"));
            assert_eq!(take(), Some(TurnedAway::Version));
        });
    }
}
