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
