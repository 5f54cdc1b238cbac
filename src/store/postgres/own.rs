//! What is kept of one person outside of the logs: see [`crate::store::own`].

use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

use super::daily;
use super::people::SEATED;
use crate::store::own::{NUMBERS, Own, OwnResult, OwnStanding};
use crate::store::sql::{Sql, id, stored};
use crate::store::standings::{Finish, NewResult, computers};

pub(in crate::store) const PREFERENCES: &str = "SELECT name, value FROM preferences WHERE person = $1 ORDER BY name";
pub(in crate::store) const RESULTS: &str =
    "SELECT table_id, at, somebody, round, hall, game, name, points, won, drawn, counts, place, side, computers
    FROM results WHERE person = $1 ORDER BY round, at, id";
pub(in crate::store) const STANDINGS: &str =
    "SELECT hall, game, points, games_won, games, draws, matches_won, matches, most, fewest
    FROM standings JOIN (SELECT DISTINCT hall, game FROM results WHERE person = $1) AS boards USING (hall, game)
    WHERE person = $1 ORDER BY hall, game";
/// Several questions that are to be of one moment.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// See [`crate::store::Store::own`].
pub(in crate::store) async fn own(readers: &PgPool, person: u64) -> Sql<Own> {
    let mut transaction = readers.begin_with(BEGIN).await?;
    let preferences = sqlx::query_as(PREFERENCES).bind(stored(person));
    let preferences = preferences.fetch_all(&mut *transaction).await?;
    let seated = sqlx::query_scalar(SEATED).bind(stored(person));
    let seated: Vec<i64> = seated.fetch_all(&mut *transaction).await?;
    let results = sqlx::query(RESULTS).bind(stored(person));
    let results = results
        .try_map(|row| result(person, &row))
        .fetch_all(&mut *transaction)
        .await?;
    let standings = sqlx::query(STANDINGS).bind(stored(person));
    let standings = standings.try_map(standing).fetch_all(&mut *transaction).await?;
    let daily = daily::answers(&mut *transaction, person).await?;
    transaction.commit().await?;
    Ok(Own {
        preferences,
        seated: seated.into_iter().map(id).collect(),
        results,
        standings,
        daily,
    })
}

fn result(person: u64, row: &PgRow) -> Sql<OwnResult> {
    Ok(OwnResult {
        table: id(row.try_get(0)?),
        at: row.try_get(1)?,
        somebody: row.try_get(2)?,
        result: NewResult {
            round: small(row.try_get(3)?)?,
            guild: row.try_get::<Option<i64>, _>(4)?.map(id),
            game: row.try_get(5)?,
            person: Some(person),
            name: row.try_get(6)?,
            points: row.try_get(7)?,
            finish: Finish::of(row.try_get(8)?, row.try_get(9)?),
            counts: row.try_get(10)?,
            place: small(row.try_get(11)?)?,
            side: row.try_get::<Option<i64>, _>(12)?.map(small).transpose()?,
            computers: computers(row.try_get(13)?)?,
        },
    })
}

fn standing(row: PgRow) -> Sql<OwnStanding> {
    let numbers = NUMBERS.into_iter().zip(2..);
    let numbers = numbers.map(|(name, column)| Ok((name, row.try_get(column)?)));
    Ok(OwnStanding {
        guild: id(row.try_get(0)?),
        game: row.try_get(1)?,
        numbers: numbers.collect::<Sql<_>>()?,
    })
}

fn small<T: TryFrom<i64, Error = std::num::TryFromIntError>>(number: i64) -> Sql<T> {
    T::try_from(number).map_err(|error| sqlx::Error::Decode(error.into()))
}
