//! Who may write to a slot's message: the holder of its [`Writer`].
//!
//! The store is read once for each slot; from then on only the holder of the writer changes the slot's record. If the store
//! does not accept a record, the record stays in memory, and the worker tries to store it again.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;

use super::cell::{Cell, Table};
use super::desired::DesiredSource;
use super::hub::Messages;
use super::record::{LATE_MS, Record, Slot};
use super::row;
use crate::store::{Store, StoreError};

impl<S: DesiredSource> Messages<S> {
    /// The slots of a table, from memory or else from the store.
    pub(super) async fn table(&self, id: u64) -> Result<Arc<Table>, StoreError> {
        loop {
            let forgotten = match self.inner.tables.find(id) {
                Ok(table) => return Ok(table),
                Err(forgotten) => forgotten,
            };
            let rows = self.inner.store.shown(id).await?;
            if let Some(table) = self.inner.tables.remember(id, &rows, forgotten, self.now()) {
                return Ok(table);
            }
        }
    }

    /// Waits for the writer of a slot.
    ///
    /// # Errors
    /// When the store fails and nothing of the table is in memory.
    pub(in crate::discord) async fn writer(&self, table: u64, slot: Slot) -> Result<Writer, StoreError> {
        let table = self.table(table).await?;
        let cell = table.cell(slot);
        let guard = Arc::clone(&cell.writing).lock_owned().await;
        Ok(Writer {
            table,
            slot,
            cell,
            store: self.inner.store.clone(),
            _guard: guard,
        })
    }

    /// As [`Messages::writer`], but waits no longer than somebody who pressed waits for an answer.
    pub(in crate::discord) async fn writer_within(&self, patience: Duration, table: u64, slot: Slot) -> Option<Writer> {
        tokio::time::timeout(patience, self.writer(table, slot))
            .await
            .ok()?
            .ok()
    }

    /// Notes that nobody knows what the message of a slot shows: an answer was written into it, and may have arrived, may
    /// still arrive, or never. The worker writes the message again, and once more when the answer cannot arrive any more.
    pub(in crate::discord) fn doubts(&self, writer: &Writer) {
        self.mark(writer.table(), writer.slot());
        self.look_again(writer.table(), Duration::from_millis(LATE_MS.unsigned_abs()));
    }
}

/// The right to write to a slot's message. Only one exists for each slot at a time.
pub(in crate::discord) struct Writer {
    table: Arc<Table>,
    slot: Slot,
    cell: Arc<Cell>,
    store: Store,
    _guard: OwnedMutexGuard<()>,
}

impl Writer {
    /// The table.
    pub(super) fn table(&self) -> u64 {
        self.table.id
    }

    /// The slot.
    pub(in crate::discord) fn slot(&self) -> Slot {
        self.slot
    }

    /// What is known of the slot.
    pub(in crate::discord) fn record(&self) -> Record {
        self.cell.known().0
    }

    pub(super) fn revision(&self) -> u64 {
        self.cell.known().1
    }

    /// Keeps a new record; returns whether the store has it, too.
    pub(in crate::discord) async fn keep(&self, record: Record) -> bool {
        let row = row::of(self.table.id, self.slot, &record);
        self.cell.know(record);
        let saved = match &row {
            Some(row) => self.store.set_shown(row).await,
            None => self.store.clear_shown(self.table.id, &self.slot.to_string()).await,
        };
        if let Err(error) = &saved {
            tracing::warn!(table = self.table.id, slot = %self.slot.in_log(), %error, "could not note what a message shows");
        }
        if saved.is_ok() {
            self.cell.saved();
        }
        saved.is_ok()
    }
}
