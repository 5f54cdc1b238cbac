//! Opening the file: what it must be, in which mode it is used, and what to say when it cannot be.

use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};

use super::error::{self, StoreError};
use super::writer::Writer;

static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// Written into the file by the first migration: "WHST".
const APPLICATION: i64 = 0x5748_5354;

/// How long one statement waits for another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);
/// SQLite answers some locks at once, whatever the timeout: the change into WAL mode, a recovery. So opening is tried
/// again, this often.
const OPEN_TRIES: u32 = 20;
const OPEN_PAUSE: Duration = Duration::from_millis(100);

/// Reads are short; a few connections serve many tables.
const READERS: u32 = 4;
/// The write-ahead log is cut back to this after it was longer.
const WAL_BYTES: &str = "67108864";

pub(super) async fn open(path: &Path) -> Result<(SqlitePool, Writer), StoreError> {
    let refuse = |reason: String| StoreError::Open {
        path: path.to_owned(),
        reason,
    };
    look_at(path).await.map_err(refuse)?;
    let options = options(path);
    let mut tries = 0;
    let writer = loop {
        match prepare(&options).await {
            Ok(connection) => break connection,
            Err(Unfit::Sql(error)) if error::is_busy(&error) && tries < OPEN_TRIES => {
                tries += 1;
                tokio::time::sleep(OPEN_PAUSE).await;
            }
            Err(unfit) => return Err(refuse(unfit.reason())),
        }
    };
    // From here on the file exists, and a new one in its place would be none of ours.
    let options = options.create_if_missing(false);
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .min_connections(1)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options.clone().pragma("query_only", "ON"))
        .await
        .map_err(|error| refuse(Unfit::Sql(error).reason()))?;
    Ok((readers, Writer::start(writer, options)))
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("journal_size_limit", WAL_BYTES)
        .disable_statement_logging()
}

/// What can be told without SQLite, and better than SQLite tells it.
async fn look_at(path: &Path) -> Result<(), String> {
    match tokio::fs::metadata(path).await {
        Ok(found) if found.is_dir() => return Err("it is a folder, not a file".to_owned()),
        Ok(found) if !found.is_file() => return Err("it is not an ordinary file".to_owned()),
        Ok(_) => return Ok(()),
        Err(_) => {}
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match tokio::fs::metadata(folder).await {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(format!("{} is not a folder", folder.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(format!("the folder {} does not exist", folder.display()))
        }
        Err(error) => Err(format!("the folder {} cannot be read ({error})", folder.display())),
    }
}

/// Why a file cannot be used.
enum Unfit {
    Sql(sqlx::Error),
    Migration(MigrateError),
    Foreign,
    Damaged(String),
}

impl From<sqlx::Error> for Unfit {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<MigrateError> for Unfit {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => Self::Sql(error),
            error => Self::Migration(error),
        }
    }
}

impl Unfit {
    /// The end of the sentence "cannot be opened: …".
    fn reason(&self) -> String {
        match self {
            Self::Sql(error) => match error::code(error) {
                Some(error::NOTADB) => "it is not an SQLite database".to_owned(),
                Some(error::CORRUPT) => damaged(&error.to_string()),
                Some(error::CANTOPEN) => {
                    "the file cannot be opened or created; check that you may write to it and to its folder".to_owned()
                }
                Some(error::READONLY) => "you may not write to the file or to its folder".to_owned(),
                Some(error::FULL) => "the disk is full".to_owned(),
                _ if error::is_busy(error) => "another process keeps it locked".to_owned(),
                _ => error.to_string(),
            },
            Self::Migration(MigrateError::VersionMissing(version)) => {
                format!("it was written by a newer Whistle (schema {version}); use that one or a later")
            }
            Self::Migration(MigrateError::VersionMismatch(version)) => {
                format!("its schema {version} is not the one that this Whistle knows")
            }
            Self::Migration(error) => error.to_string(),
            Self::Foreign => "it is another program's database".to_owned(),
            Self::Damaged(what) => damaged(what),
        }
    }
}

fn damaged(what: &str) -> String {
    format!("it is damaged ({what}); restore it from a backup")
}

/// The writer's connection, with the file checked and its schema up to date.
async fn prepare(options: &SqliteConnectOptions) -> Result<SqliteConnection, Unfit> {
    let mut connection = options.connect().await?;
    check(&mut connection).await?;
    // One transaction around all of it: of two processes that start at once, one creates the schema.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    MIGRATIONS.run(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(connection)
}

async fn check(connection: &mut SqliteConnection) -> Result<(), Unfit> {
    let application: i64 = sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(&mut *connection)
        .await?;
    let things: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
        .fetch_one(&mut *connection)
        .await?;
    if things > 0 && application != APPLICATION {
        return Err(Unfit::Foreign);
    }
    let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut *connection)
        .await?;
    if verdict != "ok" {
        return Err(Unfit::Damaged(verdict.lines().collect::<Vec<_>>().join(" ")));
    }
    Ok(())
}
