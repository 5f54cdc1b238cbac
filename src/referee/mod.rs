//! The referee: a table's life, from the lobby to the last result.
//!
//! The log is the source of truth. The referee decides an action on the table in memory, the store commits its entries, and
//! only then does anybody learn of it: the asker from the answer, everybody else from a [`Change`] that names the table.
//! One task owns each live table. So actions at one table run one after another, and tables do not wait for each other. A
//! table is loaded on first use and leaves memory when nobody asks for it any more. Time in which the bot could not hear
//! people does not count ([`Referee::suspend_clocks`]).
//!
//! This room knows the rules' vocabulary and the catalogue, but no game by name. It knows no Discord, no pictures and no
//! language.

mod action;
mod actor;
mod beacon;
mod concede;
pub mod daily;
mod decision;
mod downtime;
mod draw_offer;
mod edition;
mod event;
mod export;
pub mod fair;
mod forfeits;
mod forgetting;
mod hint;
mod holder;
mod leads;
mod lesson;
pub mod luck;
mod match_score;
mod moments;
mod monotonic_clock;
mod mydata;
mod partners;
mod patience;
mod presence;
mod rated;
pub mod recording;
mod registry;
mod restless;
mod results;
mod review;
mod rounds;
mod scheduler;
mod sealing;
mod season;
mod seating;
mod seen;
mod session;
mod sides;
mod state;
mod succession;
mod table;
mod terms;
mod thinking;
mod thinning;
mod thought;
mod timers;
mod turns;
mod votes;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use metrics::gauge;
use tokio::runtime::Handle;
use tokio::sync::{Notify, RwLock, Semaphore, mpsc};

pub use action::{Action, ActionRequest, Denied, Leaving, Origin, TermsChange};
pub use event::{Absence, Clock, Person, TableEvent};
pub use export::Evidence;
pub use forgetting::Forgotten;
pub use holder::Holder;
pub use leads::Leads;
pub use lesson::{Lesson, Taken, lesson};
pub use match_score::Course;
pub use moments::Moment;
pub use monotonic_clock::monotonic;
pub use patience::Patience;
pub use rated::{HonoursPage, RatedBoards, RatedLevel, RatedPage, RatedRow, SeasonPage};
pub use review::{Mistake, OwnChoice, Review, ReviewPermit};
pub use season::{Honours, Season, SeasonRow};
pub use state::{
    DrawOffer, Forfeits, Motion, Partner, Pause, PauseWish, Played, PublicRandomness, Restored, Round, Turn, Turns,
    Vote,
};
pub use table::{BrokenLog, Effect, Phase, Table};

use crate::beacon::Ask;
use crate::games::{self, GameEntry, Options};
use crate::player::Level;
use crate::store::{Ranking, Standings, Store, StoreError};
use actor::{Failure, Message};
use beacon::Asking;
use daily::Dailies;
use downtime::Downtime;
use review::Reviews;

/// A clock: the time in milliseconds since the epoch. It is injected so that a test can stop it.
pub type Now = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The referee's settings. Times are in milliseconds.
#[derive(Clone)]
pub struct Settings {
    /// The clock.
    pub now: Now,
    /// How long a computer player waits at least before each of its choices, however many it has. It thinks meanwhile.
    pub pace_ms: i64,
    /// How long after a game of a match the next one begins by itself.
    pub between_ms: i64,
    /// How long a lobby without activity stays open.
    pub lobby_ms: i64,
    /// How long the game must have waited for a seat before the seat can be replaced, at a table with a clock: by a majority,
    /// or by one person if the clock has run out for the seat before.
    pub absent_ms: i64,
    /// The same at a table without a clock.
    pub patience_ms: i64,
    /// The same at a table without a clock, when a majority of the other players votes for it; and how long nobody is last for
    /// being waited for after the bot was away.
    pub together_ms: i64,
    /// How long a match without a clock must have been inactive before anybody in its channel may close it.
    pub abandoned_ms: i64,
    /// The least time between two nudges.
    pub nudge_ms: i64,
    /// Whether computer players think; otherwise they make any legal choice and decline every draw.
    pub thinks: bool,
    /// The runtime on whose threads computer players think, such as one with a low priority; `None` for that of the tables.
    pub thinks_on: Option<Handle>,
    /// Where public randomness comes from, which is then in the draws of every match that begins; `None` for matches without.
    pub beacon: Option<Ask>,
    /// How long a table stays in memory without a request.
    pub idle: Duration,
    /// With more tables than this in memory, those leave that nobody has asked for [`Settings::hurried`].
    pub roomy: usize,
    /// See [`Settings::roomy`].
    pub hurried: Duration,
    /// How often the scheduler checks the clocks.
    pub tick: Duration,
    /// How long a table rests at which something that is due could not be done.
    pub rest: Duration,
    /// How long the log of a match is kept after its end; `None` keeps all.
    pub keep_ms: Option<i64>,
    /// If more time than this lies between two checks of the clocks, the machine stood still.
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
            thinks: true,
            thinks_on: None,
            beacon: None,
            idle: Duration::from_secs(600),
            roomy: 2048,
            hurried: Duration::from_secs(10),
            tick: Duration::from_millis(200),
            rest: Duration::from_secs(10),
            keep_ms: None,
            stood_still_ms: 10_000,
        }
    }
}

/// How many computer players may think at once on this machine.
fn thinkers() -> usize {
    std::thread::available_parallelism().map_or(1, |processors| processors.get())
}

/// Milliseconds since the Unix epoch, by the system's clock.
pub fn epoch_ms() -> i64 {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A table has changed: whatever shows it can be brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which table.
    pub table: u64,
    /// The last entry of its log; 0 when only its times have moved, or when it is unknown whether it has changed.
    pub seq: u64,
}

/// What is needed to open a table.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The interaction that opens the table; its id becomes the table's id.
    pub interaction: u64,
    /// The channel.
    pub channel: u64,
    /// The server; `None` in a private chat.
    pub guild: Option<u64>,
    /// The host, who opens the table and sits first.
    pub host: Person,
    /// The game's slug.
    pub game: String,
    /// The requested options.
    pub options: Options,
    /// The clock.
    pub clock: Option<Clock>,
    /// Computer players seated from the start.
    pub computers: u8,
    /// The level of these, and of all computer players for whom nobody chooses another.
    pub level: Level,
    /// The turns and sides, where the game has them.
    pub arrangement: Arrangement,
}

/// The turns and sides of a table to open, the table whose rematch it is, and who is invited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// How many seconds the turn clock waits after a turn that brought something to read.
    pub rest: u32,
    /// The people at the previous table, if this is a rematch: their ids, and on which side they sat.
    pub former: Vec<(u64, u8)>,
    /// The previous table, if this is a rematch.
    pub rematch_of: Option<u64>,
    /// The computer players of the previous table, if this is a rematch, in the order of their seats: on which side each
    /// sits, and its level. They sit down in addition to [`Opening::computers`].
    pub computers: Vec<(u8, Level)>,
    /// The id of the person whom the host invites, if any.
    pub invited: Option<u64>,
    /// The ids of those who sat at the previous table, by seat, if this is a rematch of a match in pairs; `None` is a computer
    /// player.
    pub kept_seats: Vec<Option<u64>>,
    /// Whether people may take hints.
    pub hints: bool,
}

/// A consistent view of a table: all fields are of the same moment.
#[derive(Clone, Debug)]
pub struct TableSnapshot {
    /// The table. All snapshots share it; it is copied only if it changes while somebody holds one.
    pub table: Arc<Table>,
    /// When each seat's current decision lapses, in milliseconds since the epoch.
    pub deadlines: Vec<Option<i64>>,
    /// For each seat without a clock, how long people must still wait before they may have the computer play for it. `None`
    /// where they may do so now, or where the game does not wait for the seat.
    pub patience: Vec<Option<Patience>>,
    /// When the next game begins by itself, while the match is between two games.
    pub next_round_at: Option<i64>,
}

/// The referee of all tables.
#[derive(Clone)]
pub struct Referee {
    registry: Arc<Registry>,
}

/// The sender to the task of each table in memory.
type Live = HashMap<u64, mpsc::Sender<Message>>;

/// What all tables share.
pub(crate) struct Registry {
    store: Store,
    settings: Settings,
    changes: mpsc::UnboundedSender<Change>,
    /// The tables in memory. The lock is held for a look-up only. A fair lock, handed from waiter to waiter, would make
    /// each of them wait for the processor once per other waiter.
    live: Mutex<Live>,
    /// The rounds of public randomness that are asked for.
    asking: Asking,
    /// Notified when too many tables are in memory.
    crowded: Notify,
    downtime: Downtime,
    /// The moment up to which all timers are done of tables that do not fail, in milliseconds since the epoch; 0 before the
    /// clocks are kept.
    punctual_until: AtomicI64,
    /// How many tables could not do what is due there when they were asked last.
    failing: AtomicUsize,
    /// Whether the store could not be written when it was tried last.
    store_fails: AtomicBool,
    /// The servers' turns to open a table, spread over a few locks.
    opening: [tokio::sync::Mutex<()>; TURNS],
    /// Whoever takes people over from one log into another one shares this lock until that is stored. Whoever forgets somebody
    /// has the lock alone.
    forgetting: RwLock<()>,
    /// Tables whose log could not be followed; each was reported to whoever runs the bot once.
    strange: Mutex<HashSet<u64>>,
    boards: RatedBoards,
    /// The runtime of the tables' tasks, whichever runtime wakes a table.
    tasks: Handle,
    /// How many computer players may think at once: a few, so that the processor is free for people.
    thinkers: Arc<Semaphore>,
    /// How many hints may be looked for at once. Who asks for one does not wait for computer players.
    hints: Arc<Semaphore>,
    reviews: Reviews,
    dailies: Dailies,
}

/// How many servers can open tables at once.
const TURNS: usize = 64;

/// How many requests queue at one table before further askers must wait.
const QUEUE: usize = 64;

impl Referee {
    /// A referee over `store`, and the stream of its changes. The tables' tasks run in the runtime that calls this,
    /// whichever runtime wakes them later.
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
                    asking: Asking::default(),
                    crowded: Notify::new(),
                    downtime,
                    punctual_until: AtomicI64::new(0),
                    failing: AtomicUsize::new(0),
                    store_fails: AtomicBool::new(false),
                    opening: std::array::from_fn(|_| tokio::sync::Mutex::default()),
                    forgetting: RwLock::default(),
                    strange: Mutex::default(),
                    boards: RatedBoards::new(),
                    tasks: Handle::current(),
                    thinkers: Arc::new(Semaphore::new(thinkers())),
                    hints: Arc::new(Semaphore::new(thinkers())),
                    reviews: Reviews::new(),
                    dailies: Dailies::new(),
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
        // If the table exists, this same interaction was delivered twice.
        if let Some(snapshot) = self.snapshot(opening.interaction).await? {
            return Ok(snapshot);
        }
        let computers = opening.arrangement.computers.len() + usize::from(opening.computers);
        if computers >= usize::from(*entry.people.end()) {
            return Err(Denied::Full);
        }
        let table = opening.interaction;
        let mut opened = self.open_sealed(entry, &opening).await;
        if let Err(Denied::ChannelTaken { table: other }) = opened
            && self.is_over(other).await
        {
            // The other table ended only when this look-up loaded it: its channel is free now.
            opened = self.open_sealed(entry, &opening).await;
        }
        opened?;
        self.snapshot(table).await?.ok_or(Denied::NoTable)
    }

    async fn is_over(&self, table: u64) -> bool {
        matches!(self.snapshot(table).await, Ok(Some(snapshot)) if snapshot.table.is_over())
    }

    /// Performs a person's request at a table, and returns after the commit.
    ///
    /// # Errors
    /// Why the request is denied; the table is unchanged then.
    pub async fn act(&self, table: u64, mut request: ActionRequest) -> Result<TableSnapshot, Denied> {
        if let Action::Balance { leads } = &mut request.action {
            // Before the request is in the inbox of the table, so that nobody's press waits for it.
            *leads = self.leads(table).await?;
        }
        // Retry once if another writer appended to the log meanwhile. A second time would mean that the store is at fault.
        for _ in 0..2 {
            match self.ask(table, |reply| Message::Act(request.clone(), reply)).await {
                Ok(Ok(snapshot)) => {
                    self.ask_for_beacon(&snapshot.table);
                    return Ok(snapshot);
                }
                Ok(Err(Failure::Moved)) => {}
                Ok(Err(failure)) => return Err(failure.into()),
                Err(denied @ (Denied::Broken | Denied::Newer))
                    if matches!(request.action, Action::AskCancel | Action::Cancel { .. }) =>
                {
                    let denied = self.close_broken(table, &request, denied).await;
                    return Err(self.told_to(table, &request, denied).await);
                }
                Err(denied) => return Err(self.told_to(table, &request, denied).await),
            }
        }
        // A request delivered again so late that the table has forgotten its interaction; the store remembers it.
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

    /// A snapshot of the table; `None` when there is no such table.
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

    /// Checks in advance whether a person may sit down at one more table. The store decides when they do sit down.
    ///
    /// # Errors
    /// When the store fails, or they sit at too many tables already.
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

    /// A page of a game's leaderboard in a server, ranked by the game's scoring.
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

    /// A page of the board of those who have played a game alone in a server: the most games brought to a good end come first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn board_alone(
        &self,
        guild: u64,
        game: &GameEntry,
        offset: u32,
        limit: u32,
    ) -> Result<Standings, Denied> {
        let board = results::board_alone(game.slug);
        let store = &self.registry.store;
        let found = store.leaderboard(guild, &board, Ranking::MostPoints, offset, limit);
        found.await.map_err(unavailable)
    }

    /// Fires the timers of a table that are due by now, and returns when that is done. Computer players think meanwhile.
    ///
    /// # Errors
    /// When there is no such table, a computer player cannot think, or the store fails.
    pub async fn tick(&self, table: u64) -> Result<(), Denied> {
        self.ask(table, Message::Tick).await?
    }

    /// How many tables are in memory.
    pub fn awake(&self) -> usize {
        self.registry.live().len()
    }

    /// Whether the store could not be written a few seconds ago.
    pub fn store_fails(&self) -> bool {
        self.registry.store_fails.load(Ordering::Relaxed)
    }

    /// How late the oldest timer is that is due, of all tables but those that fail.
    pub fn timers_late(&self) -> Duration {
        match self.registry.punctual_until.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            until => Duration::from_millis(
                (self.registry.settings.now)()
                    .saturating_sub(until)
                    .max(0)
                    .unsigned_abs(),
            ),
        }
    }

    /// Sets the gauges.
    pub async fn measure(&self) {
        let waiting: usize = {
            let live = self.registry.live();
            gauge!("whistle_tables_loaded").set(live.len() as f64);
            live.values().map(|inbox| inbox.max_capacity() - inbox.capacity()).sum()
        };
        gauge!("whistle_inbox_waiting").set(waiting as f64);
        gauge!("whistle_timers_late_seconds").set(self.timers_late());
        gauge!("whistle_tables_failing").set(self.registry.failing.load(Ordering::Relaxed) as f64);
        if let Ok(open) = self.registry.store.live_tables(0, u32::MAX).await {
            gauge!("whistle_tables_open").set(open.len() as f64);
        }
    }
}

/// Reports a failure of the store: people read "try again", and the program's log gets the whole error.
fn unavailable(error: StoreError) -> Denied {
    tracing::error!(%error, "the store failed");
    Denied::Unavailable
}
