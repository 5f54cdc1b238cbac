//! The claim: one bot serves a file at a time. Each bot remembers what its messages show, so two of them would send the
//! same messages twice. A process that only reads the file or makes a backup needs no claim.
//!
//! A lock on a file that was deleted keeps nobody out. So whoever has the claim watches that file as well as the database
//! ([`held`](super::held)). The lock alone proves little: what keeps a bot from writing into a file that another one has is the
//! [`lease`](super::lease).

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::held::{Held, born};
use super::{StoreError, private_file};

/// How many tries there are, and how long in between: a bot that was told to stop takes some seconds.
const TRIES: u32 = 75;
const PAUSE: Duration = Duration::from_millis(200);
/// How many digits each number beside a database has.
const DIGITS: usize = 16;

/// The right to serve a database, until it is dropped or the process ends.
#[derive(Debug)]
pub struct Claim {
    /// The locked file; `None` where the file system has no such locks.
    file: Option<File>,
    database: PathBuf,
}

/// What stands beside a database about the file that was served there last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Last {
    /// Its mark.
    pub(super) mark: Option<i64>,
    /// When it was made.
    born: Option<u64>,
}

impl Claim {
    /// Claims a database, as soon as no other bot serves it.
    ///
    /// # Errors
    /// When another bot still serves the database after a quarter of a minute.
    pub async fn of(database: &Path) -> Result<Claim, StoreError> {
        Claim::within(database, TRIES).await
    }

    /// The file that a bot keeps open while it serves a database, or waits until it may. The file is the same by whatever path
    /// the database is reached. The database itself has SQLite's locks, which on some systems are of the same kind.
    pub fn file(database: &Path) -> PathBuf {
        let database = database.canonicalize().unwrap_or_else(|_| database.to_owned());
        private_file::beside(&database, "-lock")
    }

    async fn within(database: &Path, tries: u32) -> Result<Claim, StoreError> {
        let mut options = private_file::options();
        let file = match options
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(Claim::file(database))
        {
            Ok(file) => file,
            Err(error) if database.exists() => return Ok(unguarded(database, &error)),
            // Opening the database says why no file can be made.
            Err(_) => return Ok(Claim::new(None, database)),
        };
        for attempt in 0..tries {
            match file.try_lock() {
                Ok(()) => return Ok(Claim::new(Some(file), database)),
                Err(TryLockError::WouldBlock) if attempt == 0 => {
                    tracing::info!("another bot serves this database; waiting until it has stopped");
                }
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Ok(unguarded(database, &error)),
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(Claim::new(None, database).refuse("another bot serves it"))
    }
}

impl Claim {
    fn new(file: Option<File>, database: &Path) -> Claim {
        let database = database.to_owned();
        Claim { file, database }
    }

    /// The error of a database that cannot be served.
    pub(super) fn refuse(&self, reason: &str) -> StoreError {
        StoreError::Open {
            path: self.database.clone(),
            reason: reason.to_owned(),
        }
    }

    /// The locked file.
    pub(super) fn held(&self) -> Option<Held> {
        let file = self.file.as_ref()?;
        Some(Held::opened(&Claim::file(&self.database), file))
    }

    /// What stands beside the database ([`restored`](super::restored)). An earlier version wrote the mark alone.
    ///
    /// # Errors
    /// When nothing can stand there.
    pub(super) fn last(&self) -> io::Result<Last> {
        let mut file = self.file.as_ref().ok_or(ErrorKind::Unsupported)?;
        file.seek(SeekFrom::Start(0))?;
        let mut text = String::new();
        file.take(2 * DIGITS as u64).read_to_string(&mut text)?;
        let number = |digits: Option<&str>| u64::from_str_radix(digits?, 16).ok();
        Ok(Last {
            mark: number(text.get(..DIGITS)).map(u64::cast_signed),
            born: number(text.get(DIGITS..)).filter(|born| *born > 0),
        })
    }

    /// Refuses to go on where the database is missing that a bot has served here: a new one would take its place, also in
    /// whatever copies it.
    ///
    /// # Errors
    /// When the database is missing or empty.
    pub fn must_be_there(&self) -> Result<(), StoreError> {
        let there = std::fs::metadata(&self.database).is_ok_and(|found| found.len() > 0);
        let served = self.last().is_ok_and(|last| last.mark.is_some());
        if there || !served {
            return Ok(());
        }
        let lock = Claim::file(&self.database);
        let reason = format!(
            "the database that a bot served here is missing: bring it back, or delete {} to begin anew",
            lock.display()
        );
        let path = self.database.clone();
        Err(StoreError::Open { path, reason })
    }

    /// Whether another file stands there than the one that was served last.
    pub(super) fn is_another(&self, last: Last) -> bool {
        let born = born(&self.database);
        last.born.is_some() && born.is_some() && last.born != born
    }

    /// Writes a mark beside the database durably, and which file it is. The numbers have always the same length and are
    /// written in place. So after any interruption either the old or the new ones stand there.
    ///
    /// # Errors
    /// When the mark cannot be written.
    pub(super) fn set_mark(&self, mark: i64) -> io::Result<()> {
        let mut file = self.file.as_ref().ok_or(ErrorKind::Unsupported)?;
        file.seek(SeekFrom::Start(0))?;
        let born = born(&self.database).unwrap_or(0);
        file.write_all(format!("{:016x}{born:016x}", mark.cast_unsigned()).as_bytes())?;
        file.sync_data()
    }
}

/// A claim without a lock: some file systems know no locks, and in some folders no file can be made.
fn unguarded(database: &Path, error: &io::Error) -> Claim {
    tracing::warn!(%error, "nothing keeps a second bot from serving this database");
    Claim::new(None, database)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_second_bot_waits_for_the_first_and_then_gives_up() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("whistle.db");
        let first = Claim::of(&database).await.unwrap();
        let error = Claim::of(&database).await.unwrap_err().to_string();
        assert!(error.ends_with("cannot be opened: another bot serves it."), "{error}");

        let second = tokio::spawn(async move { Claim::of(&database).await });
        tokio::time::sleep(PAUSE * 3).await;
        assert!(!second.is_finished());
        drop(first);
        assert!(second.await.unwrap().is_ok());
    }

    #[tokio::test]
    async fn a_database_that_was_served_and_is_missing_is_not_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("whistle.db");
        let claim = Claim::of(&database).await.unwrap();
        claim.must_be_there().expect("nobody has served it");
        std::fs::write(&database, "something").unwrap();
        claim.set_mark(7).unwrap();
        claim.must_be_there().expect("it is there");
        std::fs::write(&database, "").unwrap();
        assert!(claim.must_be_there().is_err(), "it is empty");
        std::fs::remove_file(&database).unwrap();
        let error = claim.must_be_there().unwrap_err().to_string();
        assert!(
            error.contains("is missing") && error.contains("whistle.db-lock"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn a_folder_that_is_not_there_is_for_the_database_to_tell() {
        assert!(
            Claim::of(Path::new("/nowhere/whistle.db"))
                .await
                .unwrap()
                .file
                .is_none()
        );
    }
}
