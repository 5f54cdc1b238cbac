//! A copy of the file while it is in use.
//!
//! SQLite makes the copy (`VACUUM INTO`) in one read transaction over the whole file. So the copy is of one moment, and no
//! writer waits for it. It holds everything that was acknowledged before it was asked for. The copy is a database like any
//! other: to restore it, put it in the place of the old file, and remove the old one's `-wal` and `-shm`.
//!
//! What happens after that moment is in no copy, but the messages show it: a bot that goes on from the copy finds them
//! ahead of its log. So the copy forgets the content of all messages that may still change, and the bot writes each of them
//! anew. The copy says of each table in play that it was [restored].

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::error::StoreError;
use super::{open, private_file, restored};

/// How long the copy waits while somebody keeps the whole file locked, as happens at its very beginning and end.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Nobody knows whether Litestream will copy the copy: if so, it makes its tables again.
const WITHOUT_LITESTREAM: &str = "DROP TABLE IF EXISTS _litestream_seq; DROP TABLE IF EXISTS _litestream_lock";

/// Copies the database at `from` to the new file `into`, whether or not a bot is using it. Returns the copy's length in
/// bytes.
///
/// # Errors
/// [`StoreError::Open`], with one sentence for people, about either file: `from` is none of Whistle's, or `into` exists or
/// cannot be written. Nothing is left at `into` then.
pub async fn backup(from: &Path, into: &Path) -> Result<u64, StoreError> {
    let refuse = |path: &Path, reason: String| StoreError::Open {
        path: path.to_owned(),
        reason,
    };
    if tokio::fs::symlink_metadata(into).await.is_ok() {
        return Err(refuse(into, "there is something of that name already".to_owned()));
    }
    let mut connection = opened(from).await.map_err(|reason| refuse(from, reason))?;
    let part = beside(into);
    // An earlier attempt may have left a file, into which SQLite would not write.
    let _ = tokio::fs::remove_file(&part).await;
    // SQLite writes into an empty file, and leaves its mode as it is. If the file cannot be made, SQLite explains it
    // better.
    let _ = private_file::options().create_new(true).write(true).open(&part);
    let copied = copy(&mut connection, &part).await;
    let _ = connection.close().await;
    let placed = match copied {
        Ok(()) => place(&part, into).await.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    if placed.is_err() {
        let _ = tokio::fs::remove_file(&part).await;
    }
    placed.map_err(|reason| refuse(into, reason))
}

/// Whistle's database at a path.
async fn opened(from: &Path) -> Result<SqliteConnection, String> {
    if !tokio::fs::metadata(from).await.is_ok_and(|found| found.is_file()) {
        return Err("there is no such file".to_owned());
    }
    let options = SqliteConnectOptions::new()
        .filename(from)
        .create_if_missing(false)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging();
    let mut connection = options.connect().await.map_err(|error| error.to_string())?;
    match open::is_ours(&mut connection).await {
        Ok(true) => Ok(connection),
        Ok(false) => Err("it is another program's database, or empty".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The path of the copy until it is whole.
fn beside(into: &Path) -> PathBuf {
    let mut name = into.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    into.with_file_name(name)
}

async fn copy(connection: &mut SqliteConnection, part: &Path) -> Result<(), sqlx::Error> {
    let path = part
        .to_str()
        .ok_or_else(|| sqlx::Error::Configuration("the name of the file is not readable text".into()))?;
    sqlx::query("VACUUM INTO ?1").bind(path).execute(connection).await?;
    let mut copied = SqliteConnectOptions::new()
        .filename(part)
        .create_if_missing(false)
        .disable_statement_logging()
        .connect()
        .await?;
    let done = async {
        sqlx::raw_sql(WITHOUT_LITESTREAM).execute(&mut copied).await?;
        restored::doubt(&mut copied).await
    };
    let done = done.await;
    copied.close().await?;
    done.map(drop)
}

/// Puts the whole copy in its place, and returns its length. SQLite does not wait for the disk; this function does.
async fn place(part: &Path, into: &Path) -> std::io::Result<u64> {
    let file = tokio::fs::OpenOptions::new().write(true).open(part).await?;
    file.sync_all().await?;
    let bytes = file.metadata().await?.len();
    // A hard link, because renaming would overwrite a file that came there meanwhile.
    tokio::fs::hard_link(part, into).await?;
    tokio::fs::remove_file(part).await?;
    #[cfg(unix)]
    if let Some(folder) = into.parent() {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        tokio::fs::File::open(folder).await?.sync_all().await?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::{create, entry, fresh};
    use crate::store::{Shown, Store};

    /// The reason why no copy is made.
    async fn reason(from: &Path, into: &Path) -> String {
        match backup(from, into).await {
            Err(error @ StoreError::Open { .. }) => error.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_copy_is_of_one_moment_and_holds_what_was_acknowledged_before() {
        let fresh = fresh().await;
        let path = fresh.folder.path().join("whistle.db");
        for table in 1..=2 {
            fresh.store.append(create(table, table)).await.unwrap();
        }
        let store = fresh.store.clone();
        let acknowledged = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(1));
        let known = std::sync::Arc::clone(&acknowledged);
        // The second table always follows the first.
        let writes = tokio::spawn(async move {
            for after in 1..600 {
                for table in 1..=2 {
                    store.append(entry(table, after)).await.unwrap();
                }
                known.store(after + 1, std::sync::atomic::Ordering::SeqCst);
            }
        });
        for copy in 0..4 {
            let before = acknowledged.load(std::sync::atomic::Ordering::SeqCst);
            let into = fresh.folder.path().join(format!("copy-{copy}.db"));
            let bytes = backup(&path, &into).await.unwrap();
            assert_eq!(bytes, std::fs::metadata(&into).unwrap().len());
            let copied = Store::open(&into).await.unwrap();
            let mut lengths = Vec::new();
            for table in 1..=2 {
                let stored = copied.load(table).await.unwrap().unwrap();
                assert!(
                    stored
                        .entries
                        .iter()
                        .map(|entry| entry.seq)
                        .eq(1..=stored.entries.len() as u64)
                );
                lengths.push(stored.entries.len() as u64);
            }
            assert!(lengths[0] - lengths[1] <= 1, "of one moment: {lengths:?}");
            assert!(lengths[1] >= before, "{lengths:?}, and {before} were acknowledged");
            // It is a database to go on with.
            copied.append(entry(1, lengths[0])).await.unwrap();
            copied.close().await;
        }
        writes.await.unwrap();
        assert_eq!(fresh.store.load(1).await.unwrap().unwrap().entries.len(), 600);
        let names: Vec<_> = std::fs::read_dir(fresh.folder.path()).unwrap().flatten().collect();
        assert!(
            names
                .iter()
                .all(|entry| !entry.file_name().to_string_lossy().ends_with(".part"))
        );
    }

    #[tokio::test]
    async fn a_copy_knows_of_no_message_that_may_change_what_stands_there() {
        let fresh = fresh().await;
        fresh.store.append(create(1, 1)).await.unwrap();
        let message = |slot: &str, version| Shown {
            table: 1,
            slot: slot.to_owned(),
            channel: 5,
            message: 6,
            version,
            digest: "d".to_owned(),
            note: "n".to_owned(),
        };
        let settled = message("panel", Shown::SETTLED);
        for shown in [&message("table", 1), &settled] {
            fresh.store.set_shown(shown).await.unwrap();
        }
        let into = fresh.folder.path().join("copy.db");
        backup(&fresh.folder.path().join("whistle.db"), &into).await.unwrap();
        let copied = Store::open(&into).await.unwrap();
        let doubted = Shown {
            digest: String::new(),
            ..message("table", 0)
        };
        assert_eq!(copied.shown(1).await.unwrap(), [settled.clone(), doubted]);
        assert_eq!(copied.unsettled().await.unwrap(), [1]);
        assert_eq!(fresh.store.shown(1).await.unwrap(), [settled, message("table", 1)]);
    }

    #[tokio::test]
    async fn nothing_is_overwritten_and_nothing_foreign_is_copied() {
        let fresh = fresh().await;
        let (path, folder) = (fresh.folder.path().join("whistle.db"), fresh.folder.path());
        std::fs::write(folder.join("there"), "a letter").unwrap();
        assert!(reason(&path, &folder.join("there")).await.contains("already"));
        assert_eq!(std::fs::read_to_string(folder.join("there")).unwrap(), "a letter");
        assert!(
            reason(&folder.join("none.db"), &folder.join("new"))
                .await
                .contains("no such file")
        );
        assert!(!folder.join("none.db").exists());
        assert!(
            reason(&folder.join("there"), &folder.join("new"))
                .await
                .contains("not a database")
        );
        assert!(reason(&path, &folder.join("nowhere/new")).await.contains("nowhere"));
        assert!(!folder.join("new").exists() && !folder.join("new.part").exists());
    }
}
