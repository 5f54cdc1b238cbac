//! A catalogue of a test's own: games that this thread finds beside those of the catalogue, in whatever editions the test
//! wants to be known.

use std::cell::RefCell;

use crate::games::GameEntry;

thread_local! {
    static GAMES: RefCell<Vec<&'static GameEntry>> = const { RefCell::new(Vec::new()) };
}

/// From now on this thread finds these games, and no others of the tests'.
pub(crate) fn put(games: &[&'static GameEntry]) {
    GAMES.set(games.to_vec());
}

/// The games that this thread finds.
pub(in crate::games) fn games() -> Vec<&'static GameEntry> {
    GAMES.with_borrow(Clone::clone)
}
