//! Detecting a restored file: one that was not the last served here, because a backup took its place or it came from
//! elsewhere.
//!
//! Every draw of a table follows from its secret. So a table that goes on from a copy would repeat draws that people have
//! seen since. Its chance must be sealed anew; the column `restored` of its row says so until that is done.
//!
//! There are two ways of detection, and both are needed. A copy by `whistle backup` says of each live table that it was
//! restored: only a bot that goes on from a copy reads it. Any other copy says nothing. So each start of a bot writes a new
//! *mark*, a random number, into the file and into the [`Claim`]'s file beside it. A file that comes back after another
//! start has an older mark than the one beside it. A moved file finds no mark and counts as restored, which does no harm.
//!
//! A copy that comes back before the bot has been started again has the newest mark: so does every file that Litestream
//! brings back. But it is another file than the one before. So beside the database also stands when its file was made. A
//! whole folder that was copied to another disk counts as restored, too. Only a copy that is written *over* the file, by the
//! mark of the same run, is not detected.
//!
//! The file commits the new mark, together with the one that stood beside it until then, before the new mark is written
//! beside it. If a start is killed in between, the next one finds the old mark and knows it. Once the new mark stands
//! beside the file, only that one is accepted.

use std::hash::{BuildHasher, RandomState};

use sqlx::{Row, SqliteConnection};

use super::Store;
use super::change::Change;
use super::claim::Claim;
use super::error::StoreError;
use super::sql::Sql;
use super::wiping::Moment;
use super::{lease, seals};

/// Forgets what all messages show that may still change. The bound is [`Shown::SETTLED`](super::Shown::SETTLED).
const DOUBT: &str = "UPDATE shown SET version = 0, digest = '' WHERE version < 9223372036854775807";
const RESTORED: &str = "UPDATE tables SET restored = 1 WHERE over = 0";
const KNOWN: &str = "SELECT count(*) FROM pragma_table_info('tables') WHERE name = 'restored'";
const MARKS: &str = "SELECT mark, before FROM marks";
const MARK: &str = "INSERT INTO marks (only, mark, before) VALUES (1, ?1, ?2)
    ON CONFLICT (only) DO UPDATE SET mark = excluded.mark, before = excluded.before";

/// Marks a file as restored: messages show more than it knows, and its tables have drawn more. Returns how many tables are
/// affected.
pub(super) async fn doubt(connection: &mut SqliteConnection) -> Sql<u64> {
    sqlx::query(DOUBT).execute(&mut *connection).await?;
    seals::forget(connection).await?;
    // A copy has the schema of its file, which may be an earlier one; the lack of marks shows that.
    let known: i64 = sqlx::query_scalar(KNOWN).fetch_one(&mut *connection).await?;
    if known == 0 {
        return Ok(0);
    }
    Ok(sqlx::query(RESTORED).execute(connection).await?.rows_affected())
}

/// Sets the mark of the file; `beside` is the mark that stands beside it. Gives 1 if another file was served here last,
/// else 0.
pub(super) async fn mark(connection: &mut SqliteConnection, beside: Option<i64>, mark: i64) -> Sql<i64> {
    let known = sqlx::query(MARKS).fetch_optional(&mut *connection).await?;
    let same = match known {
        Some(row) => beside == Some(row.try_get("mark")?) || beside == row.try_get("before")?,
        // The file is new, or from before there were marks.
        None => beside.is_none(),
    };
    if !same {
        let tables = doubt(&mut *connection).await?;
        tracing::warn!(
            tables,
            "this database was put back or moved here: what happened since it was copied is lost, and its tables seal their chance anew"
        );
    }
    sqlx::query(MARK).bind(mark).bind(beside).execute(connection).await?;
    Ok(i64::from(!same))
}

impl Store {
    /// Detects whether the file is another one than was served here last, and returns `true` if it was restored. To be
    /// called before the file is served. Where nothing can be written beside the file, nothing is detected.
    ///
    /// From here on the file is this store's (`lease.rs`): whoever had it before writes nothing more.
    ///
    /// # Errors
    /// [`StoreError::Open`] if all data was moved to another database. Also when the store fails; the call can be repeated then.
    pub async fn begin(&self, claim: &Claim) -> Result<bool, StoreError> {
        self.begin_at(Moment::Start, claim).await
    }

    /// [`Store::begin`] of a bot that takes over from another one, so that people wait for it.
    ///
    /// # Errors
    /// As [`Store::begin`].
    pub async fn take_over(&self, claim: &Claim) -> Result<bool, StoreError> {
        self.begin_at(Moment::Play, claim).await
    }

    async fn begin_at(&self, moment: Moment, claim: &Claim) -> Result<bool, StoreError> {
        self.door.claimed(claim);
        if self.written(Change::Lease(moment)).await? == lease::MOVED {
            return Err(claim.refuse(StoreError::MOVED));
        }
        let Ok(last) = claim.last() else { return Ok(false) };
        // The mark is no secret: it only has to differ every time.
        let random = || RandomState::new().hash_one(last.mark).cast_signed();
        let mark = random();
        // A mark that stands there for another file is none that this file can have.
        let beside = match claim.is_another(last) {
            true => Some(random()),
            false => last.mark,
        };
        let restored = self.written(Change::Mark { beside, mark }).await? == 1;
        match claim.set_mark(mark) {
            Ok(()) => {
                self.write(Change::Mark {
                    beside: Some(mark),
                    mark,
                })
                .await?
            }
            // The mark that stood there before still serves.
            Err(error) => tracing::warn!(%error, "nothing can be written beside the database"),
        }
        Ok(restored)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::store::testing::{create, entry, fresh};
    use crate::store::{Append, backup};

    /// A start of a bot: whether it takes the file for a restored one, and its store.
    async fn start(path: &Path) -> (bool, Store) {
        let claim = Claim::of(path).await.unwrap();
        let store = Store::open(path).await.unwrap();
        (store.begin(&claim).await.unwrap(), store)
    }

    /// A start and a stop: whether it takes the file for a restored one.
    async fn run(path: &Path) -> bool {
        let (restored, store) = start(path).await;
        store.close().await;
        restored
    }

    async fn is_restored(store: &Store, table: u64) -> bool {
        store.load(table).await.unwrap().unwrap().restored
    }

    #[tokio::test]
    async fn a_copy_that_comes_back_is_noticed_and_starts_and_stops_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let (path, copy) = (folder.path().join("whistle.db"), folder.path().join("copy.db"));
        let (restored, store) = start(&path).await;
        assert!(!restored, "a new file");
        store.append(create(1, 1)).await.unwrap();
        store.append(create(2, 2)).await.unwrap();
        let over = Append {
            over: true,
            ..entry(2, 1)
        };
        store.append(over).await.unwrap();
        store.close().await;
        assert!(!run(&path).await && !run(&path).await, "the same file again");
        std::fs::copy(&path, &copy).unwrap();
        assert!(!run(&path).await, "nor does making a copy");
        std::fs::copy(&copy, &path).unwrap();
        let (restored, store) = start(&path).await;
        assert!(restored);
        assert!(is_restored(&store, 1).await);
        assert!(!is_restored(&store, 2).await, "of what is over nothing is drawn");
        let sealed = Append {
            sealed: true,
            ..entry(1, 1)
        };
        store.append(sealed).await.unwrap();
        store.append(create(3, 3)).await.unwrap();
        assert!(!is_restored(&store, 1).await && !is_restored(&store, 3).await);
        store.close().await;
        assert!(!run(&path).await, "it is noticed once");
    }

    #[tokio::test]
    async fn a_start_that_is_killed_at_any_moment_raises_no_alarm() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whistle.db");
        for before in ["a new file", "a file that was served"] {
            let claim = Claim::of(&path).await.unwrap();
            let store = Store::open(&path).await.unwrap();
            // Killed before the mark is beside the file, several times over.
            for _ in 0..3 {
                let (beside, mark) = (claim.last().unwrap().mark, 77);
                let change = Change::Mark { beside, mark };
                assert_eq!(store.written(change).await.unwrap(), 0, "{before}");
            }
            // Killed right after that.
            let (beside, mark) = (claim.last().unwrap().mark, 78);
            store.write(Change::Mark { beside, mark }).await.unwrap();
            claim.set_mark(mark).unwrap();
            store.close().await;
            drop(claim);
            assert!(!run(&path).await, "{before}");
        }
    }

    #[tokio::test]
    async fn a_copy_of_the_last_run_is_noticed_though_its_mark_is_the_newest() {
        let folder = tempfile::tempdir().unwrap();
        let (path, copy) = (folder.path().join("whistle.db"), folder.path().join("copy.db"));
        let (restored, store) = start(&path).await;
        assert!(!restored, "a new file");
        store.append(create(1, 1)).await.unwrap();
        store.close().await;
        std::fs::copy(&path, &copy).unwrap();
        assert!(!run(&path).await, "the same file again");
        for lock in ["stays", "is lost as well"] {
            let (restored, store) = start(&path).await;
            assert!(!restored, "the same file again");
            store.close().await;
            std::fs::copy(&path, &copy).unwrap();
            std::fs::remove_file(&path).unwrap();
            std::fs::rename(&copy, &path).unwrap();
            if lock != "stays" {
                std::fs::remove_file(folder.path().join("whistle.db-lock")).unwrap();
            }
            let (restored, store) = start(&path).await;
            assert!(restored && is_restored(&store, 1).await, "the lock {lock}");
            store.close().await;
        }
        assert!(!run(&path).await, "it is noticed once");
    }

    #[tokio::test]
    async fn what_an_earlier_version_wrote_beside_a_file_raises_no_alarm() {
        let folder = tempfile::tempdir().unwrap();
        let (path, lock) = (folder.path().join("whistle.db"), folder.path().join("whistle.db-lock"));
        assert!(!run(&path).await);
        let beside = std::fs::read_to_string(&lock).unwrap();
        std::fs::write(&lock, &beside[..16]).unwrap();
        assert!(!run(&path).await, "a mark alone");
        assert_eq!(std::fs::read_to_string(&lock).unwrap().len(), 32);
    }

    #[tokio::test]
    async fn a_file_that_was_moved_counts_as_restored() {
        let folder = tempfile::tempdir().unwrap();
        let (path, moved) = (folder.path().join("whistle.db"), folder.path().join("moved.db"));
        assert!(!run(&path).await);
        std::fs::rename(&path, &moved).unwrap();
        assert!(run(&moved).await);
        assert!(!run(&moved).await);
    }

    #[tokio::test]
    async fn a_file_from_before_there_were_marks_is_taken_as_it_is_once() {
        let fresh = fresh().await;
        let path = fresh.folder.path().join("whistle.db");
        let old = fresh.folder.path().join("old.db");
        fresh.store.append(create(1, 1)).await.unwrap();
        fresh.store.close().await;
        std::fs::copy(&path, &old).unwrap();
        assert!(!run(&path).await);
        std::fs::copy(&old, &path).unwrap();
        assert!(run(&path).await, "that of a backup from before is noticed");
    }

    #[tokio::test]
    async fn a_backup_says_of_its_live_tables_that_they_are_restored() {
        let fresh = fresh().await;
        let (path, copy) = (
            fresh.folder.path().join("whistle.db"),
            fresh.folder.path().join("copy.db"),
        );
        fresh.store.append(create(1, 1)).await.unwrap();
        backup(&path, &copy).await.unwrap();
        assert!(!is_restored(&fresh.store, 1).await, "the file itself goes on as it is");
        let copied = Store::open(&copy).await.unwrap();
        assert!(is_restored(&copied, 1).await);
    }
}
