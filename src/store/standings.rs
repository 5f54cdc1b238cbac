//! Results of finished games and matches, and the leaderboards made of them.
//!
//! # Who stands above whom
//!
//! Wins come first, of matches and then of games, and then draws: everybody plays to win. If the points of all games came
//! first, somebody who lost often would stand above somebody who won once, and a single lucky game would decide for ever.
//! Points only rank people with equal wins and draws, and the caller says which way they count ([`Ranking`]). Where the
//! most points win, they are added up. Where the fewest win, the best game counts: each further game could only make a sum
//! worse, so staying away would lead to the top. Where there are no points, people with equal wins and draws share a place.

use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::sql::{Sql, id, stored};

/// What one person got in a finished game or match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewResult {
    /// The game of the match, counted from 1; 0 is the match as a whole.
    pub round: u32,
    /// The server whose leaderboard it belongs to.
    pub guild: Option<u64>,
    /// The game's slug.
    pub game: String,
    /// Who; `None` for somebody who was forgotten at the table. Then it is only told that somebody played, as of everybody
    /// who is forgotten later.
    pub person: Option<u64>,
    /// Under which name.
    pub name: String,
    /// Points of the round.
    pub points: i64,
    /// How it finished for the person.
    pub finish: Finish,
    /// Whether it counts on leaderboards; false with computers or stand-ins.
    pub counts: bool,
    /// The place, from 1; 0 where nobody won.
    pub place: u8,
    /// Who won and lost together, if it was played by sides.
    pub side: Option<u8>,
    /// The computer players of a match of people and computers in which everybody chose for themselves; empty for any other.
    pub computers: Vec<ComputerResult>,
}

/// What a computer player got in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComputerResult {
    /// The level at which it played.
    pub level: u8,
    /// The place, from 1; 0 where nobody won.
    pub place: u8,
    /// Who won and lost together, if it was played by sides.
    pub side: Option<u8>,
}

/// Computer players as they are stored: `None` for none.
pub(super) fn stored_computers(computers: &[ComputerResult]) -> Option<String> {
    let written = serde_json::to_string(computers).unwrap_or_default();
    (!computers.is_empty()).then_some(written)
}

/// The computer players of a stored result.
pub(super) fn computers(stored: Option<String>) -> Sql<Vec<ComputerResult>> {
    let stored = stored.map(|stored| serde_json::from_str(&stored));
    let computers = stored.transpose().map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(computers.unwrap_or_default())
}

/// How a game or match finished for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Won, alone or with others.
    Won,
    /// A draw, which nobody won.
    Drawn,
    /// Neither a win nor a draw.
    Lost,
}

impl Finish {
    pub(super) fn of(won: bool, drawn: bool) -> Finish {
        match (won, drawn) {
            (true, _) => Finish::Won,
            (false, true) => Finish::Drawn,
            (false, false) => Finish::Lost,
        }
    }
}

/// What ranks people with equal wins and draws on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// The points of all games together, the most first. The best game is the one with the most.
    MostPoints,
    /// The points of the best game, which is the one with the fewest.
    FewestPoints,
    /// Nothing, because there are no points.
    WinsAlone,
}

impl Ranking {
    /// The word of the queries.
    pub(super) fn points(self) -> &'static str {
        match self {
            Self::MostPoints => "most",
            Self::FewestPoints => "fewest",
            Self::WinsAlone => "none",
        }
    }
}

/// One line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub person: u64,
    /// The person's newest name there.
    pub name: String,
    /// Points of all games.
    pub points: i64,
    /// Games won.
    pub games_won: u32,
    /// Games played.
    pub games: u32,
    /// Games that were a draw.
    pub draws: u32,
    /// Matches won.
    pub matches_won: u32,
    /// Matches played.
    pub matches: u32,
    /// The points of the best game, by the [`Ranking`] that was asked for; 0 without any game.
    pub best_game: i64,
    /// The place, from 1: by matches won, games won, draws and the [`Ranking`], in this order. People who are equal in all
    /// share it.
    pub place: u32,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// How many people there are on all pages.
    pub total: u32,
    /// The page.
    pub rows: Vec<Standing>,
}

/// `somebody` is a person's number in one game, on all servers; with a first result there comes a number that nobody has.
const RECORD: &str = "INSERT INTO results
        (table_id, round, hall, game, person, name, points, won, drawn, counts, at, place, side, computers, somebody)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, coalesce(
        (SELECT somebody FROM results WHERE hall = ?3 AND game = ?4 AND person = ?5 LIMIT 1),
        (SELECT somebody FROM results WHERE person = ?5 AND game = ?4 AND hall IS NOT NULL LIMIT 1),
        (SELECT coalesce(max(id), 0) + 1 FROM results)))
    ON CONFLICT (table_id, round, person) WHERE person IS NOT NULL DO UPDATE SET hall = excluded.hall,
        game = excluded.game, name = excluded.name, points = excluded.points, won = excluded.won,
        drawn = excluded.drawn, counts = excluded.counts, at = excluded.at, place = excluded.place,
        side = excluded.side, computers = excluded.computers, somebody = excluded.somebody";
/// Whether a result takes the place of an earlier one.
pub(super) const STANDS: &str =
    "SELECT EXISTS (SELECT 1 FROM results WHERE table_id = ?1 AND round = ?2 AND person = ?3)";
/// Adds one result to what its person has. Round 0 is the match; its games are the other rounds.
const ADD: &str = "INSERT INTO standings
        (hall, game, person, points, games_won, games, draws, matches_won, matches, most, fewest)
    VALUES (?1, ?2, ?3, iif(?4, ?5, 0), ?4 AND ?6, ?4, ?4 AND ?7, NOT ?4 AND ?6, NOT ?4, iif(?4, ?5, NULL), iif(?4, ?5, NULL))
    ON CONFLICT (hall, game, person) DO UPDATE SET points = points + excluded.points,
        games_won = games_won + excluded.games_won, games = games + excluded.games, draws = draws + excluded.draws,
        matches_won = matches_won + excluded.matches_won, matches = matches + excluded.matches,
        most = max(coalesce(most, excluded.most), coalesce(excluded.most, most)),
        fewest = min(coalesce(fewest, excluded.fewest), coalesce(excluded.fewest, fewest))";
const DROP: &str = "DELETE FROM standings WHERE hall = ?1 AND game = ?2 AND person = ?3";
/// Adds up all results of one person on one leaderboard, as `migrations/0006_standings.sql` does for everybody.
pub(super) const ADD_UP: &str = "INSERT INTO standings
        (hall, game, person, points, games_won, games, draws, matches_won, matches, most, fewest)
    SELECT hall, game, person, coalesce(sum(points) FILTER (WHERE round > 0), 0),
        count(*) FILTER (WHERE round > 0 AND won = 1), count(*) FILTER (WHERE round > 0),
        count(*) FILTER (WHERE round > 0 AND drawn = 1), count(*) FILTER (WHERE round = 0 AND won = 1),
        count(*) FILTER (WHERE round = 0), max(points) FILTER (WHERE round > 0), min(points) FILTER (WHERE round > 0)
    FROM results WHERE hall = ?1 AND game = ?2 AND person = ?3 AND counts = 1
    GROUP BY hall, game, person";
pub(super) const TOTAL: &str = "SELECT count(*) FROM standings WHERE hall = ?1 AND game = ?2";
/// Whoever is better than the `head` of the page by wins and draws is only counted, in the index alone; a place depends on nothing
/// below. So a page ranks its own people, and those above who are equal to its head by wins and draws.
pub(super) const PAGE: &str = "WITH head AS MATERIALIZED (
        SELECT matches_won, games_won, draws FROM standings INDEXED BY standings_ranked
        WHERE hall = ?1 AND game = ?2
        ORDER BY matches_won DESC, games_won DESC, draws DESC
        LIMIT 1 OFFSET ?3
    ), better AS MATERIALIZED (
        SELECT count(*) AS people FROM standings INDEXED BY standings_ranked
        WHERE hall = ?1 AND game = ?2 AND (matches_won, games_won, draws) > (SELECT * FROM head)
    ), above AS (
        SELECT person, points, games_won, games, draws, matches_won, matches,
            coalesce(iif(?5 = 'fewest', fewest, most), 0) AS best_game,
            CASE ?5 WHEN 'most' THEN -points WHEN 'fewest' THEN coalesce(fewest, 0) END AS by_points
        FROM standings INDEXED BY standings_ranked
        WHERE hall = ?1 AND game = ?2 AND (matches_won, games_won, draws) <= (SELECT * FROM head)
        ORDER BY matches_won DESC, games_won DESC, draws DESC, by_points, person < 0, person
        LIMIT ?3 - (SELECT people FROM better) + ?4
    ), placed AS (
        SELECT *, (SELECT people FROM better)
            + rank() OVER (ORDER BY matches_won DESC, games_won DESC, draws DESC, by_points) AS place
        FROM above
        ORDER BY place, person < 0, person
        LIMIT ?4 OFFSET ?3 - (SELECT people FROM better)
    )
    SELECT person,
        (SELECT name FROM results WHERE hall = ?1 AND game = ?2 AND results.person = placed.person
            ORDER BY at DESC, id DESC LIMIT 1) AS name,
        points, games_won, games, draws, matches_won, matches, best_game, place
    FROM placed
    ORDER BY place, person < 0, person";

/// The query names its index, because SQLite could as well use the guild's, which holds everybody's results.
pub(super) const MATCHES: &str = "SELECT table_id FROM results INDEXED BY results_matches
    WHERE person = ?1 AND round = 0 AND (?2 IS NULL OR hall = ?2)
    ORDER BY at DESC, id DESC LIMIT ?3";

/// Writes a result in place of an earlier one of the same person, table and round.
pub(super) async fn record(connection: &mut SqliteConnection, table: u64, at: i64, result: &NewResult) -> Sql<()> {
    let stands: bool = sqlx::query_scalar(STANDS)
        .bind(stored(table))
        .bind(result.round)
        .bind(result.person.map(stored))
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query(RECORD)
        .bind(stored(table))
        .bind(result.round)
        .bind(result.guild.map(stored))
        .bind(result.game.as_str())
        .bind(result.person.map(stored))
        .bind(result.name.as_str())
        .bind(result.points)
        .bind(result.finish == Finish::Won)
        .bind(result.finish == Finish::Drawn)
        .bind(result.counts)
        .bind(at)
        .bind(result.place)
        .bind(result.side)
        .bind(stored_computers(&result.computers))
        .execute(&mut *connection)
        .await?;
    match (result.guild, result.person) {
        (Some(guild), Some(person)) if stands => add_up(connection, stored(guild), &result.game, person).await,
        (Some(guild), Some(person)) if result.counts => add(connection, guild, person, result).await,
        _ => Ok(()),
    }
}

/// Adds a new result to its person's standing.
async fn add(connection: &mut SqliteConnection, guild: u64, person: u64, result: &NewResult) -> Sql<()> {
    sqlx::query(ADD)
        .bind(stored(guild))
        .bind(result.game.as_str())
        .bind(stored(person))
        .bind(result.round > 0)
        .bind(result.points)
        .bind(result.finish == Finish::Won)
        .bind(result.finish == Finish::Drawn)
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes a person off a leaderboard, whose guild is as it is stored.
pub(super) async fn drop_standing(connection: &mut SqliteConnection, guild: i64, game: &str, person: u64) -> Sql<()> {
    sqlx::query(DROP)
        .bind(guild)
        .bind(game)
        .bind(stored(person))
        .execute(connection)
        .await?;
    Ok(())
}

/// Adds a person's standing up anew, whose guild is as it is stored: an earlier result is gone from it.
pub(super) async fn add_up(connection: &mut SqliteConnection, guild: i64, game: &str, person: u64) -> Sql<()> {
    drop_standing(&mut *connection, guild, game, person).await?;
    sqlx::query(ADD_UP)
        .bind(guild)
        .bind(game)
        .bind(stored(person))
        .execute(connection)
        .await?;
    Ok(())
}

/// See [`super::Store::leaderboard`].
pub(super) async fn leaderboard(
    readers: &SqlitePool,
    guild: u64,
    game: &str,
    ranking: Ranking,
    offset: u32,
    limit: u32,
) -> Sql<Standings> {
    // One transaction, so that the total and the page agree.
    let mut transaction = readers.begin().await?;
    let total = sqlx::query_scalar(TOTAL)
        .bind(stored(guild))
        .bind(game)
        .fetch_one(&mut *transaction)
        .await?;
    let rows = sqlx::query(PAGE)
        .bind(stored(guild))
        .bind(game)
        .bind(offset)
        .bind(limit)
        .bind(ranking.points())
        .try_map(standing)
        .fetch_all(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(Standings { total, rows })
}

/// See [`super::Store::matches`].
pub(super) async fn matches(readers: &SqlitePool, person: u64, guild: Option<u64>, limit: u32) -> Sql<Vec<u64>> {
    let found: Vec<i64> = sqlx::query_scalar(MATCHES)
        .bind(stored(person))
        .bind(guild.map(stored))
        .bind(limit)
        .fetch_all(readers)
        .await?;
    Ok(found.into_iter().map(id).collect())
}

fn standing(row: SqliteRow) -> Sql<Standing> {
    Ok(Standing {
        person: id(row.try_get(0)?),
        name: row.try_get(1)?,
        points: row.try_get(2)?,
        games_won: row.try_get(3)?,
        games: row.try_get(4)?,
        draws: row.try_get(5)?,
        matches_won: row.try_get(6)?,
        matches: row.try_get(7)?,
        best_game: row.try_get(8)?,
        place: row.try_get(9)?,
    })
}

#[cfg(test)]
mod tests;
