//! Tables and their logs.
//!
//! An append is judged before it writes anything. It runs inside the writer's transaction, which holds the database's write
//! lock, so the facts it is judged by cannot change meanwhile. The unique indexes are a second safeguard.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::error::StoreError;
use super::sql::{Sql, id, stored};
use super::{Append, Entry, NewTable, Store, Stored, named, people, seals, standings, timers};

pub(super) const JUDGE: &str = "SELECT
    EXISTS (SELECT 1 FROM log WHERE interaction = ?2) AS duplicate,
    (SELECT over FROM tables WHERE id = ?1) AS over,
    (SELECT max(seq) FROM log WHERE table_id = ?1) AS last";
pub(super) const PLACE_TAKEN: &str = "SELECT EXISTS (SELECT 1 FROM tables WHERE place = ?1 AND over = 0)";
const CREATE: &str = "INSERT INTO tables (id, place, hall, game, secret, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
const ENTRY: &str = "INSERT INTO log (table_id, seq, at, interaction, event) VALUES (?1, ?2, ?3, ?4, ?5)";
const SEALED: &str = "UPDATE tables SET restored = 0 WHERE id = ?1";
const OVER: &str = "UPDATE tables SET over = 1 WHERE id = ?1";

/// The query names its index, because SQLite would prefer to scan all tables that ever were.
pub(super) const PLAYED: &str =
    "SELECT id FROM tables INDEXED BY tables_played WHERE over = 0 AND id BETWEEN ?1 AND ?2 ORDER BY id LIMIT ?3";
/// The query is bounded by the least and greatest ids, so that the index is searched as for a page of it.
pub(super) const PLAYED_IN_HALLS: &str =
    "SELECT id, hall FROM tables INDEXED BY tables_played WHERE over = 0 AND id BETWEEN ?1 AND ?2 AND hall IS NOT NULL";
pub(super) const TABLE: &str = "SELECT place, hall, game, secret, over, restored FROM tables WHERE id = ?1";
pub(super) const ENTRIES: &str = "SELECT seq, at, interaction, event FROM log WHERE table_id = ?1 ORDER BY seq";
pub(super) const INTERACTION: &str = "SELECT table_id, seq FROM log WHERE interaction = ?1";
pub(super) const TABLE_AT: &str = "SELECT id FROM tables WHERE place = ?1 AND over = 0";
pub(super) const LAST_TABLE_AT: &str =
    "SELECT id FROM tables WHERE place = ?1 ORDER BY created DESC, id < 0 DESC, id DESC LIMIT 1";

/// Judges an append, and writes it unless it is refused.
pub(super) async fn append(connection: &mut SqliteConnection, append: &Append) -> Sql<Result<(), StoreError>> {
    if let Err(refusal) = judge(connection, append).await? {
        return Ok(Err(refusal));
    }
    if let Some(new) = &append.create {
        create(connection, append, new).await?;
    }
    if let Some(succession) = &append.succession {
        seals::succeed(connection, succession).await?;
    }
    let mut seq = stored(append.after);
    let mut interaction = append.interaction.map(stored);
    for event in &append.entries {
        seq += 1;
        sqlx::query(ENTRY)
            .bind(stored(append.table))
            .bind(seq)
            .bind(append.at)
            .bind(interaction.take())
            .bind(event.as_str())
            .execute(&mut *connection)
            .await?;
    }
    named::name(connection, append.table, &append.entries).await?;
    if append.sealed {
        sqlx::query(SEALED)
            .bind(stored(append.table))
            .execute(&mut *connection)
            .await?;
    }
    if append.over {
        sqlx::query(OVER)
            .bind(stored(append.table))
            .execute(&mut *connection)
            .await?;
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
    for result in &append.results {
        standings::record(connection, append.table, append.at, result).await?;
    }
    Ok(Ok(()))
}

async fn judge(connection: &mut SqliteConnection, append: &Append) -> Sql<Result<(), StoreError>> {
    let row = sqlx::query(JUDGE)
        .bind(stored(append.table))
        .bind(append.interaction.map(stored))
        .fetch_one(&mut *connection)
        .await?;
    if let Err(refusal) = Found::in_row(&row)?.judge(append) {
        return Ok(Err(refusal));
    }
    if let Some(new) = &append.create {
        let taken = sqlx::query_scalar(PLACE_TAKEN)
            .bind(stored(new.channel))
            .fetch_one(&mut *connection)
            .await?;
        if taken {
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

/// The facts by which an append is judged.
pub(super) struct Found {
    pub(super) duplicate: bool,
    pub(super) exists: bool,
    pub(super) last: i64,
}

impl Found {
    /// Reads the columns `duplicate`, `over` and `last`.
    pub(super) fn in_row(row: &SqliteRow) -> Sql<Self> {
        Ok(Self {
            duplicate: row.try_get("duplicate")?,
            exists: row.try_get::<Option<bool>, _>("over")?.is_some(),
            last: row.try_get::<Option<i64>, _>("last")?.unwrap_or(0),
        })
    }

    /// Whether the append fits its log; whether its channel is free is not checked here.
    pub(super) fn judge(&self, append: &Append) -> Result<(), StoreError> {
        if self.duplicate {
            Err(StoreError::Duplicate)
        } else if self.exists == append.create.is_some() || self.last != stored(append.after) {
            Err(StoreError::Conflict)
        } else {
            Ok(())
        }
    }
}

async fn create(connection: &mut SqliteConnection, append: &Append, new: &NewTable) -> Sql<()> {
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

/// See [`super::Store::load`].
pub(super) async fn load(readers: &SqlitePool, table: u64) -> Sql<Option<Stored>> {
    // One transaction, so that log and timers are consistent.
    let mut transaction = readers.begin().await?;
    let Some(row) = sqlx::query(TABLE)
        .bind(stored(table))
        .fetch_optional(&mut *transaction)
        .await?
    else {
        return Ok(None);
    };
    let entries = sqlx::query(ENTRIES)
        .bind(stored(table))
        .try_map(|row: SqliteRow| {
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

/// See [`super::Store::interaction`].
pub(super) async fn interaction(readers: &SqlitePool, interaction: u64) -> Sql<Option<(u64, u64)>> {
    let found: Option<(i64, i64)> = sqlx::query_as(INTERACTION)
        .bind(stored(interaction))
        .fetch_optional(readers)
        .await?;
    Ok(found.map(|(table, seq)| (id(table), id(seq))))
}

/// See [`super::Store::table_at`].
pub(super) async fn table_at(readers: &SqlitePool, channel: u64) -> Sql<Option<u64>> {
    let found: Option<i64> = sqlx::query_scalar(TABLE_AT)
        .bind(stored(channel))
        .fetch_optional(readers)
        .await?;
    Ok(found.map(id))
}

/// See [`super::Store::played_in_guilds`].
pub(super) async fn played_in_guilds(readers: &SqlitePool) -> Sql<Vec<(u64, u64)>> {
    let all = sqlx::query_as(PLAYED_IN_HALLS).bind(i64::MIN).bind(i64::MAX);
    let found: Vec<(i64, i64)> = all.fetch_all(readers).await?;
    Ok(found.into_iter().map(|(table, guild)| (id(table), id(guild))).collect())
}

/// See [`super::Store::last_table_at`].
pub(super) async fn last_table_at(readers: &SqlitePool, channel: u64) -> Sql<Option<u64>> {
    let found: Option<i64> = sqlx::query_scalar(LAST_TABLE_AT)
        .bind(stored(channel))
        .fetch_optional(readers)
        .await?;
    Ok(found.map(id))
}

/// Where the stored ids lie that are greater than `after`, in order. Those of the upper half are stored as negative numbers,
/// and come last.
pub(super) fn halves(after: u64) -> impl Iterator<Item = (i64, i64)> {
    let after = stored(after);
    let halves = match after {
        0.. => [
            after.checked_add(1).map(|first| (first, i64::MAX)),
            Some((i64::MIN, -1)),
        ],
        _ => [Some((after + 1, -1)), None],
    };
    halves.into_iter().flatten()
}

/// See [`super::Store::live_tables`].
pub(super) async fn live_tables(readers: &SqlitePool, after: u64, limit: u32) -> Sql<Vec<u64>> {
    let mut all: Vec<u64> = Vec::new();
    for (first, last) in halves(after) {
        let left = limit.saturating_sub(u32::try_from(all.len()).unwrap_or(limit));
        let page = sqlx::query_scalar(PLAYED).bind(first).bind(last).bind(left);
        all.extend(page.fetch_all(readers).await?.into_iter().map(id));
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
