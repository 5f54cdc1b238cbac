//! The task that owns one live table.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::RuntimeFlavor;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::action::{ActionRequest, Denied};
use super::downtime::Ledger;
use super::event::TableEvent;
use super::fair::Secret;
use super::patience::patience;
use super::session::{Due, TableSession};
use super::table::{Phase, Table};
use super::thought::{Question, Thought};
use super::timers::{Purpose, deadlines};
use super::{Change, Opening, Registry, Settings, TableSnapshot, unavailable};
use crate::beacon::Beacon;
use crate::games::GameEntry;
use crate::store::{Append, NewTable, StoreError, Succession};

/// A message to a table's task.
pub(super) enum Message {
    /// A person's request.
    Act(ActionRequest, oneshot::Sender<Result<TableSnapshot, Failure>>),
    /// Somebody wants a snapshot.
    Snapshot(oneshot::Sender<TableSnapshot>),
    /// Something happened that no person asked for.
    News(News, oneshot::Sender<Result<(), Failure>>),
    /// The stored log was rewritten: the table must be loaded anew.
    Reload,
    /// A timer may be due. The answer comes when all that is due is done, or when a computer player could not think.
    Tick(oneshot::Sender<Result<(), Denied>>),
}

/// What happens at a table without a person's request.
#[derive(Clone, Copy)]
pub(super) enum News {
    /// The bot was removed from the table's server.
    BotRemoved,
    /// A round of public randomness came out.
    Beacon(Beacon),
}

/// Why a request failed.
pub(super) enum Failure {
    /// The table denied it.
    Denied(Denied),
    /// Another writer appended to the table's log, or this same request is in it already: load the table and ask again.
    Moved,
    /// The newcomer sits at too many tables: the session has seated them, the store has not.
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

/// The task of a live table.
pub(super) struct Actor {
    registry: Arc<Registry>,
    session: TableSession,
    inbox: mpsc::Receiver<Message>,
    /// The computer player that thinks now, if one does. It thinks on a thread of its own.
    thinking: Option<JoinHandle<Option<Thought>>>,
    /// A computer player could not think. None thinks here before this moment.
    thinks_from: Option<Instant>,
    /// Who waits for what is due.
    ticks: Vec<oneshot::Sender<Result<(), Denied>>>,
}

/// Why a table's task woke up.
enum Heard {
    /// A message came.
    Message(Message),
    /// A timer is due.
    Due,
    /// A computer player is ready with its choice, or has failed to find one.
    Thought(Option<Thought>),
    /// No message came for a while.
    Nobody,
    /// No message can come any more.
    Closed,
}

/// Opens a table; nobody hears of it before its first entries are committed. Gives `false` if the secret was given to another
/// table meanwhile.
pub(super) async fn open(
    registry: &Arc<Registry>,
    game: &'static GameEntry,
    opening: Opening,
    secret: Secret,
    succession: Succession,
) -> Result<bool, Denied> {
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
    let (interaction, host) = (opening.interaction, opening.host.id);
    let forgetting = registry.forgetting.read().await;
    let arrangement = registry.who_is_known(&opening.arrangement).await?;
    let channel = opening.channel;
    session.write(at, &opened(opening, succession.number))?;
    session.arrange(at, host, &arrangement)?;
    let append = Append {
        succession: Some(succession),
        ..session.take(at, Some(interaction), Some(create), &registry.settings)
    };
    let stored = registry.store.append(append).await;
    drop(forgetting);
    match stored {
        // This same interaction was delivered twice at once, and the other delivery has opened the table.
        Ok(()) | Err(StoreError::Duplicate | StoreError::Conflict) => {}
        Err(StoreError::SecretTaken) => return Ok(false),
        Err(StoreError::Taken) => {
            let table = registry
                .store
                .table_at(channel)
                .await
                .map_err(unavailable)?
                .unwrap_or_default();
            return Err(Denied::ChannelTaken { table });
        }
        Err(StoreError::Crowded) => return Err(Denied::ManyTables),
        Err(error) => {
            // The append may be in the file all the same; whoever shows the table must look.
            let table = session.table.id;
            let _ = registry.changes.send(Change { table, seq: 0 });
            return Err(unavailable(error));
        }
    }
    let _ = registry.changes.send(Change {
        table: session.table.id,
        seq: session.table.seq,
    });
    Ok(true)
}

/// The event that opens a table with the secret of this number.
fn opened(opening: Opening, seal: u64) -> TableEvent {
    TableEvent::Opened {
        options: opening.options,
        clock: opening.clock,
        host: opening.host,
        computers: opening.computers,
        level: opening.level,
        join: opening.interaction,
        seal: Some(seal),
    }
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

/// What a computer player finds on a thread of its own, when there is room for it.
async fn think(registry: Arc<Registry>, question: Question) -> Option<Thought> {
    let _room = registry.thinkers.acquire().await.ok()?;
    let on = registry.settings.thinks_on.as_ref().unwrap_or(&registry.tasks);
    let thought = on.spawn_blocking(move || question.think());
    thought.await.ok()
}

/// Waits for the thought of the computer player that thinks; without end if none does.
async fn thought_of(thinking: &mut Option<JoinHandle<Option<Thought>>>) -> Option<Thought> {
    match thinking {
        Some(thinking) => thinking.await.ok().flatten(),
        None => std::future::pending().await,
    }
}

impl Actor {
    pub(super) fn new(registry: Arc<Registry>, mut session: TableSession, inbox: mpsc::Receiver<Message>) -> Actor {
        // A runtime of one thread is a test's: what happens there happens in one order.
        let has_threads = registry.tasks.runtime_flavor() == RuntimeFlavor::MultiThread;
        session.thinks_aside = registry.settings.thinks && has_threads;
        Actor {
            registry,
            session,
            inbox,
            thinking: None,
            thinks_from: None,
            ticks: Vec::new(),
        }
    }

    /// Serves the table until nobody has asked for a while, or until it must be loaded anew.
    pub(super) async fn run(mut self) {
        loop {
            let message = match self.hear().await {
                Heard::Message(message) => Some(message),
                Heard::Closed => break,
                Heard::Due => None,
                Heard::Thought(thought) => {
                    if !thought.is_some_and(|thought| self.session.keep_thought(thought)) {
                        tracing::warn!(table = self.session.table.id, "a computer player could not think");
                        self.thinks_from = Some(Instant::now() + self.registry.settings.rest);
                    }
                    None
                }
                Heard::Nobody => {
                    let mut live = self.registry.live();
                    if !self.inbox.is_empty() {
                        continue;
                    }
                    live.remove(&self.session.table.id);
                    // The program's log says nothing of this: the time of the last request may reveal what only the asker
                    // sees.
                    break;
                }
            };
            let registry = Arc::clone(&self.registry);
            if !self.session.table.is_over() && !registry.store.keeps(self.session.table.guild) {
                // Another bot leads the table from what is stored. Whoever asks hears that.
                break self.forget().await;
            }
            let ledger = registry.downtime.read().await;
            self.session.catch_up(&ledger);
            match message {
                None => {}
                Some(Message::Act(request, reply)) => {
                    let answer = Box::pin(self.act(&request)).await;
                    let sound = matches!(answer, Ok(_) | Err(Failure::Denied(_)));
                    if !sound {
                        // This comes before the answer, because the asker may ask again at once.
                        self.forget().await;
                        let _ = reply.send(answer);
                        break;
                    }
                    let _ = reply.send(answer);
                }
                Some(Message::Snapshot(reply)) => {
                    let _ = reply.send(snapshot(&self.session, &self.registry.settings));
                }
                Some(Message::News(news, reply)) => {
                    let heard = Box::pin(self.hear_news(news)).await;
                    if heard.is_err() {
                        self.forget().await;
                        let _ = reply.send(heard);
                        break;
                    }
                    let _ = reply.send(heard);
                }
                Some(Message::Reload) => break self.forget().await,
                Some(Message::Tick(reply)) => self.ticks.push(reply),
            }
            if let Err(failure) = Box::pin(self.pass_time(&ledger)).await {
                if !matches!(failure, Failure::Moved) {
                    let table = self.session.table.id;
                    tracing::warn!(table, failure = %Denied::from(failure), "what is due could not be done");
                }
                self.forget().await;
                break;
            }
            self.answer_ticks();
        }
    }

    /// Answers those who wait for what is due, unless a computer player thinks about it.
    fn answer_ticks(&mut self) {
        self.let_think();
        let done = match self.session.waits_for_thought((self.registry.settings.now)()) {
            true if self.thinking.is_some() => return,
            true => Err(Denied::Unavailable),
            false => Ok(()),
        };
        for tick in self.ticks.drain(..) {
            let _ = tick.send(done.clone());
        }
    }

    /// Lets the next computer player think, unless one does already or could not do so a moment ago.
    fn let_think(&mut self) {
        let rests = self.thinks_from.is_some_and(|from| Instant::now() < from);
        if !self.session.thinks_aside || self.thinking.is_some() || rests {
            return;
        }
        if let Some(question) = self.session.next_question() {
            self.thinking = Some(tokio::spawn(think(Arc::clone(&self.registry), question)));
        }
    }

    /// How long the table stays in memory without a message. Of several bots each may forget somebody in the log of a match that is
    /// over, and no other bot hears of that.
    fn idle(&self) -> Duration {
        const OVER: Duration = Duration::from_secs(1);
        let idle = self.registry.settings.idle;
        match self.session.table.is_over() && self.registry.store.cluster().is_some() {
            true => idle.min(OVER),
            false => idle,
        }
    }

    /// Waits until a message comes, a timer is due, a computer player has thought, or no message has come for too long.
    async fn hear(&mut self) -> Heard {
        self.let_think();
        let (settings, idle) = (&self.registry.settings, self.idle());
        let due = self.session.due_in((settings.now)());
        let wait = due.map_or(idle, |due| due.min(idle));
        let hurries = self.session.table.turn_ends().is_some();
        let since = Instant::now();
        let over = tokio::time::sleep(wait);
        tokio::pin!(over);
        loop {
            tokio::select! {
                biased;
                message = self.inbox.recv() => return message.map_or(Heard::Closed, Heard::Message),
                thought = thought_of(&mut self.thinking) => {
                    self.thinking = None;
                    return Heard::Thought(thought);
                }
                // The scheduler comes by too, but not to the tenth of a second. A turn would end late, and what is due
                // would come a little sooner after a press, which would reveal the press to others.
                () = &mut over => return match wait < idle || self.thinking.is_some() {
                    true => Heard::Due,
                    false => Heard::Nobody,
                },
                () = self.registry.crowded.notified(), if !hurries && self.thinking.is_none() => {
                    if since.elapsed() >= settings.hurried {
                        return Heard::Nobody;
                    }
                }
            }
        }
    }

    /// Drops the session, which may differ from what is stored: the next request loads the table anew.
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
            // An action of several entries that failed half-way leaves the session ahead of the store.
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

    /// Ends the table because the bot was removed from its server, or begins the match with public randomness.
    async fn hear_news(&mut self, news: News) -> Result<(), Failure> {
        if self.session.table.is_over() {
            return Ok(());
        }
        let at = (self.registry.settings.now)();
        let written = match news {
            News::BotRemoved => self.session.write(at, &TableEvent::BotRemoved),
            News::Beacon(beacon) => self.session.take_beacon(at, beacon),
        };
        written.map_err(Failure::Denied)?;
        if !self.session.is_dirty() {
            return Ok(());
        }
        let append = self.session.take(at, None, None, &self.registry.settings);
        let stored = self.registry.store.append(append).await;
        self.committed(stored)
    }

    /// Fires the timers that are due, until none is.
    async fn pass_time(&mut self, ledger: &Ledger) -> Result<(), Failure> {
        // Computer players without a pace could play whole matches in one go; the limit lets people's requests in between.
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
                // Seconds count here: nobody's press waits until sixteen computer players have thought.
                return Ok(());
            }
            // The asker who was just answered goes first.
            tokio::task::yield_now().await;
            let ticked = self.session.tick(now, &self.registry.settings);
            ticked.map_err(Failure::Denied)?;
            // Even if there is no entry, the stored timer must not be found due again.
            let append = self.session.take(now, None, None, &self.registry.settings);
            let stored = self.registry.store.append(append).await;
            self.committed(stored)?;
        }
        Ok(())
    }

    /// Handles the store's answer to an append.
    fn committed(&mut self, stored: Result<(), StoreError>) -> Result<(), Failure> {
        match stored {
            Ok(()) => {}
            Err(StoreError::Conflict | StoreError::Duplicate) => return Err(Failure::Moved),
            Err(StoreError::Crowded) => return Err(Failure::Crowded),
            Err(error) => {
                unavailable(error);
                // The append may be in the file all the same; whoever shows the table must look.
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
