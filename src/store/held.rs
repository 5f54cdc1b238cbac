//! Which files a bot has open, and whether they still stand where it opened them.
//!
//! A file that was deleted stays whole for whoever has it open. So a bot would go on writing into a database that nobody
//! finds again, beside a second bot that serves the file which was put in its place. The writer looks before and after each
//! commit whether its files still stand there, and acknowledges nothing otherwise.

use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tokio_util::sync::CancellationToken;

use super::error::StoreError;

/// A file, as it was when it was opened.
#[derive(Clone, Debug)]
pub(super) struct Held {
    path: PathBuf,
    /// `None` where a file has no such number.
    number: Option<(u64, u64)>,
}

impl Held {
    /// The file that stands at a path.
    pub(super) fn at(path: &Path) -> Held {
        let number = std::fs::metadata(path).ok().and_then(|found| number(&found));
        let path = path.to_owned();
        Held { path, number }
    }

    /// A file that was opened by this path.
    pub(super) fn opened(path: &Path, file: &File) -> Held {
        let number = file.metadata().ok().and_then(|found| number(&found));
        let path = path.to_owned();
        Held { path, number }
    }

    /// Whether the file still stands there. A path that cannot be looked at proves nothing.
    pub(super) fn stands(&self) -> bool {
        match std::fs::metadata(&self.path) {
            Ok(found) => self.number.is_none_or(|held| number(&found) == Some(held)),
            Err(error) => error.kind() != ErrorKind::NotFound,
        }
    }
}

/// The number of a file on this computer, which no other file has for as long as somebody has this one open.
#[cfg(unix)]
fn number(found: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// What tells a file from another one that is put in its place later: the moment at which it was made, in nanoseconds, or
/// its number where the file system knows no such moment. A copy has a moment of its own, even if it holds the same.
pub(super) fn born(path: &Path) -> Option<u64> {
    let found = std::fs::metadata(path).ok()?;
    let made = found.created().ok();
    let made = made.and_then(|made| made.duration_since(std::time::UNIX_EPOCH).ok());
    match made.and_then(|made| u64::try_from(made.as_nanos()).ok()) {
        Some(made) => Some(made),
        None => number(&found).map(|(_, inode)| inode),
    }
}

/// The database that a store has open, and the file of the claim to serve it.
#[derive(Debug)]
pub(super) struct Watch {
    database: Held,
    claim: OnceLock<Held>,
    gone: CancellationToken,
}

impl Watch {
    pub(super) fn over(database: Held) -> Watch {
        let (claim, gone) = (OnceLock::new(), CancellationToken::new());
        Watch { database, claim, gone }
    }

    /// Also watches the file of the claim: without it a second bot may claim the database.
    pub(super) fn claimed(&self, claim: Option<Held>) {
        if let Some(claim) = claim {
            let _ = self.claim.set(claim);
        }
    }

    /// Whether all stand where they stood. Once one does not, it counts as gone for good.
    ///
    /// It asks the system for two entries of a folder, which takes some microseconds, so it is done in place.
    pub(super) fn stands(&self) -> bool {
        let all = || self.database.stands() && self.claim.get().is_none_or(Held::stands);
        let stands = !self.gone.is_cancelled() && all();
        if !stands {
            self.gone.cancel();
        }
        stands
    }

    /// What is to be said when something is gone.
    pub(super) fn error(&self) -> StoreError {
        let path = self.database.path.clone();
        StoreError::Gone { path }
    }

    /// Resolves when something was found gone.
    pub(super) async fn gone(&self) -> StoreError {
        self.gone.cancelled().await;
        self.error()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use tempfile::TempDir;

    use crate::store::testing::{create, entry};
    use crate::store::{Claim, Store, StoreError};

    /// A bot that has opened the database of a folder, with one table.
    async fn serving() -> (TempDir, PathBuf, Claim, Store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whistle.db");
        let claim = Claim::of(&path).await.unwrap();
        let store = Store::open(&path).await.unwrap();
        store.begin(&claim).await.unwrap();
        store.append(create(1, 1)).await.unwrap();
        (folder, path, claim, store)
    }

    fn beside(path: &std::path::Path, end: &str) -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        name.into()
    }

    #[tokio::test]
    async fn what_is_written_into_a_file_that_was_replaced_is_not_acknowledged_and_the_new_one_is_left_alone() {
        let (_folder, path, claim, first) = serving().await;
        let copy = beside(&path, "-copy");
        crate::store::backup(&path, &copy).await.unwrap();
        for end in ["", "-wal", "-shm", "-lock"] {
            fs::remove_file(beside(&path, end)).unwrap();
        }
        fs::rename(&copy, &path).unwrap();
        // A second bot, which the first one's lock no longer keeps out.
        let other = Claim::of(&path).await.unwrap();
        let second = Store::open(&path).await.unwrap();
        assert!(second.begin(&other).await.unwrap(), "it is restored");
        second.append(entry(1, 1)).await.unwrap();

        for _ in 0..2 {
            let refused = first.append(entry(1, 1)).await.unwrap_err();
            assert!(matches!(refused, StoreError::Gone { .. }), "{refused}");
        }
        let said = first.gone().await.to_string();
        assert!(
            said.contains("whistle.db is no longer the file that was opened here"),
            "{said}"
        );
        first.close().await;
        drop((first, claim));
        second.append(entry(1, 2)).await.unwrap();
        assert!(
            beside(&path, "-wal").exists(),
            "the first bot deletes nothing of the second"
        );
        second.close().await;
        let third = Store::open(&path).await.unwrap();
        assert_eq!(third.load(1).await.unwrap().unwrap().entries.len(), 3);
    }

    #[tokio::test]
    async fn a_bot_whose_lock_was_deleted_writes_nothing_more() {
        let (_folder, path, _claim, store) = serving().await;
        store.append(entry(1, 1)).await.unwrap();
        fs::remove_file(beside(&path, "-lock")).unwrap();
        let refused = store.alive(1).await.unwrap_err();
        assert!(matches!(refused, StoreError::Gone { .. }), "{refused}");
        store.close().await;
        let again = Store::open(&path).await.unwrap();
        assert_eq!(again.load(1).await.unwrap().unwrap().entries.len(), 2);
    }

    #[tokio::test]
    async fn a_store_without_a_claim_minds_nobody_elses_lock() {
        let (_folder, path, claim, store) = serving().await;
        store.close().await;
        drop(claim);
        let reading = Store::open(&path).await.unwrap();
        fs::remove_file(beside(&path, "-lock")).unwrap();
        reading.append(entry(1, 1)).await.unwrap();
        fs::remove_file(&path).unwrap();
        assert!(matches!(reading.alive(1).await, Err(StoreError::Gone { .. })));
    }
}
