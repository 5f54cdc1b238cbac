//! Sending a new message into a slot: never twice, and remembered from before it is sent.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::bring::{Brought, Step, done, step_after};
use super::chats::NoChat;
use super::pictures::Dressed;
use super::slot::Old;
use super::writing::{Bringing, Otherwise, version};
use super::{Address, Closed, Memory, Note, Sent, Show, Slot, Transport, Way, Wishes, any_number, lock};
use crate::discord::http::Failure;
use crate::discord::payload::hush;
use crate::store::Shown;

/// A message that is on its way.
struct Sending {
    row: Shown,
    note: Note,
    /// Whether it was tried before: then it may be the message of an earlier attempt, whatever that showed.
    again: bool,
    /// Whether it has a picture with it.
    pictured: bool,
    /// Whether it shows all that is wanted.
    whole: bool,
    /// What is noted of it once it stands.
    digest: String,
    /// The key of the picture that stands in it then.
    stands: Option<String>,
}

impl<T: Transport, W: Wishes, M: Memory> Bringing<'_, T, W, M> {
    /// Sends a new message into the slot; `before` stood there, or one was `tried` and nobody knows what became of it. The
    /// slot is held all the while, with its picture: until the number of the message is known nobody can press it.
    pub(super) async fn create(
        &mut self,
        tried: Option<Shown>,
        mut note: Note,
        before: Option<Old>,
        show: &Show,
    ) -> Result<Brought, Otherwise> {
        note.picture = None;
        let channel = match show.to {
            Address::Place(place) => place,
            Address::Person(person) => match self.delivery.chat(person).await {
                Ok(chat) => chat,
                Err(NoChat::Refused(failure)) => return self.no_way(failure, show, 0).await.map(Err),
                Err(NoChat::Unknown) => return Ok(Err(Step::Retry)),
                Err(NoChat::Closed) => return Err(Otherwise::Closed),
            },
        };
        let pass = match self.pass(Way::Write(channel)) {
            Ok(pass) => pass,
            Err(step) => return Ok(Err(step)),
        };
        let again = note.trying && tried.as_ref().is_none_or(|tried| tried.channel == channel);
        let dressed = match again {
            // It may have been the picture that did not get through; the message is looked at again at once.
            true => Some(Dressed::words(&show.payload)),
            false => self.dress(None, &note, show).await?,
        };
        let Some(dressed) = dressed else {
            return Ok(Ok(Step::Done));
        };
        let tried = tried.filter(|_| note.trying && !again);
        let row = match self.prepare(channel, tried, &mut note, (again, before), show).await {
            Ok(row) => row,
            Err(step) => return Ok(Err(step)),
        };
        let digest = dressed.digest(&show.payload);
        let mut body = nonce(dressed.body, &row, &note);
        if self.slot == Slot::Table && !note.old.is_empty() {
            // Whoever is named in it was told by the one that stood there before.
            hush(&mut body);
        }
        let sending = Sending {
            row,
            note,
            again,
            pictured: dressed.picture.is_some(),
            whole: dressed.whole,
            digest,
            stands: dressed.stands,
        };
        match self.send(show, pass, channel, &body, dressed.picture).await {
            Ok(sent) => Ok(self.arrived(sent, sending, show).await),
            Err(failure) => self.turned_down(failure, sending, show).await,
        }
    }

    /// Notes that a message is on its way, and takes away what must not stand beside it.
    async fn prepare(
        &self,
        channel: u64,
        elsewhere: Option<Shown>,
        note: &mut Note,
        (again, before): (bool, Option<Old>),
        show: &Show,
    ) -> Result<Shown, Step> {
        if let Some(tried) = elsewhere {
            // It belongs here now, and what may stand where it was tried first has to go.
            let message = self.found_out(&tried, note).await?;
            note.replaces(Old {
                channel: tried.channel,
                message,
            });
        }
        if !again {
            note.once.clone_from(&show.once);
            note.attempt = any_number();
            note.dismissed = false;
            self.delivery.looked_late(self.table, self.slot);
            note.late = false;
            before.into_iter().for_each(|before| note.replaces(before));
        }
        note.trying = true;
        let row = Shown {
            table: self.table,
            slot: self.slot.to_string(),
            channel,
            message: 0,
            version: 0,
            digest: String::new(),
            note: String::new(),
        };
        // Before it is sent: whoever comes after a crash must know that it may stand there.
        self.keep(&row, note).await?;
        if matches!(self.slot, Slot::Ping(_)) {
            // The old one goes first, so that there are never two.
            for old in note.old.clone() {
                self.delete(None, old).await?;
            }
        }
        Ok(row)
    }

    /// Sends it, and notes for as long whether its person's chat is found closed or open.
    async fn send(
        &self,
        show: &Show,
        pass: T::Pass,
        channel: u64,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> Result<Sent, Failure> {
        if let Address::Person(person) = show.to {
            lock(&self.delivery.inner.knocking).insert(person, false);
        }
        let sent = self.transport().create(Some(pass), channel, body, picture).await;
        if let (Address::Person(person), false) = (show.to, matches!(sent, Err(Failure::ClosedDm))) {
            lock(&self.delivery.inner.knocking).remove(&person);
        }
        sent
    }

    /// It stands there.
    async fn arrived(&mut self, sent: Sent, sending: Sending, show: &Show) -> Brought {
        let Sending {
            mut row,
            mut note,
            again,
            whole,
            ..
        } = sending;
        row.message = sent.message;
        note.trying = false;
        let step = if again {
            row.version = 0;
            Step::Again
        } else {
            (row.digest, row.version) = (sending.digest, version(show, whole));
            (note.picture, note.run) = (sending.stands, self.delivery.inner.run);
            note.once.clone_from(&show.once);
            done(sent, show)
        };
        if matches!(self.slot, Slot::Ping(_)) {
            note.old.clear();
        }
        if self.slot == Slot::Table {
            self.delivery.surfaced(row.channel, true);
        }
        if let Address::Person(person) = show.to {
            self.delivery.found_chat(person).await;
        }
        if let Slot::Seat(seat) = self.slot {
            // A reminder in the same chat leads there.
            self.delivery.mark(show.lane(), self.table, Slot::Ping(seat));
        }
        self.keep(&row, &note).await?;
        match (again, whole) {
            (true, _) => Ok(step),
            (false, true) => self.tidy(row, note, show, step).await,
            (false, false) => self.sweep(&row, note, show).await.map(|_| step),
        }
    }

    /// It was not taken, or nobody knows.
    async fn turned_down(&self, failure: Failure, sending: Sending, show: &Show) -> Result<Brought, Otherwise> {
        if matches!(failure, Failure::Unreachable(_)) {
            return Ok(Err(step_after(self.table, self.slot, &failure)));
        }
        let Sending { row, mut note, .. } = sending;
        // It was not taken, that much is sure, unless an earlier attempt is still open.
        note.trying = sending.again;
        if let Err(step) = self.keep(&row, &note).await {
            return Ok(Err(step));
        }
        if sending.pictured && failure.may_be_of_file() {
            return Err(self.unpictured(show, row.channel));
        }
        self.no_way(failure, show, row.channel).await.map(Err)
    }

    /// What a failure means where the message goes to.
    pub(super) async fn no_way(&self, failure: Failure, show: &Show, channel: u64) -> Result<Step, Otherwise> {
        match (failure, show.to) {
            (Failure::ClosedDm, Address::Person(person))
                if lock(&self.delivery.inner.knocking).remove(&person) == Some(true) =>
            {
                // It has been opened since it was found closed.
                let _ = self.forget_unsent().await;
                Ok(Step::Again)
            }
            (Failure::ClosedDm, Address::Person(person)) => {
                // No word of it in the log: when it is found out may depend on what only its person sees.
                self.delivery.found_closed(person).await;
                let _ = self.forget_unsent().await;
                Err(Otherwise::Closed)
            }
            (Failure::GoneChannel, Address::Person(person)) if self.delivery.renews_chat(person, channel).await => {
                let _ = self.forget().await;
                Ok(Step::Again)
            }
            (Failure::GoneChannel | Failure::NoAccess { .. }, Address::Person(person)) => {
                // A private chat that cannot be used: another number next time, and meanwhile it counts as closed.
                self.delivery.forget_chat(person).await;
                self.delivery.found_chat(person).await;
                lock(&self.delivery.inner.closed)
                    .entry(person)
                    .or_insert(Closed::Untold);
                let _ = self.forget().await;
                Err(Otherwise::Closed)
            }
            (Failure::TooManyThreads, _) if show.last => {
                tracing::info!(table = self.table, slot = %self.slot.in_log(), "an archived thread keeps an older message");
                Ok(Step::Done)
            }
            (Failure::GoneChannel, Address::Place(_)) if show.last => {
                tracing::info!(
                    table = self.table,
                    slot = %self.slot.in_log(),
                    "the channel of a table that is over is gone"
                );
                let _ = self.forget().await;
                Ok(Step::Done)
            }
            (Failure::GoneChannel | Failure::NoAccess { .. } | Failure::Archived, Address::Place(place)) => {
                tracing::info!(
                    table = self.table,
                    slot = %self.slot.in_log(),
                    channel,
                    "no access to a channel; waiting for it"
                );
                // So it did not lie in a picture.
                self.delivery.unbar(self.table, self.slot);
                Ok(Step::Park { place, hall: show.hall })
            }
            (failure, _) => Ok(step_after(self.table, self.slot, &failure)),
        }
    }

    /// The number of a message that was tried and may stand there; 0 when it does not. The same nonce brings it back; should
    /// the message never have come there, it comes now, says nothing and is to go at once.
    pub(super) async fn found_out(&self, tried: &Shown, note: &Note) -> Result<u64, Step> {
        let mut body = nonce(serde_json::json!({ "content": "…" }), tried, note);
        hush(&mut body);
        match self.transport().create(None, tried.channel, &body, None).await {
            Ok(sent) => Ok(sent.message),
            Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => {
                Err(step_after(self.table, self.slot, &failure))
            }
            Err(Failure::NoAccess { .. }) if self.is_public() => Err(self.barred(tried.channel)),
            Err(_) => Ok(0),
        }
    }
}

/// The body with the nonce of this creation: the same for every attempt at it, and for no other. Discord gives back the
/// message that a first attempt made instead of making a second (docs/DISCORD.md, "Messages").
fn nonce(mut body: Value, row: &Shown, note: &Note) -> Value {
    /// As hexadecimal digits they are within the 25 characters of a nonce.
    const BYTES: usize = 12;
    let digest = Sha256::digest(format!("{} {} {} {}", row.table, row.slot, row.channel, note.attempt));
    body["nonce"] = hex::encode(&digest[..BYTES]).into();
    body["enforce_nonce"] = true.into();
    body
}
