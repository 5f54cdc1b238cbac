//! A catalogue of a test's own: games that this thread finds beside those of the catalogue, in whatever editions the test
//! wants to be known.

use std::cell::RefCell;

use crate::games::{CATALOGUE, GameEntry, KEPT};

thread_local! {
    static GAMES: RefCell<Vec<&'static GameEntry>> = const { RefCell::new(Vec::new()) };
}

/// From now on this thread finds these games, and no others of the tests'.
pub(crate) fn put(games: &[&'static GameEntry]) {
    GAMES.set(games.to_vec());
}

/// Every edition of every game that this thread finds.
pub(in crate::games) fn all_editions() -> impl Iterator<Item = &'static GameEntry> {
    CATALOGUE.iter().chain(KEPT).chain(GAMES.with_borrow(Clone::clone))
}
