//! Whom each log names: see [`crate::store::named`].

use sqlx::{PgConnection, PgPool};

use crate::store::named::people;
use crate::store::sql::{Sql, id, stored};

pub(in crate::store) const NAMING: &str = "SELECT table_id FROM named WHERE person = $1
    AND (SELECT at FROM log WHERE table_id = named.table_id ORDER BY seq DESC LIMIT 1) >= $2
    ORDER BY table_id < 0, table_id";
const NAME: &str = "INSERT INTO named (table_id, person) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING";
const UNNAME: &str = "DELETE FROM named WHERE table_id = $1 AND person = $2";
const UNNAME_ALL: &str = "DELETE FROM named WHERE table_id = $1";

/// Adds whom the new entries of a log name.
pub(super) async fn name(connection: &mut PgConnection, table: u64, events: &[String]) -> Sql<()> {
    let people: Vec<i64> = people(events).into_iter().map(stored).collect();
    if people.is_empty() {
        return Ok(());
    }
    let name = sqlx::query(NAME).bind(stored(table)).bind(people);
    name.execute(connection).await.map(drop)
}

/// The log of a table does not name a person any more.
pub(super) async fn unname(connection: &mut PgConnection, table: u64, person: u64) -> Sql<()> {
    let unname = sqlx::query(UNNAME).bind(stored(table)).bind(stored(person));
    unname.execute(connection).await.map(drop)
}

/// The log of a table is gone.
pub(super) async fn unname_all(connection: &mut PgConnection, table: u64) -> Sql<()> {
    let unname = sqlx::query(UNNAME_ALL).bind(stored(table));
    unname.execute(connection).await.map(drop)
}

/// See [`crate::store::Store::naming`].
pub(in crate::store) async fn naming(readers: &PgPool, person: u64, since: i64) -> Sql<Vec<u64>> {
    let naming = sqlx::query_scalar(NAMING).bind(stored(person)).bind(since);
    let found: Vec<i64> = naming.fetch_all(readers).await?;
    Ok(found.into_iter().map(id).collect())
}
