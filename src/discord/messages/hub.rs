//! All messages of the bot, and everything that keeps them up to date.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

use super::access::{Access, Wake};
use super::cell::{Planning, Tables};
use super::desired::DesiredSource;
use super::people::People;
use super::record::{ON_THE_WAY_MS, PanelState, Record, Slot};
use crate::discord::http::Api;
use crate::discord::limits;
use crate::discord::payload::Payload;
use crate::store::{Store, StoreError};

/// How messages are kept up to date.
#[derive(Clone, Copy, Debug)]
pub(in crate::discord) struct MessagesConfig {
    /// For how long at most the changes of a table are gathered before its messages are updated: changes by several people at
    /// once need only one edit.
    pub(in crate::discord) gather: Duration,
    /// How long sending waits after that, so that whoever pressed is answered first.
    pub(in crate::discord) send_delay: Duration,
    /// How many messages of others below the public message bury it.
    pub(in crate::discord) bury_after: u32,
    /// How long at least the public message stays where it is.
    pub(in crate::discord) bury_every: Duration,
    /// How long the text of a message waits for its picture. Nobody who looks at a table minds a second, and drawing takes
    /// far less unless the processor is overloaded.
    pub(in crate::discord) picture_within: Duration,
    /// How long a reminder waits that goes to the channel only because its person takes no messages: long enough to find that
    /// out. Otherwise the moment of the reminder would tell others whether the bot has tried a private message since it last
    /// found the chat closed.
    pub(in crate::discord) dm_fallback_delay: Duration,
    /// How long to wait before the first repetition; each further wait is twice as long.
    pub(in crate::discord) retry_first: Duration,
    /// The longest wait between two repetitions.
    pub(in crate::discord) retry_most: Duration,
    /// How many requests may be on their way at a time. Each request holds its picture and a connection. If Discord is slow,
    /// a thousand requests at a time would only make all of them late.
    pub(in crate::discord) at_once: usize,
    /// Makes a number that differs every time.
    pub(in crate::discord) number: fn() -> u64,
    /// Turns the computed wait before a repetition into the actual one.
    pub(in crate::discord) patience: fn(Duration) -> Duration,
}

impl Default for MessagesConfig {
    fn default() -> MessagesConfig {
        MessagesConfig {
            gather: Duration::from_millis(60),
            send_delay: Duration::from_millis(50),
            bury_after: 15,
            bury_every: Duration::from_secs(60),
            picture_within: Duration::from_secs(1),
            dm_fallback_delay: Duration::from_secs(1),
            retry_first: Duration::from_millis(500),
            retry_most: Duration::from_secs(60),
            at_once: 128,
            number: rand::random,
            patience: |wait| wait,
        }
    }
}

/// How long the bot uses an interaction's token, in milliseconds: its lifetime, less a margin for the request to arrive.
pub(in crate::discord) const TOKEN_LIFE_MS: i64 = limits::TOKEN_MS as i64 - ON_THE_WAY_MS;

/// The wall clock, in milliseconds since the epoch. It measures whatever outlives a run of the program.
pub(in crate::discord) type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

pub(super) struct Inner<S> {
    pub(super) store: Store,
    pub(super) api: Api,
    pub(super) source: S,
    pub(super) config: MessagesConfig,
    pub(super) clock: Clock,
    /// The runtime on which workers run.
    pub(super) tasks: Handle,
    pub(super) tables: Tables,
    pub(super) planning: Mutex<HashMap<u64, Planning>>,
    pub(super) timers: Mutex<HashMap<u64, tokio::time::Instant>>,
    /// The tasks that bring slots up to date.
    pub(super) in_flight: TaskTracker,
    pub(super) sending: tokio::sync::Semaphore,
    pub(super) access: Access,
    pub(super) people: People,
    /// A number that differs for every run of the program.
    pub(super) run: u64,
}

/// All messages of the bot. Clones share the same state.
pub(in crate::discord) struct Messages<S> {
    pub(super) inner: Arc<Inner<S>>,
}

impl<S> Clone for Messages<S> {
    fn clone(&self) -> Self {
        Messages {
            inner: Arc::clone(&self.inner),
        }
    }
}

impl<S: DesiredSource> Messages<S> {
    /// Messages as `source` desires them, sent over `api`. Everything except answers to interactions runs on `tasks`.
    pub(in crate::discord) fn new(
        store: Store,
        api: Api,
        source: S,
        config: MessagesConfig,
        clock: Clock,
        tasks: Handle,
    ) -> Messages<S> {
        let inner = Inner {
            people: People::new(store.clone(), api.clone()),
            store,
            api,
            source,
            clock,
            tasks,
            tables: Tables::default(),
            planning: Mutex::default(),
            timers: Mutex::default(),
            in_flight: TaskTracker::new(),
            sending: tokio::sync::Semaphore::new(config.at_once),
            access: Access::default(),
            run: (config.number)(),
            config,
        };
        Messages { inner: Arc::new(inner) }
    }

    /// Runs a task that brings slots up to date.
    pub(super) fn track(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.inner.in_flight.spawn_on(work, &self.inner.tasks);
    }

    /// Runs a task on the runtime that updates messages.
    pub(in crate::discord) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        self.inner.tasks.spawn(work)
    }

    /// The source of desired messages.
    pub(in crate::discord) fn source(&self) -> &S {
        &self.inner.source
    }

    /// The time, in milliseconds since the epoch.
    pub(in crate::discord) fn now(&self) -> i64 {
        (self.inner.clock)()
    }

    /// The records of a table's slots.
    ///
    /// # Errors
    /// When the store fails and nothing of the table is in memory.
    pub(in crate::discord) async fn records(&self, table: u64) -> Result<Vec<(Slot, Record)>, StoreError> {
        Ok(self.table(table).await?.records())
    }

    /// What waits for permissions, and how deep public messages stand.
    pub(in crate::discord) fn access(&self) -> &Access {
        &self.inner.access
    }

    /// The private chats.
    pub(in crate::discord) fn people(&self) -> &People {
        &self.inner.people
    }

    /// Tries once to send something to a person with whom there is a private chat; nothing is stored about it.
    pub(in crate::discord) async fn tell(&self, person: u64, payload: &Payload) {
        let Ok(chat) = self.inner.people.chat(person).await else {
            return;
        };
        if let Err(failure) = self.inner.api.create(None, chat, &payload.announcement(), None).await {
            tracing::info!(%failure, "a person could not be told something in private");
        }
    }

    /// A person sits down: opens the chat for their panels, if that is allowed. Returns whether the bot could not open the
    /// chat before, so that panels of other tables wait for it.
    pub(in crate::discord) fn meet(&self, person: u64) -> bool {
        let unopened = self.inner.people.may_meet(person);
        let messages = self.clone();
        self.inner
            .tasks
            .spawn(async move { messages.inner.people.meet(person).await });
        unopened
    }

    /// Tries again what waited for access: in a channel or guild that has changed, or in a channel that is said to be open.
    pub(in crate::discord) fn wake(&self, what: Wake) {
        for (table, slot) in self.inner.access.wake(what) {
            self.mark(table, slot);
        }
    }

    /// Leaves a page of the panel for the slot's worker to show, because the press that asked for it could not wait for the
    /// writer.
    pub(in crate::discord) async fn leave(&self, table: u64, slot: Slot, spot: PanelState) {
        if let Ok(there) = self.table(table).await {
            there.cell(slot).leave(spot);
        }
        self.mark(table, slot);
    }

    /// Waits until no slot is being brought up to date.
    pub(in crate::discord) async fn settle(&self) {
        // Closed, the tracker still takes tasks, but can be waited for.
        self.inner.in_flight.close();
        while !self.inner.in_flight.is_empty() {
            self.inner.in_flight.wait().await;
        }
    }
}
