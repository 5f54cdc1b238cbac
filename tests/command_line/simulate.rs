//! Games that computers play against each other.

use serde_json::Value;

use super::{Cli, sentence};

#[test]
fn a_simulation_reports_as_json_and_as_a_table() {
    let cli = Cli::new();
    let report = cli.json(&["simulate", "binome", "--seats", "4", "--games", "30", "--json"]);
    assert_eq!(
        (
            report["game"].as_str(),
            report["seats"].as_u64(),
            report["games"].as_u64()
        ),
        (Some("binome"), Some(4), Some(30))
    );
    let choices = report["choices"].as_u64().unwrap();
    let (seconds, rate) = (
        report["seconds"].as_f64().unwrap(),
        report["choices_per_second"].as_f64().unwrap(),
    );
    assert!((rate * seconds / choices as f64 - 1.0).abs() < 0.01);
    let lengths = ["min", "median", "max"].map(|key| report["lengths"][key].as_u64().unwrap());
    assert!(
        lengths.is_sorted() && lengths[0] * 30 <= choices && choices <= lengths[2] * 30,
        "{report}"
    );
    let wins: u64 = report["wins"]
        .as_array()
        .unwrap()
        .iter()
        .map(|won| won.as_u64().unwrap())
        .sum();
    assert!((30 - report["nobody"].as_u64().unwrap()..=120).contains(&wins));
    let table = cli.prints(&["simulate", "binome", "--games", "5"]);
    for word in ["games/s", "choices/s", "median", "seat 0", "seat 1"] {
        assert!(table.contains(word), "{table}");
    }
}

#[test]
fn a_seed_plays_the_same_games_on_any_number_of_threads() {
    let cli = Cli::new();
    let wins = |more: &[&str]| {
        let report = cli.json(&[&["simulate", "binome", "--games", "200", "--json"], more].concat());
        (
            report["wins"].clone(),
            report["choices"].clone(),
            report["lengths"].clone(),
        )
    };
    let one = wins(&["--seed", "7"]);
    assert_eq!(one, wins(&["--seed", "7", "--threads", "3"]));
    assert_ne!(one, wins(&["--seed", "8"]));
}

#[test]
fn options_reach_the_game_and_wrong_ones_get_a_sentence() {
    let cli = Cli::new();
    let options = |more: &[&str]| cli.json(&[&["simulate", "binome", "--games", "2", "--json"], more].concat());
    let boat = options(&["--seats", "6", "--option", "boat=true", "--option", "games=1"]);
    assert_eq!(
        (&boat["options"]["boat"], &boat["options"]["games"]),
        (&Value::Bool(true), &Value::from(1))
    );
    let solo = options(&["--seats", "1"]);
    assert_eq!(
        (&solo["options"]["solo"], &solo["seats"]),
        (&Value::Bool(true), &Value::from(2))
    );
    let as_recorded = options(&["--seats", "2", "--option", "solo=yes"]);
    assert_eq!(as_recorded["options"]["solo"], true);
    let values = options(&["--option", r#"values={"by10":9}"#]);
    assert_eq!(values["options"]["values"]["by10"], 9);
    for (arguments, hint) in [
        (&["simulate", "chess"][..], "binome"),
        (&["simulate", "binome", "--seats", "9"], "1 to 7"),
        (&["simulate", "binome", "--option", "boat"], "NAME=VALUE"),
        (&["simulate", "binome", "--option", "boat=perhaps"], "true or false"),
        (&["simulate", "binome", "--option", "games=9"], "from 1 to 5"),
        (&["simulate", "binome", "--option", "luck=1"], "luck"),
        (
            &["simulate", "binome", "--option", "boat=true"],
            "Boat is made for 6 or 7",
        ),
        (
            &["simulate", "binome", "--records", "no/such/folder/file"],
            "cannot write",
        ),
    ] {
        let said = sentence(&cli.run(arguments));
        assert!(said.contains(hint), "{arguments:?}: {said}");
    }
}
