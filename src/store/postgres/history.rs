//! What somebody has played in a server: see [`crate::store::history`].

use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

use crate::store::history::{GameTally, MatchPlayer, PlayedMatch, matches_of};
use crate::store::sql::{Sql, id, stored};
use crate::store::standings::Finish;

pub(in crate::store) const HISTORY: &str =
    "SELECT mine.table_id, mine.game, mine.at, mine.counts, mine.won, mine.drawn,
        player.person, player.name, player.place, player.points, player.side
    FROM (SELECT * FROM results
            WHERE person = $1 AND round = 0 AND ($2::bigint IS NULL OR hall = $2)
            ORDER BY at DESC, id DESC LIMIT $4 OFFSET $3) AS mine
        JOIN results AS player
            ON player.table_id = mine.table_id AND player.round = 0 AND player.person IS NOT NULL
    ORDER BY mine.at DESC, mine.id DESC, player.id";
/// No index of a guild, which has everybody's results, answers these comparisons.
pub(in crate::store) const TALLY: &str =
    "SELECT game, max(somebody), count(*), count(*) FILTER (WHERE won) FROM results
    WHERE person = $1 AND round = 0 AND hall IS NOT DISTINCT FROM $2 AND counts::int = 1
    GROUP BY game ORDER BY count(*) DESC, max(at) DESC";

/// See [`crate::store::Store::history`].
pub(in crate::store) async fn history(
    readers: &PgPool,
    person: u64,
    guild: Option<u64>,
    offset: u32,
    limit: u32,
) -> Sql<Vec<PlayedMatch>> {
    let rows = sqlx::query(HISTORY)
        .bind(stored(person))
        .bind(guild.map(stored))
        .bind(i64::from(offset))
        .bind(i64::from(limit))
        .try_map(row)
        .fetch_all(readers)
        .await?;
    Ok(matches_of(rows))
}

fn row(row: PgRow) -> Sql<(PlayedMatch, MatchPlayer)> {
    let played = PlayedMatch {
        table: id(row.try_get(0)?),
        game: row.try_get(1)?,
        at: row.try_get(2)?,
        counts: row.try_get(3)?,
        finish: Finish::of(row.try_get(4)?, row.try_get(5)?),
        players: Vec::new(),
    };
    let player = MatchPlayer {
        person: id(row.try_get(6)?),
        name: row.try_get(7)?,
        place: small(row.try_get(8)?)?,
        points: row.try_get(9)?,
        side: row.try_get::<Option<i64>, _>(10)?.map(small).transpose()?,
    };
    Ok((played, player))
}

/// See [`crate::store::Store::tally`].
pub(in crate::store) async fn tally(readers: &PgPool, person: u64, guild: u64) -> Sql<Vec<GameTally>> {
    let found = sqlx::query(TALLY).bind(stored(person)).bind(stored(guild));
    found
        .try_map(|row: PgRow| {
            Ok(GameTally {
                game: row.try_get(0)?,
                somebody: row.try_get(1)?,
                matches: small(row.try_get(2)?)?,
                won: small(row.try_get(3)?)?,
            })
        })
        .fetch_all(readers)
        .await
}

fn small<T: TryFrom<i64, Error = std::num::TryFromIntError>>(number: i64) -> Sql<T> {
    T::try_from(number).map_err(|error| sqlx::Error::Decode(error.into()))
}
