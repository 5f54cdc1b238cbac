//! Who may write to a slot's message: whoever holds its [`Writer`].
//!
//! What is known of a slot was read from the store once, and from then on only the holder of its writer changes it. A write
//! that the store does not take stays in memory, and the worker tries it again.

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
    /// The slots of a table, read from the store where they are not in memory.
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

    /// Waits until nobody else writes to a slot.
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

    /// The same, but not for longer than somebody who pressed waits for an answer.
    pub(in crate::discord) async fn writer_within(&self, patience: Duration, table: u64, slot: Slot) -> Option<Writer> {
        tokio::time::timeout(patience, self.writer(table, slot))
            .await
            .ok()?
            .ok()
    }

    /// Nobody knows what the message of a slot shows: an answer was written into it that may have come there or not, or may
    /// still come. The worker writes it anew, and once more when nothing can come any more.
    pub(in crate::discord) fn doubts(&self, writer: &Writer) {
        self.mark(writer.table(), writer.slot());
        self.look_again(writer.table(), Duration::from_millis(LATE_MS.unsigned_abs()));
    }
}

/// The right to write to a slot's message. Nobody else has it meanwhile.
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

    /// Keeps what is known from now on; whether the store has it, too.
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
