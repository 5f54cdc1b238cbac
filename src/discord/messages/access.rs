//! Which slots wait for permissions of the bot, and how many messages stand below each public message.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use super::record::Slot;
use crate::discord::lock::lock;

/// What a slot waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Waits {
    /// The channel that the bot cannot use.
    pub(in crate::discord) channel: u64,
    /// The channel's guild, if known.
    pub(in crate::discord) guild: Option<u64>,
}

/// Which slots may have access again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Wake {
    /// Those of a table in a channel: an interaction there says that the bot may write there.
    Open {
        /// The table.
        table: u64,
        /// The channel.
        channel: u64,
    },
    /// Those of a channel that has changed.
    Channel(u64),
    /// Those of a guild that has changed.
    Guild(u64),
}

type Slots = HashMap<(u64, Slot), Waits>;

/// See the module.
#[derive(Default)]
pub(in crate::discord) struct Access {
    /// Slots in whose channel the bot may not write.
    parked: Mutex<Slots>,
    /// Slots in whose messages no picture can be shown for now.
    barred: Mutex<Slots>,
    /// Counts how often permissions may have changed.
    changes: AtomicU64,
    /// How many messages stand below each public message, by channel.
    depths: Mutex<HashMap<u64, Depth>>,
}

struct Depth {
    others: u32,
    since: Instant,
}

impl Access {
    /// How often permissions may have changed so far.
    pub(in crate::discord) fn epoch(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Lets a slot wait for access; `false` if permissions may have changed since `epoch`.
    pub(super) fn park(&self, table: u64, slot: Slot, waits: Waits, epoch: u64) -> bool {
        let mut parked = lock(&self.parked);
        let waits_now = self.epoch() == epoch;
        if waits_now {
            parked.insert((table, slot), waits);
        }
        waits_now
    }

    /// The channel for which a slot waits, if the slot waits.
    pub(super) fn is_parked(&self, table: u64, slot: Slot) -> Option<u64> {
        lock(&self.parked).get(&(table, slot)).map(|waits| waits.channel)
    }

    pub(super) fn unpark(&self, table: u64, slot: Slot) {
        lock(&self.parked).remove(&(table, slot));
    }

    /// Whether no picture can be shown in a slot's message for now.
    pub(in crate::discord) fn is_barred(&self, table: u64, slot: Slot) -> bool {
        lock(&self.barred).contains_key(&(table, slot))
    }

    /// Shows no pictures in a slot's message until the permissions of its channel or guild may have changed.
    pub(super) fn bar(&self, table: u64, slot: Slot, waits: Waits) {
        let before = lock(&self.barred).insert((table, slot), waits);
        if slot == Slot::Table && before.is_none() {
            // The log does not mention other slots: who has a panel open is nobody's business.
            tracing::info!(table, %slot, "no picture can be shown; letters stand for it");
        }
    }

    /// Allows pictures in a slot's message again.
    pub(super) fn unbar(&self, table: u64, slot: Slot) {
        lock(&self.barred).remove(&(table, slot));
    }

    /// Notes whether the bot may attach files to a slot's message, as Discord tells with every interaction. Ignored if
    /// permissions may have changed since `epoch`, when Discord said it.
    pub(in crate::discord) fn may_attach(&self, table: u64, slot: Slot, waits: Waits, may: bool, epoch: u64) {
        match may {
            true => self.unbar(table, slot),
            false if self.epoch() == epoch => self.bar(table, slot, waits),
            false => {}
        }
    }

    /// Takes out and returns the slots that may have access again.
    pub(super) fn wake(&self, what: Wake) -> Vec<(u64, Slot)> {
        let woken = |(table, _): &(u64, Slot), waits: &mut Waits| match what {
            Wake::Open { table: used, channel } => *table == used && waits.channel == channel,
            Wake::Channel(changed) => waits.channel == changed,
            // An unknown guild may be the one that has changed.
            Wake::Guild(changed) => waits.guild.is_none_or(|guild| guild == changed),
        };
        let mut parked = lock(&self.parked);
        let changes = !matches!(what, Wake::Open { .. });
        if changes {
            self.changes.fetch_add(1, Ordering::AcqRel);
        }
        let mut all: Vec<(u64, Slot)> = parked.extract_if(woken).map(|(key, _)| key).collect();
        drop(parked);
        // Permission to write says nothing about pictures.
        if changes {
            all.extend(lock(&self.barred).extract_if(woken).map(|(key, _)| key));
        }
        // The hash map's order must not decide.
        all.sort_unstable();
        all
    }

    /// Somebody else's message came into a channel.
    pub(in crate::discord) fn spoken(&self, channel: u64) {
        if let Some(depth) = lock(&self.depths).get_mut(&channel) {
            depth.others = depth.others.saturating_add(1);
        }
    }

    /// The public message of a channel was written; `anew` if the message stands at the end of the channel now.
    pub(in crate::discord) fn surfaced(&self, channel: u64, anew: bool) {
        let now = Instant::now();
        let mut depths = lock(&self.depths);
        let depth = depths.entry(channel).or_insert(Depth { others: 0, since: now });
        if anew {
            *depth = Depth { others: 0, since: now };
        }
    }

    /// The public message of a channel will never change again.
    pub(super) fn settled(&self, channel: u64) {
        lock(&self.depths).remove(&channel);
    }

    /// Whether at least `after` messages of others stand below the public message, and it has stood there for at least
    /// `every`.
    pub(super) fn is_buried(&self, channel: u64, after: u32, every: Duration) -> bool {
        let deep = |depth: &Depth| depth.others >= after && depth.since.elapsed() >= every;
        lock(&self.depths).get(&channel).is_some_and(deep)
    }
}
