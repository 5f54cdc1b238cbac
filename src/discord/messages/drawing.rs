//! Drawing pictures, and those that take too long.
//!
//! A message waits for its picture no longer than [`MessagesConfig::picture_within`](super::MessagesConfig::picture_within).
//! One that is not drawn by then is drawn on by itself, and its slot is looked at again when it is: the words go first. There
//! is one such picture a slot at a time, so on a machine that has too much to draw nobody queues twice. The message may be to
//! show another picture by then; where that one is late as well, the one that was drawn goes into the message meanwhile,
//! for it is newer than the one that stands there.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;

use super::cell::Cell;
use super::desired::{Address, DesiredSource, Show, Undrawn};
use super::hub::Messages;
use super::lock::lock;
use super::picture::{Drawn, Late};
use super::record::Slot;
use crate::discord::limits;
use crate::discord::payload::Picture;

impl<S: DesiredSource> Messages<S> {
    /// Draws a picture that Discord would take.
    async fn draw(&self, picture: Picture, to: Address) -> Result<Drawn, Undrawn> {
        let bytes = self.inner.source.draw(&picture).await?;
        if bytes.len() > limits::FILE_BYTES {
            tracing::error!(bytes = bytes.len(), "a picture is larger than Discord takes");
            return Err(Undrawn);
        }
        Ok(Drawn {
            key: picture.key().to_owned(),
            bytes,
            alt: picture.alt().to_owned(),
            to,
        })
    }

    /// Draws a picture if that does not take too long; `None` where it does: then the slot is looked at again when it is drawn.
    pub(super) async fn draw_in_time(
        &self,
        (table, slot): (u64, Slot),
        cell: &Arc<Cell>,
        show: &Show,
        picture: &Picture,
    ) -> Result<Option<Drawn>, Undrawn> {
        let (messages, own, to) = (self.clone(), picture.clone(), show.to);
        let mut drawing = Box::pin(async move { messages.draw(own, to).await });
        if let Ok(drawn) = tokio::time::timeout(self.inner.config.picture_within, &mut drawing).await {
            return drawn.map(Some);
        }
        tracing::debug!(table, slot = %slot.in_log(), "a picture is late; the words go first");
        *lock(&cell.late) = Late::Drawing;
        let (messages, cell, key) = (self.clone(), Arc::clone(cell), picture.key().to_owned());
        let going = self.inner.busy.begin();
        self.inner.tasks.spawn(async move {
            // Whatever becomes of it, the slot must not wait for it for ever.
            let late = match AssertUnwindSafe(drawing).catch_unwind().await {
                Ok(Ok(drawn)) => Late::Drawn(drawn),
                Ok(Err(Undrawn)) | Err(_) => Late::Undrawn(key),
            };
            // Who waits for access may do so for long, and the picture be another one then.
            let parked = || messages.inner.access.is_parked(table, slot).is_some();
            *lock(&cell.late) = if parked() { Late::None } else { late };
            // Access marks it when it comes; to draw the picture again before that would go on for ever.
            if !parked() {
                messages.mark(table, slot);
            }
            drop(going);
        });
        Ok(None)
    }
}

impl Cell {
    /// What became of a late picture. What is there is handed out once.
    pub(super) fn take_late(&self) -> Late {
        let mut late = lock(&self.late);
        match *late {
            Late::Drawing => Late::Drawing,
            _ => std::mem::take(&mut late),
        }
    }
}
