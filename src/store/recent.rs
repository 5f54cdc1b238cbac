//! A cache of people's preferences that were asked for lately.
//!
//! Every panel of every table asks for its holder's preferences, and nearly always they were set once, long ago. The cache
//! keeps a preference from the first query to the next change. Only this process may change preferences as long as it
//! serves. A bot that shares its database with others has no such cache.
//!
//! Not moka: nothing there keeps the answer of a query out that a change has overtaken.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// For how many people the cache has room. Beyond that it is emptied.
const PEOPLE: usize = 10_000;

/// The cached preferences.
#[derive(Default)]
pub(super) struct Recent(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// The preferences by person and by name; `None` for one that the person has never set.
    people: HashMap<u64, BTreeMap<String, Option<String>>>,
    /// How many changes of a person have begun and not ended. A change whose asker has gone away never ends here, though it
    /// may still be written; that person's preferences are not cached again.
    changing: HashMap<u64, usize>,
    /// A counter of changes.
    changes: u64,
    closed: bool,
}

/// When a query was made: its answer is cached only if nothing has changed since.
#[derive(Clone, Copy)]
pub(super) struct Asked(u64);

impl Recent {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A preference, if it is cached.
    pub(super) fn ask(&self, person: u64, name: &str) -> Result<Option<String>, Asked> {
        let known = self.known();
        let kept = known.people.get(&person).and_then(|names| names.get(name));
        kept.cloned().ok_or(Asked(known.changes))
    }

    /// Caches what the file says.
    pub(super) fn learn(&self, Asked(since): Asked, person: u64, name: &str, value: Option<String>) {
        let mut known = self.known();
        if known.closed || known.changes != since || known.changing.contains_key(&person) {
            return;
        }
        if known.people.len() >= PEOPLE {
            known.people.clear();
        }
        known.people.entry(person).or_default().insert(name.to_owned(), value);
    }

    /// Begins a change of a person's preferences.
    pub(super) fn begin(&self, person: u64) {
        let mut known = self.known();
        *known.changing.entry(person).or_default() += 1;
        known.changed(person);
    }

    /// Ends a change, which was written or failed.
    pub(super) fn end(&self, person: u64) {
        let mut known = self.known();
        if let Some(begun) = known.changing.get_mut(&person) {
            *begun -= 1;
            if *begun == 0 {
                known.changing.remove(&person);
            }
        }
        known.changed(person);
    }

    /// Empties the cache for good.
    pub(super) fn close(&self) {
        let mut known = self.known();
        known.closed = true;
        known.people.clear();
    }
}

impl Known {
    fn changed(&mut self, person: u64) {
        self.changes += 1;
        self.people.remove(&person);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(word: &str) -> Option<String> {
        Some(word.to_owned())
    }

    /// Queries a preference, and caches `word` if there was none.
    fn asked(recent: &Recent, word: &str) -> Option<String> {
        recent.ask(1, "ping").unwrap_or_else(|asked| {
            recent.learn(asked, 1, "ping", said(word));
            None
        })
    }

    #[test]
    fn what_was_asked_for_is_at_hand_until_it_changes() {
        let recent = Recent::default();
        assert_eq!(asked(&recent, "dm"), None);
        assert_eq!(asked(&recent, "none"), said("dm"));
        assert!(recent.ask(1, "panel").is_err() && recent.ask(2, "ping").is_err());
        recent.begin(1);
        assert_eq!(asked(&recent, "dm"), None, "nobody knows now");
        assert_eq!(asked(&recent, "dm"), None, "so it is not kept either");
        recent.end(1);
        assert_eq!(asked(&recent, "none"), None);
        assert_eq!(asked(&recent, "dm"), said("none"));
    }

    #[test]
    fn an_answer_that_a_change_has_overtaken_is_not_kept() {
        let recent = Recent::default();
        let before = recent.ask(1, "ping").unwrap_err();
        recent.begin(1);
        let meanwhile = recent.ask(1, "ping").unwrap_err();
        recent.end(1);
        recent.learn(before, 1, "ping", said("dm"));
        recent.learn(meanwhile, 1, "ping", said("dm"));
        assert_eq!(asked(&recent, "none"), None);
    }

    #[test]
    fn a_change_of_which_nobody_knows_the_end_is_never_taken_for_ended() {
        let recent = Recent::default();
        recent.begin(1);
        recent.begin(1);
        recent.end(1);
        assert_eq!(asked(&recent, "dm"), None);
        assert_eq!(asked(&recent, "dm"), None);
    }

    #[test]
    fn what_is_kept_has_an_end() {
        let recent = Recent::default();
        for person in 0..3 * PEOPLE as u64 {
            if let Err(asked) = recent.ask(person, "ping") {
                recent.learn(asked, person, "ping", None);
            }
            assert!(recent.known().people.len() <= PEOPLE);
        }
        recent.close();
        assert!(recent.known().people.is_empty());
        assert_eq!(asked(&recent, "dm"), None);
        assert_eq!(asked(&recent, "dm"), None, "after the end nothing is at hand");
    }
}
