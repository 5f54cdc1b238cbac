//! Several bots share a database by shards.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::Connection;

use super::serving::{database, end_claims, until};
use crate::store::testing::{create, entry};
use crate::store::{
    Append, Database, Finish, NewResult, NewTable, Right, Shards, Shown, Store, StoreError, Thinned, Timer, Unnamed,
    WantedShards,
};

/// How many sessions hold the lock of a claim.
const CLAIMS: &str = "SELECT count(*) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 1464357716 AND granted AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

async fn claims(database: &Database) -> i64 {
    let Database::Server(address) = database else { panic!() };
    let mut session = address.connect().await.unwrap();
    sqlx::query_scalar(CLAIMS).fetch_one(&mut session).await.unwrap()
}

/// A bot with these shards of eight.
pub(super) async fn bot(database: &Database, own: std::ops::Range<u32>) -> (Store, Right) {
    let shards = Shards::new(own, 8).unwrap();
    Store::serve_shards(database, WantedShards::These(shards))
        .await
        .unwrap()
}

/// A new table in a server of that shard of eight.
pub(super) fn open(table: u64, shard: u64) -> Append {
    let append = create(table, table);
    let create = append.create.map(|new| NewTable {
        guild: Some((shard + 8 * table) << 22 | 5),
        ..new
    });
    Append { create, ..append }
}

fn shown(table: u64) -> Shown {
    Shown {
        table,
        slot: "table".to_owned(),
        channel: 1,
        message: 1,
        version: 0,
        digest: "d".to_owned(),
        note: "n".to_owned(),
    }
}

fn at(append: Append, at: i64) -> Append {
    let timer = Timer {
        kind: "clock".to_owned(),
        seat: None,
        at,
        gives_back: true,
    };
    Append {
        timers: Some(vec![timer]),
        ..append
    }
}

async fn length(store: &Store, table: u64) -> usize {
    store
        .load(table)
        .await
        .unwrap()
        .map_or(0, |stored| stored.entries.len())
}

fn is_elsewhere<T>(answer: &Result<T, StoreError>) -> bool {
    matches!(answer, Err(StoreError::Elsewhere))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_writes_nothing_about_tables_of_another_one() {
    let Some(database) = database().await else { return };
    let ((low, _low), (high, _high)) = (bot(&database, 0..4).await, bot(&database, 4..8).await);
    low.append(open(1, 3)).await.unwrap();
    high.append(open(2, 4)).await.unwrap();
    assert!(is_elsewhere(&low.append(open(3, 4)).await), "nor opens one");
    let over = Append {
        over: true,
        ..entry(2, 1)
    };
    let left = Thinned {
        digest: None,
        draws: None,
    };
    // All at once, so that some are a group, and each on its own.
    let (of_others, of_ours) = (shown(2), shown(1));
    let all = tokio::join!(
        low.append(entry(2, 1)),
        low.append(entry(1, 1)),
        low.set_shown(&of_others),
        low.set_shown(&of_ours),
        low.append(over.clone()),
    );
    assert!(
        is_elsewhere(&all.0) && is_elsewhere(&all.2) && is_elsewhere(&all.4),
        "{all:?}"
    );
    assert!(all.1.is_ok() && all.3.is_ok(), "{all:?}");
    high.set_shown(&shown(2)).await.unwrap();
    for answer in [
        low.append(entry(2, 1)).await,
        low.set_shown(&shown(2)).await,
        low.clear_shown(2, "table").await,
        low.append(over.clone()).await,
        low.thin(2, 1, left).await.map(drop),
    ] {
        assert!(is_elsewhere(&answer), "{answer:?}");
    }
    assert_eq!((length(&high, 1).await, length(&high, 2).await), (2, 1));
    assert_eq!(high.shown(2).await.unwrap(), [shown(2)]);
    high.append(over).await.unwrap();
    // What is about a person alone, either of them writes.
    low.set_preference(1, "ping", "dm").await.unwrap();
    high.set_preference(1, "locale", "de").await.unwrap();
    let missing = low.append(entry(9, 0)).await;
    assert!(matches!(missing, Err(StoreError::Conflict)), "{missing:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_asked_about_its_own_tables_alone() {
    let Some(database) = database().await else { return };
    let ((low, _low), (high, _high)) = (bot(&database, 0..4).await, bot(&database, 4..8).await);
    let alone = create(3, 3);
    let alone = Append {
        create: alone.create.map(|new| NewTable { guild: None, ..new }),
        ..alone
    };
    for (store, append) in [(&low, open(1, 1)), (&high, open(2, 6)), (&low, alone)] {
        let table = append.table;
        store.append(at(append, 500)).await.unwrap();
        store.set_shown(&shown(table)).await.unwrap();
    }
    for (store, own) in [(&low, vec![1, 3]), (&high, vec![2])] {
        assert_eq!(store.live_tables(0, 9).await.unwrap(), own);
        assert_eq!(store.unsettled().await.unwrap(), own);
        let due = store.due(500, 9).await.unwrap();
        assert_eq!(due, own.iter().map(|table| (*table, 500)).collect::<Vec<_>>());
        let shown = store.shown_at(0).await.unwrap();
        assert_eq!(shown.iter().map(|shown| shown.table).collect::<Vec<_>>(), own);
        let in_guilds = store.played_in_guilds().await.unwrap();
        assert_eq!(in_guilds.iter().map(|(table, _)| *table).collect::<Vec<_>>(), own[..1]);
        for table in own {
            let over = Append {
                over: true,
                ..entry(table, 1)
            };
            store.append(over).await.unwrap();
        }
    }
    let old = async |store: &Store| store.old((0, 0), 5_000, 9).await.unwrap();
    assert_eq!(
        (old(&low).await, old(&high).await),
        (vec![(1000, 1), (1000, 3)], vec![(1000, 2)])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_whose_shard_is_claimed_loses_that_shard_alone() {
    let Some(database) = database().await else { return };
    let (first, _first) = bot(&database, 0..4).await;
    for table in 1..4 {
        first.append(open(table, table)).await.unwrap();
    }
    let mut waiting = {
        let database = database.clone();
        tokio::spawn(async move { bot(&database, 2..3).await })
    };
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(!waiting.is_finished(), "nobody takes what is served");
    let (second, _second) = loop {
        end_claims(&database).await;
        if let Ok(taken) = tokio::time::timeout(Duration::from_millis(500), &mut waiting).await {
            break taken.unwrap();
        }
    };
    second.append(entry(2, 1)).await.unwrap();
    assert!(is_elsewhere(&first.append(entry(2, 2)).await));
    assert!(is_elsewhere(&second.append(entry(1, 1)).await));
    first.append(entry(1, 1)).await.unwrap();
    first.append(entry(3, 1)).await.unwrap();
    assert_eq!(first.live_tables(0, 9).await.unwrap(), [1, 3]);
    // Both hold their locks again, and neither has come to its end.
    until("both claims are held", async || claims(&database).await == 2).await;
    let ended = tokio::time::timeout(Duration::from_secs(2), first.gone()).await;
    assert!(ended.is_err(), "{ended:?}");
    first.append(entry(1, 2)).await.unwrap();
    second.append(entry(2, 2)).await.unwrap();
}

/// The claim of a shard is on its way while its bot writes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_written_while_a_shard_is_claimed_waits_and_is_refused() {
    let Some(database) = database().await else { return };
    let (store, _right) = bot(&database, 0..4).await;
    for table in 1..3 {
        store.append(open(table, table)).await.unwrap();
    }
    let Database::Server(address) = &database else { panic!() };
    let mut session = address.connect().await.unwrap();
    let mut claim = session.begin().await.unwrap();
    sqlx::query("UPDATE lease SET number = number + 1 WHERE shard = 2")
        .execute(&mut *claim)
        .await
        .unwrap();
    let writes = {
        let store = store.clone();
        tokio::spawn(async move { tokio::join!(store.append(entry(2, 1)), store.append(entry(1, 1))) })
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!writes.is_finished());
    claim.commit().await.unwrap();
    let (lost, kept) = writes.await.unwrap();
    assert!(is_elsewhere(&lost), "{lost:?}");
    kept.unwrap();
    assert_eq!((length(&store, 1).await, length(&store, 2).await), (2, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shard_gets_back_the_time_in_which_its_own_bot_was_away() {
    let Some(database) = database().await else { return };
    let ((low, _low), (high, right)) = (bot(&database, 0..4).await, bot(&database, 4..8).await);
    for store in [&low, &high] {
        store.give_back(1_000).await.unwrap();
    }
    low.append(at(open(1, 1), 9_000)).await.unwrap();
    high.append(at(open(2, 7), 9_000)).await.unwrap();
    high.close().await;
    drop(right);
    low.alive(6_000).await.unwrap();
    let (high, _high) = bot(&database, 4..8).await;
    assert_eq!(
        (high.last_alive().await.unwrap(), low.last_alive().await.unwrap()),
        (Some(1_000), Some(6_000))
    );
    assert_eq!(high.give_back(6_500).await.unwrap(), 5_500);
    let of = async |store: &Store, table| store.load(table).await.unwrap().unwrap().timers[0].at;
    assert_eq!((of(&low, 1).await, of(&high, 2).await), (9_000, 14_500));
    assert_eq!(low.due(14_000, 9).await.unwrap(), [(1, 9_000)]);
    assert_eq!(high.due(14_499, 9).await.unwrap(), []);
    assert_eq!(high.due(14_500, 9).await.unwrap(), [(2, 14_500)]);
    // What is set from now on is due when it was set for, by either way of a commit.
    high.append(at(entry(2, 1), 20_000)).await.unwrap();
    high.append(at(open(3, 7), 20_000)).await.unwrap();
    assert_eq!(high.due(20_000, 9).await.unwrap(), [(2, 20_000), (3, 20_000)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_parted_anew_when_nobody_serves_it_and_every_clock_goes_on() {
    let Some(database) = database().await else { return };
    let (whole, right) = Store::serve(&database).await.unwrap();
    whole.give_back(1_000).await.unwrap();
    whole.append(at(open(1, 1), 9_000)).await.unwrap();
    whole.append(at(open(2, 7), 9_000)).await.unwrap();
    let waits = {
        let database = database.clone();
        tokio::spawn(async move { bot(&database, 0..4).await })
    };
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(!waits.is_finished(), "nobody parts what is served");
    whole.append(entry(1, 1)).await.unwrap();
    // The bot hangs, and its session is gone.
    drop(right);
    let (low, low_right) = waits.await.unwrap();
    let refused = whole.append(entry(1, 2)).await;
    assert!(matches!(refused, Err(StoreError::Gone { .. })), "{refused:?}");
    let (high, high_right) = bot(&database, 4..8).await;
    assert_eq!(low.give_back(3_000).await.unwrap(), 2_000);
    assert_eq!(high.give_back(4_500).await.unwrap(), 3_500);
    assert_eq!(low.due(i64::MAX, 9).await.unwrap(), [(1, 11_000)]);
    assert_eq!(high.due(i64::MAX, 9).await.unwrap(), [(2, 12_500)]);
    for (store, right) in [(low, low_right), (high, high_right)] {
        store.close().await;
        drop(right);
    }
    // The one that ended first has been away for longer.
    let (whole, _whole) = Store::serve(&database).await.unwrap();
    assert_eq!(whole.last_alive().await.unwrap(), Some(4_500));
    assert_eq!(whole.give_back(5_000).await.unwrap(), 500);
    assert_eq!(whole.due(i64::MAX, 9).await.unwrap(), [(1, 13_000), (2, 13_000)]);
    whole.append(entry(2, 1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_somebody_prefers_is_known_to_all_bots_at_once() {
    let Some(database) = database().await else { return };
    let ((low, _low), (high, _high)) = (bot(&database, 0..4).await, bot(&database, 4..8).await);
    let ping = async |store: &Store| store.preference(1, "ping").await.unwrap();
    assert_eq!((ping(&low).await, ping(&high).await), (None, None));
    for said in ["dm", "none"] {
        high.set_preference(1, "ping", said).await.unwrap();
        assert_eq!(
            (ping(&low).await.as_deref(), ping(&high).await.as_deref()),
            (Some(said), Some(said))
        );
    }
    low.forget(1, Vec::new()).await.unwrap();
    assert_eq!((ping(&low).await, ping(&high).await), (None, None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_is_forgotten_in_play_only_by_the_bot_of_the_table() {
    let Some(database) = database().await else { return };
    let ((low, _low), (high, _high)) = (bot(&database, 0..4).await, bot(&database, 4..8).await);
    low.append(open(1, 1)).await.unwrap();
    high.append(open(2, 6)).await.unwrap();
    high.append(open(3, 6)).await.unwrap();
    let over = Append {
        over: true,
        ..entry(3, 1)
    };
    high.append(over).await.unwrap();
    low.set_preference(40, "ping", "dm").await.unwrap();
    let unnamed = |table: u64, append: Option<Append>| Unnamed {
        table,
        last: if append.is_some() { 1 } else { 2 },
        entries: vec![(1, "{}".to_owned())],
        chat: None,
        append,
    };
    let ours = || unnamed(1, Some(entry(1, 1)));
    let refused = low.forget(40, vec![ours(), unnamed(2, Some(entry(2, 1)))]).await;
    assert!(is_elsewhere(&refused), "{refused:?}");
    assert_eq!((length(&low, 1).await, length(&low, 2).await), (1, 1));
    assert_eq!(low.preference(40, "ping").await.unwrap().as_deref(), Some("dm"));
    low.forget(40, vec![ours(), unnamed(3, None)]).await.unwrap();
    assert_eq!(
        (length(&high, 1).await, low.preference(40, "ping").await.unwrap()),
        (2, None)
    );
    assert_eq!(high.load(3).await.unwrap().unwrap().entries[0].event, "{}");
}

/// A match that somebody wins for whom it is the first.
fn won(table: u64, shard: u64) -> Append {
    let append = open(table, shard);
    let result = NewResult {
        round: 0,
        guild: append.create.as_ref().and_then(|new| new.guild),
        game: "tree".to_owned(),
        person: Some(10_000 + table),
        name: "Ana".to_owned(),
        points: 1,
        finish: Finish::Won,
        counts: true,
        place: 1,
        side: None,
        computers: Vec::new(),
    };
    Append {
        results: vec![result],
        ..append
    }
}

/// Whoever reads goes on behind what was read, as boards do.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn results_of_two_bots_are_read_in_their_order_and_nobody_gets_the_number_of_another() {
    const MATCHES: u64 = 60;
    let Some(database) = database().await else { return };
    let ((low, _low), (high, _high)) = (bot(&database, 0..4).await, bot(&database, 4..8).await);
    let plays = |store: Store, from: u64, shard: u64| {
        tokio::spawn(async move {
            for table in from..from + MATCHES {
                store.append(won(table, shard)).await.unwrap();
            }
        })
    };
    let (one, two) = (plays(low.clone(), 1, 1), plays(high.clone(), 1_000, 6));
    let (mut last, mut read) = (0, Vec::new());
    loop {
        let ended = one.is_finished() && two.is_finished();
        let rows = low.rated(None, "tree", last, 1_000).await.unwrap().rows;
        last = rows.last().map_or(last, |row| row.id);
        read.extend(rows.iter().map(|row| (row.table, row.somebody)));
        if ended {
            break;
        }
    }
    one.await.unwrap();
    two.await.unwrap();
    let tables: HashSet<u64> = read.iter().map(|(table, _)| *table).collect();
    let numbers: HashSet<i64> = read.iter().map(|(_, somebody)| *somebody).collect();
    let all = 2 * MATCHES as usize;
    assert_eq!((read.len(), tables.len(), numbers.len()), (all, all, all));
}

#[tokio::test]
async fn a_file_is_shared_by_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::File(folder.path().join("whistle.db"));
    let shards = Shards::new(0..1, 2).unwrap();
    let error = Store::serve_shards(&database, WantedShards::These(shards))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("a file has one bot"), "{error}");
}
