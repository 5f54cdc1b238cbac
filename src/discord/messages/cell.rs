//! The slots of tables in memory, and what there is to do for each.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;
use tokio::time::Instant;

use super::lock::lock;
use super::picture::Late;
use super::record::{Record, Slot, Spot};
use super::row;
use crate::store::Shown;

/// How many tables are kept in memory that nobody is at.
const IDLE_TABLES: usize = 5_000;

/// The tables in memory.
#[derive(Default)]
pub(super) struct Tables(Mutex<InMemory>);

#[derive(Default)]
struct InMemory {
    tables: HashMap<u64, Arc<Table>>,
    /// Counts how often tables were forgotten: what was read before that may be out of date.
    forgotten: u64,
}

/// The slots of one table.
pub(super) struct Table {
    pub(super) id: u64,
    cells: Mutex<BTreeMap<Slot, Arc<Cell>>>,
}

/// One slot.
pub(super) struct Cell {
    kept: Mutex<Kept>,
    /// Held by whoever writes.
    pub(super) writing: Arc<tokio::sync::Mutex<()>>,
    work: Mutex<Work>,
    /// A picture that was not drawn in time.
    pub(super) late: Mutex<Late>,
}

#[derive(Clone, Default)]
struct Kept {
    record: Record,
    /// Counts the changes.
    revision: u64,
    /// Whether the store holds something else.
    unsaved: bool,
}

/// What the worker of a slot has to do.
#[derive(Default)]
struct Work {
    /// Since when the slot has to be looked at.
    marked: Option<Instant>,
    /// Whether a worker is at it.
    running: bool,
    /// Where a press wanted the panel that could not wait for the writer.
    left: Option<Spot>,
}

impl Tables {
    /// A table that is in memory, or how often others were forgotten.
    pub(super) fn find(&self, id: u64) -> Result<Arc<Table>, u64> {
        let memory = lock(&self.0);
        memory.tables.get(&id).map(Arc::clone).ok_or(memory.forgotten)
    }

    /// Keeps a table in memory that was read; not if others were forgotten meanwhile, for this may be one of them.
    pub(super) fn remember(&self, id: u64, rows: &[Shown], forgotten: u64, now: i64) -> Option<Arc<Table>> {
        let cells = rows.iter().filter_map(|row| {
            let slot = row.slot.parse().ok()?;
            Some((slot, Arc::new(Cell::new(row::read(row, now)))))
        });
        let table = Arc::new(Table {
            id,
            cells: Mutex::new(cells.collect()),
        });
        let mut memory = lock(&self.0);
        if memory.forgotten != forgotten && !memory.tables.contains_key(&id) {
            return None;
        }
        if memory.tables.len() >= IDLE_TABLES && memory.tables.len().is_power_of_two() {
            memory.tables.retain(|_, table| Arc::strong_count(table) > 1);
            memory.forgotten += 1;
        }
        Some(Arc::clone(memory.tables.entry(id).or_insert(table)))
    }
}

impl Cell {
    fn new(record: Record) -> Cell {
        let kept = Kept {
            record,
            ..Kept::default()
        };
        Cell {
            kept: Mutex::new(kept),
            writing: Arc::default(),
            work: Mutex::default(),
            late: Mutex::default(),
        }
    }

    /// What is known, and how often that has changed.
    pub(super) fn known(&self) -> (Record, u64) {
        let kept = lock(&self.kept);
        (kept.record.clone(), kept.revision)
    }

    /// Something else is known from now on, which the store does not have yet.
    pub(super) fn know(&self, record: Record) {
        let mut kept = lock(&self.kept);
        kept.revision += 1;
        (kept.record, kept.unsaved) = (record, true);
    }

    /// The store has what is known.
    pub(super) fn saved(&self) {
        lock(&self.kept).unsaved = false;
    }

    pub(super) fn is_unsaved(&self) -> bool {
        lock(&self.kept).unsaved
    }

    /// Marks the slot; whether that needs a worker.
    pub(super) fn mark(&self, since: Instant) -> bool {
        let mut work = lock(&self.work);
        work.marked.get_or_insert(since);
        !std::mem::replace(&mut work.running, true)
    }

    /// Whether a worker is at it.
    pub(super) fn is_busy(&self) -> bool {
        lock(&self.work).running
    }

    /// Since when the slot is marked, which is over now. Without a mark the worker ends.
    pub(super) fn take_mark(&self) -> Option<Instant> {
        let mut work = lock(&self.work);
        let marked = work.marked.take();
        work.running = marked.is_some();
        marked
    }

    /// Leaves it to the worker which page the panel is to show.
    pub(super) fn leave(&self, spot: Spot) {
        lock(&self.work).left = Some(spot);
    }

    pub(super) fn take_left(&self) -> Option<Spot> {
        lock(&self.work).left.take()
    }
}

impl Table {
    /// The cell of a slot.
    pub(super) fn cell(&self, slot: Slot) -> Arc<Cell> {
        let mut cells = lock(&self.cells);
        Arc::clone(
            cells
                .entry(slot)
                .or_insert_with(|| Arc::new(Cell::new(Record::default()))),
        )
    }

    /// What is known of all slots of which something is.
    pub(super) fn records(&self) -> Vec<(Slot, Record)> {
        let cells = lock(&self.cells);
        let known = cells.iter().map(|(slot, cell)| (*slot, cell.known().0));
        known.filter(|(_, record)| !record.is_empty()).collect()
    }
}

/// A table whose slots are about to be marked.
#[derive(Clone, Copy, Default)]
pub(super) struct Planning {
    /// Whether the table has changed once more since.
    pub(super) again: bool,
    /// Whether slots are looked at, too, whose messages show the newest entry of the log.
    pub(super) all: bool,
}

/// Counts what is going on, so that a stop can wait for it.
#[derive(Default)]
pub(super) struct Busy {
    count: Mutex<usize>,
    over: Notify,
}

/// Something that is going on.
pub(super) struct Going(Arc<Busy>);

impl Drop for Going {
    fn drop(&mut self) {
        let mut count = lock(&self.0.count);
        *count -= 1;
        if *count == 0 {
            self.0.over.notify_waiters();
        }
    }
}

impl Busy {
    /// Something begins.
    pub(super) fn begin(self: &Arc<Busy>) -> Going {
        *lock(&self.count) += 1;
        Going(Arc::clone(self))
    }

    /// Waits until nothing is going on.
    pub(super) async fn over(&self) {
        loop {
            let over = self.over.notified();
            tokio::pin!(over);
            over.as_mut().enable();
            if *lock(&self.count) == 0 {
                return;
            }
            over.await;
        }
    }
}
