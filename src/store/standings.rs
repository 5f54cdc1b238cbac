//! Results of finished games and matches, and the leaderboards made of them.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::log::{id, stored};
use super::{NewResult, Standing, Standings};

type Sql<T> = Result<T, sqlx::Error>;

const RECORD: &str = "INSERT INTO results (table_id, round, hall, game, person, name, points, won, counts, at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    ON CONFLICT (table_id, round, person) WHERE person IS NOT NULL DO UPDATE SET hall = excluded.hall,
        game = excluded.game, name = excluded.name, points = excluded.points, won = excluded.won,
        counts = excluded.counts, at = excluded.at";
const TOTAL: &str = "SELECT count(DISTINCT person) FROM results
    WHERE hall = ?1 AND game = ?2 AND person IS NOT NULL AND counts = 1";
/// Round 0 is the match; its games are the other rounds.
const PAGE: &str = "WITH standings AS (
        SELECT person,
            coalesce(sum(points) FILTER (WHERE round > 0), 0) AS points,
            count(*) FILTER (WHERE round > 0 AND won = 1) AS games_won,
            count(*) FILTER (WHERE round > 0) AS games,
            count(*) FILTER (WHERE round = 0 AND won = 1) AS matches_won,
            count(*) FILTER (WHERE round = 0) AS matches,
            coalesce(max(points) FILTER (WHERE round > 0), 0) AS best_game
        FROM results
        WHERE hall = ?1 AND game = ?2 AND person IS NOT NULL AND counts = 1
        GROUP BY person
        ORDER BY points DESC, matches_won DESC, games_won DESC, person < 0, person
        LIMIT ?4 OFFSET ?3
    )
    SELECT person,
        (SELECT name FROM results WHERE hall = ?1 AND game = ?2 AND results.person = standings.person
            ORDER BY at DESC, id DESC LIMIT 1) AS name,
        points, games_won, games, matches_won, matches, best_game
    FROM standings
    ORDER BY points DESC, matches_won DESC, games_won DESC, person < 0, person";

/// Writes a result, instead of an earlier one of the same person, table and round.
pub(super) async fn record(connection: &mut SqliteConnection, table: u64, at: i64, result: &NewResult) -> Sql<()> {
    sqlx::query(RECORD)
        .bind(stored(table))
        .bind(result.round)
        .bind(result.hall.map(stored))
        .bind(result.game.as_str())
        .bind(stored(result.person))
        .bind(result.name.as_str())
        .bind(result.points)
        .bind(result.won)
        .bind(result.counts)
        .bind(at)
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`super::Store::leaderboard`].
pub(super) async fn leaderboard(
    readers: &SqlitePool,
    hall: u64,
    game: &str,
    offset: u32,
    limit: u32,
) -> Sql<Standings> {
    // One transaction, so that the total and the page agree.
    let mut transaction = readers.begin().await?;
    let total = sqlx::query_scalar(TOTAL)
        .bind(stored(hall))
        .bind(game)
        .fetch_one(&mut *transaction)
        .await?;
    let rows = sqlx::query(PAGE)
        .bind(stored(hall))
        .bind(game)
        .bind(offset)
        .bind(limit)
        .try_map(standing)
        .fetch_all(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(Standings { total, rows })
}

fn standing(row: SqliteRow) -> Sql<Standing> {
    Ok(Standing {
        person: id(row.try_get(0)?),
        name: row.try_get(1)?,
        points: row.try_get(2)?,
        games_won: row.try_get(3)?,
        games: row.try_get(4)?,
        matches_won: row.try_get(5)?,
        matches: row.try_get(6)?,
        best_game: row.try_get(7)?,
    })
}
