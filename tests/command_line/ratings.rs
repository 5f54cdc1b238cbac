//! Ratings in a database, and checking on people of known strength how good ratings are.

use sqlx::{ConnectOptions, Connection};
use whistle::store::Store;

use super::{Cli, sentence, text};

#[test]
fn ratings_are_good_enough_among_people_as_they_are() {
    let told = Cli::new().prints(&["ratings", "--check"]);
    assert!(told.ends_with("Good enough.\n"), "{told}");
    assert_eq!(told.matches("happened").count(), 3 * 10, "{told}");
    assert!(told.contains("4 sides of 1") && told.contains("2 sides of 3"), "{told}");
    assert!(told.contains("which nobody knows: "), "{told}");
}

/// Among people who are nearly alike ten matches tell too little of who is stronger.
#[test]
fn what_is_not_good_enough_ends_with_a_failure() {
    let cli = Cli::new();
    let output = cli.run(&["ratings", "--check", "--spread", "30", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let told: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(told["good"], false, "{told}");
    let right = told["orders"][0]["right"].as_f64().unwrap();
    assert!((50.0..75.0).contains(&right), "{told}");
}

/// An older bot may serve the database.
#[tokio::test]
async fn who_looks_at_ratings_brings_no_database_up_to_date() {
    let cli = Cli::new();
    let file = cli.path().join("whistle.db");
    Store::open(&file).await.unwrap().close().await;
    let shown = ["ratings", "dominoes", "--guild", "7"];
    assert_eq!(cli.prints(&shown), "Nobody has a rating there yet.\n");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let mut database = options.connect().await.unwrap();
    let older = "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)";
    sqlx::raw_sql(older).execute(&mut database).await.unwrap();
    let migrations = "SELECT count(*) FROM _sqlx_migrations";
    let before: i64 = sqlx::query_scalar(migrations).fetch_one(&mut database).await.unwrap();
    let refused = sentence(&cli.run(&shown));
    assert!(refused.contains("start the bot of this version first"), "{refused}");
    let after: i64 = sqlx::query_scalar(migrations).fetch_one(&mut database).await.unwrap();
    assert_eq!(after, before);
    database.close().await.unwrap();
}
