//! Drawing pictures, and what happens to late ones.
//!
//! A message waits for its picture no longer than [`MessagesConfig::picture_within`](super::MessagesConfig::picture_within).
//! After that the text goes first, drawing goes on in the background, and the slot is looked at again when the picture is
//! drawn. Each slot has at most one late picture at a time, so an overloaded machine does not queue a slot's pictures. By
//! then, the message may have to show another picture. If that one is late as well, the finished picture goes into the
//! message meanwhile, for it is newer than the picture that stands there.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use tokio::time::Instant;

use super::cell::Cell;
use super::desired::{Address, DesiredSource, Show, Undrawn};
use super::hub::Messages;
use super::picture::{Drawn, Late};
use super::record::Slot;
use crate::discord::limits;
use crate::discord::payload::Picture;

impl<S: DesiredSource> Messages<S> {
    /// Draws a picture, and checks that Discord accepts its size.
    async fn draw(&self, picture: Picture, to: Address) -> Result<Drawn, Undrawn> {
        let asked = Instant::now();
        let bytes = self.inner.source.draw(&picture).await?;
        metrics::histogram!("whistle_picture_seconds").record(asked.elapsed());
        if bytes.len() > limits::FILE_BYTES {
            tracing::error!(bytes = bytes.len(), "a picture is larger than Discord takes");
            return Err(Undrawn);
        }
        Ok(Drawn {
            key: picture.key().to_owned(),
            bytes,
            to,
        })
    }

    /// Draws a picture if that does not take too long. Otherwise returns `None`, and the slot is looked at again once the
    /// picture is drawn.
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
        cell.set_late(Late::Drawing);
        let (messages, cell, key) = (self.clone(), Arc::clone(cell), picture.key().to_owned());
        self.track(async move {
            // Even if drawing panics, the slot must not wait for the picture for ever.
            let late = match AssertUnwindSafe(drawing).catch_unwind().await {
                Ok(Ok(drawn)) => Late::Drawn(drawn),
                Ok(Err(Undrawn)) | Err(_) => Late::Undrawn(key),
            };
            // A slot may wait for access for long, and need another picture by then.
            let parked = || messages.inner.access.is_parked(table, slot).is_some();
            cell.set_late(if parked() { Late::None } else { late });
            // Access marks the slot when it comes. Marking the slot before that would draw the picture again and again.
            if !parked() {
                messages.mark(table, slot);
            }
        });
        Ok(None)
    }
}
