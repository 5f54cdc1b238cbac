//! What becomes of a store whose file is taken away.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::store::testing::{create, entry};
use crate::store::{Claim, Store, StoreError};

/// A bot that has opened the database of a folder, with one table.
async fn serving() -> (TempDir, PathBuf, Claim, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whistle.db");
    let claim = Claim::of(&path).await.unwrap();
    let store = Store::open(&path).await.unwrap();
    store.begin(&claim).await.unwrap();
    store.append(create(1, 1)).await.unwrap();
    (folder, path, claim, store)
}

fn beside(path: &std::path::Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

#[tokio::test]
async fn what_is_written_into_a_file_that_was_replaced_is_not_acknowledged_and_the_new_one_is_left_alone() {
    let (_folder, path, claim, first) = serving().await;
    let copy = beside(&path, "-copy");
    crate::store::backup(&path, &copy).await.unwrap();
    for end in ["", "-wal", "-shm", "-lock"] {
        fs::remove_file(beside(&path, end)).unwrap();
    }
    fs::rename(&copy, &path).unwrap();
    // A second bot, which the first one's lock no longer keeps out.
    let other = Claim::of(&path).await.unwrap();
    let second = Store::open(&path).await.unwrap();
    assert!(second.begin(&other).await.unwrap(), "it is restored");
    second.append(entry(1, 1)).await.unwrap();

    for _ in 0..2 {
        let refused = first.append(entry(1, 1)).await.unwrap_err();
        assert!(matches!(refused, StoreError::Gone { .. }), "{refused}");
    }
    let said = first.gone().await.to_string();
    assert!(
        said.contains("whistle.db is no longer the file that was opened here"),
        "{said}"
    );
    first.close().await;
    drop((first, claim));
    second.append(entry(1, 2)).await.unwrap();
    assert!(
        beside(&path, "-wal").exists(),
        "the first bot deletes nothing of the second"
    );
    second.close().await;
    let third = Store::open(&path).await.unwrap();
    assert_eq!(third.load(1).await.unwrap().unwrap().entries.len(), 3);
}

#[tokio::test]
async fn a_bot_whose_lock_was_deleted_writes_nothing_more() {
    let (_folder, path, _claim, store) = serving().await;
    store.append(entry(1, 1)).await.unwrap();
    fs::remove_file(beside(&path, "-lock")).unwrap();
    let refused = store.alive(1).await.unwrap_err();
    assert!(matches!(refused, StoreError::Gone { .. }), "{refused}");
    store.close().await;
    let again = Store::open(&path).await.unwrap();
    assert_eq!(again.load(1).await.unwrap().unwrap().entries.len(), 2);
}

#[tokio::test]
async fn a_store_without_a_claim_minds_nobody_elses_lock() {
    let (_folder, path, claim, store) = serving().await;
    store.close().await;
    drop(claim);
    let reading = Store::open(&path).await.unwrap();
    fs::remove_file(beside(&path, "-lock")).unwrap();
    reading.append(entry(1, 1)).await.unwrap();
    fs::remove_file(&path).unwrap();
    assert!(matches!(reading.alive(1).await, Err(StoreError::Gone { .. })));
}
