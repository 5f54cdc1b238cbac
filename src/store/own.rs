//! What is kept of one person outside of the logs.

use super::daily::{self, DailyAnswer};
use super::people::SEATED;
use super::session::{Readers, Row, Statement, both, indexed};
use super::sql::Sql;
use super::standings::{Finish, NewResult, computers};

/// What is kept of one person: all rows that hold their id, but for logs and messages ([`super::Store::naming`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// The names and values of the preferences, by name.
    pub preferences: Vec<(String, String)>,
    /// The live tables where the person sits, ascending.
    pub seated: Vec<u64>,
    /// The results: first the matches, then their games by number, and each in the order of their ends.
    pub results: Vec<OwnResult>,
    /// What the results add up to on leaderboards, by server and game.
    pub standings: Vec<OwnStanding>,
    /// The answers to positions of the day, by game and day.
    pub daily: Vec<DailyAnswer>,
}

/// A result of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnResult {
    /// The table.
    pub table: u64,
    /// When it was stored.
    pub at: i64,
    /// The number of the person in this game on all servers.
    pub somebody: i64,
    /// The result.
    pub result: NewResult,
}

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnStanding {
    /// The server.
    pub guild: u64,
    /// The game's slug, or that of its board for what is played alone.
    pub game: String,
    /// Each number with the name of its column.
    pub numbers: Vec<(&'static str, Option<i64>)>,
}

/// The columns of a row of a leaderboard that count something.
pub(super) const NUMBERS: [&str; 8] = [
    "points",
    "games_won",
    "games",
    "draws",
    "matches_won",
    "matches",
    "most",
    "fewest",
];
pub(super) const PREFERENCES: Statement = both("SELECT name, value FROM preferences WHERE person = $1 ORDER BY name");
pub(super) const RESULTS: Statement = indexed!(
    "SELECT table_id, at, somebody, round, hall, game, name, points, won, drawn, counts, place, side, computers
    FROM results",
    "results_person",
    " WHERE person = $1 ORDER BY round, at, id"
);
/// No index leads from a person to their standings, but their results tell where they have one.
pub(super) const STANDINGS: Statement = indexed!(
    "SELECT hall, game, points, games_won, games, draws, matches_won, matches, most, fewest
    FROM standings JOIN (SELECT DISTINCT hall, game FROM results",
    "results_person",
    " WHERE person = $1) AS boards USING (hall, game)
    WHERE person = $1 ORDER BY hall, game"
);

/// See [`super::Store::own`].
pub(super) async fn own(readers: Readers<'_>, person: u64) -> Sql<Own> {
    let mut snapshot = readers.snapshot().await?;
    let session = &mut snapshot.session();
    let preference = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let own = Own {
        preferences: session.all(PREFERENCES, [person.into()], preference).await?,
        seated: session.all(SEATED, [person.into()], |row| row.id(0)).await?,
        results: session.all(RESULTS, [person.into()], |row| result(person, row)).await?,
        standings: session.all(STANDINGS, [person.into()], standing).await?,
        daily: session.all(daily::ANSWERS, [person.into()], daily::read).await?,
    };
    snapshot.end().await?;
    Ok(own)
}

fn result(person: u64, row: &Row) -> Sql<OwnResult> {
    Ok(OwnResult {
        table: row.id(0)?,
        at: row.get(1)?,
        somebody: row.get(2)?,
        result: NewResult {
            round: row.small(3)?,
            guild: row.id_or_none(4)?,
            game: row.get(5)?,
            person: Some(person),
            name: row.get(6)?,
            points: row.get(7)?,
            finish: Finish::of(row.get(8)?, row.get(9)?),
            counts: row.get(10)?,
            place: row.small(11)?,
            side: row.small_or_none(12)?,
            computers: computers(row.get(13)?)?,
        },
    })
}

fn standing(row: &Row) -> Sql<OwnStanding> {
    let numbers = NUMBERS.into_iter().zip(2..);
    let numbers = numbers.map(|(name, column)| Ok((name, row.get(column)?)));
    Ok(OwnStanding {
        guild: row.id(0)?,
        game: row.get(1)?,
        numbers: numbers.collect::<Sql<_>>()?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sqlx::{Connection, SqliteConnection};

    use super::*;
    use crate::store::Append;
    use crate::store::testing::{Fresh, create, on_both_engines};

    on_both_engines! {
        all_rows_of_a_person_are_found,
    }

    /// Columns that hold an id, a name or a word of a person, and what gives them to that person.
    const OF_PEOPLE: [(&str, &str); 29] = [
        ("daily_answers.person", "answers to positions of the day"),
        ("daily_answers.game", "answers to positions of the day"),
        ("daily_answers.day", "answers to positions of the day"),
        ("daily_answers.choice", "answers to positions of the day"),
        ("daily_answers.correct", "answers to positions of the day"),
        ("daily_answers.shared", "answers to positions of the day"),
        ("daily_answers.at", "answers to positions of the day"),
        ("log.event", "the entries that are about them"),
        ("log.at", "with each such entry"),
        ("log.interaction", "with each such entry"),
        ("named.person", "tables"),
        ("named.table_id", "tables"),
        ("parting.person", "tables: each of these names them"),
        ("parting.table_id", "tables, until its bot has forgotten them there"),
        (
            "parting.gone_at",
            "when they took the bot out of their apps, which they know",
        ),
        ("preferences.person", "settings"),
        ("preferences.name", "settings"),
        ("preferences.value", "settings"),
        ("results.person", "results"),
        ("results.name", "results"),
        ("results.somebody", "results, as a number"),
        ("results.computers", "results"),
        ("seated.person", "seats"),
        ("seated.table_id", "seats"),
        ("shown.channel", "messages: their private chat"),
        ("shown.message", "messages"),
        (
            "shown.note",
            "messages: it can name who alone sees one; the token in it stays a secret",
        ),
        ("standings.person", "leaderboards"),
        ("tables.place", "tables: a private chat is a channel"),
    ];
    /// Columns that hold nothing of a person, or nothing that is not in the rows above.
    const OF_NOBODY: [(&str, &str); 12] = [
        // Empty in a file; elsewhere an interaction that is being answered, for a good second.
        ("handed", "id shard at interaction"),
        ("heartbeat", "shard at given"),
        ("lease", "shard number"),
        ("log", "table_id seq"),
        ("marks", "only mark before"),
        (
            "results",
            "id table_id round hall game points won counts at drawn place side",
        ),
        ("seals", "home number secret"),
        ("sessions", "shard number at session seq"),
        ("shown", "table_id slot version digest"),
        (
            "standings",
            "hall game points games_won games draws matches_won matches most fewest",
        ),
        ("tables", "id hall game secret created over restored thinned"),
        ("thinned", "table_id digest draws"),
    ];
    /// Of a table's timers: a seat is no person.
    const TIMERS: (&str, &str) = ("timers", "table_id nth kind seat at gives_back");

    /// Whoever adds a column says here whether it holds something of a person, and gives it to that person if so: see
    /// `referee/mydata.rs`. Forgetting (`forgetting.rs`) has to know of it, too.
    #[tokio::test]
    async fn every_column_is_given_to_its_person_or_holds_nothing_of_one() {
        let fresh = crate::store::testing::fresh().await;
        let file = fresh.folder.path().join("whistle.db");
        let mut connection = SqliteConnection::connect(&format!("sqlite://{}", file.display()))
            .await
            .unwrap();
        let columns = "SELECT m.name || '.' || c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE '_sqlx%'";
        let found: Vec<String> = sqlx::query_scalar(columns).fetch_all(&mut connection).await.unwrap();
        let found: BTreeSet<String> = found.into_iter().collect();
        let of_nobody = OF_NOBODY
            .into_iter()
            .chain([TIMERS])
            .flat_map(|(table, columns)| columns.split(' ').map(move |column| format!("{table}.{column}")));
        let of_people = OF_PEOPLE.map(|(column, _)| column.to_owned());
        let known: BTreeSet<String> = of_nobody.chain(of_people).collect();
        assert_eq!(found, known);
    }

    fn result(person: u64, round: u32, guild: Option<u64>) -> NewResult {
        NewResult {
            round,
            guild,
            game: "binome".to_owned(),
            person: Some(person),
            name: format!("p{person}"),
            points: i64::from(round) + 5,
            finish: if person == 40 { Finish::Won } else { Finish::Lost },
            counts: true,
            place: if person == 40 { 1 } else { 2 },
            side: Some(1),
            computers: Vec::new(),
        }
    }

    async fn all_rows_of_a_person_are_found(fresh: Fresh) {
        let (store, person) = (&fresh.store, u64::MAX - 40);
        let results = [
            result(person, 1, Some(7)),
            result(41, 1, Some(7)),
            result(person, 0, Some(7)),
            result(41, 0, Some(7)),
        ];
        let first = Append {
            people: Some(vec![person, 41]),
            results: results.to_vec(),
            ..create(1, 1)
        };
        store.append(first).await.unwrap();
        let second = Append {
            results: vec![result(person, 0, None)],
            ..create(2, 2)
        };
        store.append(second).await.unwrap();
        for (name, value) in [("ping", "dm"), ("locale", "de")] {
            store.set_preference(person, name, value).await.unwrap();
            store.set_preference(41, name, "other").await.unwrap();
        }
        let answer = DailyAnswer {
            game: "binary".to_owned(),
            day: 20_784,
            choice: "d2".to_owned(),
            right: true,
            shared: false,
            at: 5,
        };
        assert!(store.answer_daily(person, answer.clone()).await.unwrap());
        let own = store.own(person).await.unwrap();
        assert_eq!(own.daily, [answer]);
        let preferences = [("locale", "de"), ("ping", "dm")];
        assert_eq!(
            own.preferences,
            preferences.map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
        assert_eq!(own.seated, [1]);
        let found: Vec<_> = own
            .results
            .iter()
            .map(|own| (own.table, own.at, own.result.clone()))
            .collect();
        assert_eq!(
            found,
            [
                (1, 1000, results[2].clone()),
                (2, 1000, result(person, 0, None)),
                (1, 1000, results[0].clone()),
            ]
        );
        let [standing] = own.standings.as_slice() else {
            panic!("{:?}", own.standings)
        };
        assert_eq!((standing.guild, standing.game.as_str()), (7, "binome"));
        let numbers = [6, 0, 1, 0, 0, 1, 6, 6].map(Some);
        let numbers: Vec<_> = NUMBERS.into_iter().zip(numbers).collect();
        assert_eq!(standing.numbers, numbers);
        assert_eq!(store.own(99).await.unwrap(), Own::default());
        store.forget(person, Vec::new()).await.unwrap();
        let left = store.own(person).await.unwrap();
        assert_eq!(
            (left.preferences, left.results, left.standings, left.daily),
            (vec![], vec![], vec![], vec![])
        );
    }
}
