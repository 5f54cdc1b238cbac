//! The results from which ratings are computed: see [`crate::store::rated`].

use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

use crate::store::rated::{RatedResult, RatedResults, played};
use crate::store::sql::{Sql, id, stored};
use crate::store::standings::{Finish, computers};

pub(in crate::store) const FORGOTTEN: &str =
    "SELECT count(*) FROM results WHERE hall = $1 AND game = $2 AND person IS NULL";
pub(in crate::store) const RATED: &str = "SELECT id, table_id, somebody, person,
        CASE WHEN person IS NOT NULL THEN name END, place, side, won, drawn, at, computers
    FROM results
    WHERE hall = $4 AND game = $1 AND round = 0 AND (counts OR computers IS NOT NULL) AND id > $2
    ORDER BY id LIMIT $3";
pub(in crate::store) const RATED_EVERYWHERE: &str = "SELECT id, table_id, somebody, NULL::bigint, NULL::text,
        place, side, won, drawn, at, computers
    FROM results
    WHERE (hall IS NULL) IS FALSE AND game = $1 AND round = 0 AND (counts OR computers IS NOT NULL) AND id > $2
    ORDER BY id LIMIT $3";
pub(in crate::store) const LISTED: &str = "SELECT (SELECT somebody FROM results
            WHERE person = preferences.person AND game = $1 AND round = 0 AND hall IS NOT NULL LIMIT 1), value
    FROM preferences WHERE name = 'everywhere'";
/// Several questions that are to be of one moment.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// See [`crate::store::Store::rated`].
pub(in crate::store) async fn rated(
    readers: &PgPool,
    guild: Option<u64>,
    game: &str,
    after: i64,
    limit: u32,
) -> Sql<RatedResults> {
    let mut transaction = readers.begin_with(BEGIN).await?;
    let forgotten: i64 = match guild {
        Some(guild) => {
            let forgotten = sqlx::query_scalar(FORGOTTEN).bind(stored(guild)).bind(game);
            forgotten.fetch_one(&mut *transaction).await?
        }
        None => 0,
    };
    let rows = sqlx::query(if guild.is_some() { RATED } else { RATED_EVERYWHERE });
    let rows = rows.bind(game).bind(after).bind(i64::from(limit));
    let rows = match guild {
        Some(guild) => rows.bind(stored(guild)),
        None => rows,
    };
    let rows = rows.try_map(result).fetch_all(&mut *transaction).await?;
    transaction.commit().await?;
    let forgotten = small(forgotten)?;
    Ok(RatedResults { forgotten, rows })
}

/// See [`crate::store::Store::listed`].
pub(in crate::store) async fn listed(readers: &PgPool, game: &str) -> Sql<Vec<(i64, String)>> {
    let listed: Vec<(Option<i64>, String)> = sqlx::query_as(LISTED).bind(game).fetch_all(readers).await?;
    Ok(played(listed))
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
        computers: computers(row.try_get(10)?)?,
    })
}

fn small<T: TryFrom<i64, Error = std::num::TryFromIntError>>(number: i64) -> Sql<T> {
    T::try_from(number).map_err(|error| sqlx::Error::Decode(error.into()))
}
