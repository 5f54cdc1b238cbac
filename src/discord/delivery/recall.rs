//! What messages show, at hand: each press and each change of a table asks for it several times, and the way to the
//! database costs more than the answer.
//!
//! The store stays the truth: what is at hand was read from it or has been written to it, and a write that failed leaves
//! nothing at hand. Delivery alone writes what messages show, so nobody else makes it out of date.

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

#[derive(Default)]
struct Hand {
    tables: HashMap<u64, Vec<Shown>>,
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

    /// Brings what is at hand of a table in line with a write.
    fn written<T>(&self, table: u64, result: Kept<T>, change: impl FnOnce(&mut Vec<Shown>)) -> Kept<T> {
        let mut hand = self.hand();
        hand.changes += 1;
        match &result {
            Ok(_) => {
                if let Some(rows) = hand.tables.get_mut(&table) {
                    change(rows);
                }
            }
            // Nobody knows what was written.
            Err(_) => drop(hand.tables.remove(&table)),
        }
        result
    }
}

impl<M: Memory> Memory for Recall<M> {
    async fn shown(&self, table: u64) -> Kept<Vec<Shown>> {
        let before = {
            let hand = self.hand();
            if let Some(rows) = hand.tables.get(&table) {
                return Ok(rows.clone());
            }
            hand.changes
        };
        let rows = self.store.shown(table).await?;
        let mut hand = self.hand();
        if hand.changes == before {
            if hand.tables.len() >= TABLES {
                hand.tables.clear();
            }
            hand.tables.insert(table, rows.clone());
        }
        Ok(rows)
    }

    async fn set_shown(&self, shown: &Shown) -> Kept<()> {
        let result = self.store.set_shown(shown).await;
        let kept = Shown {
            version: shown.version.min(Shown::SETTLED),
            ..shown.clone()
        };
        self.written(shown.table, result, |rows| {
            match rows.iter_mut().find(|row| row.slot == kept.slot) {
                Some(row) => *row = kept,
                None => rows.push(kept),
            }
        })
    }

    async fn clear_shown(&self, table: u64, slot: &str) -> Kept<()> {
        let result = self.store.clear_shown(table, slot).await;
        self.written(table, result, |rows| rows.retain(|row| row.slot != slot))
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
