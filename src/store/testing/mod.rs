//! What stands behind the store's door in tests, and helpers of the store's own tests.

mod cluster;
#[path = "../../../tests/support/postgres.rs"]
mod server;
pub(crate) mod simulated;

use tempfile::TempDir;

use super::change::{Answer, Change};
use super::engine::Engine;
use super::{Address, Append, Claim, Database, KeptSessions, NewTable, Store, StoreError};
pub use cluster::Cluster;
pub(in crate::store) use server::{PostgresServer, postgres, programs};
use simulated::Disk;

/// What a test has behind the store's door.
#[derive(Clone)]
pub(in crate::store) enum Door {
    /// A real engine.
    Engine(Engine),
    /// A simulated disk.
    Simulated(Disk),
}

impl From<Engine> for Door {
    fn from(engine: Engine) -> Door {
        Door::Engine(engine)
    }
}

impl Door {
    pub(in crate::store) async fn write(&self, change: Change) -> Answer {
        match self {
            Door::Engine(engine) => engine.write(change).await,
            Door::Simulated(disk) => disk.write(change).await,
        }
    }

    pub(in crate::store) async fn gone(&self) -> StoreError {
        match self {
            Door::Engine(engine) => engine.gone().await,
            Door::Simulated(disk) => match disk.shards() {
                Some(shards) => shards.gone().await,
                None => std::future::pending().await,
            },
        }
    }

    pub(in crate::store) fn keeps(&self, guild: Option<u64>) -> bool {
        match self {
            Door::Engine(engine) => engine.keeps(guild),
            Door::Simulated(disk) => disk.shards().is_none_or(|shards| shards.keeps(guild)),
        }
    }

    pub(in crate::store) fn cluster(&self) -> Option<Cluster> {
        match self {
            Door::Engine(engine) => engine.cluster().map(Cluster::Server),
            Door::Simulated(disk) => disk.shards().cloned().map(Cluster::Simulated),
        }
    }

    pub(in crate::store) fn sessions(&self) -> Option<KeptSessions> {
        match self {
            Door::Engine(engine) => engine.sessions(),
            Door::Simulated(_) => None,
        }
    }

    pub(in crate::store) fn claimed(&self, claim: &Claim) {
        if let Door::Engine(engine) = self {
            engine.claimed(claim);
        }
    }

    pub(in crate::store) fn leave(&self) {
        if let Door::Engine(engine) = self {
            engine.leave();
        }
    }

    pub(in crate::store) async fn close(&self) {
        if let Door::Engine(engine) = self {
            engine.close().await;
        }
    }
}

/// Runs the query of that name on the engine, or the query of the same name on the simulated disk.
macro_rules! ask {
    ($store:ident, $room:ident::$question:ident($($with:expr),*)) => {
        match &$store.door {
            Door::Engine(engine) => Ok(Box::pin($room::$question(engine.readers(), $($with),*)).await?),
            Door::Simulated(disk) => disk.$question($($with),*).await,
        }
    };
}
pub(in crate::store) use ask;

/// A store of its own, with a temporary folder.
pub(crate) struct Fresh {
    pub(crate) store: Store,
    pub(in crate::store) database: Database,
    pub(in crate::store) folder: TempDir,
}

impl Fresh {
    async fn at(database: Database, folder: TempDir) -> Fresh {
        let store = Store::open_at(&database).await.expect("a new store");
        Fresh {
            store,
            database,
            folder,
        }
    }
}

/// A store in a new file.
pub(crate) async fn fresh() -> Fresh {
    let folder = tempfile::tempdir().expect("a folder for the test");
    Fresh::at(Database::File(folder.path().join("whistle.db")), folder).await
}

/// The address of a new database of the tests' server, if there is one.
pub(crate) async fn new_address() -> Option<Address> {
    let server = postgres()?;
    let name = server.database("").await;
    Some(Address::read(&server.address(&name)).expect("an address"))
}

/// A store in a new database of the tests' server, if there is one.
pub(crate) async fn fresh_on_server() -> Option<Fresh> {
    let folder = tempfile::tempdir().expect("a folder for the test");
    Some(Fresh::at(Database::Server(new_address().await?), folder).await)
}

/// Makes two tests of each function: one with a new file, and one with a new database of a server.
macro_rules! on_both_engines {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(crate::store::testing::fresh().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                if let Some(fresh) = crate::store::testing::fresh_on_server().await {
                    super::$name(fresh).await;
                }
            })*
        }
    };
}
pub(crate) use on_both_engines;

/// A new table with one entry, at time 1000.
pub(in crate::store) fn create(table: u64, channel: u64) -> Append {
    Append {
        create: Some(NewTable {
            channel,
            guild: Some(7),
            game: "binome".to_owned(),
            secret: [9; 32],
        }),
        entries: vec![r#"{"opened":true}"#.to_owned()],
        ..Append::new(table, 0, 1000)
    }
}

/// One more entry after `after`.
pub(in crate::store) fn entry(table: u64, after: u64) -> Append {
    Append {
        entries: vec![format!(r#"{{"step":{after}}}"#)],
        ..Append::new(table, after, 2000)
    }
}
