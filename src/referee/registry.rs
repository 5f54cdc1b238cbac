//! Waking tables: what is loaded, and what becomes of a table that cannot be followed here.
//!
//! A table may owe its log an entry when it is loaded (see [`edition`], and [`Stored::restored`]); that is stored before anybody
//! hears of the table. One that cannot be followed is told to whoever runs the bot once, and can be closed by whoever may
//! close any other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot};

use super::action::{Action, ActionRequest, Denied};
use super::actor::{Actor, Failure, Message};
use super::edition::{self, Followed};
use super::event::TableEvent;
use super::fair::Secret;
use super::session::TableSession;
use super::table::BrokenLog;
use super::{Change, Live, QUEUE, Referee, Registry, Settings, unavailable};
use crate::store::{Append, StoreError, Stored};

/// Makes a table from its log, with what must be stored before anybody hears of it, if anything; its timers are those after
/// so many milliseconds were given back. One that was restored draws from the `fresh` secret from now on.
fn rebuild(
    stored: Stored,
    fresh: Option<Secret>,
    given: i64,
    settings: &Settings,
) -> Result<(TableSession, Option<Append>), BrokenLog> {
    let Followed { table, owes } = edition::follow(&stored)?;
    let at = (settings.now)();
    let mut session = TableSession::new(table, stored.timers, given);
    let sealed = fresh.is_some();
    // One that ends with what it owes draws nothing any more.
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

/// The secret from which a table is to draw that was restored.
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
    /// Asks a table, which is woken for it if it sleeps.
    pub(super) async fn ask<T>(
        &self,
        table: u64,
        message: impl Fn(oneshot::Sender<T>) -> Message,
    ) -> Result<T, Denied> {
        // A table may fall asleep between finding it and asking it; it is woken again, and an act that it took before
        // is recognised by its interaction.
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

    /// Who is to be asked for a table; `None` when its log moved on while it was woken, so that it is to be woken again.
    async fn wake(&self, table: u64) -> Result<Option<mpsc::Sender<Message>>, Denied> {
        if let Some(sender) = awake(&self.registry.live(), table) {
            return Ok(Some(sender));
        }
        // Its timers go by what was given back until now.
        let ledger = self.registry.downtime.read().await;
        let stored = self
            .registry
            .store
            .load(table)
            .await
            .map_err(unavailable)?
            .ok_or(Denied::NoTable)?;
        let over = stored.over;
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
        self.registry
            .tasks
            .spawn(Actor::new(Arc::clone(&self.registry), session, receiver).run());
        Ok(Some(sender))
    }

    /// Whether a table is any business of a person who asks in a channel, as [`Table::concerns`](super::Table::concerns) says
    /// of one that can be followed.
    pub async fn concerns(&self, table: u64, person: u64, channel: u64) -> bool {
        let store = &self.registry.store;
        store.table_at(channel).await.ok().flatten() == Some(table)
            || store.last_table_at(channel).await.ok().flatten() == Some(table)
            || store.seated(person).await.is_ok_and(|seated| seated.contains(&table))
    }

    /// What somebody is told of a table that could not be asked: nobody hears of one that is not their business.
    pub(super) async fn told_to(&self, table: u64, request: &ActionRequest, denied: Denied) -> Denied {
        let strange = matches!(denied, Denied::Broken | Denied::Newer | Denied::Over | Denied::Outdated);
        match request.from {
            Some(from) if strange && !self.concerns(table, request.who.id, from.channel).await => Denied::NoTable,
            _ => denied,
        }
    }

    /// Closes a table whose log cannot be followed to its end, so that its channel is free again; what comes of it. It is
    /// `denied` to those who may not.
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
            // It could be played on; a broken one never can.
            return Denied::Unsure { table };
        }
        let event = TableEvent::Cancelled {
            person: Some(request.who.id),
        };
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
    /// Ends every table of the servers that the bot `is_gone` from, and gives how many there were. What fails is told to the
    /// log; it is done with the next start.
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
        // Once more when the log had moved on under us.
        for _ in 0..2 {
            match self.ask(table, Message::BotRemoved).await {
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

/// Who is to be asked for a table, if it is in memory.
fn awake(live: &Live, table: u64) -> Option<mpsc::Sender<Message>> {
    live.get(&table).filter(|sender| !sender.is_closed()).cloned()
}

/// Locks what is only looked at; nothing panics meanwhile.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Registry {
    /// The tables in memory.
    pub(super) fn live(&self) -> MutexGuard<'_, Live> {
        lock(&self.live)
    }

    /// Sends tables to sleep if so many in memory are too many; not at each new one, for all of them hear of it.
    fn make_room(&self, awake: usize) {
        let roomy = self.settings.roomy;
        if awake > roomy && (awake - roomy).is_multiple_of(roomy / 16 + 1) {
            self.crowded.notify_waiters();
        }
    }

    /// Why a table cannot be played on, after whoever runs the bot has been told once.
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

    /// Stores what a table that was just loaded owes its log; whether nobody else has written to it meanwhile.
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

    /// Puts the clocks of a table off that waits for a newer version.
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
