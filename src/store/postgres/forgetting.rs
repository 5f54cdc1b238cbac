//! Forgetting a person: see [`crate::store::forgetting`]. What was forgotten stays in dead rows until the server has vacuumed.

use sqlx::PgConnection;

use super::{daily, log, named, standings};
use crate::store::Unnamed;
use crate::store::error::StoreError;
use crate::store::forgetting::{NOWHERE, chats};
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
const FORGET_NAME: &str = "UPDATE results SET person = NULL, name = '' WHERE person = $1";

/// See [`crate::store::Store::forget`].
pub(super) async fn forget(
    connection: &mut PgConnection,
    person: u64,
    logs: &[Unnamed],
) -> Sql<Result<(), StoreError>> {
    for log in logs {
        let last = sqlx::query_scalar(LAST).bind(stored(log.table));
        let last: Option<i64> = last.fetch_one(&mut *connection).await?;
        if last != Some(stored(log.last)) {
            return Ok(Err(StoreError::Conflict));
        }
    }
    let values = sqlx::query_scalar(VALUES).bind(stored(person));
    let chats = chats(&values.fetch_all(&mut *connection).await?, logs);
    let mut chats: Vec<i64> = chats.into_iter().map(stored).collect();
    let played_in = sqlx::query_scalar(PLAYED_IN).bind(stored(person));
    let played_in: Vec<i64> = played_in.fetch_all(&mut *connection).await?;
    chats.extend(played_in);
    for log in logs {
        rewrite(connection, person, &chats, log).await?;
    }
    let unplace = sqlx::query(UNPLACE).bind(chats.as_slice()).bind(stored(NOWHERE));
    unplace.execute(&mut *connection).await?;
    let unseal = sqlx::query(UNSEAL).bind(chats);
    unseal.execute(&mut *connection).await?;
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
