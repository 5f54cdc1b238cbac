//! Holding a slot: one writes to a message at a time, a lane or the answer to a press.
//!
//! A picture takes long to draw and long to send, and nobody who presses a button is to wait for that. So a lane leaves the
//! slot to others meanwhile ([`Delivery::apart`]), and is told afterwards whether somebody has answered. Who answers is
//! told in turn what is on its way ([`Held::answered`]): which of the two arrives last, nobody knows, so what is noted then
//! says as much, also to whoever comes after a crash.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use tokio::sync::{Mutex, OwnedMutexGuard};

use super::{Delivery, Memory, Slot, Transport, Wishes, lock};

/// What those who write to a slot leave there for each other.
#[derive(Debug, Default)]
pub(super) struct Desk {
    /// Counts the answers.
    answers: u64,
    /// What a lane has on its way to the slot's message without holding the slot.
    flight: Option<Flight>,
}

/// What is on its way to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flight {
    /// A picture, and nothing else.
    Picture,
    /// Words and a picture.
    Whole,
}

/// The desks at which somebody is.
pub(super) type Desks = HashMap<(u64, Slot), Weak<Mutex<Desk>>>;

/// A slot that nobody else writes to for now.
pub(in crate::discord) struct Held {
    table: u64,
    slot: Slot,
    desk: Arc<Mutex<Desk>>,
    /// Only while the slot is left to others there is none.
    guard: Option<OwnedMutexGuard<Desk>>,
}

impl Held {
    /// Its table.
    pub(super) fn table(&self) -> u64 {
        self.table
    }

    /// The slot that is held.
    pub(in crate::discord) fn slot(&self) -> Slot {
        self.slot
    }

    /// Says that an answer was written into the slot's message; gives what a lane has on its way there.
    pub(super) fn answered(&mut self) -> Option<Flight> {
        let desk = self.guard.as_mut()?;
        desk.answers += 1;
        desk.flight
    }

    /// How many answers were written.
    fn answers(&self) -> u64 {
        self.guard.as_ref().map_or(0, |desk| desk.answers)
    }

    /// Notes what is on its way from now on.
    fn flies(&mut self, flight: Option<Flight>) {
        if let Some(desk) = self.guard.as_mut() {
            desk.flight = flight;
        }
    }
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Waits until nobody else writes to a slot.
    pub(in crate::discord) async fn hold(&self, table: u64, slot: Slot) -> Held {
        let desk = self.desk(table, slot);
        let guard = Some(Arc::clone(&desk).lock_owned().await);
        Held {
            table,
            slot,
            desk,
            guard,
        }
    }

    /// Holds a slot if nobody else writes to it right now.
    pub(in crate::discord) fn try_hold(&self, table: u64, slot: Slot) -> Option<Held> {
        let desk = self.desk(table, slot);
        let guard = Some(Arc::clone(&desk).try_lock_owned().ok()?);
        Some(Held {
            table,
            slot,
            desk,
            guard,
        })
    }

    /// Does something that takes long, and leaves the slot to others meanwhile; `flight` is what that brings to the slot's
    /// message. Gives what came of it, and whether somebody has answered since.
    pub(super) async fn apart<R>(
        &self,
        held: &mut Held,
        flight: Option<Flight>,
        work: impl Future<Output = R>,
    ) -> (R, bool) {
        let before = held.answers();
        held.flies(flight);
        held.guard = None;
        let result = work.await;
        held.guard = Some(Arc::clone(&held.desk).lock_owned().await);
        held.flies(None);
        (result, held.answers() != before)
    }

    fn desk(&self, table: u64, slot: Slot) -> Arc<Mutex<Desk>> {
        const SWEEP: usize = 1024;
        let mut desks = lock(&self.inner.desks);
        if desks.len() >= SWEEP && desks.len().is_power_of_two() {
            desks.retain(|_, desk| desk.strong_count() > 0);
        }
        let entry = desks.entry((table, slot)).or_default();
        entry.upgrade().unwrap_or_else(|| {
            let desk = Arc::default();
            *entry = Arc::downgrade(&desk);
            desk
        })
    }
}
