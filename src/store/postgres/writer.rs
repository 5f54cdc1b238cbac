//! The one writer of a server's database: group commit, as the file has it ([`crate::store::writer`]).
//!
//! A hop to the server and back takes longer than most statements. So a group of frequent changes is one statement, which
//! judges, writes and commits ([`batch`]). A group with any other change is a transaction, which begins with that statement.
//!
//! When the connection breaks while a group is on its way, nobody knows whether the server has committed it. Then all in the
//! group hear that it failed, and the next group gets a new connection. A change that is repeated finds its own entry in the
//! log.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

use super::address::Address;
use super::lease::{Lease, Numbers};
use super::{batch, claim, code};
use crate::store::batch::Batch;
use crate::store::change::{Answer, Change};
use crate::store::error::StoreError;
use crate::store::perform::perform;
use crate::store::session::Session;
use crate::store::shards::shard_of;
use crate::store::{Append, Shown, log};

/// With more waiting changes than this, callers wait before theirs is even queued.
const QUEUE: usize = 1024;
/// The most changes in one commit: a bound on how long the first waits for the last.
const GROUP: usize = 256;
/// How often a transaction is tried that another session kept out.
const BUSY_TRIES: u32 = 5;
/// How often a new connection is tried for, before a group has to hear that there is none: a server that was restarted is
/// back within seconds.
const CONNECT_TRIES: u32 = 15;
const PAUSE: Duration = Duration::from_millis(200);
/// How long a group may take. A server that has vanished says nothing.
const PATIENCE: Duration = Duration::from_secs(30);
/// A connection that was not used for so long is tried before a group is sent: what was not sent can be sent again.
const UNUSED: Duration = Duration::from_millis(500);

struct Waiting {
    change: Change,
    answer: oneshot::Sender<Answer>,
}

enum Queued {
    Change(Box<Waiting>),
    Close,
}

/// The handle to the writer task.
pub(super) struct ServerWriter {
    queue: mpsc::Sender<Queued>,
    task: TaskTracker,
}

impl ServerWriter {
    /// Starts the task on the current runtime.
    pub(super) fn start(connection: PgConnection, address: Address, lease: Arc<Lease>) -> Self {
        let (queue, messages) = mpsc::channel(QUEUE);
        let task = TaskTracker::new();
        let doing = WriterLoop {
            connection: Some((connection, Instant::now())),
            address,
            lease,
        };
        task.spawn(doing.run(messages));
        task.close();
        Self { queue, task }
    }

    /// Queues a change and waits until it is committed, refused or failed.
    pub(super) async fn write(&self, change: Change) -> Answer {
        let asked = Instant::now();
        let (answer, answered) = oneshot::channel();
        let job = Queued::Change(Box::new(Waiting { change, answer }));
        self.queue.send(job).await.map_err(|_| StoreError::Closed)?;
        let answer = answered.await.unwrap_or(Err(StoreError::Closed));
        metrics::histogram!("whistle_store_write_seconds").record(asked.elapsed());
        answer
    }

    /// Lets the task finish the queued changes, and waits for its end.
    pub(super) async fn close(&self) {
        // A failed send means that the writer was closed before; its task ends all the same.
        let _ = self.queue.send(Queued::Close).await;
        self.task.wait().await;
    }
}

/// How a group ended.
enum Outcome {
    Committed(Vec<Answer>),
    /// Nothing was written; one change was at fault, or another process was faster with one.
    Faulty(sqlx::Error),
    /// No change in particular was at fault, and nobody may know whether anything was written.
    Lost(sqlx::Error),
    /// Other bots have claimed all shards, and nothing was written.
    Gone,
}

struct WriterLoop {
    /// The connection, and when it was used last.
    connection: Option<(PgConnection, Instant)>,
    address: Address,
    lease: Arc<Lease>,
}

impl WriterLoop {
    async fn run(mut self, mut messages: mpsc::Receiver<Queued>) {
        let mut waiting = Vec::with_capacity(GROUP);
        let mut jobs = Vec::with_capacity(GROUP);
        while messages.recv_many(&mut waiting, GROUP).await > 0 {
            for message in waiting.drain(..) {
                match message {
                    Queued::Change(job) => jobs.push(*job),
                    // No more changes get in; the queued ones are still received.
                    Queued::Close => messages.close(),
                }
            }
            self.serve(&mut jobs).await;
        }
        if let Some((connection, _)) = self.connection.take() {
            let _ = connection.close().await;
        }
    }

    /// Writes a group and answers everyone in it.
    async fn serve(&mut self, jobs: &mut Vec<Waiting>) {
        if jobs.is_empty() {
            return;
        }
        match self.group(jobs).await {
            Outcome::Committed(answers) => {
                for (job, answer) in jobs.drain(..).zip(answers) {
                    // An asker who no longer waits finds what was written in the log.
                    let _ = job.answer.send(answer);
                }
            }
            Outcome::Faulty(_) => self.one_by_one(jobs).await,
            Outcome::Lost(error) => refuse_all(jobs, error.into()),
            Outcome::Gone => refuse_all(jobs, self.lease.error()),
        }
    }

    /// Runs the changes one by one: the one at fault hears of it, and whatever another process has overtaken is judged anew.
    /// If no change is at fault, the rest get the same answer at once.
    async fn one_by_one(&mut self, jobs: &mut Vec<Waiting>) {
        let mut jobs = jobs.drain(..);
        while let Some(job) = jobs.next() {
            let error = match self.group(std::slice::from_ref(&job)).await {
                Outcome::Committed(answers) => {
                    if let Some(answer) = answers.into_iter().next() {
                        let _ = job.answer.send(answer);
                    }
                    continue;
                }
                Outcome::Faulty(error) => {
                    refuse_all(&mut vec![job], error.into());
                    continue;
                }
                Outcome::Lost(error) => error.into(),
                Outcome::Gone => self.lease.error(),
            };
            let mut rest = vec![job];
            rest.extend(jobs);
            refuse_all(&mut rest, error);
            return;
        }
    }

    /// One transaction, under the numbers of this bot's claim.
    async fn group(&mut self, jobs: &[Waiting]) -> Outcome {
        let batch = Batch::part(jobs.iter().map(|job| &job.change));
        let mut tries = 1;
        loop {
            if self.lease.is_lost() {
                return Outcome::Gone;
            }
            let mut connection = match self.connected().await {
                Ok(connection) => connection,
                Err(_) if self.lease.is_lost() => return Outcome::Gone,
                Err(error) => return Outcome::Lost(error),
            };
            let begun = Instant::now();
            let (own, of) = (self.lease.own(), self.lease.of());
            let filled = fill(&mut connection, &own, of, jobs, &batch);
            let filled = tokio::time::timeout(PATIENCE, filled).await;
            let error = match filled.unwrap_or_else(|_| Err(sqlx::Error::Io(ErrorKind::TimedOut.into()))) {
                Ok((held, answers)) => {
                    metrics::histogram!("whistle_store_commit_seconds").record(begun.elapsed());
                    self.connection = Some((connection, Instant::now()));
                    self.lease.keep(&own, &held);
                    return match held.is_empty() {
                        true => Outcome::Gone,
                        false => Outcome::Committed(answers),
                    };
                }
                Err(error) => error,
            };
            let (busy, fault) = (code::is_busy(&error), code::is_fault(&error));
            // After any other error the next group gets a new connection.
            if busy || fault {
                self.connection = Some((connection, Instant::now()));
            }
            match error {
                error if fault => return Outcome::Faulty(error),
                error if !busy || tries >= BUSY_TRIES => return Outcome::Lost(error),
                _ => tries += 1,
            }
        }
    }

    /// A connection that has just answered.
    async fn connected(&mut self) -> Result<PgConnection, sqlx::Error> {
        if let Some((mut connection, used)) = self.connection.take() {
            if used.elapsed() < UNUSED {
                return Ok(connection);
            }
            if let Ok(Ok(())) = tokio::time::timeout(PATIENCE, connection.ping()).await {
                return Ok(connection);
            }
        }
        let mut tries = 1;
        loop {
            match self.again().await {
                Ok(connection) => return Ok(connection),
                Err(error) if tries >= CONNECT_TRIES || self.lease.is_lost() => return Err(error),
                Err(_) => tries += 1,
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// A new connection, to the database that was claimed. Whenever a standby takes over, the connection before is lost; so
    /// nothing is written there.
    async fn again(&self) -> Result<PgConnection, sqlx::Error> {
        let mut connection = self.address.connect().await?;
        match claim::is_elsewhere(&mut connection, &self.lease).await? {
            true => Err(sqlx::Error::PoolClosed),
            false => Ok(connection),
        }
    }
}

fn refuse_all(jobs: &mut Vec<Waiting>, error: StoreError) {
    tracing::error!(changes = jobs.len(), %error, "could not write");
    metrics::counter!("whistle_store_failures_total").increment(jobs.len() as u64);
    for job in jobs.drain(..) {
        let _ = job.answer.send(Err(error.clone()));
    }
}

/// Runs every change and commits. Gives those of the `own` shards, among `of`, that are still ours: without any, nothing was
/// written.
async fn fill(
    connection: &mut PgConnection,
    own: &Numbers,
    of: i64,
    jobs: &[Waiting],
    batch: &Batch<'_>,
) -> Result<(Vec<i64>, Vec<Answer>), sqlx::Error> {
    let mut answers: Vec<Answer> = jobs.iter().map(|_| Ok(0)).collect();
    if batch.rest.is_empty() {
        let held = batch::write(connection, own, batch, &mut answers).await?;
        return Ok((held, answers));
    }
    let mut transaction = connection.begin().await?;
    let filled = async {
        let held = batch::write(&mut transaction, own, batch, &mut answers).await?;
        if !held.is_empty() {
            let session = &mut Session::Server(&mut transaction, &held);
            for nth in &batch.rest {
                let change = &jobs[*nth].change;
                answers[*nth] = match is_elsewhere(session, change, &held, of).await? {
                    true => Err(StoreError::Elsewhere),
                    false => perform(session, change).await?,
                };
            }
        }
        Ok(held)
    };
    match filled.await {
        Ok(held) => transaction.commit().await.map(|()| (held, answers)),
        Err(error) => {
            transaction.rollback().await?;
            Err(error)
        }
    }
}

/// Whether a change is about a table of a shard that is not held. Somebody is forgotten in the logs of all tables that are over,
/// but in play only at tables whose bot forgets them: another bot has the name in memory.
async fn is_elsewhere(session: &mut Session<'_>, change: &Change, held: &[i64], of: i64) -> Result<bool, sqlx::Error> {
    if held.len() as i64 == of {
        return Ok(false);
    }
    let shard = match change {
        Change::Append(Append { create: Some(new), .. }) => Some(shard_of(new.guild, of)),
        Change::Append(Append { table, .. })
        | Change::SetShown(Shown { table, .. })
        | Change::ClearShown { table, .. }
        | Change::Thin { table, .. } => log::shard(session, *table).await?,
        Change::Mark { .. }
        | Change::Lease(_)
        | Change::Alive { .. }
        | Change::GiveBack { .. }
        | Change::SetPreference { .. }
        | Change::AnswerDaily { .. }
        | Change::ShareDaily { .. } => None,
        Change::Forget { logs, .. } => {
            for log in logs.iter().filter(|log| log.append.is_some()) {
                let shard = log::shard(session, log.table).await?;
                if shard.is_some_and(|shard| !held.contains(&shard)) {
                    return Ok(true);
                }
            }
            None
        }
    };
    Ok(shard.is_some_and(|shard| !held.contains(&shard)))
}

#[cfg(test)]
mod tests;
