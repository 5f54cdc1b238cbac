//! PostgreSQL's query plans: a query at a start or a press must not scan everything that was ever played.

use sqlx::{AssertSqlSafe, Row};

use crate::store::Database;
use crate::store::postgres::batch;
use crate::store::session::{Statement, both};
use crate::store::testing::fresh_on_server;
use crate::store::{daily, history, log, named, own, people, rated, seals, shown, standings, thinning, timers};

/// The queries of a start, of every press, and of what people ask for. Each comes with the indexes that must answer it.
const QUESTIONS: [(Statement, &[&str]); 34] = [
    (timers::DUE, &["timers_due", "timers_due"]),
    (timers::OF, &["timers_pkey"]),
    (log::PLAYED, &["tables_played"]),
    (log::PLAYED_IN_HALLS, &["tables_played"]),
    (shown::UNSETTLED, &["shown_unsettled", "log_pkey"]),
    (shown::SHOWN_AT, &["shown_unsettled"]),
    (shown::SHOWN, &["shown_pkey"]),
    (log::TABLE_AT, &["tables_live"]),
    (log::LAST_TABLE_AT, &["tables_newest"]),
    (log::TABLE, &["tables_pkey"]),
    (log::ENTRIES, &["log_pkey"]),
    (log::INTERACTION, &["log_interaction"]),
    (log::JUDGE, &["log_interaction", "tables_pkey", "log_pkey"]),
    (people::SEATED, &["seated_person"]),
    (people::SEATS_ELSEWHERE, &["seated_person"]),
    (named::NAMING, &["named_", "log_pkey"]),
    (people::PREFERENCE, &["preferences_pkey"]),
    (daily::ANSWERS, &["daily_answers_pkey"]),
    (own::PREFERENCES, &["preferences_pkey"]),
    (own::RESULTS, &["results_"]),
    (own::STANDINGS, &["results_", "standings_"]),
    (standings::ADD_UP, &["results_hall"]),
    (standings::TOTAL, &["standings_"]),
    (
        standings::BY_MOST_POINTS,
        &["standings_most", "standings_", "results_hall"],
    ),
    (
        standings::BY_FEWEST_POINTS,
        &["standings_fewest", "standings_", "results_hall"],
    ),
    (history::HISTORY, &["results_person", "results_once"]),
    (history::TALLY, &["results_"]),
    (rated::RATED_EVERYWHERE, &["results_everywhere"]),
    (rated::LISTED, &["preferences_everywhere", "results_somebody"]),
    (seals::NEXT, &["seals_pkey"]),
    (thinning::OLD, &["tables_unthinned"]),
    (thinning::LEFT, &["thinned_pkey"]),
    (standings::MATCHES, &["results_person"]),
    (
        both(batch::WRITE),
        &["log_interaction", "tables_pkey", "log_pkey", "timers_pkey"],
    ),
];

#[tokio::test]
async fn what_is_asked_is_found_by_indexes() {
    let Some(fresh) = fresh_on_server().await else { return };
    let Database::Server(address) = &fresh.database else {
        panic!()
    };
    let mut session = address.connect().await.unwrap();
    for (nth, (question, indexes)) in QUESTIONS.into_iter().enumerate() {
        let question = question.server;
        let prepare = AssertSqlSafe(format!("PREPARE question{nth} AS {question}"));
        sqlx::raw_sql(prepare).execute(&mut session).await.unwrap();
        let parameters = (1..=30)
            .filter(|parameter| question.contains(&format!("${parameter}")))
            .count();
        let nulls = match parameters {
            0 => String::new(),
            _ => format!("({})", vec!["NULL"; parameters].join(", ")),
        };
        let explain = AssertSqlSafe(format!("EXPLAIN (COSTS OFF) EXECUTE question{nth} {nulls}"));
        let rows = sqlx::raw_sql(explain).fetch_all(&mut session).await.unwrap();
        let steps: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        // Things with at most one row.
        let short = |step: &str| ["on heartbeat", "on lease"].iter().any(|thing| step.contains(thing));
        let walk = steps.iter().find(|step| step.contains("Seq Scan") && !short(step));
        assert_eq!(walk, None, "{question}\n{steps:#?}");
        for index in indexes {
            let used = steps.iter().filter(|step| step.contains(index)).count();
            let wanted = indexes.iter().filter(|other| *other == index).count();
            assert!(used >= wanted, "{index} is used {used} times: {question}\n{steps:#?}");
        }
    }
}
