//! The file of a year: copies of a few matches that were played.

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

/// How many matches one transaction writes.
const CHUNK: u64 = 20_000;
/// The last migration before leaderboards were added up.
const BEFORE: &str = "0004";

/// The tables to copy, each with a number, and who sat there, each with another.
const TEMPLATES: &str = "
    CREATE TEMP TABLE template AS SELECT row_number() OVER (ORDER BY substr(id, -4), id) - 1 AS nth, id, created FROM old.tables
        WHERE over = 1 AND EXISTS (SELECT 1 FROM old.results WHERE table_id = tables.id);
    CREATE UNIQUE INDEX temp.template_nth ON template (nth);
    CREATE TEMP TABLE sitter AS SELECT DISTINCT table_id, person, dense_rank() OVER (PARTITION BY table_id ORDER BY person) AS nth
        FROM old.results WHERE person IS NOT NULL;
    CREATE TEMP TABLE copy (new INTEGER PRIMARY KEY, old INTEGER NOT NULL, hall INTEGER NOT NULL, at INTEGER NOT NULL);";

/// Copies `?1` matches from the number `?2` on, of `?3` in all within a year; only the numbers from `?4` on have a log. A hash of
/// the number picks the server, and another one with the seat the person: the powers of a fraction make few of both busy.
const COPY: [&str; 6] = [
    "DELETE FROM copy",
    "INSERT INTO copy
        WITH RECURSIVE number (n) AS (SELECT ?2 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?1 + ?2),
            drawn AS (SELECT n, (n * 2654435761 % 4294967296) / 4294967296.0 AS u FROM number)
        SELECT n, (SELECT id FROM template WHERE nth = n % (SELECT count(*) FROM template)),
            1 + CAST(1000 * u * u * u AS INTEGER), 1700000000000 + n * (31536000000 / ?3)
        FROM drawn",
    "INSERT INTO tables (id, place, hall, game, secret, created, over)
        SELECT new, copy.hall * 100 + new % 7, copy.hall, game, secret, at, 1 FROM copy CROSS JOIN old.tables ON id = old ORDER BY new",
    "INSERT INTO log (table_id, seq, at, interaction, event)
        SELECT new, seq, copy.at + log.at - (SELECT created FROM template WHERE id = old),
            iif(interaction IS NULL, NULL, (new << 20) + seq), event
        FROM copy CROSS JOIN old.log ON table_id = old WHERE new >= ?4 ORDER BY new, seq",
    "INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
        SELECT new, slot, channel, message, 9223372036854775807, digest, note
        FROM copy CROSS JOIN old.shown ON table_id = old WHERE new >= ?4 ORDER BY new, slot",
    "INSERT INTO results (table_id, round, hall, game, person, name, points, won, drawn, counts, at)
        SELECT new, round, copy.hall, game, who, 'player ' || who, points + new % 11, won, drawn, 1, copy.at + 600000 FROM (
            SELECT *, copy.hall * 1000000 + nth + 20 * CAST(20000 * u * u AS INTEGER) AS who FROM (
                SELECT copy.*, round, game, points, won, drawn, nth, ((new * 40503 + nth * 7919) % 4294967296 * 1540483477 % 4294967296) / 4294967296.0
                    AS u
                FROM copy CROSS JOIN old.results ON results.table_id = old
                CROSS JOIN sitter ON sitter.table_id = old AND sitter.person = results.person
            ) AS copy
        ) AS copy",
];

async fn connect(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    options.connect().await.expect("the file opens")
}

/// Makes the file, in the schema of before, out of the matches that were played in `old`. Returns how many results there are.
pub(crate) async fn fill(file: &Path, old: &Path, matches: u64, kept: u64) -> i64 {
    let folder = tempfile::tempdir().expect("a folder");
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    for found in std::fs::read_dir(migrations).expect("migrations").flatten() {
        if found.file_name().to_string_lossy()[..BEFORE.len()] <= *BEFORE {
            std::fs::copy(found.path(), folder.path().join(found.file_name())).expect("a copy");
        }
    }
    let mut connection = connect(file).await;
    let migrator = Migrator::new(folder.path()).await.expect("migrations");
    migrator
        .run_direct(None, &mut connection, false)
        .await
        .expect("the schema");
    // A file that is made to be measured needs no safety.
    let settings =
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1500000; PRAGMA foreign_keys = OFF";
    sqlx::raw_sql(settings).execute(&mut connection).await.expect("set");
    let attach = sqlx::query("ATTACH ?1 AS old").bind(old.to_string_lossy().into_owned());
    attach.execute(&mut connection).await.expect("attached");
    sqlx::raw_sql(TEMPLATES)
        .execute(&mut connection)
        .await
        .expect("templates");
    let mut done = 0;
    while done < matches {
        let chunk = CHUNK.min(matches - done);
        sqlx::raw_sql("BEGIN").execute(&mut connection).await.expect("begun");
        for statement in COPY {
            let numbers = [chunk, 1 + done, matches, 1 + matches - kept];
            let bound = numbers
                .iter()
                .fold(sqlx::query(statement), |query, number| query.bind(number.cast_signed()));
            // Only some of the statements have a use for all numbers.
            let bound = if statement.contains('?') {
                bound
            } else {
                sqlx::query(statement)
            };
            bound.execute(&mut connection).await.expect("copied");
        }
        sqlx::raw_sql("COMMIT")
            .execute(&mut connection)
            .await
            .expect("committed");
        done += chunk;
        if done.is_multiple_of(10 * CHUNK) {
            super::note(&format!("{done} matches written"));
        }
    }
    let results: i64 = sqlx::query_scalar("SELECT count(*) FROM results")
        .fetch_one(&mut connection)
        .await
        .expect("a number");
    connection.close().await.expect("it closes");
    results
}

/// How many bytes of a file, with its newest schema, are logs and what messages show.
pub(crate) async fn log_bytes(file: &Path) -> u64 {
    const LOGS: &str = "SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE aggregate = TRUE
        AND name IN ('log', 'log_interaction', 'shown', 'shown_unsettled', 'named', 'named_person')";
    let mut connection = connect(file).await;
    let bytes: i64 = sqlx::query_scalar(LOGS)
        .fetch_one(&mut connection)
        .await
        .unwrap_or_default();
    connection.close().await.expect("it closes");
    bytes.cast_unsigned()
}
