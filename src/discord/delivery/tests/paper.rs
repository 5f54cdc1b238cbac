//! A store of paper.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use super::super::*;
use crate::store::{Shown, StoreError};

/// A store that forgets nothing between two runs, and takes no time unless it is told to.
#[derive(Clone, Default)]
pub(super) struct Paper(Arc<Mutex<Pages>>);

#[derive(Default)]
struct Pages {
    shown: BTreeMap<String, Shown>,
    preferences: HashMap<(u64, String), String>,
    /// The last entry of the table's log.
    seq: u64,
    /// How many reads, and how many times something is to be forgotten, fail from now on.
    unreadable: u32,
    indelible: u32,
    /// How long it takes to note something.
    slow: Duration,
}

impl Paper {
    /// What it holds, for another run; what the first one still writes goes nowhere.
    pub(super) fn left(&self) -> Paper {
        Paper(Arc::new(Mutex::new(std::mem::take(&mut *lock(&self.0)))))
    }

    /// The next reads fail, and what is to be forgotten next is not.
    pub(super) fn fail(&self, reads: u32, clears: u32) {
        let mut pages = lock(&self.0);
        (pages.unreadable, pages.indelible) = (reads, clears);
    }

    /// To note something takes so long from now on.
    pub(super) fn takes(&self, slow: Duration) {
        lock(&self.0).slow = slow;
    }

    /// The log has got this last entry.
    pub(super) fn moved(&self, seq: u64) {
        lock(&self.0).seq = seq;
    }
}

/// Whether one more fails of so many.
fn fails(left: &mut u32) -> bool {
    let fails = *left > 0;
    *left = left.saturating_sub(1);
    fails
}

type Kept<T> = Result<T, StoreError>;

impl Memory for Paper {
    async fn shown(&self, table: u64) -> Kept<Vec<Shown>> {
        assert_eq!(table, super::TABLE);
        let mut pages = lock(&self.0);
        if fails(&mut pages.unreadable) {
            return Err(StoreError::Busy);
        }
        Ok(pages.shown.values().cloned().collect())
    }

    async fn set_shown(&self, shown: &Shown) -> Kept<()> {
        let slow = lock(&self.0).slow;
        if !slow.is_zero() {
            tokio::time::sleep(slow).await;
        }
        lock(&self.0).shown.insert(shown.slot.clone(), shown.clone());
        Ok(())
    }

    async fn clear_shown(&self, _: u64, slot: &str) -> Kept<()> {
        let mut pages = lock(&self.0);
        if fails(&mut pages.indelible) {
            return Err(StoreError::Busy);
        }
        pages.shown.remove(slot);
        Ok(())
    }

    async fn unsettled(&self) -> Kept<Vec<u64>> {
        let mut pages = lock(&self.0);
        if fails(&mut pages.unreadable) {
            return Err(StoreError::Busy);
        }
        let behind = pages.shown.values().any(|shown| shown.version < pages.seq);
        Ok(if behind { vec![super::TABLE] } else { Vec::new() })
    }

    async fn shown_at(&self, version: u64) -> Kept<Vec<Shown>> {
        let pages = lock(&self.0);
        let there = pages.shown.values().filter(|shown| shown.version == version);
        Ok(there.cloned().collect())
    }

    async fn live_tables(&self, _: u64, _: u32) -> Kept<Vec<u64>> {
        Ok(Vec::new())
    }

    async fn preference(&self, person: u64, name: &str) -> Kept<Option<String>> {
        Ok(lock(&self.0).preferences.get(&(person, name.to_owned())).cloned())
    }

    async fn set_preference(&self, person: u64, name: &str, value: &str) -> Kept<()> {
        lock(&self.0)
            .preferences
            .insert((person, name.to_owned()), value.to_owned());
        Ok(())
    }
}
