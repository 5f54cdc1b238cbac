//! Pictures on their way: which of them stands in a message, which has to be drawn and sent, and where none can be shown.

use serde_json::Value;
use tokio::sync::SemaphorePermit;

use super::desk::Flight;
use super::overdue::Overdue;
use super::writing::{Bringing, Otherwise};
use super::{Address, Delivery, Lane, Memory, Note, Parked, Show, Slot, Transport, Undrawn, Wishes, lock};
use crate::discord::limits;
use crate::discord::payload::{File, Payload, Picture};
use crate::discord::times::Reading;
use crate::store::Shown;

/// Stands for the key of a picture of which nobody knows whether it arrived. No picture has it.
pub(super) const UNSURE: &str = "?";

/// A message ready to be sent: its body, the picture that goes with it, and the key of the picture that stands in it then.
pub(super) struct Dressed {
    pub(super) body: Value,
    pub(super) picture: Option<Vec<u8>>,
    pub(super) stands: Option<String>,
    /// What the message brings, where it brings a picture.
    pub(super) flight: Option<Flight>,
    /// Whether nothing is left to follow.
    pub(super) whole: bool,
}

/// Whether a message can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ready {
    /// Its picture is drawn, or it has none, or it goes without.
    Yes,
    /// Time has passed, or somebody has answered: the slot is looked at anew.
    LookAgain,
}

/// Whether a message stands in the slot. The number of one that only its holder sees may not be known.
pub(super) fn stands(row: &Shown, note: &Note) -> bool {
    note.token.is_some() || (row.message != 0 && !note.trying)
}

/// Whether nobody knows which words stand in a message, and they come before the picture: they are quick.
pub(super) fn words_come_first(row: &Shown, show: &Show) -> bool {
    row.digest.is_empty() && show.payload.picture.is_some()
}

/// A picture that was drawn.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) key: String,
    pub(super) bytes: Vec<u8>,
    /// What it tells.
    alt: String,
    /// For whom.
    to: Address,
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
        stands: key.map(str::to_owned),
        flight: None,
        whole: true,
    };
    let Some(wanted) = key else {
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
        stands: Some(wanted.to_owned()),
        flight: Some(if alone { Flight::Picture } else { Flight::Whole }),
        whole: true,
    })
}

/// Makes the words of a message ready to be sent before their picture: with the one that was `drawn` last, which tells of
/// its own moment, or else beside the one of the key `stands`. `None` where all that stands there already (see [`dress`]).
pub(super) fn dress_early(show: &Show, stands: Option<&str>, worded: bool, drawn: Option<&Drawn>) -> Option<Dressed> {
    let payload = &show.payload;
    let words = Dressed::words(payload);
    let newer = drawn.filter(|drawn| drawn.to == show.to && stands != Some(drawn.key.as_str()));
    if let Some(drawn) = newer {
        let alone = worded && payload.embeds.is_empty();
        return Some(Dressed {
            body: payload.body_with(if alone { File::Alone } else { File::New }, &drawn.alt),
            picture: Some(drawn.bytes.clone()),
            stands: Some(drawn.key.clone()),
            flight: Some(if alone { Flight::Picture } else { Flight::Whole }),
            ..words
        });
    }
    if worded {
        return None;
    }
    let Some(stands) = stands else { return Some(words) };
    Some(Dressed {
        body: payload.body(File::Standing),
        stands: Some(stands.to_owned()),
        ..words
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
            whole: false,
        }
    }

    /// What is noted of the message once it shows this.
    pub(super) fn digest(&self, payload: &Payload) -> String {
        if self.whole {
            return payload.digest();
        }
        payload.digest_with(Some(self.stands.as_deref().unwrap_or(UNSURE)))
    }
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// A free hand, as soon as there is one. Nobody ever closes them.
    pub(super) async fn hand(&self) -> Option<SemaphorePermit<'_>> {
        self.inner.hands.acquire().await.ok()
    }

    /// Draws a picture that Discord would take.
    pub(super) async fn draw(&self, picture: Picture, to: Address) -> Result<Drawn, Undrawn> {
        let bytes = self.inner.wishes.draw(&picture).await?;
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

    /// Whether no picture can be shown in a slot's message for now.
    pub(in crate::discord) fn is_barred(&self, table: u64, slot: Slot) -> bool {
        lock(&self.inner.barred).contains_key(&(table, slot))
    }

    /// Shows no pictures in a slot's message until the permissions of its channel or server may have changed.
    pub(super) fn bar(&self, table: u64, slot: Slot, waits: Parked) {
        if slot == Slot::Table {
            // Of others no word: who has a panel open is nobody's business.
            tracing::info!(table, %slot, "no picture can be shown; letters stand for it");
        }
        lock(&self.inner.barred).insert((table, slot), waits);
    }

    /// Tries pictures again.
    pub(in crate::discord) fn unbar(&self, table: u64, slot: Slot) {
        lock(&self.inner.barred).remove(&(table, slot));
    }

    /// Says whether the bot may attach files to a slot's message, as Discord tells with every press. Gives whether pictures are
    /// barred there from now on that were not before.
    pub(in crate::discord) fn may_attach(
        &self,
        table: u64,
        slot: Slot,
        at: (Lane, u64, Option<u64>),
        may: bool,
    ) -> bool {
        let (lane, place, hall) = at;
        if may {
            self.unbar(table, slot);
            return false;
        }
        let news = !self.is_barred(table, slot);
        if news {
            self.bar(table, slot, Parked { lane, place, hall });
        }
        news
    }
}

impl<T: Transport, W: Wishes, M: Memory> Bringing<'_, T, W, M> {
    /// The picture that has to be sent.
    fn due<'s>(&self, row: Option<&Shown>, note: &Note, show: &'s Show) -> Option<&'s Picture> {
        let picture = show.payload.picture.as_ref()?;
        let Some(row) = row.filter(|row| stands(row, note)) else {
            return show.create.then_some(picture);
        };
        if note.once != show.once {
            return Some(picture);
        }
        if self.reads(row, show) != Reading::Other {
            return None;
        }
        if self.is_buried(row.channel) {
            return Some(picture);
        }
        if words_come_first(row, show) {
            return None;
        }
        (self.standing(note) != Some(picture.key())).then_some(picture)
    }

    /// Takes a picture that was late and is there now. Whether one is still being drawn.
    pub(super) fn collect(&mut self) -> bool {
        match self.delivery.overdue(self.table, self.slot) {
            Some(Overdue::Drawing) => return true,
            Some(Overdue::Drawn(drawn)) => self.drawn = Some(drawn),
            Some(Overdue::Undrawn(key)) => self.undrawn = Some(key),
            None => {}
        }
        false
    }

    /// Draws the picture that has to be sent, if that does not take too long, and leaves the slot to others meanwhile.
    pub(super) async fn draw(&mut self, row: Option<&Shown>, note: &Note, show: &Show) -> Result<Ready, Undrawn> {
        let drawing = self.collect();
        self.early = false;
        let Some(picture) = self.due(row, note, show) else {
            return Ok(Ready::Yes);
        };
        let key = picture.key();
        if self.is_drawn(key) {
            return Ok(Ready::Yes);
        }
        if self.undrawn.as_deref() == Some(key) {
            return Err(Undrawn);
        }
        if drawing {
            self.early = true;
            return Ok(Ready::Yes);
        }
        self.draw_apart(show, picture).await
    }

    /// Draws a picture, and leaves the slot and its hand to others meanwhile. Who finds no hand free then lets go of the
    /// picture and queues for one, and looks anew when it comes; from then on it is kept, so that this comes to an end.
    async fn draw_apart(&mut self, show: &Show, picture: &Picture) -> Result<Ready, Undrawn> {
        let (delivery, table, slot) = (self.delivery, self.table, self.slot);
        let kept = self.hand.take().filter(|_| self.queued);
        let drawing = async {
            let drawn = delivery.draw_in_time(table, slot, show, picture).await;
            match kept.or_else(|| delivery.inner.hands.try_acquire().ok()) {
                Some(hand) => (Some(drawn), Some(hand)),
                None => {
                    drop(drawn);
                    (None, delivery.hand().await)
                }
            }
        };
        let ((drawn, hand), answered) = delivery.apart(&mut self.held, None, drawing).await;
        self.hand = hand;
        let Some(drawn) = drawn else {
            self.queued = true;
            return Ok(Ready::LookAgain);
        };
        let Some(drawn) = drawn? else {
            // There may be newer words by now.
            return Ok(Ready::LookAgain);
        };
        self.drawn = Some(drawn);
        Ok(if answered { Ready::LookAgain } else { Ready::Yes })
    }

    /// Whether this is the picture that was drawn last.
    fn is_drawn(&self, key: &str) -> bool {
        self.drawn.as_ref().is_some_and(|drawn| drawn.key == key)
    }

    /// Makes the message ready to be sent, with its picture if that is not the one that stands there; `None` where nothing is
    /// to be sent before that is drawn.
    pub(super) async fn dress(
        &mut self,
        row: Option<&Shown>,
        note: &Note,
        show: &Show,
    ) -> Result<Option<Dressed>, Otherwise> {
        let undrawn = |Undrawn| Otherwise::Plain;
        let stands = self.standing(note).map(str::to_owned);
        let stands = stands.as_deref();
        let picture = show.payload.picture.as_ref();
        if let Some(picture) = picture.filter(|picture| stands != Some(picture.key()))
            && !self.early
            && !self.is_drawn(picture.key())
        {
            // What stood there is gone.
            let drawing = self.delivery.draw_in_time(self.table, self.slot, show, picture);
            match drawing.await.map_err(undrawn)? {
                Some(drawn) => self.drawn = Some(drawn),
                None => self.early = true,
            }
        }
        let worded = row.is_some_and(|row| has_words(&show.payload, &row.digest, stands));
        let drawn = self.drawn.as_ref();
        match self.early {
            true => Ok(dress_early(show, stands, worded, drawn)),
            false => dress(&show.payload, stands, worded, drawn).map(Some).map_err(undrawn),
        }
    }

    /// The key of the picture that stands in the message, as far as that is known.
    pub(super) fn standing<'n>(&self, note: &'n Note) -> Option<&'n str> {
        note.picture.as_deref().filter(|_| self.delivery.wrote(note))
    }

    /// Discord did not take the message with its picture.
    pub(super) fn unpictured(&self, show: &Show, channel: u64) -> Otherwise {
        let waits = Parked {
            lane: show.lane(),
            place: channel,
            hall: show.hall,
        };
        self.delivery.bar(self.table, self.slot, waits);
        Otherwise::Plain
    }
}
