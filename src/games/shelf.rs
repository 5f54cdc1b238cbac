//! A shelf of its own for each thread, for tests alone: what stands on it is in the catalogue there, in whatever editions a
//! test wants to be known.

use std::cell::RefCell;

use super::GameEntry;

thread_local! {
    static SHELF: RefCell<Vec<&'static GameEntry>> = const { RefCell::new(Vec::new()) };
}

/// From now on these stand on this thread's shelf, and no others.
pub(crate) fn put(games: &[&'static GameEntry]) {
    SHELF.set(games.to_vec());
}

/// What stands there.
pub(super) fn games() -> Vec<&'static GameEntry> {
    SHELF.with_borrow(Clone::clone)
}
