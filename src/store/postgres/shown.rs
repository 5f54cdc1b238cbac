//! What messages show of their tables, and how all of it is doubted in a database that was brought back.

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

use super::lease::{Readers, in_shards};
use crate::store::Shown;
use crate::store::sql::{Sql, id, stored};

const SET: &str = "INSERT INTO shown (table_id, slot, channel, message, version, digest, note)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (table_id, slot) DO UPDATE SET channel = excluded.channel, message = excluded.message,
        version = excluded.version, digest = excluded.digest, note = excluded.note";
pub(in crate::store) const SHOWN: &str =
    "SELECT table_id, slot, channel, message, version, digest, note FROM shown WHERE table_id = $1 ORDER BY slot";
/// Spells its bound as [`UNSETTLED`] does.
pub(in crate::store) const SHOWN_AT: &str = concat!(
    "SELECT table_id, slot, channel, message, version, digest, note FROM shown
    WHERE version < 9223372036854775807 AND version = $1 AND ",
    in_shards!("table_id", "$2")
);
/// The bound is [`Shown::SETTLED`], spelled as in the partial index that this query scans.
pub(in crate::store) const UNSETTLED: &str = concat!(
    "SELECT table_id FROM shown
    WHERE version < 9223372036854775807
        AND version < (SELECT max(seq) FROM log WHERE log.table_id = shown.table_id) AND ",
    in_shards!("table_id", "$1"),
    " GROUP BY table_id ORDER BY table_id < 0, table_id"
);
const CLEAR: &str = "DELETE FROM shown WHERE table_id = $1 AND slot = $2";
const MARKED: &str = "SELECT mark FROM marks";
/// The name of the column is a word of the language, too.
const MARK: &str = r#"INSERT INTO marks ("only", mark) VALUES (1, $1)
    ON CONFLICT ("only") DO UPDATE SET mark = excluded.mark"#;
const FORGET_SEALS: &str = "DELETE FROM seals";
const DOUBT: &str = "UPDATE shown SET version = 0, digest = '' WHERE version < 9223372036854775807";
const RESTORED: &str = "UPDATE tables SET restored = true WHERE NOT over";

/// See [`crate::store::Store::shown`].
pub(in crate::store) async fn shown(readers: &PgPool, table: u64) -> Sql<Vec<Shown>> {
    let found = sqlx::query(SHOWN).bind(stored(table));
    found.try_map(read).fetch_all(readers).await
}

/// See [`crate::store::Store::shown_at`].
pub(in crate::store) async fn shown_at(readers: &Readers, version: u64) -> Sql<Vec<Shown>> {
    let found = sqlx::query(SHOWN_AT).bind(stored(version));
    let own = found.bind(readers.lease.shards());
    own.try_map(read).fetch_all(&readers.pool).await
}

fn read(row: PgRow) -> Sql<Shown> {
    Ok(Shown {
        table: id(row.try_get(0)?),
        slot: row.try_get(1)?,
        channel: id(row.try_get(2)?),
        message: id(row.try_get(3)?),
        version: id(row.try_get(4)?),
        digest: row.try_get(5)?,
        note: row.try_get(6)?,
    })
}

/// See [`crate::store::Store::set_shown`].
pub(super) async fn set(connection: &mut PgConnection, new: &Shown) -> Sql<()> {
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

/// See [`crate::store::Store::clear_shown`].
pub(super) async fn clear(connection: &mut PgConnection, table: u64, slot: &str) -> Sql<()> {
    sqlx::query(CLEAR)
        .bind(stored(table))
        .bind(slot)
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`crate::store::Store::unsettled`].
pub(in crate::store) async fn unsettled(readers: &Readers) -> Sql<Vec<u64>> {
    let own = sqlx::query_scalar(UNSETTLED).bind(readers.lease.shards());
    let found: Vec<i64> = own.fetch_all(&readers.pool).await?;
    Ok(found.into_iter().map(id).collect())
}

/// Sets the mark of the database. Gives 1 if the database has that of another one, of which it is a copy, else 0: then
/// messages show more than it knows, and its tables have drawn more.
pub(super) async fn mark(connection: &mut PgConnection, mark: i64) -> Sql<i64> {
    let known: Option<i64> = sqlx::query_scalar(MARKED).fetch_optional(&mut *connection).await?;
    let same = known.is_none_or(|known| known == mark);
    if !same {
        sqlx::query(DOUBT).execute(&mut *connection).await?;
        // Tables that were opened since may have used them.
        sqlx::query(FORGET_SEALS).execute(&mut *connection).await?;
        let tables = sqlx::query(RESTORED).execute(&mut *connection).await?.rows_affected();
        tracing::warn!(
            tables,
            "this database was brought back or moved here: what happened since it was copied is lost, and its tables seal their chance anew"
        );
    }
    sqlx::query(MARK).bind(mark).execute(connection).await?;
    Ok(i64::from(!same))
}
