//! The secret of each server's next table: see [`crate::store::seals`].

use sqlx::{PgConnection, PgPool};

use crate::store::Succession;
use crate::store::sql::{Sql, id, stored};

pub(in crate::store) const NEXT: &str = "SELECT number, secret FROM seals WHERE home = $1";
/// Nobody else gives this secret out until the commit.
const NUMBER: &str = "SELECT number FROM seals WHERE home = $1 FOR UPDATE";
const FIRST: &str = "INSERT INTO seals (home, number, secret) VALUES ($1, $2, $3)";
const NEXT_ONE: &str = "UPDATE seals SET number = $2, secret = $3 WHERE home = $1";

/// See [`crate::store::Store::next_secret`].
pub(in crate::store) async fn next_secret(readers: &PgPool, home: u64) -> Sql<Option<(u64, [u8; 32])>> {
    let found: Option<(i64, Vec<u8>)> = sqlx::query_as(NEXT).bind(stored(home)).fetch_optional(readers).await?;
    let Some((number, secret)) = found else { return Ok(None) };
    let secret = secret
        .try_into()
        .map_err(|_| sqlx::Error::Decode("a secret is not of 32 bytes".into()))?;
    Ok(Some((id(number), secret)))
}

/// Whether the secret that a new table has is the one whose turn it is.
pub(super) async fn is_next(connection: &mut PgConnection, succession: &Succession) -> Sql<bool> {
    let number: Option<i64> = sqlx::query_scalar(NUMBER)
        .bind(stored(succession.home))
        .fetch_optional(connection)
        .await?;
    Ok(number.map_or(1, id) == succession.number)
}

/// Gives the secret out, and keeps the next one. Two first ones at once hit the primary key, and one of them is judged anew.
pub(super) async fn succeed(connection: &mut PgConnection, succession: &Succession) -> Sql<()> {
    let succeed = match succession.number {
        1 => sqlx::query(FIRST),
        _ => sqlx::query(NEXT_ONE),
    };
    succeed
        .bind(stored(succession.home))
        .bind(stored(succession.number + 1))
        .bind(succession.next.as_slice())
        .execute(connection)
        .await?;
    Ok(())
}
