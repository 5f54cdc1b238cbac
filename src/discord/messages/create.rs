//! Sends a new message into a slot, never twice: the attempt is noted before the message is sent.

use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use super::access::Waits;
use super::desired::{Address, DesiredSource, Show};
use super::people::NoChat;
use super::picture::Body;
use super::record::{Location, Message, Record, Slot, Trace};
use super::worker::{AfterAttempt, Attempt, Then};
use super::writer::Writer;
use crate::discord::http::{Failure, Way};
use crate::discord::payload::hush;

impl<S: DesiredSource> Attempt<'_, S> {
    /// Sends a message into the slot. The new message replaces one that stands there. If a message is already on its way
    /// there, the same nonce finds that message, and the slot is then looked at again.
    pub(super) async fn create(&mut self, record: &Record, show: &Show) -> Then {
        self.waits(show)?;
        let channel = self.channel(show).await?;
        let tried = match &record.message {
            Message::Creating {
                channel: tried,
                trace: Trace::Nonce(number),
                ..
            } => Some((*tried, *number)),
            _ => None,
        };
        if tried.is_some_and(|(tried, _)| tried != channel) {
            return self.find_out(record).await;
        }
        let body = match Body::announced(&show.payload, show.version) {
            Some(body) => body,
            // Perhaps the earlier attempt failed because of its picture.
            None if tried.is_some() => Body::words(&show.payload, show.version),
            None => self.body(show, &Record::default()).await?,
        };
        let (pass, _room) = self.room(Way::Write(channel)).await?;
        let writer = self.writer().await?;
        let number = tried.map_or_else(self.messages.inner.config.number, |(_, number)| number);
        let mut record = writer.record();
        if tried.is_none() {
            record.begins(channel, &show.about, Trace::Nonce(number));
        }
        // Stored before the message is sent: after a crash, the next run must know that the message may stand there.
        self.keep(&writer, record.clone()).await?;
        let mut json = self.nonce(body.json, channel, number);
        if self.slot == Slot::Table && !record.replaced.is_empty() {
            // The message that stood there before has already pinged whoever is named in this one.
            hush(&mut json);
        }
        let epoch = self.messages.inner.people.epoch();
        let pictured = body.picture.is_some();
        let api = &self.messages.inner.api;
        match api.create(Some(pass), channel, &json, body.picture).await {
            Ok(message) => {
                record.stood(Location { channel, message });
                let whole = tried.is_none() && body.shows.whole;
                if tried.is_none() && !body.shows.digest.is_empty() {
                    record.wrote(body.shows);
                }
                self.stands(&writer, record, show, whole).await
            }
            Err(failure @ Failure::Unreachable(_)) => Err(self.failed(&failure)),
            Err(failure) => {
                if tried.is_none() {
                    // This failure is certain: Discord did not accept the message.
                    record.failed();
                }
                self.keep(&writer, record.clone()).await?;
                if pictured && failure.may_be_of_file() {
                    self.bar(show, channel);
                    return Ok(());
                }
                if failure == Failure::ClosedDm && self.messages.inner.people.epoch() != epoch {
                    // The person may have opened their chat since.
                    return self.forget_unsent(&writer, record, channel).await;
                }
                self.no_way(failure, Some((writer, record)), show, channel).await
            }
        }
    }

    /// The channel or chat into which to send.
    async fn channel(&mut self, show: &Show) -> Result<u64, AfterAttempt> {
        let person = match show.to {
            Address::Channel(channel) => return Ok(channel),
            Address::Person(person) => person,
        };
        match self.messages.inner.people.chat(person).await {
            Ok(chat) => return Ok(chat),
            Err(NoChat::Unknown) => return Err(AfterAttempt::Retry),
            Err(NoChat::Closed) => self.closed()?,
            Err(NoChat::Refused(failure)) => self.no_way(failure, None, show, 0).await?,
        }
        Err(AfterAttempt::Look)
    }

    /// The new message stands.
    async fn stands(&self, writer: &Writer, record: Record, show: &Show, whole: bool) -> Then {
        let messages = self.messages;
        if let (Slot::Table, Some(at)) = (self.slot, record.location()) {
            messages.inner.access.surfaced(at.channel, true);
        }
        if let Slot::Seat(seat) = self.slot {
            // A reminder in the same chat links to the panel.
            messages.mark(self.id, Slot::Ping(seat));
        }
        self.written(writer, record, show, whole).await
    }

    /// The person takes no messages: the slot is looked at once more, and its desired message may differ now.
    fn closed(&mut self) -> Then {
        match std::mem::replace(&mut self.closed, true) {
            false => Ok(()),
            true => Err(AfterAttempt::DONE),
        }
    }

    /// What to do after a failure to write to a channel or chat.
    pub(super) async fn no_way(
        &mut self,
        failure: Failure,
        at: Option<(Writer, Record)>,
        show: &Show,
        channel: u64,
    ) -> Then {
        let (table, slot) = (self.id, self.slot.in_log());
        let people = &self.messages.inner.people;
        match (failure, show.to) {
            (Failure::ClosedDm, Address::Person(person)) => {
                // The log says nothing about it: the moment of this discovery may depend on what only its person sees.
                people.found_closed(person).await;
                if let Some((writer, record)) = at {
                    self.forget_unsent(&writer, record, channel).await?;
                }
                self.closed()
            }
            (Failure::GoneChannel | Failure::NoAccess { .. }, Address::Person(person)) => {
                // The id of the chat may be out of date.
                people.forget_chat(person, channel).await;
                if let Some((writer, _)) = at {
                    self.keep(&writer, Record::default()).await?;
                }
                if std::mem::replace(&mut self.renewed, true) {
                    people.unusable(person);
                    return self.closed();
                }
                Ok(())
            }
            (Failure::TooManyThreads, _) if show.last => {
                tracing::info!(table, %slot, "an archived thread keeps an older message");
                Err(AfterAttempt::DONE)
            }
            (Failure::GoneChannel, Address::Channel(_)) if show.last => {
                tracing::info!(table, %slot, "the channel of a table that is over is gone");
                if let Some((writer, _)) = at {
                    self.keep(&writer, Record::default()).await?;
                }
                Err(AfterAttempt::DONE)
            }
            (Failure::GoneChannel | Failure::NoAccess { .. } | Failure::Archived, Address::Channel(channel)) => {
                tracing::info!(table, %slot, channel, "no access to a channel; waiting for it");
                // So the picture was not the cause.
                self.messages.inner.access.unbar(table, self.slot);
                Err(AfterAttempt::Park(Waits {
                    channel,
                    guild: show.guild,
                }))
            }
            (failure, _) => Err(self.failed(&failure)),
        }
    }

    /// Forgets a message that could not be sent, and the replaced messages in the same channel. Keeps a message that may
    /// still be on its way, and replaced messages in other channels.
    async fn forget_unsent(&self, writer: &Writer, mut record: Record, channel: u64) -> Then {
        if record.message != Message::Absent {
            return Ok(());
        }
        record.replaced.retain(|old| old.channel != channel);
        if record.replaced.is_empty() {
            record = Record::default();
        }
        self.keep(writer, record).await
    }

    /// The id of the message that was sent with this nonce; 0 if none stands. Sending the same nonce again returns the first
    /// message. If the first message never arrived, this one arrives now, with no content of interest, and has to be deleted
    /// at once.
    pub(super) async fn found(&self, channel: u64, number: u64) -> Result<u64, AfterAttempt> {
        let mut body = self.nonce(serde_json::json!({ "content": "…" }), channel, number);
        hush(&mut body);
        match self.messages.inner.api.create(None, channel, &body, None).await {
            Ok(message) => Ok(message),
            Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => Err(self.failed(&failure)),
            Err(Failure::NoAccess { .. }) if matches!(self.slot, Slot::Table | Slot::Ping(_)) => {
                Err(AfterAttempt::Park(Waits { channel, guild: None }))
            }
            Err(_) => Ok(0),
        }
    }

    /// Lets a reminder wait if it has to. It waits for a panel that is on its way and to which it links. It also waits if it
    /// goes to the channel only because its person takes no messages.
    fn waits(&self, show: &Show) -> Then {
        let Slot::Ping(seat) = self.slot else { return Ok(()) };
        let config = &self.messages.inner.config;
        let (wait, pause) = match show.to {
            Address::Channel(_) if self.closed => (config.dm_fallback_delay, config.dm_fallback_delay),
            Address::Person(_) if self.table.cell(Slot::Seat(seat)).is_busy() => {
                (config.dm_fallback_delay, Duration::from_millis(50))
            }
            _ => return Ok(()),
        };
        let (now, until) = (Instant::now(), self.mark.since + wait);
        match now < until {
            true => Err(AfterAttempt::Again(until.min(now + pause))),
            false => Ok(()),
        }
    }

    /// The body with the nonce of this message: the same for every attempt to send this message, and different for any other.
    /// On a repeated nonce Discord returns the first message instead of making a second (docs/DISCORD.md, "Messages").
    fn nonce(&self, mut body: Value, channel: u64, number: u64) -> Value {
        /// So many bytes, as hexadecimal digits, fit into the 25 characters of a nonce.
        const BYTES: usize = 12;
        let digest = Sha256::digest(format!("{} {} {channel} {number}", self.id, self.slot));
        body["nonce"] = hex::encode(&digest[..BYTES]).into();
        body["enforce_nonce"] = true.into();
        body
    }
}
