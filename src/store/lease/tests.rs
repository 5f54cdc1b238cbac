//! A store whose file was taken over writes nothing more, whatever it is asked to write.

use std::path::PathBuf;

use tempfile::TempDir;

use crate::store::testing::{create, entry};
use crate::store::{Append, Claim, NewTable, Shown, Store, StoreError, Timer};

/// A bot that serves a file with one table, and the bot that has taken the file over, as if there were no locks.
async fn taken_over() -> (TempDir, PathBuf, Store, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whistle.db");
    let first = begun(&path).await;
    first.append(create(1, 1)).await.unwrap();
    first.set_shown(&shown(1)).await.unwrap();
    let second = begun(&path).await;
    (folder, path, first, second)
}

/// A store that has begun to serve the file, and whose lock is lost at once.
async fn begun(path: &std::path::Path) -> Store {
    let claim = Claim::of(path).await.unwrap();
    let store = Store::open(path).await.unwrap();
    store.begin(&claim).await.unwrap();
    store
}

fn shown(version: u64) -> Shown {
    Shown {
        table: 1,
        slot: "table".to_owned(),
        channel: 1,
        message: 2,
        version,
        digest: "d".to_owned(),
        note: "{}".to_owned(),
    }
}

/// Everything that is in the file, but for when the bot was alive.
async fn all(store: &Store) -> (String, Vec<Shown>, Option<String>, Option<i64>) {
    let table = store.load(1).await.unwrap().unwrap();
    let events: Vec<_> = table.entries.iter().map(|entry| &entry.event).collect();
    let tables = store.live_tables(0, 10).await.unwrap();
    (
        format!("{tables:?} {events:?} {:?}", table.timers),
        store.shown(1).await.unwrap(),
        store.preference(9, "language").await.unwrap(),
        store.last_alive().await.unwrap(),
    )
}

#[tokio::test]
async fn whoever_had_the_file_before_writes_nothing_more_of_any_kind() {
    let (_folder, path, first, second) = taken_over().await;
    second.alive(5).await.unwrap();
    let before = all(&second).await;
    let timer = Timer {
        kind: "clock".to_owned(),
        seat: None,
        at: 7,
        gives_back: true,
    };
    let timers = Append {
        timers: Some(vec![timer]),
        ..Append::new(1, 1, 0)
    };
    let table = NewTable {
        channel: 2,
        guild: None,
        game: "binome".to_owned(),
        secret: [1; 32],
    };
    let new = Append {
        create: Some(table),
        entries: vec!["{}".to_owned()],
        ..Append::new(2, 0, 0)
    };
    let newer = shown(2);
    // One after another, so that each is a group of its own; entries and messages then have a way of their own.
    let answers = [
        first.append(entry(1, 1)).await,
        first.append(timers.clone()).await,
        first.append(new).await,
        first.set_shown(&newer).await,
        first.clear_shown(1, "table").await,
        first.set_preference(9, "language", "de").await,
        first.forget(9, Vec::new()).await,
        first.alive(6).await,
        first.give_back(99).await.map(drop),
    ];
    for answer in answers {
        assert!(matches!(answer, Err(StoreError::Gone { .. })), "{answer:?}");
    }
    // And together, as a group.
    let both = tokio::join!(first.append(entry(1, 1)), first.append(timers), first.set_shown(&newer));
    assert!(both.0.is_err() && both.1.is_err() && both.2.is_err());
    let said = first.gone().await.to_string();
    assert!(said.contains("another bot has taken it over"), "{said}");
    assert_eq!(all(&second).await, before);
    first.close().await;
    second.append(entry(1, 1)).await.unwrap();
    second.close().await;
    assert!(begun(&path).await.append(entry(1, 2)).await.is_ok());
}

#[tokio::test]
async fn the_first_refused_change_of_any_kind_already_writes_nothing() {
    for kind in 0..5 {
        let (_folder, _path, first, second) = taken_over().await;
        let before = all(&second).await;
        let answer = match kind {
            0 => first.append(entry(1, 1)).await,
            1 => first.set_shown(&shown(3)).await,
            2 => first.set_preference(9, "language", "de").await,
            3 => first.alive(6).await,
            _ => {
                let retimed = Append {
                    timers: Some(Vec::new()),
                    ..entry(1, 1)
                };
                first.append(retimed).await
            }
        };
        assert!(matches!(answer, Err(StoreError::Gone { .. })), "{kind}: {answer:?}");
        assert_eq!(all(&second).await, before, "{kind}");
    }
}

#[tokio::test]
async fn a_store_without_a_claim_has_no_number_and_needs_none() {
    let (_folder, path, _first, second) = taken_over().await;
    let tool = Store::open(&path).await.unwrap();
    tool.append(entry(1, 1)).await.unwrap();
    second.append(entry(1, 2)).await.unwrap();
    tool.append(entry(1, 3)).await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_taken_again_by_the_same_store_stays_its_own() {
    let (_folder, path, _first, second) = taken_over().await;
    second.begin(&Claim::of(&path).await.unwrap()).await.unwrap();
    second.append(entry(1, 1)).await.unwrap();
}
