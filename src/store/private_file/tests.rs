//! Which files others may read.

use std::os::unix::fs::PermissionsExt;

use super::*;
use crate::store::testing::create;
use crate::store::{Claim, Store, backup};

/// Which files of a folder others may read, write or run.
fn open_to_others(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let open = files.filter(|file| file.metadata().unwrap().permissions().mode() & 0o077 != 0);
    open.map(|file| file.file_name().into_string().unwrap()).collect()
}

#[tokio::test]
async fn a_database_with_all_that_stands_beside_it_and_its_copies_are_for_their_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whistle.db");
    let _claim = Claim::of(&path).await.unwrap();
    let store = Store::open(&path).await.unwrap();
    store.append(create(1, 1)).await.unwrap();
    backup(&path, &folder.path().join("copy.db")).await.unwrap();
    let names = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 5, "the database, its log, its memory, its lock and a copy");
    assert_eq!(open_to_others(folder.path()), [""; 0]);
    store.close().await;
}

#[tokio::test]
async fn a_database_of_an_earlier_version_is_closed_to_others_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whistle.db");
    let lock = folder.path().join("whistle.db-lock");
    Store::open(&path).await.unwrap().close().await;
    std::fs::write(&lock, "").unwrap();
    for file in [&path, &lock] {
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    assert_eq!(open_to_others(folder.path()).len(), 2);
    let store = Store::open(&path).await.unwrap();
    assert_eq!(open_to_others(folder.path()), [""; 0]);
    store.close().await;
}

#[test]
fn a_file_that_cannot_be_made_is_for_whoever_opens_it_to_tell() {
    assert!(make(Path::new("/nowhere/whistle.db")).is_err());
}
