//! Ratings in a database, and checking on people of known strength how good ratings are.

use sqlx::{ConnectOptions, Connection};
use whistle::store::{Append, ComputerResult, Finish, NewResult, NewTable, Store};

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

#[test]
fn ratings_are_checked_on_what_the_arena_says_of_computer_players() {
    let cli = Cli::new();
    let played = cli.prints(&["arena", "binome", "--players", "random,1", "--games", "20", "--json"]);
    let report = cli.path().join("levels.json");
    std::fs::write(&report, &played).unwrap();
    let output = cli.run(&["ratings", "--check", "--json", "--arena", report.to_str().unwrap()]);
    let told: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(output.status.code(), Some(i32::from(told["good"] == false)));
    assert_eq!(told["orders"].as_array().unwrap().len(), 1, "{told}");
    let share = |report: &str| -> f64 {
        let report: serde_json::Value = serde_json::from_str(report).unwrap();
        report["contests"][0]["share"].as_f64().unwrap()
    };
    // The likeliest tenth is told that somebody wins against a player of the other kind.
    let likeliest = told["chances"][0]["tenths"][9]["happened"].as_f64().unwrap() / 100.0;
    let better = share(&played).max(1.0 - share(&played));
    assert!((likeliest - better).abs() < 0.1, "{likeliest} and {better}");
    std::fs::write(&report, "nothing").unwrap();
    let refused = sentence(&cli.run(&["ratings", "--check", "--arena", report.to_str().unwrap()]));
    assert!(refused.contains("no report of an arena"), "{refused}");
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

/// Who plays against computer players alone has no rating from that. The levels have one, which is told below the board.
#[tokio::test]
async fn computer_players_are_told_apart_from_the_board() {
    let cli = Cli::new();
    let store = Store::open(&cli.path().join("whistle.db")).await.unwrap();
    for (table, person) in (1..).zip([11, 12, 13, 14, 15, 16]) {
        let computer = ComputerResult {
            level: 5,
            place: 1,
            side: None,
        };
        let result = NewResult {
            round: 0,
            guild: Some(7),
            game: "dominoes".to_owned(),
            person: Some(person),
            name: format!("p{person}"),
            points: 0,
            finish: Finish::Lost,
            counts: false,
            place: 2,
            side: None,
            computers: vec![computer],
        };
        let create = NewTable {
            channel: table,
            guild: Some(7),
            game: "dominoes".to_owned(),
            secret: [0; 32],
        };
        let append = Append {
            results: vec![result],
            create: Some(create),
            entries: vec!["{}".to_owned()],
            over: true,
            ..Append::new(table, 0, 1)
        };
        store.append(append).await.unwrap();
    }
    store.close().await;
    let told = cli.prints(&["ratings", "dominoes", "--guild", "7"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "Nobody has a rating there yet.",
            "Computer players, by their matches against people:"
        ]
    );
    let row: Vec<&str> = lines[3].split_whitespace().collect();
    assert_eq!((row[0], row[2], row.len(), lines.len()), ("5", "6", 3, 4), "{told}");
    assert!(row[1].parse::<i32>().unwrap() > 1100, "{told}");
    let told = cli.prints(&["ratings", "dominoes", "--all-servers", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["ratings"], serde_json::json!([]));
    assert_eq!(
        (&told["computers"][0]["level"], &told["computers"][0]["matches"]),
        (&5.into(), &6.into())
    );
}
