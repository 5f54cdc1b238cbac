//! Pictures on their way: which of them stands in a message, which has to be drawn and sent, and where none can be shown.

use serde_json::Value;

use super::{Delivery, Lane, Memory, Parked, Slot, Transport, Undrawn, Wishes, lock};
use crate::discord::limits;
use crate::discord::payload::{File, Payload};

/// A message ready to be sent: its body, the picture that goes with it, and the key of the picture that stands in it then.
pub(super) struct Dressed {
    pub(super) body: Value,
    pub(super) picture: Option<Vec<u8>>,
    pub(super) stands: Option<String>,
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Makes a message ready to be sent where the picture of the key `stands` is. What stands there already is not drawn
    /// or sent again.
    pub(super) async fn dress(&self, payload: &Payload, stands: Option<&str>) -> Result<Dressed, Undrawn> {
        let Some(picture) = &payload.picture else {
            return Ok(Dressed {
                body: payload.body(File::Nothing),
                picture: None,
                stands: None,
            });
        };
        let key = picture.key();
        if stands == Some(key.as_str()) {
            return Ok(Dressed {
                body: payload.body(File::Standing),
                picture: None,
                stands: Some(key),
            });
        }
        let drawn = self.inner.wishes.draw(picture).await?;
        if drawn.len() > limits::FILE_BYTES {
            tracing::error!(bytes = drawn.len(), "a picture is larger than Discord takes");
            return Err(Undrawn);
        }
        Ok(Dressed {
            body: payload.body(File::New),
            picture: Some(drawn),
            stands: Some(key),
        })
    }

    /// Whether no picture can be shown in a slot's message for now.
    pub(in crate::discord) fn is_barred(&self, table: u64, slot: Slot) -> bool {
        lock(&self.inner.barred).contains_key(&(table, slot))
    }

    /// Shows no pictures in a slot's message until the permissions of its channel or server may have changed.
    pub(super) fn bar(&self, table: u64, slot: Slot, waits: Parked) {
        tracing::info!(table, %slot, "no picture can be shown; letters stand for it");
        lock(&self.inner.barred).insert((table, slot), waits);
    }

    /// Tries pictures again.
    pub(super) fn unbar(&self, table: u64, slot: Slot) {
        lock(&self.inner.barred).remove(&(table, slot));
    }

    /// Says whether the bot may attach files to a slot's message, as Discord tells with every press.
    pub(in crate::discord) fn may_attach(&self, table: u64, slot: Slot, at: (Lane, u64, Option<u64>), may: bool) {
        let (lane, place, hall) = at;
        if may {
            self.unbar(table, slot);
        } else if !self.is_barred(table, slot) {
            self.bar(table, slot, Parked { lane, place, hall });
        }
    }
}
