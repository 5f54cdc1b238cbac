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

/// Written into the file with what is forgotten, until [`wipe`] has done its work.
pub(super) const UNWIPED: &str = "PRAGMA user_version = 1";
const WIPED: &str = "PRAGMA user_version = 0";
/// The same as [`BUSY_TIMEOUT`].
const PATIENT: &str = "PRAGMA busy_timeout = 1000";

/// Wipes out what was forgotten and is still in some corner of the files, and returns whether nothing is left to do: `false`
/// while somebody reads in the write-ahead log.
///
/// SQLite overwrites what it deletes, but not what it has moved from one page to another: of that, bytes may be left in the
/// unused space of the old page. So a file that is not too long is written anew. Then the write-ahead log is folded in and
/// emptied.
pub(super) async fn wipe(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if leave_checkpoints(&mut *connection).await? {
        return Ok(true);
    }
    let unwiped: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut *connection)
        .await?;
    if unwiped != 0 {
        if length(&mut *connection).await? <= CHECKED_WHOLE {
            sqlx::query("VACUUM").execute(&mut *connection).await?;
        }
        sqlx::query(WIPED).execute(&mut *connection).await?;
    }
    // Nobody's choice waits for whoever reads, such as a backup.
    sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *connection).await?;
    let busy: i64 = sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)")
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query(PATIENT).execute(connection).await?;
    Ok(busy == 0)
}

/// The length of the database in bytes.
async fn length(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
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
    // One transaction around all of it: of two processes that start at once, one creates the schema.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Not `run`: its generic connection makes futures that the compiler does not believe to be `Send`.
    MIGRATIONS.run_direct(None, &mut *transaction, false).await?;
    transaction.commit().await?;
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
mod tests {
    use std::path::Path;

    use sqlx::{ConnectOptions, Connection, SqliteConnection};

    use super::{MIGRATIONS, options, prepare};
    use crate::store::testing::{create, entry, fresh};
    use crate::store::{Store, StoreError};

    /// The reason why a file cannot be opened.
    async fn reason(path: &Path) -> String {
        match Store::open(path).await {
            Err(error @ StoreError::Open { .. }) => {
                let sentence = error.to_string();
                let shown = path.display().to_string();
                assert!(
                    sentence.contains(&shown) && sentence.ends_with('.') && !sentence.contains('\n'),
                    "{sentence}"
                );
                sentence
            }
            Err(error) => panic!("not an error of opening: {error}"),
            Ok(_) => panic!("{} was opened", path.display()),
        }
    }

    async fn execute(path: &Path, sql: &'static str) {
        let mut connection: SqliteConnection = options(path).connect().await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    #[tokio::test]
    async fn the_file_is_used_in_the_safe_mode() {
        let folder = tempfile::tempdir().unwrap();
        let Ok(mut connection) = prepare(&options(&folder.path().join("new.db"))).await else {
            panic!("not opened")
        };
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        let keys: i64 = sqlx::query_scalar("PRAGMA foreign_keys")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!((mode.as_str(), synchronous, keys), ("wal", 2, 1), "2 is FULL");
    }

    #[tokio::test]
    async fn the_log_gets_long_by_nothing_that_lasts() {
        let fresh = fresh().await;
        let path = fresh.folder.path().join("whistle.db");
        fresh.store.append(create(1, 1)).await.unwrap();
        let mut connection = options(&path).connect().await.unwrap();
        super::lengthen(&mut connection).await.unwrap();
        let length = || {
            std::fs::metadata(fresh.folder.path().join("whistle.db-wal"))
                .unwrap()
                .len()
        };
        let long = length();
        assert!(long >= 4000 * 4096, "{long}");
        fresh.store.append(entry(1, 1)).await.unwrap();
        assert_eq!(length(), long, "a commit overwrites");
        let things: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name = 'filler'")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(things, 0);
        connection.close().await.unwrap();
        assert_eq!(fresh.store.load(1).await.unwrap().unwrap().entries.len(), 2);
        fresh.store.close().await;
        assert!(std::fs::metadata(path).unwrap().len() < 1 << 20, "the file stays short");
    }

    #[tokio::test]
    async fn every_migration_in_the_folder_is_in_the_binary() {
        let server = &crate::store::postgres::MIGRATIONS;
        for (folder, migrations) in [("migrations", &MIGRATIONS), ("migrations/postgres", server)] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let files = std::fs::read_dir(&folder).unwrap().flatten();
            let files = files.filter(|file| file.path().is_file()).count();
            assert_eq!(files, migrations.iter().count());
            // Folders within the folder are none of its migrations.
            let there = sqlx::migrate::Migrator::new(folder.as_path()).await.unwrap();
            for (there, listed) in there.iter().zip(migrations.iter()) {
                assert_eq!(
                    (there.version, &there.description),
                    (listed.version, &listed.description)
                );
                assert_eq!((&there.checksum, there.no_tx), (&listed.checksum, listed.no_tx));
                assert_eq!(there, listed, "of the same kind");
            }
        }
    }

    #[tokio::test]
    async fn what_is_no_file_or_nowhere_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(reason(folder.path()).await.contains("is a folder"));
        assert!(
            reason(&folder.path().join("none/whistle.db"))
                .await
                .contains("does not exist")
        );
        std::fs::write(folder.path().join("file"), "").unwrap();
        assert!(
            reason(&folder.path().join("file/whistle.db"))
                .await
                .contains("is not a folder")
        );
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing is left behind"
        );
    }

    /// Not even root may make files in /proc, so this holds wherever the tests run.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn an_unwritable_folder_is_refused() {
        assert!(
            reason(Path::new("/proc/whistle.db"))
                .await
                .contains("check that you may write")
        );
    }

    #[tokio::test]
    async fn what_is_no_database_of_ours_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let text = folder.path().join("letter.txt");
        let letter = "Dear database, ".repeat(1000);
        std::fs::write(&text, &letter).unwrap();
        assert!(reason(&text).await.contains("not an SQLite database"));
        assert_eq!(std::fs::read_to_string(&text).unwrap(), letter);

        let foreign = folder.path().join("foreign.db");
        execute(&foreign, "CREATE TABLE songs (title TEXT)").await;
        assert!(reason(&foreign).await.contains("another program's"));
    }

    /// Of a file in which Litestream was first, or came later, the folding of the log is left to Litestream.
    #[tokio::test]
    async fn a_file_that_litestream_copies_is_ours_and_its_log_is_left_to_litestream() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whistle.db");
        const COMES: &str = "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
            CREATE TABLE _litestream_lock (id INTEGER)";
        execute(&path, COMES).await;
        let store = Store::open(&path).await.unwrap();
        store.append(create(1, 1)).await.unwrap();
        // Litestream has the file open as well, so nothing is folded in by the last to close it.
        let mut litestream: SqliteConnection = options(&path).connect().await.unwrap();
        store.close().await;
        let log = std::fs::metadata(folder.path().join("whistle.db-wal")).unwrap();
        assert!(log.len() > 0, "the log is as it was");
        assert!(super::leave_checkpoints(&mut litestream).await.unwrap());
        let pages: i64 = sqlx::query_scalar("PRAGMA wal_autocheckpoint")
            .fetch_one(&mut litestream)
            .await
            .unwrap();
        assert_eq!(pages, 131_072);
        let copy = folder.path().join("copy.db");
        crate::store::backup(&path, &copy).await.unwrap();
        let mut alone = options(&copy).connect().await.unwrap();
        assert!(!super::leave_checkpoints(&mut alone).await.unwrap());
    }

    #[tokio::test]
    async fn an_empty_file_becomes_a_database() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("empty.db");
        std::fs::write(&path, "").unwrap();
        Store::open(&path).await.unwrap().append(create(1, 1)).await.unwrap();
    }

    #[tokio::test]
    async fn a_damaged_file_is_refused() {
        let fresh = fresh().await;
        let path = fresh.folder.path().join("whistle.db");
        fresh.store.append(create(1, 1)).await.unwrap();
        for after in 1..400 {
            fresh.store.append(entry(1, after)).await.unwrap();
        }
        fresh.store.close().await;
        let sound = std::fs::read(&path).unwrap();
        // The middle overwritten, the end cut off, and the schema itself scratched.
        let mut overwritten = sound.clone();
        for byte in &mut overwritten[4096..sound.len() - 4096] {
            *byte ^= 0x5a;
        }
        let mut scratched = sound.clone();
        scratched[100..400].fill(0xee);
        for damaged in [overwritten, sound[..sound.len() - 4096].to_vec(), scratched] {
            std::fs::write(&path, damaged).unwrap();
            assert!(reason(&path).await.contains("damaged"));
        }
        std::fs::write(&path, sound).unwrap();
        let store = Store::open(&path).await.unwrap();
        assert_eq!(store.load(1).await.unwrap().unwrap().entries.len(), 400);
    }

    #[tokio::test]
    async fn a_long_file_is_not_read_whole_and_its_damage_is_an_error_where_it_is_met() {
        let fresh = fresh().await;
        let path = fresh.folder.path().join("whistle.db");
        fresh.store.append(create(1, 1)).await.unwrap();
        for after in 1..400 {
            fresh.store.append(entry(1, after)).await.unwrap();
        }
        fresh.store.close().await;
        let mut overwritten = std::fs::read(&path).unwrap();
        // The end, where the log was written last: the schema is in the pages before it.
        let end = overwritten.len() - 2 * 4096;
        overwritten[end..].iter_mut().for_each(|byte| *byte ^= 0x5a);
        std::fs::write(&path, &overwritten).unwrap();
        let mut connection = options(&path).connect().await.unwrap();
        let whole = i64::try_from(overwritten.len()).unwrap();
        assert!(super::check(&mut connection, whole).await.is_err());
        assert!(super::check(&mut connection, whole - 1).await.is_ok());
        let read = sqlx::query("SELECT count(*) FROM log WHERE at >= 0")
            .fetch_one(&mut connection)
            .await;
        assert!(read.is_err_and(|error| super::error::code(&error) == Some(super::error::CORRUPT)));
    }

    #[tokio::test]
    async fn a_schema_from_the_future_or_another_past_is_refused() {
        let fresh = fresh().await;
        let path = fresh.folder.path().join("whistle.db");
        fresh.store.close().await;
        execute(
            &path,
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                VALUES (9999, 'later', TRUE, x'00', 0)",
        )
        .await;
        assert!(reason(&path).await.contains("newer Whistle (schema 9999)"));
        execute(&path, "DELETE FROM _sqlx_migrations WHERE version = 9999").await;
        Store::open(&path).await.unwrap().close().await;
        execute(&path, "UPDATE _sqlx_migrations SET checksum = x'00'").await;
        assert!(reason(&path).await.contains("schema 1 is not the one"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn many_may_create_the_same_file_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut tasks = tokio::task::JoinSet::new();
        for table in 1..=8 {
            let path = folder.path().join("whistle.db");
            tasks.spawn(async move {
                let store = Store::open(&path).await?;
                store.append(create(table, table)).await?;
                Ok::<_, StoreError>(store)
            });
        }
        for store in tasks.join_all().await {
            let tables = store.unwrap().live_tables(0, 100).await.unwrap();
            assert_eq!(tables, [1, 2, 3, 4, 5, 6, 7, 8]);
        }
    }
}
