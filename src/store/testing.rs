//! Helpers of the store's own tests.

use tempfile::TempDir;

use super::{Append, NewTable, Store};

/// A store in a temporary folder of its own.
pub(super) struct Fresh {
    pub(super) store: Store,
    pub(super) folder: TempDir,
}

pub(super) async fn fresh() -> Fresh {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let store = Store::open(&folder.path().join("whistle.db"))
        .await
        .expect("a new store");
    Fresh { store, folder }
}

/// A new table with one entry, at time 1000.
pub(super) fn create(table: u64, channel: u64) -> Append {
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
pub(super) fn entry(table: u64, after: u64) -> Append {
    Append {
        entries: vec![format!(r#"{{"step":{after}}}"#)],
        ..Append::new(table, after, 2000)
    }
}
