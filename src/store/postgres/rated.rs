//! The results from which ratings are computed: see [`crate::store::rated`].

use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

use crate::store::rated::{RatedResult, RatedResults};
use crate::store::sql::{Sql, id, stored};
use crate::store::standings::Finish;

pub(in crate::store) const FORGOTTEN: &str =
    "SELECT count(*) FROM results WHERE hall = $1 AND game = $2 AND person IS NULL";
pub(in crate::store) const RATED: &str = "SELECT id, table_id, somebody, person,
        CASE WHEN person IS NOT NULL THEN name END, place, side, won, drawn, at
    FROM results
    WHERE hall = $1 AND game = $2 AND round = 0 AND counts AND id > $3
    ORDER BY id LIMIT $4";
/// Several questions that are to be of one moment.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// See [`crate::store::Store::rated`].
pub(in crate::store) async fn rated(
    readers: &PgPool,
    guild: u64,
    game: &str,
    after: i64,
    limit: u32,
) -> Sql<RatedResults> {
    let mut transaction = readers.begin_with(BEGIN).await?;
    let forgotten: i64 = sqlx::query_scalar(FORGOTTEN)
        .bind(stored(guild))
        .bind(game)
        .fetch_one(&mut *transaction)
        .await?;
    let rows = sqlx::query(RATED)
        .bind(stored(guild))
        .bind(game)
        .bind(after)
        .bind(i64::from(limit))
        .try_map(result)
        .fetch_all(&mut *transaction)
        .await?;
    transaction.commit().await?;
    let forgotten = small(forgotten)?;
    Ok(RatedResults { forgotten, rows })
}

fn result(row: PgRow) -> Sql<RatedResult> {
    Ok(RatedResult {
        id: row.try_get(0)?,
        table: id(row.try_get(1)?),
        somebody: row.try_get(2)?,
        person: row.try_get::<Option<i64>, _>(3)?.map(id),
        name: row.try_get(4)?,
        place: small(row.try_get(5)?)?,
        side: row.try_get::<Option<i64>, _>(6)?.map(small).transpose()?,
        finish: Finish::of(row.try_get(7)?, row.try_get(8)?),
        at: row.try_get(9)?,
    })
}

fn small<T: TryFrom<i64, Error = std::num::TryFromIntError>>(number: i64) -> Sql<T> {
    T::try_from(number).map_err(|error| sqlx::Error::Decode(error.into()))
}
