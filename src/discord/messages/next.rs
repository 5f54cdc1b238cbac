//! What the owner of a slot does next: pure, so that tables of cases test it.

use std::time::Duration;

use super::desired::{Desired, Show};
use super::record::{Location, Message, Record, Slot, StandingMessage, Trace};
use crate::discord::times::{Reading, reading};

/// What the owner of a slot does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing; or nothing until this time has passed.
    Rest(Option<Duration>),
    /// Find out whether the message that is on its way stands.
    FindOut,
    /// Send a message.
    Create,
    /// Edit the message.
    Edit,
    /// Delete a message that was replaced.
    Delete(Location),
    /// Put the message aside, to be deleted.
    Remove,
    /// Note that the message will never change again.
    Settle,
    /// Forget the slot.
    Forget,
}

/// What [`Record::next`] needs to know beside the record and the desired message.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Circumstances {
    /// The time, in milliseconds since the epoch.
    pub(super) now: i64,
    /// Whether messages of others have buried the message.
    pub(super) buried: bool,
}

impl StandingMessage {
    /// Whether the message reads as desired.
    fn reads(&self, show: &Show, now: i64) -> Reading {
        match &self.shows {
            Some(shows) => reading(&shows.digest, &show.payload.digest(), now),
            None => Reading::Other,
        }
    }
}

impl Record {
    /// The next thing to do so that the slot shows its desired message.
    pub(super) fn next(&self, slot: Slot, desired: &Desired, circumstances: Circumstances) -> Next {
        match desired {
            // Only an interaction can make a message of this slot.
            _ if matches!(slot, Slot::Here(_)) && self.standing().is_none() => match self.is_empty() {
                true => Next::Rest(None),
                false => Next::Forget,
            },
            Desired::Leave => self.stays(),
            Desired::Forget => Next::Forget,
            Desired::Gone => self.goes(slot),
            Desired::Show(show) => self.shows(slot, show, circumstances),
        }
    }

    /// Keeps the message. Deletes a replaced message only if the message that replaced it did not arrive.
    fn stays(&self) -> Next {
        match (&self.message, self.replaced.first()) {
            (Message::Absent, Some(old)) => Next::Delete(*old),
            (Message::Absent, None) if !self.is_empty() => Next::Forget,
            _ => Next::Rest(None),
        }
    }

    fn goes(&self, slot: Slot) -> Next {
        match (&self.message, self.replaced.first()) {
            _ if matches!(slot, Slot::Here(_)) => Next::Forget,
            (Message::Creating { .. }, _) => Next::FindOut,
            (Message::Standing(_), _) => Next::Remove,
            (_, Some(old)) => Next::Delete(*old),
            _ => Next::Forget,
        }
    }

    fn shows(&self, slot: Slot, show: &Show, Circumstances { now, buried }: Circumstances) -> Next {
        let tidy = |rest| self.replaced.first().map_or(rest, |old| Next::Delete(*old));
        // A second reminder would be one too many, so the first is deleted before the next is sent.
        let create = || match (slot, self.replaced.first()) {
            (Slot::Ping(_), Some(old)) => Next::Delete(*old),
            _ if show.create => Next::Create,
            _ => tidy(Next::Rest(None)),
        };
        match &self.message {
            Message::Absent => create(),
            Message::Dismissed { about } if *about == show.about => tidy(Next::Rest(None)),
            Message::Dismissed { .. } => create(),
            Message::Creating {
                trace: Trace::Answer(_),
                ..
            } => Next::FindOut,
            Message::Creating { about, .. } if *about == show.about && show.create => Next::Create,
            Message::Creating { .. } => Next::FindOut,
            Message::Standing(standing) if standing.about != show.about && show.create => match slot {
                Slot::Ping(_) => Next::Remove,
                _ => Next::Create,
            },
            Message::Standing(standing) => match standing.reads(show, now) {
                Reading::Other if buried => Next::Create,
                Reading::Other => Next::Edit,
                _ if !self.replaced.is_empty() => tidy(Next::Rest(None)),
                reads => self.rests(standing, show, reads, now),
            },
        }
    }

    /// The message reads as desired.
    fn rests(&self, standing: &StandingMessage, show: &Show, reads: Reading, now: i64) -> Next {
        let late = standing.late.map(|late| late.saturating_sub(now).max(0).unsigned_abs());
        let late = late.map(Duration::from_millis);
        let wrong = match reads {
            Reading::SameFor(time) => Some(time),
            _ => None,
        };
        match late.into_iter().chain(wrong).min() {
            None if show.last && standing.token.as_ref().is_some_and(|token| token.to != 0) => Next::Forget,
            None if show.last && !standing.settled => Next::Settle,
            again => Next::Rest(again),
        }
    }
}
