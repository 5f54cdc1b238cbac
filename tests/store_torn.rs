//! What the power takes away in the middle of a write: sectors of it have reached the disk and others have not, in no order.
//!
//! A real file is written and copied after every acknowledged append; then, for each append, copies are made in which only
//! some sectors of what it wrote are new. Whatever they are, the file opens, everything that was acknowledged before is there,
//! and the append is there as a whole or not at all. The same with the write-ahead log being folded into the file.

use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use whistle::store::{Append, NewTable, Store};

/// What disks write at once.
const SECTOR: usize = 512;
const TABLE: u64 = 1;

/// The two files of a database as they were at some moment.
#[derive(Clone, PartialEq, Eq)]
struct Files {
    database: Vec<u8>,
    log: Vec<u8>,
}

fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

impl Files {
    fn at(path: &Path) -> Files {
        Files {
            database: std::fs::read(path).expect("a database"),
            log: std::fs::read(log_of(path)).unwrap_or_default(),
        }
    }

    /// These files in a folder of their own.
    fn placed(&self) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("whistle.db");
        std::fs::write(&path, &self.database).expect("written");
        std::fs::write(log_of(&path), &self.log).expect("written");
        (folder, path)
    }
}

/// The sectors in which two files differ.
fn changed(old: &[u8], new: &[u8]) -> Vec<usize> {
    let sectors = old.len().max(new.len()).div_ceil(SECTOR);
    let sector = |file: &[u8], at: usize| -> Vec<u8> {
        let from = (at * SECTOR).min(file.len());
        file[from..file.len().min(from + SECTOR)].to_vec()
    };
    (0..sectors).filter(|at| sector(old, *at) != sector(new, *at)).collect()
}

/// The old file with some sectors of the new one. Where the file had to grow and did not, nothing comes after.
fn torn(old: &[u8], new: &[u8], sectors: &[usize]) -> Vec<u8> {
    let mut file = old.to_vec();
    for at in sectors {
        let from = at * SECTOR;
        let to = new.len().min(from + SECTOR);
        if from >= to {
            continue;
        }
        if file.len() < to {
            file.resize(to, 0);
        }
        file[from..to].copy_from_slice(&new[from..to]);
    }
    file
}

/// Ways in which a write of these sectors can be torn: broken off after each of them, and any of them missing.
fn ways(sectors: &[usize], rng: &mut StdRng) -> Vec<Vec<usize>> {
    const BROKEN_OFF: usize = 16;
    const ANY: usize = 8;
    let step = sectors.len().div_ceil(BROKEN_OFF).max(1);
    let mut ways: Vec<Vec<usize>> = (0..sectors.len())
        .step_by(step)
        .map(|kept| sectors[..kept].to_vec())
        .collect();
    for _ in 0..ANY {
        ways.push(sectors.iter().copied().filter(|_| rng.random_bool(0.7)).collect());
    }
    ways
}

/// The entries with which an append is made: of one, or of several that belong together, some of them long.
fn entries(number: u64) -> Vec<String> {
    let long = if number.is_multiple_of(3) { 9000 } else { 40 };
    (0..=number % 3)
        .map(|part| {
            format!(
                "{{\"append\":{number},\"part\":{part},\"filler\":\"{}\"}}",
                "x".repeat(long)
            )
        })
        .collect()
}

fn append(number: u64, after: u64) -> Append {
    Append {
        create: (after == 0).then(|| NewTable {
            channel: 1,
            guild: None,
            game: "binome".to_owned(),
            secret: [3; 32],
        }),
        interaction: Some(100 + number),
        entries: entries(number),
        ..Append::new(TABLE, after, 0)
    }
}

/// How many appends a file holds, which must hold no half of any.
async fn holds(files: &Files, what: &str) -> u64 {
    let (_folder, path) = files.placed();
    let store = Store::open(&path)
        .await
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    let stored = store.load(TABLE).await.expect("a readable log");
    store.close().await;
    let mut kept = stored
        .map_or_else(Vec::new, |stored| stored.entries)
        .into_iter()
        .peekable();
    let mut number = 0;
    while kept.peek().is_some() {
        for event in entries(number) {
            let entry = kept.next().unwrap_or_else(|| panic!("{what}: half of append {number}"));
            assert_eq!(entry.event, event, "{what}");
        }
        number += 1;
    }
    let url = format!("sqlite://{}", path.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("the file opens");
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&mut connection)
        .await
        .expect("a verdict");
    assert_eq!(verdict, "ok", "{what}");
    connection.close().await.expect("the file closes");
    number
}

#[tokio::test]
async fn a_torn_append_is_there_as_a_whole_or_not_at_all() {
    const APPENDS: u64 = 7;
    let mut rng = StdRng::seed_from_u64(7);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whistle.db");
    let store = Store::open(&path).await.expect("a store");
    let mut seq = 0;
    let mut old = Files::at(&path);
    let (mut whole, mut none) = (0, 0);
    for number in 0..APPENDS {
        store.append(append(number, seq)).await.expect("an append");
        seq += entries(number).len() as u64;
        let new = Files::at(&path);
        assert!(
            old.database == new.database && old.log != new.log,
            "it is written to the log"
        );
        let sectors = changed(&old.log, &new.log);
        for way in ways(&sectors, &mut rng) {
            let log = torn(&old.log, &new.log, &way);
            let database = old.database.clone();
            let what = format!("append {number}, sectors {way:?} of {sectors:?}");
            let held = holds(&Files { database, log }, &what).await;
            assert!((number..=number + 1).contains(&held), "{what}: {held} appends");
            match held == number {
                true => none += 1,
                false => whole += 1,
            }
        }
        assert_eq!(holds(&new, "nothing is torn").await, number + 1);
        old = new;
    }
    store.close().await;
    assert!(none > whole && none > 50, "{none} were lost and {whole} were whole");
}

#[tokio::test]
async fn a_torn_fold_of_the_log_loses_nothing() {
    const APPENDS: u64 = 12;
    let mut rng = StdRng::seed_from_u64(8);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whistle.db");
    let store = Store::open(&path).await.expect("a store");
    let mut seq = 0;
    for number in 0..APPENDS {
        store.append(append(number, seq)).await.expect("an append");
        seq += entries(number).len() as u64;
    }
    let old = Files::at(&path);
    let url = format!("sqlite://{}", path.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("the file opens");
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
        .execute(&mut connection)
        .await
        .expect("the log is folded in");
    let new = Files::at(&path);
    assert!(old.database != new.database, "it is folded in");
    connection.close().await.expect("the file closes");
    store.close().await;
    let sectors = changed(&old.database, &new.database);
    for way in ways(&sectors, &mut rng) {
        let database = torn(&old.database, &new.database, &way);
        let log = old.log.clone();
        let what = format!("sectors {way:?} of {sectors:?}");
        assert_eq!(holds(&Files { database, log }, &what).await, APPENDS, "{what}");
    }
}
