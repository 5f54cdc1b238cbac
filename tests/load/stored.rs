//! The bot's file: what games leave in it, and how it becomes one with many tables.

use std::path::Path;

use sqlx::{Connection, SqliteConnection};
use whistle::games::CATALOGUE;
use whistle::store::Store;

/// What a game leaves behind.
pub(crate) struct Growth {
    pub(crate) game: &'static str,
    /// How many games were ended.
    pub(crate) ended: u64,
    /// Entries in their logs, all together.
    pub(crate) entries: u64,
    /// Bytes of the file, all together.
    pub(crate) bytes: u64,
}

async fn open(file: &Path) -> SqliteConnection {
    SqliteConnection::connect(&format!("sqlite://{}", file.display()))
        .await
        .expect("the file opens")
}

async fn number(connection: &mut SqliteConnection, sql: &'static str) -> u64 {
    let number: i64 = sqlx::query_scalar(sql).fetch_one(connection).await.expect("a number");
    number.cast_unsigned()
}

/// What the games that were ended take in a file of their own.
pub(crate) async fn growth(file: &Path) -> Vec<Growth> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut all = Vec::new();
    for entry in CATALOGUE {
        let alone = folder.path().join(entry.slug);
        Store::open(&alone).await.expect("a new file").close().await;
        let mut connection = open(file).await;
        let attached = sqlx::query("ATTACH ?1 AS alone").bind(alone.to_string_lossy().into_owned());
        attached.execute(&mut connection).await.expect("attached");
        let before = number(&mut connection, "PRAGMA alone.page_count").await;
        sqlx::query(
            "INSERT INTO alone.tables SELECT * FROM main.tables WHERE over = 1 AND game = ?1
                AND EXISTS (SELECT 1 FROM main.results WHERE table_id = tables.id)",
        )
        .bind(entry.slug)
        .execute(&mut connection)
        .await
        .expect("copied");
        sqlx::raw_sql(
            "INSERT INTO alone.log SELECT * FROM main.log WHERE table_id IN (SELECT id FROM alone.tables);
            INSERT INTO alone.shown SELECT * FROM main.shown WHERE table_id IN (SELECT id FROM alone.tables);
            INSERT INTO alone.results SELECT * FROM main.results WHERE table_id IN (SELECT id FROM alone.tables);",
        )
        .execute(&mut connection)
        .await
        .expect("copied");
        let pages = number(&mut connection, "PRAGMA alone.page_count").await - before;
        let page = number(&mut connection, "PRAGMA alone.page_size").await;
        all.push(Growth {
            game: entry.slug,
            ended: number(&mut connection, "SELECT count(*) FROM alone.tables").await,
            entries: number(&mut connection, "SELECT count(*) FROM alone.log").await,
            bytes: pages * page,
        });
        connection.close().await.expect("it closes");
    }
    all
}

/// Copies tables until there are so many; the copies are over, wherever their games stood. Gives how many tables there are
/// then.
pub(crate) async fn multiply(file: &Path, wanted: u64) -> u64 {
    let mut connection = open(file).await;
    // A file that is made for one start needs no safety.
    sqlx::raw_sql("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000")
        .execute(&mut connection)
        .await
        .expect("set");
    let tables = number(&mut connection, "SELECT count(*) FROM tables").await;
    sqlx::raw_sql("CREATE TEMP TABLE copy (new INTEGER PRIMARY KEY, old INTEGER NOT NULL)")
        .execute(&mut connection)
        .await
        .expect("made");
    sqlx::query(
        "INSERT INTO copy
            WITH RECURSIVE times (nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM times WHERE nth < ?2)
            SELECT row_number() OVER () + (SELECT max(id) FROM tables), id FROM times CROSS JOIN tables LIMIT ?1",
    )
    .bind(wanted.saturating_sub(tables).cast_signed())
    .bind((wanted / tables.max(1) + 1).cast_signed())
    .execute(&mut connection)
    .await
    .expect("copied");
    sqlx::raw_sql(COPY).execute(&mut connection).await.expect("copied");
    let tables = number(&mut connection, "SELECT count(*) FROM tables").await;
    connection.close().await.expect("it closes");
    tables
}

const COPY: &str = "BEGIN;
    INSERT INTO tables (id, place, hall, game, secret, created, over)
        SELECT new, new, hall, game, secret, created, 1 FROM copy CROSS JOIN tables ON id = old ORDER BY new;
    INSERT INTO log (table_id, seq, at, interaction, event)
        SELECT new, seq, at, iif(interaction IS NULL, NULL, -copy.new - (seq << 40)), event
        FROM copy CROSS JOIN log ON table_id = old ORDER BY new, seq;
    INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
        SELECT new, slot, channel, new, 9223372036854775807, digest, note FROM copy CROSS JOIN shown ON table_id = old
        ORDER BY new, slot;
    INSERT INTO results (table_id, round, hall, game, person, name, points, won, drawn, counts, at)
        SELECT new, round, hall, game, person, name, points, won, drawn, counts, at FROM copy CROSS JOIN results ON table_id = old;
    COMMIT";
