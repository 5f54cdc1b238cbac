//! Pictures on their way: which of them stands in a message, which has to be drawn and sent, and where none can be shown.

use serde_json::Value;

use super::desk::Flight;
use super::{Delivery, Lane, Memory, Parked, Slot, Transport, Undrawn, Wishes, lock};
use crate::discord::limits;
use crate::discord::payload::{File, Payload, Picture};

/// Stands for the key of a picture of which nobody knows whether it arrived. No picture has it.
pub(super) const UNSURE: &str = "?";

/// A message ready to be sent: its body, the picture that goes with it, and the key of the picture that stands in it then.
pub(super) struct Dressed {
    pub(super) body: Value,
    pub(super) picture: Option<Vec<u8>>,
    pub(super) stands: Option<String>,
    /// What the message brings, where it brings a picture.
    pub(super) flight: Option<Flight>,
}

/// A picture that was drawn.
pub(super) struct Drawn {
    pub(super) key: String,
    pub(super) bytes: Vec<u8>,
}

/// Whether the words of a message are those of `payload`, of which this digest was noted and this picture stands there.
pub(super) fn has_words(payload: &Payload, digest: &str, stands: Option<&str>) -> bool {
    let noted = |picture| payload.digest_with(picture) == digest;
    noted(stands) || noted(Some(UNSURE))
}

/// Makes a message ready to be sent where the picture of the key `stands` is, with the picture that was `drawn` for it if
/// that is another one. Words that stand there already (`worded`) are not sent again, unless the picture stands among them.
pub(super) fn dress(
    payload: &Payload,
    stands: Option<&str>,
    worded: bool,
    drawn: Option<&Drawn>,
) -> Result<Dressed, Undrawn> {
    let key = payload.picture.as_ref().map(Picture::key);
    let bare = |file| Dressed {
        body: payload.body(file),
        picture: None,
        stands: key.clone(),
        flight: None,
    };
    let Some(wanted) = key.as_deref() else {
        return Ok(bare(File::Nothing));
    };
    if stands == Some(wanted) {
        return Ok(bare(File::Standing));
    }
    let drawn = drawn.filter(|drawn| drawn.key == wanted).ok_or(Undrawn)?;
    let alone = worded && payload.embeds.is_empty();
    Ok(Dressed {
        body: payload.body(if alone { File::Alone } else { File::New }),
        picture: Some(drawn.bytes.clone()),
        stands: key.clone(),
        flight: Some(if alone { Flight::Picture } else { Flight::Whole }),
    })
}

impl Dressed {
    /// The words alone; which picture stands there, nobody knows.
    pub(super) fn words(payload: &Payload) -> Dressed {
        Dressed {
            body: payload.body(File::Later),
            picture: None,
            stands: None,
            flight: None,
        }
    }
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Draws a picture that Discord would take.
    pub(super) async fn draw(&self, picture: &Picture) -> Result<Drawn, Undrawn> {
        let bytes = self.inner.wishes.draw(picture).await?;
        if bytes.len() > limits::FILE_BYTES {
            tracing::error!(bytes = bytes.len(), "a picture is larger than Discord takes");
            return Err(Undrawn);
        }
        let key = picture.key();
        Ok(Drawn { key, bytes })
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
