//! Checking on people of known strength how good ratings are.

use super::{Cli, text};

#[test]
fn ratings_are_good_enough_among_people_as_they_are() {
    let told = Cli::new().prints(&["ratings", "--check"]);
    assert!(told.ends_with("Good enough.\n"), "{told}");
    assert_eq!(told.matches("happened").count(), 10, "{told}");
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
