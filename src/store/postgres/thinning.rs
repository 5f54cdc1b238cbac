//! What is deleted of a match that was over long ago, and what is left of it: see [`crate::store::thinning`].

use sqlx::{PgConnection, PgPool};

use super::lease::{Readers, shard};
use super::named;
use crate::store::Thinned;
use crate::store::forgetting::NOWHERE;
use crate::store::sql::{Sql, id, stored};

pub(in crate::store) const OLD: &str = concat!(
    "SELECT id, created FROM tables
    WHERE over AND NOT thinned AND (created, id) > ($1, $2) AND created < $3 AND ",
    shard!(),
    " = ANY ($5::bigint[]) ORDER BY created, id LIMIT $4"
);
pub(in crate::store) const LEFT: &str = "SELECT digest, draws FROM thinned WHERE table_id = $1";
const THIN: &str = "UPDATE tables SET thinned = true, place = CASE WHEN hall IS NULL THEN $3 ELSE place END WHERE id = $1 AND over AND NOT thinned
    AND (SELECT max(seq) FROM log WHERE table_id = $1) = $2
    AND NOT EXISTS (SELECT 1 FROM shown WHERE table_id = $1 AND version < $2)";
const KEEP: &str = "INSERT INTO thinned (table_id, digest, draws) VALUES ($1, $2, $3)";
const DELETE_LOG: &str = "DELETE FROM log WHERE table_id = $1";
const DELETE_SHOWN: &str = "DELETE FROM shown WHERE table_id = $1";

/// See [`crate::store::Store::thin`]. Returns how many tables were thinned.
pub(super) async fn thin(connection: &mut PgConnection, table: u64, last: u64, left: &Thinned) -> Sql<i64> {
    let thinned = sqlx::query(THIN)
        .bind(stored(table))
        .bind(stored(last))
        .bind(stored(NOWHERE))
        .execute(&mut *connection)
        .await?;
    if thinned.rows_affected() == 0 {
        return Ok(0);
    }
    sqlx::query(KEEP)
        .bind(stored(table))
        .bind(left.digest.as_deref())
        .bind(left.draws.map(i64::from))
        .execute(&mut *connection)
        .await?;
    for delete in [sqlx::query(DELETE_LOG), sqlx::query(DELETE_SHOWN)] {
        delete.bind(stored(table)).execute(&mut *connection).await?;
    }
    named::unname_all(connection, table).await?;
    Ok(1)
}

/// See [`crate::store::Store::old`].
pub(in crate::store) async fn old(
    readers: &Readers,
    after: (i64, u64),
    before: i64,
    limit: u32,
) -> Sql<Vec<(i64, u64)>> {
    let found: Vec<(i64, i64)> = sqlx::query_as(OLD)
        .bind(after.0)
        .bind(stored(after.1))
        .bind(before)
        .bind(i64::from(limit))
        .bind(readers.lease.shards())
        .fetch_all(&readers.pool)
        .await?;
    Ok(found.into_iter().map(|(table, created)| (created, id(table))).collect())
}

/// See [`crate::store::Store::thinned`].
pub(in crate::store) async fn thinned(readers: &PgPool, table: u64) -> Sql<Option<Thinned>> {
    let found: Option<(Option<String>, Option<i64>)> =
        sqlx::query_as(LEFT).bind(stored(table)).fetch_optional(readers).await?;
    let Some((digest, draws)) = found else { return Ok(None) };
    let draws = draws.map(u32::try_from).transpose();
    let draws = draws.map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(Some(Thinned { digest, draws }))
}
