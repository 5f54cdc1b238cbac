//! A file of the first schema, as the first Whistle left it, is opened by this one.

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use whistle::referee::fair::SeededSource;

use super::guild::{Guild, NOW};

/// How long the bot was away over the upgrade, in milliseconds.
const AWAY: i64 = 3_600_000;

/// What the first schema would hold of a file of today's: it knew no moment of a clock that stood still, and its logs noted
/// nothing beside what happened.
const OLDEN: &str = "
    INSERT INTO tables (id, place, hall, game, secret, created, over)
        SELECT id, place, hall, game, secret, created, over FROM today.tables;
    INSERT INTO log (table_id, seq, at, interaction, event)
        SELECT table_id, seq, at, interaction, json_remove(event, '$.edition', '$.fingerprint', '$.outcome') FROM today.log;
    INSERT INTO seated (table_id, person) SELECT table_id, person FROM today.seated;
    INSERT INTO timers (table_id, nth, kind, seat, at, gives_back)
        SELECT table_id, nth, kind, seat,
            at + iif(gives_back, coalesce((SELECT given FROM today.heartbeat), 0), 0), gives_back FROM today.timers;
    INSERT INTO heartbeat (only, at) SELECT 1, at FROM today.heartbeat;
    INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
        SELECT table_id, slot, channel, message, version, digest, note FROM today.shown;
    INSERT INTO preferences (person, name, value) SELECT person, name, value FROM today.preferences;
    INSERT INTO results (id, table_id, round, hall, game, person, name, points, won, counts, at)
        SELECT id, table_id, round, hall, game, person, name, points, won, counts, at FROM today.results;";

async fn opened(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    options.connect().await.expect("a database")
}

async fn number(connection: &mut SqliteConnection, question: &'static str) -> i64 {
    sqlx::query_scalar(question)
        .fetch_one(connection)
        .await
        .expect("a number")
}

/// Writes into the file `olden` what the first Whistle would have written where today's wrote `today`.
async fn write_olden(today: &Path, olden: &Path) {
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let first = tempfile::tempdir().expect("a folder");
    let name = "0001_tables.sql";
    std::fs::copy(migrations.join(name), first.path().join(name)).expect("the oldest migration");
    let mut connection = opened(olden).await;
    let migrator = Migrator::new(first.path()).await.expect("a migration");
    migrator
        .run_direct(None, &mut connection, false)
        .await
        .expect("the first schema");
    sqlx::query("ATTACH ?1 AS today")
        .bind(today.to_str().expect("a path"))
        .execute(&mut connection)
        .await
        .expect("today's file");
    sqlx::raw_sql(OLDEN).execute(&mut connection).await.expect("its rows");
    let told =
        "SELECT count(*) FROM log WHERE event ->> '$.edition' IS NOT NULL OR event ->> '$.fingerprint' IS NOT NULL";
    assert_eq!(number(&mut connection, told).await, 0);
    assert_eq!(
        number(&mut connection, "SELECT count(*) FROM main._sqlx_migrations").await,
        1
    );
    connection.close().await.expect("closed");
}

#[tokio::test]
async fn matches_of_all_games_go_on_in_a_file_of_the_first_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let (today, olden) = (folder.path().join("today.db"), folder.path().join("olden.db"));
    let mut source = SeededSource::new(71);
    let guild = Guild::open(&today, NOW).await;
    let tables = guild.all_games(&mut source).await;
    let mut before = Vec::new();
    for table in tables.keys() {
        before.push(guild.standing(*table).await);
    }
    let sealed = before.iter().filter(|standing| !standing.sealed.is_empty()).count();
    assert!(sealed > 0, "choices are pending in secret");
    guild.close().await;
    write_olden(&today, &olden).await;

    let guild = Guild::open(&olden, NOW + AWAY).await;
    for (table, mut stood) in tables.keys().zip(before) {
        // Nobody lost the time in which nobody was heard.
        stood.deadlines.iter_mut().flatten().for_each(|at| *at += AWAY);
        assert_eq!(guild.standing(*table).await, stood, "{}", tables[table].slug);
    }
    for table in tables.keys() {
        guild.to_the_end(*table, &mut source).await;
    }
    guild.close().await;
    let mut connection = opened(&olden).await;
    assert!(number(&mut connection, "SELECT count(*) FROM _sqlx_migrations").await > 1);
    assert_eq!(
        number(
            &mut connection,
            "SELECT count(*) FROM log WHERE event ->> '$.type' = 'migrated'"
        )
        .await,
        0
    );
    connection.close().await.expect("closed");
}
