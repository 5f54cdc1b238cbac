//! Timers, the heartbeat, and giving back the time that the bot was away.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::Timer;
use super::log::{id, stored};

type Sql<T> = Result<T, sqlx::Error>;

/// The timers of a table, in the order in which they were given.
pub(super) async fn of(connection: &mut SqliteConnection, table: u64) -> Sql<Vec<Timer>> {
    sqlx::query("SELECT kind, seat, at, gives_back FROM timers WHERE table_id = ?1 ORDER BY nth")
        .bind(stored(table))
        .try_map(|row: SqliteRow| {
            Ok(Timer {
                kind: row.try_get(0)?,
                seat: row.try_get(1)?,
                at: row.try_get(2)?,
                gives_back: row.try_get(3)?,
            })
        })
        .fetch_all(connection)
        .await
}

/// Sets all timers of a table.
pub(super) async fn replace(connection: &mut SqliteConnection, table: u64, timers: &[Timer]) -> Sql<()> {
    sqlx::query("DELETE FROM timers WHERE table_id = ?1")
        .bind(stored(table))
        .execute(&mut *connection)
        .await?;
    for (nth, timer) in (0_i64..).zip(timers) {
        sqlx::query("INSERT INTO timers (table_id, nth, kind, seat, at, gives_back) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            .bind(stored(table))
            .bind(nth)
            .bind(timer.kind.as_str())
            .bind(timer.seat)
            .bind(timer.at)
            .bind(timer.gives_back)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// See [`super::Store::due`].
pub(super) async fn due(readers: &SqlitePool, now: i64, limit: u32) -> Sql<Vec<(u64, i64)>> {
    let found: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT table_id, min(at) FROM timers WHERE at <= ?1 GROUP BY table_id ORDER BY min(at), table_id LIMIT ?2",
    )
    .bind(now)
    .bind(limit)
    .fetch_all(readers)
    .await?;
    Ok(found.into_iter().map(|(table, at)| (id(table), at)).collect())
}

/// See [`super::Store::next_due`].
pub(super) async fn next_due(readers: &SqlitePool) -> Sql<Option<i64>> {
    sqlx::query_scalar("SELECT min(at) FROM timers")
        .fetch_one(readers)
        .await
}

/// See [`super::Store::alive`].
pub(super) async fn alive(connection: &mut SqliteConnection, now: i64) -> Sql<()> {
    sqlx::query("INSERT INTO heartbeat (only, at) VALUES (1, ?1) ON CONFLICT (only) DO UPDATE SET at = excluded.at")
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`super::Store::give_back`].
pub(super) async fn give_back(connection: &mut SqliteConnection, now: i64) -> Sql<i64> {
    let last: Option<i64> = sqlx::query_scalar("SELECT at FROM heartbeat")
        .fetch_optional(&mut *connection)
        .await?;
    let away = last.map_or(0, |last| now.saturating_sub(last).max(0));
    if away > 0 {
        sqlx::query("UPDATE timers SET at = at + ?1 WHERE gives_back = 1")
            .bind(away)
            .execute(&mut *connection)
            .await?;
    }
    alive(connection, now).await?;
    Ok(away)
}
