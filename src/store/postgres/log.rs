//! Tables and their logs.
//!
//! An append is judged before it writes anything, under a lock on its table's row. What another process writes at the same
//! moment beside that row (a table of the same id or in the same channel, the same interaction) hits a unique index; the
//! writer then has the append judged anew.

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

use super::lease::{Readers, shard};
use super::{named, people, seals, standings, timers};
use crate::store::error::StoreError;
use crate::store::log::{Found, halves};
use crate::store::sql::{Sql, id, stored};
use crate::store::{Append, Entry, NewTable, Store, Stored};

const LOCK: &str = "SELECT over FROM tables WHERE id = $1 FOR NO KEY UPDATE";
pub(in crate::store) const JUDGE: &str = "SELECT
    (SELECT seq FROM log WHERE interaction = $2) IS NOT NULL AS duplicate,
    coalesce((SELECT max(seq) FROM log WHERE table_id = $1), 0) AS last";
pub(in crate::store) const TABLE_AT: &str = "SELECT id FROM tables WHERE place = $1 AND NOT over";
const CREATE: &str = "INSERT INTO tables (id, place, hall, game, secret, created) VALUES ($1, $2, $3, $4, $5, $6)";
const ENTRIES_OF: &str = "INSERT INTO log (table_id, seq, at, interaction, event)
    SELECT $1, $2 + nth, $3, CASE nth WHEN 1 THEN $4::bigint END, event
    FROM unnest($5::text[]) WITH ORDINALITY AS entry (event, nth)";
const SHARD: &str = concat!("SELECT ", shard!(), " FROM tables WHERE id = $1");
const SEALED: &str = "UPDATE tables SET restored = false WHERE id = $1";
const OVER: &str = "UPDATE tables SET over = true WHERE id = $1";

pub(in crate::store) const PLAYED: &str = concat!(
    "SELECT id FROM tables WHERE NOT over AND id BETWEEN $1 AND $2 AND ",
    shard!(),
    " = ANY ($4::bigint[]) ORDER BY id LIMIT $3"
);
pub(in crate::store) const PLAYED_IN_HALLS: &str = concat!(
    "SELECT id, hall FROM tables WHERE NOT over AND id BETWEEN $1 AND $2 AND hall IS NOT NULL AND ",
    shard!(),
    " = ANY ($3::bigint[])"
);
pub(in crate::store) const TABLE: &str = "SELECT place, hall, game, secret, over, restored FROM tables WHERE id = $1";
pub(in crate::store) const ENTRIES: &str =
    "SELECT seq, at, interaction, event FROM log WHERE table_id = $1 ORDER BY seq";
pub(in crate::store) const INTERACTION: &str = "SELECT table_id, seq FROM log WHERE interaction = $1";
pub(in crate::store) const LAST_TABLE_AT: &str = "SELECT id FROM tables WHERE place = $1
    ORDER BY created DESC, id < 0 DESC, id DESC LIMIT 1";
/// Several questions that are to be of one moment.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Judges an append, and writes it unless it is refused.
pub(super) async fn append(connection: &mut PgConnection, append: &Append) -> Sql<Result<(), StoreError>> {
    if let Err(refusal) = judge(connection, append).await? {
        return Ok(Err(refusal));
    }
    let table = stored(append.table);
    if let Some(new) = &append.create {
        create(connection, append, new).await?;
    }
    if let Some(succession) = &append.succession {
        seals::succeed(connection, succession).await?;
    }
    if !append.entries.is_empty() {
        sqlx::query(ENTRIES_OF)
            .bind(table)
            .bind(stored(append.after))
            .bind(append.at)
            .bind(append.interaction.map(stored))
            .bind(append.entries.iter().map(String::as_str).collect::<Vec<_>>())
            .execute(&mut *connection)
            .await?;
    }
    named::name(connection, append.table, &append.entries).await?;
    if append.sealed {
        sqlx::query(SEALED).bind(table).execute(&mut *connection).await?;
    }
    if append.over {
        sqlx::query(OVER).bind(table).execute(&mut *connection).await?;
        people::seat(connection, append.table, &[]).await?;
        timers::replace(connection, append.table, append.timers.as_deref().unwrap_or_default()).await?;
    } else {
        if let Some(people) = &append.people {
            people::seat(connection, append.table, people).await?;
        }
        if let Some(new) = &append.timers {
            timers::replace(connection, append.table, new).await?;
        }
    }
    standings::record_all(connection, append).await?;
    Ok(Ok(()))
}

/// The shard of a table; `None` if there is no such table.
pub(super) async fn shard(connection: &mut PgConnection, table: u64) -> Sql<Option<i64>> {
    let shard = sqlx::query_scalar(SHARD).bind(stored(table));
    shard.fetch_optional(connection).await
}

async fn judge(connection: &mut PgConnection, append: &Append) -> Sql<Result<(), StoreError>> {
    let table = stored(append.table);
    let over: Option<bool> = sqlx::query_scalar(LOCK)
        .bind(table)
        .fetch_optional(&mut *connection)
        .await?;
    let row = sqlx::query(JUDGE)
        .bind(table)
        .bind(append.interaction.map(stored))
        .fetch_one(&mut *connection)
        .await?;
    let found = Found {
        duplicate: row.try_get("duplicate")?,
        exists: over.is_some(),
        last: row.try_get("last")?,
    };
    if let Err(refusal) = found.judge(append) {
        return Ok(Err(refusal));
    }
    if let Some(new) = &append.create {
        let taken = sqlx::query(TABLE_AT)
            .bind(stored(new.channel))
            .fetch_optional(&mut *connection)
            .await?;
        if taken.is_some() {
            return Ok(Err(StoreError::Taken));
        }
    }
    if let Some(succession) = &append.succession
        && !seals::is_next(connection, succession).await?
    {
        return Ok(Err(StoreError::SecretTaken));
    }
    if let Some(person) = append.newcomer
        && people::seats_elsewhere(connection, person, append.table).await? >= Store::MOST_TABLES as u64
    {
        return Ok(Err(StoreError::Crowded));
    }
    Ok(Ok(()))
}

async fn create(connection: &mut PgConnection, append: &Append, new: &NewTable) -> Sql<()> {
    sqlx::query(CREATE)
        .bind(stored(append.table))
        .bind(stored(new.channel))
        .bind(new.guild.map(stored))
        .bind(new.game.as_str())
        .bind(new.secret.as_slice())
        .bind(append.at)
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`Store::load`].
pub(in crate::store) async fn load(readers: &PgPool, table: u64) -> Sql<Option<Stored>> {
    let mut transaction = readers.begin_with(BEGIN).await?;
    let found = sqlx::query(TABLE)
        .bind(stored(table))
        .fetch_optional(&mut *transaction)
        .await?;
    let Some(row) = found else {
        transaction.rollback().await?;
        return Ok(None);
    };
    let entries = sqlx::query(ENTRIES)
        .bind(stored(table))
        .try_map(|row: PgRow| {
            Ok(Entry {
                seq: id(row.try_get(0)?),
                at: row.try_get(1)?,
                interaction: row.try_get::<Option<i64>, _>(2)?.map(id),
                event: row.try_get(3)?,
            })
        })
        .fetch_all(&mut *transaction)
        .await?;
    let timers = timers::of(&mut transaction, table).await?;
    transaction.commit().await?;
    let secret: Vec<u8> = row.try_get("secret")?;
    Ok(Some(Stored {
        table,
        channel: id(row.try_get("place")?),
        guild: row.try_get::<Option<i64>, _>("hall")?.map(id),
        game: row.try_get("game")?,
        secret: secret
            .try_into()
            .map_err(|_| sqlx::Error::Decode("a secret is not of 32 bytes".into()))?,
        over: row.try_get("over")?,
        restored: row.try_get("restored")?,
        entries,
        timers,
    }))
}

/// See [`Store::interaction`].
pub(in crate::store) async fn interaction(readers: &PgPool, interaction: u64) -> Sql<Option<(u64, u64)>> {
    let found: Option<(i64, i64)> = sqlx::query_as(INTERACTION)
        .bind(stored(interaction))
        .fetch_optional(readers)
        .await?;
    Ok(found.map(|(table, seq)| (id(table), id(seq))))
}

/// See [`Store::table_at`].
pub(in crate::store) async fn table_at(readers: &PgPool, channel: u64) -> Sql<Option<u64>> {
    let found: Option<i64> = sqlx::query_scalar(TABLE_AT)
        .bind(stored(channel))
        .fetch_optional(readers)
        .await?;
    Ok(found.map(id))
}

/// See [`Store::played_in_guilds`].
pub(in crate::store) async fn played_in_guilds(readers: &Readers) -> Sql<Vec<(u64, u64)>> {
    let all = sqlx::query_as(PLAYED_IN_HALLS).bind(i64::MIN).bind(i64::MAX);
    let own = all.bind(readers.lease.shards());
    let found: Vec<(i64, i64)> = own.fetch_all(&readers.pool).await?;
    Ok(found.into_iter().map(|(table, guild)| (id(table), id(guild))).collect())
}

/// See [`Store::last_table_at`].
pub(in crate::store) async fn last_table_at(readers: &PgPool, channel: u64) -> Sql<Option<u64>> {
    let found: Option<i64> = sqlx::query_scalar(LAST_TABLE_AT)
        .bind(stored(channel))
        .fetch_optional(readers)
        .await?;
    Ok(found.map(id))
}

/// See [`Store::live_tables`].
pub(in crate::store) async fn live_tables(readers: &Readers, after: u64, limit: u32) -> Sql<Vec<u64>> {
    let mut all: Vec<u64> = Vec::new();
    for (first, last) in halves(after) {
        let left = i64::from(limit) - all.len() as i64;
        let page = sqlx::query_scalar(PLAYED).bind(first).bind(last).bind(left);
        let page = page.bind(readers.lease.shards());
        all.extend(page.fetch_all(&readers.pool).await?.into_iter().map(id));
    }
    Ok(all)
}
