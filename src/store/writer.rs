//! The one writer: group commit.
//!
//! A durable commit waits for the disk, and the disk takes as long for one row as for a hundred. So the writer takes
//! all changes that queued up while the last commit ran, puts them into one transaction, commits, and then answers
//! them all. Each change is judged on its own inside the transaction, by what the database says under the write lock;
//! a refused one has written nothing and leaves its neighbours alone. Most changes go to SQLite together ([`batch`]), the
//! others one after another. If a change *fails* (which no refusal is), the
//! transaction is undone and the changes are tried again one by one, so that only the one at fault hears of it. If the
//! commit itself fails, all hear so and nothing is half there.

use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use super::batch::{Alone, BEGIN_AND_ASK, Batch};
use super::change::{Answer, Change, Undone};
use super::error::{self, StoreError};
use super::held::{Held, Watch};
use super::perform::perform;
use super::session::Session;
use super::wiping::{self, Moment};
use super::{lease, open};

/// With more waiting changes than this, callers wait before theirs is even queued.
const QUEUE: usize = 1024;
/// The most changes in one commit: a bound on how long the first waits for the last.
const GROUP: usize = 256;
/// How often a transaction is retried while another process keeps it out; each try waits for the connection's busy timeout.
const BUSY_TRIES: u32 = 5;
const BUSY_PAUSE: Duration = Duration::from_millis(20);

/// After this long without a write there is time to lengthen the write-ahead log.
const IDLE: Duration = Duration::from_millis(250);
/// The longest pause before the files are tried to be wiped again while somebody reads: a backup takes minutes.
const WIPE_PAUSE: Duration = Duration::from_secs(30);

const COMMIT: &str = "COMMIT";
const ROLLBACK: &str = "ROLLBACK";

struct Job {
    change: Change,
    answer: oneshot::Sender<Answer>,
}

impl Job {
    fn forgets(&self) -> bool {
        matches!(self.change, Change::Forget { .. })
    }

    fn leases(&self) -> bool {
        matches!(self.change, Change::Lease(_))
    }

    /// When the files are to be wiped after this, if they are.
    fn wipes(&self) -> Option<Moment> {
        match self.change {
            Change::Lease(moment) => Some(moment),
            Change::Forget { .. } => Some(Moment::Play),
            _ => None,
        }
    }
}

enum Message {
    Job(Box<Job>),
    Close,
}

/// The handle to the writer task.
pub(super) struct Writer {
    /// Looks whether the file is still there.
    pub(super) watch: Arc<Watch>,
    queue: mpsc::Sender<Message>,
    task: TaskTracker,
}

impl Writer {
    /// Starts the task on the current runtime. `options` are for a new connection to the `held` file when the old one has
    /// broken.
    pub(super) fn start(connection: SqliteConnection, options: SqliteConnectOptions, held: Held) -> Self {
        let (queue, messages) = mpsc::channel(QUEUE);
        let (watch, task) = (Arc::new(Watch::over(held)), TaskTracker::new());
        let doing = Task {
            connection: Some(connection),
            options,
            watch: Arc::clone(&watch),
            lease: None,
            unwiped: None,
        };
        task.spawn(doing.run(messages));
        task.close();
        Self { watch, queue, task }
    }

    /// Queues a change and waits until it is committed, refused or failed.
    pub(super) async fn write(&self, change: Change) -> Answer {
        let asked = Instant::now();
        let (answer, answered) = oneshot::channel();
        let job = Message::Job(Box::new(Job { change, answer }));
        self.queue.send(job).await.map_err(|_| StoreError::Closed)?;
        let answer = answered.await.unwrap_or(Err(StoreError::Closed));
        metrics::histogram!("whistle_store_write_seconds").record(asked.elapsed());
        answer
    }

    /// Lets the task finish the queued changes, and waits for its end.
    pub(super) async fn close(&self) {
        // A failed send means that the writer was closed before; its task ends all the same.
        let _ = self.queue.send(Message::Close).await;
        self.task.wait().await;
    }
}

/// How a group ended.
enum GroupEnd {
    Committed(Vec<Answer>),
    /// Nothing was written; one change was at fault, and its neighbours were not.
    Faulty(sqlx::Error),
    /// Nothing was written; no change in particular was at fault.
    Lost(sqlx::Error),
    /// The file is gone, and with it whatever was written.
    Gone,
}

struct Task {
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    watch: Arc<Watch>,
    /// The number under which the file is written, once there is a claim to it.
    lease: Option<i64>,
    /// Set while the write-ahead log may hold what the file has forgotten. So may the one that an earlier bot has left.
    unwiped: Option<Unwiped>,
}

/// When the files are tried to be wiped again.
struct Unwiped {
    from: Instant,
    /// The pause after another try that somebody who reads has kept out.
    pause: Duration,
}

impl Unwiped {
    fn now() -> Option<Unwiped> {
        Some(Unwiped {
            from: Instant::now(),
            pause: IDLE,
        })
    }

    fn later(self) -> Unwiped {
        Unwiped {
            from: Instant::now() + self.pause,
            pause: WIPE_PAUSE.min(self.pause * 2),
        }
    }
}

impl Task {
    async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        let mut waiting = Vec::with_capacity(GROUP);
        let mut jobs = Vec::with_capacity(GROUP);
        let mut lengthened = false;
        loop {
            let until = self.idle_until(lengthened);
            tokio::select! {
                biased;
                received = messages.recv_many(&mut waiting, GROUP) => if received == 0 { break },
                () = tokio::time::sleep_until(until.unwrap_or_else(Instant::now)), if until.is_some() => {
                    self.wipe(Moment::Play).await;
                    if !std::mem::replace(&mut lengthened, true) {
                        self.lengthen().await;
                    }
                }
            }
            for message in waiting.drain(..) {
                match message {
                    Message::Job(job) => jobs.push(*job),
                    // No more changes get in; the queued ones are still received.
                    Message::Close => messages.close(),
                }
            }
            lengthened &= !jobs.iter().any(Job::forgets);
            self.serve(&mut jobs).await;
        }
        if let Some(mut connection) = self.connection.take() {
            // This is only tidiness: the next start reads a write-ahead log that stays behind.
            if self.watch.stands() && matches!(open::leave_checkpoints(&mut connection).await, Ok(false)) {
                let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
                    .execute(&mut connection)
                    .await;
            }
            let _ = connection.close().await;
        }
    }

    /// Until when no change may come before the write-ahead log is tidied; `None` if there is nothing to tidy.
    fn idle_until(&self, lengthened: bool) -> Option<Instant> {
        let idle = Instant::now() + IDLE;
        match &self.unwiped {
            Some(unwiped) if lengthened => Some(idle.max(unwiped.from)),
            None if lengthened => None,
            _ => Some(idle),
        }
    }

    /// See [`open::lengthen`].
    async fn lengthen(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        match open::lengthen(&mut connection).await {
            Ok(()) => self.connection = Some(connection),
            // The next change has a new connection.
            Err(error) => tracing::debug!(%error, "the write-ahead log stays short"),
        }
    }

    /// See [`wiping::wipe`]. It is tried again, with growing pauses, while somebody reads in the write-ahead log. Where Litestream
    /// copies the file, it is left to Litestream to fold the log in.
    async fn wipe(&mut self, moment: Moment) {
        let rests = |unwiped: &Unwiped| Instant::now() < unwiped.from;
        if self.unwiped.as_ref().is_none_or(rests) || !self.watch.stands() {
            return;
        }
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        let unwiped = self.unwiped.take();
        match wiping::wipe(&mut connection, moment).await {
            Ok(wiped) => {
                self.unwiped = unwiped.filter(|_| !wiped).map(Unwiped::later);
                self.connection = Some(connection);
            }
            // The next change has a new connection, and the next start tries it again.
            Err(error) => {
                tracing::warn!(%error, "the file may still hold what was forgotten");
            }
        }
    }

    /// Writes a group and answers everyone in it.
    async fn serve(&mut self, jobs: &mut Vec<Job>) {
        if jobs.is_empty() {
            return;
        }
        match self.group(jobs).await {
            GroupEnd::Committed(answers) => self.answer(std::mem::take(jobs), answers).await,
            GroupEnd::Faulty(_) if jobs.len() > 1 => self.one_by_one(jobs).await,
            GroupEnd::Faulty(error) | GroupEnd::Lost(error) => refuse_all(jobs, error.into()),
            GroupEnd::Gone => refuse_all(jobs, self.watch.error()),
        }
    }

    /// Answers whoever waits for changes that were committed. Who is forgotten hears of it once the file is written anew.
    async fn answer(&mut self, jobs: Vec<Job>, answers: Vec<Answer>) {
        let answered = jobs.into_iter().zip(answers);
        let (wiping, others): (Vec<_>, Vec<_>) = answered.partition(|(job, _)| job.wipes().is_some());
        // An asker who no longer waits finds what was written in the log.
        let answer = |(job, answer): (Job, _)| drop(job.answer.send(answer));
        others.into_iter().for_each(answer);
        if let Some(moment) = wiping.iter().find_map(|(job, _)| job.wipes()) {
            self.unwiped = Unwiped::now();
            self.wipe(moment).await;
        }
        wiping.into_iter().for_each(answer);
    }

    /// Runs the changes one by one to find the one at fault. If even a lone change fails without a fault of its own (the
    /// file is locked, the disk is full), the rest get the same answer at once, instead of waiting for it in turn.
    async fn one_by_one(&mut self, jobs: &mut Vec<Job>) {
        let mut jobs = jobs.drain(..);
        while let Some(job) = jobs.next() {
            match self.group(std::slice::from_ref(&job)).await {
                GroupEnd::Committed(answers) => self.answer(vec![job], answers).await,
                GroupEnd::Faulty(error) => refuse_all(&mut vec![job], error.into()),
                end @ (GroupEnd::Lost(_) | GroupEnd::Gone) => {
                    let mut rest = vec![job];
                    rest.extend(jobs);
                    let error = match end {
                        GroupEnd::Lost(error) => error.into(),
                        _ => self.watch.error(),
                    };
                    refuse_all(&mut rest, error);
                    return;
                }
            }
        }
    }

    /// One transaction, in a file that is there before and afterwards, and is this writer's when it commits.
    async fn group(&mut self, jobs: &[Job]) -> GroupEnd {
        if !self.watch.stands() {
            return GroupEnd::Gone;
        }
        let begun = Instant::now();
        let took = || metrics::histogram!("whistle_store_commit_seconds").record(begun.elapsed());
        if let [job] = jobs
            && let Some(alone) = Alone::of(&job.change)
            && let Some(mut connection) = self.connection.take()
        {
            match alone.write(&mut connection, self.lease).await {
                Ok(true) => {
                    took();
                    self.connection = Some(connection);
                    return self.witnessed(GroupEnd::Committed(vec![Ok(0)]));
                }
                // The longer way finds out which change is at fault, and who keeps the file busy.
                Ok(false) => self.connection = Some(connection),
                Err(error) if error::is_busy(&error) || error::is_refusal(&error) => self.connection = Some(connection),
                // Perhaps the commit failed. A new connection sees whether it did.
                Err(error) => return self.witnessed(GroupEnd::Lost(error)),
            }
        }
        let batch = Batch::part(jobs.iter().map(|job| &job.change));
        let (mut connection, mut found) = match self.begin(&batch).await {
            Ok(begun) => begun,
            Err(error) => return self.witnessed(GroupEnd::Lost(error)),
        };
        let end = match lease::holds(self.lease, &mut found) {
            Ok(true) => fill(&mut connection, jobs, &batch, &found).await,
            Ok(false) => {
                self.watch.taken();
                GroupEnd::Gone
            }
            Err(error) => GroupEnd::Lost(error),
        };
        let committed = matches!(end, GroupEnd::Committed(_));
        if let GroupEnd::Committed(answers) = &end {
            took();
            self.leased(jobs, answers);
        }
        // A connection that may still be inside the transaction is not used again.
        if committed || left(&mut connection).await {
            self.connection = Some(connection);
        }
        self.witnessed(end)
    }

    /// Remembers the number under which the file was taken, if it was.
    fn leased(&mut self, jobs: &[Job], answers: &[Answer]) {
        let mut both = jobs.iter().zip(answers).rev();
        if let Some((_, Ok(number))) = both.find(|(job, _)| job.leases()) {
            self.lease = Some(*number);
        }
    }

    /// What became of a transaction, whose file must still stand there.
    fn witnessed(&self, end: GroupEnd) -> GroupEnd {
        if self.watch.stands() { end } else { GroupEnd::Gone }
    }

    /// A new connection, to no other file than the one before.
    async fn connect(&self) -> Result<SqliteConnection, sqlx::Error> {
        let mut connection = self.options.connect().await?;
        if !self.watch.stands() {
            return Err(sqlx::Error::Io(std::io::ErrorKind::NotFound.into()));
        }
        open::leave_checkpoints(&mut connection).await?;
        Ok(connection)
    }

    /// A connection inside a transaction that holds the write lock, and the facts found for the batch.
    async fn begin(&mut self, batch: &Batch<'_>) -> Result<(SqliteConnection, Vec<SqliteRow>), sqlx::Error> {
        let question = batch.question()?;
        let mut tries = 0;
        loop {
            let mut connection = match self.connection.take() {
                Some(connection) => connection,
                None => self.connect().await?,
            };
            let asked = sqlx::query(BEGIN_AND_ASK)
                .bind(question.as_str())
                .fetch_all(&mut connection)
                .await;
            let error = match asked {
                Ok(found) => return Ok((connection, found)),
                Err(error) => error,
            };
            // Busy means that the transaction did not begin. After any other error the next try gets a new connection.
            self.connection = error::is_busy(&error).then_some(connection);
            tries += 1;
            if tries >= BUSY_TRIES {
                return Err(error);
            }
            tokio::time::sleep(BUSY_PAUSE).await;
        }
    }
}

fn refuse_all(jobs: &mut Vec<Job>, error: StoreError) {
    tracing::error!(changes = jobs.len(), %error, "could not write");
    metrics::counter!("whistle_store_failures_total").increment(jobs.len() as u64);
    for job in jobs.drain(..) {
        let _ = job.answer.send(Err(error.clone()));
    }
}

/// Runs every change and commits.
async fn fill(connection: &mut SqliteConnection, jobs: &[Job], batch: &Batch<'_>, found: &[SqliteRow]) -> GroupEnd {
    let mut answers: Vec<Answer> = jobs.iter().map(|_| Ok(0)).collect();
    match batch.write(connection, found, &mut answers).await {
        Ok(()) if batch.rest.is_empty() => return GroupEnd::Committed(answers),
        Ok(()) => {}
        Err(Undone::Faulty(error)) => return GroupEnd::Faulty(error),
        Err(Undone::Lost(error)) => return GroupEnd::Lost(error),
    }
    for nth in &batch.rest {
        match perform(&mut Session::File(connection), &jobs[*nth].change).await {
            Ok(answer) => answers[*nth] = answer,
            Err(error) => return GroupEnd::Faulty(error),
        }
    }
    match sqlx::query(COMMIT).execute(&mut *connection).await {
        Ok(_) => GroupEnd::Committed(answers),
        Err(error) => GroupEnd::Lost(error),
    }
}

/// Leaves a failed transaction; returns whether the connection is certainly out of it. After some errors SQLite leaves by
/// itself and then refuses the rollback. That looks like any other failure, so it counts as uncertain.
async fn left(connection: &mut SqliteConnection) -> bool {
    sqlx::query(ROLLBACK).execute(connection).await.is_ok()
}

#[cfg(test)]
mod tests;
