//! Who was forgotten since the start, and at which tables: what messages show them there is recorded no more, nor what their
//! private chat is like.
//!
//! Whoever edits a message or opens a chat records that afterwards, perhaps while its person is forgotten, or later. Such a record
//! would bring back what was deleted. So records are kept out that come too late, and those that are on their way are written
//! before anybody is forgotten, who deletes them. A person who sits down again is no stranger: not at that table, and their chat is
//! noted again wherever they sit.

use std::collections::{HashMap, HashSet};

use tokio::sync::{RwLock, RwLockReadGuard};

use super::{Shown, Unnamed};

/// Those who were forgotten.
#[derive(Default)]
pub(super) struct Parted(RwLock<Forgotten>);

#[derive(Default)]
struct Forgotten {
    /// Those who have sat down nowhere since.
    people: HashSet<u64>,
    /// By table those who have not sat down there since.
    tables: HashMap<u64, Vec<Person>>,
}

struct Person {
    /// Their id in digits, as records have it.
    id: String,
    /// What may be the ids of their private chats.
    chats: Vec<u64>,
}

/// The right to record something, until which nobody is forgotten.
pub(super) struct Permit<'a>(#[expect(dead_code, reason = "held")] RwLockReadGuard<'a, Forgotten>);

impl Parted {
    /// Waits until something may be recorded; `None` if it is about somebody who was forgotten.
    pub(super) async fn permit(&self, shown: &Shown) -> Option<Permit<'_>> {
        let parted = self.0.read().await;
        let theirs = |person: &Person| person.chats.contains(&shown.channel) || shown.note.contains(&person.id);
        let late = parted
            .tables
            .get(&shown.table)
            .is_some_and(|people| people.iter().any(theirs));
        (!late).then_some(Permit(parted))
    }

    /// Waits until something may be noted of a person; `None` if they were forgotten.
    pub(super) async fn permit_of(&self, person: u64) -> Option<Permit<'_>> {
        let parted = self.0.read().await;
        (!parted.people.contains(&person)).then_some(Permit(parted))
    }

    /// Keeps out from now on what is about a person at the tables of these logs, and returns when all before is written.
    pub(super) async fn part(&self, person: u64, preferences: &[(String, String)], logs: &[Unnamed]) {
        let mut parted = self.0.write().await;
        parted.people.insert(person);
        let numbers = || preferences.iter().filter_map(|(_, value)| value.parse().ok());
        for log in logs {
            parted.tables.entry(log.table).or_default().push(Person {
                id: person.to_string(),
                chats: numbers().collect(),
            });
        }
    }

    /// A person sits down at these tables, or was not forgotten after all.
    pub(super) async fn sits(&self, person: u64, tables: &[u64]) {
        let is_parted = |parted: &Forgotten| {
            parted.people.contains(&person) || tables.iter().any(|table| parted.tables.contains_key(table))
        };
        if !is_parted(&*self.0.read().await) {
            return;
        }
        let mut parted = self.0.write().await;
        parted.people.remove(&person);
        let id = person.to_string();
        for table in tables {
            if let Some(people) = parted.tables.get_mut(table) {
                people.retain(|parted| parted.id != id);
            }
        }
    }
}
