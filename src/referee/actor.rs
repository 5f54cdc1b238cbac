//! The task that owns one live table.

use std::sync::Arc;

use tokio::runtime::RuntimeFlavor;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::action::{ActionRequest, Denied};
use super::downtime::Ledger;
use super::event::TableEvent;
use super::fair::Secret;
use super::patience::patience;
use super::session::{Due, TableSession};
use super::table::{Phase, Table};
use super::timers::{Purpose, deadlines};
use super::{Change, Opening, Registry, Settings, TableSnapshot, unavailable};
use crate::games::GameEntry;
use crate::store::{NewTable, StoreError};

/// A request to a table.
pub(super) enum Message {
    /// Somebody asks something.
    Act(ActionRequest, oneshot::Sender<Result<TableSnapshot, Failure>>),
    /// Somebody looks.
    Snapshot(oneshot::Sender<TableSnapshot>),
    /// The bot was removed from the table's server.
    BotRemoved(oneshot::Sender<Result<(), Failure>>),
    /// A timer may be due.
    Tick(oneshot::Sender<()>),
}

/// Why an act came to nothing.
pub(super) enum Failure {
    /// The table says no.
    Denied(Denied),
    /// Somebody else wrote to the table's log, or this same act is in it already: load the table and ask again.
    Moved,
    /// Who was to sit down sits at too many tables: the table in hand has them seated, the stored one has not.
    Crowded,
    /// The store failed.
    Unavailable,
}

impl From<Failure> for Denied {
    fn from(failure: Failure) -> Denied {
        match failure {
            Failure::Denied(denied) => denied,
            Failure::Crowded => Denied::ManyTables,
            Failure::Moved | Failure::Unavailable => Denied::Unavailable,
        }
    }
}

/// A live table and what it needs.
pub(super) struct Actor {
    registry: Arc<Registry>,
    session: TableSession,
    inbox: mpsc::Receiver<Message>,
}

/// What ends a table's waiting.
enum Heard {
    /// Somebody asks.
    Message(Message),
    /// Something is due.
    Due,
    /// Nobody has asked for a while.
    Nobody,
    /// Nobody can ask any more.
    Closed,
}

/// Opens a table: its first entry is committed, and nobody hears of it before.
pub(super) async fn open(
    registry: &Arc<Registry>,
    game: &'static GameEntry,
    opening: Opening,
    secret: Secret,
) -> Result<(), Denied> {
    let at = (registry.settings.now)();
    let create = NewTable {
        channel: opening.channel,
        guild: opening.guild,
        game: game.slug.to_owned(),
        secret: secret.to_bytes(),
    };
    let table = Table::blank(opening.interaction, opening.channel, opening.guild, game, secret);
    let ledger = registry.downtime.read().await;
    let mut session = TableSession::new(table, Vec::new(), ledger.given);
    let Opening {
        interaction,
        host,
        options,
        clock,
        computers,
        arrangement,
        ..
    } = opening;
    let host_id = host.id;
    session.write(
        at,
        &TableEvent::Opened {
            options,
            clock,
            host,
            computers,
            join: interaction,
        },
    )?;
    session.arrange(at, host_id, &arrangement)?;
    let append = session.take(at, Some(interaction), Some(create), &registry.settings);
    match registry.store.append(append).await {
        // The same interaction, delivered twice at once: the other one has opened the table.
        Ok(()) | Err(StoreError::Duplicate | StoreError::Conflict) => {}
        Err(StoreError::Taken) => {
            let table = registry
                .store
                .table_at(opening.channel)
                .await
                .map_err(unavailable)?
                .unwrap_or_default();
            return Err(Denied::ChannelTaken { table });
        }
        Err(StoreError::Crowded) => return Err(Denied::ManyTables),
        Err(error) => {
            // It may stand in the file all the same, and is to be seen then.
            let table = session.table.id;
            let _ = registry.changes.send(Change { table, seq: 0 });
            return Err(unavailable(error));
        }
    }
    let _ = registry.changes.send(Change {
        table: session.table.id,
        seq: session.table.seq,
    });
    Ok(())
}

fn snapshot(session: &TableSession, settings: &Settings) -> TableSnapshot {
    let next = |purpose| matches!(purpose, Some(Purpose::NextRound { .. }));
    TableSnapshot {
        table: Arc::clone(&session.table),
        deadlines: deadlines(&session.table, &session.timers),
        patience: patience(&session.table, &session.timers, settings),
        next_round_at: session
            .timers
            .iter()
            .find(|timer| session.table.phase == Phase::Between && next(Purpose::of(timer)))
            .map(|timer| timer.at),
    }
}

impl Actor {
    pub(super) fn new(registry: Arc<Registry>, session: TableSession, inbox: mpsc::Receiver<Message>) -> Actor {
        Actor {
            registry,
            session,
            inbox,
        }
    }

    /// Serves the table until nobody has asked for a while, or until it must be loaded anew.
    pub(super) async fn run(mut self) {
        loop {
            let message = match self.hear().await {
                Heard::Message(message) => Some(message),
                Heard::Closed => break,
                Heard::Due => None,
                Heard::Nobody => {
                    let mut live = self.registry.live();
                    if !self.inbox.is_empty() {
                        continue;
                    }
                    live.remove(&self.session.table.id);
                    // No word of it in the log: when somebody looked last may depend on what only they see.
                    break;
                }
            };
            let mut ticked = None;
            let registry = Arc::clone(&self.registry);
            let ledger = registry.downtime.read().await;
            self.session.catch_up(&ledger);
            match message {
                None => {}
                Some(Message::Act(request, reply)) => {
                    let answer = Box::pin(self.act(&request)).await;
                    let sound = matches!(answer, Ok(_) | Err(Failure::Denied(_)));
                    if !sound {
                        // Before the asker hears of it, who may ask again at once.
                        self.forget().await;
                        let _ = reply.send(answer);
                        break;
                    }
                    let _ = reply.send(answer);
                }
                Some(Message::Snapshot(reply)) => {
                    let _ = reply.send(snapshot(&self.session, &self.registry.settings));
                }
                Some(Message::BotRemoved(reply)) => {
                    let closed = Box::pin(self.close()).await;
                    if closed.is_err() {
                        self.forget().await;
                        let _ = reply.send(closed);
                        break;
                    }
                    let _ = reply.send(closed);
                }
                Some(Message::Tick(reply)) => ticked = Some(reply),
            }
            if let Err(failure) = Box::pin(self.pass_time(&ledger)).await {
                if !matches!(failure, Failure::Moved) {
                    let table = self.session.table.id;
                    tracing::warn!(table, failure = %Denied::from(failure), "what is due could not be done");
                }
                self.forget().await;
                break;
            }
            if let Some(reply) = ticked {
                let _ = reply.send(());
            }
        }
    }

    /// Waits until somebody asks, something is due, or nobody has asked for too long.
    async fn hear(&mut self) -> Heard {
        let settings = &self.registry.settings;
        let due = self.session.due_in((settings.now)());
        let wait = due.map_or(settings.idle, |due| due.min(settings.idle));
        let hurries = self.session.table.turn_ends().is_some();
        let since = Instant::now();
        let over = tokio::time::sleep(wait);
        tokio::pin!(over);
        loop {
            tokio::select! {
                biased;
                message = self.inbox.recv() => return message.map_or(Heard::Closed, Heard::Message),
                // The clocks' hand comes by too, but not to the tenth of a second: a turn would end late, and what is due
                // would come a little sooner when somebody presses, which tells others of the press.
                () = &mut over => return if wait < settings.idle { Heard::Due } else { Heard::Nobody },
                () = self.registry.crowded.notified(), if !hurries => {
                    if since.elapsed() >= settings.hurried {
                        return Heard::Nobody;
                    }
                }
            }
        }
    }

    /// What is in hand may not be what is stored: the next request loads the table anew.
    async fn forget(&mut self) {
        let mut live = self.registry.live();
        self.inbox.close();
        live.remove(&self.session.table.id);
    }

    async fn act(&mut self, request: &ActionRequest) -> Result<TableSnapshot, Failure> {
        if self.session.table.knows(request.interaction) {
            return Ok(snapshot(&self.session, &self.registry.settings));
        }
        let at = (self.registry.settings.now)();
        if let Err(denied) = self.session.act(at, request, &self.registry.settings) {
            // An action of several entries that failed half-way leaves the table in hand ahead of the store.
            return Err(if self.session.is_dirty() {
                Failure::Unavailable
            } else {
                Failure::Denied(denied)
            });
        }
        let append = self
            .session
            .take(at, Some(request.interaction), None, &self.registry.settings);
        let first = append.after + 1;
        let stored = self.registry.store.append(append).await;
        self.committed(stored)?;
        Arc::make_mut(&mut self.session.table).took(Some(request.interaction), first, at);
        Ok(snapshot(&self.session, &self.registry.settings))
    }

    /// Ends the table because the bot was removed from its server.
    async fn close(&mut self) -> Result<(), Failure> {
        if self.session.table.is_over() {
            return Ok(());
        }
        let at = (self.registry.settings.now)();
        let written = self.session.write(at, &TableEvent::BotRemoved);
        written.map_err(Failure::Denied)?;
        let append = self.session.take(at, None, None, &self.registry.settings);
        let stored = self.registry.store.append(append).await;
        self.committed(stored)
    }

    /// Does what timers that are due ask for, until none is.
    async fn pass_time(&mut self, ledger: &Ledger) -> Result<(), Failure> {
        // Computer players without a pace could play whole matches in one go; people get a word in between.
        const AT_ONCE: usize = 64;
        for _ in 0..AT_ONCE {
            let now = (self.registry.settings.now)();
            if self.registry.downtime.stands_still(ledger, now) {
                return Ok(());
            }
            let Some(due) = self.session.due(now) else {
                return Ok(());
            };
            if due == Due::Thought && self.session.table.has_turn_clock() && !self.inbox.is_empty() {
                // Seconds count here: whoever presses does not wait until sixteen computer players have thought.
                return Ok(());
            }
            // Whoever was just answered goes first.
            tokio::task::yield_now().await;
            let Actor { session, registry, .. } = &mut *self;
            let mut tick = || session.tick(now, &registry.settings);
            let thinks = due == Due::Thought && registry.settings.search > 0;
            // A computer player may think for a while; other tables must not wait for it. That wakes another thread, which
            // nothing else is worth.
            let done = match tokio::runtime::Handle::current().runtime_flavor() {
                RuntimeFlavor::MultiThread if thinks => tokio::task::block_in_place(tick),
                _ => tick(),
            };
            done.map_err(Failure::Denied)?;
            // Even when nothing came of it, the timer must not be found due again.
            let append = self.session.take(now, None, None, &self.registry.settings);
            let stored = self.registry.store.append(append).await;
            self.committed(stored)?;
        }
        Ok(())
    }

    /// Takes what the store says of the last entries.
    fn committed(&mut self, stored: Result<(), StoreError>) -> Result<(), Failure> {
        match stored {
            Ok(()) => {}
            Err(StoreError::Conflict | StoreError::Duplicate) => return Err(Failure::Moved),
            Err(StoreError::Crowded) => return Err(Failure::Crowded),
            Err(error) => {
                unavailable(error);
                // It may stand in the file all the same, and is to be seen then.
                let table = self.session.table.id;
                let _ = self.registry.changes.send(Change { table, seq: 0 });
                return Err(Failure::Unavailable);
            }
        }
        let _ = self.registry.changes.send(Change {
            table: self.session.table.id,
            seq: self.session.table.seq,
        });
        Ok(())
    }
}
