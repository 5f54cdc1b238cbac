//! Brings one slot to the newest state: one look, one comparison, and as few requests as it takes ([`Bringing`]).

use std::time::Duration;

use tokio::time::Instant;

use super::pictures::Ready;
use super::slot::Old;
use super::writing::{Bringing, Otherwise};
use super::{
    Address, Delivery, Memory, Note, Sent, Show, Slot, Standing, Token, Transport, Undrawn, Way, Wish, Wishes, lock,
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
    /// Wait until Discord takes this, and look at the slot again then.
    Queue(Way),
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

/// How long before its end a token is not used any more: what is sent by it has to arrive.
pub(super) const ON_THE_WAY_MS: i64 = 30_000;
/// How long a promised answer can be asked for: an interaction's life, less a little for the way.
pub(super) const PROMISE_MS: i64 = limits::TOKEN_MS as i64 - ON_THE_WAY_MS;
/// How old an interaction is at most when its first answer arrives, and a little more.
const ANSWERED_BY_MS: i64 = limits::ANSWER_MS as i64 + 1000;

/// The end of an attempt; the way out of it is a step of the lane.
pub(super) type Brought = Result<Step, Step>;

/// Done, and how long the lane rests: as Discord said, and no less than the pace of the message.
pub(super) fn done(sent: Sent, show: &Show) -> Step {
    let rest = sent.rest.unwrap_or_default().max(show.pace);
    if rest.is_zero() { Step::Done } else { Step::Rest(rest) }
}

/// What a failure that says nothing about the slot means for the lane.
pub(super) fn step_after(table: u64, slot: Slot, failure: &Failure) -> Step {
    match failure {
        Failure::Limited { after, global } => Step::Pause {
            after: *after,
            global: *global,
        },
        Failure::Unreachable(why) => {
            tracing::warn!(
                table,
                slot = %slot.in_log(),
                why,
                "Discord did not take a message; it is sent again"
            );
            Step::Retry
        }
        Failure::Worn => {
            tracing::info!(
                table,
                slot = %slot.in_log(),
                "a message was edited too often for its age"
            );
            Step::Retry
        }
        Failure::TooManyThreads => {
            tracing::info!(table, slot = %slot.in_log(), "an archived thread cannot be woken: too many are awake");
            Step::Retry
        }
        failure => {
            tracing::error!(table, slot = %slot.in_log(), %failure, "Discord refuses a message");
            Step::Done
        }
    }
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Brings a slot to the newest state that has been marked since then.
    pub(super) async fn bring(&self, table: u64, slot: Slot, since: Instant, leave: Option<(Way, T::Pass)>) -> Step {
        let brought = self.bring_held(table, slot, since, leave).await;
        brought.unwrap_or_else(|step| step)
    }

    /// What is only needed for a short while is put apart: very many may wait here, most of them for a picture.
    async fn bring_held(&self, table: u64, slot: Slot, since: Instant, leave: Option<(Way, T::Pass)>) -> Brought {
        let mut bringing = Bringing {
            delivery: self,
            table,
            slot,
            since,
            leave,
            hand: self.hand().await,
            queued: false,
            held: self.hold(table, slot).await,
            drawn: None,
            undrawn: None,
            early: false,
        };
        bringing.collect();
        let called = self.called(table, slot);
        let (mut row, mut note) = bringing.noted().await?;
        if matches!(slot, Slot::Here(_)) && !self.is_alive(&note) {
            return self.lose(table, slot, row.is_some()).await;
        }
        if let (Some(row), Some(token)) = (&mut row, note.promised.take()) {
            Box::pin(self.keep_promise(&bringing, row, &mut note, &token)).await?;
        }
        let (mut closed, mut plain) = (false, false);
        // What stands in a chat can be changed there even when nothing new can be sent.
        let stands = row.as_ref().is_some_and(|row| row.message != 0);
        loop {
            plain |= self.is_barred(table, slot);
            let standing = Standing {
                note: &note,
                closed,
                plain,
                stands: row.as_ref().filter(|row| row.message != 0).map(|row| row.channel),
            };
            let wish = self.inner.wishes.wish(table, slot, standing).await;
            let show = match wish.map_err(|_| Step::Retry)? {
                Wish::Leave => return Ok(Step::Done),
                Wish::Forget => return self.lose(table, slot, row.is_some()).await,
                Wish::Gone => return Box::pin(self.remove(bringing, row, note)).await,
                Wish::Show(show) => show,
            };
            if let Address::Person(person) = show.to
                && !closed
                && !stands
                && lock(&self.inner.closed).contains_key(&person)
            {
                // Asked once more, with what is known now.
                closed = true;
                continue;
            }
            let stays = row.as_ref().is_some_and(|row| row.message != 0) && note.once == show.once;
            if let (Slot::Ping(_), Address::Place(place)) = (slot, show.to)
                && closed
                && !stays
                && !called
            {
                self.call_later(table, slot, place, since);
                return Ok(Step::Done);
            }
            if let Err(unfit) = limits::check(&show.payload) {
                tracing::error!(table, slot = %slot.in_log(), %unfit, "a message breaks Discord's limits and is not sent");
                return Ok(Step::Done);
            }
            let result = match bringing.draw(row.as_ref(), &note, &show).await {
                Ok(Ready::Yes) => Box::pin(bringing.show(row.clone(), note.clone(), &show)).await,
                Ok(Ready::LookAgain) => {
                    (row, note) = bringing.noted().await?;
                    continue;
                }
                Err(Undrawn) => Err(Otherwise::Plain),
            };
            match result {
                // What stood there is forgotten; the wish may be another one now.
                Err(Otherwise::Closed) if !closed => {
                    (row, note) = bringing.noted().await?;
                    closed = true;
                }
                Err(Otherwise::Plain) if !plain => {
                    (row, note) = bringing.noted().await?;
                    plain = true;
                }
                Err(_) => return Ok(Step::Done),
                Ok(result) => return result,
            }
        }
    }

    /// Finds out whether an answer stands that was to be the slot's message and whose number was never noted.
    async fn keep_promise(
        &self,
        bringing: &Bringing<'_, T, W, M>,
        row: &mut Shown,
        note: &mut Note,
        token: &Token,
    ) -> Result<(), Step> {
        match self.inner.transport.answered(&token.text).await {
            Ok(Some(message)) if message != row.message && message > token.interaction => {
                note.replaces(Old {
                    channel: row.channel,
                    message: row.message,
                });
                (row.message, row.version) = (message, 0);
                row.digest.clear();
                (note.trying, note.picture) = (false, None);
            }
            Ok(_) => {}
            Err(failure @ (Failure::Limited { .. } | Failure::Unreachable(_))) => {
                return Err(step_after(bringing.table, bringing.slot, &failure));
            }
            // It may still be on its way.
            Err(_) if self.is_young(token) => return Err(Step::Retry),
            Err(_) => {}
        }
        bringing.keep(row, note).await
    }

    /// Whether an interaction may still be answered for the first time.
    fn is_young(&self, token: &Token) -> bool {
        let age = (self.inner.clock)()
            .saturating_add(PROMISE_MS)
            .saturating_sub(token.until);
        age <= ANSWERED_BY_MS
    }

    /// Whether a panel that only its holder sees can still be changed.
    pub(super) fn is_alive(&self, note: &Note) -> bool {
        let token = note.token.as_ref();
        token.is_some_and(|token| token.until > (self.inner.clock)())
    }

    /// Forgets a message, such as a panel that only its holder sees: it was dismissed, or is too old, or there is nothing more
    /// to show. The person opens another one when they want one.
    pub(super) async fn lose(&self, table: u64, slot: Slot, stands: bool) -> Brought {
        self.unbar(table, slot);
        self.looked_late(table, slot);
        if !stands {
            return Ok(Step::Done);
        }
        let cleared = self.inner.store.clear_shown(table, &slot.to_string()).await;
        cleared.map(|()| Step::Done).map_err(|_| Step::Retry)
    }

    /// Takes a message away that nobody needs any more.
    async fn remove(&self, mut bringing: Bringing<'_, T, W, M>, row: Option<Shown>, mut note: Note) -> Brought {
        let (table, slot) = (bringing.table, bringing.slot);
        let Some(mut row) = row else { return Ok(Step::Done) };
        if matches!(slot, Slot::Here(_)) {
            return self.lose(table, slot, true).await;
        }
        if note.trying && row.message == 0 {
            row.message = bringing.found_out(&row, &note).await?;
        }
        if row.message != 0 {
            // Noted before it goes: should it be wanted again before all of it is forgotten, nobody takes it to be there.
            note.replaces(Old {
                channel: row.channel,
                message: std::mem::take(&mut row.message),
            });
            note.trying = false;
            row.digest.clear();
            bringing.keep(&row, &note).await?;
        }
        while let Some(old) = note.old.first().copied() {
            let pass = bringing.pass(Way::Delete(old.channel))?;
            bringing.delete(Some(pass), old).await?;
            note.old.remove(0);
            bringing.keep(&row, &note).await?;
        }
        self.inner
            .store
            .clear_shown(table, &slot.to_string())
            .await
            .map_err(|_| Step::Retry)?;
        self.unbar(table, slot);
        self.looked_late(table, slot);
        Ok(Step::Done)
    }
}
