//! Forgetting people, and asking other bots for it.

use super::{Kept, Paper, Sheets};
use crate::store::forgetting::{self, NOWHERE};
use crate::store::{NewResult, Shown, StoreError, Stored, Unnamed};

impl Paper {
    /// Asks the bots of these tables to forget a person there.
    pub(in crate::store::testing::simulated) fn part(&self, person: u64, tables: &[u64], gone_at: Option<i64>) {
        let mut sheets = self.sheets();
        for table in tables {
            let gone = sheets.parting.entry((person, *table)).or_insert(gone_at);
            *gone = gone_at.and(*gone);
        }
    }

    /// Whether a person has still to be forgotten somewhere.
    pub(in crate::store::testing::simulated) fn is_parting(&self, person: u64) -> bool {
        self.sheets().parting.keys().any(|(who, _)| *who == person)
    }
}

impl Sheets {
    /// Forgets a person, at one table alone if there is one; `is_own` says of which tables the bot that writes can do so.
    pub(super) fn forget(
        &mut self,
        person: u64,
        logs: &[Unnamed],
        at: Option<u64>,
        is_own: impl Fn(&Stored) -> bool,
    ) -> Kept<()> {
        let last = |log: &Unnamed| {
            self.tables
                .get(&log.table)
                .map(|sheet| sheet.stored.entries.len() as u64)
        };
        if logs.iter().any(|log| last(log) != Some(log.last)) {
            return Err(StoreError::Conflict);
        }
        let tables = &self.tables;
        let owns = |table: u64| tables.get(&table).is_none_or(|sheet| is_own(&sheet.stored));
        self.parting
            .retain(|(who, table), _| *who != person || at.is_some_and(|at| at != *table) || !owns(*table));
        let theirs = self.preferences.iter().filter(|((whose, _), _)| *whose == person);
        let values: Vec<String> = theirs.map(|(_, value)| value.clone()).collect();
        let mut chats = forgetting::chats(&values, logs);
        let theirs = |(_, _, result, known): &&(u64, i64, NewResult, bool)| *known && result.person == Some(person);
        let played_in = self
            .results
            .iter()
            .filter(theirs)
            .map(|(table, ..)| &self.tables[table].stored);
        chats.extend(
            played_in
                .filter(|stored| stored.guild.is_none())
                .map(|stored| stored.channel),
        );
        for log in logs {
            if let Some(sheet) = self.tables.get_mut(&log.table) {
                sheet.seated.remove(&person);
                sheet.named.remove(&person);
                for (seq, event) in &log.entries {
                    sheet.stored.entries[*seq as usize - 1].event.clone_from(event);
                }
            }
            let named = |row: &Shown| chats.contains(&row.channel) || row.note.contains(&person.to_string());
            self.shown.retain(|_, row| row.table != log.table || !named(row));
            log.append.iter().try_for_each(|append| self.append(append))?;
        }
        if at.is_some() {
            chats = forgetting::chats(&[], logs);
        }
        let tables = self.tables.values_mut().map(|sheet| &mut sheet.stored);
        tables
            .filter(|stored| stored.over && stored.guild.is_none() && chats.contains(&stored.channel))
            .for_each(|stored| stored.channel = NOWHERE);
        self.seals.retain(|home, _| !chats.contains(home));
        for (table, _, result, known) in &mut self.results {
            let here = at.is_none_or(|at| at == *table);
            *known &= result.person != Some(person) || !here;
        }
        if at.is_some() {
            return Ok(());
        }
        self.preferences.retain(|(whose, _), _| *whose != person);
        self.daily.retain(|(whose, ..), _| *whose != person);
        Ok(())
    }
}
