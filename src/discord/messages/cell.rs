//! The slots of tables in memory, and the work that is due for each.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use tokio::time::Instant;

use super::picture::Late;
use super::record::{PanelState, Record, Slot};
use super::row;
use crate::discord::lock::lock;
use crate::store::Shown;

/// How many tables are kept in memory before unused ones are forgotten.
const IDLE_TABLES: usize = 5_000;

/// The tables in memory. Not moka: a table in use must stay, since its slots must not be written by two workers.
#[derive(Default)]
pub(super) struct Tables(Mutex<InMemory>);

#[derive(Default)]
struct InMemory {
    tables: HashMap<u64, Arc<Table>>,
    /// Counts how often unused tables were forgotten: rows that were read before the last time may be out of date.
    forgotten: u64,
}

/// The slots of one table.
pub(super) struct Table {
    pub(super) id: u64,
    cells: Mutex<BTreeMap<Slot, Arc<Cell>>>,
}

/// One slot.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) state: Mutex<SlotState>,
    /// Locked by whoever holds the slot's writer.
    pub(super) writing: Arc<tokio::sync::Mutex<()>>,
}

/// What is known of a slot, and the work that is due for it.
#[derive(Default)]
pub(super) struct SlotState {
    record: Record,
    /// Counts the changes of the record.
    revision: u64,
    /// Whether the record has yet to be stored.
    unsaved: bool,
    /// Why the slot is looked at, if it is marked.
    marked: Option<Mark>,
    /// Whether a worker serves the slot.
    running: bool,
    /// The page of the panel that a press asked for when it could not wait for the writer.
    left: Option<PanelState>,
    /// A picture that was not drawn in time.
    pub(super) late: Late,
}

impl Tables {
    /// The table, if it is in memory; otherwise how often unused tables were forgotten so far.
    pub(super) fn find(&self, id: u64) -> Result<Arc<Table>, u64> {
        let memory = lock(&self.0);
        memory.tables.get(&id).map(Arc::clone).ok_or(memory.forgotten)
    }

    /// Keeps a table in memory whose rows were read. Refuses if tables were forgotten since, because this may be one of them.
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
        let state = SlotState {
            record,
            ..SlotState::default()
        };
        Cell {
            state: Mutex::new(state),
            ..Cell::default()
        }
    }

    /// The record of the slot, and its revision.
    pub(super) fn known(&self) -> (Record, u64) {
        let state = lock(&self.state);
        (state.record.clone(), state.revision)
    }

    /// Replaces the record; the new one has yet to be stored.
    pub(super) fn know(&self, record: Record) {
        let mut state = lock(&self.state);
        state.revision += 1;
        (state.record, state.unsaved) = (record, true);
    }

    /// Notes that the store has the record.
    pub(super) fn saved(&self) {
        lock(&self.state).unsaved = false;
    }

    pub(super) fn is_unsaved(&self) -> bool {
        lock(&self.state).unsaved
    }

    /// Marks the slot; returns whether a worker has to be started.
    pub(super) fn mark(&self, mark: Mark) -> bool {
        let mut state = lock(&self.state);
        state.marked.get_or_insert(mark);
        !std::mem::replace(&mut state.running, true)
    }

    /// Whether a worker serves the slot.
    pub(super) fn is_busy(&self) -> bool {
        lock(&self.state).running
    }

    /// Takes the mark. Without a mark the worker ends.
    pub(super) fn take_mark(&self) -> Option<Mark> {
        let mut state = lock(&self.state);
        let marked = state.marked.take();
        state.running = marked.is_some();
        marked
    }

    /// Leaves a page of the panel for the worker to show.
    pub(super) fn leave(&self, spot: PanelState) {
        lock(&self.state).left = Some(spot);
    }

    pub(super) fn take_left(&self) -> Option<PanelState> {
        lock(&self.state).left.take()
    }

    /// Notes what becomes of a late picture.
    pub(super) fn set_late(&self, late: Late) {
        lock(&self.state).late = late;
    }

    /// What became of a late picture. A finished picture is handed out once.
    pub(super) fn take_late(&self) -> Late {
        let mut state = lock(&self.state);
        match state.late {
            Late::Drawing => Late::Drawing,
            _ => std::mem::take(&mut state.late),
        }
    }
}

impl Table {
    /// The cell of a slot.
    pub(super) fn cell(&self, slot: Slot) -> Arc<Cell> {
        Arc::clone(lock(&self.cells).entry(slot).or_default())
    }

    /// The records of all slots about which anything is known.
    pub(super) fn records(&self) -> Vec<(Slot, Record)> {
        let cells = lock(&self.cells);
        let known = cells.iter().map(|(slot, cell)| (*slot, cell.known().0));
        known.filter(|(_, record)| !record.is_empty()).collect()
    }
}

/// Why a slot is looked at.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    /// Since when the slot is marked. Whatever decides when a message is sent counts from here.
    pub(super) since: Instant,
    /// When what the message should show changed. Only a metric may count from here: others could tell by the moment of a message
    /// when somebody did something in private.
    pub(super) changed: Instant,
}

/// A table whose slots will be marked at its next beat.
#[derive(Clone, Copy, Default)]
pub(super) struct Planning {
    /// When the table changed first since the beat, if it did.
    pub(super) changed: Option<Instant>,
    /// Whether to mark also slots whose messages show the newest step.
    pub(super) all: bool,
}
