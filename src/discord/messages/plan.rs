//! When which slots are looked at. This module decides everything that anybody could learn from the moment at which a message
//! changes.
//!
//! After a change, a table is looked at at fixed moments, its beats. If the delay began at the change instead, somebody's
//! private action could bring forward what others are shown, and the others could tell. The beat also settles which slots are
//! due; later changes wait for the next beat. The slots are marked a little after the beat, so that whoever pressed is
//! answered first.

use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use tokio::time::Instant;

use super::cell::Planning;
use super::desired::{DesiredSource, Planned};
use super::hub::Messages;
use super::record::{Message, Slot};
use crate::discord::lock::lock;

impl<S: DesiredSource> Messages<S> {
    /// A table has moved on: looks at its slots, except those whose messages are up to date by then.
    pub(in crate::discord) fn moved(&self, table: u64) {
        self.look_at(table, false);
    }

    /// Something about a table has changed: looks at all its slots, whatever their records say.
    pub(in crate::discord) fn changed(&self, table: u64) {
        self.look_at(table, true);
    }

    fn look_at(&self, table: u64, all: bool) {
        let now = Instant::now();
        match lock(&self.inner.planning).entry(table) {
            Entry::Occupied(mut planning) => {
                let planning = planning.get_mut();
                planning.changed.get_or_insert(now);
                planning.all |= all;
                return;
            }
            Entry::Vacant(entry) => {
                let changed = Some(now);
                entry.insert(Planning { changed, all });
            }
        }
        let messages = self.clone();
        self.track(async move { messages.keep_planning(table).await });
    }

    async fn keep_planning(&self, table: u64) {
        let mut attempt = 0;
        loop {
            tokio::time::sleep(self.until_beat(table)).await;
            let planning = lock(&self.inner.planning).get_mut(&table).map(std::mem::take);
            let Planning { changed, all } = planning.unwrap_or_default();
            let changed = changed.unwrap_or_else(Instant::now);
            if self.plan(table, all, changed).await {
                attempt = 0;
            } else {
                if let Some(planning) = lock(&self.inner.planning).get_mut(&table) {
                    (planning.changed, planning.all) = (Some(changed), planning.all || all);
                }
                tokio::time::sleep(self.backoff(table, Slot::Table, attempt)).await;
                attempt = attempt.saturating_add(1);
            }
            let mut planning = lock(&self.inner.planning);
            if planning.get(&table).is_none_or(|planning| planning.changed.is_none()) {
                planning.remove(&table);
                return;
            }
        }
    }

    /// How long it is until the next beat of a table. Every table has its own beats, so that the tables do not all send at
    /// once.
    fn until_beat(&self, table: u64) -> Duration {
        let every = i64::try_from(self.inner.config.gather.as_millis()).unwrap_or(1).max(1);
        let mut hasher = DefaultHasher::new();
        table.hash(&mut hasher);
        let own = (hasher.finish() % every.unsigned_abs()).cast_signed();
        let since = self.now().wrapping_add(own).rem_euclid(every);
        Duration::from_millis((every - since).unsigned_abs())
    }

    /// Decides which slots of a table to mark that has changed at that moment; returns whether that worked.
    async fn plan(&self, id: u64, all: bool, changed: Instant) -> bool {
        let Ok(slots) = self.inner.source.slots(id).await else {
            return false;
        };
        let Ok(table) = self.table(id).await else {
            return false;
        };
        let mut due = Vec::new();
        for planned in slots {
            let Planned {
                slot, version, wanted, ..
            } = planned;
            let cell = table.cell(slot);
            let record = cell.known().0;
            let stands = !matches!(record.message, Message::Absent) || !record.replaced.is_empty() || cell.is_unsaved();
            // A ping is due at a time, not after a step of the log.
            let by_log = !all && !matches!(slot, Slot::Ping(_));
            if (wanted || stands || cell.is_busy()) && !(by_log && record.is_current(version)) {
                due.push((slot, by_log.then_some(version)));
            }
            if let Some(again) = planned.again {
                self.look_again(id, again);
            }
        }
        if due.is_empty() {
            return true;
        }
        let messages = self.clone();
        self.track(async move {
            tokio::time::sleep(messages.inner.config.send_delay).await;
            for (slot, version) in due {
                let record = table.cell(slot).known().0;
                if !version.is_some_and(|version| record.is_current(version)) {
                    messages.mark_after(id, slot, changed);
                }
            }
        });
        true
    }

    /// Looks at a table again after a while. One such timer for each table is enough, the earliest: the source is asked again
    /// then.
    pub(super) fn look_again(&self, table: u64, after: Duration) {
        let due = Instant::now() + after;
        match lock(&self.inner.timers).entry(table) {
            Entry::Occupied(known) if *known.get() <= due => return,
            entry => drop(entry.insert_entry(due)),
        }
        let messages = self.clone();
        self.inner.tasks.spawn(async move {
            tokio::time::sleep_until(due).await;
            {
                let mut timers = lock(&messages.inner.timers);
                if timers.get(&table) != Some(&due) {
                    return;
                }
                timers.remove(&table);
            }
            messages.changed(table);
        });
    }

    /// How long to wait before repetition `attempt` of a slot's work. The wait doubles up to a maximum, and a part of it is
    /// taken off, so that many failures at once are not repeated at once. The part differs for every slot and run. It is a
    /// hash and not a random draw (as backon's), which would depend on how many others have drawn.
    pub(super) fn backoff(&self, table: u64, slot: Slot, attempt: u32) -> Duration {
        let config = &self.inner.config;
        let whole = config
            .retry_first
            .saturating_mul(1 << attempt.min(16))
            .min(config.retry_most);
        let mut hasher = DefaultHasher::new();
        (self.inner.run, table, slot, attempt).hash(&mut hasher);
        let less = hasher.finish() as f64 / u64::MAX as f64;
        (config.patience)(whole.mul_f64(1.0 - less / 2.0))
    }

    /// Updates the messages that an earlier run left out of date, one table after another. Then looks at all live tables,
    /// whose messages may never have been sent.
    pub(in crate::discord) async fn catch_up(&self) {
        const PAGE: u32 = 256;
        /// A short pause between tables, so that tables in play come first.
        const PACE: Duration = Duration::from_millis(5);
        let (mut unsettled, mut after) = (true, 0);
        loop {
            let found = match unsettled {
                true => self.inner.store.unsettled().await,
                false => self.inner.store.live_tables(after, PAGE).await,
            };
            let tables = match found {
                Ok(tables) if tables.is_empty() && !unsettled => return,
                Ok(tables) => tables,
                Err(error) => {
                    tracing::warn!(%error, "could not ask which messages are old");
                    tokio::time::sleep(self.inner.config.retry_most).await;
                    continue;
                }
            };
            for table in tables {
                after = if unsettled { 0 } else { table };
                self.changed(table);
                tokio::time::sleep(PACE).await;
            }
            unsettled = false;
        }
    }

    /// Forgets ended tokens again and again, until the caller stops waiting.
    pub(in crate::discord) async fn keep_dropping(&self) {
        const EVERY: Duration = Duration::from_secs(60);
        loop {
            tokio::time::sleep(EVERY).await;
            self.drop_ended().await;
        }
    }

    /// Forgets tokens that have ended: nobody can use them any more, and whoever reads the database file could see them. A
    /// slot that is looked at drops such a token by itself, but no slot of a quiet table is looked at.
    pub(in crate::discord) async fn drop_ended(&self) {
        // A row with a token is stored so that this query finds it, whatever its message shows.
        let rows = match self.inner.store.shown_at(0).await {
            Ok(rows) => rows,
            Err(error) => return tracing::warn!(%error, "could not ask which tokens have ended"),
        };
        let slots = rows.iter().filter_map(|row| Some((row.table, row.slot.parse().ok()?)));
        // Concurrently, so that all changes go into one commit.
        futures_util::future::join_all(slots.map(|(table, slot)| self.drop_of(table, slot))).await;
    }

    async fn drop_of(&self, id: u64, slot: Slot) {
        let Ok(table) = self.table(id).await else { return };
        let (cell, now) = (table.cell(slot), self.now());
        // A worker that serves the slot drops the token itself.
        if !cell.known().0.ended(now) || cell.is_busy() {
            return;
        }
        let Ok(writer) = self.writer(id, slot).await else {
            return;
        };
        let mut record = writer.record();
        if record.ended(now) {
            record.drop_ended(now);
            // A failure is repeated the next time.
            writer.keep(record).await;
        }
    }
}
