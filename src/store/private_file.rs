//! Files that nobody else on the machine can read: a database holds hands, secrets of chance and tokens of interactions.
//!
//! SQLite gives the files beside a database (`-wal`, `-shm`) the mode of the database. So this module makes the database
//! before SQLite opens it. Where files have no modes, this module does nothing.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The files that SQLite and [`Claim`](super::Claim) put beside a database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-lock"];

/// Options that open a file, and let only its owner read it if it is made.
pub(super) fn options() -> OpenOptions {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a database private before it is opened, together with the files beside it. The database may be new, or one that an
/// earlier version left open to others. A file of another user stays as it is: whoever made it so decides.
///
/// # Errors
/// When a new file cannot be made. Opening the database then says why.
pub(super) fn make(database: &Path) -> io::Result<()> {
    options().append(true).create(true).open(database)?;
    let beside = BESIDE.iter().map(|end| {
        let mut name = database.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    });
    for path in beside.chain([database.to_owned()]) {
        close_to_others(&path);
    }
    Ok(())
}

#[cfg(unix)]
fn close_to_others(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = std::fs::metadata(path) else { return };
    let mode = found.permissions().mode();
    if found.is_file() && mode & 0o077 != 0 {
        // For somebody else's file this fails; changing its mode is up to them.
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o700));
    }
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) {}

#[cfg(all(test, unix))]
mod tests {
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
}
