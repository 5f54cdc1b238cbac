//! Brings one slot up to date: reads the state, compares once, and makes as few requests as possible.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::SemaphorePermit;
use tokio::time::Instant;

use super::access::Waits;
use super::cell::{Cell, Mark, Table};
use super::desired::{Address, Desired, DesiredSource, KnownSlot, Show, Undrawn};
use super::hub::Messages;
use super::next::{Circumstances, Next};
use super::picture::{Body, Drawn, Late};
use super::record::{Location, Record, Shows, Slot, StandingMessage};
use super::writer::Writer;
use crate::discord::governor::{Pass, Priority};
use crate::discord::http::Way;

/// What the worker does after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterAttempt {
    /// The slot is up to date; the worker rests for so long.
    Done(Duration),
    /// Look at the slot again at once: something has changed since it was read.
    Look,
    /// Look at the slot again at this moment.
    Again(Instant),
    /// Look at the slot again after a wait that grows with every attempt.
    Retry,
    /// Wait until there may be access again.
    Park(Waits),
}

impl AfterAttempt {
    pub(super) const DONE: AfterAttempt = AfterAttempt::Done(Duration::ZERO);

    pub(super) fn after(wait: Duration) -> AfterAttempt {
        AfterAttempt::Again(Instant::now() + wait)
    }
}

/// What follows one piece of work for a slot: another look at the slot, or the end of the attempt.
pub(super) type Then = Result<(), AfterAttempt>;

impl<S: DesiredSource> Messages<S> {
    /// Marks a slot, so that it is looked at soon. A slot that waits for access to a channel is not looked at.
    pub(in crate::discord) fn mark(&self, table: u64, slot: Slot) {
        self.mark_after(table, slot, Instant::now());
    }

    /// Marks a slot whose message is out of date since the table has changed.
    pub(super) fn mark_after(&self, table: u64, slot: Slot, changed: Instant) {
        let since = Instant::now();
        let (messages, mark) = (self.clone(), Mark { since, changed });
        self.track(async move { messages.work(table, slot, mark).await });
    }

    /// Serves a slot until it is not marked any more, unless another worker serves it.
    async fn work(&self, id: u64, slot: Slot, mark: Mark) {
        let mut failures = 0;
        let table = loop {
            match self.table(id).await {
                Ok(table) => break table,
                Err(_) => tokio::time::sleep(self.backoff(id, slot, failures)).await,
            }
            failures += 1;
        };
        let cell = table.cell(slot);
        if !cell.mark(mark) {
            return;
        }
        failures = 0;
        while let Some(mark) = cell.take_mark() {
            let epoch = self.inner.access.epoch();
            let attempt = Attempt {
                messages: self,
                id,
                slot,
                table: &table,
                cell: &cell,
                mark,
                revision: None,
                drawn: None,
                undrawn: None,
                pass: None,
                room: None,
                closed: false,
                plain: false,
                pressed: false,
                early: false,
                words_first: failures > 0,
                renewed: false,
            };
            // A panic costs one message, and not the worker.
            let step = match AssertUnwindSafe(attempt.run()).catch_unwind().await {
                Ok(step) => step,
                Err(_) => {
                    tracing::error!(table = id, slot = %slot.in_log(), "a message could not be brought up to date");
                    AfterAttempt::DONE
                }
            };
            let failed = std::mem::take(&mut failures);
            match step {
                AfterAttempt::Done(rest) if rest.is_zero() => {}
                AfterAttempt::Done(rest) => tokio::time::sleep(rest).await,
                AfterAttempt::Look => {
                    cell.mark(mark);
                }
                AfterAttempt::Again(at) => {
                    tokio::time::sleep_until(at).await;
                    cell.mark(mark);
                }
                AfterAttempt::Retry => {
                    tokio::time::sleep(self.backoff(id, slot, failed)).await;
                    failures = failed.saturating_add(1);
                    cell.mark(mark);
                }
                AfterAttempt::Park(waits) => {
                    if !self.inner.access.park(id, slot, waits, epoch) {
                        cell.mark(mark);
                    }
                }
            }
        }
    }
}

/// One attempt to bring a slot up to date.
pub(super) struct Attempt<'m, S> {
    pub(super) messages: &'m Messages<S>,
    pub(super) id: u64,
    pub(super) slot: Slot,
    pub(super) table: &'m Arc<Table>,
    cell: &'m Arc<Cell>,
    /// Why the slot is looked at.
    pub(super) mark: Mark,
    /// The revision of the record that was read last.
    revision: Option<u64>,
    /// The picture that was drawn last.
    drawn: Option<Drawn>,
    /// The key of a late picture that cannot be drawn.
    undrawn: Option<String>,
    /// The pass for one request.
    pass: Option<(Way, Pass)>,
    /// The permit for one request among those that are on their way.
    room: Option<SemaphorePermit<'m>>,
    /// Whether the person's private chat is closed.
    pub(super) closed: bool,
    /// Whether the message can show no picture.
    pub(super) plain: bool,
    /// Whether somebody pressed and waits for the message.
    pressed: bool,
    /// Whether the picture is late, so that the text goes first.
    early: bool,
    /// Whether an attempt has failed before: the text alone is quicker.
    words_first: bool,
    /// Whether a chat that was gone has been requested again.
    pub(super) renewed: bool,
}

impl<'m, S: DesiredSource> Attempt<'m, S> {
    /// Brings the slot up to date.
    async fn run(mut self) -> AfterAttempt {
        self.collect();
        if let Some(spot) = self.cell.take_left() {
            self.pressed = true;
            if let Err(step) = self.write(|record| record.spot = spot).await {
                return step;
            }
        }
        loop {
            match Box::pin(self.snapshot()).await {
                Ok(()) | Err(AfterAttempt::Look) => {}
                Err(step) => return step,
            }
        }
    }

    /// The writer of the slot, if the record still has the revision that was read.
    pub(super) async fn writer(&self) -> Result<Writer, AfterAttempt> {
        let writer = self.messages.writer(self.id, self.slot).await;
        let writer = writer.map_err(|_| AfterAttempt::Retry)?;
        match self.revision.is_none_or(|revision| writer.revision() == revision) {
            true => Ok(writer),
            false => Err(AfterAttempt::Look),
        }
    }

    /// Reads the state once, and does the first thing that is due.
    async fn snapshot(&mut self) -> Then {
        let (mut record, revision) = self.cell.known();
        self.revision = Some(revision);
        let desired = self.desired(&record).await?;
        let now = self.messages.now();
        let version = match &desired {
            Desired::Show(show) => Some(show.version),
            _ => None,
        };
        if record.refresh(version, now) || self.cell.is_unsaved() {
            let writer = self.writer().await?;
            self.keep(&writer, record.clone()).await?;
            self.revision = Some(writer.revision());
        }
        if matches!(self.slot, Slot::Here(_)) && record.standing().is_some_and(|here| here.alive(now).is_none()) {
            return self.forget().await;
        }
        let config = &self.messages.inner.config;
        let buried = |at: Location| {
            let access = &self.messages.inner.access;
            self.slot == Slot::Table && access.is_buried(at.channel, config.bury_after, config.bury_every)
        };
        let circumstances = Circumstances {
            now,
            // The message moves to the end of the channel only together with its picture.
            buried: !self.early && record.location().is_some_and(buried),
        };
        let next = record.next(self.slot, &desired, circumstances);
        match (next, &desired) {
            (Next::Rest(again), Desired::Show(show)) => self.rest(&record, show, again).await,
            (Next::Rest(_), _) => Err(AfterAttempt::DONE),
            (Next::Forget, _) => self.forget().await,
            (Next::FindOut, _) => self.find_out(&record).await,
            (Next::Remove, _) => self.write(Record::put_aside).await,
            (Next::Delete(old), _) => self.delete(old, &desired).await,
            (Next::Settle, Desired::Show(show)) => self.settle(show).await,
            (Next::Edit, Desired::Show(show)) => self.edit(&record, show).await,
            (Next::Create, Desired::Show(show)) => self.create(&record, show).await,
            (Next::Settle | Next::Edit | Next::Create, _) => Err(AfterAttempt::DONE),
        }
    }

    /// What the slot ought to show, by everything that is known now.
    async fn desired(&mut self, record: &Record) -> Result<Desired, AfterAttempt> {
        let (inner, slot) = (&self.messages.inner, self.slot);
        loop {
            self.plain |= inner.access.is_barred(self.id, slot);
            let linked = match slot {
                Slot::Ping(seat) => Some(Slot::Seat(seat)),
                Slot::Seat(_) | Slot::Here(_) => Some(Slot::Table),
                _ => None,
            };
            let linked = linked.map(|slot| self.table.cell(slot).known().0);
            let known = KnownSlot {
                record,
                closed: self.closed,
                plain: self.plain,
                linked: linked.as_ref().and_then(Record::located),
            };
            let desired = inner.source.desired(self.id, slot, known).await;
            let desired = desired.map_err(|_| AfterAttempt::Retry)?;
            let Desired::Show(show) = &desired else {
                return Ok(desired);
            };
            // A message that stands in a chat can be edited there even when nothing new can be sent.
            let stands = record.location().is_some();
            if let Address::Person(person) = show.to
                && !self.closed
                && !stands
                && inner.people.is_closed(person)
            {
                // Asks the source once more, with this knowledge.
                self.closed = true;
                continue;
            }
            return Ok(desired);
        }
    }

    /// The message reads as desired.
    async fn rest(&self, record: &Record, show: &Show, again: Option<Duration>) -> Then {
        /// The extra delay after which a wrong time in a message may be noticed, and the slot is looked at.
        const NOTICED: Duration = Duration::from_secs(1);
        if let Some(again) = again {
            self.messages.look_again(self.id, again + NOTICED);
        }
        let behind = |standing: &StandingMessage| {
            let shown = standing.shows.as_ref();
            !standing.settled && shown.is_some_and(|shows| shows.version != show.version)
        };
        if record.standing().is_some_and(behind) {
            // Stored, so that a restart has nothing to do.
            self.write(|record| {
                if let Some(shows) = record.standing_mut().and_then(|standing| standing.shows.as_mut()) {
                    shows.version = show.version;
                }
            })
            .await?;
        }
        Err(AfterAttempt::DONE)
    }

    /// Changes the record, if nobody has written meanwhile.
    pub(super) async fn write(&self, change: impl FnOnce(&mut Record)) -> Then {
        let writer = self.writer().await?;
        let mut record = writer.record();
        change(&mut record);
        self.keep(&writer, record).await
    }

    pub(super) async fn keep(&self, writer: &Writer, record: Record) -> Then {
        match writer.keep(record).await {
            true => Ok(()),
            false => Err(AfterAttempt::Retry),
        }
    }

    /// Forgets the slot: nothing more is sent there.
    async fn forget(&self) -> Then {
        self.messages.inner.access.unbar(self.id, self.slot);
        self.write(|record| *record = Record::default()).await?;
        Err(AfterAttempt::DONE)
    }

    /// The message will never change again.
    async fn settle(&self, show: &Show) -> Then {
        let inner = &self.messages.inner;
        if let (Slot::Table, Address::Channel(channel)) = (self.slot, show.to) {
            inner.access.settled(channel);
        }
        inner.access.unbar(self.id, self.slot);
        self.write(|record| {
            if let Some(standing) = record.standing_mut() {
                (standing.settled, standing.token) = (true, None);
            }
        })
        .await
    }

    /// The pass for a request. If the pass did not come at once, the slot is looked at again once it is there, so that the
    /// newest state is sent.
    pub(super) async fn leave(&mut self, way: Way) -> Result<Pass, AfterAttempt> {
        if let Way::Write(channel) | Way::Delete(channel) = &way {
            let access = &self.messages.inner.access;
            match access.is_parked(self.id, self.slot) {
                // Each try would count towards Discord's ban of the address.
                Some(parked) if parked == *channel => return Err(AfterAttempt::DONE),
                Some(_) => access.unpark(self.id, self.slot),
                None => {}
            }
        }
        if let Some((_, pass)) = self.pass.take().filter(|(leave, _)| *leave == way) {
            return Ok(pass);
        }
        let priority = match (&way, self.slot) {
            // A deletion can wait: the old message is out of date, and the message beside it is current.
            (Way::Delete(_), _) => Priority::Rest,
            _ if self.pressed => Priority::Pressed,
            (_, Slot::Table) => Priority::Turn,
            (_, Slot::Seat(_) | Slot::Here(_) | Slot::Ping(_)) => Priority::Rest,
        };
        let mut waiting = Box::pin(self.messages.inner.api.pass(&way, priority, self.mark.since));
        if let Some(pass) = (&mut waiting).now_or_never() {
            return Ok(pass);
        }
        // The message may need another picture by then.
        (self.drawn, self.room) = (None, None);
        self.pass = Some((way.clone(), waiting.await));
        Err(AfterAttempt::Look)
    }

    /// The pass for a request, and a permit among the requests on their way. If the worker had to wait for either, the slot is
    /// looked at again.
    pub(super) async fn room(&mut self, way: Way) -> Result<(Pass, SemaphorePermit<'m>), AfterAttempt> {
        let pass = self.leave(way.clone()).await?;
        let sending = &self.messages.inner.sending;
        let room = self.room.take().or_else(|| sending.try_acquire().ok());
        if let Some(room) = room {
            return Ok((pass, room));
        }
        self.drawn = None;
        (self.pass, self.room) = (Some((way, pass)), sending.acquire().await.ok());
        Err(AfterAttempt::Look)
    }

    /// The body of a request that writes the desired message, with its picture if another one stands there according to
    /// `record`.
    pub(super) async fn body(&mut self, show: &Show, record: &Record) -> Result<Body, AfterAttempt> {
        let shows = record.standing().and_then(|standing| standing.shows.as_ref());
        if !self.words_first {
            self.picture(show, shows).await?;
        } else if shows.is_none() && show.payload.picture.is_some() {
            return Ok(Body::words(&show.payload, show.version));
        }
        match self.early {
            // What is there stands; the picture follows when it is drawn.
            true => Body::early(show, shows, self.drawn.as_ref()).ok_or(AfterAttempt::DONE),
            false => Body::whole(show, shows, self.drawn.as_ref()).map_err(|Undrawn| {
                // The text stands by now, and the picture was not drawn yet because of `words_first`.
                self.words_first = false;
                AfterAttempt::Look
            }),
        }
    }

    /// Prepares the picture that the desired message needs, compared with what the message `shows`.
    async fn picture(&mut self, show: &Show, shows: Option<&Shows>) -> Then {
        self.early = false;
        let drawing = self.collect();
        let stands = shows.and_then(|shows| shows.picture.as_deref());
        let Some(picture) = &show.payload.picture else {
            return Ok(());
        };
        let key = picture.key();
        if stands == Some(key) || self.drawn.as_ref().is_some_and(|drawn| drawn.key == key) {
            return Ok(());
        }
        if self.undrawn.as_deref() == Some(key) {
            self.plain = true;
            return Err(AfterAttempt::Look);
        }
        if drawing {
            self.early = true;
            return Ok(());
        }
        let (messages, slot) = (self.messages, (self.id, self.slot));
        match messages.draw_in_time(slot, self.cell, show, picture).await {
            Ok(Some(drawn)) => {
                self.drawn = Some(drawn);
                return Ok(());
            }
            // There may be a newer text by now.
            Ok(None) => self.early = true,
            Err(Undrawn) => self.plain = true,
        }
        Err(AfterAttempt::Look)
    }

    /// Takes a late picture that is drawn by now. Returns whether one is still being drawn.
    fn collect(&mut self) -> bool {
        match self.cell.take_late() {
            Late::None => {}
            Late::Drawing => return true,
            Late::Drawn(drawn) => self.drawn = Some(drawn),
            Late::Undrawn(key) => self.undrawn = Some(key),
        }
        false
    }
}
