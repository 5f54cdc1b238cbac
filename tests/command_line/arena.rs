//! Computer players against each other: who is stronger, and by how much.

use serde_json::Value;

use super::{Cli, sentence};

/// The smallest board of Binary.
const SMALL: [&str; 2] = ["--option", "size=6"];

/// A report without what differs from run to run: the times.
fn lasting(mut report: Value) -> Value {
    for contest in report["contests"].as_array_mut().unwrap() {
        assert!(contest.as_object_mut().unwrap().remove("milliseconds").is_some());
    }
    report
}

#[test]
fn a_thinking_player_is_stronger_than_a_random_one_as_json_and_as_a_table() {
    let cli = Cli::new();
    let arguments = [
        &["arena", "binary", "--players", "3,random", "--games", "20"][..],
        &SMALL,
    ]
    .concat();
    let report = cli.json(&[&arguments[..], &["--json"]].concat());
    let contest = &report["contests"][0];
    assert_eq!(contest["games"], 20);
    let elo: Vec<f64> = (0..3).map(|at| contest["elo"][at].as_f64().unwrap()).collect();
    assert!(elo.is_sorted() && elo[0] > 100.0, "{report}");
    let table = cli.prints(&arguments);
    for word in ["3 against random", "Elo", "times as often", "99th percentile"] {
        assert!(table.contains(word), "{table}");
    }
}

#[test]
fn a_seed_plays_the_same_games_on_any_number_of_threads_also_where_a_test_stops_early() {
    let cli = Cli::new();
    let played = |players: &str, more: &[&str]| {
        let arguments = ["arena", "binary", "--players", players, "--games", "60", "--json"];
        lasting(cli.json(&[&arguments[..], &SMALL, more].concat()))
    };
    let one = played("random,greedy:0", &["--seed", "7"]);
    assert_eq!(one, played("random,greedy:0", &["--seed", "7", "--threads", "3"]));
    assert_ne!(one["contests"], played("random,greedy:0", &["--seed", "8"])["contests"]);
    let stopped = played("3,random", &["--sprt", "100"]);
    assert!(stopped["contests"][0]["games"].as_u64() < Some(60), "{stopped}");
    assert_eq!(stopped, played("3,random", &["--sprt", "100", "--threads", "3"]));
}

#[test]
fn more_than_two_seats_are_shared_by_both_players() {
    let cli = Cli::new();
    let report = cli.json(&[
        "arena",
        "dominup",
        "--players",
        "3,random",
        "--seats",
        "3",
        "--games",
        "12",
        "--json",
    ]);
    assert_eq!(
        (&report["seats"], &report["contests"][0]["elo"]),
        (&3.into(), &Value::Null)
    );
    assert!(report["contests"][0]["first"][1].as_f64().unwrap() > 1.0, "{report}");
}

#[test]
fn a_program_that_does_not_play_on_loses() {
    let cli = Cli::new();
    for (player, hint) in [("cmd:no-such-program", "does not start"), ("cmd:true", "has ended")] {
        let table = cli.prints(&[
            "arena",
            "binary",
            "--players",
            "random",
            "--player",
            player,
            "--games",
            "2",
        ]);
        assert!(table.contains(hint) && table.contains("100.0 %"), "{table}");
    }
}

#[test]
fn wrong_players_get_a_sentence() {
    let cli = Cli::new();
    for (players, hint) in [
        ("3", "two players"),
        ("3,7", "1 to 6"),
        ("3,search:much", "search:POSITIONS"),
    ] {
        let said = sentence(&cli.run(&["arena", "binary", "--players", players]));
        assert!(said.contains(hint), "{players}: {said}");
    }
}

#[test]
fn a_player_of_whistle_sits_at_the_table_as_a_program() {
    let cli = Cli::new();
    for game in ["binary", "dominomega"] {
        let engine = format!("cmd:{} engine {game} --level 1", env!("CARGO_BIN_EXE_whistle"));
        let arguments = ["arena", game, "--player", &engine, "--player", "random", "--games", "2"];
        let report = cli.json(&[&arguments[..], &["--ms", "60000", "--json"]].concat());
        assert_eq!(report["contests"][0]["faults"], serde_json::json!([[], []]), "{report}");
    }
}

#[test]
fn an_engine_that_is_told_nonsense_says_so_and_ends() {
    let cli = Cli::new();
    let output = cli.run(&["engine", "binary"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(sentence(&output).contains("ended before the game was over"));
    assert!(sentence(&cli.run(&["engine", "chess"])).contains("there is no game called"));
}
