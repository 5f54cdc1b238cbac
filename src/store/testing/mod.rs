//! What stands behind the store's door in tests, and helpers of the store's own tests.

pub(crate) mod simulated;

use sqlx::SqlitePool;
use tempfile::TempDir;

use super::change::{Answer, Change};
use super::writer::Writer;
use super::{Append, Claim, File, NewTable, Store, StoreError};
use simulated::Disk;

/// What a test has behind the store's door.
#[derive(Clone)]
pub(in crate::store) enum Door {
    /// The real file.
    File(File),
    /// A simulated disk.
    Simulated(Disk),
}

impl Door {
    pub(in crate::store) fn new(readers: SqlitePool, writer: Writer) -> Door {
        Door::File(File::new(readers, writer))
    }

    pub(in crate::store) async fn write(&self, change: Change) -> Answer {
        match self {
            Door::File(file) => file.write(change).await,
            Door::Simulated(disk) => disk.write(change).await,
        }
    }

    pub(in crate::store) async fn gone(&self) -> StoreError {
        match self {
            Door::File(file) => file.gone().await,
            Door::Simulated(_) => std::future::pending().await,
        }
    }

    pub(in crate::store) fn claimed(&self, claim: &Claim) {
        if let Door::File(file) = self {
            file.claimed(claim);
        }
    }

    pub(in crate::store) fn leave(&self) {
        if let Door::File(file) = self {
            file.leave();
        }
    }

    pub(in crate::store) async fn close(&self) {
        if let Door::File(file) = self {
            file.close().await;
        }
    }
}

/// Runs the query of that name on the file, or the query of the same name on the simulated disk.
macro_rules! ask {
    ($store:ident, $room:ident::$question:ident($($with:expr),*)) => {
        match &$store.door {
            Door::File(file) => Ok($room::$question(&file.readers, $($with),*).await?),
            Door::Simulated(disk) => disk.$question($($with),*).await,
        }
    };
}
pub(in crate::store) use ask;

/// A store in a temporary folder of its own.
pub(in crate::store) struct Fresh {
    pub(in crate::store) store: Store,
    pub(in crate::store) folder: TempDir,
}

pub(in crate::store) async fn fresh() -> Fresh {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let store = Store::open(&folder.path().join("whistle.db"))
        .await
        .expect("a new store");
    Fresh { store, folder }
}

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
