//! Forgetting a person: see [`crate::store::forgetting`]. What was forgotten stays in dead rows until the server has vacuumed.

use sqlx::{PgConnection, PgPool};

use super::{daily, log, standings};
use crate::store::Unnamed;
use crate::store::error::StoreError;
use crate::store::forgetting::PAGE;
use crate::store::sql::{Sql, id, stored};

const NAMING: &str = "SELECT id, CASE
        WHEN (SELECT at FROM log WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1) < $4 THEN false
        ELSE EXISTS (SELECT 1 FROM log WHERE table_id = tables.id AND position($2 in event) > 0)
    END
    FROM tables WHERE id > $1 ORDER BY id LIMIT $3";
const LAST: &str = "SELECT max(seq) FROM log WHERE table_id = $1";
const REWRITE: &str = "UPDATE log SET event = $3 WHERE table_id = $1 AND seq = $2";
const LEAVE: &str = "DELETE FROM seated WHERE table_id = $1 AND person = $2";
const UNSHOW: &str = "DELETE FROM shown WHERE table_id = $1
    AND (channel::text IN (SELECT value FROM preferences WHERE person = $2) OR position($3 in note) > 0)";
const FORGET_PREFERENCES: &str = "DELETE FROM preferences WHERE person = $1";
const FORGET_NAME: &str = "UPDATE results SET person = NULL, name = '' WHERE person = $1";

/// See [`crate::store::Store::naming`].
pub(in crate::store) async fn naming(readers: &PgPool, person: u64, since: i64) -> Sql<Vec<u64>> {
    let (text, mut after, mut named) = (person.to_string(), i64::MIN, Vec::new());
    loop {
        let page = sqlx::query_as(NAMING)
            .bind(after)
            .bind(text.as_str())
            .bind(PAGE)
            .bind(since);
        let page: Vec<(i64, bool)> = page.fetch_all(readers).await?;
        let Some((last, _)) = page.last() else {
            return Ok(named);
        };
        after = *last;
        named.extend(page.iter().filter(|(_, names)| *names).map(|(table, _)| id(*table)));
    }
}

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
    for log in logs {
        rewrite(connection, person, log).await?;
    }
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

async fn rewrite(connection: &mut PgConnection, person: u64, unnamed: &Unnamed) -> Sql<()> {
    let table = stored(unnamed.table);
    for (seq, event) in &unnamed.entries {
        let rewritten = sqlx::query(REWRITE).bind(table).bind(stored(*seq)).bind(event.as_str());
        rewritten.execute(&mut *connection).await?;
    }
    let unshown = sqlx::query(UNSHOW)
        .bind(table)
        .bind(stored(person))
        .bind(person.to_string());
    unshown.execute(&mut *connection).await?;
    let left = sqlx::query(LEAVE).bind(table).bind(stored(person));
    left.execute(&mut *connection).await?;
    match &unnamed.append {
        Some(append) => log::append(connection, append)
            .await?
            .map_err(|_| sqlx::Error::RowNotFound),
        None => Ok(()),
    }
}
