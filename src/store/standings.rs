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

use super::Append;
use super::people::boards;
use super::session::{Readers, Row, Session, Statement, both, indexed};
use super::sql::Sql;

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
fn stored_computers(computers: &[ComputerResult]) -> Option<String> {
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
    /// The points of the best game, which is the one with the fewest. Whoever has no game comes first.
    FewestPoints,
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

/// Whoever records results at a server is alone with that until the commit, of all bots: a number for somebody new is not given
/// twice, and what has a greater id is not committed first. Boards go on behind the greatest id that they have read.
const ALONE: Statement =
    both("SELECT pg_advisory_xact_lock(1464357716, ('results'::regclass::oid::bigint - 2147483648)::int)");
/// `somebody` is a person's number in one game, on all servers; with a first result there comes a number that nobody has.
macro_rules! record {
    () => {
        "INSERT INTO results
        (table_id, round, hall, game, person, name, points, won, drawn, counts, at, place, side, computers, somebody)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce(
        (SELECT somebody FROM results WHERE hall = $3 AND game = $4 AND person = $5 LIMIT 1),
        (SELECT somebody FROM results WHERE person = $5 AND game = $4 AND hall IS NOT NULL LIMIT 1),
        (SELECT coalesce(max(id), 0) + 1 FROM results)))
    ON CONFLICT (table_id, round, person) WHERE person IS NOT NULL DO UPDATE SET hall = excluded.hall,
        game = excluded.game, name = excluded.name, points = excluded.points, won = excluded.won,
        drawn = excluded.drawn, counts = excluded.counts, at = excluded.at, place = excluded.place,
        side = excluded.side, computers = excluded.computers, somebody = excluded.somebody"
    };
}
/// Writes a result, and at a server adds a new one to its person's standing, too, which is the work of [`STANDS`] and [`ADD`] in a
/// file. A row that takes the place of no other has no `xmax`.
const RECORD: Statement = Statement {
    file: record!(),
    server: concat!(
        "WITH recorded AS (",
        record!(),
        "
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
    SELECT is_new FROM recorded"
    ),
};
/// Whether a result takes the place of an earlier one.
pub(super) const STANDS: Statement =
    both("SELECT EXISTS (SELECT 1 FROM results WHERE table_id = $1 AND round = $2 AND person = $3)");
/// Adds one result to what its person has. Round 0 is the match; its games are the other rounds.
const ADD: Statement = both(
    "INSERT INTO standings
        (hall, game, person, points, games_won, games, draws, matches_won, matches, most, fewest)
    VALUES ($1, $2, $3, iif($4, $5, 0), $4 AND $6, $4, $4 AND $7, NOT $4 AND $6, NOT $4, iif($4, $5, NULL), iif($4, $5, NULL))
    ON CONFLICT (hall, game, person) DO UPDATE SET points = points + excluded.points,
        games_won = games_won + excluded.games_won, games = games + excluded.games, draws = draws + excluded.draws,
        matches_won = matches_won + excluded.matches_won, matches = matches + excluded.matches,
        most = max(coalesce(most, excluded.most), coalesce(excluded.most, most)),
        fewest = min(coalesce(fewest, excluded.fewest), coalesce(excluded.fewest, fewest))",
);
const DROP: Statement = both("DELETE FROM standings WHERE hall = $1 AND game = $2 AND person = $3");
const DROP_ALL: Statement = both("DELETE FROM standings WHERE person = $1");
/// Adds up all results of one person on one leaderboard, as `migrations/0006_standings.sql` does for everybody.
pub(super) const ADD_UP: Statement = both(
    "INSERT INTO standings
        (hall, game, person, points, games_won, games, draws, matches_won, matches, most, fewest)
    SELECT hall, game, person, CAST(coalesce(sum(points) FILTER (WHERE round > 0), 0) AS bigint),
        count(*) FILTER (WHERE round > 0 AND won), count(*) FILTER (WHERE round > 0),
        count(*) FILTER (WHERE round > 0 AND drawn), count(*) FILTER (WHERE round = 0 AND won),
        count(*) FILTER (WHERE round = 0), max(points) FILTER (WHERE round > 0), min(points) FILTER (WHERE round > 0)
    FROM results WHERE hall = $1 AND game = $2 AND person = $3 AND counts
    GROUP BY hall, game, person",
);
pub(super) const TOTAL: Statement = both("SELECT count(*) FROM standings WHERE hall = $1 AND game = $2");
/// An index alone gives who is on the page, and how many are better than the `head` of it. Whoever is equal to the head shares its
/// place; the place of anybody else depends on nobody above the page. `rank` is greater for whoever is better by points.
macro_rules! page {
    ($index:literal, $order:literal, $rank:literal, $best:literal) => {
        concat!(
            "WITH page AS MATERIALIZED (
        SELECT person, matches_won, games_won, draws, ",
            $rank,
            " AS rank
        FROM standings",
            $index,
            "
        WHERE hall = $1 AND game = $2
        ORDER BY matches_won DESC, games_won DESC, draws DESC, ",
            $order,
            ", person < 0, person
        LIMIT CAST($4 AS bigint) OFFSET CAST($3 AS bigint)
    ), head AS MATERIALIZED (
        SELECT matches_won, games_won, draws, rank FROM page
        ORDER BY matches_won DESC, games_won DESC, draws DESC, rank DESC
        LIMIT 1
    ), better AS MATERIALIZED (
        SELECT count(*) AS people FROM standings",
            $index,
            "
        WHERE hall = $1 AND game = $2 AND (matches_won, games_won, draws, ",
            $rank,
            ") > (SELECT * FROM head)
    ), placed AS (
        SELECT person, CASE WHEN (matches_won, games_won, draws, rank) = (SELECT * FROM head)
            THEN 1 + (SELECT people FROM better)
            ELSE CAST($3 AS bigint)
                + rank() OVER (ORDER BY matches_won DESC, games_won DESC, draws DESC, rank DESC) END AS place
        FROM page
    )
    SELECT person,
        (SELECT name FROM results WHERE hall = $1 AND game = $2 AND results.person = placed.person
            ORDER BY at DESC, id DESC LIMIT 1) AS name,
        points, games_won, games, draws, matches_won, matches, coalesce(",
            $best,
            ", 0) AS best_game, place
    FROM placed JOIN standings USING (person)
    WHERE hall = $1 AND game = $2
    ORDER BY place, person < 0, person"
        )
    };
}
pub(super) const BY_MOST_POINTS: Statement = Statement {
    file: page!(" INDEXED BY standings_most", "points DESC", "points", "most"),
    server: page!("", "points DESC", "points", "most"),
};
/// Whoever has no game yet comes before those whose best game ranks them.
pub(super) const BY_FEWEST_POINTS: Statement = Statement {
    file: page!(
        " INDEXED BY standings_fewest",
        "fewest NULLS FIRST",
        "coalesce(-fewest, 9223372036854775807)",
        "fewest"
    ),
    server: page!(
        "",
        "fewest NULLS FIRST",
        "coalesce(-fewest, 9223372036854775807)",
        "fewest"
    ),
};

/// The query names its index to SQLite, which could as well use the guild's, which holds everybody's results.
pub(super) const MATCHES: Statement = indexed!(
    "SELECT table_id FROM results",
    "results_matches",
    " WHERE person = $1 AND round = 0 AND (CAST($2 AS bigint) IS NULL OR hall = $2)
    ORDER BY at DESC, id DESC LIMIT $3"
);

/// Writes the results of an append, each in place of an earlier one of the same person, table and round.
pub(super) async fn record(session: &mut Session<'_>, append: &Append) -> Sql<()> {
    if let (Session::Server(..), false) = (&session, append.results.is_empty()) {
        session.change(ALONE, []).await?;
    }
    for result in &append.results {
        record_one(session, append.table, append.at, result).await?;
    }
    Ok(())
}

async fn record_one(session: &mut Session<'_>, table: u64, at: i64, result: &NewResult) -> Sql<()> {
    let mut stands = false;
    if let Session::File(_) = session {
        let which = [table.into(), result.round.into(), result.person.into()];
        stands = session.only(STANDS, which, |row| row.get(0)).await?;
    }
    let values = [
        table.into(),
        result.round.into(),
        result.guild.into(),
        (&result.game).into(),
        result.person.into(),
        (&result.name).into(),
        result.points.into(),
        (result.finish == Finish::Won).into(),
        (result.finish == Finish::Drawn).into(),
        result.counts.into(),
        at.into(),
        result.place.into(),
        result.side.into(),
        stored_computers(&result.computers).into(),
    ];
    let added: Option<bool> = session.first(RECORD, values, |row| row.get(0)).await?;
    match (result.guild, result.person) {
        (Some(guild), Some(person)) if stands || added == Some(false) => {
            add_up(session, guild, &result.game, person).await
        }
        (Some(guild), Some(person)) if result.counts && added.is_none() => add(session, guild, person, result).await,
        _ => Ok(()),
    }
}

/// Adds a new result to its person's standing.
async fn add(session: &mut Session<'_>, guild: u64, person: u64, result: &NewResult) -> Sql<()> {
    let values = [
        guild.into(),
        (&result.game).into(),
        person.into(),
        (result.round > 0).into(),
        result.points.into(),
        (result.finish == Finish::Won).into(),
        (result.finish == Finish::Drawn).into(),
    ];
    session.change(ADD, values).await.map(drop)
}

/// Takes a person off all leaderboards, as long as their results name them: no index of a file leads from a person to their
/// standings.
pub(super) async fn drop_standings(session: &mut Session<'_>, person: u64) -> Sql<()> {
    if let Session::Server(..) = session {
        return session.change(DROP_ALL, [person.into()]).await.map(drop);
    }
    for (guild, game) in boards(session, person).await? {
        session
            .change(DROP, [guild.into(), (&game).into(), person.into()])
            .await?;
    }
    Ok(())
}

/// Adds a person's standing up anew: an earlier result is gone from it.
pub(super) async fn add_up(session: &mut Session<'_>, guild: u64, game: &str, person: u64) -> Sql<()> {
    for statement in [DROP, ADD_UP] {
        let values = [guild.into(), game.into(), person.into()];
        session.change(statement, values).await?;
    }
    Ok(())
}

/// See [`super::Store::leaderboard`].
pub(super) async fn leaderboard(
    readers: Readers<'_>,
    guild: u64,
    game: &str,
    ranking: Ranking,
    offset: u32,
    limit: u32,
) -> Sql<Standings> {
    // Of one moment, so that the total and the page agree.
    let mut snapshot = readers.snapshot().await?;
    let session = &mut snapshot.session();
    let total = session
        .only(TOTAL, [guild.into(), game.into()], |row| row.small(0))
        .await?;
    let page = match ranking {
        Ranking::MostPoints => BY_MOST_POINTS,
        Ranking::FewestPoints => BY_FEWEST_POINTS,
    };
    let values = [guild.into(), game.into(), offset.into(), limit.into()];
    let rows = session.all(page, values, standing).await?;
    snapshot.end().await?;
    Ok(Standings { total, rows })
}

/// See [`super::Store::matches`].
pub(super) async fn matches(readers: Readers<'_>, person: u64, guild: Option<u64>, limit: u32) -> Sql<Vec<u64>> {
    let values = [person.into(), guild.into(), limit.into()];
    readers.all(MATCHES, values, |row| row.id(0)).await
}

fn standing(row: &Row) -> Sql<Standing> {
    Ok(Standing {
        person: row.id(0)?,
        name: row.get(1)?,
        points: row.get(2)?,
        games_won: row.small(3)?,
        games: row.small(4)?,
        draws: row.small(5)?,
        matches_won: row.small(6)?,
        matches: row.small(7)?,
        best_game: row.get(8)?,
        place: row.small(9)?,
    })
}

#[cfg(test)]
mod tests;
