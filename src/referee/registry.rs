//! Waking tables: loading them from the store, and what happens to a table whose log cannot be followed here.
//!
//! A loaded table may owe its log an entry (see [`edition`], and [`Stored::restored`]); the registry stores it before
//! anybody hears of the table. If a log cannot be followed, the registry reports the table once to whoever runs the bot.
//! Whoever may close any other table may close that one too.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot};

use super::action::{Action, ActionRequest, Denied};
use super::actor::{Actor, Failure, Message, News};
use super::edition::{self, FollowedLog};
use super::event::TableEvent;
use super::fair::Secret;
use super::session::TableSession;
use super::table::BrokenLog;
use super::{Change, Live, QUEUE, Referee, Registry, Settings, unavailable};
use crate::rules::SeatSet;
use crate::store::{Append, StoreError, Stored};

/// Rebuilds a table from its log, with the append that must be stored before anybody hears of the table, if any. `given` is
/// the downtime, in milliseconds, already given back to its timers. A restored table draws from the `fresh` secret from now
/// on.
pub(super) fn rebuild(
    stored: Stored,
    fresh: Option<Secret>,
    given: i64,
    settings: &Settings,
) -> Result<(TableSession, Option<Append>), BrokenLog> {
    let FollowedLog { table, owes } = edition::follow(&stored)?;
    let at = (settings.now)();
    let mut session = TableSession::new(table, stored.timers, given);
    let sealed = fresh.is_some();
    // A table that ends with its owed entry draws nothing any more.
    let reseals = fresh.filter(|_| owes != Some(TableEvent::Outdated));
    let owed: Vec<TableEvent> = owes
        .into_iter()
        .chain(reseals.map(|secret| TableEvent::Resealed { secret }))
        .collect();
    for event in &owed {
        let broken = |_| BrokenLog::Outdated(stored.table);
        session.write(at, event).map_err(broken)?;
    }
    let owes = (!owed.is_empty()).then(|| Append {
        sealed,
        ..session.take(at, None, None, settings)
    });
    Ok((session, owes))
}

/// The secret from which a restored table must draw from now on; `None` for any other table.
fn fresh_secret(stored: &Stored) -> Result<Option<Secret>, Denied> {
    let wanted = stored.restored && !stored.over;
    let fresh = wanted.then(Secret::draw).transpose();
    fresh.map_err(|_| Denied::Unavailable)
}

/// The entry that closes a table whose log cannot be followed.
fn closing(stored: &Stored, interaction: Option<u64>, event: &TableEvent, at: i64) -> Append {
    Append {
        interaction,
        entries: serde_json::to_string(event).into_iter().collect(),
        over: true,
        ..Append::new(stored.table, stored.entries.last().map_or(0, |entry| entry.seq), at)
    }
}

impl Referee {
    /// Sends a message to a table's task, and wakes the table first if it sleeps.
    pub(super) async fn ask<T>(
        &self,
        table: u64,
        message: impl Fn(oneshot::Sender<T>) -> Message,
    ) -> Result<T, Denied> {
        // A table may fall asleep between the look-up and the message. It is woken again then, and it recognises a request
        // that it accepted before by the interaction.
        for _ in 0..4 {
            let Some(sender) = self.wake(table).await? else {
                continue;
            };
            let (reply, answer) = oneshot::channel();
            if sender.send(message(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        Err(Denied::Unavailable)
    }

    /// The sender to a table's task. `None` when another writer appended to its log meanwhile: the caller must wake it
    /// again.
    async fn wake(&self, table: u64) -> Result<Option<mpsc::Sender<Message>>, Denied> {
        if let Some(sender) = awake(&self.registry.live(), table) {
            return Ok(Some(sender));
        }
        // The loaded timers include the downtime given back until now.
        let ledger = self.registry.downtime.read().await;
        let stored = self
            .registry
            .store
            .load(table)
            .await
            .map_err(unavailable)?
            .ok_or(Denied::NoTable)?;
        let over = stored.over;
        if !over && !self.registry.store.keeps(stored.guild) {
            return Err(Denied::Unavailable);
        }
        if over && stored.entries.is_empty() {
            return Err(self.registry.thinned(table).await);
        }
        let fresh = fresh_secret(&stored)?;
        let (session, owed) = match rebuild(stored, fresh, ledger.given, &self.registry.settings) {
            Ok(rebuilt) => rebuilt,
            Err(error) => return Err(self.registry.cannot_follow(table, &error, over).await),
        };
        if let Some(append) = owed
            && !self.registry.pay(append).await?
        {
            return Ok(None);
        }
        let mut live = self.registry.live();
        if let Some(sender) = awake(&live, table) {
            return Ok(Some(sender));
        }
        let (sender, receiver) = mpsc::channel(QUEUE);
        live.insert(table, sender.clone());
        self.registry.make_room(live.len());
        // Whoever asked before may have been stopped.
        self.ask_for_beacon(&session.table);
        self.registry
            .tasks
            .spawn(Actor::new(Arc::clone(&self.registry), session, receiver).run());
        Ok(Some(sender))
    }

    /// Whether a table concerns a person who asks in a channel. It agrees with [`Table::concerns`](super::Table::concerns),
    /// and also works for a table whose log cannot be followed.
    pub async fn concerns(&self, table: u64, person: u64, channel: u64) -> bool {
        let store = &self.registry.store;
        store.table_at(channel).await.ok().flatten() == Some(table)
            || store.last_table_at(channel).await.ok().flatten() == Some(table)
            || store.seated(person).await.is_ok_and(|seated| seated.contains(&table))
    }

    /// The denial to tell for a table that could not be asked: a person whom it does not concern hears only that there is
    /// none.
    pub(super) async fn told_to(&self, table: u64, request: &ActionRequest, denied: Denied) -> Denied {
        let strange = matches!(
            denied,
            Denied::Broken | Denied::Newer | Denied::Over | Denied::Outdated | Denied::Thinned { .. }
        );
        match request.from {
            Some(from) if strange && !self.concerns(table, request.who.id, from.channel).await => Denied::NoTable,
            _ => denied,
        }
    }

    /// Closes a table whose log cannot be followed to its end, which frees its channel, and returns the answer to the
    /// asker. Whoever may not close the table gets `denied`.
    pub(super) async fn close_broken(&self, table: u64, request: &ActionRequest, denied: Denied) -> Denied {
        let stored = match self.registry.store.load(table).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return Denied::NoTable,
            Err(error) => return unavailable(error),
        };
        if !request.keeps_order(stored.channel) && edition::host(&stored) != Some(request.who.id) {
            return denied;
        }
        if denied == Denied::Newer && request.action == Action::AskCancel {
            // A newer version could play this table on; nothing can play a broken one on.
            return Denied::Unsure {
                table,
                last: SeatSet::EMPTY,
                own: false,
            };
        }
        let event = TableEvent::closed_by(request.who.id, true);
        let closing = closing(
            &stored,
            Some(request.interaction),
            &event,
            (self.registry.settings.now)(),
        );
        match self.registry.store.append(closing).await {
            Ok(()) | Err(StoreError::Duplicate) => Denied::Over,
            Err(StoreError::Conflict) => denied,
            Err(error) => unavailable(error),
        }
    }
}

/// Tables that end because the bot was removed from their server.
impl Referee {
    /// Ends every table of the servers from which the bot `is_gone`, and returns how many there were. A failure goes to the
    /// program's log; the next start tries again.
    pub async fn close_where(&self, is_gone: impl Fn(u64) -> bool) -> usize {
        let played = match self.registry.store.played_in_guilds().await {
            Ok(played) => played,
            Err(error) => {
                unavailable(error);
                return 0;
            }
        };
        let mut closed = 0;
        for (table, _) in played.into_iter().filter(|(_, guild)| is_gone(*guild)) {
            match self.close_removed(table).await {
                Ok(()) => closed += 1,
                Err(denied) => {
                    tracing::warn!(table, %denied, "a table of a server that the bot is gone from stays open")
                }
            }
        }
        closed
    }

    async fn close_removed(&self, table: u64) -> Result<(), Denied> {
        // Retry once if another writer appended to the log meanwhile.
        for _ in 0..2 {
            match self.ask(table, |reply| Message::News(News::BotRemoved, reply)).await {
                Ok(Err(Failure::Moved)) => {}
                Ok(done) => return done.map_err(Denied::from),
                Err(Denied::Broken | Denied::Newer) => {
                    let stored = self.registry.store.load(table).await.map_err(unavailable)?;
                    let stored = stored.ok_or(Denied::NoTable)?;
                    let closing = closing(&stored, None, &TableEvent::BotRemoved, (self.registry.settings.now)());
                    return self.registry.store.append(closing).await.map_err(unavailable);
                }
                Err(denied) => return Err(denied),
            }
        }
        Err(Denied::Unavailable)
    }
}

/// The sender to a table's task, if the table is in memory.
pub(super) fn awake(live: &Live, table: u64) -> Option<mpsc::Sender<Message>> {
    live.get(&table).filter(|sender| !sender.is_closed()).cloned()
}

/// Locks a mutex for a look-up, during which nothing panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// The tables in memory.
    pub(super) fn live(&self) -> MutexGuard<'_, Live> {
        lock(&self.live)
    }

    /// Asks tables to leave memory if `awake` of them are too many. It does not do so for each new table, because all
    /// tables hear of it.
    fn make_room(&self, awake: usize) {
        let roomy = self.settings.roomy;
        if awake > roomy && (awake - roomy).is_multiple_of(roomy / 16 + 1) {
            self.crowded.notify_waiters();
        }
    }

    /// The denial for a table whose log cannot be followed. It reports the table to whoever runs the bot the first time.
    async fn cannot_follow(&self, table: u64, error: &BrokenLog, over: bool) -> Denied {
        if lock(&self.strange).insert(table) {
            tracing::error!(table, %error, "a stored table cannot be followed");
        }
        match error {
            BrokenLog::Outdated(_) => Denied::Outdated,
            _ if over => Denied::Over,
            BrokenLog::Newer { .. } => Denied::Newer,
            BrokenLog::NoOpening(_) | BrokenLog::Illegal { .. } => Denied::Broken,
        }
    }

    /// Stores what a table that was just loaded owes its log. `false` means that another writer came first.
    async fn pay(&self, append: Append) -> Result<bool, Denied> {
        let change = Change {
            table: append.table,
            seq: append.after + append.entries.len() as u64,
        };
        match self.store.append(append).await {
            Ok(()) => {
                let _ = self.changes.send(change);
                Ok(true)
            }
            Err(StoreError::Conflict | StoreError::Duplicate) => Ok(false),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// Delays the clocks of a table that waits for a newer version.
    pub(super) async fn put_off(&self, table: u64) {
        let put_off = async {
            let Some(stored) = self.store.load(table).await? else {
                return Ok(());
            };
            match edition::put_off(&stored, (self.settings.now)()) {
                Some(append) => self.store.append(append).await,
                None => Ok(()),
            }
        };
        if let Err(error) = put_off.await {
            unavailable(error);
        }
    }
}
