//! The server crashes and comes back while people play: what was acknowledged is there, and nothing is there twice.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::task::JoinSet;

use crate::store::testing::{PostgresServer, create, entry, programs};
use crate::store::{Address, Append, Database, Store, StoreError};

const TABLES: u64 = 8;
const CRASHES: usize = 5;
/// How many appends are acknowledged between two crashes.
const BETWEEN: usize = 200;

/// What was acknowledged: the interaction of each entry.
type Acknowledged = Arc<Mutex<BTreeMap<(u64, u64), u64>>>;

/// Appends at one table until told to stop. What failed is tried again with the same interaction, as people do.
async fn play(store: Store, table: u64, acknowledged: Acknowledged, stop: Arc<AtomicBool>) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let mut after = 1;
    while !stop.load(Ordering::SeqCst) {
        let interaction = NEXT.fetch_add(1, Ordering::SeqCst);
        loop {
            let append = Append {
                interaction: Some(interaction),
                ..entry(table, after)
            };
            match store.append(append).await {
                Ok(()) => break,
                // The answer to the same interaction was lost.
                Err(StoreError::Duplicate) => break,
                Err(StoreError::Failed(_) | StoreError::Busy) => tokio::task::yield_now().await,
                Err(error) => panic!("table {table} after {after}: {error}"),
            }
        }
        after += 1;
        acknowledged.lock().unwrap().insert((table, after), interaction);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_a_crash_of_the_server() {
    let Some(programs) = programs() else { return };
    let server = PostgresServer::start(&programs, Path::new("/tmp"), "");
    let name = server.database("").await;
    let database = Database::Server(Address::read(&server.address(&name)).unwrap());
    let (store, _right) = Store::serve(&database).await.unwrap();
    let acknowledged = Acknowledged::default();
    let stop = Arc::new(AtomicBool::new(false));
    let mut playing = JoinSet::new();
    for table in 1..=TABLES {
        store.append(create(table, table)).await.unwrap();
        playing.spawn(play(store.clone(), table, Arc::clone(&acknowledged), Arc::clone(&stop)));
    }
    for crash in 1..=CRASHES {
        while acknowledged.lock().unwrap().len() < crash * BETWEEN {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        tokio::task::block_in_place(|| server.crash());
    }
    while acknowledged.lock().unwrap().len() < (CRASHES + 1) * BETWEEN {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    stop.store(true, Ordering::SeqCst);
    while let Some(played) = playing.join_next().await {
        played.unwrap();
    }
    let acknowledged = acknowledged.lock().unwrap().clone();
    let mut stored = BTreeMap::new();
    for table in 1..=TABLES {
        let log = store.load(table).await.unwrap().unwrap().entries;
        assert!(log.iter().map(|entry| entry.seq).eq(1..=log.len() as u64));
        // The first entry opened the table.
        stored.extend(
            log[1..]
                .iter()
                .map(|entry| ((table, entry.seq), entry.interaction.unwrap())),
        );
    }
    assert_eq!(stored, acknowledged, "each once, and where it was acknowledged");
}
