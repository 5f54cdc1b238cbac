//! Records that are told again, to who may see what.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use whistle::referee::fair::Secret;
use whistle::rules::{By, Record};

use super::{Cli, dealt, sentence, text};

#[test]
fn a_replay_shows_what_its_viewer_could_see() {
    let cli = Cli::new();
    let mut record = dealt(&Secret::from_bytes([9; 32]));
    let write = |record: &Record| fs::write(cli.path().join("game.jsonl"), record.to_line()).unwrap();
    write(&record);
    let whole = cli.prints(&["replay", "game.jsonl"]);
    assert!(
        whole.contains("Binome") && whole.contains("Places:") && whole.contains("chance: roll"),
        "{whole}"
    );
    // A game that still runs: its digits are written, and nobody has shown a number.
    let written = record
        .events
        .iter()
        .position(|event| event.what.starts_with("deck"))
        .unwrap();
    record.events.truncate(written + 1);
    record.result = None;
    write(&record);
    let table = cli.prints(&["replay", "game.jsonl"]);
    assert!(table.contains("still running"), "{table}");
    let digits = record.events.iter().filter(|event| event.what.ends_with(['t', 'u']));
    for event in digits {
        assert!(!table.contains(&format!(": {}\n", event.what)), "{table}");
    }
    assert!(!table.contains("deck ") && !table.contains("one of"), "{table}");
    let own = cli.prints(&["replay", "game.jsonl", "--seat", "1"]);
    for event in record.events.iter().filter(|event| matches!(event.by, By::Seat(_))) {
        let By::Seat(seat) = event.by else { continue };
        let line = format!("Seat {seat}: {}", event.what);
        assert_eq!(own.contains(&line), seat.0 == 1, "{line} in {own}");
    }
    assert!(sentence(&cli.run(&["replay", "game.jsonl", "--seat", "2"])).contains("no seat 2"));
    assert!(sentence(&cli.run(&["replay", "game.jsonl", "--game", "2"])).contains("no game 2"));
}

#[test]
fn a_replay_draws_the_boards_for_a_seat_too() {
    let cli = Cli::new();
    let told = |game: &str, more: &[&str]| {
        cli.prints(&["simulate", game, "--games", "1", "--records", "game.jsonl"]);
        cli.prints(&[&["replay", "game.jsonl"], more].concat())
    };
    let binary = told("binary", &[]);
    let files = binary
        .lines()
        .find(|line| line.trim_start().starts_with("a b c"))
        .unwrap();
    let own = told("binary", &["--seat", "1"]);
    let drawn = |text: &str| text.lines().filter(|line| *line == files).count();
    assert!(drawn(&own) > 10 && drawn(&own) == drawn(&binary), "{own}");
    // Every seat has a grid of its own: all are seen, and the viewer's is drawn as its own.
    let before = |text: &str, seat: u8| {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let drawn = [format!("Seat {seat}:"), "A   B   C   D".to_owned()];
        lines.windows(2).any(|pair| *pair == drawn)
    };
    let table = told("bingolino", &[]);
    assert!(before(&table, 0) && before(&table, 1), "{table}");
    let own = told("bingolino", &["--seat", "1"]);
    assert!(before(&own, 0) && !before(&own, 1), "{own}");
}

#[test]
fn a_replay_tells_the_end_that_was_reached_and_no_lapse_that_betrays_a_choice() {
    let cli = Cli::new();
    let mut record = dealt(&Secret::from_bytes([9; 32]));
    let write = |record: &Record| fs::write(cli.path().join("game.jsonl"), record.to_line()).unwrap();
    let pass = record.events.iter().position(|event| event.what == "pass").unwrap();
    let By::Seat(whose) = record.events[pass].by else {
        panic!("chance does not pass");
    };
    // Both choose in secret, so whoever knew of the lapse would know of the pass.
    record.events[pass].lapsed = true;
    let result = record.result.as_mut().unwrap();
    let scores = result.scores.replace(vec![777, 778]).unwrap();
    write(&record);
    let own = cli.prints(&["replay", "game.jsonl", "--seat", &whose.to_string()]);
    assert!(own.contains("(the clock ran out)"), "{own}");
    let table = cli.prints(&["replay", "game.jsonl"]);
    assert!(!table.contains("(the clock ran out)"), "{table}");
    assert!(!table.contains("777") && table.contains("another end"), "{table}");
    assert!(
        table.contains(&format!("Scores: seat 0: {}, seat 1: {}", scores[0], scores[1])),
        "{table}"
    );
}

#[test]
fn another_seats_secrets_change_nothing_in_a_replay() {
    let cli = Cli::new();
    let mut record = dealt(&Secret::from_bytes([9; 32]));
    let written = record
        .events
        .iter()
        .position(|event| event.what.starts_with("deck"))
        .unwrap();
    record.events.truncate(written);
    record.result = None;
    let seen = |record: &Record, more: &[&str]| {
        fs::write(cli.path().join("game.jsonl"), record.to_line()).unwrap();
        cli.prints(&[&["replay", "game.jsonl"], more].concat())
    };
    let (table, own) = (seen(&record, &[]), seen(&record, &["--seat", "0"]));
    // The other seat swaps what it wrote first with what it wrote second: another sheet, as legal as before.
    let other: Vec<usize> = (0..written)
        .filter(|at| record.events[*at].by == By::Seat(whistle::rules::Seat(1)))
        .collect();
    let first = record.events[other[0]].what.clone();
    record.events[other[0]].what = std::mem::replace(&mut record.events[other[1]].what, first);
    assert_eq!(seen(&record, &[]), table);
    assert_eq!(seen(&record, &["--seat", "0"]), own);
    assert_ne!(seen(&record, &["--seat", "1"]), own);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let cli = Cli::new();
    cli.prints(&["simulate", "binome", "--games", "60", "--records", "games.jsonl"]);
    let mut child = cli
        .command(&["replay", "games.jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        text(&output.stderr)
    );
}
