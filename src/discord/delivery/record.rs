//! Noting what messages show that were just written, and what was said of them: in the store, before anybody else writes.

use std::time::Duration;

use tokio::time::Instant;

use super::bring::PROMISE_MS;
use super::desk::Flight;
use super::slot::Old;
use super::{Delivery, Held, Lane, Memory, Note, Slot, Spot, Token, Transport, Unknown, Wishes, lock, pictures};
use crate::discord::payload::Payload;
use crate::discord::press::Boards;
use crate::store::{Shown, StoreError};

/// How often the store is asked that fails: for about two minutes.
const TRIES: u32 = 8;

/// Where and what a message that was just written shows.
pub(in crate::discord) struct Written<'p> {
    /// Its channel.
    pub(in crate::discord) channel: u64,
    /// Its number; 0 where nobody knows it yet, of a message that was not there before.
    pub(in crate::discord) message: u64,
    /// The entry of the log that it shows.
    pub(in crate::discord) version: u64,
    /// What it shows, but for its picture: the one that stood there still does.
    pub(in crate::discord) payload: &'p Payload,
    /// Whether it will never change again.
    pub(in crate::discord) last: bool,
    /// How it can be changed, where only one person sees it.
    pub(in crate::discord) through: Option<Through<'p>>,
}

/// The way to a message that only one person sees.
#[derive(Clone, Copy)]
pub(in crate::discord) struct Through<'p> {
    /// Who sees it.
    pub(in crate::discord) to: u64,
    /// The token of the interaction that it answers.
    pub(in crate::discord) token: &'p str,
    /// How long that lives.
    pub(in crate::discord) lasting: Duration,
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// What is stored of a slot: the row, and its note. A store that fails for a moment is asked again: whoever took it for
    /// nothing would forget the message that stands there.
    pub(in crate::discord) async fn standing(&self, held: &Held) -> Option<(Shown, Note)> {
        for attempt in 0..TRIES {
            if let Ok(row) = self.row(held.table(), held.slot()).await {
                let row = row?;
                let note = Note::read(&row.note);
                return Some((row, note));
            }
            tokio::time::sleep(self.backoff(held.table(), held.slot(), attempt)).await;
        }
        None
    }

    /// The way to the panel that stands in a slot and that only this person sees, for as long as it can be changed.
    pub(in crate::discord) async fn way_to_panel(&self, held: &Held, person: u64) -> Option<Token> {
        let (_, note) = self.standing(held).await?;
        let alive = self.is_alive(&note);
        note.token.filter(|token| alive && token.to == person)
    }

    /// What the messages of a table show.
    pub(in crate::discord) async fn shown(&self, table: u64) -> Result<Vec<Shown>, StoreError> {
        self.inner.store.shown(table).await
    }

    pub(super) async fn row(&self, table: u64, slot: Slot) -> Result<Option<Shown>, Unknown> {
        self.inner.store.row(table, &slot.to_string()).await.map_err(|error| {
            tracing::warn!(table, slot = %slot.in_log(), %error, "could not read what a message shows");
            Unknown
        })
    }

    /// Remembers that a message of this slot was just written, and what it shows. A message of the slot that stood
    /// elsewhere is left to go. Gives whether its picture still has to follow.
    pub(in crate::discord) async fn record(
        &self,
        held: &mut Held,
        written: Written<'_>,
        locale: Option<String>,
        spot: Spot,
    ) -> bool {
        // This press has been answered; others that came with it have not, and go first.
        tokio::task::yield_now().await;
        lock(&self.inner.wanted).remove(&(held.table(), held.slot()));
        let (row, mut note) = self.standing(held).await.unzip();
        let mut note = note.take().unwrap_or_default();
        let before = row.map(|row| Old {
            channel: row.channel,
            message: row.message,
        });
        let same = before.is_some_and(|before| before.message == written.message) && written.message != 0;
        if let Some(before) = before.filter(|_| !same && written.through.is_none()) {
            note.replaces(before);
        }
        note.old.retain(|old| old.message != written.message);
        if !same {
            // This is the one that was promised; a message that stood there already is not.
            note.promised = None;
            self.looked_late(held.table(), held.slot());
            note.late = false;
        }
        note.token = written.through.map(|Through { to, token, lasting }| Token {
            text: token.to_owned(),
            until: (self.inner.clock)().saturating_add(lasting.as_millis().try_into().unwrap_or(i64::MAX)),
            interaction: 0,
            to,
        });
        // What a lane has on its way to a message whose number was not known may be on its way to this one.
        let unknown = before.is_some_and(|before| before.message == 0) && written.message != 0;
        let flight = held.answered().filter(|_| same || unknown);
        let stands = note
            .picture
            .take()
            .filter(|_| same && flight.is_none() && written.payload.picture.is_some());
        let key = stands.filter(|_| self.wrote(&note));
        let picture = written.payload.picture.as_ref();
        let lacks = flight.is_some() || picture.is_some_and(|picture| Some(picture.key()) != key.as_deref());
        (note.picture, note.run) = (key.clone(), self.inner.run);
        note.trying = false;
        note.locale = locale.or(note.locale);
        note.spot = spot;
        if held.slot() == Slot::Table {
            self.surfaced(written.channel, row_is_new(before, written.message));
        }
        let version = if note.token.is_some() {
            // Looked at whenever there is something new: it is forgotten when it cannot be changed any more.
            0
        } else if lacks {
            // It does not show all of that entry yet, and whoever comes after a crash must know.
            written.version.saturating_sub(1)
        } else if written.last && note.old.is_empty() {
            if held.slot() == Slot::Table {
                lock(&self.inner.depths).remove(&written.channel);
            }
            self.unbar(held.table(), held.slot());
            Shown::SETTLED
        } else {
            written.version
        };
        let shown = Shown {
            table: held.table(),
            slot: held.slot().to_string(),
            channel: written.channel,
            message: written.message,
            version,
            digest: match flight {
                None => written.payload.digest_with(key.as_deref()),
                Some(Flight::Picture) => written.payload.digest_with(Some(pictures::UNSURE)),
                // What is on its way has words of its own, and may come after these.
                Some(Flight::Whole) => String::new(),
            },
            note: String::new(),
        };
        let shown = self.noting(&shown, held.slot(), &note);
        self.note_down(held, &shown).await;
        lacks
    }

    /// What is to be noted of a slot's message, and with it whether a request to change it may still come late. Then, and
    /// while something else is left to do about it, whoever comes after a crash must look, whatever it shows.
    pub(super) fn noting(&self, row: &Shown, slot: Slot, note: &Note) -> Shown {
        let late = note.late || self.may_be_late(row.table, slot);
        let note = Note { late, ..note.clone() };
        Shown {
            version: if late || !note.is_settled() { 0 } else { row.version },
            note: note.text(),
            ..row.clone()
        }
    }

    /// Notes what a message shows, which may take several attempts: what stands in a channel and is noted nowhere would be
    /// sent again, and stand there twice. Nobody else writes to the message before it is noted.
    async fn note_down(&self, held: &Held, shown: &Shown) {
        for attempt in 0..TRIES {
            let Err(error) = self.inner.store.set_shown(shown).await else {
                return;
            };
            tracing::warn!(table = held.table(), slot = %held.slot().in_log(), %error, "could not note what a message shows");
            tokio::time::sleep(self.backoff(held.table(), held.slot(), attempt)).await;
        }
        self.distrust(held.table(), held.slot());
    }

    /// Notes that the answer to an interaction is to be the slot's message, before it is given; whether that could be done. If
    /// not, it must not be given: a crash would leave a message of which nobody knows.
    pub(in crate::discord) async fn promise(
        &self,
        held: &mut Held,
        channel: u64,
        (interaction, token): (u64, &str),
        locale: &str,
    ) -> bool {
        // Who has the slot's message in hand must not write over it.
        held.answered();
        let (row, note) = self.standing(held).await.unzip();
        let mut note: Note = note.unwrap_or_default();
        let mut row = row.unwrap_or_else(|| blank(held, channel));
        note.promised = Some(Token {
            text: token.to_owned(),
            until: (self.inner.clock)().saturating_add(PROMISE_MS),
            interaction,
            to: 0,
        });
        note.locale.get_or_insert_with(|| locale.to_owned());
        // Whoever comes after a crash must look.
        (row.version, row.note) = (0, note.text());
        let kept = self.inner.store.set_shown(&row).await;
        if let Err(error) = &kept {
            tracing::warn!(table = held.table(), %error, "could not note which answer is to be a message");
        }
        kept.is_ok()
    }

    /// The answer that was promised was not given, that much is known.
    pub(in crate::discord) async fn break_promise(&self, held: &Held) {
        let Some((mut row, mut note)) = self.standing(held).await else {
            return;
        };
        note.promised = None;
        row.note = note.text();
        if let Err(error) = self.inner.store.set_shown(&row).await {
            // So it is asked for.
            tracing::warn!(table = held.table(), %error, "could not note that an answer was not given");
        }
    }

    /// Notes that nobody knows what the message of a slot shows: an answer was written into it that may have come there or
    /// not. Its lane looks.
    pub(in crate::discord) async fn doubt(&self, held: &mut Held, message: u64, lane: Lane) {
        let standing = self.standing(held).await;
        self.may_come_late(lane, held.table(), held.slot());
        let there = |(row, note): &(Shown, Note)| row.message == message || (row.message == 0 && note.token.is_some());
        if let Some((mut row, mut note)) = standing.filter(there) {
            // Whatever the lane has on its way there is to be followed by another look, too.
            held.answered();
            note.picture = None;
            row.digest.clear();
            row.version = 0;
            let row = self.noting(&row, held.slot(), &note);
            self.note_down(held, &row).await;
        }
        self.mark(lane, held.table(), held.slot());
    }

    /// A request to change a slot's message was not answered, and may still arrive: after others that are sent from now on. So
    /// the message is written once more when that is over.
    pub(super) fn may_come_late(&self, lane: Lane, table: u64, slot: Slot) {
        /// Longer than a server works on a request that nobody waits for any more.
        const LATE: Duration = Duration::from_secs(20);
        lock(&self.inner.late).insert((table, slot), Instant::now() + LATE);
        let delivery = self.clone();
        self.inner.tasks.spawn(async move {
            tokio::time::sleep(LATE).await;
            delivery.mark(lane, table, slot);
        });
    }

    /// Whether this run of the program wrote the message of a slot last.
    pub(super) fn wrote(&self, note: &Note) -> bool {
        note.run == self.inner.run
    }

    /// What stands in a slot's message is not what is noted of it: it is written anew with the next look.
    pub(super) fn distrust(&self, table: u64, slot: Slot) {
        lock(&self.inner.late).entry((table, slot)).or_insert_with(Instant::now);
    }

    /// Whether such a request may still arrive, or have arrived.
    pub(super) fn may_be_late(&self, table: u64, slot: Slot) -> bool {
        lock(&self.inner.late).contains_key(&(table, slot))
    }

    /// Whether such a request may have arrived, and no other one will.
    pub(super) fn may_have_come_late(&self, table: u64, slot: Slot) -> bool {
        let late = lock(&self.inner.late);
        late.get(&(table, slot)).is_some_and(|until| *until <= Instant::now())
    }

    /// What may have come late is noted, or does not matter any more.
    pub(super) fn looked_late(&self, table: u64, slot: Slot) {
        lock(&self.inner.late).remove(&(table, slot));
    }

    /// Says how boards are to be shown in the message of a slot; whether that could be noted.
    pub(in crate::discord) async fn note_boards(&self, held: &mut Held, boards: Boards) -> bool {
        let Some((mut row, mut note)) = self.standing(held).await else {
            return false;
        };
        note.boards = Some(boards.to_string());
        if held.answered().is_some() {
            // What the lane has on its way is not noted by it, since this is.
            row.digest.clear();
            note.picture = None;
        }
        row.note = note.text();
        // It shows something else than it ought to.
        row.version = row.version.min(Shown::SETTLED).saturating_sub(1);
        let kept = self.inner.store.set_shown(&row).await;
        if let Err(error) = &kept {
            tracing::warn!(table = held.table(), %error, "could not note how boards are shown");
        }
        kept.is_ok()
    }

    /// Leaves it to the lane where a panel is to stand: the press that wanted it there could not write to it in time.
    pub(in crate::discord) fn leave(&self, lane: Lane, table: u64, slot: Slot, spot: Spot) {
        lock(&self.inner.wanted).insert((table, slot), spot);
        self.mark(lane, table, slot);
    }

    /// Says in which language the message of a slot is to be, before there is one.
    pub(in crate::discord) async fn prepare(&self, held: &Held, channel: u64, locale: &str) {
        let note = Note {
            locale: Some(locale.to_owned()),
            ..Note::default()
        };
        let shown = Shown {
            note: note.text(),
            ..blank(held, channel)
        };
        if let Err(error) = self.inner.store.set_shown(&shown).await {
            tracing::warn!(table = held.table(), %error, "could not note the language of a message");
        }
    }
}

/// What is noted of a slot in whose channel nothing stands yet.
fn blank(held: &Held, channel: u64) -> Shown {
    Shown {
        table: held.table(),
        slot: held.slot().to_string(),
        channel,
        message: 0,
        version: 0,
        digest: String::new(),
        note: String::new(),
    }
}

/// Whether a message was not the slot's before.
fn row_is_new(before: Option<Old>, message: u64) -> bool {
    before.is_none_or(|before| before.message != message)
}
