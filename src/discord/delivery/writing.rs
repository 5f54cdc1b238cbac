//! Writing one slot's message: what has to be sent, the requests, and what is noted of them.

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio::sync::SemaphorePermit;

use super::bring::{Brought, Step, done, step_after};
use super::pictures::{Drawn, Dressed, stands, words_come_first};
use super::slot::Old;
use super::{
    Address, Delivery, Depth, Held, Lane, Memory, Note, Sent, Show, Slot, Transport, Wishes, any_number, lock,
};
use crate::discord::http::Failure;
use crate::store::Shown;

/// Why something else has to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Otherwise {
    /// The person takes no messages from the bot.
    Closed,
    /// The picture cannot be drawn or sent.
    Plain,
}

/// The entry of the log that a message is noted to show. Whoever comes after a crash must know of one that does not show all
/// of it yet.
fn version(show: &Show, whole: bool) -> u64 {
    let shown = show.version.min(Shown::SETTLED - 1);
    if whole { shown } else { shown.saturating_sub(1) }
}

/// Looks at the slot once more, after as long a rest as Discord asks for.
fn once_more(sent: Sent) -> Step {
    let pause = |after| Step::Pause { after, global: false };
    sent.rest.map_or(Step::Again, pause)
}

/// One slot being brought up to date.
pub(super) struct Bringing<'d, T, W, M> {
    pub(super) delivery: &'d Delivery<T, W, M>,
    pub(super) table: u64,
    pub(super) slot: Slot,
    /// See [`Manner::at_once`](super::Manner::at_once). Only while a picture is drawn there is none.
    pub(super) hand: Option<SemaphorePermit<'d>>,
    /// Whether it had to queue for a hand once more, behind others.
    pub(super) queued: bool,
    pub(super) held: Held,
    /// The picture that was drawn last.
    pub(super) drawn: Option<Drawn>,
    /// The key of one that was late and cannot be drawn.
    pub(super) undrawn: Option<String>,
    /// Whether the picture is late, so that the words go first.
    pub(super) early: bool,
}

impl<T: Transport, W: Wishes, M: Memory> Bringing<'_, T, W, M> {
    fn transport(&self) -> &T {
        &self.delivery.inner.transport
    }

    /// What is noted of the slot. Where a press wanted a panel to stand and could not show it is noted, too.
    pub(super) async fn noted(&self) -> Result<(Option<Shown>, Note), Step> {
        let key = (self.table, self.slot);
        let row = self.delivery.row(self.table, self.slot).await;
        let row = row.map_err(|_| Step::Retry)?;
        let mut note = row.as_ref().map(|row| Note::read(&row.note)).unwrap_or_default();
        let wanted = lock(&self.delivery.inner.wanted).get(&key).cloned();
        let Some(spot) = wanted else { return Ok((row, note)) };
        if let Some(row) = &row {
            note.spot = spot.clone();
            self.keep(row, &note).await?;
        }
        let mut wanted = lock(&self.delivery.inner.wanted);
        if wanted.get(&key) == Some(&spot) {
            wanted.remove(&key);
        }
        Ok((row, note))
    }

    /// Changes the message. On a picture's way nobody has to wait for it. Gives what came of it, and whether somebody has
    /// answered since.
    async fn edit(&mut self, row: &Shown, note: &Note, dressed: Dressed) -> (Result<Sent, Failure>, bool) {
        let Dressed {
            body, picture, flight, ..
        } = dressed;
        let transport = &self.delivery.inner.transport;
        let sending = async {
            match &note.token {
                Some(token) => transport.edit_private(&token.text, &body, picture).await,
                None => transport.edit(row.channel, row.message, &body, picture).await,
            }
        };
        match flight {
            None => (sending.await, false),
            flight => self.delivery.apart(&mut self.held, flight, sending).await,
        }
    }

    /// Somebody has answered while the message was being changed. What they noted holds, and says that nobody knows which
    /// of the two came last.
    async fn overtaken(&self, edited: Result<Sent, Failure>, lane: Lane) -> Step {
        match edited {
            Ok(sent) => once_more(sent),
            Err(failure @ Failure::Unreachable(_)) => {
                // What comes next may be overtaken by it in its turn.
                self.delivery.may_come_late(lane, self.table, self.slot);
                if let Ok(Some(row)) = self.delivery.row(self.table, self.slot).await
                    && let Err(step) = self.keep(&row, &Note::read(&row.note)).await
                {
                    return step;
                }
                step_after(self.table, self.slot, &failure)
            }
            Err(failure @ Failure::Limited { .. }) => step_after(self.table, self.slot, &failure),
            Err(_) => Step::Again,
        }
    }

    /// Brings the message to what it ought to show.
    pub(super) async fn show(&mut self, row: Option<Shown>, mut note: Note, show: &Show) -> Result<Brought, Otherwise> {
        let (there, tried) = match row {
            Some(row) if stands(&row, &note) => (Some(row), None),
            row => (None, row),
        };
        let Some(mut row) = there else {
            let dismissed = note.dismissed && note.once == show.once;
            return if show.create && !dismissed {
                self.create(tried, note, None, show).await
            } else {
                Ok(Ok(Step::Done))
            };
        };
        let before = Old {
            channel: row.channel,
            message: row.message,
        };
        if note.once != show.once {
            // Another matter is another message.
            return self.create(None, note, Some(before), show).await;
        }
        if note.late && !self.delivery.may_be_late(self.table, self.slot) {
            // The run of the program that sent it has ended since.
            self.delivery.may_come_late(show.lane(), self.table, self.slot);
        }
        if self.delivery.may_have_come_late(self.table, self.slot) {
            row.digest.clear();
            note.picture = None;
            if let Err(step) = self.keep(&row, &note).await {
                return Ok(Err(step));
            }
            self.delivery.looked_late(self.table, self.slot);
            note.late = false;
        }
        if !self.delivery.wrote(&note) && row.version < Shown::SETTLED && row.version != version(show, true) {
            // The run of the program that noted this may have shown a later entry, and ended before it was noted.
            row.digest.clear();
        }
        if row.digest == show.payload.digest() {
            return Ok(self.tidy(row, note, show, Step::Done).await);
        }
        // It comes down with its picture.
        if self.is_buried(row.channel) && !self.early {
            return self.create(None, note, Some(before), show).await;
        }
        self.change(row, note, show).await
    }

    /// Changes a message that stands.
    async fn change(&mut self, mut row: Shown, mut note: Note, show: &Show) -> Result<Brought, Otherwise> {
        let first = words_come_first(&row, show);
        let dressed = match first {
            true => Some(Dressed::words(&show.payload)),
            false => self.dress(Some(&row), &note, show).await?,
        };
        let Some(dressed) = dressed else {
            return Ok(self.sweep(&row, note, show).await.map(|_| Step::Done));
        };
        let (pictured, stands) = (dressed.picture.is_some(), dressed.stands.clone());
        let (whole, digest) = (dressed.whole, dressed.digest(&show.payload));
        let (edited, answered) = self.edit(&row, &note, dressed).await;
        if answered {
            return Ok(Ok(self.overtaken(edited, show.lane()).await));
        }
        match edited {
            Ok(sent) => {
                if self.slot == Slot::Table {
                    self.delivery.surfaced(row.channel, false);
                }
                row.message = sent.message;
                row.digest = digest;
                if note.token.is_none() {
                    row.version = version(show, whole);
                }
                (note.picture, note.run) = (stands, self.delivery.inner.run);
                if let Err(step) = self.keep(&row, &note).await {
                    // What is noted is what stood there before, which may be just what is wanted next.
                    self.delivery.distrust(self.table, self.slot);
                    return Ok(Err(step));
                }
                Ok(match (first, whole) {
                    (true, _) => Ok(once_more(sent)),
                    (false, true) => self.tidy(row, note, show, done(sent, show)).await,
                    (false, false) => self.sweep(&row, note, show).await.map(|_| done(sent, show)),
                })
            }
            Err(failure @ Failure::Unreachable(_)) => {
                self.delivery.may_come_late(show.lane(), self.table, self.slot);
                // Nobody knows what stands there now: not the words, and not the picture.
                row.digest.clear();
                note.picture = None;
                let kept = self.keep(&row, &note).await;
                Ok(Err(kept.err().unwrap_or(step_after(self.table, self.slot, &failure))))
            }
            Err(failure @ Failure::Limited { .. }) => Ok(Err(step_after(self.table, self.slot, &failure))),
            Err(failure) if pictured && failure.may_be_of_file() => Err(self.unpictured(show, row.channel)),
            Err(_) if note.token.is_some() => Ok(self.delivery.lose(self.table, self.slot, true).await),
            Err(Failure::GoneMessage | Failure::Archived | Failure::Worn)
                if show.create && !matches!(self.slot, Slot::Ping(_)) =>
            {
                let before = Old {
                    channel: row.channel,
                    message: row.message,
                };
                self.create(None, note, Some(before), show).await
            }
            Err(Failure::GoneMessage | Failure::Archived) if matches!(self.slot, Slot::Ping(_)) => {
                // Whoever took a reminder away needs no other one about the same.
                row.message = 0;
                row.digest.clear();
                note.dismissed = true;
                Ok(self.keep(&row, &note).await.map(|()| Step::Done))
            }
            Err(Failure::GoneMessage | Failure::Archived | Failure::ClosedDm) => Ok(self.forget().await),
            // It goes where its person can be reached now.
            Err(Failure::GoneChannel) if matches!(self.slot, Slot::Ping(_)) => {
                Ok(self.forget().await.map(|_| Step::Again))
            }
            Err(failure) => self.no_way(failure, show, row.channel).await.map(Err),
        }
    }

    /// Sends a new message into the slot; `before` stood there, or one was `tried` and nobody knows what became of it. The
    /// slot is held all the while, with its picture: until the number of the message is known nobody can press it.
    async fn create(
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
                Err(failure) => return self.no_way(failure, show, 0).await.map(Err),
            },
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
        let digest = dressed.digest(&show.payload);
        let Dressed {
            body,
            picture,
            stands,
            whole,
            ..
        } = dressed;
        let pictured = picture.is_some();
        if let Some(tried) = tried.filter(|_| note.trying && !again) {
            // It belongs elsewhere now, and what may stand where it was tried first has to go.
            let message = match self.found_out(&tried, &note).await {
                Ok(message) => message,
                Err(step) => return Ok(Err(step)),
            };
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
        let mut row = Shown {
            table: self.table,
            slot: self.slot.to_string(),
            channel,
            message: 0,
            version: 0,
            digest: String::new(),
            note: String::new(),
        };
        // Before it is sent: whoever comes after a crash must know that it may stand there.
        if let Err(step) = self.keep(&row, &note).await {
            return Ok(Err(step));
        }
        if matches!(self.slot, Slot::Ping(_)) {
            // The old one goes first, so that there are never two.
            for old in note.old.clone() {
                if let Err(step) = self.delete(old).await {
                    return Ok(Err(step));
                }
            }
        }
        let body = nonce(body, &row, &note);
        if let Address::Person(person) = show.to {
            lock(&self.delivery.inner.knocking).insert(person, false);
        }
        let sent = self.transport().create(channel, &body, picture).await;
        if let (Address::Person(person), false) = (show.to, matches!(sent, Err(Failure::ClosedDm))) {
            lock(&self.delivery.inner.knocking).remove(&person);
        }
        match sent {
            Ok(sent) => {
                row.message = sent.message;
                // After a lost answer it is the message of the first attempt, whatever that showed.
                let step = if again { Step::Again } else { done(sent, show) };
                if !again {
                    row.digest = digest;
                    (note.picture, note.run) = (stands, self.delivery.inner.run);
                }
                row.version = if again { 0 } else { version(show, whole) };
                if matches!(self.slot, Slot::Ping(_)) {
                    note.old.clear();
                }
                let note = Note {
                    trying: false,
                    once: if again { note.once } else { show.once.clone() },
                    ..note
                };
                if self.slot == Slot::Table {
                    self.delivery.surfaced(channel, true);
                }
                if let Address::Person(person) = show.to {
                    self.delivery.found_chat(person).await;
                }
                if let Slot::Seat(seat) = self.slot {
                    // A reminder in the same chat leads there.
                    self.delivery.mark(show.lane(), self.table, Slot::Ping(seat));
                }
                if let Err(step) = self.keep(&row, &note).await {
                    return Ok(Err(step));
                }
                Ok(match (again, whole) {
                    (true, _) => Ok(step),
                    (false, true) => self.tidy(row, note, show, step).await,
                    (false, false) => self.sweep(&row, note, show).await.map(|_| step),
                })
            }
            Err(Failure::Unreachable(why)) => Ok(Err(step_after(self.table, self.slot, &Failure::Unreachable(why)))),
            Err(failure) => {
                // It was not taken, that much is sure, unless an earlier attempt is still open.
                note.trying = again;
                if let Err(step) = self.keep(&row, &note).await {
                    return Ok(Err(step));
                }
                if pictured && failure.may_be_of_file() {
                    return Err(self.unpictured(show, channel));
                }
                self.no_way(failure, show, channel).await.map(Err)
            }
        }
    }

    /// What a failure means where the message goes to.
    async fn no_way(&self, failure: Failure, show: &Show, channel: u64) -> Result<Step, Otherwise> {
        match (failure, show.to) {
            (Failure::ClosedDm, Address::Person(person))
                if lock(&self.delivery.inner.knocking).remove(&person) == Some(true) =>
            {
                // It has been opened since it was found closed.
                let _ = self.forget_but_tried().await;
                Ok(Step::Again)
            }
            (Failure::ClosedDm, Address::Person(person)) => {
                // No word of it in the log: when it is found out may depend on what only its person sees.
                lock(&self.delivery.inner.closed).entry(person).or_insert(false);
                let _ = self.forget_but_tried().await;
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
                lock(&self.delivery.inner.closed).entry(person).or_insert(false);
                let _ = self.forget().await;
                Err(Otherwise::Closed)
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
        let silent = serde_json::json!({ "content": "…", "allowed_mentions": { "parse": [] } });
        let body = nonce(silent, tried, note);
        match self.transport().create(tried.channel, &body, None).await {
            Ok(sent) => Ok(sent.message),
            Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => {
                Err(step_after(self.table, self.slot, &failure))
            }
            Err(Failure::NoAccess { .. }) if self.is_public() => Err(self.barred(tried.channel)),
            Err(_) => Ok(0),
        }
    }

    /// Whether the slot's message may stand in a channel that others see, too, which may be closed to the bot for a while.
    fn is_public(&self) -> bool {
        matches!(self.slot, Slot::Table | Slot::Ping(_))
    }

    /// What stands in a channel has to wait until the bot may go there again.
    fn barred(&self, place: u64) -> Step {
        Step::Park { place, hall: None }
    }

    /// Takes away what was replaced, and settles a message that will never change again.
    async fn tidy(&self, mut row: Shown, note: Note, show: &Show, step: Step) -> Brought {
        let note = self.sweep(&row, note, show).await?;
        if show.last && note.token.is_some() {
            return self.delivery.lose(self.table, self.slot, true).await;
        }
        if show.last && row.version < Shown::SETTLED {
            row.version = Shown::SETTLED;
            self.keep(&row, &note).await?;
            if self.slot == Slot::Table {
                lock(&self.delivery.inner.depths).remove(&row.channel);
            }
        }
        if show.last {
            self.delivery.unbar(self.table, self.slot);
        }
        Ok(step)
    }

    /// Takes away what was replaced.
    async fn sweep(&self, row: &Shown, mut note: Note, show: &Show) -> Result<Note, Step> {
        if note.old.is_empty() {
            return Ok(note);
        }
        let here = |step| match step {
            Step::Park { place, .. } => Step::Park { place, hall: show.hall },
            step => step,
        };
        for old in std::mem::take(&mut note.old) {
            self.delete(old).await.map_err(here)?;
        }
        self.keep(row, &note).await?;
        Ok(note)
    }

    /// Deletes a message; what is gone, or out of reach for good, counts as deleted. A channel may come within reach again.
    pub(super) async fn delete(&self, old: Old) -> Result<(), Step> {
        if old.message == 0 {
            return Ok(());
        }
        match self.transport().delete(old.channel, old.message).await {
            Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => {
                Err(step_after(self.table, self.slot, &failure))
            }
            Err(Failure::NoAccess { .. }) if self.is_public() => Err(self.barred(old.channel)),
            _ => Ok(()),
        }
    }

    pub(super) async fn keep(&self, row: &Shown, note: &Note) -> Result<(), Step> {
        let row = self.delivery.noting(row, self.slot, note);
        self.delivery.inner.store.set_shown(&row).await.map_err(|error| {
            tracing::warn!(table = self.table, slot = %self.slot.in_log(), %error, "could not note what a message shows");
            Step::Retry
        })
    }

    /// Forgets the message of the slot.
    async fn forget(&self) -> Brought {
        match self
            .delivery
            .inner
            .store
            .clear_shown(self.table, &self.slot.to_string())
            .await
        {
            Ok(()) => Ok(Step::Done),
            Err(_) => Err(Step::Retry),
        }
    }

    /// Forgets the message of the slot, unless one may still be on its way there: only by its nonce it is found again.
    async fn forget_but_tried(&self) -> Brought {
        match self.delivery.row(self.table, self.slot).await {
            Ok(Some(row)) if Note::read(&row.note).trying => Ok(Step::Done),
            _ => self.forget().await,
        }
    }

    /// Whether the public message is.
    pub(super) fn is_buried(&self, channel: u64) -> bool {
        let manner = &self.delivery.inner.manner;
        let deep = |depth: &Depth| depth.others >= manner.bury_after && depth.since.elapsed() >= manner.bury_every;
        self.slot == Slot::Table && lock(&self.delivery.inner.depths).get(&channel).is_some_and(deep)
    }
}

/// The body with the nonce of this creation: the same for every attempt at it, and for no other. Discord gives back the
/// message that a first attempt made instead of making a second (LIMITS section 1).
fn nonce(mut body: Value, row: &Shown, note: &Note) -> Value {
    /// As hexadecimal digits they are within the 25 characters of a nonce.
    const BYTES: usize = 12;
    let digest = Sha256::digest(format!("{} {} {} {}", row.table, row.slot, row.channel, note.attempt));
    body["nonce"] = hex::encode(&digest[..BYTES]).into();
    body["enforce_nonce"] = true.into();
    body
}
