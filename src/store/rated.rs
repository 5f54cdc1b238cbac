//! The results from which ratings are computed: see [`crate::ratings`].

use serde::Deserialize;

use super::session::{Readers, Row, Session, Statement, indexed};
use super::sql::{Sql, id};
use super::standings::{ComputerResult, Finish, computers};

/// What one player got in a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedResult {
    /// The number of the result, greater than that of each result before.
    pub id: i64,
    /// The table where the match was played.
    pub table: u64,
    /// The number of the person in this game on all servers, which stays when the person is forgotten.
    pub somebody: i64,
    /// The person's id; `None` for whoever is forgotten, and over all servers.
    pub person: Option<u64>,
    /// The person's name at the time; `None` for whoever is forgotten, and over all servers.
    pub name: Option<String>,
    /// The place in the match, from 1; 0 where nobody won.
    pub place: u8,
    /// Who won and lost together, if the match was played by sides.
    pub side: Option<u8>,
    /// How the match finished for the player.
    pub finish: Finish,
    /// The computer players of the match; empty for a match of people, which alone rates people.
    pub computers: Vec<ComputerResult>,
    /// When the result was stored.
    pub at: i64,
}

/// Some results in their order, and what tells whether earlier ones still stand as they were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedResults {
    /// How many results of this game and server are of people who are forgotten; 0 over all servers, where no result has a name.
    pub forgotten: u32,
    /// The results.
    pub rows: Vec<RatedResult>,
}

/// The number never changes again, so the count tells whether a name that was read before may still be shown.
pub(super) const FORGOTTEN: Statement = indexed!(
    "SELECT count(*) FROM results",
    "results_hall",
    " WHERE hall = $1 AND game = $2 AND person IS NULL"
);
/// From a file all rows as one text: handing over a row with its columns costs several times as much as reading it.
macro_rules! rated {
    ($who:literal, $from:literal) => {
        concat!(
            "SELECT json_group_array(json_array(id, table_id, somebody, ",
            $who,
            ", place, side, won, drawn, at, computers)) FROM (
                SELECT id, table_id, somebody, person, name, place, side, won, drawn, at, computers
                FROM results INDEXED BY ",
            $from,
            " AND game = $1 AND round = 0 AND (counts = 1 OR computers IS NOT NULL) AND id > $2
                ORDER BY id LIMIT $3
            )"
        )
    };
}
pub(super) const RATED: Statement = Statement {
    file: rated!(
        "person, iif(person IS NULL, NULL, name)",
        "results_rated WHERE hall = $4"
    ),
    server: "SELECT id, table_id, somebody, person,
            CASE WHEN person IS NOT NULL THEN name END, place, side, won, drawn, at, computers
        FROM results
        WHERE hall = $4 AND game = $1 AND round = 0 AND (counts OR computers IS NOT NULL) AND id > $2
        ORDER BY id LIMIT $3",
};
pub(super) const RATED_EVERYWHERE: Statement = Statement {
    file: rated!("NULL, NULL", "results_everywhere WHERE hall IS NOT NULL"),
    server: "SELECT id, table_id, somebody, NULL::bigint, NULL::text,
            place, side, won, drawn, at, computers
        FROM results
        WHERE (hall IS NULL) IS FALSE AND game = $1 AND round = 0 AND (counts OR computers IS NOT NULL) AND id > $2
        ORDER BY id LIMIT $3",
};
pub(super) const LISTED: Statement = Statement {
    file: "SELECT (SELECT somebody FROM results INDEXED BY results_person
            WHERE person = preferences.person AND game = $1 AND hall IS NOT NULL LIMIT 1), value
        FROM preferences INDEXED BY preferences_everywhere WHERE name = 'everywhere'",
    server: "SELECT (SELECT somebody FROM results
            WHERE person = preferences.person AND game = $1 AND round = 0 AND hall IS NOT NULL LIMIT 1), value
        FROM preferences WHERE name = 'everywhere'",
};

/// A row of that text.
#[derive(Deserialize)]
struct Line(
    i64,
    i64,
    i64,
    Option<i64>,
    Option<String>,
    u8,
    Option<u8>,
    i64,
    i64,
    i64,
    Option<String>,
);

/// See [`super::Store::rated`].
pub(super) async fn rated(
    readers: Readers<'_>,
    guild: Option<u64>,
    game: &str,
    after: i64,
    limit: u32,
) -> Sql<RatedResults> {
    // Of one moment, so that the count is that of the rows.
    let mut snapshot = readers.snapshot().await?;
    let session = &mut snapshot.session();
    let mut values = vec![game.into(), after.into(), limit.into()];
    let (forgotten, statement) = match guild {
        Some(guild) => {
            values.push(guild.into());
            let forgotten = session.only(FORGOTTEN, [guild.into(), game.into()], |row| row.small(0));
            (forgotten.await?, RATED)
        }
        None => (0, RATED_EVERYWHERE),
    };
    let rows = match session {
        Session::File(_) => of_text(&session.only(statement, values, |row| row.get::<String>(0)).await?)?,
        Session::Server(..) => session.all(statement, values, of_row).await?,
    };
    snapshot.end().await?;
    Ok(RatedResults { forgotten, rows })
}

/// See [`super::Store::listed`].
pub(super) async fn listed(readers: Readers<'_>, game: &str) -> Sql<Vec<(i64, String)>> {
    let listed = |row: &Row| Ok((row.get::<Option<i64>>(0)?, row.get(1)?));
    let listed = readers.all(LISTED, [game.into()], listed).await?.into_iter();
    // Who has a preference may have played nowhere.
    let played = listed.filter_map(|(somebody, value)| Some((somebody?, value)));
    Ok(played.collect())
}

fn of_text(text: &str) -> Sql<Vec<RatedResult>> {
    let lines: Vec<Line> = serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()))?;
    let mut rows: Vec<RatedResult> = lines.into_iter().map(of_line).collect::<Sql<_>>()?;
    // SQLite does not promise the order in which it puts them together.
    rows.sort_by_key(|row| row.id);
    Ok(rows)
}

fn of_line(Line(number, table, somebody, person, name, place, side, won, drawn, at, beside): Line) -> Sql<RatedResult> {
    Ok(RatedResult {
        id: number,
        table: id(table),
        somebody,
        person: person.map(id),
        name,
        place,
        side,
        finish: Finish::of(won != 0, drawn != 0),
        computers: computers(beside)?,
        at,
    })
}

fn of_row(row: &Row) -> Sql<RatedResult> {
    Ok(RatedResult {
        id: row.get(0)?,
        table: row.id(1)?,
        somebody: row.get(2)?,
        person: row.id_or_none(3)?,
        name: row.get(4)?,
        place: row.small(5)?,
        side: row.small_or_none(6)?,
        finish: Finish::of(row.get(7)?, row.get(8)?),
        at: row.get(9)?,
        computers: computers(row.get(10)?)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::{Fresh, create, on_both_engines};
    use crate::store::{Append, ComputerResult, EVERYWHERE, NewResult, Store};

    on_both_engines! {
        results_are_read_in_order_and_go_on_where_they_ended,
        who_is_forgotten_stays_the_same_somebody,
        only_whole_matches_of_people_here_are_read,
        a_match_with_computer_players_comes_with_them,
        over_all_servers_a_person_has_one_number_and_no_name,
        who_is_listed_over_all_servers_is_found_by_number,
    }

    fn result(person: u64, place: u8) -> NewResult {
        NewResult {
            round: 0,
            guild: Some(7),
            game: "binome".to_owned(),
            person: Some(person),
            name: format!("p{person}"),
            points: 0,
            finish: if place == 1 { Finish::Won } else { Finish::Lost },
            counts: true,
            place,
            side: None,
            computers: Vec::new(),
        }
    }

    async fn record(store: &Store, table: u64, results: Vec<NewResult>) {
        let append = Append {
            results,
            ..create(table, table)
        };
        store.append(append).await.unwrap();
    }

    async fn rated(store: &Store, after: i64, limit: u32) -> RatedResults {
        store.rated(Some(7), "binome", after, limit).await.unwrap()
    }

    async fn results_are_read_in_order_and_go_on_where_they_ended(fresh: Fresh) {
        let store = &fresh.store;
        let sided = |person, place, side| NewResult {
            side: Some(side),
            ..result(person, place)
        };
        record(store, 9, vec![sided(1, 2, 0), sided(2, 1, 1)]).await;
        record(store, 4, vec![result(2, 1), result(3, 3), result(1, 2)]).await;
        let all = rated(store, 0, 100).await.rows;
        let told: Vec<_> = all
            .iter()
            .map(|row| (row.table, (row.person, row.name.as_deref()), row.place, row.side))
            .collect();
        let named = |name: &'static str| (name[1..].parse().ok(), Some(name));
        assert_eq!(
            told,
            [
                (9, named("p1"), 2, Some(0)),
                (9, named("p2"), 1, Some(1)),
                (4, named("p2"), 1, None),
                (4, named("p3"), 3, None),
                (4, named("p1"), 2, None),
            ]
        );
        let somebodies: Vec<i64> = all.iter().map(|row| row.somebody).collect();
        assert_eq!((somebodies[0], somebodies[1]), (somebodies[4], somebodies[2]));
        assert!(somebodies[0] != somebodies[1] && !somebodies[..3].contains(&somebodies[3]));
        let first = rated(store, 0, 2).await.rows;
        assert_eq!([&first[..], &rated(store, first[1].id, 9).await.rows[..]].concat(), all);
    }

    async fn who_is_forgotten_stays_the_same_somebody(fresh: Fresh) {
        let store = &fresh.store;
        for table in 1..=3 {
            record(store, table, vec![result(1, 1), result(2, 2), result(3, 2)]).await;
        }
        let before = rated(store, 0, 100).await;
        store.forget(2, Vec::new()).await.unwrap();
        let after = rated(store, 0, 100).await;
        assert_eq!((before.forgotten, after.forgotten), (0, 3));
        let numbers =
            |found: &RatedResults| -> Vec<(i64, i64)> { found.rows.iter().map(|row| (row.id, row.somebody)).collect() };
        assert_eq!(numbers(&before), numbers(&after));
        let nameless = |row: &&RatedResult| row.name.is_none() && row.person.is_none();
        assert_eq!(after.rows.iter().filter(nameless).count(), 3);
        record(store, 4, vec![result(2, 1), result(1, 2)]).await;
        let again = rated(store, after.rows[8].id, 9).await.rows;
        let known: Vec<i64> = after.rows.iter().map(|row| row.somebody).collect();
        assert!(!known.contains(&again[0].somebody), "who comes back begins anew");
        assert!(known.contains(&again[1].somebody));
    }

    async fn only_whole_matches_of_people_here_are_read(fresh: Fresh) {
        let store = &fresh.store;
        let left_out = [
            NewResult {
                round: 1,
                ..result(1, 1)
            },
            NewResult {
                counts: false,
                ..result(2, 1)
            },
            NewResult {
                guild: Some(8),
                ..result(3, 1)
            },
            NewResult {
                guild: None,
                ..result(4, 1)
            },
            NewResult {
                game: "tree".to_owned(),
                ..result(5, 1)
            },
        ];
        record(store, 1, left_out.to_vec()).await;
        record(store, 2, vec![result(6, 1)]).await;
        let found = rated(store, 0, 9).await.rows;
        assert_eq!(found.iter().map(|row| row.table).collect::<Vec<_>>(), [2]);
    }

    async fn a_match_with_computer_players_comes_with_them(fresh: Fresh) {
        let store = &fresh.store;
        let computers: Vec<ComputerResult> = [(3, 1, None), (6, 3, Some(1))]
            .map(|(level, place, side)| ComputerResult { level, place, side })
            .to_vec();
        let beside = NewResult {
            counts: false,
            computers: computers.clone(),
            ..result(1, 2)
        };
        record(store, 1, vec![beside]).await;
        record(store, 2, vec![result(1, 1), result(2, 2)]).await;
        for guild in [Some(7), None] {
            let found = store.rated(guild, "binome", 0, 9).await.unwrap().rows;
            let found: Vec<_> = found.into_iter().map(|row| (row.table, row.computers)).collect();
            assert_eq!(found, [(1, computers.clone()), (2, Vec::new()), (2, Vec::new())]);
        }
        let own = store.own(1).await.unwrap().results;
        assert_eq!(own[0].result.computers, computers);
        let ranking = crate::store::Ranking::MostPoints;
        let board = store.leaderboard(7, "binome", ranking, 0, 9).await.unwrap();
        assert_eq!(board.rows.iter().map(|row| row.matches).collect::<Vec<_>>(), [1, 1]);
    }

    async fn over_all_servers_a_person_has_one_number_and_no_name(fresh: Fresh) {
        let store = &fresh.store;
        let at = |guild, person, place| NewResult {
            guild,
            ..result(person, place)
        };
        record(store, 1, vec![at(Some(7), 1, 1), at(Some(7), 2, 2)]).await;
        record(store, 2, vec![at(None, 1, 1), at(None, 3, 2)]).await;
        record(store, 3, vec![at(Some(8), 3, 1), at(Some(8), 1, 2)]).await;
        let all = async || store.rated(None, "binome", 0, 9).await.unwrap();
        let before = all().await;
        let told: Vec<_> = before.rows.iter().map(|row| (row.table, row.place)).collect();
        assert_eq!(
            told,
            [(1, 1), (1, 2), (3, 1), (3, 2)],
            "what has no server is not there"
        );
        let named = before.rows.iter().any(|row| row.name.is_some() || row.person.is_some());
        assert!(!named, "who was on one server is not told on another");
        let numbers = |found: &RatedResults| found.rows.iter().map(|row| row.somebody).collect::<Vec<_>>();
        let [ana, ben, cleo, again] = numbers(&before)[..] else {
            panic!("four")
        };
        assert!(ana == again && ana != ben && ana != cleo && ben != cleo);
        let first = store.rated(None, "binome", 0, 2).await.unwrap().rows;
        assert_eq!(first, before.rows[..2]);
        let here = store.rated(Some(8), "binome", 0, 9).await.unwrap();
        assert_eq!(numbers(&here), [cleo, ana], "it is the number on each server");
        store.forget(1, Vec::new()).await.unwrap();
        assert_eq!(all().await, before);
        record(store, 4, vec![at(Some(8), 1, 1), at(Some(8), 2, 2)]).await;
        let rows = all().await.rows;
        assert!(
            rows[4].somebody != ana && rows[5].somebody == ben,
            "who comes back begins anew"
        );
    }

    async fn who_is_listed_over_all_servers_is_found_by_number(fresh: Fresh) {
        let store = &fresh.store;
        record(store, 1, vec![result(1, 1), result(2, 2)]).await;
        let elsewhere = |person, place| NewResult {
            guild: None,
            ..result(person, place)
        };
        record(store, 2, vec![elsewhere(3, 1), elsewhere(1, 2)]).await;
        let listed = async || {
            let mut listed = store.listed("binome").await.unwrap();
            listed.sort();
            listed
        };
        assert_eq!(listed().await, []);
        for (person, value) in [(1, "as Ana"), (3, "as Cleo"), (4, "as Dev")] {
            store.set_preference(person, EVERYWHERE, value).await.unwrap();
        }
        store.set_preference(2, "ping", "as Ben").await.unwrap();
        let numbers = rated(store, 0, 9).await.rows;
        let ana = numbers[0].somebody;
        assert_eq!(
            listed().await,
            [(ana, "as Ana".to_owned())],
            "who played nowhere has no number"
        );
        assert_eq!(store.listed("tree").await.unwrap(), []);
        store.set_preference(1, EVERYWHERE, "hidden").await.unwrap();
        assert_eq!(listed().await, [(ana, "hidden".to_owned())]);
        store.set_preference(1, EVERYWHERE, "as Ana").await.unwrap();
        store.forget(1, Vec::new()).await.unwrap();
        store.set_preference(1, EVERYWHERE, "as Ana").await.unwrap();
        assert_eq!(listed().await, [], "nobody finds the number of who was forgotten");
    }
}
