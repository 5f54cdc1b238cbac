//! Timers, the heartbeat, and giving back downtime: see [`crate::store::timers`].

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::lease::{Readers, in_shards};
use crate::store::Timer;
use crate::store::sql::{Sql, id, stored};

/// How many milliseconds the clock of a table's timers that give back is behind the real time.
macro_rules! given {
    ($table:literal) => {
        concat!(
            "coalesce((SELECT given FROM heartbeat JOIN tables ON heartbeat.shard = ",
            super::lease::shard!(),
            " WHERE tables.id = ",
            $table,
            "), 0)"
        )
    };
}
pub(super) use given;

pub(in crate::store) const OF: &str = concat!(
    "SELECT kind, seat, at + CASE WHEN gives_back THEN ",
    given!("$1"),
    " ELSE 0 END, gives_back FROM timers WHERE table_id = $1 ORDER BY nth"
);
const CLEAR: &str = "DELETE FROM timers WHERE table_id = $1";
const INSERT: &str = concat!(
    "INSERT INTO timers (table_id, nth, kind, seat, at, gives_back)
    SELECT $1, nth - 1, kind, seat, at - CASE WHEN gives_back THEN ",
    given!("$1"),
    " ELSE 0 END, gives_back
    FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::boolean[]) WITH ORDINALITY
        AS timer (kind, seat, at, gives_back, nth)"
);
/// See [`crate::store::Store::due`]. No timer that gives back is due that would not be due by the clock that is behind least.
pub(in crate::store) const DUE: &str = concat!(
    "SELECT table_id, min(due) FROM (
        SELECT table_id, at AS due FROM timers WHERE gives_back = false AND at <= $1
        UNION ALL
        SELECT table_id, at + given FROM (
            SELECT table_id, at, ",
    given!("table_id"),
    " AS given FROM timers WHERE gives_back = true AND at <= $1 - (
                SELECT CASE count(*) WHEN (SELECT count(*) FROM lease) THEN min(given) ELSE 0 END FROM heartbeat
            )
        ) AS given_back WHERE at <= $1 - given
    ) AS due WHERE ",
    in_shards!("table_id", "$3"),
    " GROUP BY table_id ORDER BY min(due), table_id LIMIT $2"
);
const LAST: &str = "SELECT max(at) FROM heartbeat WHERE shard = ANY ($1::bigint[])";
/// A commit whose answer was lost may still be on its way: what it gives back is not given back again.
const LAST_OF_EACH: &str = "SELECT at FROM heartbeat WHERE shard = ANY ($1::bigint[]) ORDER BY shard FOR UPDATE";
const ALIVE: &str = "INSERT INTO heartbeat (shard, at) SELECT shard, $1 FROM unnest($2::bigint[]) AS shard
    ON CONFLICT (shard) DO UPDATE SET at = excluded.at";
const GIVE: &str = "UPDATE heartbeat SET given = given + greatest($1 - at, 0) WHERE shard = ANY ($2::bigint[])";

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
pub(in crate::store) async fn due(readers: &Readers, now: i64, limit: u32) -> Sql<Vec<(u64, i64)>> {
    let due = sqlx::query_as(DUE).bind(now).bind(i64::from(limit));
    let due = due.bind(readers.lease.shards());
    let found: Vec<(i64, i64)> = due.fetch_all(&readers.pool).await?;
    Ok(found.into_iter().map(|(table, at)| (id(table), at)).collect())
}

/// See [`crate::store::Store::alive`]. Only the bot of these shards is.
pub(super) async fn alive(connection: &mut PgConnection, now: i64, shards: &[i64]) -> Sql<()> {
    sqlx::query(ALIVE).bind(now).bind(shards).execute(connection).await?;
    Ok(())
}

/// See [`crate::store::Store::last_alive`].
pub(in crate::store) async fn last_alive(readers: &Readers) -> Sql<Option<i64>> {
    let last = sqlx::query_scalar(LAST).bind(readers.lease.shards());
    last.fetch_one(&readers.pool).await
}

/// See [`crate::store::Store::give_back`]. Each of these shards gets the time since its own bot was alive; the longest is
/// returned.
pub(super) async fn give_back(connection: &mut PgConnection, now: i64, shards: &[i64]) -> Sql<i64> {
    let last = sqlx::query_scalar(LAST_OF_EACH).bind(shards);
    let last: Vec<i64> = last.fetch_all(&mut *connection).await?;
    let away = last
        .iter()
        .map(|last| now.saturating_sub(*last))
        .max()
        .unwrap_or(0)
        .max(0);
    if away > 0 {
        sqlx::query(GIVE)
            .bind(now)
            .bind(shards)
            .execute(&mut *connection)
            .await?;
    }
    alive(connection, now, shards).await?;
    Ok(away)
}
