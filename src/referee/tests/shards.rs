//! Several referees over one database of a server, each with its shards.

use std::ops::Range;
use std::time::Duration;

use super::*;
use crate::referee::Forgotten;
use crate::store::testing::new_address;
use crate::store::{Database, Right, Shards, WantedShards};

/// A referee with these shards of eight.
async fn referee(database: &Database, own: Range<u32>) -> (Fixture, Right) {
    let interactions = 9_000 * u64::from(own.end);
    let shards = Shards::new(own, 8).unwrap();
    let (store, right) = Store::serve_shards(database, WantedShards::These(shards))
        .await
        .unwrap();
    let fixture = Fixture::over(store, tempfile::tempdir().unwrap());
    fixture.interactions.store(interactions, Ordering::SeqCst);
    (fixture, right)
}

/// A lobby in a server of this shard.
async fn open(fixture: &Fixture, shard: u64) -> Result<u64, Denied> {
    let opening = Opening {
        channel: 500 + shard,
        guild: Some(shard << 22),
        ..fixture.opening("binome")
    };
    let opened = fixture.referee.open(opening).await?;
    Ok(opened.table.id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_referee_leads_the_tables_of_its_own_shards() {
    let Some(address) = new_address().await else { return };
    let database = Database::Server(address);
    let ((low, _low), (high, _high)) = (referee(&database, 0..4).await, referee(&database, 4..8).await);
    let (ours, theirs) = (open(&low, 1).await.unwrap(), open(&high, 6).await.unwrap());
    assert_eq!(open(&low, 6).await, Err(Denied::Unavailable), "not even a new one");
    low.act(ours, BEN, Action::Sit).await.unwrap();
    let denied = low.act(theirs, BEN, Action::Sit).await.unwrap_err();
    assert_eq!(denied, Denied::Unavailable);
    assert_eq!(low.referee.snapshot(theirs).await.unwrap_err(), Denied::Unavailable);
    assert_eq!(low.referee.awake(), 1, "it is not even in memory");
    assert!(low.referee.is_elsewhere(theirs).await.unwrap() && !low.referee.is_elsewhere(ours).await.unwrap());
    high.act(theirs, BEN, Action::Sit).await.unwrap();
    high.close(theirs, ANA).await.unwrap();
    // What is over belongs to nobody.
    assert!(low.snapshot(theirs).await.table.is_over());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_of_a_shard_that_was_claimed_leaves_memory_and_goes_on_elsewhere() {
    let Some(address) = new_address().await else { return };
    let database = Database::Server(address);
    let (first, right) = referee(&database, 0..4).await;
    let (kept, lost) = (open(&first, 1).await.unwrap(), open(&first, 2).await.unwrap());
    // The session of its claim is lost, and the bot does not know.
    drop(right);
    let (second, _second) = referee(&database, 2..3).await;
    second.act(lost, BEN, Action::Sit).await.unwrap();
    assert_eq!(
        first.act(lost, CLEO, Action::Sit).await.unwrap_err(),
        Denied::Unavailable
    );
    assert_eq!(first.referee.snapshot(lost).await.unwrap_err(), Denied::Unavailable);
    first.act(kept, BEN, Action::Sit).await.unwrap();
    assert_eq!(first.referee.awake(), 1);
    let seats = &second.snapshot(lost).await.table.seats;
    let people: Vec<u64> = seats.iter().filter_map(|seat| Some(seat.person.as_ref()?.id)).collect();
    assert_eq!(people, [ANA, BEN]);
}

/// The bot hears of the claim by another table's commit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_read_from_memory_of_a_table_that_is_known_to_be_led_elsewhere() {
    let Some(address) = new_address().await else { return };
    let database = Database::Server(address);
    let (first, right) = referee(&database, 0..4).await;
    let (kept, lost) = (open(&first, 1).await.unwrap(), open(&first, 2).await.unwrap());
    drop(right);
    let (_second, _right) = referee(&database, 2..3).await;
    first.snapshot(lost).await;
    first.act(kept, BEN, Action::Sit).await.unwrap();
    assert_eq!(first.referee.snapshot(lost).await.unwrap_err(), Denied::Unavailable);
    assert_eq!(first.referee.awake(), 1);
}

/// Waits until no log names a person.
async fn until_forgotten(fixture: &Fixture, who: u64) {
    let store = fixture.referee.store();
    let forgotten = async {
        while !store.naming(who, i64::MIN).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), forgotten)
        .await
        .expect("they are forgotten");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_bot_forgets_somebody_at_its_tables_and_one_that_was_away_after_its_start() {
    let Some(address) = new_address().await else { return };
    let database = Database::Server(address);
    let ((low, _low), (high, _high)) = (referee(&database, 0..4).await, referee(&database, 4..8).await);
    let (ours, theirs) = (open(&low, 1).await.unwrap(), open(&high, 6).await.unwrap());
    low.act(ours, BEN, Action::Sit).await.unwrap();
    high.act(theirs, BEN, Action::Sit).await.unwrap();
    low.act(ours, BEN, Action::AskLeave).await.unwrap();
    let refused = low.referee.forget(BEN).await.unwrap_err();
    assert_eq!(refused, Denied::StillPlays { channel: 506 }, "wherever they play");
    high.act(theirs, BEN, Action::AskLeave).await.unwrap();

    // The other bot does nothing of that kind yet, as if it were away.
    assert_eq!(low.referee.forget(BEN).await, Ok(Forgotten::Later));
    let (store, kept) = (low.referee.store(), low.referee.kept_of(BEN).await.unwrap());
    assert_eq!(store.naming(BEN, i64::MIN).await.unwrap(), [theirs]);
    assert_eq!(kept["tables"].as_array().unwrap().len(), 1, "and they may know");
    assert_eq!(store.parting().await.unwrap(), [], "which is not this bot's");
    let parting = high.referee.clone();
    let parts = tokio::spawn(async move { parting.keep_parting().await });
    until_forgotten(&low, BEN).await;
    assert_eq!(high.referee.store().parting().await.unwrap(), []);

    // From here on it is there, and all is done while they wait. The table goes on.
    high.act(theirs, CLEO, Action::Sit).await.unwrap();
    high.act(theirs, CLEO, Action::AskLeave).await.unwrap();
    // On a slow machine they do not wait for that.
    low.referee.forget(CLEO).await.unwrap();
    until_forgotten(&low, CLEO).await;
    assert_eq!(store.naming(CLEO, i64::MIN).await.unwrap(), [0; 0]);
    assert_eq!(high.snapshot(theirs).await.table.seats.len(), 1);

    // Who has gone leaves the tables of all bots.
    high.act(theirs, BEN, Action::Sit).await.unwrap();
    low.referee.let_go(BEN, i64::MAX - 1_000_000).await.unwrap();
    until_forgotten(&low, BEN).await;
    assert_eq!(high.snapshot(theirs).await.table.seats.len(), 1);
    // Their own lobbies close by that.
    low.referee.let_go(ANA, i64::MAX - 1_000_000).await.unwrap();
    until_forgotten(&low, ANA).await;
    assert!(high.snapshot(theirs).await.table.is_over());
    parts.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_other_bot_has_somebody_in_memory_whom_one_has_forgotten() {
    let Some(address) = new_address().await else { return };
    let database = Database::Server(address);
    let ((low, _low), (high, _high)) = (referee(&database, 0..4).await, referee(&database, 4..8).await);
    let theirs = open(&high, 6).await.unwrap();
    high.close(theirs, ANA).await.unwrap();
    let host = |snapshot: TableSnapshot| snapshot.table.seats[0].person.as_ref().map(|person| person.id);
    assert_eq!(host(high.snapshot(theirs).await), Some(ANA));
    low.referee.forget(ANA).await.unwrap();
    let forgotten = async {
        // A look keeps the match in memory for a while.
        while host(high.snapshot(theirs).await) == Some(ANA) {
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
    };
    let forgotten = tokio::time::timeout(Duration::from_secs(60), forgotten).await;
    forgotten.expect("the match has left the memory");
}
