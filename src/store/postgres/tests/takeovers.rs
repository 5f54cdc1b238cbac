//! Bots take shards over from one another, again and again, from bots that hang and do not know it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::serving::database;
use super::shards::{bot, open};
use crate::store::{Append, Right, Store, StoreError};

/// How often shards change hands.
const TAKEOVERS: u64 = 24;
/// As many tables as shards, each in a shard of its own.
const TABLES: u64 = 8;

fn event(claim: u64) -> String {
    format!(r#"{{"claim":{claim}}}"#)
}

/// Writes to all tables until there is nothing left that may be written, or until all is over; gives which entries were
/// acknowledged.
async fn writes(store: Store, claim: u64, over: Arc<AtomicBool>) -> Vec<(u64, u64)> {
    let mut acknowledged = Vec::new();
    while !over.load(Ordering::SeqCst) {
        for table in 1..=TABLES {
            let after = store.load(table).await.unwrap().unwrap().entries.len() as u64;
            let append = Append {
                entries: vec![event(claim)],
                ..Append::new(table, after, 0)
            };
            match store.append(append).await {
                Ok(()) => acknowledged.push((table, after + 1)),
                Err(StoreError::Conflict | StoreError::Elsewhere | StoreError::Busy) => {}
                Err(StoreError::Gone { .. }) => return acknowledged,
                Err(error) => panic!("{error}"),
            }
        }
    }
    acknowledged
}

/// The shards of the next claim, by a row of numbers that looks random.
fn next(seed: &mut u64) -> Range<u32> {
    let mut below = |most: u64| {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((*seed >> 33) % most).unwrap()
    };
    let from = below(TABLES);
    from..from + 1 + below(TABLES - u64::from(from))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_claims_a_shard_is_the_only_one_to_write_there_from_then_on() {
    let Some(database) = database().await else { return };
    let (first, right) = bot(&database, 0..8).await;
    for table in 1..=TABLES {
        first.append(open(table, table - 1)).await.unwrap();
    }
    let (over, mut seed) = (Arc::new(AtomicBool::new(false)), 28);
    let mut rights: Vec<(Range<u32>, Right)> = vec![(0..8, right)];
    let mut writers = vec![(0, tokio::spawn(writes(first, 0, Arc::clone(&over))))];
    for claim in 1..=TAKEOVERS {
        let shards = next(&mut seed);
        // The sessions of these claims are lost, and their bots write on.
        rights.retain(|(own, _)| own.end <= shards.start || shards.end <= own.start);
        let (store, right) = bot(&database, shards.clone()).await;
        rights.push((shards, right));
        writers.push((claim, tokio::spawn(writes(store, claim, Arc::clone(&over)))));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    over.store(true, Ordering::SeqCst);
    let mut acknowledged: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for (claim, writer) in writers {
        for entry in writer.await.unwrap() {
            assert_eq!(
                acknowledged.insert(entry, claim),
                None,
                "{entry:?} was acknowledged twice"
            );
        }
    }
    let store = Store::open_at(&database).await.unwrap();
    for table in 1..=TABLES {
        let log = store.load(table).await.unwrap().unwrap().entries;
        let claims: Vec<u64> = acknowledged
            .range((table, 0)..(table + 1, 0))
            .map(|(_, claim)| *claim)
            .collect();
        assert!(
            claims.is_sorted(),
            "an earlier claim wrote after a later one: {claims:?}"
        );
        let written: Vec<&str> = log[1..].iter().map(|entry| entry.event.as_str()).collect();
        assert_eq!(written, claims.iter().map(|claim| event(*claim)).collect::<Vec<_>>());
    }
    let wrote: BTreeSet<u64> = acknowledged.into_values().collect();
    // On a slow machine a bot may lose its shards before its first commit.
    assert!(wrote.len() as u64 > TAKEOVERS / 2, "{wrote:?}");
}
