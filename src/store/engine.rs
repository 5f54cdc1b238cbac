//! The two engines behind the door, and where their databases are: a file (SQLite), or a server (PostgreSQL).

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::SqlitePool;

use super::change::{Answer, Change};
use super::claim::Claim;
use super::error::StoreError;
use super::examine::{Examined, Flaw, examine};
use super::postgres::{self, Address, Cluster, KeptSessions, ServerClaim};
use super::session::Readers;
use super::shards::{Shards, WantedShards};
use super::writer::Writer;
use super::{Door, Store};

/// Where a database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file of SQLite's.
    File(PathBuf),
    /// A database of a PostgreSQL server.
    Server(Address),
}

impl Database {
    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Server(_) => None,
        }
    }

    /// Looks at the database as a start does, and changes nothing.
    ///
    /// # Errors
    /// Why a bot could not use the database.
    pub async fn examine(&self) -> Result<Examined, Flaw> {
        match self {
            Self::File(path) => examine(path).await,
            Self::Server(address) => postgres::examine_server(address).await,
        }
    }

    /// The path to which the names of the bot's other files are added. With a server they are in the current folder.
    pub fn beside(&self) -> &Path {
        match self {
            Self::File(path) => path,
            Self::Server(_) => Path::new("whistle"),
        }
    }
}

/// Without whatever lets somebody in.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Server(address) => address.fmt(f),
        }
    }
}

impl<P: AsRef<Path>> From<P> for Database {
    fn from(path: P) -> Self {
        Self::File(path.as_ref().to_owned())
    }
}

/// The right to serve a database, until it is dropped or the process ends.
#[derive(Debug)]
pub enum Right {
    /// The claim of a file.
    File(Claim),
    /// The claim of a server's database.
    Server(ServerClaim),
}

impl Right {
    /// The shards that may be served.
    pub fn shards(&self) -> Shards {
        match self {
            Right::File(_) => Shards::ALL,
            Right::Server(claim) => claim.shards(),
        }
    }
}

/// One of the engines.
#[derive(Clone)]
pub(super) enum Engine {
    File(File),
    Server(postgres::Server),
}

impl Engine {
    pub(super) fn readers(&self) -> Readers<'_> {
        match self {
            Self::File(file) => Readers::File(&file.readers),
            Self::Server(server) => Readers::Server(&server.readers),
        }
    }

    pub(super) async fn write(&self, change: Change) -> Answer {
        match self {
            Self::File(file) => file.writer.write(change).await,
            Self::Server(server) => server.write(change).await,
        }
    }

    pub(super) async fn gone(&self) -> StoreError {
        match self {
            Self::File(file) => file.writer.watch.gone().await,
            Self::Server(server) => server.gone().await,
        }
    }

    pub(super) fn keeps(&self, guild: Option<u64>) -> bool {
        match self {
            Self::File(_) => true,
            Self::Server(server) => server.keeps(guild),
        }
    }

    /// See [`Store::cluster`].
    pub(super) fn cluster(&self) -> Option<Cluster> {
        match self {
            Self::File(_) => None,
            Self::Server(server) => server.cluster(),
        }
    }

    /// See [`Store::sessions`].
    pub(super) fn sessions(&self) -> Option<KeptSessions> {
        match self {
            Self::File(_) => None,
            Self::Server(server) => server.sessions(),
        }
    }

    pub(super) fn claimed(&self, claim: &Claim) {
        if let Self::File(file) = self {
            file.writer.watch.claimed(claim.held());
        }
    }

    pub(super) fn leave(&self) {
        if let Self::File(file) = self {
            file.writer.watch.taken();
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Self::File(file) => file.close().await,
            Self::Server(server) => server.close().await,
        }
    }
}

/// The file behind the door.
#[derive(Clone)]
pub(super) struct File {
    readers: SqlitePool,
    writer: Arc<Writer>,
}

impl File {
    pub(super) fn new(readers: SqlitePool, writer: Writer) -> File {
        let writer = Arc::new(writer);
        File { readers, writer }
    }

    async fn close(&self) {
        if self.writer.watch.stands() {
            self.readers.close().await;
        } else {
            // SQLite deletes the write-ahead log by its path when the last connection closes, and there may be one of
            // another bot by now. Whoever ends without closing deletes nothing.
            std::mem::forget(self.readers.clone());
        }
        self.writer.close().await;
    }
}

/// Opening, whatever the engine.
impl Store {
    /// Opens a database wherever it is; see [`Store::open`]. A server's database must be there, and may be empty.
    ///
    /// # Errors
    /// [`StoreError::Open`], as [`Store::open`].
    pub async fn open_at(database: &Database) -> Result<Self, StoreError> {
        match database {
            Database::File(path) => Self::open(path).await,
            Database::Server(address) => Ok(Self::behind(Engine::Server(postgres::open(address).await?))),
        }
    }

    /// Opens a database to serve it, as soon as no other bot does.
    ///
    /// # Errors
    /// [`StoreError::Open`]: as [`Store::open_at`], or another bot still serves the database after a quarter of a minute.
    pub async fn serve(database: &Database) -> Result<(Self, Right), StoreError> {
        Self::serve_shards(database, WantedShards::ALL).await
    }

    /// Opens a database to serve the tables of some shards, as soon as no other bot serves any of them. The others may be served
    /// by other bots, which part the database alike. [`Right::shards`] says which they are.
    ///
    /// # Errors
    /// [`StoreError::Open`]: as [`Store::serve`], or the database is a file, which has one bot.
    pub async fn serve_shards(database: &Database, wanted: WantedShards) -> Result<(Self, Right), StoreError> {
        match database {
            Database::File(path) if wanted != WantedShards::ALL => Err(StoreError::Open {
                path: path.clone(),
                reason: "a file has one bot; several bots can share a database of a PostgreSQL server".to_owned(),
            }),
            Database::File(path) => {
                let claim = Claim::of(path).await?;
                claim.must_be_there()?;
                let store = Self::open(path).await?;
                store.begin(&claim).await?;
                Ok((store, Right::File(claim)))
            }
            Database::Server(address) => {
                let server = postgres::open(address).await?;
                let claim = server.claim(wanted).await?;
                let store = Self::behind(Engine::Server(server));
                if claim.shards() != Shards::ALL {
                    // Other bots change people's preferences, too, and each asks the database for them.
                    store.recent.close();
                }
                store
                    .written(Change::Mark {
                        beside: None,
                        mark: claim.mark(),
                    })
                    .await?;
                Ok((store, Right::Server(claim)))
            }
        }
    }

    pub(super) fn behind(engine: impl Into<Door>) -> Self {
        Self {
            door: engine.into(),
            recent: Arc::default(),
            parted: Arc::default(),
        }
    }

    /// The sessions that the next bot over the same database goes on with; `None` for a file, where that bot hears of them from this
    /// one.
    pub fn sessions(&self) -> Option<KeptSessions> {
        self.door.sessions()
    }
}

/// Runs the question of that name. In tests, a simulated disk may answer the same question.
#[cfg(not(test))]
macro_rules! ask {
    ($store:ident, $room:ident::$question:ident($($with:expr),*)) => {
        // Boxed, because whoever asks would have to make room for the question to both engines.
        Ok(Box::pin($room::$question($store.door.readers(), $($with),*)).await?)
    };
}
#[cfg(not(test))]
pub(super) use ask;

#[cfg(test)]
mod tests {
    use crate::store::testing::fresh;

    /// Each future of a person's press holds such a question, and each frame of a stack holds many of these futures.
    #[tokio::test]
    async fn a_question_to_the_store_takes_little_room_of_whoever_asks() {
        let store = &fresh().await.store;
        let load = size_of_val(&store.load(1));
        let due = size_of_val(&store.due(1, 1));
        assert!(load.max(due) <= 256, "{load} and {due} bytes");
    }
}
