//! What somebody has played in a server: their matches, and what these add up to.

use super::session::{Readers, Row, Statement};
use super::sql::Sql;
use super::standings::Finish;

/// A match that somebody has played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMatch {
    /// The table.
    pub table: u64,
    /// The game's slug, or that of its board for what is played alone.
    pub game: String,
    /// When it ended.
    pub at: i64,
    /// Whether it counts on leaderboards.
    pub counts: bool,
    /// How it finished for the person.
    pub finish: Finish,
    /// The people who played, the person among them, in the order of their seats. Whoever is forgotten is left out.
    pub players: Vec<MatchPlayer>,
}

/// Somebody who played a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlayer {
    /// Who.
    pub person: u64,
    /// The name at the time.
    pub name: String,
    /// The place, from 1; 0 where nobody won.
    pub place: u8,
    /// The points.
    pub points: i64,
    /// Who won and lost together, if it was played by sides.
    pub side: Option<u8>,
}

/// The matches of one game that somebody has played in a server, and that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTally {
    /// The game's slug, or that of its board for what is played alone.
    pub game: String,
    /// The number of the person in this game on all servers.
    pub somebody: i64,
    /// How many matches.
    pub matches: u32,
    /// How many were won.
    pub won: u32,
}

macro_rules! history {
    ($mine:literal, $join:literal, $player:literal) => {
        concat!(
            "SELECT mine.table_id, mine.game, mine.at, mine.counts, mine.won, mine.drawn,
                player.person, player.name, player.place, player.points, player.side
            FROM (SELECT * FROM results",
            $mine,
            "
                    WHERE person = $1 AND round = 0 AND (CAST($2 AS bigint) IS NULL OR hall = $2)
                    ORDER BY at DESC, id DESC LIMIT $4 OFFSET $3) AS mine
                ",
            $join,
            " results AS player",
            $player,
            "
                    ON player.table_id = mine.table_id AND player.round = 0 AND player.person IS NOT NULL
            ORDER BY mine.at DESC, mine.id DESC, player.id"
        )
    };
}
/// The queries name their indexes to SQLite, which could as well use those of a guild, which hold everybody's results.
pub(super) const HISTORY: Statement = Statement {
    file: history!(" INDEXED BY results_matches", "CROSS JOIN", " INDEXED BY results_once"),
    server: history!("", "JOIN", ""),
};
/// No index of a guild, which has everybody's results, answers the comparisons at a server.
pub(super) const TALLY: Statement = Statement {
    file: "SELECT game, max(somebody), count(*), sum(won) FROM results INDEXED BY results_matches
        WHERE person = $1 AND round = 0 AND hall = $2 AND counts = 1
        GROUP BY game ORDER BY count(*) DESC, max(at) DESC",
    server: "SELECT game, max(somebody), count(*), count(*) FILTER (WHERE won) FROM results
        WHERE person = $1 AND round = 0 AND hall IS NOT DISTINCT FROM $2 AND counts::int = 1
        GROUP BY game ORDER BY count(*) DESC, max(at) DESC",
};

/// See [`super::Store::history`].
pub(super) async fn history(
    readers: Readers<'_>,
    person: u64,
    guild: Option<u64>,
    offset: u32,
    limit: u32,
) -> Sql<Vec<PlayedMatch>> {
    let values = [person.into(), guild.into(), offset.into(), limit.into()];
    Ok(matches_of(readers.all(HISTORY, values, read).await?))
}

/// The matches of rows that each have one player.
fn matches_of(rows: Vec<(PlayedMatch, MatchPlayer)>) -> Vec<PlayedMatch> {
    let mut matches: Vec<PlayedMatch> = Vec::new();
    for (played, player) in rows {
        match matches.last_mut().filter(|last| last.table == played.table) {
            Some(last) => last.players.push(player),
            None => matches.push(PlayedMatch {
                players: vec![player],
                ..played
            }),
        }
    }
    matches
}

fn read(row: &Row) -> Sql<(PlayedMatch, MatchPlayer)> {
    let played = PlayedMatch {
        table: row.id(0)?,
        game: row.get(1)?,
        at: row.get(2)?,
        counts: row.get(3)?,
        finish: Finish::of(row.get(4)?, row.get(5)?),
        players: Vec::new(),
    };
    let player = MatchPlayer {
        person: row.id(6)?,
        name: row.get(7)?,
        place: row.small(8)?,
        points: row.get(9)?,
        side: row.small_or_none(10)?,
    };
    Ok((played, player))
}

/// See [`super::Store::tally`].
pub(super) async fn tally(readers: Readers<'_>, person: u64, guild: u64) -> Sql<Vec<GameTally>> {
    let tally = |row: &Row| {
        Ok(GameTally {
            game: row.get(0)?,
            somebody: row.get(1)?,
            matches: row.small(2)?,
            won: row.small(3)?,
        })
    };
    readers.all(TALLY, [person.into(), guild.into()], tally).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::{Fresh, create, on_both_engines};
    use crate::store::{Append, NewResult, Store};

    on_both_engines! {
        matches_are_told_newest_first_and_page_by_page,
        only_whole_matches_that_count_are_added_up,
        who_is_forgotten_is_in_no_history,
    }

    fn result(person: u64, place: u8) -> NewResult {
        NewResult {
            round: 0,
            guild: Some(7),
            game: "binome".to_owned(),
            person: Some(person),
            name: format!("p{person}"),
            points: 20 - i64::from(place),
            finish: if place == 1 { Finish::Won } else { Finish::Lost },
            counts: true,
            place,
            side: None,
            computers: Vec::new(),
        }
    }

    async fn record(store: &Store, table: u64, at: i64, results: Vec<NewResult>) {
        let append = Append {
            at,
            results,
            ..create(table, table)
        };
        store.append(append).await.unwrap();
    }

    async fn tables(store: &Store, guild: Option<u64>, offset: u32, limit: u32) -> Vec<u64> {
        let found = store.history(1, guild, offset, limit).await.unwrap();
        found.into_iter().map(|played| played.table).collect()
    }

    async fn matches_are_told_newest_first_and_page_by_page(fresh: Fresh) {
        let store = &fresh.store;
        for (table, at) in [(1, 50), (2, 70), (3, 60), (4, 70)] {
            let round = |person| NewResult {
                round: 1,
                ..result(person, 1)
            };
            let people = vec![
                result(2, 1),
                round(1),
                round(2),
                result(1, 2),
                result(u64::MAX - table, 3),
            ];
            record(store, table, at, people).await;
        }
        let elsewhere = NewResult {
            guild: None,
            ..result(1, 1)
        };
        record(store, 5, 65, vec![elsewhere]).await;
        record(store, 6, 90, vec![result(2, 1), result(3, 2)]).await;
        assert_eq!(tables(store, Some(7), 0, 9).await, [4, 2, 3, 1]);
        assert_eq!(tables(store, Some(7), 1, 2).await, [2, 3]);
        assert_eq!(tables(store, Some(7), 4, 2).await, [0; 0]);
        assert_eq!(tables(store, Some(8), 0, 9).await, [0; 0]);
        assert_eq!(tables(store, None, 0, 9).await, [4, 2, 5, 3, 1]);
        let newest = store.history(1, Some(7), 0, 1).await.unwrap().remove(0);
        assert_eq!(
            (newest.game.as_str(), newest.at, newest.finish),
            ("binome", 70, Finish::Lost)
        );
        let players: Vec<_> = newest
            .players
            .iter()
            .map(|player| (player.person, player.name.as_str(), player.place, player.points))
            .collect();
        let far = u64::MAX - 4;
        let name = format!("p{far}");
        assert_eq!(
            players,
            [(2, "p2", 1, 19), (1, "p1", 2, 18), (far, name.as_str(), 3, 17)]
        );
    }

    async fn only_whole_matches_that_count_are_added_up(fresh: Fresh) {
        let store = &fresh.store;
        let tree = |table: u64| NewResult {
            game: "tree".to_owned(),
            round: u32::from(table == 9),
            counts: table != 8,
            guild: Some(if table == 7 { 8 } else { 7 }),
            ..result(1, 1)
        };
        for table in 1..=3 {
            record(store, table, 50, vec![result(1, 1 + u8::from(table > 1)), result(2, 2)]).await;
        }
        for table in 6..=9 {
            record(store, table, 60, vec![tree(table)]).await;
        }
        let tally = store.tally(1, 7).await.unwrap();
        let told: Vec<_> = tally
            .iter()
            .map(|game| (game.game.as_str(), game.matches, game.won))
            .collect();
        assert_eq!(told, [("binome", 3, 1), ("tree", 1, 1)]);
        let rated = store.rated(Some(7), "binome", 0, 1).await.unwrap();
        assert_eq!(tally[0].somebody, rated.rows[0].somebody);
        assert_eq!(store.tally(1, 9).await.unwrap(), []);
    }

    async fn who_is_forgotten_is_in_no_history(fresh: Fresh) {
        let store = &fresh.store;
        record(store, 1, 50, vec![result(1, 1), result(2, 2), result(3, 3)]).await;
        store.forget(2, Vec::new()).await.unwrap();
        let people = store.history(1, Some(7), 0, 9).await.unwrap().remove(0).players;
        assert_eq!(people.iter().map(|player| player.person).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(store.history(2, Some(7), 0, 9).await.unwrap(), []);
        assert_eq!(store.tally(2, 7).await.unwrap(), []);
    }
}
