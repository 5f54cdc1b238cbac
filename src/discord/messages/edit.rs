//! Edits and deletes messages of a slot, and decides what follows a failed request.

use super::access::Waits;
use super::desired::{Desired, DesiredSource, Show};
use super::hub::TOKEN_LIFE_MS;
use super::record::{Location, Message, Record, Slot, Trace};
use super::worker::{AfterAttempt, Attempt, Then};
use super::writer::Writer;
use crate::discord::http::{Failure, Way};
use crate::discord::limits;

impl<S: DesiredSource> Attempt<'_, S> {
    /// Edits the message that stands.
    pub(super) async fn edit(&mut self, record: &Record, show: &Show) -> Then {
        let body = self.body(show, record).await?;
        let Some(standing) = record.standing() else {
            return Ok(());
        };
        let token = standing.alive(self.messages.now()).cloned();
        let way = match &token {
            Some(token) => Way::Token(token.text.clone()),
            None => Way::Write(standing.at.channel),
        };
        let (pass, _room) = self.room(way).await?;
        let inner = &self.messages.inner;
        let writer = self.writer().await?;
        let (pictured, at) = (body.picture.is_some(), standing.at);
        let by = token.as_ref().map(|token| token.text.as_str());
        let place = (at.channel, at.message);
        let edited = inner.api.edit(Some(pass), place, by, &body.json, body.picture).await;
        let mut record = writer.record();
        match edited {
            Ok(message) => {
                if self.slot == Slot::Table {
                    inner.access.surfaced(at.channel, false);
                }
                let whole = body.shows.whole;
                record.wrote(body.shows);
                if let Some(standing) = record.standing_mut() {
                    standing.at.message = message;
                }
                self.written(&writer, record, show, whole).await
            }
            Err(failure @ Failure::Unreachable(_)) => {
                record.doubted(self.messages.now());
                self.keep(&writer, record).await?;
                Err(self.failed(&failure))
            }
            Err(failure) => {
                self.refused(failure, (writer, record), show, (pictured, token.is_some()))
                    .await
            }
        }
    }

    /// The message was written. The slot is looked at again if anything is left to do.
    pub(super) async fn written(&self, writer: &Writer, record: Record, show: &Show, whole: bool) -> Then {
        let late = record.standing().is_some_and(|standing| standing.late.is_some());
        if whole {
            let took = self.mark.changed.elapsed();
            metrics::histogram!("whistle_message_seconds", "slot" => self.slot.in_log()).record(took);
        }
        let over = whole && !show.last && !late && record.replaced.is_empty();
        self.keep(writer, record).await?;
        match over {
            true => Err(AfterAttempt::Done(show.pace)),
            false => Ok(()),
        }
    }

    /// The message could not be edited.
    async fn refused(
        &mut self,
        failure: Failure,
        (writer, mut record): (Writer, Record),
        show: &Show,
        (pictured, by_token): (bool, bool),
    ) -> Then {
        let at = record.location().unwrap_or(Location { channel: 0, message: 0 });
        let ping = matches!(self.slot, Slot::Ping(_));
        match failure {
            Failure::Limited { .. } => Err(self.failed(&failure)),
            failure if pictured && failure.may_be_of_file() => {
                self.bar(show, at.channel);
                Ok(())
            }
            // Perhaps the picture that the message should have is not there: the next request brings it.
            Failure::Refused { .. } if record.forget_picture() => self.keep(&writer, record).await,
            _ if matches!(self.slot, Slot::Here(_)) => {
                self.keep(&writer, Record::default()).await?;
                Err(AfterAttempt::DONE)
            }
            // The bot token may still be able to edit the message.
            _ if by_token => {
                if let Some(standing) = record.standing_mut() {
                    standing.token = None;
                }
                self.keep(&writer, record).await
            }
            Failure::GoneMessage | Failure::Archived if ping => {
                // Whoever removed a reminder needs no other reminder about the same.
                record.message = Message::Dismissed {
                    about: show.about.clone(),
                };
                self.keep(&writer, record).await?;
                Err(AfterAttempt::DONE)
            }
            Failure::GoneMessage | Failure::Archived | Failure::Worn if show.create && !ping => {
                record.put_aside();
                self.keep(&writer, record).await
            }
            // A new reminder goes where its person can be reached now.
            Failure::GoneChannel if ping => self.keep(&writer, Record::default()).await,
            Failure::GoneMessage | Failure::Archived | Failure::ClosedDm => {
                self.keep(&writer, Record::default()).await?;
                Err(AfterAttempt::DONE)
            }
            failure => self.no_way(failure, Some((writer, record)), show, at.channel).await,
        }
    }

    /// Shows no picture in this slot until permissions may have changed.
    pub(super) fn bar(&mut self, show: &Show, channel: u64) {
        let waits = Waits {
            channel,
            guild: show.guild,
        };
        self.messages.inner.access.bar(self.id, self.slot, waits);
        self.plain = true;
    }

    /// What to do after a failure that says nothing about the slot.
    pub(super) fn failed(&self, failure: &Failure) -> AfterAttempt {
        let (table, slot) = (self.id, self.slot.in_log());
        match failure {
            Failure::Limited { after, global } => {
                tracing::info!(table, %slot, ?after, global, "Discord asks to wait");
                AfterAttempt::after(*after)
            }
            Failure::Unreachable(why) => {
                tracing::warn!(table, %slot, why, "Discord did not take a message; it is sent again");
                AfterAttempt::Retry
            }
            Failure::Worn => {
                tracing::info!(table, %slot, "a message was edited too often for its age");
                AfterAttempt::Retry
            }
            Failure::TooManyThreads => {
                tracing::info!(table, %slot, "an archived thread cannot be woken: too many are awake");
                AfterAttempt::Retry
            }
            failure => {
                tracing::error!(table, %slot, %failure, "Discord refuses a message");
                AfterAttempt::DONE
            }
        }
    }

    /// Deletes a message that was replaced. A message that is gone, or out of reach for good, counts as deleted. If the bot
    /// lacks access to the channel, the slot waits, because access may come back.
    pub(super) async fn delete(&mut self, old: Location, desired: &Desired) -> Then {
        if old.message == 0 {
            return self.write(|record| record.deleted(old)).await;
        }
        let pass = self.leave(Way::Delete(old.channel)).await?;
        let writer = self.writer().await?;
        let api = &self.messages.inner.api;
        match api.delete(Some(pass), old.channel, old.message).await {
            Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => Err(self.failed(&failure)),
            Err(Failure::NoAccess { .. }) if matches!(self.slot, Slot::Table | Slot::Ping(_)) => {
                let guild = match desired {
                    Desired::Show(show) => show.guild,
                    _ => None,
                };
                Err(AfterAttempt::Park(Waits {
                    channel: old.channel,
                    guild,
                }))
            }
            _ => {
                let mut record = writer.record();
                record.deleted(old);
                self.keep(&writer, record).await
            }
        }
    }

    /// Finds out whether the message that is on its way stands, by its nonce or its interaction.
    pub(super) async fn find_out(&mut self, record: &Record) -> Then {
        let Message::Creating { channel, trace, .. } = &record.message else {
            return Ok(());
        };
        let writer = self.writer().await?;
        let mut after = record.clone();
        match trace {
            Trace::Nonce(number) => {
                // The message is not wanted there any more.
                let message = self.found(*channel, *number).await?;
                after.message = Message::Absent;
                after.replaced.extend((message != 0).then_some(Location {
                    channel: *channel,
                    message,
                }));
            }
            Trace::Answer(token) => match self.messages.inner.api.answered(&token.text).await {
                Ok(Some(message)) if message > token.interaction => {
                    after.stood(Location {
                        channel: *channel,
                        message,
                    });
                }
                Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => return Err(self.failed(&failure)),
                // The answer may still be on its way.
                Err(_) if self.is_young(token.until) => return Err(AfterAttempt::Retry),
                Ok(_) | Err(_) => after.failed(),
            },
        }
        self.keep(&writer, after).await
    }

    /// Whether the first answer may still arrive for an interaction whose token is used until `until`.
    fn is_young(&self, until: i64) -> bool {
        /// The greatest age of an interaction when its first answer arrives, and a little more.
        const ANSWERED_BY_MS: i64 = limits::ANSWER_MS as i64 + 1000;
        self.messages.now().saturating_add(TOKEN_LIFE_MS) - until <= ANSWERED_BY_MS
    }
}
