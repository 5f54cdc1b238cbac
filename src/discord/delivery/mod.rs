//! Delivery: every message that shows a table is brought to the table's newest state, sooner or later, whatever happens.
//!
//! Nothing is fired and forgotten. The store knows what each message shows ([`Shown`](crate::store::Shown)); when a table
//! has moved on, its slots are marked, and one task a [`Lane`] renders each marked slot anew, compares, and edits or
//! sends what differs. States in between are skipped. So limits, outages and restarts delay a message and never lose it,
//! and never do they delay the game.
//!
//! Two things may write to one message: a lane, and the answer to a press on it. Whoever writes holds the slot
//! ([`Delivery::hold`]), and looks at the table only then, so that an older state cannot overwrite a newer one.
//!
//! Pictures come behind the words: an answer to a press never waits for one. It leaves the picture that stands in its
//! message where it is, and is noted as not showing everything; the lane then edits the message with the new picture. What
//! a lane sends by itself has its picture at once. Where a picture cannot be drawn or sent, letters stand for it.
//!
//! This part knows slots, lanes and what may go wrong on the way. What a slot ought to show is asked of [`Wishes`], and
//! the way itself is a [`Transport`]; so all of it is tested without a game and without a network.

mod bring;
mod chats;
mod lanes;
mod memory;
mod pictures;
mod recall;
mod slot;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

use memory::Memory;
use recall::Recall;
pub(super) use slot::{Address, Lane, Note, Pictured, Planned, Show, Slot, Spot, Standing, Token, Wish};

use super::http::Failure;
use super::payload::{Payload, Picture};
use super::press::Boards;
use crate::store::{Shown, Store, StoreError};

/// How delivery goes about its work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// How long changes of a table are gathered before its messages are brought up to date: whoever pressed is answered
    /// first, and what several people do at once takes one edit.
    pub(super) gather: Duration,
    /// After how many messages of others the public message counts as buried.
    pub(super) bury_after: u32,
    /// How long it stays where it is at least.
    pub(super) bury_every: Duration,
    /// How long to wait before the first repetition; it doubles from then on.
    pub(super) retry_first: Duration,
    /// The longest wait between two repetitions.
    pub(super) retry_most: Duration,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            gather: Duration::from_millis(40),
            bury_after: 15,
            bury_every: Duration::from_secs(60),
            retry_first: Duration::from_millis(500),
            retry_most: Duration::from_secs(60),
        }
    }
}

/// A message that was sent or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sent {
    /// Its number.
    pub(super) message: u64,
    /// How long its channel has to rest now.
    pub(super) rest: Option<Duration>,
}

/// The way to Discord. A future that is dropped leaves open whether the thing was done. A picture is the bytes of a PNG; it
/// goes with the body that names it.
pub(super) trait Transport: Send + Sync + 'static {
    /// Sends a message to a channel.
    fn create(
        &self,
        channel: u64,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> impl Future<Output = Result<Sent, Failure>> + Send;
    /// Changes a message.
    fn edit(
        &self,
        channel: u64,
        message: u64,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> impl Future<Output = Result<Sent, Failure>> + Send;
    /// Deletes a message.
    fn delete(&self, channel: u64, message: u64) -> impl Future<Output = Result<(), Failure>> + Send;
    /// The private chat with a person.
    fn open_dm(&self, person: u64) -> impl Future<Output = Result<u64, Failure>> + Send;
    /// Changes the message that answers the interaction of this token.
    fn edit_private(
        &self,
        token: &str,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> impl Future<Output = Result<Sent, Failure>> + Send;
}

/// What ought to be shown cannot be said now; it can be asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown;

/// A picture cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Undrawn;

/// What ought to be shown.
pub(super) trait Wishes: Send + Sync + 'static {
    /// The slots of a table.
    fn slots(&self, table: u64) -> impl Future<Output = Result<Vec<Planned>, Unknown>> + Send;
    /// What a slot ought to show, by the newest state of its table.
    fn wish(
        &self,
        table: u64,
        slot: Slot,
        standing: Standing<'_>,
    ) -> impl Future<Output = Result<Wish, Unknown>> + Send;
    /// Draws a picture: a PNG.
    fn draw(&self, picture: &Picture) -> impl Future<Output = Result<Vec<u8>, Undrawn>> + Send;
}

/// A slot that nobody else writes to for now.
pub(super) struct Held {
    table: u64,
    slot: Slot,
    _guard: OwnedMutexGuard<()>,
}

impl Held {
    /// The slot that is held.
    pub(super) fn slot(&self) -> Slot {
        self.slot
    }
}

/// Where and what a message that was just written shows.
pub(super) struct Written<'p> {
    /// Its channel.
    pub(super) channel: u64,
    /// Its number; 0 where nobody knows it yet, of a message that was not there before.
    pub(super) message: u64,
    /// The entry of the log that it shows.
    pub(super) version: u64,
    /// What it shows, but for its picture: the one that stood there still does.
    pub(super) payload: &'p Payload,
    /// Whether it will never change again.
    pub(super) last: bool,
    /// By which token it can be changed, and for how long: a panel that only its holder sees.
    pub(super) through: Option<(&'p str, Duration)>,
}

/// A slot that waits for access to its channel.
#[derive(Clone, Copy)]
struct Parked {
    lane: Lane,
    place: u64,
    hall: Option<u64>,
}

/// How deep a public message is buried.
struct Depth {
    others: u32,
    since: Instant,
}

/// The time on the wall, in milliseconds since the epoch: what lives longer than a run of the program is measured by it.
pub(super) type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// What happens to lanes as a whole.
#[derive(Default)]
struct Traffic {
    lanes: HashMap<Lane, std::collections::VecDeque<(u64, Slot)>>,
    planning: HashMap<u64, Planning>,
    later: HashSet<(u64, Slot)>,
    paused_until: Option<Instant>,
}

/// A table whose slots are about to be marked.
#[derive(Clone, Copy, Default)]
struct Planning {
    /// It has changed once more since.
    again: bool,
    /// Also the slots whose messages show the newest entry of the log.
    all: bool,
}

type Locks = HashMap<(u64, Slot), Weak<tokio::sync::Mutex<()>>>;

struct Inner<T, W, M> {
    store: Recall<M>,
    transport: T,
    wishes: W,
    manner: Manner,
    clock: Clock,
    traffic: Mutex<Traffic>,
    quiet: tokio::sync::Notify,
    locks: Mutex<Locks>,
    parked: Mutex<HashMap<(u64, Slot), Parked>>,
    /// Slots in whose messages no picture can be shown for now, until they show the last that there is to show.
    barred: Mutex<HashMap<(u64, Slot), Parked>>,
    /// Names this run of the program (see [`Pictured`]).
    run: u64,
    depths: Mutex<HashMap<u64, Depth>>,
    /// People who take no messages, and whether they have been told so.
    closed: Mutex<HashMap<u64, bool>>,
    chats: Mutex<HashMap<u64, u64>>,
    /// People whose private chat was gone and was asked for anew: once, so that a chat that stays gone ends it. Until it is
    /// known whether the new one can be used.
    renewed: tokio::sync::Mutex<HashSet<u64>>,
}

/// Delivery. Clones are the same.
pub(super) struct Delivery<T, W, M = Store> {
    inner: Arc<Inner<T, W, M>>,
}

impl<T, W, M> Clone for Delivery<T, W, M> {
    fn clone(&self) -> Self {
        Delivery {
            inner: Arc::clone(&self.inner),
        }
    }
}

/// Locks a map. Nothing panics while it is held, and a half-done entry would only be looked at again.
fn lock<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Delivery over this way, with nothing to do yet.
    pub(super) fn new(store: M, transport: T, wishes: W, manner: Manner, clock: Clock) -> Delivery<T, W, M> {
        let inner = Inner {
            store: Recall::new(store),
            transport,
            wishes,
            manner,
            clock,
            traffic: Mutex::default(),
            quiet: tokio::sync::Notify::new(),
            locks: Mutex::default(),
            parked: Mutex::default(),
            barred: Mutex::default(),
            run: rand::random(),
            depths: Mutex::default(),
            closed: Mutex::default(),
            chats: Mutex::default(),
            renewed: tokio::sync::Mutex::default(),
        };
        Delivery { inner: Arc::new(inner) }
    }

    /// The way to Discord.
    pub(super) fn transport(&self) -> &T {
        &self.inner.transport
    }

    /// What ought to be shown.
    pub(super) fn wishes(&self) -> &W {
        &self.inner.wishes
    }

    /// Waits until nobody else writes to a slot.
    pub(super) async fn hold(&self, table: u64, slot: Slot) -> Held {
        let _guard = self.lock_of(table, slot).lock_owned().await;
        Held { table, slot, _guard }
    }

    /// Holds a slot if nobody else writes to it right now.
    pub(super) fn try_hold(&self, table: u64, slot: Slot) -> Option<Held> {
        let _guard = self.lock_of(table, slot).try_lock_owned().ok()?;
        Some(Held { table, slot, _guard })
    }

    fn lock_of(&self, table: u64, slot: Slot) -> Arc<tokio::sync::Mutex<()>> {
        const SWEEP: usize = 1024;
        let mut locks = lock(&self.inner.locks);
        if locks.len() >= SWEEP && locks.len().is_power_of_two() {
            locks.retain(|_, mutex| mutex.strong_count() > 0);
        }
        let entry = locks.entry((table, slot)).or_default();
        entry.upgrade().unwrap_or_else(|| {
            let mutex = Arc::new(tokio::sync::Mutex::new(()));
            *entry = Arc::downgrade(&mutex);
            mutex
        })
    }

    /// What is stored of a slot: the row, and its note.
    pub(super) async fn standing(&self, held: &Held) -> Option<(Shown, Note)> {
        let row = self.row(held.table, held.slot).await.ok().flatten()?;
        let note = Note::read(&row.note);
        Some((row, note))
    }

    /// What the messages of a table show.
    pub(super) async fn shown(&self, table: u64) -> Result<Vec<Shown>, StoreError> {
        self.inner.store.shown(table).await
    }

    async fn row(&self, table: u64, slot: Slot) -> Result<Option<Shown>, Unknown> {
        let name = slot.to_string();
        let rows = self.inner.store.shown(table).await.map_err(|error| {
            tracing::warn!(table, %error, "could not read what messages show");
            Unknown
        })?;
        Ok(rows.into_iter().find(|row| row.slot == name))
    }

    /// Remembers that a message of this slot was just written, and what it shows. A message of the slot that stood
    /// elsewhere is left to go. Gives whether its picture still has to follow.
    pub(super) async fn record(&self, held: &Held, written: Written<'_>, locale: Option<String>, spot: Spot) -> bool {
        let (row, mut note) = self.standing(held).await.unzip();
        let mut note = note.take().unwrap_or_default();
        let before = row.map(|row| slot::Old {
            channel: row.channel,
            message: row.message,
        });
        let same = before.is_some_and(|before| before.message == written.message) && written.message != 0;
        if let Some(before) = before.filter(|before| before.message != 0 && !same && written.through.is_none()) {
            note.old = Some(before);
        }
        note.token = written.through.map(|(text, lasting)| Token {
            text: text.to_owned(),
            until: (self.inner.clock)().saturating_add(lasting.as_millis().try_into().unwrap_or(i64::MAX)),
        });
        let stands = note
            .picture
            .take()
            .filter(|_| same && written.payload.picture.is_some());
        let stands = stands.filter(|stands| stands.run == self.inner.run);
        let key = stands.as_ref().map(|stands| stands.key.clone());
        let lacks = written
            .payload
            .picture
            .as_ref()
            .is_some_and(|picture| Some(picture.key()) != key);
        note.picture = stands;
        note.trying = false;
        note.locale = locale.or(note.locale);
        note.spot = spot;
        if held.slot == Slot::Table {
            self.surfaced(written.channel, row_is_new(before, written.message));
        }
        let version = if note.token.is_some() {
            // Looked at whenever there is something new: it is forgotten when it cannot be changed any more.
            0
        } else if lacks {
            // It does not show all of that entry yet, and whoever comes after a crash must know.
            written.version.saturating_sub(1)
        } else if written.last && note.old.is_none() {
            if held.slot == Slot::Table {
                lock(&self.inner.depths).remove(&written.channel);
            }
            self.unbar(held.table, held.slot);
            Shown::SETTLED
        } else {
            written.version
        };
        let shown = Shown {
            table: held.table,
            slot: held.slot.to_string(),
            channel: written.channel,
            message: written.message,
            version,
            digest: written.payload.digest_with(key.as_deref()),
            note: note.text(),
        };
        if let Err(error) = self.inner.store.set_shown(&shown).await {
            // The message is compared again then, and edited once more than needed.
            tracing::warn!(table = held.table, slot = %held.slot, %error, "could not note what a message shows");
        }
        lacks
    }

    /// Says how boards are to be shown in the message of a slot; whether that could be noted.
    pub(super) async fn note_boards(&self, held: &Held, boards: Boards) -> bool {
        let Some((mut row, mut note)) = self.standing(held).await else {
            return false;
        };
        note.boards = Some(boards.to_string());
        row.note = note.text();
        // It shows something else than it ought to.
        row.version = row.version.min(Shown::SETTLED).saturating_sub(1);
        let kept = self.inner.store.set_shown(&row).await;
        if let Err(error) = &kept {
            tracing::warn!(table = held.table, %error, "could not note how boards are shown");
        }
        kept.is_ok()
    }

    /// Says in which language the message of a slot is to be, before there is one.
    pub(super) async fn prepare(&self, held: &Held, channel: u64, locale: &str) {
        let note = Note {
            locale: Some(locale.to_owned()),
            ..Note::default()
        };
        let shown = Shown {
            table: held.table,
            slot: held.slot.to_string(),
            channel,
            message: 0,
            version: 0,
            digest: String::new(),
            note: note.text(),
        };
        if let Err(error) = self.inner.store.set_shown(&shown).await {
            tracing::warn!(table = held.table, %error, "could not note the language of a message");
        }
    }

    /// A message of somebody else came into a channel.
    pub(super) fn spoken(&self, channel: u64) {
        if let Some(depth) = lock(&self.inner.depths).get_mut(&channel) {
            depth.others = depth.others.saturating_add(1);
        }
    }

    /// The public message was written; `anew` when that brought it to the end of its channel.
    fn surfaced(&self, channel: u64, anew: bool) {
        let mut depths = lock(&self.inner.depths);
        let depth = depths.entry(channel).or_insert_with(|| Depth {
            others: 0,
            since: Instant::now(),
        });
        if anew {
            *depth = Depth {
                others: 0,
                since: Instant::now(),
            };
        }
    }

    /// Whether the person's private chat was found closed and they have not been told yet; they are now.
    pub(super) fn tell_closed(&self, person: u64) -> bool {
        let mut closed = lock(&self.inner.closed);
        closed
            .get_mut(&person)
            .is_some_and(|told| !std::mem::replace(told, true))
    }

    /// Tries a private chat again that was closed.
    pub(super) fn reopen(&self, person: u64) {
        lock(&self.inner.closed).remove(&person);
    }

    /// Tries again what waited for access: of a table that is being used, a channel, or a server that has changed.
    pub(super) fn wake(&self, what: Wake) {
        let woken = |(table, _): &(u64, Slot), parked: &mut Parked| match what {
            Wake::Table(used) => *table == used,
            Wake::Place(changed) => parked.place == changed,
            Wake::Hall(changed) => parked.hall == Some(changed),
        };
        let mut all: Vec<((u64, Slot), Parked)> = lock(&self.inner.parked).extract_if(woken).collect();
        // Using a table gives nobody a permission.
        if !matches!(what, Wake::Table(_)) {
            all.extend(lock(&self.inner.barred).extract_if(woken));
        }
        for ((table, slot), waits) in all {
            self.mark(waits.lane, table, slot);
        }
    }
}

/// Whether a message was not the slot's before.
fn row_is_new(before: Option<slot::Old>, message: u64) -> bool {
    before.is_none_or(|before| before.message != message)
}

/// What may have got access again.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wake {
    /// This table is being used.
    Table(u64),
    /// This channel has changed.
    Place(u64),
    /// This server has changed.
    Hall(u64),
}
