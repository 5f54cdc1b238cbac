//! What messages show, at hand: each press and each change of a table asks for it several times, and the way to the
//! database costs more than the answer.
//!
//! The store stays the truth: what is at hand was read from it or has been written to it, and of a slot for which a write
//! failed nothing is. What is at hand of others stays: what somebody does in private while the disk is ill must not keep the
//! messages of everybody else from being found. Delivery alone writes what messages show, so nobody else makes it out of date.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Memory;
use crate::store::{Shown, StoreError};

type Kept<T> = Result<T, StoreError>;

/// Of how many tables something is kept at hand.
const TABLES: usize = 5_000;

/// A memory with what was lately asked for at hand.
#[derive(Clone)]
pub(super) struct Recall<M> {
    store: M,
    hand: Arc<Mutex<Hand>>,
}

/// What is known of the messages of a table.
#[derive(Clone)]
pub(super) struct Known {
    /// What they show.
    pub(super) rows: Vec<Shown>,
    /// The slots of which nobody knows what was written.
    pub(super) unsure: Vec<String>,
}

#[derive(Default)]
struct Hand {
    tables: HashMap<u64, Known>,
    /// Counts the changes: what was read before one may lack it.
    changes: u64,
}

impl<M: Memory> Recall<M> {
    pub(super) fn new(store: M) -> Self {
        Recall {
            store,
            hand: Arc::default(),
        }
    }

    fn hand(&self) -> MutexGuard<'_, Hand> {
        // Nothing panics while it is held.
        self.hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings what is at hand of a slot in line with a write: there is this row of it, or none.
    fn written(&self, table: u64, slot: &str, result: Kept<()>, row: Option<Shown>) -> Kept<()> {
        let mut hand = self.hand();
        hand.changes += 1;
        if let Some(known) = hand.tables.get_mut(&table) {
            known.rows.retain(|row| row.slot != slot);
            known.unsure.retain(|unsure| unsure != slot);
            match &result {
                Ok(()) => known.rows.extend(row),
                Err(_) => known.unsure.push(slot.to_owned()),
            }
        }
        result
    }

    /// Reads what the messages of a table show, and keeps it at hand.
    async fn read(&self, table: u64) -> Kept<Vec<Shown>> {
        let before = self.hand().changes;
        let rows = self.store.shown(table).await?;
        let mut hand = self.hand();
        if hand.changes == before {
            if hand.tables.len() >= TABLES {
                hand.tables.clear();
            }
            let (rows, unsure) = (rows.clone(), Vec::new());
            hand.tables.insert(table, Known { rows, unsure });
        }
        Ok(rows)
    }

    /// What the message of a slot shows.
    pub(super) async fn row(&self, table: u64, slot: &str) -> Kept<Option<Shown>> {
        let of_slot = |row: &Shown| row.slot == slot;
        if let Some(known) = self.hand().tables.get(&table)
            && known.unsure.iter().all(|unsure| unsure != slot)
        {
            return Ok(known.rows.iter().find(|row| of_slot(row)).cloned());
        }
        Ok(self.read(table).await?.into_iter().find(of_slot))
    }

    /// What is known of the messages of a table.
    pub(super) async fn known(&self, table: u64) -> Kept<Known> {
        let at_hand = match self.hand().tables.get(&table) {
            Some(known) if known.unsure.is_empty() => return Ok(known.clone()),
            known => known.cloned(),
        };
        match self.read(table).await {
            Ok(rows) => Ok(Known {
                rows,
                unsure: Vec::new(),
            }),
            Err(error) => at_hand.ok_or(error),
        }
    }
}

impl<M: Memory> Memory for Recall<M> {
    async fn shown(&self, table: u64) -> Kept<Vec<Shown>> {
        Ok(self.known(table).await?.rows)
    }

    async fn set_shown(&self, shown: &Shown) -> Kept<()> {
        let result = self.store.set_shown(shown).await;
        let kept = Shown {
            version: shown.version.min(Shown::SETTLED),
            ..shown.clone()
        };
        self.written(shown.table, &shown.slot, result, Some(kept))
    }

    async fn clear_shown(&self, table: u64, slot: &str) -> Kept<()> {
        let result = self.store.clear_shown(table, slot).await;
        self.written(table, slot, result, None)
    }

    async fn unsettled(&self) -> Kept<Vec<u64>> {
        self.store.unsettled().await
    }

    async fn shown_at(&self, version: u64) -> Kept<Vec<Shown>> {
        self.store.shown_at(version).await
    }

    async fn live_tables(&self, after: u64, limit: u32) -> Kept<Vec<u64>> {
        self.store.live_tables(after, limit).await
    }

    async fn preference(&self, person: u64, name: &str) -> Kept<Option<String>> {
        self.store.preference(person, name).await
    }

    async fn set_preference(&self, person: u64, name: &str, value: &str) -> Kept<()> {
        self.store.set_preference(person, name, value).await
    }
}
