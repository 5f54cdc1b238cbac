//! What bots that share a database do together.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::serving::{database, until};
use super::shards::{bot, open};
use crate::store::{Cluster, Database, KeptSession, Store};

/// Two bots, each with half of the shards.
async fn halves(database: &Database) -> [(Store, Cluster, crate::store::Right); 2] {
    let mut bots = Vec::new();
    for own in [0..4, 4..8] {
        let (store, right) = bot(database, own).await;
        let cluster = store.cluster().expect("there are other shards");
        bots.push((store, cluster, right));
    }
    bots.try_into().unwrap_or_else(|_| panic!("two bots"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_with_all_shards_shares_with_nobody() {
    let Some(database) = database().await else { return };
    let (store, _right) = Store::serve(&database).await.unwrap();
    assert!(store.cluster().is_none());
    store.close().await;
    drop(_right);
    let (store, _right) = bot(&database, 0..8).await;
    assert!(store.cluster().is_none(), "nobody else can have a shard");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_a_shard_next_finds_its_session_as_the_last_bot_left_it() {
    let Some(database) = database().await else { return };
    let kept = |shard: u32, session: &str, seq: u64| KeptSession {
        shard,
        session: session.to_owned(),
        seq,
    };
    let [(low, _, low_right), (high, _, _high)] = halves(&database).await;
    let (one, other) = (low.sessions().unwrap(), high.sessions().unwrap());
    let first = [kept(1, "a", 5), kept(3, "b", 6)];
    assert!(one.keep(&first, &[]).await.unwrap());
    assert!(one.keep(&[], &[kept(1, "not written", 7)]).await.unwrap());
    assert!(!one.keep(&[], &[kept(2, "d", 7)]).await.unwrap(), "there is none");
    assert!(!one.keep(&[kept(4, "c", 1)], &[]).await.unwrap());
    assert_eq!(other.read().await.unwrap(), [], "nobody keeps another bot's");
    let mut read = one.read().await.unwrap();
    read.sort_by_key(|kept| kept.shard);
    assert_eq!(read, [kept(1, "a", 7), kept(3, "b", 6)]);
    // The bot loses its shards, and does not know.
    drop(low_right);
    let (next, _next) = bot(&database, 0..4).await;
    let heir = next.sessions().unwrap();
    assert!(!one.keep(&[kept(1, "e", 9)], &[kept(3, "b", 9)]).await.unwrap());
    let mut read = heir.read().await.unwrap();
    read.sort_by_key(|kept| kept.shard);
    assert_eq!(read, [kept(1, "a", 7), kept(3, "b", 6)]);
    assert!(heir.keep(&[kept(1, "d", 1)], &[]).await.unwrap());
    assert!(!one.keep(&[kept(1, "e", 9)], &[]).await.unwrap());
    assert!(heir.read().await.unwrap().contains(&kept(1, "d", 1)));
}

/// Whatever number of shards Discord advises.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_with_all_tables_keeps_the_session_of_each_shard() {
    let Some(database) = database().await else { return };
    let (store, _right) = Store::serve(&database).await.unwrap();
    let kept = KeptSession {
        shard: 2,
        session: "a".to_owned(),
        seq: 1 << 53,
    };
    let sessions = store.sessions().unwrap();
    sessions.keep(std::slice::from_ref(&kept), &[]).await.unwrap();
    assert_eq!(sessions.read().await.unwrap(), [kept]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_bot_after_another_takes_a_turn() {
    const KEEP: Duration = Duration::from_secs(3);
    let Some(database) = database().await else { return };
    let [(_, one, _one), (_, other, _other)] = halves(&database).await;
    one.take_turn(0, KEEP).await;
    let begun = Instant::now();
    other.take_turn(1, KEEP).await;
    let free = begun.elapsed();
    other.take_turn(0, KEEP).await;
    assert!(
        begun.elapsed() >= KEEP - Duration::from_millis(100),
        "{:?}",
        begun.elapsed()
    );
    assert!(free < KEEP, "another turn is free at once: {free:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_bot_knows_whose_a_table_is_and_its_share() {
    let Some(database) = database().await else { return };
    let [(low, one, _one), (high, other, _other)] = halves(&database).await;
    low.append(open(1, 2)).await.unwrap();
    high.append(open(2, 6)).await.unwrap();
    let of = async |cluster: &Cluster, table| cluster.other_shard_of(table).await.unwrap();
    assert_eq!(
        (of(&one, 1).await, of(&one, 2).await, of(&one, 3).await),
        (None, Some(6), None)
    );
    assert_eq!((of(&other, 1).await, of(&other, 2).await), (Some(2), None));
    assert_eq!(
        (one.other_shard(None), other.other_shard(None)),
        (None, Some(0)),
        "private chats"
    );
    assert_eq!(one.other_shard(Some(5 << 22)), Some(5));
    assert_eq!((one.share(), other.share()), ((4, 8), (4, 8)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_handed_over_is_taken_once_by_the_bot_of_its_shard() {
    let Some(database) = database().await else { return };
    let [(_, one, _one), (_, other, _other)] = halves(&database).await;
    let taken: Arc<Mutex<Vec<String>>> = Arc::default();
    let (taking, into) = (other.clone(), Arc::clone(&taken));
    let takes = tokio::spawn(async move {
        taking.take_over(|json| into.lock().unwrap().push(json)).await;
    });
    assert!(one.hand_over(u64::MAX, 6, "a press").await.unwrap());
    assert!(
        !one.hand_over(2, 3, "of nobody who listens").await.unwrap(),
        "it is taken back"
    );
    until("it is dispatched", async || taken.lock().unwrap().len() == 1).await;
    assert_eq!(*taken.lock().unwrap(), ["a press"]);
    takes.abort();
    let _ = takes.await;
    assert!(!one.hand_over(3, 6, "to a bot that has ended").await.unwrap());
    assert_eq!(taken.lock().unwrap().len(), 1);
}
