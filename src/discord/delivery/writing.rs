//! Writing one slot's message: what has to be sent, the requests, and what is noted of them.

use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::SemaphorePermit;
use tokio::time::Instant;

use super::bring::{Brought, Step, done, step_after};
use super::pictures::{Drawn, Dressed, stands, words_come_first};
use super::slot::Old;
use super::{Delivery, Depth, Held, Lane, Memory, Note, Sent, Show, Slot, Transport, Way, Wishes, lock};
use crate::discord::http::Failure;
use crate::discord::times::{Reading, reading};
use crate::store::Shown;

/// How long after a time may be noticed to be wrong it is looked at.
const NOTICED: Duration = Duration::from_secs(1);

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
pub(super) fn version(show: &Show, whole: bool) -> u64 {
    let shown = show.version.min(Shown::SETTLED - 1);
    if whole { shown } else { shown.saturating_sub(1) }
}

/// Looks at the slot once more, after as long a rest as Discord asks for.
fn once_more(sent: Sent) -> Step {
    let pause = |after| Step::Pause { after, global: false };
    sent.rest.map_or(Step::Again, pause)
}

/// One slot being brought up to date.
pub(super) struct Bringing<'d, T: Transport, W, M> {
    pub(super) delivery: &'d Delivery<T, W, M>,
    pub(super) table: u64,
    pub(super) slot: Slot,
    /// When it was marked.
    pub(super) since: Instant,
    /// Leave for a request that the lane has waited for.
    pub(super) leave: Option<(Way, T::Pass)>,
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
    pub(super) fn transport(&self) -> &T {
        &self.delivery.inner.transport
    }

    /// Leave for a request. Where there is none at once the slot is left to others, and the lane waits.
    pub(super) fn pass(&mut self, way: Way) -> Result<T::Pass, Step> {
        if let Some((_, pass)) = self.leave.take().filter(|(leave, _)| *leave == way) {
            return Ok(pass);
        }
        let priority = self.delivery.priority(self.table, self.slot, way);
        let pass = self.transport().pass(way, priority, self.since).now_or_never();
        pass.ok_or(Step::Queue(way))
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
    async fn edit(
        &mut self,
        row: &Shown,
        note: &Note,
        dressed: Dressed,
    ) -> Result<(Result<Sent, Failure>, bool), Step> {
        let pass = match &note.token {
            Some(_) => None,
            None => Some(self.pass(Way::Write(row.channel))?),
        };
        let Dressed {
            body, picture, flight, ..
        } = dressed;
        let transport = &self.delivery.inner.transport;
        let sending = async {
            match &note.token {
                Some(token) => transport.edit_private(&token.text, &body, picture).await,
                None => transport.edit(pass, row.channel, row.message, &body, picture).await,
            }
        };
        Ok(match flight {
            None => (sending.await, false),
            flight => self.delivery.apart(&mut self.held, flight, sending).await,
        })
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
        let reading = self.reads(&row, show);
        if reading != Reading::Other {
            if let Reading::SameFor(time) = reading {
                self.delivery.look_again(self.table, self.slot, time + NOTICED);
            }
            if note.token.is_none() && row.version < Shown::SETTLED {
                // It may be noted to show nothing, as long as an older one has to go.
                row.version = version(show, true);
            }
            return Ok(self.tidy(row, note, show, Step::Done).await);
        }
        // It comes down with its picture.
        if self.is_buried(row.channel) && !self.early {
            return self.create(None, note, Some(before), show).await;
        }
        self.change(row, note, show).await
    }

    /// Whether what stands in the slot reads as it ought to.
    pub(super) fn reads(&self, row: &Shown, show: &Show) -> Reading {
        reading(&row.digest, &show.payload.digest(), (self.delivery.inner.clock)())
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
        let (edited, answered) = match self.edit(&row, &note, dressed).await {
            Ok(edited) => edited,
            Err(step) => return Ok(Err(step)),
        };
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
                // Noted at once: it is tried only once, even if the next one has to wait for leave.
                note.replaces(Old {
                    channel: row.channel,
                    message: std::mem::take(&mut row.message),
                });
                row.digest.clear();
                match self.keep(&row, &note).await {
                    Ok(()) => self.create(None, note, None, show).await,
                    Err(step) => Ok(Err(step)),
                }
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

    /// Whether the slot's message may stand in a channel that others see, too, which may be closed to the bot for a while.
    pub(super) fn is_public(&self) -> bool {
        matches!(self.slot, Slot::Table | Slot::Ping(_))
    }

    /// What stands in a channel has to wait until the bot may go there again.
    pub(super) fn barred(&self, place: u64) -> Step {
        Step::Park { place, hall: None }
    }

    /// Takes away what was replaced, and settles a message that will never change again.
    pub(super) async fn tidy(&mut self, mut row: Shown, note: Note, show: &Show, step: Step) -> Brought {
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
    pub(super) async fn sweep(&mut self, row: &Shown, mut note: Note, show: &Show) -> Result<Note, Step> {
        let here = |step| match step {
            Step::Park { place, .. } => Step::Park { place, hall: show.hall },
            step => step,
        };
        while let Some(old) = note.old.first().copied() {
            let pass = self.pass(Way::Delete(old.channel))?;
            self.delete(Some(pass), old).await.map_err(here)?;
            note.old.remove(0);
            self.keep(row, &note).await?;
        }
        Ok(note)
    }

    /// Deletes a message; what is gone, or out of reach for good, counts as deleted. A channel may come within reach again.
    pub(super) async fn delete(&self, pass: Option<T::Pass>, old: Old) -> Result<(), Step> {
        if old.message == 0 {
            return Ok(());
        }
        match self.transport().delete(pass, old.channel, old.message).await {
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
    pub(super) async fn forget(&self) -> Brought {
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

    /// Forgets the message that could not be sent, and those that stand in the same channel; but not one that may still be on
    /// its way there, which only its nonce finds again, nor those that stand elsewhere.
    pub(super) async fn forget_unsent(&self) -> Brought {
        let row = self.delivery.row(self.table, self.slot).await;
        let Some(row) = row.map_err(|_| Step::Retry)? else {
            return Ok(Step::Done);
        };
        let mut note = Note::read(&row.note);
        if note.trying || row.message != 0 {
            return Ok(Step::Done);
        }
        note.old.retain(|old| old.channel != row.channel);
        match note.old.is_empty() {
            true => self.forget().await,
            false => self.keep(&row, &note).await.map(|()| Step::Done),
        }
    }

    /// Whether the public message is.
    pub(super) fn is_buried(&self, channel: u64) -> bool {
        let manner = &self.delivery.inner.manner;
        let deep = |depth: &Depth| depth.others >= manner.bury_after && depth.since.elapsed() >= manner.bury_every;
        self.slot == Slot::Table && lock(&self.delivery.inner.depths).get(&channel).is_some_and(deep)
    }
}
