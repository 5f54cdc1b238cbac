//! Bots that stand by until another one ends.

use std::time::{Duration, Instant};

use super::serving::{database, end_claims};
use super::shards::open;
use crate::store::postgres::claim::FREE_FOR;
use crate::store::testing::entry;
use crate::store::{Database, Store, StoreError, WantedShards};

/// A bot that asks for any shards waits until some are free for good, and takes those alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_stands_by_takes_what_a_dead_one_had() {
    let Some(database) = database().await else { return };
    let any = WantedShards::read("3/8").unwrap();
    let serve = |database: &Database| {
        let database = database.clone();
        tokio::spawn(async move { Store::serve_shards(&database, any).await })
    };
    let mut serving = Vec::new();
    for served in [serve(&database), serve(&database), serve(&database)] {
        serving.push(served.await.unwrap().unwrap());
    }
    serving.sort_by_key(|(_, right)| right.shards().own().start);
    let own: Vec<_> = serving.iter().map(|(_, right)| right.shards().own()).collect();
    assert_eq!(own, [0..3, 3..6, 6..8]);
    for (shard, (store, _)) in [1, 4, 7].into_iter().zip(&serving) {
        store.append(open(shard, shard)).await.unwrap();
    }
    // Whoever loses their session alone has the locks again before anybody else takes them, also after the server was away.
    let standing_by = serve(&database);
    for after in 1..6 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        end_claims(&database).await;
        for (shard, (store, _)) in [1, 4, 7].into_iter().zip(&serving) {
            store.append(entry(shard, after)).await.unwrap();
        }
    }
    tokio::time::sleep(3 * FREE_FOR).await;
    assert!(!standing_by.is_finished());
    let (dead, right) = serving.remove(1);
    let died = Instant::now();
    drop(right);
    let (heir, right) = standing_by.await.unwrap().unwrap();
    assert_eq!(right.shards().own(), 3..6);
    assert!(died.elapsed() < 2 * FREE_FOR, "it took {:?}", died.elapsed());
    assert!(matches!(dead.append(entry(4, 6)).await, Err(StoreError::Gone { .. })));
    heir.append(entry(4, 6)).await.unwrap();
    for (shard, (store, _)) in [1, 7].into_iter().zip(&serving) {
        store.append(entry(shard, 6)).await.unwrap();
    }
}
