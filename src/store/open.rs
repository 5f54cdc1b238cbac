//! Opening the file: what it must be, how it is configured, and what to say when it cannot be opened.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqlSafeStr, SqliteConnection, SqlitePool};

use super::error::{self, StoreError};
use super::held::Held;
use super::private_file;

/// The migrations, listed and not read by sqlx's macro: the macro would build all of sqlx and SQLite once more.
pub(super) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migration = |version, description: &'static str, sql: &'static str| {
        Migration::new(
            version,
            description.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    Migrator::with_migrations(vec![
        migration(1, "tables", include_str!("../../migrations/0001_tables.sql")),
        migration(
            2,
            "a start of any size",
            include_str!("../../migrations/0002_a_start_of_any_size.sql"),
        ),
        migration(3, "draws", include_str!("../../migrations/0003_draws.sql")),
        migration(4, "restored", include_str!("../../migrations/0004_restored.sql")),
        migration(5, "lease", include_str!("../../migrations/0005_lease.sql")),
        migration(6, "standings", include_str!("../../migrations/0006_standings.sql")),
        migration(7, "thinned", include_str!("../../migrations/0007_thinned.sql")),
        migration(8, "seals", include_str!("../../migrations/0008_seals.sql")),
        migration(9, "ratings", include_str!("../../migrations/0009_ratings.sql")),
        migration(10, "alone", include_str!("../../migrations/0010_alone.sql")),
        migration(11, "daily", include_str!("../../migrations/0011_daily.sql")),
        migration(12, "everywhere", include_str!("../../migrations/0012_everywhere.sql")),
        migration(13, "shards", include_str!("../../migrations/0013_shards.sql")),
        migration(14, "named", include_str!("../../migrations/0014_named.sql")),
        migration(15, "handed", include_str!("../../migrations/0015_handed.sql")),
        migration(16, "computers", include_str!("../../migrations/0016_computers.sql")),
        migration(17, "places", include_str!("../../migrations/0017_places.sql")),
    ])
});

/// Written into the file by the first migration: "WHST".
const APPLICATION: i64 = 0x5748_5354;

/// How long one statement waits for another process.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(1);
/// How often opening is tried: SQLite answers some locks at once, whatever the timeout (the change into WAL mode, a
/// recovery).
const OPEN_TRIES: u32 = 20;
const OPEN_PAUSE: Duration = Duration::from_millis(100);

/// Files up to this many bytes are checked from end to end when they are opened, which takes a second at most. Longer files
/// are not, so that the start does not take longer the more was played.
pub(super) const CHECKED_WHOLE: i64 = 64 << 20;

/// Reads are short; a few connections serve many tables.
const READERS: u32 = 4;
/// At this length the write-ahead log is folded into the file. It is longer than SQLite's own 1000, because the end of a
/// live log is written again and again, and folded in once.
const WAL_PAGES: &str = "4000";
/// The length where Litestream copies the file: see [`leave_checkpoints`]. Litestream itself then cuts the log back by force.
const WAL_PAGES_AT_MOST: &str = "PRAGMA wal_autocheckpoint = 131072";
/// Litestream makes this table in every file that it copies.
const LITESTREAM: &str = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '_litestream_seq')";
/// Writes as many pages of 4096 bytes; see [`lengthen`].
const LENGTHEN: &str = "BEGIN IMMEDIATE;
    CREATE TABLE filler (bytes BLOB);
    INSERT INTO filler VALUES (zeroblob(4000 * 4096))";
/// SQLite's default size of its cache, in KiB.
const CACHE: &str = "PRAGMA cache_size = -2000";
/// A migration may go through gigabytes in an order that is not the file's. In KiB.
const CACHE_TO_MIGRATE: &str = "PRAGMA cache_size = -262144";
/// The length to which a longer write-ahead log is cut back.
const WAL_BYTES: &str = "67108864";

/// An open file.
pub(super) struct Opened {
    /// The connections for reads.
    pub(super) readers: SqlitePool,
    /// The one for the writer.
    pub(super) writer: SqliteConnection,
    /// The options for another one like that.
    pub(super) options: SqliteConnectOptions,
    /// The file itself.
    pub(super) held: Held,
}

/// Opens the file at a path.
pub(super) async fn open(path: &Path) -> Result<Opened, StoreError> {
    let refuse = |reason: String| StoreError::Open {
        path: path.to_owned(),
        reason,
    };
    look_at(path).await.map_err(refuse)?;
    // If the file cannot be made, SQLite explains it better.
    let _ = private_file::make(path);
    let held = Held::at(path);
    let options = options(path);
    // Not backon, here and elsewhere in this room: other loops keep something from one try to the next.
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
    // From here on the file exists; if it disappears, a new one in its place would not be ours.
    let options = options.create_if_missing(false);
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        // All of them now: each has a thread, which keeps for good the priority of whoever needed it first.
        .min_connections(READERS)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options.clone().pragma("query_only", "ON"))
        .await
        .map_err(|error| refuse(Unfit::Sql(error).reason()))?;
    if !held.stands() {
        return Err(refuse("it was replaced at this very moment".to_owned()));
    }
    Ok(Opened {
        readers,
        writer,
        options,
        held,
    })
}

/// How the file is opened for changes.
pub(super) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("wal_autocheckpoint", WAL_PAGES)
        .pragma("journal_size_limit", WAL_BYTES)
        // SQLite overwrites deleted data: a forgotten name must not be left in a free corner of the file.
        .pragma("secure_delete", "ON")
        .disable_statement_logging()
}

/// Lengthens the write-ahead log to the size at which it is folded in: a commit that lengthens its file waits longer for
/// the disk than one that overwrites. The pages are written and rolled back. A cache of a few pages makes SQLite write them
/// to the log before it knows that they will never be committed. This only serves speed, so it may fail.
pub(super) async fn lengthen(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql("PRAGMA cache_size = 10")
        .execute(&mut *connection)
        .await?;
    let filled = sqlx::raw_sql(LENGTHEN).execute(&mut *connection).await;
    // Also after a failure, which may have left the transaction open.
    let undone = sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await;
    sqlx::raw_sql(CACHE).execute(&mut *connection).await?;
    filled.and(undone).map(drop)
}

/// Leaves the folding of the write-ahead log to Litestream, where Litestream copies the file. Returns whether it does.
///
/// Litestream copies the log, and folds it in when it has copied what is there. Whoever else folds it in while Litestream
/// begins anew tears its copy: rows are missing in what it brings back. If Litestream does not run, the log grows to 512 MB
/// and is folded in then.
pub(super) async fn leave_checkpoints(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let copied: bool = sqlx::query_scalar(LITESTREAM).fetch_one(&mut *connection).await?;
    if copied {
        sqlx::query(WAL_PAGES_AT_MOST).execute(connection).await?;
    }
    Ok(copied)
}

/// The length of the database in bytes.
pub(super) async fn length(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    let pages: i64 = sqlx::query_scalar("PRAGMA page_count")
        .fetch_one(&mut *connection)
        .await?;
    let page: i64 = sqlx::query_scalar("PRAGMA page_size").fetch_one(connection).await?;
    Ok(pages.saturating_mul(page))
}

/// Finds what can be told without SQLite, and better than SQLite tells it.
pub(super) async fn look_at(path: &Path) -> Result<(), String> {
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
pub(super) enum Unfit {
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
    pub(super) fn reason(&self) -> String {
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
    leave_checkpoints(&mut connection).await?;
    check(&mut connection, CHECKED_WHOLE).await?;
    sqlx::query(CACHE_TO_MIGRATE).execute(&mut connection).await?;
    // One transaction around all of it: of two processes that start at once, one creates the schema.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Not `run`: its generic connection makes futures that the compiler does not believe to be `Send`.
    MIGRATIONS.run_direct(None, &mut *transaction, false).await?;
    transaction.commit().await?;
    sqlx::query(CACHE).execute(&mut connection).await?;
    Ok(connection)
}

/// Whether a database is Whistle's.
pub(super) async fn is_ours(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let application: i64 = sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(connection)
        .await?;
    Ok(application == APPLICATION)
}

/// What is in a file. Litestream, if it was started first, has put its own tables into the empty one.
const THINGS: &str = "SELECT count(*) FROM sqlite_schema WHERE name NOT GLOB '_litestream_*'";

/// Refuses a file that is not ours, or is damaged. A file of at most `whole` bytes is read from end to end. Of a longer one
/// only its length and its schema are checked, which SQLite looks at by itself; a damaged page of it fails the request that
/// meets it.
pub(super) async fn check(connection: &mut SqliteConnection, whole: i64) -> Result<(), Unfit> {
    let things: i64 = sqlx::query_scalar(THINGS).fetch_one(&mut *connection).await?;
    if things > 0 && !is_ours(connection).await? {
        return Err(Unfit::Foreign);
    }
    if length(&mut *connection).await? > whole {
        return Ok(());
    }
    let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut *connection)
        .await?;
    if verdict != "ok" {
        return Err(Unfit::Damaged(verdict.lines().collect::<Vec<_>>().join(" ")));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
