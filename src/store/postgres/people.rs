//! People: where they sit, and what they prefer.

use sqlx::{PgConnection, PgPool};

use crate::store::sql::{Sql, id, stored};

pub(in crate::store) const SEATED: &str =
    "SELECT table_id FROM seated WHERE person = $1 ORDER BY table_id < 0, table_id";
pub(in crate::store) const SEATS_ELSEWHERE: &str = "SELECT count(*) FROM seated WHERE person = $1 AND table_id <> $2";
pub(in crate::store) const PREFERENCE: &str = "SELECT value FROM preferences WHERE person = $1 AND name = $2";
const LEAVE: &str = "DELETE FROM seated WHERE table_id = $1";
const SIT: &str = "INSERT INTO seated (table_id, person) SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING";
/// Nobody else counts this person's seats until the commit.
const COUNTED: &str = "SELECT pg_advisory_xact_lock($1)";
const PREFER: &str = "INSERT INTO preferences (person, name, value) VALUES ($1, $2, $3)
    ON CONFLICT (person, name) DO UPDATE SET value = excluded.value";

/// Sets who sits at a table. A person named twice sits once.
pub(super) async fn seat(connection: &mut PgConnection, table: u64, people: &[u64]) -> Sql<()> {
    sqlx::query(LEAVE).bind(stored(table)).execute(&mut *connection).await?;
    if !people.is_empty() {
        let people: Vec<i64> = people.iter().map(|person| stored(*person)).collect();
        sqlx::query(SIT)
            .bind(stored(table))
            .bind(people)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// How many live tables a person sits at, not counting `table`.
pub(super) async fn seats_elsewhere(connection: &mut PgConnection, person: u64, table: u64) -> Sql<u64> {
    sqlx::query(COUNTED)
        .bind(stored(person))
        .execute(&mut *connection)
        .await?;
    let count: i64 = sqlx::query_scalar(SEATS_ELSEWHERE)
        .bind(stored(person))
        .bind(stored(table))
        .fetch_one(connection)
        .await?;
    Ok(count.cast_unsigned())
}

/// See [`crate::store::Store::seated`].
pub(in crate::store) async fn seated(readers: &PgPool, person: u64) -> Sql<Vec<u64>> {
    let found: Vec<i64> = sqlx::query_scalar(SEATED)
        .bind(stored(person))
        .fetch_all(readers)
        .await?;
    Ok(found.into_iter().map(id).collect())
}

/// See [`crate::store::Store::preference`].
pub(in crate::store) async fn preference(readers: &PgPool, person: u64, name: &str) -> Sql<Option<String>> {
    sqlx::query_scalar(PREFERENCE)
        .bind(stored(person))
        .bind(name)
        .fetch_optional(readers)
        .await
}

/// See [`crate::store::Store::set_preference`].
pub(super) async fn set_preference(connection: &mut PgConnection, person: u64, name: &str, value: &str) -> Sql<()> {
    sqlx::query(PREFER)
        .bind(stored(person))
        .bind(name)
        .bind(value)
        .execute(connection)
        .await?;
    Ok(())
}
