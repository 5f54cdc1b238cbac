//! What the store acknowledged, a SIGKILL does not take back.
//!
//! The test runs its own binary as a child that appends at several tables at once and prints every append after it was
//! acknowledged; kills it at a random moment; and looks for everything that was printed. One file lives through all
//! the kills, so recovery is tested on what recovery left.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use rand::RngExt;
use sqlx::{Connection, SqliteConnection};
use whistle::store::{Append, NewTable, Store};

/// Set for the child: which run it is. Its file is in [`FILE`].
const RUN: &str = "WHISTLE_TEST_SURVIVES_RUN";
const FILE: &str = "WHISTLE_TEST_SURVIVES_FILE";
const KILLS: u64 = 20;
const TABLES: u64 = 8;
/// What the child's lines start with, among those of the test harness.
const MARK: &str = "stored";

#[test]
fn what_was_acknowledged_survives_sigkill() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    if let (Ok(run), Ok(file)) = (std::env::var(RUN), std::env::var(FILE)) {
        let run = run.parse().expect("the number of the run");
        runtime.block_on(append_until_killed(run, Path::new(&file)));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("whistle.db");
    let mut acknowledged = BTreeMap::new();
    for run in 0..KILLS {
        let lines = kill_at_random(run, &file);
        for line in &lines {
            let numbers: Vec<u64> = line
                .split(' ')
                .map(|number| number.parse().expect("a number"))
                .collect();
            let [table, seq, interaction] = numbers[..] else {
                panic!("a line of the child: {line}")
            };
            let before = acknowledged.insert((table, seq), interaction);
            assert_eq!(before, None, "seq {seq} of table {table} was acknowledged twice");
        }
        runtime.block_on(everything_is_there(&file, &acknowledged));
    }
    assert!(
        acknowledged.len() as u64 > KILLS,
        "the children did append: {}",
        acknowledged.len()
    );
}

/// The child.
async fn append_until_killed(run: u64, file: &Path) -> ! {
    let store = Store::open(file).await.expect("the file of the run before opens");
    let mut tasks = tokio::task::JoinSet::new();
    // A table on its own is written in another way than many at once, and one entry in another than two.
    let tables = if run.is_multiple_of(2) { TABLES } else { 1 };
    for table in 1..=tables {
        let store = store.clone();
        tasks.spawn(async move {
            let mut seq = store
                .load(table)
                .await
                .expect("a readable log")
                .map_or(0, |stored| stored.entries.len() as u64);
            for nth in 0_u64.. {
                let interaction = run << 48 | table << 40 | nth;
                let game = "binome".to_owned();
                let append = Append {
                    create: (seq == 0).then_some(NewTable {
                        channel: table,
                        guild: None,
                        game,
                        secret: [1; 32],
                    }),
                    interaction: Some(interaction),
                    entries: [event(interaction), "{}".to_owned()]
                        .into_iter()
                        .take(step(table))
                        .collect(),
                    ..Append::new(table, seq, 0)
                };
                store.append(append).await.expect("an append");
                // One write, so that a line is in the pipe whole or not at all.
                let line = format!("{MARK} {table} {} {interaction}\n", seq + 1);
                std::io::stdout().write_all(line.as_bytes()).expect("the parent reads");
                seq += step(table) as u64;
            }
        });
    }
    tasks.join_all().await;
    unreachable!("appends have no end")
}

/// How many entries each append has at a table.
fn step(table: u64) -> usize {
    if table.is_multiple_of(2) { 2 } else { 1 }
}

fn event(interaction: u64) -> String {
    format!(r#"{{"caused_by":{interaction}}}"#)
}

/// Runs the child, kills it after a random number of its lines, and returns all that it printed.
fn kill_at_random(run: u64, file: &Path) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().expect("this binary"))
        .args(["--exact", "what_was_acknowledged_survives_sigkill", "--nocapture"])
        .env(RUN, run.to_string())
        .env(FILE, file)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the child starts");
    let enough = rand::rng().random_range(1..300);
    let mut seen = 0;
    let mut lines = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        let line = line.expect("text");
        // The harness prints "test … ..." without an end of line before the first.
        let Some(at) = line.find(MARK) else { continue };
        lines.push(line[at + MARK.len() + 1..].to_owned());
        seen += 1;
        if seen == enough {
            child.kill().expect("SIGKILL");
        }
    }
    let status = child.wait().expect("an end");
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    assert_eq!(signal, Some(9), "run {run} ended by itself: {status}");
    lines
}

async fn everything_is_there(file: &Path, acknowledged: &BTreeMap<(u64, u64), u64>) {
    let store = Store::open(file).await.expect("the file opens after a kill");
    let mut kept = BTreeMap::new();
    for table in 1..=TABLES {
        let Some(stored) = store.load(table).await.expect("a readable log") else {
            continue;
        };
        assert_eq!(stored.entries.len() % step(table), 0, "half an append at table {table}");
        for (entry, seq) in stored.entries.into_iter().zip(1..) {
            assert_eq!(entry.seq, seq, "a gap in the log of table {table}");
            kept.insert((table, seq), entry);
        }
    }
    for (place, interaction) in acknowledged {
        let entry = kept
            .get(place)
            .unwrap_or_else(|| panic!("{place:?} was acknowledged and is lost"));
        assert_eq!(
            (entry.interaction, &entry.event),
            (Some(*interaction), &event(*interaction)),
            "{place:?}"
        );
    }
    store.close().await;
    let url = format!("sqlite://{}", file.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("the file opens");
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&mut connection)
        .await
        .expect("a verdict");
    assert_eq!(verdict, "ok");
    connection.close().await.expect("the file closes");
}
