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
    for path in family(database) {
        close_to_others(&path);
    }
    Ok(())
}

/// The files of a database that others on the machine can read.
pub fn open_to_others(database: &Path) -> Vec<PathBuf> {
    family(database).filter(|path| is_open(path)).collect()
}

/// The file beside a database whose name ends so.
pub(super) fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// A database and the files beside it.
fn family(database: &Path) -> impl Iterator<Item = PathBuf> {
    let beside = BESIDE.iter().map(|end| beside(database, end));
    beside.chain([database.to_owned()])
}

#[cfg(unix)]
fn is_open(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
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
mod tests;
