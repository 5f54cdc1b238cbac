//! The referee: a table's life, from the lobby to the last result.
//!
//! The log is the truth. An action is decided on the table in hand, its entries are committed by the store, and only then
//! does anybody hear of it: the asker by the answer, everybody else by a [`Change`] that says which table has moved on.
//! Each live table has one task that owns it, so that actions at one table come one after another while tables do not wait
//! for each other; the task loads its table on first use and goes back to sleep when nobody asks. Time in which people
//! could not be heard does not count ([`Referee::suspend_clocks`]).
//!
//! This room knows the rules' vocabulary and the catalogue, never one game by name; it knows no Discord, no pictures
//! and no language.

mod action;
mod actor;
mod concede;
mod downtime;
mod draw_offer;
mod edition;
mod event;
mod export;
pub mod fair;
mod holder;
mod match_score;
mod monotonic_clock;
mod patience;
mod presence;
pub mod recording;
mod registry;
mod restless;
mod results;
mod rounds;
mod scheduler;
mod sealing;
mod seating;
mod seen;
mod session;
mod sides;
#[cfg(test)]
pub(crate) mod staged;
mod table;
mod timers;
mod turns;
mod votes;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc};

pub use action::{Action, ActionRequest, Denied, Origin};
pub use draw_offer::DrawOffer;
pub use event::{Absence, Clock, Person, TableEvent};
pub use export::Evidence;
pub use holder::Holder;
pub use match_score::Course;
pub use monotonic_clock::monotonic;
pub use patience::Patience;
pub use rounds::{Played, Round};
pub use table::{BrokenLog, Effect, Phase, Table};
pub use turns::{Pause, PauseWish, Turn, Turns};
pub use votes::{Motion, Vote};

use crate::games::{self, GameEntry, Options};
use crate::rules::SIDES;
use crate::store::{Standings, Store, StoreError};
use actor::{Failure, Message};
use downtime::Downtime;
use fair::Secret;

/// The time, in milliseconds since the epoch. Handed in, so that a test can hold it still.
pub type Now = Arc<dyn Fn() -> i64 + Send + Sync>;

/// How the referee goes about its work. Times are in milliseconds.
#[derive(Clone)]
pub struct Settings {
    /// What time it is.
    pub now: Now,
    /// How long the computer waits before each of its choices, whatever it has to choose from.
    pub pace_ms: i64,
    /// How long until the next game of a match begins by itself.
    pub between_ms: i64,
    /// How long a lobby stays open with nothing happening in it.
    pub lobby_ms: i64,
    /// How long a seat must have been waited for before it can be replaced, where a clock runs.
    pub absent_ms: i64,
    /// The same where none runs.
    pub patience_ms: i64,
    /// The same where none runs and most of the others want it.
    pub together_ms: i64,
    /// How long nobody must have done anything at a match without a clock before anybody in its channel may close it.
    pub abandoned_ms: i64,
    /// How long between two nudges.
    pub nudge_ms: i64,
    /// How many imagined worlds the computer searches; 0 plays any legal choice.
    pub search: u32,
    /// How long a table that nobody asks stays in memory.
    pub idle: Duration,
    /// With more tables than this in memory, those go that nobody has asked for [`Settings::hurried`].
    pub roomy: usize,
    /// See [`Settings::roomy`].
    pub hurried: Duration,
    /// How often the clocks are looked at.
    pub tick: Duration,
    /// How much time between two looks at the clocks means that the machine stood still.
    pub stood_still_ms: i64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            now: Arc::new(epoch_ms),
            pace_ms: 1200,
            between_ms: 60_000,
            lobby_ms: 24 * 3_600_000,
            absent_ms: 120_000,
            patience_ms: 24 * 3_600_000,
            together_ms: 3_600_000,
            abandoned_ms: 7 * 24 * 3_600_000,
            nudge_ms: 60_000,
            search: 12,
            idle: Duration::from_secs(600),
            roomy: 2048,
            hurried: Duration::from_secs(10),
            tick: Duration::from_millis(200),
            stood_still_ms: 10_000,
        }
    }
}

/// Milliseconds since the Unix epoch, by the system's clock.
pub fn epoch_ms() -> i64 {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A table has moved on: whatever shows it can be brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which table.
    pub table: u64,
    /// The last entry of its log; 0 when only its times have moved, or nobody knows whether it has moved on.
    pub seq: u64,
}

/// What is needed to open a table.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The interaction that opens it; it becomes the table's number.
    pub interaction: u64,
    /// The channel.
    pub channel: u64,
    /// The server, if any.
    pub guild: Option<u64>,
    /// Who opens it and sits first.
    pub host: Person,
    /// The game's slug.
    pub game: String,
    /// The options asked for.
    pub options: Options,
    /// The clock.
    pub clock: Option<Clock>,
    /// Computer players seated from the start.
    pub computers: u8,
    /// How turns and sides go, where the game has them.
    pub arrangement: Arrangement,
}

/// How turns and sides go at a table that is opened, and whose rematch it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// For how many seconds the turn clock waits after a turn in which there is something to read.
    pub rest: u32,
    /// People who sat at the table of which this is the rematch, by their numbers, and on which side.
    pub former: Vec<(u64, u8)>,
    /// That table.
    pub rematch_of: Option<u64>,
    /// Computer players seated on each side from the start, besides [`Opening::computers`].
    pub computers: [u8; SIDES],
}

/// What is seen of a table, all of the same moment.
#[derive(Clone, Debug)]
pub struct TableSnapshot {
    /// The table. Whoever looks shares it, and it is copied only where it moves on meanwhile.
    pub table: Arc<Table>,
    /// When each seat's present decision lapses, in milliseconds since the epoch.
    pub deadlines: Vec<Option<i64>>,
    /// For how long each seat that no clock hurries is still waited for before the computer may be asked to play for it; `None`
    /// where it may be asked, or nobody waits.
    pub patience: Vec<Option<Patience>>,
    /// When the next game begins by itself, while the table is between two.
    pub next_round_at: Option<i64>,
}

/// The referee of all tables.
#[derive(Clone)]
pub struct Referee {
    registry: Arc<Registry>,
}

/// Who is to be asked for each table in memory.
type Live = HashMap<u64, mpsc::Sender<Message>>;

/// What all tables share.
pub(crate) struct Registry {
    store: Store,
    settings: Settings,
    changes: mpsc::UnboundedSender<Change>,
    /// The tables in memory. Never held for longer than it takes to look; a lock that is handed from one who waits to the
    /// next would have everybody wait for the processor as often as there are others.
    live: Mutex<Live>,
    /// Told when there are too many of them.
    crowded: Notify,
    downtime: Downtime,
    /// Tables that could not be followed, each of which the log has been told of once.
    strange: Mutex<HashSet<u64>>,
    /// Who keeps the tables, whoever wakes them.
    tasks: Handle,
}

/// How many requests wait at one table before askers wait for a place.
const QUEUE: usize = 64;

impl Referee {
    /// A referee over `store`, and the stream of changes that it makes. Its tables are kept by the runtime in which this is
    /// asked, whoever else wakes them.
    ///
    /// # Panics
    /// Outside a runtime.
    pub fn new(store: Store, settings: Settings) -> (Referee, mpsc::UnboundedReceiver<Change>) {
        let (changes, receiver) = mpsc::unbounded_channel();
        let live = Mutex::default();
        let downtime = Downtime::new(settings.stood_still_ms);
        (
            Referee {
                registry: Arc::new(Registry {
                    store,
                    settings,
                    changes,
                    live,
                    crowded: Notify::new(),
                    downtime,
                    strange: Mutex::default(),
                    tasks: Handle::current(),
                }),
            },
            receiver,
        )
    }

    /// The store behind the referee.
    pub fn store(&self) -> &Store {
        &self.registry.store
    }

    /// Opens a table.
    ///
    /// # Errors
    /// When the channel has a table, the game does not exist or cannot be played so, or the store fails.
    pub async fn open(&self, opening: Opening) -> Result<TableSnapshot, Denied> {
        let entry = games::find(&opening.game).ok_or(Denied::NoGame)?;
        // A table that exists already is this same interaction, delivered twice.
        if let Some(snapshot) = self.snapshot(opening.interaction).await? {
            return Ok(snapshot);
        }
        let computers = opening.arrangement.computers.iter().chain([&opening.computers]);
        if computers.copied().fold(0, u8::saturating_add) >= *entry.people.end() {
            return Err(Denied::Full);
        }
        let secret = Secret::draw().map_err(|_| Denied::Unavailable)?;
        let table = opening.interaction;
        let mut opened = actor::open(&self.registry, entry, opening.clone(), secret.clone()).await;
        if let Err(Denied::ChannelTaken { table: other }) = opened
            && self.is_over(other).await
        {
            // It ended only now that somebody looked.
            opened = actor::open(&self.registry, entry, opening, secret).await;
        }
        opened?;
        self.snapshot(table).await?.ok_or(Denied::NoTable)
    }

    async fn is_over(&self, table: u64) -> bool {
        matches!(self.snapshot(table).await, Ok(Some(snapshot)) if snapshot.table.is_over())
    }

    /// Does what a person asks of a table, once it is stored.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub async fn act(&self, table: u64, request: ActionRequest) -> Result<TableSnapshot, Denied> {
        // Once more when the log had moved on under us; a second time would be a store gone astray.
        for _ in 0..2 {
            match self.ask(table, |reply| Message::Act(request.clone(), reply)).await {
                Ok(Ok(snapshot)) => return Ok(snapshot),
                Ok(Err(Failure::Moved)) => {}
                Ok(Err(failure)) => return Err(failure.into()),
                Err(denied @ (Denied::Broken | Denied::Newer))
                    if matches!(request.action, Action::AskCancel | Action::Cancel) =>
                {
                    let denied = self.close_broken(table, &request, denied).await;
                    return Err(self.told_to(table, &request, denied).await);
                }
                Err(denied) => return Err(self.told_to(table, &request, denied).await),
            }
        }
        // Delivered again so late that the table has forgotten it: the store has not.
        let taken = self
            .registry
            .store
            .interaction(request.interaction)
            .await
            .map_err(unavailable)?;
        match taken {
            Some((taker, _)) if taker == table => self.snapshot(table).await?.ok_or(Denied::NoTable),
            _ => Err(Denied::Unavailable),
        }
    }

    /// The table as it stands; `None` when there is no such table.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn snapshot(&self, table: u64) -> Result<Option<TableSnapshot>, Denied> {
        match self.ask(table, Message::Snapshot).await {
            Ok(snapshot) => Ok(Some(snapshot)),
            Err(Denied::NoTable) => Ok(None),
            Err(denied) => Err(denied),
        }
    }

    /// Whether a person sits at so few tables that they may sit down at one more, as far as is known before they try.
    ///
    /// # Errors
    /// When the store fails, or they sit at too many.
    pub async fn may_sit_down(&self, person: u64) -> Result<(), Denied> {
        match self.registry.store.seated(person).await {
            Ok(seated) if seated.len() < Store::MOST_TABLES => Ok(()),
            Ok(_) => Err(Denied::ManyTables),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// The live table of a channel.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn table_at(&self, channel: u64) -> Result<Option<u64>, Denied> {
        self.registry.store.table_at(channel).await.map_err(unavailable)
    }

    /// A page of the leaderboard of a game in a server, ranked as its points count.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn leaderboard(
        &self,
        guild: u64,
        game: &GameEntry,
        offset: u32,
        limit: u32,
    ) -> Result<Standings, Denied> {
        let ranking = results::ranking(game.scoring);
        let found = self
            .registry
            .store
            .leaderboard(guild, game.slug, ranking, offset, limit);
        found.await.map_err(unavailable)
    }

    /// Lets a table do what its timers ask for by now, and waits until it has.
    ///
    /// # Errors
    /// When there is no such table or the store fails.
    pub async fn tick(&self, table: u64) -> Result<(), Denied> {
        self.ask(table, Message::Tick).await
    }

    /// How many tables are in memory.
    pub fn awake(&self) -> usize {
        self.registry.live().len()
    }
}

/// A failing store, told to people as "try again" and to the log in full.
fn unavailable(error: StoreError) -> Denied {
    tracing::error!(%error, "the store failed");
    Denied::Unavailable
}
