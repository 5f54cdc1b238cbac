//! What waits for permissions of the bot, and how deep public messages are buried.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use super::lock::lock;
use super::record::Slot;

/// Where something waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) struct Waits {
    /// The channel that cannot be used.
    pub(in crate::discord) channel: u64,
    /// Its guild, where that is known.
    pub(in crate::discord) guild: Option<u64>,
}

/// What may have got access again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discord) enum Wake {
    /// Whoever uses this table there says that the bot may write there.
    Open {
        /// The table.
        table: u64,
        /// The channel.
        channel: u64,
    },
    /// This channel has changed.
    Channel(u64),
    /// This guild has changed.
    Guild(u64),
}

type Slots = HashMap<(u64, Slot), Waits>;

/// See the module.
#[derive(Default)]
pub(super) struct Access {
    /// Slots in whose channel the bot may not write.
    parked: Mutex<Slots>,
    /// Slots in whose messages no picture can be shown for now.
    barred: Mutex<Slots>,
    /// How often permissions may have changed.
    changes: AtomicU64,
    /// How deep public messages are buried, by channel.
    depths: Mutex<HashMap<u64, Depth>>,
}

struct Depth {
    others: u32,
    since: Instant,
}

impl Access {
    /// How often permissions may have changed.
    pub(super) fn epoch(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// A slot waits until there may be access again; `false` where there may have been since `epoch`.
    pub(super) fn park(&self, table: u64, slot: Slot, waits: Waits, epoch: u64) -> bool {
        let mut parked = lock(&self.parked);
        let waits_now = self.epoch() == epoch;
        if waits_now {
            parked.insert((table, slot), waits);
        }
        waits_now
    }

    /// Whether a slot waits for the channel in which it wants to write.
    pub(super) fn is_parked(&self, table: u64, slot: Slot) -> Option<u64> {
        lock(&self.parked).get(&(table, slot)).map(|waits| waits.channel)
    }

    pub(super) fn unpark(&self, table: u64, slot: Slot) {
        lock(&self.parked).remove(&(table, slot));
    }

    pub(super) fn is_barred(&self, table: u64, slot: Slot) -> bool {
        lock(&self.barred).contains_key(&(table, slot))
    }

    /// No pictures are shown in a slot's message until the permissions of its channel or guild may have changed.
    pub(super) fn bar(&self, table: u64, slot: Slot, waits: Waits) {
        let before = lock(&self.barred).insert((table, slot), waits);
        if slot == Slot::Table && before.is_none() {
            // Of others no word: who has a panel open is nobody's business.
            tracing::info!(table, %slot, "no picture can be shown; letters stand for it");
        }
    }

    /// Pictures are tried again.
    pub(super) fn unbar(&self, table: u64, slot: Slot) {
        lock(&self.barred).remove(&(table, slot));
    }

    /// The slots that may have got access again.
    pub(super) fn wake(&self, what: Wake) -> Vec<(u64, Slot)> {
        let woken = |(table, _): &(u64, Slot), waits: &mut Waits| match what {
            Wake::Open { table: used, channel } => *table == used && waits.channel == channel,
            Wake::Channel(changed) => waits.channel == changed,
            // Where the guild is not known, it may be this one.
            Wake::Guild(changed) => waits.guild.is_none_or(|guild| guild == changed),
        };
        let mut parked = lock(&self.parked);
        let changes = !matches!(what, Wake::Open { .. });
        if changes {
            self.changes.fetch_add(1, Ordering::AcqRel);
        }
        let mut all: Vec<(u64, Slot)> = parked.extract_if(woken).map(|(key, _)| key).collect();
        drop(parked);
        // That the bot may write there says nothing of pictures.
        if changes {
            all.extend(lock(&self.barred).extract_if(woken).map(|(key, _)| key));
        }
        // Not in the order of hashing.
        all.sort_unstable();
        all
    }

    /// A message of somebody else came into a channel.
    pub(super) fn spoken(&self, channel: u64) {
        if let Some(depth) = lock(&self.depths).get_mut(&channel) {
            depth.others = depth.others.saturating_add(1);
        }
    }

    /// The public message of a channel was written; `anew` when that brought it to the end of the channel.
    pub(super) fn surfaced(&self, channel: u64, anew: bool) {
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

    /// Whether so many messages of others stand below the public message, which has been there for so long.
    pub(super) fn is_buried(&self, channel: u64, after: u32, every: Duration) -> bool {
        let deep = |depth: &Depth| depth.others >= after && depth.since.elapsed() >= every;
        lock(&self.depths).get(&channel).is_some_and(deep)
    }
}
