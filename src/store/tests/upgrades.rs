//! A file of an earlier schema, with tables in play, opened by this version.

use std::path::{Path, PathBuf};

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;

use crate::store::forgetting::NOWHERE;
use crate::store::open::MIGRATIONS;
use crate::store::testing::{create, entry, fresh};
use crate::store::{Append, DailyAnswer, Finish, NewResult, Ranking, Shown, Store, Timer};

/// The files of the migrations, oldest first, without those of PostgreSQL in their folder.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// A database with only the first `migrations` migrations.
async fn of_schema(migrations: usize) -> (TempDir, PathBuf, SqliteConnection) {
    let folder = tempfile::tempdir().unwrap();
    let early = folder.path().join("migrations");
    std::fs::create_dir(&early).unwrap();
    for file in files().iter().take(migrations) {
        std::fs::copy(file, early.join(file.file_name().unwrap())).unwrap();
    }
    let path = folder.path().join("whistle.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    let migrator = Migrator::new(early.as_path()).await.unwrap();
    migrator.run_direct(None, &mut connection, false).await.unwrap();
    (folder, path, connection)
}

/// Three tables as the first schema held them: one in play with clocks, one over, and one in a lobby, with an id of the
/// upper half.
const PLAYED: &str = "INSERT INTO tables (id, place, hall, game, secret, created, over) VALUES
        (11, 1, 7, 'binome', zeroblob(32), 900, 0),
        (12, 2, NULL, 'binary', zeroblob(32), 901, 1),
        (-5, 3, 7, 'tree', zeroblob(32), 902, 0);
    INSERT INTO log (table_id, seq, at, interaction, event) VALUES
        (11, 1, 900, 11, '{\"one\":1}'), (11, 2, 950, NULL, '{\"two\":2}'),
        (12, 1, 901, 12, '{}'), (-5, 1, 902, -5, '{}');
    INSERT INTO seated (table_id, person) VALUES (11, 1001), (11, 1002), (-5, 1001);
    INSERT INTO timers (table_id, nth, kind, seat, at, gives_back) VALUES
        (11, 0, 'lapse 2', 1, 5000, 1), (11, 1, 'computer 2', 2, 1500, 0), (-5, 0, 'lobby 1', NULL, 8000, 1);
    INSERT INTO heartbeat (only, at) VALUES (1, 1000);
    INSERT INTO shown (table_id, slot, channel, message, version, digest, note) VALUES
        (11, 'table', 1, 100, 1, 'd', '{}'), (12, 'table', 2, 200, 9223372036854775807, 'd', '{}');
    INSERT INTO results (table_id, round, hall, game, person, name, points, won, counts, at) VALUES
        (12, 0, 7, 'binary', 1001, 'Ana', 3, 1, 1, 950);
    INSERT INTO preferences (person, name, value) VALUES (1001, 'locale', 'de');";

fn timer(kind: &str, seat: Option<u8>, at: i64, gives_back: bool) -> Timer {
    let kind = kind.to_owned();
    Timer {
        kind,
        seat,
        at,
        gives_back,
    }
}

#[tokio::test]
async fn a_file_of_the_first_schema_plays_on_as_it_stood() {
    let (_folder, path, mut connection) = of_schema(1).await;
    sqlx::raw_sql(PLAYED).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let upper = (-5_i64).cast_unsigned();

    let played = store.load(11).await.unwrap().unwrap();
    let events: Vec<&str> = played.entries.iter().map(|entry| entry.event.as_str()).collect();
    assert_eq!(events, [r#"{"one":1}"#, r#"{"two":2}"#]);
    let clock = timer("lapse 2", Some(1), 5000, true);
    let thought = timer("computer 2", Some(2), 1500, false);
    assert_eq!(played.timers, [clock, thought.clone()]);
    assert_eq!(store.live_tables(0, 10).await.unwrap(), [11, upper]);
    assert_eq!(
        (store.table_at(1).await.unwrap(), store.table_at(2).await.unwrap()),
        (Some(11), None)
    );
    assert_eq!(store.seated(1001).await.unwrap(), [11, upper]);
    assert_eq!(store.unsettled().await.unwrap(), [11]);
    assert_eq!(store.shown(12).await.unwrap()[0].version, Shown::SETTLED);
    assert_eq!(
        store
            .leaderboard(7, "binary", Ranking::MostPoints, 0, 10)
            .await
            .unwrap()
            .total,
        1
    );
    assert_eq!(store.preference(1001, "locale").await.unwrap().as_deref(), Some("de"));
    assert_eq!(store.due(8000, 10).await.unwrap(), [(11, 1500), (upper, 8000)]);

    // The downtime over the upgrade is given back like any other, and play goes on.
    assert_eq!(store.give_back(4000).await.unwrap(), 3000);
    let later = timer("lapse 2", Some(1), 8000, true);
    assert_eq!(store.load(11).await.unwrap().unwrap().timers, [later, thought]);
    assert_eq!(store.due(10_999, 10).await.unwrap(), [(11, 1500)]);
    assert_eq!(store.due(11_000, 10).await.unwrap(), [(11, 1500), (upper, 11_000)]);
    let next = timer("lapse 3", Some(0), 9000, true);
    let append = Append {
        timers: Some(vec![next.clone()]),
        ..entry(11, 2)
    };
    store.append(append).await.unwrap();
    let played = store.load(11).await.unwrap().unwrap();
    assert_eq!((played.entries.len(), played.timers), (3, vec![next]));
}

/// Results from when all who shared the first place had won: a draw, a shared win, a scoreless hand within a match, a win
/// of partners, a win, a draw of two of whom one was forgotten, and a game with a computer, which counts for nobody.
const SHARED: &str = "INSERT INTO tables (id, place, hall, game, secret, created, over)
        SELECT value, value, 7, 'any', zeroblob(32), 900, 1 FROM json_each('[1, 2, 3, 4, 5, 6, 7]');
    INSERT INTO results (table_id, round, hall, game, person, name, points, won, counts, at) VALUES
        (1, 1, 7, 'binary', 1, 'Ana', 0, 1, 1, 10), (1, 1, 7, 'binary', 2, 'Ben', 0, 1, 1, 10),
        (1, 0, 7, 'binary', 1, 'Ana', 0, 1, 1, 10), (1, 0, 7, 'binary', 2, 'Ben', 0, 1, 1, 10),
        (2, 1, 7, 'binome', 1, 'Ana', 9, 1, 1, 10), (2, 1, 7, 'binome', 2, 'Ben', 9, 1, 1, 10),
        (3, 1, 7, 'dominoes', 1, 'Ana', 0, 1, 1, 10), (3, 1, 7, 'dominoes', 2, 'Ben', 0, 1, 1, 10),
        (3, 2, 7, 'dominoes', 1, 'Ana', 99, 1, 1, 20), (3, 2, 7, 'dominoes', 2, 'Ben', 0, 0, 1, 20),
        (3, 0, 7, 'dominoes', 1, 'Ana', 99, 1, 1, 20), (3, 0, 7, 'dominoes', 2, 'Ben', 0, 0, 1, 20),
        (4, 1, 7, 'dominoes', 1, 'Ana', 9, 1, 1, 10), (4, 1, 7, 'dominoes', 2, 'Ben', 9, 1, 1, 10),
        (4, 1, 7, 'dominoes', 3, 'Cleo', 0, 0, 1, 10), (4, 1, 7, 'dominoes', 4, 'Dan', 0, 0, 1, 10),
        (5, 1, 7, 'binary', 1, 'Ana', 9, 1, 1, 10), (5, 1, 7, 'binary', 2, 'Ben', 0, 0, 1, 10),
        (6, 1, 7, 'binary', NULL, '', 0, 1, 1, 10), (6, 1, 7, 'binary', 2, 'Ben', 0, 1, 1, 10),
        (7, 1, 7, 'dominoes', 1, 'Ana', 9, 1, 0, 10), (7, 1, 7, 'dominoes', 2, 'Ben', 9, 1, 0, 10);";

#[tokio::test]
async fn what_was_a_draw_is_won_by_nobody_any_more_and_shared_wins_stay() {
    let (_folder, path, mut connection) = of_schema(2).await;
    sqlx::raw_sql(SHARED).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let board = async |game: &str| {
        let board = store.leaderboard(7, game, Ranking::MostPoints, 0, 10).await.unwrap();
        let rows = board.rows.into_iter();
        let told = rows.map(|row| (row.name, row.games_won, row.draws, row.matches_won));
        told.collect::<Vec<_>>()
    };
    let named = |name: &str, won, drawn, matches| (name.to_owned(), won, drawn, matches);
    assert_eq!(board("binary").await, [named("Ana", 1, 1, 0), named("Ben", 0, 2, 0)]);
    assert_eq!(board("binome").await, [named("Ana", 1, 0, 0), named("Ben", 1, 0, 0)]);
    assert_eq!(
        board("dominoes").await[..2],
        [named("Ana", 2, 1, 1), named("Ben", 1, 1, 0)]
    );
    store.close().await;
    let options = SqliteConnectOptions::new().filename(&path);
    let mut connection = options.connect().await.unwrap();
    let apart: i64 = sqlx::query_scalar("SELECT count(*) FROM results WHERE table_id = 7 AND won = 1 AND drawn = 0")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(apart, 2, "who else sat there cannot be told");
}

#[tokio::test]
async fn what_was_played_before_stands_on_leaderboards_and_can_be_thinned() {
    let (_folder, path, mut connection) = of_schema(4).await;
    sqlx::raw_sql(SHARED).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let board = store
        .leaderboard(7, "binome", Ranking::MostPoints, 0, 10)
        .await
        .unwrap();
    let told: Vec<_> = board
        .rows
        .into_iter()
        .map(|row| (row.name, row.points, row.games))
        .collect();
    assert_eq!(told, [("Ana".to_owned(), 9, 1), ("Ben".to_owned(), 9, 1)]);
    let counted = store
        .leaderboard(7, "binary", Ranking::MostPoints, 0, 10)
        .await
        .unwrap();
    assert_eq!(
        (counted.total, counted.rows[0].games),
        (2, 2),
        "nobody stands there who is forgotten"
    );
    assert_eq!(
        store.matches(1, None, 9).await.unwrap(),
        [3, 1],
        "the newest end comes first"
    );
    assert_eq!(store.old((i64::MIN, 0), i64::MAX, 9).await.unwrap().len(), 7);
}

/// Logs from before there was an index of whom they name.
const LOGS: &str = r#"INSERT INTO tables (id, place, hall, game, secret, created, over)
        SELECT value, value, 7, 'any', zeroblob(32), 900, 1 FROM json_each('[1, 2, 3]');
    INSERT INTO log (table_id, seq, at, interaction, event) VALUES
        (1, 1, 900, 1, '{"host":{"id":1,"name":"a\u0000\\u0000"},"join":31}'),
        (1, 2, 900, NULL, '{"people":[null,2,9223372036854775808],"word":"\"person\":31"}'),
        (2, 1, 900, 2, '{"former":[[1,0],[3,1]],"invited":4,"rematch_of":1}'), (3, 1, 900, 3, '{"seat":4}'),
        (3, 2, 900, NULL, '{"person":{"id":5');
    INSERT INTO tables (id, place, hall, game, secret, created, over) VALUES
        (6, 600, NULL, 'any', zeroblob(32), 900, 1), (7, 700, NULL, 'any', zeroblob(32), 900, 1);
    INSERT INTO log (table_id, seq, at, interaction, event) VALUES
        (6, 1, 900, 6, '{"host":{"id":9223372036854775808,"name":""}}'), (7, 1, 900, 7, '{"host":{"id":8,"name":"F"}}');
    INSERT INTO seals (home, number, secret) VALUES (600, 2, zeroblob(32)), (700, 2, zeroblob(32));"#;

#[tokio::test]
async fn the_logs_from_before_that_name_somebody_are_found() {
    let (_folder, path, mut connection) = of_schema(13).await;
    sqlx::raw_sql(LOGS).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    for (person, tables) in [
        (1, vec![1, 2]),
        (2, vec![1]),
        (3, vec![2]),
        (4, vec![2]),
        (31, vec![]),
        (0, vec![]),
    ] {
        assert_eq!(
            store.naming(person, 0).await.unwrap(),
            tables,
            "the logs that name {person}"
        );
    }
    // Of two private chats, the one whose person was forgotten before is not known any more.
    for (table, channel, sealed) in [(6, NOWHERE, false), (7, 700, true)] {
        assert_eq!(store.load(table).await.unwrap().unwrap().channel, channel);
        assert_eq!(store.next_secret(100 * table).await.unwrap().is_some(), sealed);
    }
}

/// The Tree: solved alone, not solved alone, won against somebody who was forgotten since, closed early, and with a computer.
const TREES: &str = "INSERT INTO tables (id, place, hall, game, secret, created, over)
        SELECT value, value, 7, 'tree', zeroblob(32), 900, 1 FROM json_each('[1, 2, 3, 4, 5]');
    INSERT INTO results (table_id, round, hall, game, person, name, points, won, counts, at) VALUES
        (1, 1, 7, 'tree', 1, 'Ana', 0, 1, 1, 10), (1, 0, 7, 'tree', 1, 'Ana', 0, 1, 1, 10),
        (2, 1, 7, 'tree', 1, 'Ana', 0, 0, 1, 10), (2, 0, 7, 'tree', 1, 'Ana', 0, 0, 1, 10),
        (3, 1, 7, 'tree', 1, 'Ana', 0, 1, 1, 10), (3, 1, 7, 'tree', NULL, '', 0, 0, 1, 10),
        (3, 0, 7, 'tree', 1, 'Ana', 0, 1, 1, 10), (3, 0, 7, 'tree', NULL, '', 0, 0, 1, 10),
        (4, 0, 7, 'tree', 2, 'Ben', 0, 0, 1, 10),
        (5, 1, 7, 'tree', 2, 'Ben', 0, 1, 0, 10), (5, 0, 7, 'tree', 2, 'Ben', 0, 1, 0, 10);";

#[tokio::test]
async fn what_was_played_alone_before_is_no_win_any_more() {
    let (_folder, path, mut connection) = of_schema(8).await;
    let added_up = "INSERT INTO standings VALUES (7, 'tree', 1, 0, 2, 3, 0, 2, 3, 0, 0)";
    sqlx::raw_sql(TREES).execute(&mut connection).await.unwrap();
    sqlx::raw_sql(added_up).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let board = async |game: &str| {
        let board = store.leaderboard(7, game, Ranking::MostPoints, 0, 10).await.unwrap();
        let rows = board.rows.into_iter();
        let told = rows.map(|row| {
            (
                row.name,
                row.points,
                row.games_won,
                row.games,
                row.matches_won,
                row.matches,
            )
        });
        told.collect::<Vec<_>>()
    };
    let together = [("Ana".to_owned(), 0, 1, 1, 1, 1), ("Ben".to_owned(), 0, 0, 0, 0, 1)];
    assert_eq!(board("tree").await, together);
    assert_eq!(board("tree-alone").await, [("Ana".to_owned(), 1, 0, 2, 0, 2)]);
}

#[tokio::test]
async fn who_stood_on_a_leaderboard_keeps_the_place_and_the_next_result_moves_them() {
    let (_folder, path, mut connection) = of_schema(16).await;
    let added_up = "INSERT INTO tables (id, place, hall, game, secret, created, over)
            VALUES (1, 1, 7, 'dominimum', zeroblob(32), 900, 1);
        INSERT INTO results (table_id, round, hall, game, person, name, points, won, counts, at)
            SELECT 1, 0, 7, 'dominimum', value, 'Ana', 0, 1, 1, 10 FROM json_each('[1, 2, 3]');
        INSERT INTO standings VALUES (7, 'dominimum', 1, 9, 1, 2, 0, 1, 1, 5, 4),
        (7, 'dominimum', 2, 5, 1, 1, 0, 1, 1, 5, 5), (7, 'dominimum', 3, 0, 0, 0, 0, 0, 1, NULL, NULL)";
    sqlx::raw_sql(added_up).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let places = async |ranking| {
        let board = store.leaderboard(7, "dominimum", ranking, 0, 10).await.unwrap();
        let rows = board.rows.into_iter();
        rows.map(|row| (row.person, row.place)).collect::<Vec<_>>()
    };
    assert_eq!(places(Ranking::MostPoints).await, [(1, 1), (2, 2), (3, 3)]);
    assert_eq!(places(Ranking::FewestPoints).await, [(1, 1), (2, 2), (3, 3)]);
    let result = NewResult {
        round: 1,
        guild: Some(7),
        game: "dominimum".to_owned(),
        person: Some(2),
        name: "Ben".to_owned(),
        points: 3,
        finish: Finish::Drawn,
        counts: true,
        place: 1,
        side: None,
        computers: Vec::new(),
    };
    let append = Append {
        results: vec![result],
        ..create(9, 9)
    };
    store.append(append).await.unwrap();
    assert_eq!(places(Ranking::FewestPoints).await, [(2, 1), (1, 2), (3, 3)]);
}

#[tokio::test]
async fn a_file_from_before_the_daily_has_no_answers_and_takes_some() {
    let (_folder, path, connection) = of_schema(10).await;
    connection.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.daily_answers(1).await.unwrap(), []);
    let answer = DailyAnswer {
        game: "binary".to_owned(),
        day: 20_784,
        choice: "d2".to_owned(),
        right: true,
        shared: false,
        at: 5,
    };
    assert!(store.answer_daily(1, answer.clone()).await.unwrap());
    assert_eq!(store.daily_answers(1).await.unwrap(), [answer]);
}

#[tokio::test]
async fn an_upgraded_file_has_the_schema_of_a_new_one() {
    async fn schema(path: &Path) -> Vec<String> {
        let options = SqliteConnectOptions::new().filename(path);
        let mut connection = options.connect().await.unwrap();
        sqlx::query_scalar("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY type, name")
            .fetch_all(&mut connection)
            .await
            .unwrap()
    }
    let new = fresh().await;
    new.store.close().await;
    let wanted = schema(&new.folder.path().join("whistle.db")).await;
    for migrations in 1..=MIGRATIONS.iter().count() {
        let (_folder, path, connection) = of_schema(migrations).await;
        connection.close().await.unwrap();
        Store::open(&path).await.unwrap().close().await;
        assert_eq!(schema(&path).await, wanted, "from schema {migrations} on");
    }
}

#[tokio::test]
async fn what_was_played_before_ratings_is_rated_by_wins() {
    let (_folder, path, mut connection) = of_schema(8).await;
    const MATCHES: &str = "INSERT INTO tables (id, place, hall, game, secret, created, over)
            SELECT value, value, 7, 'any', zeroblob(32), 900, 1 FROM json_each('[1, 2, 3]');
        INSERT INTO results (table_id, round, hall, game, person, name, points, won, drawn, counts, at) VALUES
            (1, 1, 7, 'binary', 1, 'Ana', 0, 1, 0, 1, 10), (1, 1, 7, 'binary', 2, 'Ben', 0, 0, 0, 1, 10),
            (1, 0, 7, 'binary', 1, 'Ana', 0, 1, 0, 1, 10), (1, 0, 7, 'binary', 2, 'Ben', 0, 0, 0, 1, 10),
            (2, 0, 7, 'binary', 2, 'Ben', 0, 0, 1, 1, 20), (2, 0, 7, 'binary', NULL, '', 0, 0, 1, 1, 20),
            (3, 0, 7, 'binary', 2, 'Ben', 0, 0, 0, 1, 30), (3, 0, 7, 'binary', 1, 'Ana', 0, 1, 0, 1, 30);";
    sqlx::raw_sql(MATCHES).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let found = store.rated(Some(7), "binary", 0, 9).await.unwrap();
    assert_eq!(found.forgotten, 1);
    let told: Vec<_> = found
        .rows
        .iter()
        .map(|row| (row.table, row.somebody, row.place))
        .collect();
    let (ana, ben, nobody) = (told[0].1, told[1].1, told[3].1);
    assert!(ana != ben && nobody != ana && nobody != ben);
    let wanted = [
        (1, ana, 1),
        (1, ben, 2),
        (2, ben, 1),
        (2, nobody, 1),
        (3, ben, 2),
        (3, ana, 1),
    ];
    assert_eq!(told, wanted);
}

#[tokio::test]
async fn whoever_played_on_several_servers_gets_one_number_in_a_game() {
    let (_folder, path, mut connection) = of_schema(11).await;
    const MATCHES: &str = "INSERT INTO tables (id, place, hall, game, secret, created, over)
            SELECT value, value, 7, 'any', zeroblob(32), 900, 1 FROM json_each('[1, 2, 3, 4, 5]');
        INSERT INTO results (table_id, round, hall, game, person, name, points, won, counts, at, place, somebody) VALUES
            (1, 0, 7, 'tree', 1, 'Ana', 0, 1, 1, 10, 1, 1), (1, 0, 7, 'tree', 2, 'Ben', 0, 0, 1, 10, 2, 2),
            (2, 0, 8, 'tree', 1, 'Ana', 0, 1, 1, 20, 1, 3), (2, 0, 8, 'tree', 2, 'Ben', 0, 0, 1, 20, 2, 4),
            (3, 0, 8, 'tree', 1, 'Ana', 0, 1, 1, 30, 1, 3), (3, 0, 8, 'tree', NULL, '', 0, 0, 1, 30, 2, 6),
            (4, 0, 8, 'binary', 1, 'Ana', 0, 1, 1, 40, 1, 7), (5, 0, NULL, 'tree', 1, 'Ana', 0, 1, 1, 40, 1, 8);";
    sqlx::raw_sql(MATCHES).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = Store::open(&path).await.unwrap();
    let numbers = async |guild, game| {
        let found = store.rated(guild, game, 0, 9).await.unwrap();
        found.rows.iter().map(|row| row.somebody).collect::<Vec<_>>()
    };
    assert_eq!(numbers(None, "tree").await, [1, 2, 1, 2, 1, 6]);
    assert_eq!(numbers(Some(8), "tree").await, [1, 2, 1, 6]);
    assert_eq!(
        numbers(None, "binary").await,
        [7],
        "in another game it is another number"
    );
}
