//! A look at a database that changes nothing, whether or not a bot serves it.
//!
//! SQLite makes files beside a database in WAL mode even for a reader. So where no write-ahead log holds anything, the file is
//! opened as one that cannot change, and SQLite makes none. A log that holds something has its files beside it already.

use std::path::{Path, PathBuf};

use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::error::{CORRUPT, NOTADB, code};
use super::lease::{self, MOVED_AWAY};
use super::open::{BUSY_TIMEOUT, CHECKED_WHOLE, MIGRATIONS, Unfit, check, look_at};
use super::private_file::beside;

/// A database that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The schema of the file; `None` where the file is not there yet, or is empty.
    pub schema: Option<i64>,
    /// The newest schema that this program knows.
    pub newest: i64,
    /// Whether all its data was moved to another database, so that no bot serves this one.
    pub moved: bool,
}

/// Why a database cannot be used, each with the end of the sentence "it cannot be opened: …".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The path leads to no file, and to no place for one.
    Place(String),
    /// The file is no database of Whistle's.
    Foreign(String),
    /// A newer version wrote the file.
    Newer(String),
    /// The file is damaged.
    Damaged(String),
    /// Anything else.
    Other(String),
}

impl From<Unfit> for Flaw {
    fn from(unfit: Unfit) -> Self {
        let reason = unfit.reason();
        match unfit {
            Unfit::Sql(error) if code(&error) == Some(NOTADB) => Self::Foreign(reason),
            Unfit::Sql(error) if code(&error) == Some(CORRUPT) => Self::Damaged(reason),
            Unfit::Sql(_) => Self::Other(reason),
            Unfit::Migration(_) => Self::Newer(reason),
            Unfit::Foreign => Self::Foreign(reason),
            Unfit::Damaged(_) => Self::Damaged(reason),
        }
    }
}

/// Looks at a file as a start does, and changes nothing.
pub(super) async fn examine(database: &Path) -> Result<Examined, Flaw> {
    look_at(database).await.map_err(Flaw::Place)?;
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0);
    let (schema, moved) = match tokio::fs::metadata(database).await {
        Ok(found) if found.len() > 0 => schema(database, newest).await?,
        _ => (None, false),
    };
    Ok(Examined { schema, newest, moved })
}

/// The schema of a file, if this program can use it, and whether its data was moved away. The schema is `None` where the
/// first start has yet to make one.
async fn schema(database: &Path, newest: i64) -> Result<(Option<i64>, bool), Unfit> {
    let log = std::fs::metadata(beside(database, "-wal")).is_ok_and(|log| log.len() > 0);
    let mut connection = SqliteConnectOptions::new()
        .filename(database)
        .create_if_missing(false)
        .read_only(true)
        .immutable(!log)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging()
        .connect()
        .await?;
    check(&mut connection, CHECKED_WHOLE).await?;
    let begun: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations')")
        .fetch_one(&mut connection)
        .await?;
    let schema: Option<i64> = match begun {
        true => {
            sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations")
                .fetch_one(&mut connection)
                .await?
        }
        false => None,
    };
    let moved = match schema {
        Some(lease::SINCE..) => sqlx::query_scalar(MOVED_AWAY).fetch_one(&mut connection).await?,
        _ => false,
    };
    // Nothing was written that could be lost.
    let _ = connection.close().await;
    match schema {
        Some(schema) if schema > newest => Err(MigrateError::VersionMissing(schema).into()),
        schema => Ok((schema, moved)),
    }
}

/// The write-ahead log that lies beside a database which is not there: what it holds is lost when a new database takes that place.
pub fn orphaned_log(database: &Path) -> Option<PathBuf> {
    let log = beside(database, "-wal");
    let holds = |path: &Path| std::fs::metadata(path).is_ok_and(|found| found.len() > 0);
    (!holds(database) && holds(&log)).then_some(log)
}
