//! Who was forgotten at which table since the start: what messages show them there is recorded no more.
//!
//! Whoever edits a message records that afterwards, perhaps while its person is forgotten, or later. Such a record would bring
//! back what was deleted. So records are kept out that come too late, and those that are on their way are written before
//! anybody is forgotten, who deletes them. A person who sits down at the table again is no stranger there.

use std::collections::HashMap;

use tokio::sync::{RwLock, RwLockReadGuard};

use super::{Shown, Unnamed};

/// Those who were forgotten, by table.
#[derive(Default)]
pub(super) struct Parted(RwLock<HashMap<u64, Vec<Person>>>);

struct Person {
    /// Their id in digits, as records have it.
    id: String,
    /// What may be the ids of their private chats.
    chats: Vec<u64>,
}

/// The right to record something, until which nobody is forgotten.
pub(super) struct Permit<'a>(#[expect(dead_code, reason = "held")] RwLockReadGuard<'a, HashMap<u64, Vec<Person>>>);

impl Parted {
    /// Waits until something may be recorded; `None` if it is about somebody who was forgotten.
    pub(super) async fn permit(&self, shown: &Shown) -> Option<Permit<'_>> {
        let parted = self.0.read().await;
        let theirs = |person: &Person| person.chats.contains(&shown.channel) || shown.note.contains(&person.id);
        let late = parted.get(&shown.table).is_some_and(|people| people.iter().any(theirs));
        (!late).then_some(Permit(parted))
    }

    /// Keeps out from now on what is about a person at the tables of these logs, and returns when all before is written.
    pub(super) async fn part(&self, person: u64, preferences: &[(String, String)], logs: &[Unnamed]) {
        let mut parted = self.0.write().await;
        let numbers = || preferences.iter().filter_map(|(_, value)| value.parse().ok());
        for log in logs {
            parted.entry(log.table).or_default().push(Person {
                id: person.to_string(),
                chats: numbers().collect(),
            });
        }
    }

    /// A person sits down at a table, or was not forgotten after all.
    pub(super) async fn sits(&self, person: u64, table: u64) {
        let parted = self.0.read().await.contains_key(&table);
        if parted && let Some(people) = self.0.write().await.get_mut(&table) {
            let id = person.to_string();
            people.retain(|parted| parted.id != id);
        }
    }
}
