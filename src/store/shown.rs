//! What messages show of their tables, so that delivery knows after any interruption what is left to do.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::Shown;
use super::log::{id, stored};

type Sql<T> = Result<T, sqlx::Error>;

const SET: &str = "INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (table_id, slot) DO UPDATE SET channel = excluded.channel, message = excluded.message,
        version = excluded.version, digest = excluded.digest, note = excluded.note";
/// The bound is [`Shown::SETTLED`], spelled as in the partial index that this walks.
const UNSETTLED: &str = "SELECT DISTINCT table_id FROM shown
    WHERE version < 9223372036854775807
        AND version < (SELECT max(seq) FROM log WHERE log.table_id = shown.table_id)
    ORDER BY table_id < 0, table_id";

/// See [`super::Store::shown`].
pub(super) async fn shown(readers: &SqlitePool, table: u64) -> Sql<Vec<Shown>> {
    sqlx::query("SELECT slot, channel, message, version, digest, note FROM shown WHERE table_id = ?1 ORDER BY slot")
        .bind(stored(table))
        .try_map(|row: SqliteRow| {
            Ok(Shown {
                table,
                slot: row.try_get(0)?,
                channel: id(row.try_get(1)?),
                message: id(row.try_get(2)?),
                version: id(row.try_get(3)?),
                digest: row.try_get(4)?,
                note: row.try_get(5)?,
            })
        })
        .fetch_all(readers)
        .await
}

/// See [`super::Store::set_shown`].
pub(super) async fn set(connection: &mut SqliteConnection, new: &Shown) -> Sql<()> {
    sqlx::query(SET)
        .bind(stored(new.table))
        .bind(new.slot.as_str())
        .bind(stored(new.channel))
        .bind(stored(new.message))
        .bind(stored(new.version.min(Shown::SETTLED)))
        .bind(new.digest.as_str())
        .bind(new.note.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`super::Store::clear_shown`].
pub(super) async fn clear(connection: &mut SqliteConnection, table: u64, slot: &str) -> Sql<()> {
    sqlx::query("DELETE FROM shown WHERE table_id = ?1 AND slot = ?2")
        .bind(stored(table))
        .bind(slot)
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`super::Store::unsettled`].
pub(super) async fn unsettled(readers: &SqlitePool) -> Sql<Vec<u64>> {
    let found: Vec<i64> = sqlx::query_scalar(UNSETTLED).fetch_all(readers).await?;
    Ok(found.into_iter().map(id).collect())
}
