//! Forgetting a person, in the logs as well.
//!
//! In each log that names the person a number takes the place of their id, and nothing the place of their name: people then
//! read "somebody". The number is that log's own. So the log still tells who did what, two who were forgotten at one table
//! stay two, and no log tells that another one is of the same person. (Results do, by a number that ratings need.) Records
//! hold no ids and no names, so they and what `whistle verify` says of them stay as they were. Words of luck stay as well,
//! because draws follow from them.
//!
//! The store writes all logs and the rest in one change. In the log of a table in play it is followed by an entry
//! ([`TableEvent::Forgotten`]): a table in memory that still knows the name cannot append to that log any more, and is loaded
//! anew. A rematch takes people over from the log of the table before: what is written until the logs have changed is found by
//! one more look at the logs that went on meanwhile, and from then on the rematch sees the changed log.
//!
//! Where several bots share a database, each forgets the person at the tables in play that it leads, and any of them does the rest.
//! Who is to be forgotten elsewhere stands in the store first ([`Store::parting`](crate::store::Store::parting)). So a bot that was away
//! does its part after its next start.
//!
//! Nobody is forgotten who still plays at a table. For whoever has left a match, or is replaced there, the computer plays on to
//! its end, and nobody can come back to that seat: they leave the match with that, which ends it if nobody else is there.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::Value;

use super::action::{Action, ActionRequest, Denied};
use super::actor::Message;
use super::event::{Person, TableEvent};
use super::holder::Holder;
use super::registry::{awake, rebuild};
use super::{Arrangement, Change, Referee, Registry, edition, unavailable};
use crate::store::{Append, Cluster, Parting, StoreError, Stored, Unnamed};

/// How often it is tried, while others append to the logs or begin new ones.
const TRIES: u32 = 8;
/// By how much Discord's clock and this one may differ, in milliseconds.
const CLOCKS_DIFFER_MS: i64 = 60_000;
/// How long after its moment an entry may still be written, in milliseconds: far longer than the store is ever waited for.
const WRITTEN_MS: i64 = 600_000;
/// What is no id of a person, though it is a number of Discord's.
const INTERACTIONS: [&str; 2] = ["join", "rematch_of"];

/// Where somebody is forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forgotten {
    /// Everywhere.
    Everywhere,
    /// At tables of a bot that is away, they are forgotten when it is back; everywhere else by now.
    Later,
}

impl ActionRequest {
    /// Whether somebody leaves who is to be forgotten. No interaction of Discord's has such a number.
    pub(super) fn is_parting(&self) -> bool {
        Person::is_forgotten(self.interaction)
    }
}

impl Referee {
    /// Forgets a person: their settings, their places on leaderboards, and their id and name in all logs.
    ///
    /// # Errors
    /// When the store fails, or the person still plays at a table.
    pub async fn forget(&self, person: u64) -> Result<Forgotten, Denied> {
        self.must_have_left(person, true).await?;
        let asked = self.ask_others(person, None).await?;
        self.forget_here(person).await?;
        match asked {
            Some(cluster) => others_have_forgotten(&cluster, person).await,
            None => Ok(Forgotten::Everywhere),
        }
    }

    /// Forgets a person but for the tables in play of other bots.
    async fn forget_here(&self, person: u64) -> Result<(), Denied> {
        let mut since = i64::MIN;
        for _ in 0..TRIES {
            match self.must_have_left(person, false).await {
                // They came back after all of before was forgotten.
                Err(Denied::StillPlays { .. }) if since > i64::MIN => return Ok(()),
                left => left?,
            }
            let now = (self.registry.settings.now)();
            match self.try_to_forget(person, since, None).await? {
                Looked::FoundNothing => return Ok(()),
                // All logs that went on before were read. An entry is written a little after its moment.
                Looked::Forgot => since = now.saturating_sub(WRITTEN_MS),
                Looked::GoAgain => {}
            }
        }
        Err(Denied::Unavailable)
    }

    /// Forgets a person who has gone at the moment `at` (milliseconds since the epoch): they leave every table first, as if they
    /// had pressed the buttons for that. Nobody is forgotten who has come back since.
    ///
    /// # Errors
    /// When the store fails, or the person has sat down again meanwhile.
    pub async fn let_go(&self, person: u64, at: i64) -> Result<(), Denied> {
        if self.came_after(person, at.saturating_add(CLOCKS_DIFFER_MS)).await? {
            return Ok(());
        }
        self.ask_others(person, Some(at)).await?;
        for table in self.registry.store.seated(person).await.map_err(unavailable)? {
            if self.led_elsewhere(table).await?.is_none() {
                self.leave(person, table).await;
            }
        }
        self.forget_here(person).await
    }

    /// For ever forgets whom other bots were asked to forget, at the tables that this one leads.
    pub async fn keep_parting(&self) {
        const EVERY: Duration = Duration::from_secs(1);
        loop {
            let parted = self.part_all().await;
            if let Err(denied) = &parted {
                tracing::debug!(%denied, "somebody is not forgotten yet");
            }
            if parted.is_ok() && self.registry.store.cluster().is_none() {
                // Nobody else asks.
                return;
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    async fn part_all(&self) -> Result<(), Denied> {
        let mut all = Ok(());
        for parting in self.registry.store.parting().await.map_err(unavailable)? {
            all = self.part(parting).await.and(all);
        }
        all
    }

    /// Forgets a person at one table, unless they have come back. What is kept of them since is not touched.
    async fn part(&self, parting: Parting) -> Result<(), Denied> {
        let Parting { person, table, gone_at } = parting;
        if let Some(at) = gone_at {
            if self.came_after(person, at.saturating_add(CLOCKS_DIFFER_MS)).await? {
                let stays = self.registry.store.forget_at(person, table, None).await;
                return stays.map_err(unavailable);
            }
            self.leave(person, table).await;
        }
        for _ in 0..TRIES {
            self.must_have_left_table(person, table).await?;
            if !matches!(
                self.try_to_forget(person, i64::MIN, Some(table)).await?,
                Looked::GoAgain
            ) {
                return Ok(());
            }
        }
        Err(Denied::Unavailable)
    }

    /// Asks the other bots to forget a person at their tables in play. Returns the other bots if there are such tables.
    async fn ask_others(&self, person: u64, gone_at: Option<i64>) -> Result<Option<Cluster>, Denied> {
        let store = &self.registry.store;
        let Some(cluster) = store.cluster() else {
            return Ok(None);
        };
        let mut tables = Vec::new();
        for table in store.naming(person, i64::MIN).await.map_err(unavailable)? {
            if self.led_elsewhere(table).await?.is_some() {
                tables.push(table);
            }
        }
        if tables.is_empty() {
            return Ok(None);
        }
        cluster.part(person, &tables, gone_at).await.map_err(unavailable)?;
        Ok(Some(cluster))
    }

    /// Whether another bot over the same database has a table.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn is_elsewhere(&self, table: u64) -> Result<bool, StoreError> {
        match self.registry.store.cluster() {
            Some(cluster) => Ok(cluster.other_shard_of(table).await?.is_some()),
            None => Ok(false),
        }
    }

    /// A table in play of another bot, as it is stored.
    async fn led_elsewhere(&self, table: u64) -> Result<Option<Stored>, Denied> {
        let store = &self.registry.store;
        if store.cluster().is_none() {
            return Ok(None);
        }
        let stored = store.load(table).await.map_err(unavailable)?;
        Ok(stored.filter(|stored| !stored.over && !store.keeps(stored.guild)))
    }

    /// Lets a person leave a table.
    async fn leave(&self, person: u64, table: u64) {
        let leave = |action| self.act(table, self.parting(person, action));
        if let Err(Denied::UnsureToLeave { what: told, .. }) = leave(Action::AskLeave).await {
            // Whether they have left, the table tells.
            let _ = leave(Action::Leave { told }).await;
        }
    }

    /// Whether a person has sat down at a table, has come back to one, or has answered a position of the day, after this moment.
    /// A result does not say so: a match goes on without them.
    async fn came_after(&self, person: u64, at: i64) -> Result<bool, Denied> {
        let store = &self.registry.store;
        let own = store.own(person).await.map_err(unavailable)?;
        if own.daily.iter().any(|answer| answer.at > at) {
            return Ok(true);
        }
        for table in store.naming(person, at).await.map_err(unavailable)? {
            let stored = store.load(table).await.map_err(unavailable)?;
            let later = stored
                .iter()
                .flat_map(|stored| &stored.entries)
                .filter(|entry| entry.at > at);
            let mut events = later.filter_map(|entry| serde_json::from_str(&entry.event).ok());
            let followed = stored.as_ref().and_then(|stored| edition::follow(stored).ok());
            let own = followed.and_then(|followed| followed.table.seat_of(person));
            let sits = |event: TableEvent| match event {
                TableEvent::Opened { host: who, .. }
                | TableEvent::Sat { person: who, .. }
                | TableEvent::SatOn { person: who, .. } => who.id == person,
                TableEvent::Returned { seat } => own == Some(seat),
                _ => false,
            };
            if events.any(sits) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A request that no interaction of Discord's brought ([`ActionRequest::is_parting`]). Its number is as great as none of these.
    fn parting(&self, person: u64, action: Action) -> ActionRequest {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let moment = (self.registry.settings.now)().unsigned_abs() << 20;
        ActionRequest {
            interaction: Person::FORGOTTEN | moment | (NEXT.fetch_add(1, Ordering::Relaxed) & 0xF_FFFF),
            who: Person {
                id: person,
                name: String::new(),
            },
            from: None,
            action,
        }
    }

    /// Refuses to forget somebody who still plays, here or `anywhere`.
    async fn must_have_left(&self, person: u64, anywhere: bool) -> Result<(), Denied> {
        for table in self.registry.store.seated(person).await.map_err(unavailable)? {
            if let Some(stored) = self.led_elsewhere(table).await? {
                let followed = edition::follow(&stored).ok().filter(|_| anywhere);
                if followed.is_some_and(|followed| followed.table.present().any(|(_, who)| who.id == person)) {
                    let channel = stored.channel;
                    return Err(Denied::StillPlays { channel });
                }
                continue;
            }
            self.must_have_left_table(person, table).await?;
        }
        Ok(())
    }

    async fn must_have_left_table(&self, person: u64, table: u64) -> Result<(), Denied> {
        match self.snapshot(table).await {
            // Where a match is over, seats tell who has played.
            Ok(Some(snapshot)) if snapshot.table.is_over() => Ok(()),
            Ok(Some(snapshot)) if snapshot.table.present().any(|(_, who)| who.id == person) => {
                let channel = snapshot.table.channel;
                Err(Denied::StillPlays { channel })
            }
            Err(Denied::Unavailable) => Err(Denied::Unavailable),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// Looks through all logs that went on since a moment, or through that of one table, and forgets the person there.
    async fn try_to_forget(&self, person: u64, since: i64, at: Option<u64>) -> Result<Looked, Denied> {
        let store = &self.registry.store;
        let (mut logs, mut live) = (Vec::new(), Vec::new());
        let naming = store.naming(person, since).await.map_err(unavailable)?;
        for table in naming.into_iter().filter(|table| at.is_none_or(|at| at == *table)) {
            match store.load(table).await.map_err(unavailable)? {
                Some(mut stored) if stored.over => logs.extend(without(&mut stored, person)),
                // Its bot does that.
                Some(stored) if !store.keeps(stored.guild) => {}
                Some(_) => live.push(table),
                None => {}
            }
        }
        for table in &live {
            // What the table owes its log is written now.
            let _ = self.snapshot(*table).await;
        }
        // The loaded timers include the downtime given back until now.
        let ledger = self.registry.downtime.read().await;
        for table in live {
            let Some(mut stored) = store.load(table).await.map_err(unavailable)? else {
                continue;
            };
            let Some(mut log) = without(&mut stored, person) else {
                continue;
            };
            log.append = match self.mark(stored, ledger.given) {
                Ok(append) => append,
                Err(Owes) => return Ok(Looked::GoAgain),
            };
            logs.push(log);
        }
        let alone = self.registry.forgetting.write().await;
        let forgotten = match at {
            None => store.forget(person, logs.clone()).await,
            Some(table) => store.forget_at(person, table, logs.first().cloned()).await,
        };
        match forgotten {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Ok(Looked::GoAgain),
            Err(error) => return Err(unavailable(error)),
        }
        drop((alone, ledger));
        for log in &logs {
            self.load_anew(log).await;
        }
        Ok(match logs.is_empty() {
            true => Looked::FoundNothing,
            false => Looked::Forgot,
        })
    }

    /// The entry for the log of a table in play; `None` for a log that nobody here can follow, and so has in memory.
    fn mark(&self, stored: Stored, given: i64) -> Result<Option<Append>, Owes> {
        let (settings, restored, over) = (&self.registry.settings, stored.restored, stored.over);
        let Ok((mut session, owed)) = rebuild(stored, None, given, settings) else {
            return Ok(None);
        };
        if owed.is_some() || restored || over {
            return Err(Owes);
        }
        let at = (settings.now)();
        session.write(at, &TableEvent::Forgotten).map_err(|_| Owes)?;
        while let Some((seat, person)) = session.table.forgotten_in_absence() {
            let left = session.table.leaving(seat, person);
            session.write(at, &left).map_err(|_| Owes)?;
        }
        Ok(Some(session.take(at, None, None, settings)))
    }

    /// Takes a table out of memory, and has its messages brought up to date.
    async fn load_anew(&self, log: &Unnamed) {
        let table = log.table;
        let sender = awake(&self.registry.live(), table);
        if let Some(sender) = sender {
            let _ = sender.send(Message::Reload).await;
        }
        if let Some(append) = &log.append {
            let seq = log.last + append.entries.len() as u64;
            let _ = self.registry.changes.send(Change { table, seq });
        }
    }
}

impl Registry {
    /// An arrangement whose people are those whom the table before still names. The caller holds [`Registry::forgetting`]
    /// until the arrangement is stored.
    pub(super) async fn who_is_known(&self, arrangement: &Arrangement) -> Result<Arrangement, Denied> {
        let mut known = arrangement.clone();
        let before = match arrangement.rematch_of {
            Some(before) => self.store.load(before).await.map_err(unavailable)?,
            None => None,
        };
        let Some(before) = before else {
            return Ok(known);
        };
        let seats = edition::follow(&before).map(|followed| followed.table.seats);
        let seats: Vec<Option<u64>> = seats.unwrap_or_default().iter().map(Holder::id).collect();
        known.former.retain(|(person, _)| seats.contains(&Some(*person)));
        if !known.kept_seats.is_empty() {
            known.kept_seats = seats;
        }
        Ok(known)
    }
}

/// Waits a little until other bots have forgotten a person.
async fn others_have_forgotten(cluster: &Cluster, person: u64) -> Result<Forgotten, Denied> {
    const LOOKS: u32 = 20;
    const PAUSE: Duration = Duration::from_millis(200);
    for _ in 0..LOOKS {
        tokio::time::sleep(PAUSE).await;
        if !cluster.is_parting(person).await.map_err(unavailable)? {
            return Ok(Forgotten::Everywhere);
        }
    }
    Ok(Forgotten::Later)
}

/// What a look through the logs came to.
enum Looked {
    /// No log names the person.
    FoundNothing,
    /// The person is forgotten, but somebody may have appended to a log meanwhile, or begun one.
    Forgot,
    /// Something was in the way.
    GoAgain,
}

/// The table has to write something else first, or has ended meanwhile.
struct Owes;

/// Takes a person out of a log; `None` if the log does not name them.
fn without(stored: &mut Stored, person: u64) -> Option<Unnamed> {
    // Outside of servers a table stands in the private chat of its host, who may have named others there.
    let opened = stored.entries.first().map(|entry| serde_json::from_str(&entry.event));
    let hosts = matches!(opened, Some(Ok(TableEvent::Opened { host, .. })) if host.id == person);
    let chat = (stored.guild.is_none() && hosts).then_some(stored.channel);
    let read = stored.entries.iter().map(|entry| serde_json::from_str(&entry.event));
    let mut events: Vec<Value> = read.map(Result::unwrap_or_default).collect();
    let forgotten = events.iter().filter_map(greatest).max();
    let number = forgotten
        .filter(|id| Person::is_forgotten(*id))
        .map_or(Person::FORGOTTEN, |id| id + 1);
    let mut entries = Vec::new();
    for (entry, event) in stored.entries.iter_mut().zip(&mut events) {
        if rename(event, person, number) {
            entry.event = event.to_string();
            entries.push((entry.seq, entry.event.clone()));
        }
    }
    (!entries.is_empty()).then(|| Unnamed {
        table: stored.table,
        last: stored.entries.last().map_or(0, |entry| entry.seq),
        entries,
        chat,
        append: None,
    })
}

/// The greatest number in an event.
fn greatest(event: &Value) -> Option<u64> {
    match event {
        Value::Number(number) => number.as_u64(),
        Value::Array(items) => items.iter().filter_map(greatest).max(),
        Value::Object(fields) => fields.values().filter_map(greatest).max(),
        _ => None,
    }
}

/// Puts a number in the place of a person's id wherever it stands in an event, and nothing in the place of their name. It reads
/// no more of the event than that: a newer version may have written it.
fn rename(event: &mut Value, person: u64, number: u64) -> bool {
    match event {
        Value::Number(id) if id.as_u64() == Some(person) => {
            *event = number.into();
            true
        }
        Value::Array(items) => {
            let mut changed = false;
            for item in items {
                changed |= rename(item, person, number);
            }
            changed
        }
        Value::Object(fields) => {
            if fields.get("id").and_then(Value::as_u64) == Some(person) {
                fields.insert("name".to_owned(), "".into());
            }
            let mut changed = false;
            for (key, field) in fields {
                changed |= !INTERACTIONS.contains(&key.as_str()) && rename(field, person, number);
            }
            changed
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_person_goes_out_of_every_field_but_those_of_interactions() {
        let mut event = json!({
            "host": { "id": 77, "name": "Zoe" },
            "guest": { "id": 78, "name": "Zoe" },
            "former": [[77, 1], [78, 0]],
            "people": [null, 77],
            "invited": 77,
            "join": 77,
            "rematch_of": 77,
            "word": "77 Zoe",
        });
        assert!(rename(&mut event, 77, Person::FORGOTTEN));
        let number = Person::FORGOTTEN;
        let renamed = json!({
            "host": { "id": number, "name": "" },
            "guest": { "id": 78, "name": "Zoe" },
            "former": [[number, 1], [78, 0]],
            "people": [null, number],
            "invited": number,
            "join": 77,
            "rematch_of": 77,
            "word": "77 Zoe",
        });
        assert_eq!(event, renamed);
        assert!(
            !rename(&mut event, 77, Person::FORGOTTEN + 1),
            "nothing is left to rename"
        );
        assert_eq!(greatest(&event), Some(Person::FORGOTTEN));
    }
}
