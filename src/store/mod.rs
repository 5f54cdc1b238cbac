//! The store: all SQL of Whistle behind one door.
//!
//! A table is a row and a log; both live in one SQLite file, or in one database of a PostgreSQL server (`postgres`). The store
//! knows tables, ids and strings, and nothing of games, Discord or the referee. An event is a line of JSON that the store neither
//! reads nor judges. The store reads no wall clock either: callers pass every time in, as milliseconds since the Unix epoch.
//!
//! Every write goes through one writer task, which puts all that is waiting into one transaction and answers only after the commit.
//! So a crash cannot take back what a caller was told. Reads use their own connections and see what is committed, so every later
//! read sees a write that was answered.
//!
//! Several processes may open the same file, of which one bot serves it ([`Claim`]). The database alone decides who was first, not
//! some process's memory: an entry's seq, an interaction's id and the live table of a channel are each unique there.
//!
//! Secrets and events never appear in `Debug` output or in logs: an event may hold what only one seat may know.
//!
//! Litestream may copy the file. The store then leaves checkpoints to Litestream (`open.rs`), and finds out when a file comes back
//! (`restored.rs`) or takes the place of the open one (`held.rs`).
//!
//! A new migration is a new file in `migrations/`; one that was ever released is never edited.

mod backup;
mod batch;
mod change;
mod claim;
mod daily;
mod engine;
mod error;
mod examine;
mod forgetting;
mod held;
mod history;
mod lease;
mod log;
mod named;
mod open;
mod own;
mod parted;
mod people;
mod perform;
mod postgres;
mod private_file;
mod rated;
mod recent;
mod restored;
mod seals;
mod session;
mod shards;
mod shown;
mod sql;
mod standings;
mod stored;
mod thinning;
mod timers;
mod transfer;
mod wiping;
mod writer;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use backup::backup;
pub use claim::Claim;
pub use daily::DailyAnswer;
pub use engine::{Database, Right};
pub use error::StoreError;
pub use examine::{Examined, Flaw, orphaned_log};
pub use forgetting::{Parting, Unnamed};
pub use history::{GameTally, MatchPlayer, PlayedMatch};
pub use own::{Own, OwnResult, OwnStanding};
pub use people::EVERYWHERE;
#[cfg(not(test))]
pub use postgres::Cluster;
pub use postgres::{Address, KeptSession, KeptSessions, ServerClaim};
pub use private_file::open_to_others;
pub use rated::{RatedResult, RatedResults};
pub use shards::{Shards, WantedShards};
pub use shown::Shown;
pub use standings::{ComputerResult, Finish, NewResult, Ranking, Standing, Standings};
pub use stored::{Entry, Stored, Timer};
#[cfg(test)]
pub use testing::Cluster;
pub use thinning::Thinned;
pub use transfer::{Transferred, take_back, transfer};

use change::{Answer, Change};
#[cfg(not(test))]
use engine::ask;
use engine::{Engine, File};
use parted::Parted;
use recent::Recent;
#[cfg(test)]
use testing::{Door, ask};
use writer::Writer;

#[cfg(not(test))]
use Engine as Door;

/// The door. Clones are cheap and share the same connections.
///
/// All methods may fail with [`StoreError::Busy`] (another process kept the database locked), [`StoreError::Closed`] and
/// [`StoreError::Failed`]; writes also with [`StoreError::Gone`]; only further errors are named at the methods.
#[derive(Clone)]
pub struct Store {
    door: Door,
    recent: Arc<Recent>,
    parted: Arc<Parted>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

/// Opening, closing, and the log.
impl Store {
    /// At how many live tables a person may sit.
    pub const MOST_TABLES: usize = 20;

    /// Opens the file at `path`, creates it if there is none, and brings its schema up to date.
    ///
    /// Must be called inside a tokio runtime, which then runs the writer task.
    ///
    /// # Errors
    /// [`StoreError::Open`], with one sentence for people, if the file cannot be used: it is a folder, may not be
    /// written, is no database or not Whistle's, is damaged, is locked, or was written by a newer Whistle.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let opened = open::open(path).await?;
        let writer = Writer::start(opened.writer, opened.options, opened.held);
        Ok(Self::behind(Engine::File(File::new(opened.readers, writer))))
    }

    /// Resolves when the database, or the file of its claim, is found deleted or replaced, or the database is found taken over
    /// by another bot: then nothing more is written, and the bot has to stop. It is looked for with every write, so a bot that calls [`Store::alive`] hears of it
    /// within seconds.
    pub async fn gone(&self) -> StoreError {
        self.door.gone().await
    }

    /// Whether this store writes the tables of a server of Discord, or of private chats, as far as it knows: others may be
    /// another bot's.
    pub fn keeps(&self, guild: Option<u64>) -> bool {
        self.door.keeps(guild)
    }

    /// The bots that share the database, if this one has some of its shards only.
    pub fn cluster(&self) -> Option<Cluster> {
        self.door.cluster()
    }

    /// Finishes the queued writes, folds the write-ahead log into the file and closes the file. Every later request gets
    /// [`StoreError::Closed`]. Returns when the file is closed, also when called twice.
    pub async fn close(&self) {
        self.recent.close();
        self.door.close().await;
    }

    /// Appends to a table's log and makes the append's other changes, all or nothing.
    ///
    /// `Ok` only after the commit. A caller that stops waiting does not take the append back.
    ///
    /// # Errors
    /// Nothing was written if any is returned, but for [`StoreError::Failed`] of a commit, after which a crash may
    /// bring the append back (its interaction then answers `Duplicate`). If several apply, the first of these:
    /// - [`StoreError::Duplicate`]: the interaction was stored before, at whatever table;
    /// - [`StoreError::Conflict`]: the log does not end at `after`, a table to create exists, or a table to append to
    ///   does not;
    /// - [`StoreError::Taken`]: another live table is in the channel of the one to create;
    /// - [`StoreError::SecretTaken`]: another table has the secret of the one to create;
    /// - [`StoreError::Crowded`]: the newcomer sits at [`Store::MOST_TABLES`] other live tables.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Change::Append(append)).await
    }

    /// A table with its whole log and its timers, read in one transaction; `None` if there is no such table.
    pub async fn load(&self, table: u64) -> Result<Option<Stored>, StoreError> {
        ask!(self, log::load(table))
    }

    /// The table and the seq of the entry where an interaction was stored, if it was.
    pub async fn interaction(&self, id: u64) -> Result<Option<(u64, u64)>, StoreError> {
        ask!(self, log::interaction(id))
    }

    /// The live tables of all servers, each with its server.
    pub async fn played_in_guilds(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        ask!(self, log::played_in_guilds())
    }

    /// The live table in a channel.
    pub async fn table_at(&self, channel: u64) -> Result<Option<u64>, StoreError> {
        ask!(self, log::table_at(channel))
    }

    /// The newest table in a channel, live or over.
    pub async fn last_table_at(&self, channel: u64) -> Result<Option<u64>, StoreError> {
        ask!(self, log::last_table_at(channel))
    }

    /// The number and the secret of the next table of a server, or of a private chat; `None` where no table was opened yet.
    pub async fn next_secret(&self, home: u64) -> Result<Option<(u64, [u8; 32])>, StoreError> {
        ask!(self, seals::next_secret(home))
    }

    /// Up to `limit` live tables with ids greater than `after`, ascending.
    pub async fn live_tables(&self, after: u64, limit: u32) -> Result<Vec<u64>, StoreError> {
        ask!(self, log::live_tables(after, limit))
    }

    /// The live tables where a person sits, ascending.
    pub async fn seated(&self, person: u64) -> Result<Vec<u64>, StoreError> {
        ask!(self, people::seated(person))
    }

    async fn write(&self, change: Change) -> Result<(), StoreError> {
        self.written(change).await.map(drop)
    }

    async fn written(&self, change: Change) -> Answer {
        self.door.write(change).await
    }
}

/// Timers: clocks are data, and they survive a restart.
impl Store {
    /// Tables with a timer at or before `now`: each once, with its earliest timer, the earliest first.
    pub async fn due(&self, now: i64, limit: u32) -> Result<Vec<(u64, i64)>, StoreError> {
        ask!(self, timers::due(now, limit))
    }

    /// Records that the bot is alive at `now`; must be called every few seconds.
    pub async fn alive(&self, now: i64) -> Result<(), StoreError> {
        self.write(Change::Alive { now }).await
    }

    /// Writes something of no meaning, to find out whether the store can be written. `now` makes what is written differ from
    /// what was written before.
    pub async fn probe(&self, now: i64) -> Result<(), StoreError> {
        /// No person has this id.
        const NOBODY: u64 = 0;
        self.write(Change::SetPreference {
            person: NOBODY,
            name: "probed".to_owned(),
            value: now.to_string(),
        })
        .await
    }

    /// When the bot was last known to be alive; `None` before its first start.
    pub async fn last_alive(&self) -> Result<Option<i64>, StoreError> {
        ask!(self, timers::last_alive())
    }

    /// Gives back the bot's downtime before `now`, and returns its length in milliseconds: 0 at the first start, and if the
    /// clock ran backwards. The same commit delays every timer that [gives back](Timer::gives_back) by this length, and
    /// records that the bot is alive at `now`. So the same downtime is given back once only.
    ///
    /// # Errors
    /// Nothing was given back, except perhaps after [`StoreError::Failed`] of a commit: it was if [`Store::last_alive`] is
    /// `now`.
    pub async fn give_back(&self, now: i64) -> Result<i64, StoreError> {
        self.written(Change::GiveBack { now }).await
    }
}

/// What messages show, for the next run of the program.
impl Store {
    /// What each message of a table shows, by slot.
    pub async fn shown(&self, table: u64) -> Result<Vec<Shown>, StoreError> {
        ask!(self, shown::shown(table))
    }

    /// Forgets the message in a slot of a table.
    pub async fn clear_shown(&self, table: u64, slot: &str) -> Result<(), StoreError> {
        let slot = slot.to_owned();
        self.write(Change::ClearShown { table, slot }).await
    }

    /// Tables, live or over, with a message that shows less than the whole log, ascending. A message with the version
    /// [`Shown::SETTLED`] never counts.
    pub async fn unsettled(&self) -> Result<Vec<u64>, StoreError> {
        ask!(self, shown::unsettled())
    }

    /// The messages of all tables that show the log up to this entry and are not [`Shown::SETTLED`].
    pub async fn shown_at(&self, version: u64) -> Result<Vec<Shown>, StoreError> {
        ask!(self, shown::shown_at(version))
    }
}

/// Matches that were over long ago.
impl Store {
    /// Up to `limit` tables that are over and not thinned, and were opened before `before`, each with when it was opened: the
    /// oldest first, from behind `after` on.
    pub async fn old(&self, after: (i64, u64), before: i64, limit: u32) -> Result<Vec<(i64, u64)>, StoreError> {
        ask!(self, thinning::old(after, before, limit))
    }

    /// Deletes the log of a table and what was recorded of its messages, and keeps what is `left` of its record. Results stay.
    /// Returns whether it did: nothing happens to a table that is not over, or whose log does not end with the entry `last`.
    pub async fn thin(&self, table: u64, last: u64, left: Thinned) -> Result<bool, StoreError> {
        Ok(self.written(Change::Thin { table, last, left }).await? > 0)
    }

    /// What is left of the record of a table that was thinned.
    pub async fn thinned(&self, table: u64) -> Result<Option<Thinned>, StoreError> {
        ask!(self, thinning::thinned(table))
    }
}

/// People: their preferences, and their right to be forgotten.
impl Store {
    /// A person's preference of that name.
    pub async fn preference(&self, person: u64, name: &str) -> Result<Option<String>, StoreError> {
        let asked = match self.recent.ask(person, name) {
            Ok(at_hand) => return Ok(at_hand),
            Err(asked) => asked,
        };
        let found: Result<_, StoreError> = ask!(self, people::preference(person, name));
        if let Ok(found) = &found {
            self.recent.learn(asked, person, name, found.clone());
        }
        found
    }

    /// Up to `limit` tables with a match that a person has played to its end, the newest end first. With a `guild`, only
    /// tables of that guild.
    pub async fn matches(&self, person: u64, guild: Option<u64>, limit: u32) -> Result<Vec<u64>, StoreError> {
        ask!(self, standings::matches(person, guild, limit))
    }

    /// Up to `limit` matches that a person has played to their end, behind the first `offset` ones, the newest end first. With a
    /// `guild`, only those of that guild.
    pub async fn history(
        &self,
        person: u64,
        guild: Option<u64>,
        offset: u32,
        limit: u32,
    ) -> Result<Vec<PlayedMatch>, StoreError> {
        ask!(self, history::history(person, guild, offset, limit))
    }

    /// How many matches a person has played and won in a guild, for each game: the game with the most matches first. Only results
    /// that [count](NewResult::counts) are included.
    pub async fn tally(&self, person: u64, guild: u64) -> Result<Vec<GameTally>, StoreError> {
        ask!(self, history::tally(person, guild))
    }

    /// Sets a person's preference.
    pub async fn set_preference(&self, person: u64, name: &str, value: &str) -> Result<(), StoreError> {
        let change = Change::SetPreference {
            person,
            name: name.to_owned(),
            value: value.to_owned(),
        };
        self.change(person, change).await
    }

    /// What a person has answered to positions of the day, by game and day.
    pub async fn daily_answers(&self, person: u64) -> Result<Vec<DailyAnswer>, StoreError> {
        ask!(self, daily::daily_answers(person))
    }

    /// Stores what a person answers to a position of the day, unless they answered it before. Returns whether it was stored.
    pub async fn answer_daily(&self, person: u64, answer: DailyAnswer) -> Result<bool, StoreError> {
        Ok(self.written(Change::AnswerDaily { person, answer }).await? > 0)
    }

    /// Records that a person's answer of a day is `shared`, or is not after all. Returns whether that was not so before.
    pub async fn share_daily(&self, person: u64, game: &str, day: u32, shared: bool) -> Result<bool, StoreError> {
        let answer = (person, game.to_owned(), day);
        Ok(self.written(Change::ShareDaily { answer, shared }).await? > 0)
    }

    /// All rows that hold a person's id, but for logs and messages.
    pub async fn own(&self, person: u64) -> Result<Own, StoreError> {
        ask!(self, own::own(person))
    }

    /// The tables, live or over, in whose log a person's id stands somewhere, if its last entry is not older than `since`.
    pub async fn naming(&self, person: u64, since: i64) -> Result<Vec<u64>, StoreError> {
        ask!(self, named::naming(person, since))
    }

    /// Who is to be forgotten at tables in play of this store, because another bot was asked to.
    pub async fn parting(&self) -> Result<Vec<Parting>, StoreError> {
        ask!(self, forgetting::parting())
    }

    /// Writes a change of a person's data.
    async fn change(&self, person: u64, change: Change) -> Result<(), StoreError> {
        self.recent.begin(person);
        let done = self.write(change).await;
        self.recent.end(person);
        done
    }

    /// A page of the all-time standings of one game in a guild. Only results that [count](NewResult::counts) are included.
    ///
    /// Points are summed over games, not over matches, which consist of games. The order is: matches won, games won, draws,
    /// points as `ranking` says, person. The name is the newest under which the person has a result there.
    pub async fn leaderboard(
        &self,
        guild: u64,
        game: &str,
        ranking: Ranking,
        offset: u32,
        limit: u32,
    ) -> Result<Standings, StoreError> {
        ask!(self, standings::leaderboard(guild, game, ranking, offset, limit))
    }

    /// Up to `limit` results of whole matches of one game in a guild, or without one in all guilds, the oldest first, from the one
    /// behind the result `after` on. Only results that [count](NewResult::counts) are included, those of forgotten people among them.
    pub async fn rated(
        &self,
        guild: Option<u64>,
        game: &str,
        after: i64,
        limit: u32,
    ) -> Result<RatedResults, StoreError> {
        ask!(self, rated::rated(guild, game, after, limit))
    }

    /// The numbers in a game of those who set the preference [`EVERYWHERE`] and played it in a guild, each with its value.
    pub async fn listed(&self, game: &str) -> Result<Vec<(i64, String)>, StoreError> {
        ask!(self, rated::listed(game))
    }
}

/// What to append to a table's log, and what else changes with it.
#[derive(Clone)]
pub struct Append {
    /// The table.
    pub table: u64,
    /// The last seq that the caller knew; 0 for a new table.
    pub after: u64,
    /// The table to create, with the first entry of its log.
    pub create: Option<NewTable>,
    /// The interaction that caused this append, unique over all tables. The first entry stores it, so an append without
    /// entries does not remember it.
    pub interaction: Option<u64>,
    /// When it happened.
    pub at: i64,
    /// The JSON of each event; the entries get the seqs after+1, after+2, …
    pub entries: Vec<String>,
    /// The table is over from now on: its channel is free, nobody is seated there, and it has no timers except new
    /// `timers`. A table that is over stays over.
    pub over: bool,
    /// The people at the table, if they changed.
    pub people: Option<Vec<u64>>,
    /// The append seals the table's chance anew: see [`Stored::restored`].
    pub sealed: bool,
    /// Where the secret of the table to create comes from, and which one comes next.
    pub succession: Option<Succession>,
    /// Who sits down with this append, if somebody does. It is refused if that person sits at too many tables already.
    pub newcomer: Option<u64>,
    /// All timers of the table from now on; `None` leaves them as they are.
    pub timers: Option<Vec<Timer>>,
    /// Finished games and matches. A second result of the same person in the same round replaces the first.
    pub results: Vec<NewResult>,
}

impl Append {
    /// An empty append, to be filled in.
    #[must_use]
    pub fn new(table: u64, after: u64, at: i64) -> Self {
        Self {
            table,
            after,
            create: None,
            interaction: None,
            at,
            entries: Vec::new(),
            over: false,
            people: None,
            sealed: false,
            succession: None,
            newcomer: None,
            timers: None,
            results: Vec::new(),
        }
    }
}

impl fmt::Debug for Append {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Append")
            .field("table", &self.table)
            .field("after", &self.after)
            .field("interaction", &self.interaction)
            .field("entries", &self.entries.len())
            .field("over", &self.over)
            .finish_non_exhaustive()
    }
}

/// A table takes the secret that was kept for it, and the next one takes its place.
#[derive(Clone)]
pub struct Succession {
    /// The server, or the private chat.
    pub home: u64,
    /// The number of the table's secret there; 1 where none was kept.
    pub number: u64,
    /// The secret of the next table.
    pub next: [u8; 32],
}

impl fmt::Debug for Succession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Succession")
            .field("home", &self.home)
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

/// The properties of a table that never change.
#[derive(Clone)]
pub struct NewTable {
    /// The channel or thread where it is played. A channel has one live table at most.
    pub channel: u64,
    /// The server whose leaderboards it counts for; `None` outside of any.
    pub guild: Option<u64>,
    /// The game's slug.
    pub game: String,
    /// The secret of the table's chance, shown to people only when the table is over.
    pub secret: [u8; 32],
}

impl fmt::Debug for NewTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewTable")
            .field("place", &self.channel)
            .field("guild", &self.guild)
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}
