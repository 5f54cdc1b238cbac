//! What people prefer, as far as it was asked for lately.
//!
//! Every panel of every table asks for its holder's preferences, and nearly always for what was said once, long ago. A
//! preference is kept here from the first question to the next change; only this process may change it, as long as it serves.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Of how many people. When there are more, all are asked for again.
const PEOPLE: usize = 10_000;

/// The preferences that are at hand.
#[derive(Default)]
pub(super) struct Recent(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// By person, and by name; `None` for what the person has never said.
    people: HashMap<u64, BTreeMap<String, Option<String>>>,
    /// How many changes of a person have begun and not ended. One whose asker has gone away never ends here, though it may
    /// still be written: then that person's are not kept at hand again.
    changing: HashMap<u64, usize>,
    /// How often anything was changed.
    changes: u64,
    closed: bool,
}

/// When a question was asked: its answer is kept only if nothing has changed since.
#[derive(Clone, Copy)]
pub(super) struct Asked(u64);

impl Recent {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A preference, if it is at hand.
    pub(super) fn ask(&self, person: u64, name: &str) -> Result<Option<String>, Asked> {
        let known = self.known();
        let kept = known.people.get(&person).and_then(|names| names.get(name));
        kept.cloned().ok_or(Asked(known.changes))
    }

    /// Keeps what the file says.
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

    /// What a person prefers is about to change.
    pub(super) fn begin(&self, person: u64) {
        let mut known = self.known();
        *known.changing.entry(person).or_default() += 1;
        known.changed(person);
    }

    /// It has changed, or will not.
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

    /// Knows nothing from now on.
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

    /// Asks, and keeps this if it was not at hand.
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
