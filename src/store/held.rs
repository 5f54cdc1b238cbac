//! Which files a bot has open, and whether they still stand where it opened them.
//!
//! A file that was deleted stays whole for whoever has it open. So a bot would go on writing into a database that nobody
//! finds again, beside a second bot that serves the file which was put in its place. The writer looks before and after each
//! commit whether its files still stand there, and acknowledges nothing otherwise.

use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio_util::sync::CancellationToken;

use super::error::StoreError;

/// A file, as it was when it was opened.
#[derive(Clone, Debug)]
pub(super) struct Held {
    path: PathBuf,
    /// `None` where a file has no such number.
    number: Option<(u64, u64)>,
}

impl Held {
    /// The file that stands at a path.
    pub(super) fn at(path: &Path) -> Held {
        let number = std::fs::metadata(path).ok().and_then(|found| number(&found));
        let path = path.to_owned();
        Held { path, number }
    }

    /// A file that was opened by this path.
    pub(super) fn opened(path: &Path, file: &File) -> Held {
        let number = file.metadata().ok().and_then(|found| number(&found));
        let path = path.to_owned();
        Held { path, number }
    }

    /// Whether the file still stands there. A path that cannot be looked at proves nothing.
    pub(super) fn stands(&self) -> bool {
        match std::fs::metadata(&self.path) {
            Ok(found) => self.number.is_none_or(|held| number(&found) == Some(held)),
            Err(error) => error.kind() != ErrorKind::NotFound,
        }
    }
}

/// The number of a file on this computer, which no other file has for as long as somebody has this one open.
#[cfg(unix)]
fn number(found: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// What tells a file from another one that is put in its place later: the moment at which it was made, in nanoseconds, or
/// its number where the file system knows no such moment. A copy has a moment of its own, even if it holds the same.
pub(super) fn born(path: &Path) -> Option<u64> {
    let found = std::fs::metadata(path).ok()?;
    let made = found.created().ok();
    let made = made.and_then(|made| made.duration_since(std::time::UNIX_EPOCH).ok());
    match made.and_then(|made| u64::try_from(made.as_nanos()).ok()) {
        Some(made) => Some(made),
        None => number(&found).map(|(_, inode)| inode),
    }
}

/// The database that a store has open, and the file of the claim to serve it.
#[derive(Debug)]
pub(super) struct Watch {
    database: Held,
    claim: OnceLock<Held>,
    /// Whether another bot has taken the database over.
    taken: AtomicBool,
    gone: CancellationToken,
}

impl Watch {
    pub(super) fn over(database: Held) -> Watch {
        Watch {
            database,
            claim: OnceLock::new(),
            taken: AtomicBool::new(false),
            gone: CancellationToken::new(),
        }
    }

    /// Also watches the file of the claim: without it a second bot may claim the database.
    pub(super) fn claimed(&self, claim: Option<Held>) {
        if let Some(claim) = claim {
            let _ = self.claim.set(claim);
        }
    }

    /// Whether all stand where they stood. Once one does not, it counts as gone for good.
    ///
    /// It asks the system for two entries of a folder, which takes some microseconds, so it is done in place.
    pub(super) fn stands(&self) -> bool {
        let all = || self.database.stands() && self.claim.get().is_none_or(Held::stands);
        let stands = !self.gone.is_cancelled() && all();
        if !stands {
            self.gone.cancel();
        }
        stands
    }

    /// Notes that another bot has taken the database over.
    pub(super) fn taken(&self) {
        self.taken.store(true, Ordering::Release);
        self.gone.cancel();
    }

    /// What is to be said when something is gone.
    pub(super) fn error(&self) -> StoreError {
        let path = self.database.path.clone();
        let reason = match self.taken.load(Ordering::Acquire) {
            true => "is no longer served here: another bot has taken it over",
            false => "is no longer the file that was opened here: it, or its -lock, was deleted or replaced",
        };
        StoreError::Gone { path, reason }
    }

    /// Resolves when something was found gone.
    pub(super) async fn gone(&self) -> StoreError {
        self.gone.cancelled().await;
        self.error()
    }
}

#[cfg(all(test, unix))]
mod tests;
