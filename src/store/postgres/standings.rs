//! Results of finished games and matches, and the leaderboards made of them: see [`crate::store::standings`].

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

use crate::store::Append;
use crate::store::sql::{Sql, id, stored};
use crate::store::standings::{Finish, NewResult, Ranking, Standing, Standings, stored_computers};

/// Whoever records results is alone with that until the commit, of all bots: a number for somebody new is not given twice, and
/// what has a greater id is not committed first. Boards go on behind the greatest id that they have read.
const ALONE: &str = "SELECT pg_advisory_xact_lock(1464357716, ('results'::regclass::oid::bigint - 2147483648)::int)";
/// Writes a result, and adds a new one to its person's standing. A row that takes the place of no other has no `xmax`.
const RECORD: &str = "WITH recorded AS (
        INSERT INTO results
            (table_id, round, hall, game, person, name, points, won, drawn, counts, at, place, side, computers, somebody)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce(
            (SELECT somebody FROM results WHERE hall = $3 AND game = $4 AND person = $5 LIMIT 1),
            (SELECT somebody FROM results WHERE person = $5 AND game = $4 AND hall IS NOT NULL LIMIT 1),
            (SELECT coalesce(max(id), 0) + 1 FROM results)))
        ON CONFLICT (table_id, round, person) WHERE person IS NOT NULL DO UPDATE SET hall = excluded.hall,
            game = excluded.game, name = excluded.name, points = excluded.points, won = excluded.won,
            drawn = excluded.drawn, counts = excluded.counts, at = excluded.at, place = excluded.place,
            side = excluded.side, computers = excluded.computers, somebody = excluded.somebody
        RETURNING hall, game, person, round > 0 AS is_game, points, won, drawn, counts, xmax = 0 AS is_new
    ), added AS (
        INSERT INTO standings (hall, game, person, points, games_won, games, draws, matches_won, matches, most, fewest)
        SELECT hall, game, person, CASE WHEN is_game THEN points ELSE 0 END, (is_game AND won)::int, is_game::int,
            (is_game AND drawn)::int, (NOT is_game AND won)::int, (NOT is_game)::int,
            CASE WHEN is_game THEN points END, CASE WHEN is_game THEN points END
        FROM recorded WHERE is_new AND counts AND hall IS NOT NULL AND person IS NOT NULL
        ON CONFLICT (hall, game, person) DO UPDATE SET points = standings.points + excluded.points,
            games_won = standings.games_won + excluded.games_won, games = standings.games + excluded.games,
            draws = standings.draws + excluded.draws, matches_won = standings.matches_won + excluded.matches_won,
            matches = standings.matches + excluded.matches, most = greatest(standings.most, excluded.most),
            fewest = least(standings.fewest, excluded.fewest)
    )
    SELECT is_new FROM recorded";
/// Takes a person off a leaderboard.
const DROP: &str = "DELETE FROM standings WHERE hall = $1 AND game = $2 AND person = $3";
/// Adds up all results of one person on one leaderboard. Round 0 is the match; its games are the other rounds.
pub(in crate::store) const ADD_UP: &str = "INSERT INTO standings
        (hall, game, person, points, games_won, games, draws, matches_won, matches, most, fewest)
    SELECT hall, game, person, coalesce(sum(points) FILTER (WHERE round > 0), 0)::bigint,
        count(*) FILTER (WHERE round > 0 AND won), count(*) FILTER (WHERE round > 0),
        count(*) FILTER (WHERE round > 0 AND drawn), count(*) FILTER (WHERE round = 0 AND won),
        count(*) FILTER (WHERE round = 0), max(points) FILTER (WHERE round > 0), min(points) FILTER (WHERE round > 0)
    FROM results WHERE hall = $1 AND game = $2 AND person = $3 AND counts
    GROUP BY hall, game, person";
pub(in crate::store) const TOTAL: &str = "SELECT count(*) FROM standings WHERE hall = $1 AND game = $2";
/// Whoever is better than the `head` of the page by wins and draws is only counted, in the index alone; a place depends on nothing
/// below. So a page ranks its own people, and those above who are equal to its head by wins and draws.
pub(in crate::store) const PAGE: &str = "WITH head AS MATERIALIZED (
        SELECT matches_won, games_won, draws FROM standings
        WHERE hall = $1 AND game = $2
        ORDER BY matches_won DESC, games_won DESC, draws DESC
        LIMIT 1 OFFSET $3::bigint
    ), better AS MATERIALIZED (
        SELECT count(*) AS people FROM standings
        WHERE hall = $1 AND game = $2 AND (matches_won, games_won, draws) > (SELECT * FROM head)
    ), above AS (
        SELECT person, points, games_won, games, draws, matches_won, matches,
            coalesce(CASE $5::text WHEN 'fewest' THEN fewest ELSE most END, 0) AS best_game,
            CASE $5::text WHEN 'most' THEN -points WHEN 'fewest' THEN coalesce(fewest, 0) END AS by_points
        FROM standings
        WHERE hall = $1 AND game = $2 AND (matches_won, games_won, draws) <= (SELECT * FROM head)
        ORDER BY matches_won DESC, games_won DESC, draws DESC, by_points, person < 0, person
        LIMIT $3::bigint - (SELECT people FROM better) + $4::bigint
    ), placed AS (
        SELECT *, (SELECT people FROM better)
            + rank() OVER (ORDER BY matches_won DESC, games_won DESC, draws DESC, by_points) AS place
        FROM above
        ORDER BY place, person < 0, person
        LIMIT $4::bigint OFFSET $3::bigint - (SELECT people FROM better)
    )
    SELECT person,
        (SELECT name FROM results WHERE hall = $1 AND game = $2 AND results.person = placed.person
            ORDER BY at DESC, id DESC LIMIT 1) AS name,
        points, games_won, games, draws, matches_won, matches, best_game, place
    FROM placed
    ORDER BY place, person < 0, person";
pub(in crate::store) const MATCHES: &str = "SELECT table_id FROM results
    WHERE person = $1 AND round = 0 AND ($2::bigint IS NULL OR hall = $2)
    ORDER BY at DESC, id DESC LIMIT $3";
/// Several questions that are to be of one moment.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Writes the results of an append.
pub(super) async fn record_all(connection: &mut PgConnection, append: &Append) -> Sql<()> {
    if append.results.is_empty() {
        return Ok(());
    }
    sqlx::query(ALONE).execute(&mut *connection).await?;
    for result in &append.results {
        record(connection, append.table, append.at, result).await?;
    }
    Ok(())
}

/// Writes a result in place of an earlier one of the same person, table and round.
async fn record(connection: &mut PgConnection, table: u64, at: i64, result: &NewResult) -> Sql<()> {
    let is_new: bool = sqlx::query_scalar(RECORD)
        .bind(stored(table))
        .bind(i64::from(result.round))
        .bind(result.guild.map(stored))
        .bind(result.game.as_str())
        .bind(result.person.map(stored))
        .bind(result.name.as_str())
        .bind(result.points)
        .bind(result.finish == Finish::Won)
        .bind(result.finish == Finish::Drawn)
        .bind(result.counts)
        .bind(at)
        .bind(i64::from(result.place))
        .bind(result.side.map(i64::from))
        .bind(stored_computers(&result.computers))
        .fetch_one(&mut *connection)
        .await?;
    match (result.guild, result.person) {
        (Some(guild), Some(person)) if !is_new => add_up(connection, stored(guild), &result.game, person).await,
        _ => Ok(()),
    }
}

/// Adds a person's standing up anew. The guild is as it is stored.
pub(super) async fn add_up(connection: &mut PgConnection, guild: i64, game: &str, person: u64) -> Sql<()> {
    for statement in [sqlx::query(DROP), sqlx::query(ADD_UP)] {
        statement
            .bind(guild)
            .bind(game)
            .bind(stored(person))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Takes a person off all leaderboards.
pub(super) async fn drop_standings(connection: &mut PgConnection, person: u64) -> Sql<()> {
    sqlx::query("DELETE FROM standings WHERE person = $1")
        .bind(stored(person))
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`crate::store::Store::leaderboard`].
pub(in crate::store) async fn leaderboard(
    readers: &PgPool,
    guild: u64,
    game: &str,
    ranking: Ranking,
    offset: u32,
    limit: u32,
) -> Sql<Standings> {
    let mut transaction = readers.begin_with(BEGIN).await?;
    let total: i64 = sqlx::query_scalar(TOTAL)
        .bind(stored(guild))
        .bind(game)
        .fetch_one(&mut *transaction)
        .await?;
    let rows = sqlx::query(PAGE)
        .bind(stored(guild))
        .bind(game)
        .bind(i64::from(offset))
        .bind(i64::from(limit))
        .bind(ranking.points())
        .try_map(standing)
        .fetch_all(&mut *transaction)
        .await?;
    transaction.commit().await?;
    let total = counted(total)?;
    Ok(Standings { total, rows })
}

/// See [`crate::store::Store::matches`].
pub(in crate::store) async fn matches(readers: &PgPool, person: u64, guild: Option<u64>, limit: u32) -> Sql<Vec<u64>> {
    let found: Vec<i64> = sqlx::query_scalar(MATCHES)
        .bind(stored(person))
        .bind(guild.map(stored))
        .bind(i64::from(limit))
        .fetch_all(readers)
        .await?;
    Ok(found.into_iter().map(id).collect())
}

fn standing(row: PgRow) -> Sql<Standing> {
    let count = |column| counted(row.try_get(column)?);
    Ok(Standing {
        person: id(row.try_get(0)?),
        name: row.try_get(1)?,
        points: row.try_get(2)?,
        games_won: count(3)?,
        games: count(4)?,
        draws: count(5)?,
        matches_won: count(6)?,
        matches: count(7)?,
        best_game: row.try_get(8)?,
        place: count(9)?,
    })
}

fn counted(count: i64) -> Sql<u32> {
    u32::try_from(count).map_err(|error| sqlx::Error::Decode(error.into()))
}
