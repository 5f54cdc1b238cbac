//! Several referees over one database of a server, each with its shards.

use std::ops::Range;

use super::*;
use crate::store::testing::new_address;
use crate::store::{Database, Right, Shards};

/// A referee with these shards of eight.
async fn referee(database: &Database, own: Range<u32>) -> (Fixture, Right) {
    let interactions = 9_000 * u64::from(own.end);
    let shards = Shards::new(own, 8).unwrap();
    let (store, right) = Store::serve_shards(database, &shards).await.unwrap();
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
