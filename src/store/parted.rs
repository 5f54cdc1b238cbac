//! Who was forgotten since the start, and at which tables: what messages show them there is recorded no more, nor what their
//! private chat is like.
//!
//! Whoever edits a message or opens a chat records that afterwards, perhaps while its person is forgotten, or later. Such a record
//! would bring back what was deleted. So whoever forgets waits until the records are written that are on their way, deletes them, and
//! lets others record again when all is deleted. From then on a record about a forgotten person is kept out, until the database says
//! that they sit: at that table, or for their chat at any table.

use std::collections::{HashMap, HashSet};

use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::change::Change;
use super::error::StoreError;
use super::forgetting::chats;
use super::{Shown, Store, Unnamed};

/// Those who were forgotten.
#[derive(Default)]
pub(super) struct Parted(RwLock<Forgotten>);

#[derive(Default)]
struct Forgotten {
    /// Those who were not found at a table since.
    people: HashSet<u64>,
    /// By table those who were not found there since.
    tables: HashMap<u64, Vec<Person>>,
}

struct Person {
    id: u64,
    /// What may be the ids of their private chats.
    chats: Vec<u64>,
}

impl Forgotten {
    /// The forgotten people at a table whom a record is about.
    fn shown_to(&self, shown: &Shown) -> Vec<u64> {
        let theirs =
            |person: &&Person| person.chats.contains(&shown.channel) || shown.note.contains(&person.id.to_string());
        let people = self.tables.get(&shown.table).into_iter().flatten();
        people.filter(theirs).map(|person| person.id).collect()
    }

    /// Adds a person at these tables. Returns whether they were not here before.
    fn part(&mut self, person: u64, chats: &[u64], tables: &[u64]) -> bool {
        for table in tables {
            self.tables.entry(*table).or_default().push(Person {
                id: person,
                chats: chats.to_vec(),
            });
        }
        self.people.insert(person)
    }

    /// Takes back what the last [`part`](Self::part) has added.
    fn unpart(&mut self, person: u64, tables: &[u64], new: bool) {
        for table in tables {
            self.tables.entry(*table).or_default().pop();
        }
        if new {
            self.people.remove(&person);
        }
    }

    /// A person sits at these tables.
    fn sits(&mut self, person: u64, tables: &[u64]) {
        if !tables.is_empty() {
            self.people.remove(&person);
        }
        for table in tables {
            if let Some(people) = self.tables.get_mut(table) {
                people.retain(|parted| parted.id != person);
            }
        }
    }
}

/// The right to be forgotten, also by what is recorded later.
impl Store {
    /// Forgets a person. Preferences and names are deleted. Results become anonymous and leave all leaderboards. The `logs` are
    /// those that name the person, without them. Afterwards no row tells the person's id or name, nor any byte of a file of
    /// up to 64 MiB and of its write-ahead log, as soon as nobody reads there. A longer file is clean after the next start.
    ///
    /// # Errors
    /// [`StoreError::Conflict`]: one of the logs does not end where its caller knew, and nothing is forgotten.
    pub async fn forget(&self, person: u64, logs: Vec<Unnamed>) -> Result<(), StoreError> {
        self.forget_in(person, logs, None).await
    }

    /// Forgets a person at one table in play alone, and takes that off the list of [`Store::parting`]. The `log` is that of the
    /// table, if it names the person.
    ///
    /// # Errors
    /// As [`Store::forget`].
    pub async fn forget_at(&self, person: u64, table: u64, log: Option<Unnamed>) -> Result<(), StoreError> {
        self.forget_in(person, log.into_iter().collect(), Some(table)).await
    }

    async fn forget_in(&self, person: u64, logs: Vec<Unnamed>, at: Option<u64>) -> Result<(), StoreError> {
        let mut parted = self.parted.0.write().await;
        let preferences = match logs.is_empty() {
            true => Vec::new(),
            false => self.own(person).await?.preferences,
        };
        let values: Vec<String> = preferences.into_iter().map(|(_, value)| value).collect();
        let chats = chats(&values, &logs);
        let tables: Vec<u64> = logs.iter().map(|log| log.table).collect();
        // Before the change, which may be written though nobody waits for it any more.
        let new = parted.part(person, &chats, &tables);
        let forgotten = self.change(person, Change::Forget { person, logs, at }).await;
        // A commit that failed may have been written all the same.
        if !matches!(forgotten, Ok(()) | Err(StoreError::Failed(_))) {
            parted.unpart(person, &tables, new);
        }
        forgotten
    }

    /// Records what a message shows, in place of the earlier record of the same table and slot. Nothing is recorded of a
    /// message to somebody who was forgotten at that table and has not sat down there since.
    pub async fn set_shown(&self, shown: &Shown) -> Result<(), StoreError> {
        let Some(_permit) = self.permit(|parted| parted.shown_to(shown)).await? else {
            return Ok(());
        };
        self.write(Change::SetShown(shown.clone())).await
    }

    /// Sets a preference that the bot notes by itself. Returns whether it is kept: nothing is noted of
    /// somebody who was forgotten and has sat down nowhere since.
    pub async fn note_preference(&self, person: u64, name: &str, value: &str) -> Result<bool, StoreError> {
        let strangers = |parted: &Forgotten| parted.people.get(&person).copied().into_iter().collect();
        let Some(_permit) = self.permit(strangers).await? else {
            return Ok(false);
        };
        self.set_preference(person, name, value).await.map(|()| true)
    }

    /// Waits until something may be recorded, and lets nobody be forgotten until then; `None` if some of the `strangers` whom
    /// the record is about do not sit again.
    async fn permit(
        &self,
        strangers: impl Fn(&Forgotten) -> Vec<u64>,
    ) -> Result<Option<RwLockReadGuard<'_, Forgotten>>, StoreError> {
        let parted = self.parted.0.read().await;
        if strangers(&parted).is_empty() {
            return Ok(Some(parted));
        }
        drop(parted);
        let mut parted = self.parted.0.write().await;
        for person in strangers(&parted) {
            let tables = self.seated(person).await?;
            parted.sits(person, &tables);
        }
        let parted = RwLockWriteGuard::downgrade(parted);
        Ok(strangers(&parted).is_empty().then_some(parted))
    }
}
