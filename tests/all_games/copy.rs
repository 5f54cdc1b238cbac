//! A copy that was made while people played, and matches that go on from it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::task::JoinSet;
use whistle::referee::fair::SeededSource;
use whistle::store::{Stored, backup};

use super::guild::{Guild, NOW};

const COPIES: usize = 3;
/// When somebody goes on from a copy.
const LATER: i64 = NOW + 600_000;

async fn log(guild: &Guild, table: u64) -> Stored {
    let stored = guild.referee.store().load(table).await.expect("a log");
    stored.expect("a table")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_of_all_games_go_on_from_a_copy_that_was_made_meanwhile() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whistle.db");
    let mut source = SeededSource::new(72);
    let guild = Arc::new(Guild::open(&path, NOW).await);
    let tables = guild.all_games(&mut source).await;
    let told: BTreeMap<u64, Arc<AtomicU64>> = tables.keys().map(|table| (*table, Arc::default())).collect();
    let mut play = JoinSet::new();
    for (table, told) in &told {
        let (guild, table, told) = (Arc::clone(&guild), *table, Arc::clone(told));
        let mut source = SeededSource::numbered(72, table);
        play.spawn(async move {
            while let Some(snapshot) = guild.goes_on(table, &mut source).await {
                told.store(snapshot.table.seq, Ordering::SeqCst);
            }
        });
    }
    let mut copies = Vec::new();
    for copy in 0..COPIES {
        let before: Vec<u64> = told.values().map(|seq| seq.load(Ordering::SeqCst)).collect();
        let into = folder.path().join(format!("copy-{copy}.db"));
        backup(&path, &into).await.expect("a copy");
        copies.push((into, before));
    }
    play.join_all().await;

    for (nth, (path, before)) in copies.into_iter().enumerate() {
        let copied = Guild::open(&path, LATER).await;
        for (table, before) in tables.keys().zip(before) {
            let slug = tables[table].slug;
            let (there, whole) = (log(&copied, *table).await, log(&guild, *table).await);
            assert!(there.entries.len() as u64 >= before, "{slug}: what was told is there");
            assert!(whole.entries.starts_with(&there.entries), "{slug}: and nothing else");
            // Once they have parted, each goes its own way.
            if nth == 0 {
                copied.to_the_end(*table, &mut source).await;
            }
        }
        copied.close().await;
    }
    for table in tables.keys() {
        guild.to_the_end(*table, &mut source).await;
    }
}
