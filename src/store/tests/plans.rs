//! SQLite's query plans: a query at a start or a press must not scan everything that was ever played.

use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};

use crate::store::session::Statement;
use crate::store::testing::fresh;
use crate::store::{
    batch, daily, forgetting, history, log, named, own, people, rated, seals, shown, standings, thinning, timers,
};

/// The steps of SQLite's query plan, one a line.
async fn plan(connection: &mut SqliteConnection, sql: &str) -> Vec<String> {
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
    let rows = sqlx::query(explain).fetch_all(connection).await.expect("a plan");
    rows.iter().map(|row| row.get("detail")).collect()
}

/// The queries of a start, of every press, and of what people ask for. Each comes with the indexes that must answer it, the
/// primary keys among them.
const QUESTIONS: [(Statement, &[&str]); 41] = [
    (timers::DUE, &["timers_due", "timers_due"]),
    (timers::OF, &["PRIMARY KEY"]),
    (log::PLAYED, &["tables_played"]),
    (log::PLAYED_IN_HALLS, &["tables_played"]),
    (shown::UNSETTLED, &["shown_unsettled", "PRIMARY KEY"]),
    (shown::SHOWN_AT, &["shown_unsettled"]),
    (shown::SHOWN, &["PRIMARY KEY"]),
    (log::TABLE_AT, &["tables_live"]),
    (log::LAST_TABLE_AT, &["tables_newest"]),
    (log::TABLE, &["PRIMARY KEY"]),
    (log::ENTRIES, &["PRIMARY KEY"]),
    (log::INTERACTION, &["log_interaction"]),
    (log::JUDGE, &["log_interaction", "PRIMARY KEY", "PRIMARY KEY"]),
    (seals::NEXT, &["PRIMARY KEY"]),
    (seals::NUMBER, &["PRIMARY KEY"]),
    (people::SEATED, &["seated_person"]),
    (people::SEATS_ELSEWHERE, &["seated_person"]),
    (named::NAMING, &["named_person", "PRIMARY KEY"]),
    (people::PREFERENCE, &["PRIMARY KEY"]),
    (forgetting::LAST, &["PRIMARY KEY"]),
    (forgetting::PLAYED_IN, &["PRIMARY KEY", "results_person"]),
    (forgetting::UNPLACE, &["tables_newest"]),
    (people::BOARDS, &["results_person"]),
    (daily::ANSWERS, &["PRIMARY KEY"]),
    (own::PREFERENCES, &["PRIMARY KEY"]),
    (own::RESULTS, &["results_person"]),
    (own::STANDINGS, &["results_person", "PRIMARY KEY"]),
    (standings::STANDS, &["results_once"]),
    (standings::ADD_UP, &["results_hall"]),
    (standings::TOTAL, &["standings_"]),
    (
        standings::BY_MOST_POINTS,
        &["standings_most", "standings_most", "results_hall"],
    ),
    (
        standings::BY_FEWEST_POINTS,
        &["standings_fewest", "standings_fewest", "results_hall"],
    ),
    (standings::MATCHES, &["results_matches"]),
    (history::HISTORY, &["results_matches", "results_once"]),
    (history::TALLY, &["results_matches"]),
    (rated::FORGOTTEN, &["results_hall"]),
    (rated::RATED, &["results_rated"]),
    (rated::RATED_EVERYWHERE, &["results_everywhere"]),
    (rated::LISTED, &["preferences_everywhere", "results_person"]),
    (thinning::OLD, &["tables_unthinned"]),
    (thinning::LEFT, &["PRIMARY KEY"]),
];

/// Whether a step scans a whole table, or a whole index that is not listed as short.
fn walks(step: &str) -> bool {
    /// Things with at most one row, things with a row for each message of a table in play, and things that are no table of
    /// the file.
    const SHORT: [&str; 11] = [
        "heartbeat",
        "shown_unsettled",
        "CONSTANT ROW",
        "(subquery",
        "head",
        "better",
        "page",
        "placed",
        "boards",
        "mine",
        "json_each",
    ];
    // A search without a search term is the scan of `max` over a column without an index.
    let walks = step.starts_with("SCAN") || step.starts_with("SEARCH") && !step.contains('(');
    walks && !SHORT.iter().any(|short| step.contains(short))
}

#[tokio::test]
async fn what_is_asked_is_found_by_indexes() {
    let fresh = fresh().await;
    let file = fresh.folder.path().join("whistle.db");
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", file.display()))
        .await
        .unwrap();
    for (question, indexes) in QUESTIONS {
        let question = question.file;
        let steps = plan(&mut connection, question).await;
        let walk = steps.iter().find(|step| walks(step));
        assert_eq!(walk, None, "{question}\n{steps:#?}");
        for index in indexes {
            let used = steps.iter().filter(|step| step.contains(index)).count();
            let wanted = indexes.iter().filter(|other| *other == index).count();
            assert!(used >= wanted, "{index} is used {used} times: {question}\n{steps:#?}");
        }
    }
    let (_, ask) = batch::BEGIN_AND_ASK.split_once(';').unwrap();
    let steps = plan(&mut connection, ask).await;
    let walks: Vec<_> = steps.iter().filter(|step| walks(step)).collect();
    assert!(
        walks.iter().all(|step| step.contains("asked")) && walks.len() == 1,
        "only what is asked is gone through: {steps:#?}"
    );
}

#[tokio::test]
async fn a_walk_over_everything_is_seen_as_one() {
    let fresh = fresh().await;
    let file = fresh.folder.path().join("whistle.db");
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", file.display()))
        .await
        .unwrap();
    for question in [
        "SELECT id FROM tables WHERE over = 0 AND created > 5",
        "SELECT id FROM tables WHERE over = 0 AND (id < 0, id) > (?1 < 0, ?1) ORDER BY id < 0, id",
        "SELECT table_id FROM timers WHERE kind = 'lobby'",
        "SELECT max(at) FROM log",
    ] {
        let steps = plan(&mut connection, question).await;
        assert!(steps.iter().any(|step| walks(step)), "{steps:#?}");
    }
}
