//! Pictures that take too long: the words of their message go first, and they follow when they are drawn.
//!
//! A lane waits for a picture no longer than [`Manner::picture_within`](super::Manner::picture_within). One that is not drawn
//! by then is drawn on by itself, and its slot is looked at again when it is. There is one such picture a slot at a time: so
//! on a machine that has too much to draw, nobody queues twice. By then the message may be to show another one. That one is
//! given its own time; and where it is late as well, the one that was drawn goes into the message meanwhile, for it is
//! newer than the one that stands there. So pictures keep coming where something happens all the time.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;

use super::pictures::Drawn;
use super::{Delivery, Memory, Show, Slot, Transport, Undrawn, Wishes, lock};
use crate::discord::payload::Picture;

/// What became of a picture that was late.
#[derive(Debug)]
pub(super) enum Overdue {
    /// It is still being drawn.
    Drawing,
    /// It is there.
    Drawn(Drawn),
    /// The one of this key cannot be drawn.
    Undrawn(String),
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Draws a picture if that does not take too long; `None` where it does: then the slot is looked at again when it is
    /// drawn.
    pub(super) async fn draw_in_time(
        &self,
        table: u64,
        slot: Slot,
        show: &Show,
        picture: &Picture,
    ) -> Result<Option<Drawn>, Undrawn> {
        let (delivery, own, to) = (self.clone(), picture.clone(), show.to);
        let mut drawing = Box::pin(async move { delivery.draw(own, to).await });
        if let Ok(drawn) = tokio::time::timeout(self.inner.manner.picture_within, &mut drawing).await {
            return drawn.map(Some);
        }
        tracing::debug!(table, slot = %slot.in_log(), "a picture is late; the words go first");
        lock(&self.inner.overdue).insert((table, slot), Overdue::Drawing);
        let (delivery, lane, key) = (self.clone(), show.lane(), picture.key().to_owned());
        self.inner.tasks.spawn(async move {
            let drawn = AssertUnwindSafe(drawing).catch_unwind().await;
            let overdue = match drawn {
                Ok(Ok(drawn)) => Overdue::Drawn(drawn),
                Ok(Err(Undrawn)) | Err(_) => Overdue::Undrawn(key),
            };
            let parked = lock(&delivery.inner.parked).contains_key(&(table, slot));
            match parked {
                // That may last, and the picture be another one then.
                true => drop(lock(&delivery.inner.overdue).remove(&(table, slot))),
                false => drop(lock(&delivery.inner.overdue).insert((table, slot), overdue)),
            }
            delivery.mark(lane, table, slot);
            delivery.inner.quiet.notify_waiters();
        });
        Ok(None)
    }

    /// What became of a slot's late picture, if it had one. What is there is handed out once.
    pub(super) fn overdue(&self, table: u64, slot: Slot) -> Option<Overdue> {
        let mut overdue = lock(&self.inner.overdue);
        match overdue.get(&(table, slot))? {
            Overdue::Drawing => Some(Overdue::Drawing),
            Overdue::Drawn(_) | Overdue::Undrawn(_) => overdue.remove(&(table, slot)),
        }
    }

    /// Whether pictures are still being drawn whose words went first.
    pub(super) fn awaits_pictures(&self) -> bool {
        let overdue = lock(&self.inner.overdue);
        overdue.values().any(|one| matches!(one, Overdue::Drawing))
    }
}
