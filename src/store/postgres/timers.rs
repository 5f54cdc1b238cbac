//! Timers, the heartbeat, and giving back downtime: see [`crate::store::timers`].

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

use crate::store::Timer;
use crate::store::sql::{Sql, id, stored};

/// How many milliseconds the clock of the timers that give back is behind the real time.
macro_rules! given {
    () => {
        "coalesce((SELECT given FROM heartbeat), 0)"
    };
}

pub(in crate::store) const OF: &str = concat!(
    "SELECT kind, seat, at + CASE WHEN gives_back THEN ",
    given!(),
    " ELSE 0 END, gives_back FROM timers WHERE table_id = $1 ORDER BY nth"
);
const CLEAR: &str = "DELETE FROM timers WHERE table_id = $1";
const INSERT: &str = concat!(
    "INSERT INTO timers (table_id, nth, kind, seat, at, gives_back)
    SELECT $1, nth - 1, kind, seat, at - CASE WHEN gives_back THEN ",
    given!(),
    " ELSE 0 END, gives_back
    FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::boolean[]) WITH ORDINALITY
        AS timer (kind, seat, at, gives_back, nth)"
);
/// See [`crate::store::Store::due`].
pub(in crate::store) const DUE: &str = concat!(
    "SELECT table_id, min(due) FROM (
        SELECT table_id, at AS due FROM timers WHERE gives_back = false AND at <= $1
        UNION ALL
        SELECT table_id, at + ",
    given!(),
    " FROM timers WHERE gives_back = true AND at <= $1 - ",
    given!(),
    ") AS due GROUP BY table_id ORDER BY min(due), table_id LIMIT $2"
);
const LAST: &str = "SELECT at FROM heartbeat";
/// A commit whose answer was lost may still be on its way: what it gives back is not given back again.
const LAST_OF_ALL: &str = "SELECT at FROM heartbeat FOR UPDATE";
/// The name of the column is a word of the language, too.
const ALIVE: &str = r#"INSERT INTO heartbeat ("only", at) VALUES (1, $1)
    ON CONFLICT ("only") DO UPDATE SET at = excluded.at"#;
const GIVE: &str = "UPDATE heartbeat SET given = given + $1";

/// The timers of a table, in the order in which they were given.
pub(super) async fn of(connection: &mut PgConnection, table: u64) -> Sql<Vec<Timer>> {
    sqlx::query(OF)
        .bind(stored(table))
        .try_map(|row: PgRow| {
            let seat = row.try_get::<Option<i64>, _>(1)?.map(u8::try_from).transpose();
            Ok(Timer {
                kind: row.try_get(0)?,
                seat: seat.map_err(|error| sqlx::Error::Decode(error.into()))?,
                at: row.try_get(2)?,
                gives_back: row.try_get(3)?,
            })
        })
        .fetch_all(connection)
        .await
}

/// Sets all timers of a table.
pub(super) async fn replace(connection: &mut PgConnection, table: u64, timers: &[Timer]) -> Sql<()> {
    sqlx::query(CLEAR).bind(stored(table)).execute(&mut *connection).await?;
    if timers.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT)
        .bind(stored(table))
        .bind(timers.iter().map(|timer| timer.kind.as_str()).collect::<Vec<_>>())
        .bind(timers.iter().map(|timer| timer.seat.map(i64::from)).collect::<Vec<_>>())
        .bind(timers.iter().map(|timer| timer.at).collect::<Vec<_>>())
        .bind(timers.iter().map(|timer| timer.gives_back).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`crate::store::Store::due`].
pub(in crate::store) async fn due(readers: &PgPool, now: i64, limit: u32) -> Sql<Vec<(u64, i64)>> {
    let due = sqlx::query_as(DUE).bind(now).bind(i64::from(limit));
    let found: Vec<(i64, i64)> = due.fetch_all(readers).await?;
    Ok(found.into_iter().map(|(table, at)| (id(table), at)).collect())
}

/// See [`crate::store::Store::alive`].
pub(super) async fn alive(connection: &mut PgConnection, now: i64) -> Sql<()> {
    sqlx::query(ALIVE).bind(now).execute(connection).await?;
    Ok(())
}

/// See [`crate::store::Store::last_alive`].
pub(in crate::store) async fn last_alive(readers: &PgPool) -> Sql<Option<i64>> {
    sqlx::query_scalar(LAST).fetch_optional(readers).await
}

/// See [`crate::store::Store::give_back`].
pub(super) async fn give_back(connection: &mut PgConnection, now: i64) -> Sql<i64> {
    let last: Option<i64> = sqlx::query_scalar(LAST_OF_ALL).fetch_optional(&mut *connection).await?;
    let away = last.map_or(0, |last| now.saturating_sub(last).max(0));
    if away > 0 {
        sqlx::query(GIVE).bind(away).execute(&mut *connection).await?;
    }
    alive(connection, now).await?;
    Ok(away)
}
