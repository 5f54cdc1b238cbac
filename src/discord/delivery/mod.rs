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
//! message where it is, and is noted as not showing everything; the lane then edits the message with the new picture, and
//! with nothing else where it can. What a lane sends by itself has its picture at once, unless
//! that takes too long to draw: then the words go first here, too ([`overdue`]). Where a picture cannot be drawn or sent,
//! letters stand for it. While a picture is drawn, or on its way into a message that stands, the lane does not hold the
//! slot ([`desk`]): who answers meanwhile is noted, and the lane looks once more.
//!
//! A press that still cannot answer in time, for another writes for too long, is taken silently; where it wanted its panel
//! to stand is left for the lane ([`Delivery::leave`]). So no press is without effect.
//!
//! This part knows slots, lanes and what may go wrong on the way. What a slot ought to show is asked of [`Wishes`], and
//! the way itself is a [`Transport`]; so all of it is tested without a game and without a network.

mod bring;
mod chats;
mod creating;
mod desk;
mod lanes;
mod memory;
mod openings;
mod overdue;
mod pictures;
mod recall;
mod record;
mod slot;
#[cfg(test)]
mod tests;
mod tokens;
mod writing;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::Instant;

#[cfg(test)]
pub(super) use chats::CHAT;
use desk::Desks;
pub(super) use desk::Held;
use memory::Memory;
use openings::Openings;
use overdue::Overdue;
use recall::Recall;
pub(super) use record::{Through, Written};
pub(super) use slot::{Address, Lane, Note, Planned, Show, Slot, Spot, Standing, Token, Wish};

use super::governor::Priority;
use super::http::Failure;
use super::payload::{Payload, Picture};
use crate::store::Store;

/// How delivery goes about its work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// For how long at most changes of a table are gathered before its messages are brought up to date: what several people
    /// do at once takes one edit.
    pub(super) gather: Duration,
    /// How long nothing is sent after that: whoever pressed is answered first.
    pub(super) breath: Duration,
    /// After how many messages of others the public message counts as buried.
    pub(super) bury_after: u32,
    /// How long it stays where it is at least.
    pub(super) bury_every: Duration,
    /// How long the words of a message wait for their picture. Nobody who looks at a table minds a second, and where there is
    /// anything left of the processor a picture takes far less.
    pub(super) picture_within: Duration,
    /// How long a reminder is held back that goes to the channel because its person takes no messages: long enough to find
    /// that out. When it comes would tell otherwise whether anything was tried in private since it was found out last.
    pub(super) knock: Duration,
    /// How long to wait before the first repetition; it doubles from then on.
    pub(super) retry_first: Duration,
    /// The longest wait between two repetitions.
    pub(super) retry_most: Duration,
    /// How many messages are on their way at a time. Each holds its picture and a connection, and where Discord is slow a
    /// thousand at a time would only make all of them late, and many too late. Those whose picture is being drawn hold
    /// neither and do not count: people would wait for words behind the pictures of others.
    pub(super) at_once: usize,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            gather: Duration::from_millis(60),
            breath: Duration::from_millis(50),
            bury_after: 15,
            bury_every: Duration::from_secs(60),
            picture_within: Duration::from_secs(1),
            knock: Duration::from_secs(1),
            retry_first: Duration::from_millis(500),
            retry_most: Duration::from_secs(60),
            at_once: 128,
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

/// A request that counts against Discord's limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// To send or to change a message in a channel.
    Write(u64),
    /// To delete one there.
    Delete(u64),
}

/// The way to Discord. A future that is dropped leaves open whether the thing was done. A picture is the bytes of a PNG; it
/// goes with the body that names it. What has no pass waits for one by itself.
pub(super) trait Transport: Send + Sync + 'static {
    /// Leave to make one request. What is dropped unused is another's.
    type Pass: Send + Sync;
    /// Waits until Discord takes one more request, which was wanted since then already. Who waits holds nothing meanwhile and
    /// looks anew when it has leave, so that what is sent is the newest.
    fn pass(&self, way: Way, priority: Priority, since: Instant) -> impl Future<Output = Self::Pass> + Send;
    /// Sends a message to a channel.
    fn create(
        &self,
        pass: Option<Self::Pass>,
        channel: u64,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> impl Future<Output = Result<Sent, Failure>> + Send;
    /// Changes a message.
    fn edit(
        &self,
        pass: Option<Self::Pass>,
        channel: u64,
        message: u64,
        body: &Value,
        picture: Option<Vec<u8>>,
    ) -> impl Future<Output = Result<Sent, Failure>> + Send;
    /// Deletes a message.
    fn delete(
        &self,
        pass: Option<Self::Pass>,
        channel: u64,
        message: u64,
    ) -> impl Future<Output = Result<(), Failure>> + Send;
    /// The private chat with a person.
    fn open_dm(&self, person: u64) -> impl Future<Output = Result<u64, Failure>> + Send;
    /// The message that answers the interaction of this token and that everybody can see, if it is such a one.
    fn answered(&self, token: &str) -> impl Future<Output = Result<Option<u64>, Failure>> + Send;
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

/// A slot that its lane is to look at.
#[derive(Clone, Copy)]
struct Marked {
    table: u64,
    slot: Slot,
    since: Instant,
}

/// What happens to lanes as a whole.
#[derive(Default)]
struct Traffic {
    lanes: HashMap<Lane, VecDeque<Marked>>,
    planning: HashMap<u64, Planning>,
    /// The slots that lanes are at, and how many of them are at each: what is noted of these is about to change.
    at_work: HashMap<(u64, Slot), usize>,
    /// How many tables are about to have slots marked.
    breathing: usize,
    /// Tables that are looked at again for one of their slots, and when.
    later: HashMap<(u64, Slot), Instant>,
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

struct Inner<T, W, M> {
    store: Recall<M>,
    transport: T,
    wishes: W,
    manner: Manner,
    clock: Clock,
    /// Who does what is done here by itself.
    tasks: Handle,
    traffic: Mutex<Traffic>,
    quiet: tokio::sync::Notify,
    /// See [`Manner::at_once`].
    hands: tokio::sync::Semaphore,
    desks: Mutex<Desks>,
    /// Where presses wanted panels to stand that they could not show themselves.
    wanted: Mutex<HashMap<(u64, Slot), Spot>>,
    parked: Mutex<HashMap<(u64, Slot), Parked>>,
    /// How often permissions may have changed.
    wakes: AtomicU64,
    /// Slots in whose messages no picture can be shown for now, until they show the last that there is to show.
    barred: Mutex<HashMap<(u64, Slot), Parked>>,
    /// Pictures that were not drawn in time.
    overdue: Mutex<HashMap<(u64, Slot), Overdue>>,
    /// Names this run of the program (see [`Note::run`]).
    run: u64,
    depths: Mutex<HashMap<u64, Depth>>,
    /// Messages whose last request nobody answered, and by when it has arrived if it ever does.
    late: Mutex<HashMap<(u64, Slot), Instant>>,
    /// People to whom nothing can be sent in private.
    closed: Mutex<HashMap<u64, Closed>>,
    openings: Mutex<Openings>,
    /// Reminders that go to the channel, and when.
    called: Mutex<HashMap<(u64, Slot), Instant>>,
    /// People into whose private chat a message is on its way, and whether they have opened it meanwhile.
    knocking: Mutex<HashMap<u64, bool>>,
    chats: Mutex<HashMap<u64, u64>>,
    /// People whose private chat was gone and was asked for anew: once, so that a chat that stays gone ends it. Until it is
    /// known whether the new one can be used.
    renewed: tokio::sync::Mutex<HashSet<u64>>,
}

/// Why nothing can be sent to a person in private.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closed {
    /// They take no messages, and have not been told yet what comes of that.
    Untold,
    /// They know.
    Told,
    /// There is no chat with them yet, and none may be opened before they sit down somewhere or ask for that ([`openings`]).
    Unopened,
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

/// A number that only has to be another one every time.
pub(super) fn any_number() -> u64 {
    #[cfg(test)]
    return crate::referee::fair::loaded::word();
    #[cfg(not(test))]
    rand::random()
}

/// Locks a map. Nothing panics while it is held, and a half-done entry would only be looked at again.
fn lock<V>(mutex: &Mutex<V>) -> MutexGuard<'_, V> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Transport, W: Wishes, M: Memory> Delivery<T, W, M> {
    /// Delivery over this way, with nothing to do yet. All that it does by itself is done by `tasks`.
    pub(super) fn new(
        store: M,
        transport: T,
        wishes: W,
        manner: Manner,
        clock: Clock,
        tasks: Handle,
    ) -> Delivery<T, W, M> {
        let inner = Inner {
            store: Recall::new(store),
            transport,
            wishes,
            manner,
            clock,
            tasks,
            traffic: Mutex::default(),
            quiet: tokio::sync::Notify::new(),
            hands: tokio::sync::Semaphore::new(manner.at_once),
            desks: Mutex::default(),
            wanted: Mutex::default(),
            parked: Mutex::default(),
            wakes: AtomicU64::new(0),
            barred: Mutex::default(),
            overdue: Mutex::default(),
            run: any_number(),
            depths: Mutex::default(),
            late: Mutex::default(),
            closed: Mutex::default(),
            openings: Mutex::default(),
            called: Mutex::default(),
            knocking: Mutex::default(),
            chats: Mutex::default(),
            renewed: tokio::sync::Mutex::default(),
        };
        Delivery { inner: Arc::new(inner) }
    }

    /// Has something done where messages are brought up to date.
    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        self.inner.tasks.spawn(work)
    }

    /// What ought to be shown.
    pub(super) fn wishes(&self) -> &W {
        &self.inner.wishes
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
        let untold = closed.get_mut(&person).filter(|why| **why == Closed::Untold);
        untold.map(|why| *why = Closed::Told).is_some()
    }

    /// Says something once to a person with whom there is a private chat, as well as that goes: nothing is kept of it. Whether
    /// it was said.
    pub(super) async fn tell(&self, person: u64, payload: &Payload) -> bool {
        let Ok(chat) = self.chat(person).await else {
            return false;
        };
        match self.inner.transport.create(None, chat, &payload.json(), None).await {
            Ok(_) => true,
            Err(failure) => {
                tracing::info!(%failure, "a person could not be told something in private");
                false
            }
        }
    }

    /// A person sits down, or asks for their panel in private: a chat with them may be opened now. Nothing else that they press
    /// counts: whether a reminder comes to the channel would tell others what somebody did in private. Gives whether that could
    /// not be done before.
    fn may_meet(&self, person: u64) -> bool {
        lock(&self.inner.openings).pressed(Instant::now(), person);
        let mut closed = lock(&self.inner.closed);
        let unopened = closed.get(&person) == Some(&Closed::Unopened);
        if unopened {
            closed.remove(&person);
        }
        unopened
    }

    /// Tries a private chat again that was closed; whether it was.
    pub(super) async fn reopen(&self, person: u64) -> bool {
        if let Some(opened) = lock(&self.inner.knocking).get_mut(&person) {
            *opened = true;
        }
        let noted = self.forget_closed(person).await;
        let was = lock(&self.inner.closed).remove(&person).is_some();
        self.may_meet(person);
        was || noted
    }

    /// Tries again what waited for access: of a channel or a server that has changed, or that is said to be open.
    pub(super) fn wake(&self, what: Wake) {
        let changes = !matches!(what, Wake::Open { .. });
        if changes {
            self.inner.wakes.fetch_add(1, Ordering::AcqRel);
        }
        let woken = |(table, _): &(u64, Slot), parked: &mut Parked| match what {
            Wake::Open { table: used, place } => *table == used && parked.place == place,
            Wake::Place(changed) => parked.place == changed,
            // Where it is not known, it may be there.
            Wake::Hall(changed) => parked.hall.is_none_or(|hall| hall == changed),
        };
        let mut all: Vec<((u64, Slot), Parked)> = lock(&self.inner.parked).extract_if(woken).collect();
        // That it may be written there says nothing of pictures.
        if changes {
            all.extend(lock(&self.inner.barred).extract_if(woken));
        }
        // Not in the order of hashing.
        all.sort_by_key(|(key, _)| *key);
        for ((table, slot), waits) in all {
            self.mark(waits.lane, table, slot);
        }
    }
}

/// What may have got access again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wake {
    /// Whoever uses this table there says that it may be written there.
    Open {
        /// The table.
        table: u64,
        /// The channel.
        place: u64,
    },
    /// This channel has changed.
    Place(u64),
    /// This server has changed.
    Hall(u64),
}
