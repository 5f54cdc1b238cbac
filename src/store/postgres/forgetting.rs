//! Forgetting a person: see [`crate::store::forgetting`]. What was forgotten stays in dead rows until the server has vacuumed.

use sqlx::PgConnection;

use super::lease::{Readers, in_shards};
use super::{daily, log, named, standings};
use crate::store::Unnamed;
use crate::store::error::StoreError;
use crate::store::forgetting::{NOWHERE, Parting, chats};
use crate::store::sql::{Sql, stored};

const LAST: &str = "SELECT max(seq) FROM log WHERE table_id = $1";
const REWRITE: &str = "UPDATE log SET event = $3 WHERE table_id = $1 AND seq = $2";
const LEAVE: &str = "DELETE FROM seated WHERE table_id = $1 AND person = $2";
const UNSHOW: &str =
    "DELETE FROM shown WHERE table_id = $1 AND (position($2 in note) > 0 OR channel = ANY ($3::bigint[]))";
const VALUES: &str = "SELECT value FROM preferences WHERE person = $1";
pub(in crate::store) const PLAYED_IN: &str = "SELECT DISTINCT place FROM tables WHERE hall IS NULL
    AND id IN (SELECT table_id FROM results WHERE person = $1 AND hall IS NULL)";
pub(in crate::store) const UNPLACE: &str =
    "UPDATE tables SET place = $2 WHERE place = ANY ($1::bigint[]) AND hall IS NULL AND over";
const UNSEAL: &str = "DELETE FROM seals WHERE home = ANY ($1::bigint[])";
const FORGET_PREFERENCES: &str = "DELETE FROM preferences WHERE person = $1";
const BOARDS: &str = "SELECT DISTINCT hall, game FROM results WHERE person = $1 AND hall IS NOT NULL";
const FORGET_NAME_AT: &str = "UPDATE results SET person = NULL, name = '' WHERE person = $1 AND table_id = $2";
const FORGET_NAME: &str = "UPDATE results SET person = NULL, name = '' WHERE person = $1";

const PARTING: &str = concat!(
    "SELECT person, table_id, gone_at FROM parting WHERE ",
    in_shards!("table_id", "$1"),
    " ORDER BY person, table_id"
);
const PARTED: &str = concat!(
    "DELETE FROM parting WHERE person = $1 AND table_id = coalesce($2, table_id) AND ",
    in_shards!("table_id", "$3")
);

/// See [`crate::store::Store::parting`].
pub(in crate::store) async fn parting(readers: &Readers) -> Sql<Vec<Parting>> {
    let found = sqlx::query_as(PARTING).bind(readers.lease.shards());
    let found: Vec<(i64, i64, Option<i64>)> = found.fetch_all(&readers.pool).await?;
    Ok(found.into_iter().map(Parting::read).collect())
}

/// See [`crate::store::Store::forget`]. At tables of shards that are not `held`, the person still has to be forgotten.
pub(super) async fn forget(
    connection: &mut PgConnection,
    person: u64,
    logs: &[Unnamed],
    at: Option<u64>,
    held: &[i64],
) -> Sql<Result<(), StoreError>> {
    for log in logs {
        let last = sqlx::query_scalar(LAST).bind(stored(log.table));
        let last: Option<i64> = last.fetch_one(&mut *connection).await?;
        if last != Some(stored(log.last)) {
            return Ok(Err(StoreError::Conflict));
        }
    }
    let parted = sqlx::query(PARTED).bind(stored(person)).bind(at.map(stored));
    parted.bind(held).execute(&mut *connection).await?;
    let values = sqlx::query_scalar(VALUES).bind(stored(person));
    let chats = chats(&values.fetch_all(&mut *connection).await?, logs);
    let mut chats: Vec<i64> = chats.into_iter().map(stored).collect();
    if at.is_some() {
        for log in logs {
            rewrite(connection, person, &chats, log).await?;
            forget_results_at(connection, person, log.table).await?;
        }
        let of_logs = crate::store::forgetting::chats(&[], logs);
        unplace(connection, of_logs.into_iter().map(stored).collect()).await?;
        return Ok(Ok(()));
    }
    let played_in = sqlx::query_scalar(PLAYED_IN).bind(stored(person));
    let played_in: Vec<i64> = played_in.fetch_all(&mut *connection).await?;
    chats.extend(played_in);
    for log in logs {
        rewrite(connection, person, &chats, log).await?;
    }
    unplace(connection, chats).await?;
    sqlx::query(FORGET_PREFERENCES)
        .bind(stored(person))
        .execute(&mut *connection)
        .await?;
    daily::forget(&mut *connection, person).await?;
    standings::drop_standings(&mut *connection, person).await?;
    sqlx::query(FORGET_NAME)
        .bind(stored(person))
        .execute(connection)
        .await?;
    Ok(Ok(()))
}

/// Forgets a person in the results of one table, which may have been written since they were forgotten elsewhere.
async fn forget_results_at(connection: &mut PgConnection, person: u64, table: u64) -> Sql<()> {
    let boards = sqlx::query_as(BOARDS).bind(stored(person));
    let boards: Vec<(i64, String)> = boards.fetch_all(&mut *connection).await?;
    let forget = sqlx::query(FORGET_NAME_AT).bind(stored(person)).bind(stored(table));
    forget.execute(&mut *connection).await?;
    for (guild, game) in boards {
        standings::add_up(&mut *connection, guild, &game, person).await?;
    }
    Ok(())
}

/// Takes private chats out of the rows of tables that are over, and of seals.
async fn unplace(connection: &mut PgConnection, chats: Vec<i64>) -> Sql<()> {
    let unplace = sqlx::query(UNPLACE).bind(chats.as_slice()).bind(stored(NOWHERE));
    unplace.execute(&mut *connection).await?;
    let unseal = sqlx::query(UNSEAL).bind(chats);
    unseal.execute(connection).await?;
    Ok(())
}

async fn rewrite(connection: &mut PgConnection, person: u64, chats: &[i64], unnamed: &Unnamed) -> Sql<()> {
    let table = stored(unnamed.table);
    for (seq, event) in &unnamed.entries {
        let rewritten = sqlx::query(REWRITE).bind(table).bind(stored(*seq)).bind(event.as_str());
        rewritten.execute(&mut *connection).await?;
    }
    let unshown = sqlx::query(UNSHOW).bind(table).bind(person.to_string()).bind(chats);
    unshown.execute(&mut *connection).await?;
    let left = sqlx::query(LEAVE).bind(table).bind(stored(person));
    left.execute(&mut *connection).await?;
    named::unname(&mut *connection, unnamed.table, person).await?;
    match &unnamed.append {
        Some(append) => log::append(connection, append)
            .await?
            .map_err(|_| sqlx::Error::RowNotFound),
        None => Ok(()),
    }
}
