//! Brings one slot to the newest state: one look, one comparison, and as few requests as it takes.

use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::pictures::Dressed;
use super::slot::Old;
use super::{
    Address, Delivery, Lane, Memory, Note, Parked, Pictured, Sent, Show, Slot, Standing, Transport, Undrawn, Wish,
    Wishes, lock,
};
use crate::discord::http::Failure;
use crate::discord::limits;
use crate::store::Shown;

/// What a lane does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Go on with the next slot.
    Done,
    /// Done, and the lane rests for a while.
    Rest(Duration),
    /// Look at this slot again at once.
    Again,
    /// Wait as long as Discord asks for, then look again.
    Pause {
        /// How long.
        after: Duration,
        /// Whether every lane waits.
        global: bool,
    },
    /// Look again after a while.
    Retry,
    /// Wait until there may be access again.
    Park {
        /// The channel that cannot be used.
        place: u64,
        /// Its server.
        hall: Option<u64>,
    },
}

/// The end of an attempt; the way out of it is a step of the lane.
pub(super) type Brought = Result<Step, Step>;

fn done(sent: Sent) -> Step {
    sent.rest.map_or(Step::Done, Step::Rest)
}

/// What a failure that says nothing about the slot means for the lane.
pub(super) fn step_after(table: u64, slot: Slot, failure: &Failure) -> Step {
    match failure {
        Failure::Limited { after, global } => Step::Pause {
            after: *after,
            global: *global,
        },
        Failure::Unreachable(why) => {
            tracing::warn!(table, %slot, why, "Discord did not take a message; it is sent again");
            Step::Retry
        }
        failure => {
            tracing::error!(table, %slot, %failure, "Discord refuses a message");
            Step::Done
        }
    }
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Brings a slot to the newest state.
    pub(super) async fn bring(&self, table: u64, slot: Slot) -> Step {
        self.bring_held(table, slot).await.unwrap_or_else(|step| step)
    }

    async fn bring_held(&self, table: u64, slot: Slot) -> Brought {
        let _held = self.hold(table, slot).await;
        let mut row = self.row(table, slot).await.map_err(|_| Step::Retry)?;
        let mut note = row.as_ref().map(|row| Note::read(&row.note)).unwrap_or_default();
        if matches!(slot, Slot::Here(_)) && !self.is_alive(&note) {
            return self.lose(table, slot, row.is_some()).await;
        }
        let (mut closed, mut plain) = (false, self.is_barred(table, slot));
        // What stands in a chat can be changed there even when nothing new can be sent.
        let stands = row.as_ref().is_some_and(|row| row.message != 0);
        loop {
            let standing = Standing {
                note: &note,
                closed,
                plain,
            };
            let wish = self.inner.wishes.wish(table, slot, standing).await;
            match wish.map_err(|_| Step::Retry)? {
                Wish::Leave => return Ok(Step::Done),
                Wish::Gone => return self.remove(table, slot, row, note).await,
                Wish::Show(show) => {
                    if let Address::Person(person) = show.to
                        && !closed
                        && !stands
                        && lock(&self.inner.closed).contains_key(&person)
                    {
                        // Asked once more, with what is known now.
                        closed = true;
                        continue;
                    }
                    if let Err(unfit) = limits::check(&show.payload) {
                        tracing::error!(table, %slot, %unfit, "a message breaks Discord's limits and is not sent");
                        return Ok(Step::Done);
                    }
                    match (Bringing {
                        delivery: self,
                        table,
                        slot,
                    })
                    .show(row.clone(), note.clone(), &show)
                    .await
                    {
                        // What stood there is forgotten; the wish may be another one now.
                        Err(Otherwise::Closed) if !closed => (row, note, closed) = (None, Note::default(), true),
                        Err(Otherwise::Plain) if !plain => {
                            row = self.row(table, slot).await.map_err(|_| Step::Retry)?;
                            note = row.as_ref().map(|row| Note::read(&row.note)).unwrap_or_default();
                            plain = true;
                        }
                        Err(_) => return Ok(Step::Done),
                        Ok(result) => return result,
                    }
                }
            }
        }
    }

    /// Whether a panel that only its holder sees can still be changed.
    fn is_alive(&self, note: &Note) -> bool {
        let token = note.token.as_ref();
        token.is_some_and(|token| token.until > (self.inner.clock)())
    }

    /// Forgets a panel that only its holder sees. It was dismissed, or is too old, or there is nothing more to show: the
    /// person opens another one when they want one.
    async fn lose(&self, table: u64, slot: Slot, stands: bool) -> Brought {
        self.unbar(table, slot);
        if !stands {
            return Ok(Step::Done);
        }
        let cleared = self.inner.store.clear_shown(table, &slot.to_string()).await;
        cleared.map(|()| Step::Done).map_err(|_| Step::Retry)
    }

    /// Takes a message away that nobody needs any more.
    async fn remove(&self, table: u64, slot: Slot, row: Option<Shown>, note: Note) -> Brought {
        let Some(mut row) = row else { return Ok(Step::Done) };
        if matches!(slot, Slot::Here(_)) {
            return self.lose(table, slot, true).await;
        }
        let bringing = Bringing {
            delivery: self,
            table,
            slot,
        };
        if note.trying && row.message == 0 {
            // It may stand there without our knowing its number. The same nonce brings back the number; should the
            // message never have come there, it comes now, says nothing and goes at once.
            let body = nonce(
                serde_json::json!({ "content": "…", "allowed_mentions": { "parse": [] } }),
                &row,
                &note,
            );
            match self.inner.transport.create(row.channel, &body, None).await {
                Ok(sent) => row.message = sent.message,
                Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => {
                    return Err(step_after(table, slot, &failure));
                }
                Err(_) => {}
            }
        }
        for gone in [
            note.old,
            Some(Old {
                channel: row.channel,
                message: row.message,
            }),
        ]
        .into_iter()
        .flatten()
        {
            bringing.delete(gone).await?;
        }
        self.inner
            .store
            .clear_shown(table, &slot.to_string())
            .await
            .map_err(|_| Step::Retry)?;
        self.unbar(table, slot);
        Ok(Step::Done)
    }
}

/// Why something else has to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Otherwise {
    /// The person takes no messages from the bot.
    Closed,
    /// The picture cannot be drawn or sent.
    Plain,
}

/// Where a message is brought up to date.
pub(super) fn lane_of(show: &Show) -> Lane {
    match show.to {
        Address::Place(place) => Lane::Place(place),
        Address::Person(person) => Lane::Person(person),
    }
}

/// One slot being brought up to date; its lock is held.
struct Bringing<'d, T, W, M> {
    delivery: &'d Delivery<T, W, M>,
    table: u64,
    slot: Slot,
}

impl<T: Transport, W: Wishes, M: Memory> Bringing<'_, T, W, M> {
    fn transport(&self) -> &T {
        &self.delivery.inner.transport
    }

    async fn show(&self, row: Option<Shown>, mut note: Note, show: &Show) -> Result<Brought, Otherwise> {
        let digest = show.payload.digest();
        let stands = row.filter(|row| note.token.is_some() || (row.message != 0 && !note.trying));
        let Some(mut row) = stands else {
            return if show.create {
                self.create(note, None, show).await
            } else {
                Ok(Ok(Step::Done))
            };
        };
        if note.once != show.once {
            // Another matter: the old message goes first, so that there are never two.
            if let Err(step) = self
                .delete(Old {
                    channel: row.channel,
                    message: row.message,
                })
                .await
            {
                return Ok(Err(step));
            }
            return self.create(Note { old: None, ..note }, None, show).await;
        }
        let before = Old {
            channel: row.channel,
            message: row.message,
        };
        if row.digest == digest {
            return Ok(self.tidy(row, note, show, Step::Done).await);
        }
        if self.slot == Slot::Table && self.is_buried(row.channel) {
            return self.create(note, Some(before), show).await;
        }
        let Dressed { body, picture, stands } = self.dress(&note, show).await?;
        let pictured = picture.is_some();
        let edited = match &note.token {
            Some(token) => self.transport().edit_private(&token.text, &body, picture).await,
            None => self.transport().edit(row.channel, row.message, &body, picture).await,
        };
        match edited {
            Ok(sent) => {
                if self.slot == Slot::Table {
                    self.delivery.surfaced(row.channel, false);
                }
                row.message = sent.message;
                row.digest = digest;
                if note.token.is_none() {
                    row.version = show.version.min(Shown::SETTLED - 1);
                }
                note.picture = self.pictured(stands);
                if let Err(step) = self.keep(&row, &note).await {
                    return Ok(Err(step));
                }
                Ok(self.tidy(row, note, show, done(sent)).await)
            }
            Err(failure @ Failure::Unreachable(_)) => {
                // Nobody knows what stands there now: not the words, and not the picture.
                row.digest.clear();
                note.picture = None;
                let kept = self.keep(&row, &note).await;
                Ok(Err(kept.err().unwrap_or(step_after(self.table, self.slot, &failure))))
            }
            Err(failure @ Failure::Limited { .. }) => Ok(Err(step_after(self.table, self.slot, &failure))),
            Err(failure) if pictured && failure.may_be_of_file() => Err(self.unpictured(show, row.channel)),
            Err(_) if note.token.is_some() => Ok(self.delivery.lose(self.table, self.slot, true).await),
            Err(Failure::GoneMessage | Failure::Archived) if show.create && !matches!(self.slot, Slot::Ping(_)) => {
                self.create(note, Some(before), show).await
            }
            Err(Failure::GoneMessage | Failure::Archived | Failure::ClosedDm) => Ok(self.forget().await),
            Err(failure) => self.no_way(failure, show, row.channel).await.map(Err),
        }
    }

    /// Sends a new message into the slot; `before` stood there.
    async fn create(&self, mut note: Note, before: Option<Old>, show: &Show) -> Result<Brought, Otherwise> {
        note.picture = None;
        let Dressed { body, picture, stands } = self.dress(&note, show).await?;
        let pictured = picture.is_some();
        let channel = match show.to {
            Address::Place(place) => place,
            Address::Person(person) => match self.delivery.chat(person).await {
                Ok(chat) => chat,
                Err(failure) => return self.no_way(failure, show, 0).await.map(Err),
            },
        };
        let again = note.trying;
        if !again {
            note.once.clone_from(&show.once);
            note.old = before.or(note.old);
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
        let body = nonce(body, &row, &note);
        match self.transport().create(channel, &body, picture).await {
            Ok(sent) => {
                row.message = sent.message;
                // After a lost answer it is the message of the first attempt, whatever that showed.
                let step = if again { Step::Again } else { done(sent) };
                if !again {
                    row.digest = show.payload.digest();
                    note.picture = self.pictured(stands);
                }
                row.version = if again { 0 } else { show.version.min(Shown::SETTLED - 1) };
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
                if let Err(step) = self.keep(&row, &note).await {
                    return Ok(Err(step));
                }
                if again {
                    Ok(Ok(step))
                } else {
                    Ok(self.tidy(row, note, show, step).await)
                }
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

    /// Makes the message ready to be sent, with its picture if that is not the one that stands there.
    async fn dress(&self, note: &Note, show: &Show) -> Result<Dressed, Otherwise> {
        let stands = note
            .picture
            .as_ref()
            .filter(|stands| stands.run == self.delivery.inner.run);
        let stands = stands.map(|stands| stands.key.as_str());
        let dressed = self.delivery.dress(&show.payload, stands).await;
        dressed.map_err(|Undrawn| Otherwise::Plain)
    }

    /// The picture that stands in a message now, as it is noted.
    fn pictured(&self, key: Option<String>) -> Option<Pictured> {
        let run = self.delivery.inner.run;
        key.map(|key| Pictured { key, run })
    }

    /// Discord did not take the message with its picture.
    fn unpictured(&self, show: &Show, channel: u64) -> Otherwise {
        let waits = Parked {
            lane: lane_of(show),
            place: channel,
            hall: show.hall,
        };
        self.delivery.bar(self.table, self.slot, waits);
        Otherwise::Plain
    }

    /// What a failure means where the message goes to.
    async fn no_way(&self, failure: Failure, show: &Show, channel: u64) -> Result<Step, Otherwise> {
        match (failure, show.to) {
            (Failure::ClosedDm, Address::Person(person)) => {
                tracing::info!(table = self.table, slot = %self.slot, "a private chat is closed");
                lock(&self.delivery.inner.closed).entry(person).or_insert(false);
                let _ = self.forget().await;
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
                tracing::info!(table = self.table, slot = %self.slot, "the channel of a table that is over is gone");
                let _ = self.forget().await;
                Ok(Step::Done)
            }
            (Failure::GoneChannel | Failure::NoAccess { .. } | Failure::Archived, Address::Place(place)) => {
                tracing::info!(table = self.table, slot = %self.slot, channel, "no access to a channel; waiting for it");
                // So it did not lie in a picture.
                self.delivery.unbar(self.table, self.slot);
                Ok(Step::Park { place, hall: show.hall })
            }
            (failure, _) => Ok(step_after(self.table, self.slot, &failure)),
        }
    }

    /// Takes away what was replaced, and settles a message that will never change again.
    async fn tidy(&self, mut row: Shown, mut note: Note, show: &Show, step: Step) -> Brought {
        if let Some(old) = note.old {
            self.delete(old).await?;
            note.old = None;
            self.keep(&row, &note).await?;
        }
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

    /// Deletes a message; what is gone, or out of reach for good, counts as deleted.
    async fn delete(&self, old: Old) -> Result<(), Step> {
        if old.message == 0 {
            return Ok(());
        }
        match self.transport().delete(old.channel, old.message).await {
            Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => {
                Err(step_after(self.table, self.slot, &failure))
            }
            _ => Ok(()),
        }
    }

    async fn keep(&self, row: &Shown, note: &Note) -> Result<(), Step> {
        let row = Shown {
            note: note.text(),
            ..row.clone()
        };
        self.delivery.inner.store.set_shown(&row).await.map_err(|error| {
            tracing::warn!(table = self.table, slot = %self.slot, %error, "could not note what a message shows");
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

    fn is_buried(&self, channel: u64) -> bool {
        let manner = &self.delivery.inner.manner;
        lock(&self.delivery.inner.depths)
            .get(&channel)
            .is_some_and(|depth| depth.others >= manner.bury_after && depth.since.elapsed() >= manner.bury_every)
    }
}

/// The body with the nonce of this creation: the same for every attempt at it, and for no other. Discord gives back the
/// message that a first attempt made instead of making a second (LIMITS section 1).
fn nonce(mut body: Value, row: &Shown, note: &Note) -> Value {
    /// As hexadecimal digits they are within the 25 characters of a nonce.
    const BYTES: usize = 12;
    let before = note.old.map_or(0, |old| old.message);
    let digest = Sha256::digest(format!(
        "{} {} {} {before} {}",
        row.table, row.slot, row.channel, note.once
    ));
    body["nonce"] = hex::encode(&digest[..BYTES]).into();
    body["enforce_nonce"] = true.into();
    body
}
