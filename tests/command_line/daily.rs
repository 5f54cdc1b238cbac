//! The positions of a day, as anybody can find them again.

use super::{Cli, sentence};

#[test]
fn a_day_that_is_over_is_told_with_its_answer_and_why() {
    let told = Cli::new().prints(&["daily", "--date", "2026-11-20", "--game", "dominoes"]);
    assert!(
        told.contains("Dominoes, the position of 2026-11-20 (version 2)"),
        "{told}"
    );
    let best: Vec<&str> = told.lines().filter(|line| line.contains("the best one")).collect();
    assert_eq!(best.len(), 1, "{told}");
    let worse = told.lines().filter(|line| line.contains("percentage points worse"));
    assert!(worse.count() >= 2, "{told}");
    assert!(
        told.contains("imagined games") || told.contains("played to their ends"),
        "{told}"
    );
    let again = Cli::new().prints(&["daily", "--date", "2026-11-20", "--game", "dominoes"]);
    assert_eq!(told, again, "everybody finds the same");
}

#[test]
fn a_day_that_is_not_over_is_told_without_its_answer() {
    let told = Cli::new().prints(&["daily", "--date", "9999-12-30", "--game", "binary"]);
    assert!(told.contains("Binary, the position of 9999-12-30"), "{told}");
    assert!(told.contains("The answer is printed when the day is over."), "{told}");
    for secret in ["the best one", "worse", "  *", "played to their ends"] {
        assert!(!told.contains(secret), "{secret:?} in {told}");
    }
}

#[test]
fn what_has_no_position_is_refused() {
    let cli = Cli::new();
    let other = sentence(&cli.run(&["daily", "--game", "binmat"]));
    assert!(other.contains("binome, binary, bingolino, dominoes"), "{other}");
    assert!(sentence(&cli.run(&["daily", "--game", "chess"])).contains("no game called"));
    let date = cli.run(&["daily", "--date", "2026-02-30"]);
    assert!(!date.status.success());
    assert!(super::text(&date.stderr).contains("a day is written like 2026-11-27"));
}
