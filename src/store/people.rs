//! People: where they sit, what they prefer, and how they are forgotten.

use sqlx::{SqliteConnection, SqlitePool};

use super::log::{id, stored};

type Sql<T> = Result<T, sqlx::Error>;

/// Sets who sits at a table. A person named twice sits once.
pub(super) async fn seat(connection: &mut SqliteConnection, table: u64, people: &[u64]) -> Sql<()> {
    sqlx::query("DELETE FROM seated WHERE table_id = ?1")
        .bind(stored(table))
        .execute(&mut *connection)
        .await?;
    for person in people {
        sqlx::query("INSERT INTO seated (table_id, person) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
            .bind(stored(table))
            .bind(stored(*person))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// See [`super::Store::seated`].
pub(super) async fn seated(readers: &SqlitePool, person: u64) -> Sql<Vec<u64>> {
    let found: Vec<i64> =
        sqlx::query_scalar("SELECT table_id FROM seated WHERE person = ?1 ORDER BY table_id < 0, table_id")
            .bind(stored(person))
            .fetch_all(readers)
            .await?;
    Ok(found.into_iter().map(id).collect())
}

/// See [`super::Store::preference`].
pub(super) async fn preference(readers: &SqlitePool, person: u64, name: &str) -> Sql<Option<String>> {
    sqlx::query_scalar("SELECT value FROM preferences WHERE person = ?1 AND name = ?2")
        .bind(stored(person))
        .bind(name)
        .fetch_optional(readers)
        .await
}

/// See [`super::Store::set_preference`].
pub(super) async fn set_preference(connection: &mut SqliteConnection, person: u64, name: &str, value: &str) -> Sql<()> {
    sqlx::query(
        "INSERT INTO preferences (person, name, value) VALUES (?1, ?2, ?3)
            ON CONFLICT (person, name) DO UPDATE SET value = excluded.value",
    )
    .bind(stored(person))
    .bind(name)
    .bind(value)
    .execute(connection)
    .await?;
    Ok(())
}

/// See [`super::Store::forget`].
pub(super) async fn forget(connection: &mut SqliteConnection, person: u64) -> Sql<()> {
    sqlx::query("DELETE FROM preferences WHERE person = ?1")
        .bind(stored(person))
        .execute(&mut *connection)
        .await?;
    sqlx::query("UPDATE results SET person = NULL, name = '' WHERE person = ?1")
        .bind(stored(person))
        .execute(connection)
        .await?;
    Ok(())
}
